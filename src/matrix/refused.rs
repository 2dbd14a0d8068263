//! What an elimination refuses because a pivot is no unit, without the feature `integers`: that remains refused.

use super::Matrix;
use crate::{Error, Result, ring::Ring};

impl<R: Ring> Matrix<R> {
    /// No generators of the rows.
    pub(super) fn row_space_by_forms(&self, refused: Error) -> Result<Self> {
        Err(refused)
    }

    /// No kernel.
    pub(super) fn kernel_by_forms(&self, refused: Error) -> Result<Self> {
        Err(refused)
    }

    /// No solution.
    pub(super) fn solution_by_forms(&self, _right: &Self, refused: Error) -> Result<Self> {
        Err(refused)
    }

    /// No inverse.
    pub(super) fn inverse_by_forms(&self, refused: Error) -> Result<Self> {
        Err(refused)
    }

    /// No rank.
    pub(super) fn rank_by_forms(&self, refused: Error) -> Result<usize> {
        Err(refused)
    }
}
