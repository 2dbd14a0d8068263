//! Which orders there are, how each is cut into rows and columns, and which one is predicted to be cheapest.

use crate::kernels::gf60::Grid;
use std::sync::OnceLock;

/// Powers of primes that orders are made of, one of each row at most, with the cost of their transforms.
///
/// An order's cost is that of its codelet for one vector in each, in units of one vector's multiplication: a product is
/// two instructions of two cycles and five for its reduction, an addition one, a load and a store one.
const PARTS: [&[usize]; 7] = [&[3, 9], &[5, 25], &[7], &[11], &[13], &[31], &[41]];

/// The order m = m1·m2 of a transform, and which codelets its rows and its columns take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    /// A bit for each of [`Grid::ORDERS`].
    rows: u16,
    columns: u16,
}

impl Shape {
    /// The shape predicted to be cheapest of all that hold so many coefficients.
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

    /// Every order with its best cut, smallest first.
    pub fn all() -> Vec<Shape> {
        let mut shapes: Vec<Shape> = orders().into_iter().map(Shape::best).collect();
        shapes.sort_by_key(|shape| shape.order());
        shapes
    }

    /// The codelets of rows and of columns.
    #[must_use]
    pub fn orders(self) -> [Vec<usize>; 2] {
        [self.rows, self.columns].map(chosen)
    }

    /// m1 and m2.
    #[must_use]
    pub fn sides(self) -> [usize; 2] {
        [self.rows, self.columns].map(|mask| chosen(mask).iter().product())
    }

    /// m.
    #[must_use]
    pub fn order(self) -> usize {
        self.sides().iter().product()
    }

    /// All cuts of an order, none if it is not made of codelets.
    #[must_use]
    pub fn cuts(order: usize) -> Vec<Shape> {
        let codelets = orders().into_iter().find(|&mask| chosen(mask).iter().product::<usize>() == order);
        codelets.into_iter().flat_map(Shape::cuts_of).collect()
    }

    fn cuts_of(codelets: u16) -> impl Iterator<Item = Shape> {
        (0..=codelets)
            .filter(move |rows| rows & !codelets == 0)
            .map(move |rows| Shape { rows, columns: codelets & !rows })
    }

    /// The cut of an order that is predicted to be cheapest.
    fn best(codelets: u16) -> Self {
        Shape::cuts_of(codelets).min_by(|a, b| a.cost().total_cmp(&b.cost())).expect("all in columns is a cut")
    }

    /// The predicted cost of a transform, relative to others.
    #[must_use]
    pub fn cost(self) -> f64 {
        let [rows, columns] = self.sides();
        let vectors = [columns.div_ceil(8) * rows, rows.div_ceil(8) * columns];
        let side = |mask: u16, vectors: usize| {
            let codelets: f64 = bits(mask).map(|i| COSTS[i]).sum();
            let len: usize = chosen(mask).iter().product();
            let spill = if len > L1_VECTORS { SPILL } else { 0.0 };
            vectors as f64 * (codelets + spill)
        };
        side(self.rows, vectors[0])
            + side(self.columns, vectors[1])
            + vectors[0] as f64 * AROUND
            + CALL * (columns.div_ceil(8) + rows.div_ceil(8)) as f64
    }
}

/// Cost of each of [`Grid::ORDERS`] for a vector.
const COSTS: [f64; 9] = [1.0, 2.0, 2.0, 2.5, 4.5, 4.5, 6.0, 5.0, 8.0];
/// What is done with each vector besides: encoding, factors, transposition, decoding.
const AROUND: f64 = 6.0;
/// For each strip or block.
const CALL: f64 = 20.0;
/// Vectors that fit into the first cache with their factors, and what it costs not to.
const L1_VECTORS: usize = 400;
const SPILL: f64 = 1.0;

fn bits(mask: u16) -> impl Iterator<Item = usize> {
    (0..Grid::ORDERS.len()).filter(move |i| mask >> i & 1 == 1)
}

fn chosen(mask: u16) -> Vec<usize> {
    bits(mask).map(|i| Grid::ORDERS[i]).collect()
}

/// The codelets of every order that there is.
fn orders() -> Vec<u16> {
    let bit = |order: &usize| 1 << Grid::ORDERS.iter().position(|o| o == order).expect("a codelet");
    PARTS.iter().fold(vec![0], |masks, part| {
        masks
            .iter()
            .flat_map(|mask| std::iter::once(*mask).chain(part.iter().map(move |order| mask | bit(order))))
            .collect()
    })
}

/// The orders that are cheaper than all greater ones, smallest first.
fn ladder() -> &'static [Shape] {
    static LADDER: OnceLock<Vec<Shape>> = OnceLock::new();
    LADDER.get_or_init(|| {
        let mut ladder = Vec::new();
        let mut least = f64::INFINITY;
        for shape in Shape::all().into_iter().rev() {
            if shape.cost() < least {
                least = shape.cost();
                ladder.push(shape);
            }
        }
        ladder.reverse();
        ladder
    })
}
