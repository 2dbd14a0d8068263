//! Generalized Fermat prime fields.

mod convolution;
