//! Triangular decomposition of a few columns of a matrix, on elements of few words.

use super::{Base, Quotient, cells::Cells};
use crate::{
    Result,
    ring::{Coeffs, Elimination, Place, Ring},
};

impl<B: Base> Quotient<B> {
    /// Decomposes a panel of these rows and columns in place: column by column, each entry from one sum of products of earlier ones (Crout 1941).
    ///
    /// # Errors
    /// That of the inverse of the first entry of a column whose entries are no units and not all 0.
    pub(super) fn panel_on<C: Cells>(
        &self,
        c: C,
        a: &mut Coeffs<Self>,
        place: Place,
        [rows, cols]: [usize; 2],
    ) -> Result<Elimination> {
        let width = self.width();
        let words = |i: usize| (place.at + i * place.stride) * width..(place.at + i * place.stride + cols) * width;
        let load = |i: usize| a.words[words(i)].chunks_exact(width).map(|row| c.load(row)).collect::<Vec<_>>();
        let mut panel =
            Panel { c, entries: (0..rows).map(load).collect(), pivots: Vec::new(), order: (0..rows).collect() };
        for j in 0..cols {
            panel.update(j);
            if let Some((i, inverse)) = self.first_unit(c, &panel, j)? {
                panel.pivot(j, i, inverse);
            }
        }
        panel.finish();
        for (i, row) in panel.entries.iter().enumerate() {
            let out = a.words[words(i)].chunks_exact_mut(width);
            out.zip(row).for_each(|(out, &x)| c.store(x, out));
        }
        Ok(Elimination { order: panel.order, pivots: panel.pivots })
    }

    /// The first row below the pivots with a unit in column j, and its inverse; `None` if all entries are 0.
    fn first_unit<C: Cells>(&self, c: C, panel: &Panel<C>, j: usize) -> Result<Option<(usize, C::Cell)>> {
        let mut refused = None;
        for (i, row) in panel.entries.iter().enumerate().skip(panel.pivots.len()).filter(|(_, row)| row[j] != c.zero())
        {
            let inverse = match c.invert(row[j]) {
                Some(inverse) => Ok(inverse),
                None => self.inv(&self.element_of(c, row[j])).map(|x| c.load(x.words())),
            };
            match inverse {
                Ok(inverse) => return Ok(Some((i, inverse))),
                Err(error) => refused = refused.or(Some(error)),
            }
        }
        refused.map_or(Ok(None), Err)
    }
}

/// A panel in progress: L, negated, below the pivots, and E.
struct Panel<C: Cells> {
    c: C,
    entries: Vec<Vec<C::Cell>>,
    /// The column of each pivot.
    pivots: Vec<usize>,
    order: Vec<usize>,
}

impl<C: Cells> Panel<C> {
    /// Updates column j by the pivots before it.
    fn update(&mut self, j: usize) {
        for i in 1..self.entries.len() {
            let earlier = self.pivots.iter().take(i).zip(&self.entries);
            let pairs = earlier.map(|(&column, row)| (self.entries[i][column], row[j]));
            self.entries[i][j] = self.c.add(self.entries[i][j], self.c.dot(pairs));
        }
    }

    /// Makes row `i` that of the next pivot, in column j, whose inverse is given.
    fn pivot(&mut self, j: usize, i: usize, inverse: C::Cell) {
        let (c, rank) = (self.c, self.pivots.len());
        self.entries.swap(i, rank);
        self.order.swap(i, rank);
        let minus = c.negate(inverse);
        self.entries[rank + 1..].iter_mut().for_each(|row| row[j] = c.multiply(row[j], minus));
        self.pivots.push(j);
    }

    /// Leaves L as it is.
    fn finish(&mut self) {
        for (t, &column) in self.pivots.iter().enumerate() {
            self.entries[t + 1..].iter_mut().for_each(|row| row[column] = self.c.negate(row[column]));
        }
    }
}
