//! Transforms over the ring itself.

use super::Ring;
use crate::{engine::Context, monitor::Alternative, ring::roots::OwnDft, transform::ntt::Wrap};
use std::sync::Arc;

/// Discrete Fourier transforms over the ring itself. The defaults are for rings without any.
///
/// ```
/// # use polymod::{Zn, ring::traits::*};
/// let f = Zn::new(97)?;
/// assert!(f.engine().enter(|cx| f.own_dfts(32, cx)).len() >= 1); // 32 divides 97 − 1
/// # Ok::<(), polymod::Error>(())
/// ```
pub trait Dfts: Ring {
    /// The ring's own transforms of `len` values, with their predicted cost on the threads allowed.
    ///
    /// ```
    /// # use polymod::{F2, Zn, ring::traits::*};
    /// let (f, g) = (Zn::new(97)?, F2::new());
    /// assert!(f.engine().enter(|cx| f.own_dfts(32, cx)).iter().all(|way| way.predicted_ns > 0.0));
    /// assert!(g.engine().enter(|cx| g.own_dfts(32, cx)).is_empty());
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn own_dfts(&self, _len: usize, _cx: Context<'_>) -> Vec<Alternative> {
        Vec::new()
    }
    /// The transform of [`own_dfts`](Self::own_dfts) with this name, at powers of `root`, a principal root of order
    /// `len` (negacyclic: at odd powers, of order 2·`len`).
    ///
    /// ```
    /// # use polymod::{Wrap, Zn, core::transform::ntt::Direction, ring::traits::*};
    /// # let f = Zn::new(17)?;
    /// for way in f.engine().enter(|cx| f.own_dfts(4, cx)) {
    ///     let dft = f.own_dft(way.algorithm, 4, Wrap::Cyclic, &4).expect("it is listed");
    ///     let mut words = [1, 2, 3, 4]; // 1 + 2x + 3x² + 4x³
    ///     f.engine().enter(|cx| dft.run(Direction::Forward, &mut words, cx));
    ///     assert_eq!(words, [10, 7, 15, 6]); // at 1, 4, 16 and 13
    /// }
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn own_dft(&self, _algorithm: &str, _len: usize, _wrap: Wrap, _root: &Self::Elem) -> Option<Arc<dyn OwnDft>> {
        None
    }
}
