//! Plans of transforms modulo a word.

mod product;
