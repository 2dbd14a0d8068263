//! Orders of transforms, their factorisation into rows and columns, and the choice of the cheapest.

use crate::kernels::gf60::PrimeFactorFft;
use std::sync::OnceLock;

/// Prime powers that orders are products of, at most one from each row.
const PARTS: [&[usize]; 7] = [&[3, 9], &[5, 25], &[7], &[11], &[13], &[31], &[41]];

/// The order m = m1·m2 of a transform, with the codelets of its rows and of its columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    /// Bit set over [`PrimeFactorFft::ORDERS`].
    rows: u16,
    columns: u16,
}

impl Shape {
    /// The shape predicted to be cheapest of all that hold `bits` coefficients.
    ///
    /// # Panics
    /// With more coefficients than the largest order holds.
    #[must_use]
    pub fn for_bits(bits: usize) -> Self {
        let order = bits.div_ceil(60);
        let ladder = ladder();
        let at = ladder.partition_point(|shape| shape.order() < order);
        *ladder.get(at).expect("no more than MAX_BITS coefficients")
    }

    /// Every order with its cheapest factorisation, smallest first.
    pub fn all() -> Vec<Shape> {
        let mut shapes: Vec<Shape> = orders().into_iter().map(Shape::best).collect();
        shapes.sort_by_key(|shape| shape.order());
        shapes
    }

    /// The orders of the codelets of rows and of columns.
    #[must_use]
    pub fn orders(self) -> [Vec<usize>; 2] {
        [self.rows, self.columns].map(|mask| chosen(mask).collect())
    }

    /// The sides m1 and m2.
    #[must_use]
    pub fn sides(self) -> [usize; 2] {
        [self.rows, self.columns].map(|mask| PRODUCTS[usize::from(mask)].0)
    }

    /// The order m.
    #[must_use]
    pub fn order(self) -> usize {
        self.sides().iter().product()
    }

    /// All factorisations of an order into rows and columns; empty if the order is not a product of codelets.
    #[must_use]
    pub fn cuts(order: usize) -> Vec<Shape> {
        let codelets = orders().into_iter().find(|&mask| chosen(mask).product::<usize>() == order);
        codelets.into_iter().flat_map(Shape::cuts_of).collect()
    }

    fn cuts_of(codelets: u16) -> impl Iterator<Item = Shape> {
        // subtracting 1 below the bits of the set goes to its next smaller subset
        std::iter::successors(Some(codelets), move |rows| rows.checked_sub(1).map(|below| below & codelets))
            .map(move |rows| Shape { rows, columns: codelets & !rows })
            .filter(|shape| shape.sides().iter().all(|&side| side <= PrimeFactorFft::LONGEST_SIDE))
    }

    /// The factorisation of an order that is predicted to be cheapest.
    fn best(codelets: u16) -> Self {
        Shape::cuts_of(codelets)
            .min_by(|a, b| a.predicted_ns().total_cmp(&b.predicted_ns()))
            .expect("all in columns is a cut")
    }

    /// Predicted nanoseconds of a transform with its encoding, on one thread of the machine where the constants were
    /// measured; other machines are assumed to be faster or slower by one factor for all shapes.
    #[must_use]
    pub fn predicted_ns(self) -> f64 {
        let [rows, columns] = self.sides();
        let strips = columns.div_ceil(8);
        let blocks = rows.div_ceil(8);
        let beyond = |caches: &[(usize, f64)], size: usize| -> f64 {
            caches.iter().filter(|(fits, _)| size > *fits).map(|(_, ns)| ns).sum()
        };
        let side = |mask: u16, len: usize| -> f64 {
            PRODUCTS[usize::from(mask)].1 + f64::from(mask.count_ones()) * beyond(&SIDES, len)
        };
        let whole = if PrimeFactorFft::sheets_suit(rows, columns) { IN_SHEETS } else { WHOLE };
        let around = AROUND + beyond(&whole, rows * columns);
        let of_columns = (strips * rows) as f64 * (side(self.rows, rows) + around);
        let of_rows = (blocks * columns) as f64 * side(self.columns, columns);
        of_columns + of_rows + (strips + blocks) as f64 * CALL + ENDS
    }
}

/// Nanoseconds of each codelet of [`PrimeFactorFft::ORDERS`] for a vector of its eight inputs, in the L1 cache …
const CODELETS: [f64; 9] = [1.3, 1.3, 1.8, 2.2, 4.0, 4.2, 5.2, 5.4, 10.0];
/// … and the nanoseconds added for sides of more vectors than this, which exceed the L1 and the L2 cache.
const SIDES: [(usize, f64); 2] = [(400, 0.8), (12_000, 4.0)];
/// Nanoseconds a vector of the other work: encoding or decoding, twiddle factors, transposition …
const AROUND: f64 = 9.0;
/// … and those added for orders of more elements than this, which exceed the L2 cache, and a share of the L3 cache …
const WHOLE: [(usize, f64); 2] = [(1 << 16, 3.5), (1 << 19, 15.0)];
/// … or added where columns are encoded in sheets.
const IN_SHEETS: [(usize, f64); 2] = [(1 << 16, 3.5), (1 << 19, 9.0)];
/// Nanoseconds for each strip of columns and each block of rows.
const CALL: f64 = 15.0;
/// Nanoseconds for the ends of rows of bits, the largest part of short transforms.
const ENDS: f64 = 350.0;

/// The product of each set of codelets, and the sum of their nanoseconds.
const PRODUCTS: [(usize, f64); 1 << PrimeFactorFft::ORDERS.len()] = {
    let mut all = [(1, 0.0); 1 << PrimeFactorFft::ORDERS.len()];
    let mut mask = 1usize;
    while mask < all.len() {
        let i = mask.trailing_zeros() as usize;
        let (product, ns) = all[mask & (mask - 1)];
        all[mask] = (product * PrimeFactorFft::ORDERS[i], ns + CODELETS[i]);
        mask += 1;
    }
    all
};

fn bits(mask: u16) -> impl Iterator<Item = usize> {
    (0..PrimeFactorFft::ORDERS.len()).filter(move |i| mask >> i & 1 == 1)
}

fn chosen(mask: u16) -> impl Iterator<Item = usize> {
    bits(mask).map(|i| PrimeFactorFft::ORDERS[i])
}

/// The codelets of every order.
fn orders() -> Vec<u16> {
    let bit = |order: &usize| 1 << PrimeFactorFft::ORDERS.iter().position(|o| o == order).expect("a codelet");
    PARTS.iter().fold(vec![0], |masks, part| {
        masks
            .iter()
            .flat_map(|mask| std::iter::once(*mask).chain(part.iter().map(move |order| mask | bit(order))))
            .collect()
    })
}

/// The orders that are cheaper than all larger ones, smallest first.
fn ladder() -> &'static [Shape] {
    static LADDER: OnceLock<Vec<Shape>> = OnceLock::new();
    LADDER.get_or_init(|| {
        let mut ladder = Vec::new();
        let mut least = f64::INFINITY;
        for shape in Shape::all().into_iter().rev() {
            if shape.predicted_ns() < least {
                least = shape.predicted_ns();
                ladder.push(shape);
            }
        }
        ladder.reverse();
        ladder
    })
}
