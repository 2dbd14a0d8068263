//! Transforms of small order over the field of 2^60 elements, in place. The build script writes them
//! (`build/codelets.rs` says how they work).

use super::{
    field::Field,
    passes::{Axis, Codelet},
};
use crate::simd::Scattered;

include!(concat!(env!("OUT_DIR"), "/codelets.rs"));
