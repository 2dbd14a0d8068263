//! Vectors at places that a table lists, compared with the number of vectors once for all of them.

/// Groups of neighbouring vectors at N places, of which one vector each is read and written at a time.
pub(crate) struct Scattered<'a, R, const N: usize> {
    rows: &'a mut [R],
    /// The vectors' indices: always below the number of vectors.
    index: [usize; N],
    /// Number of vectors of a group, and which of them these are.
    group: usize,
    part: usize,
}

impl<'a, R, const N: usize> Scattered<'a, R, N> {
    /// The first vectors of the groups of this many vectors at these places, which are counted in groups.
    ///
    /// # Panics
    /// If a group is beyond the vectors, or groups are empty.
    #[inline(always)]
    pub fn new(rows: &'a mut [R], at: &[u16; N], group: usize) -> Self {
        let (mut index, mut last) = ([0; N], 0);
        for i in 0..N {
            last = if at[i] > last { at[i] } else { last };
            index[i] = usize::from(at[i]).wrapping_mul(group);
        }
        assert!(group > 0 && usize::from(last) < rows.len() / group, "a place beyond the vectors");
        Scattered { rows, index, group, part: 0 }
    }

    /// Goes to the next vector of each group; after the last one to the first.
    #[inline(always)]
    pub fn advance(&mut self) {
        let last = self.part + 1 == self.group;
        self.part = if last { 0 } else { self.part + 1 };
        for index in &mut self.index {
            *index = if last { *index + 1 - self.group } else { *index + 1 };
        }
    }

    /// Vector i.
    #[inline(always)]
    pub fn get(&self, i: usize) -> &R {
        // SAFETY: indices are below the number of vectors
        unsafe { self.rows.get_unchecked(self.index[i]) }
    }

    /// Vector i.
    #[inline(always)]
    pub fn get_mut(&mut self, i: usize) -> &mut R {
        // SAFETY: indices are below the number of vectors
        unsafe { self.rows.get_unchecked_mut(self.index[i]) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn visits_the_vectors_at_the_places() {
        for group in 1..4 {
            let mut rows: Vec<usize> = (0..7 * group).collect();
            let mut places = Scattered::new(&mut rows, &[6, 0, 3], group);
            for part in (0..group).chain([0]) {
                for (i, at) in [6, 0, 3].into_iter().enumerate() {
                    assert_eq!(*places.get(i), at * group + part);
                }
                places.advance();
            }
            *places.get_mut(1) = 100;
            assert_eq!(rows[1 % group], 100);
        }
    }

    #[test]
    #[should_panic(expected = "a place beyond the vectors")]
    fn refuses_places_beyond_the_vectors() {
        // seven vectors hold three groups of two
        let _ = Scattered::new(&mut [0; 7], &[0, 3, 1], 2);
    }

    #[test]
    #[should_panic(expected = "a place beyond the vectors")]
    fn refuses_empty_groups() {
        let _ = Scattered::new(&mut [0; 7], &[0], 0);
    }
}
