//! Transforms over the ring itself.

use super::Ring;
use crate::{engine::Context, monitor::Alternative, ring::roots::OwnDft, transform::ntt::Wrap};
use std::sync::Arc;

/// Discrete Fourier transforms over the ring itself. The defaults are for rings without any.
pub trait Dfts: Ring {
    /// The ring's own transforms of `len` values, with their predicted cost on the threads allowed.
    fn own_dfts(&self, _len: usize, _cx: Context<'_>) -> Vec<Alternative> {
        Vec::new()
    }
    /// The transform of [`own_dfts`](Self::own_dfts) with this name, at powers of `root`, a principal root of order
    /// `len` (negacyclic: at odd powers, of order 2·`len`).
    fn own_dft(&self, _algorithm: &str, _len: usize, _wrap: Wrap, _root: &Self::Elem) -> Option<Arc<dyn OwnDft>> {
        None
    }
}
