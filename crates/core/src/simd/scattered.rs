//! Vectors at places that a table lists, compared with the number of vectors once for all of them.

/// Groups of neighbouring vectors at N places, of which one vector each is read and written at a time.
pub struct Scattered<'a, R, const N: usize> {
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
