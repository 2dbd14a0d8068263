//! NTTs of 2^k values in natural order, by the fastest recipe.

use super::NttAlgorithm;
use super::{PortableNtt, Recipe, TransposedTables, Wrap};
use crate::kernels::{
    NttKernel,
    natural::{Factor, LEAST_SIX_STEP, SixStepTables, StockhamTables},
    permuted::{PermutedTables, Way, permuted_kernel},
    tiled::TiledTables,
};
use crate::{
    Error, Result,
    arith::{Modulus, root_of_unity},
    costs::CostModel,
    cpu,
    scratch::{Buf, Pool},
    transform::cache::Cached,
};
use std::sync::Arc;
use std::sync::OnceLock;

/// A transform of n = 2^k values modulo a word: immutable, to be shared.
///
/// Values are in natural order: entry i is A(W^i), negacyclic A(W^(2i+1)). Its [`Recipe`] tells the algorithm and the
/// kernel.
///
/// ```
/// use polymod_core::transform::ntt::{NttPlan, Wrap};
/// let plan = NttPlan::new(17, 4, Wrap::Cyclic)?;
/// let mut x = [1, 2, 0, 0];                             // 1 + 2x at 1, W, W², W³, where W = 13 has order 4
/// plan.forward(&mut x);
/// assert_eq!(x, [3, 10, 16, 9]);
/// plan.inverse(&mut x);
/// assert_eq!(x, [1, 2, 0, 0]);
/// # Ok::<(), polymod_core::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct NttPlan {
    p: Modulus,
    len: usize,
    wrap: Wrap,
    root: u64,
    inverse_len: u64,
    recipe: Recipe,
    body: Body,
    /// Tables for values in bit-reversed order, built at their first use.
    permuted: OnceLock<Option<Box<PermutedTables>>>,
    /// Scratch buffers for calls that are not given scratch.
    pool: Arc<Pool>,
}

/// Scratch of short transforms, on the stack, at a 64-byte boundary.
#[repr(align(64))]
struct Aligned<const N: usize>([u64; N]);

/// The tables of both directions.
#[derive(Clone, Debug)]
enum Body {
    Portable(Box<PortableNtt>),
    Stockham(Box<[StockhamTables; 2]>),
    SixStep(Box<[SixStepTables; 2]>),
    Transposed(Box<[TransposedTables; 2]>),
    Tree(Box<TiledTables>),
}

/// Direction of a transform.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// From coefficients to values.
    Forward,
    /// From values to coefficients, including the factor 1/n.
    Inverse,
}

impl From<Direction> for Way {
    fn from(direction: Direction) -> Way {
        match direction {
            Direction::Forward => Way::Forward,
            Direction::Inverse => Way::Inverse,
        }
    }
}

impl NttPlan {
    /// Builds the plan for `len` = 2^k values modulo the prime `p` for this machine, with the root that
    /// [`root_of_unity`](crate::arith::root_of_unity) returns.
    ///
    /// # Errors
    /// [`Error::Modulus`] unless p is prime; [`Error::NoRoot`] unless `len` (negacyclic: 2·`len`) is a power of two that
    /// divides p − 1.
    pub fn new(p: u64, len: usize, wrap: Wrap) -> Result<Self> {
        let order =
            Self::order(len, wrap).ok_or_else(|| Error::NoRoot { modulus: p.to_string(), order: len as u64 })?;
        Self::with_root(p, len, wrap, root_of_unity(p, order)?)
    }

    /// Builds the plan whose W is `root`. p need not be prime, but `root` must be a principal root of its order.
    ///
    /// # Errors
    /// [`Error::Modulus`] for p = 0, 1; [`Error::NoRoot`] where `root` is no principal root of order `len` (2·`len`).
    pub fn with_root(p: u64, len: usize, wrap: Wrap, root: u64) -> Result<Self> {
        Self::with_recipe(p, len, wrap, root, Recipe::choose(cpu::host().target, p, len, &CostModel::default()))
    }

    /// As [`with_root`](Self::with_root), by the given recipe.
    ///
    /// # Errors
    /// Those of [`with_root`](Self::with_root); [`Error::Algorithm`] where the recipe does not apply to moduli or
    /// transforms of this size.
    pub fn with_recipe(p: u64, len: usize, wrap: Wrap, root: u64, recipe: Recipe) -> Result<Self> {
        let p = Modulus::new(p)?;
        let no_root = Error::NoRoot { modulus: p.n().to_string(), order: len as u64 };
        let Some(order) = Self::order(len, wrap) else { return Err(no_root) };
        // for powers of two, W^(order/2) = −1 makes a root principal; then len divides some power of −1's order
        let root = root % p.n();
        let half = p.pow(root, order / 2);
        if if order == 1 { root != 1 } else { half != p.n() - 1 || p.n() == 2 } {
            return Err(no_root);
        }
        let inverse_len = p.inv(p.reduce(len as u64)).map_err(|_| no_root)?;
        if Recipe::of(recipe.algorithm, cpu::host().supported, p.n(), len).is_none() {
            return Err(Error::Algorithm {
                algorithm: recipe.algorithm.to_string(),
                task: format!("transforms of {len} values modulo {}", p.n()),
                applicable: super::names(Recipe::all(cpu::host().target, p.n(), len)),
            });
        }
        let body = Body::new(recipe, p, len, wrap, root, inverse_len)?;
        let pool = Pool::new(2 * 8 * (recipe.scratch_len(len) + 64));
        Ok(NttPlan { p, len, wrap, root, inverse_len, recipe, body, permuted: OnceLock::new(), pool })
    }

    /// The order that W must have; `None` unless that is a power of two.
    fn order(len: usize, wrap: Wrap) -> Option<u64> {
        let order = if wrap == Wrap::Cyclic { Some(len as u64) } else { (len as u64).checked_mul(2) };
        order.filter(|_| len.is_power_of_two())
    }

    /// The modulus.
    #[must_use]
    pub fn modulus(&self) -> Modulus {
        self.p
    }

    /// The number of values.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Never: a transform has at least one value.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Modulus polynomial of the products of values.
    #[must_use]
    pub fn wrap(&self) -> Wrap {
        self.wrap
    }

    /// The root W, of order `len`, negacyclic 2·`len`.
    #[must_use]
    pub fn root(&self) -> u64 {
        self.root
    }

    /// 1/n modulo p.
    #[must_use]
    pub fn inverse_len(&self) -> u64 {
        self.inverse_len
    }

    /// Algorithm and kernel of the transform.
    #[must_use]
    pub fn recipe(&self) -> Recipe {
        self.recipe
    }

    /// Transforms coefficients to values, both in natural order and in [0, p): entry i becomes A(W^i), negacyclic
    /// A(W^(2i+1)).
    ///
    /// # Panics
    /// When `x` has another length than the plan.
    #[inline]
    pub fn forward(&self, x: &mut [u64]) {
        self.in_own_scratch(Direction::Forward, x);
    }

    /// Transforms values to coefficients: the inverse of [`forward`](Self::forward), including the factor 1/n.
    ///
    /// # Panics
    /// When `x` has another length than the plan.
    #[inline]
    pub fn inverse(&self, x: &mut [u64]) {
        self.in_own_scratch(Direction::Inverse, x);
    }

    #[inline]
    fn in_own_scratch(&self, direction: Direction, x: &mut [u64]) {
        match self.scratch_len() {
            0 => self.run(direction, x, &mut []),
            words @ 1..=64 => self.run(direction, x, &mut Aligned([0; 64]).0[..words]),
            words @ 65..=256 => self.run(direction, x, &mut Aligned([0; 256]).0[..words]),
            _ => self.run(direction, x, &mut self.scratch()),
        }
    }

    /// Transforms `x` in either direction, in the caller's scratch of [`scratch_len`](Self::scratch_len) words of any
    /// content; allocates no memory but a pointer for each row of long transforms. Scratch and x are best at 64-byte
    /// boundaries.
    ///
    /// # Panics
    /// When `x` has another length than the plan, or `scratch` is too short.
    #[inline]
    pub fn run(&self, direction: Direction, x: &mut [u64], scratch: &mut [u64]) {
        self.check(x);
        assert!(scratch.len() >= self.scratch_len(), "{} words of scratch, of {}", scratch.len(), self.scratch_len());
        match &self.body {
            Body::Portable(plan) if direction == Direction::Forward => plan.forward(x),
            Body::Portable(plan) => plan.inverse(x),
            Body::Stockham(tables) => tables[direction as usize].run(x, scratch),
            Body::SixStep(tables) => {
                let (scratch, work) = scratch.split_at_mut(self.len);
                tables[direction as usize].run(x, scratch, work);
            }
            Body::Transposed(tables) => {
                let (scratch, work) = scratch.split_at_mut(self.len);
                tables[direction as usize].run(x, scratch, work);
            }
            Body::Tree(tables) => tables.run(direction.into(), x, scratch),
        }
    }

    /// Transforms `x` in either direction, out of place.
    ///
    /// # Panics
    /// When `x` or `out` has another length than the plan.
    pub fn run_into(&self, direction: Direction, x: &[u64], out: &mut [u64]) {
        self.check(x);
        assert_eq!(out.len(), self.len, "a transform of {} values was given room for {}", self.len, out.len());
        match &self.body {
            Body::Stockham(tables) => tables[direction as usize].run_into(x, out, &mut self.scratch()),
            _ => {
                out.copy_from_slice(x);
                self.run(direction, out, &mut self.scratch());
            }
        }
    }

    /// Transforms a batch in either direction: consecutive rows of n values.
    ///
    /// # Panics
    /// When `x` is not a whole number of rows.
    pub fn run_rows(&self, direction: Direction, x: &mut [u64]) {
        assert!(x.len().is_multiple_of(self.len), "rows of {} values in {} words", self.len, x.len());
        let mut scratch = self.scratch();
        for row in x.chunks_exact_mut(self.len) {
            self.run(direction, row, &mut scratch);
        }
    }

    /// Transforms a batch in either direction: the columns of a matrix of n rows, `columns` words each.
    ///
    /// # Panics
    /// When `x` has not n·`columns` words.
    pub fn run_columns(&self, direction: Direction, x: &mut [u64], columns: usize) {
        const BLOCK: usize = 8;
        assert_eq!(x.len(), self.len * columns, "{} rows of {columns} words", self.len);
        let (mut scratch, mut block) = (self.scratch(), Buf::dirty(Some(&self.pool), BLOCK * self.len));
        for first in (0..columns).step_by(BLOCK) {
            let width = BLOCK.min(columns - first);
            for (i, row) in x.chunks_exact(columns).enumerate() {
                for (j, &x) in row[first..first + width].iter().enumerate() {
                    block[j * self.len + i] = x;
                }
            }
            for row in block.chunks_exact_mut(self.len).take(width) {
                self.run(direction, row, &mut scratch);
            }
            for (i, row) in x.chunks_exact_mut(columns).enumerate() {
                for (j, x) in row[first..first + width].iter_mut().enumerate() {
                    *x = block[j * self.len + i];
                }
            }
        }
    }

    /// As [`forward`](Self::forward), but with the values in an order that the plan defines: entry i is the value of
    /// exponent [`permuted(i)`](Self::permuted). From 64 values on vector recipes need no scratch for it; the first
    /// call builds its tables, of n words at most.
    ///
    /// ```
    /// use polymod_core::transform::ntt::{NttPlan, Wrap};
    /// let plan = NttPlan::new(998_244_353, 256, Wrap::Negacyclic)?;
    /// let a: Vec<u64> = (1..=256).collect();
    /// let (mut values, mut permuted) = (a.clone(), a.clone());
    /// plan.forward(&mut values);
    /// plan.forward_permuted(&mut permuted);
    /// assert!((0..256).all(|i| permuted[i] == values[plan.permuted(i)]));
    /// plan.inverse_permuted(&mut permuted);
    /// assert_eq!(permuted, a);
    /// # Ok::<(), polymod_core::Error>(())
    /// ```
    ///
    /// # Panics
    /// When `x` has another length than the plan.
    pub fn forward_permuted(&self, x: &mut [u64]) {
        self.check(x);
        match &self.body {
            Body::Portable(plan) => plan.forward_permuted(x),
            _ => match self.permuted_tables() {
                Some(tables) => tables.forward(x),
                None => self.forward(x),
            },
        }
    }

    /// The inverse of [`forward_permuted`](Self::forward_permuted), including the factor 1/n.
    ///
    /// # Panics
    /// When `x` has another length than the plan.
    pub fn inverse_permuted(&self, x: &mut [u64]) {
        self.check(x);
        match &self.body {
            Body::Portable(plan) => plan.inverse_permuted(x, self.inverse_len),
            _ => match self.permuted_tables() {
                Some(tables) => tables.inverse(x),
                None => self.inverse(x),
            },
        }
    }

    /// The exponent i of the value, A(W^i) or A(W^(2i+1)), at index `place` of
    /// [`forward_permuted`](Self::forward_permuted).
    #[must_use]
    pub fn permuted(&self, place: usize) -> usize {
        match &self.body {
            Body::Portable(_) => crate::bits::reverse_bits(place, self.len.trailing_zeros()),
            _ => self.permuted_kernel().map_or(place, |kernel| kernel.exponent(place, self.len)),
        }
    }

    /// The fastest kernel for bit-reversed order within the recipe's instruction set; `None` for transforms that are
    /// too short.
    fn permuted_kernel(&self) -> Option<&'static NttKernel> {
        permuted_kernel(self.recipe.kernel?.needs(), self.p.n(), self.len)
    }

    fn permuted_tables(&self) -> Option<&PermutedTables> {
        // whether there are tables, too, is found once: a search of the list takes as long as a short transform
        let build = || {
            let points = self.wrap.points(self.p, self.len, self.root);
            self.permuted_kernel().map(|kernel| Box::new(PermutedTables::new(kernel, points, self.inverse_len)))
        };
        self.permuted.get_or_init(build).as_deref()
    }

    /// Number of words of scratch that [`run`](Self::run) needs.
    #[must_use]
    #[inline]
    pub fn scratch_len(&self) -> usize {
        self.recipe.scratch_len(self.len)
    }

    /// The tables of a six-step transform in one direction. Its strips of columns, and then its strips of rows, are
    /// independent, so threads can share them.
    #[must_use]
    pub fn six_step(&self, direction: Direction) -> Option<&SixStepTables> {
        match &self.body {
            Body::SixStep(tables) => Some(&tables[direction as usize]),
            _ => None,
        }
    }

    /// The tables of a six-step transform with transpositions in one direction. The rows of each of its three parts are independent, so threads
    /// can share them.
    #[must_use]
    pub fn transposed(&self, direction: Direction) -> Option<&TransposedTables> {
        match &self.body {
            Body::Transposed(tables) => Some(&tables[direction as usize]),
            _ => None,
        }
    }

    /// The tables of a transform by the tree. Its columns, rows and tiles are independent, so threads can share
    /// them.
    #[must_use]
    pub fn tree(&self) -> Option<&TiledTables> {
        match &self.body {
            Body::Tree(tables) => Some(tables),
            _ => None,
        }
    }

    fn scratch(&self) -> Buf {
        Buf::dirty(Some(&self.pool), self.scratch_len())
    }

    #[inline]
    fn check(&self, x: &[u64]) {
        assert_eq!(x.len(), self.len, "a transform of {} values was given {}", self.len, x.len());
        debug_assert!(x.iter().all(|&x| x < self.p.n()), "a value is not below the modulus");
    }
}

impl Body {
    fn new(recipe: Recipe, p: Modulus, len: usize, wrap: Wrap, root: u64, inverse_len: u64) -> Result<Self> {
        if let Some(kernel) = recipe.kernel {
            let inverse = p.inv(root)?;
            let negacyclic = wrap == Wrap::Negacyclic;
            if let Some(kernel) = recipe.tree() {
                let tables = TiledTables::new(kernel, wrap.points(p, len, root), inverse_len);
                return Ok(Body::Tree(Box::new(tables)));
            }
            // Σ X_i·W^(−2ij − j)/n is a cyclic transform whose values are multiplied by W^−j/n
            let (back, factor) = if negacyclic {
                (p.mul(inverse, inverse), Factor::Powers(inverse_len, inverse))
            } else {
                (inverse, Factor::Constant(inverse_len))
            };
            let sides = [(wrap, root, Factor::One), (Wrap::Cyclic, back, factor)];
            let radix = recipe.radix.unwrap_or(8);
            let six_step = recipe.algorithm == NttAlgorithm::SixStep;
            let sides = sides.map(|(wrap, root, factor)| (wrap.points(p, len, root), factor));
            if six_step && (recipe.radix.is_some() || len < LEAST_SIX_STEP) {
                let [forward, inverse] = sides.map(|(at, factor)| TransposedTables::new(kernel, at, radix, factor));
                return Ok(Body::Transposed(Box::new([forward?, inverse?])));
            }
            return Ok(if six_step {
                Body::SixStep(Box::new(sides.map(|(at, factor)| SixStepTables::new(kernel, at, factor))))
            } else {
                Body::Stockham(Box::new(sides.map(|(at, factor)| StockhamTables::new(kernel, at, radix, factor))))
            });
        }
        let _ = (recipe, inverse_len);
        PortableNtt::new(p, len, wrap, root).map(|plan| Body::Portable(Box::new(plan)))
    }
}

impl Cached for NttPlan {
    fn bytes(&self) -> usize {
        let tables = match &self.body {
            Body::Portable(plan) => plan.bytes(),
            Body::Stockham(tables) => tables.iter().map(StockhamTables::bytes).sum(),
            Body::SixStep(tables) => tables.iter().map(SixStepTables::bytes).sum(),
            Body::Transposed(tables) => tables.iter().map(TransposedTables::bytes).sum(),
            Body::Tree(tables) => tables.bytes(),
        };
        let tables = tables + self.permuted.get().and_then(Option::as_ref).map_or(0, |tables| tables.bytes());
        // the pool keeps scratch for the next call
        size_of::<Self>() + tables + 8 * self.scratch_len()
    }
}
