//! Plans of transforms.

mod cache;
mod fermat;
mod ntt;
