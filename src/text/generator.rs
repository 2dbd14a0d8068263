//! The name of the generator of an extension: `t`, or the second name of a text in which the
//! variable is known.

use super::{ReadError, detect, element::GENERATOR, scanner::Scanner, sink::Sink};
use crate::ring::Ring;
use std::io::Read;

/// The variable of a text in which another name is the generator's.
const VARIABLE: &str = "x";

impl<R: Ring> Sink<'_, R> {
    /// Whether a name just read is the generator's: `t`, the name that has been it before, or the
    /// second of exactly two names, of which the other is `x` or the variable of an earlier text.
    /// Looks ahead for that other name.
    pub(super) fn is_generator<T: Read>(&mut self, name: &str, scanner: &mut Scanner<T>) -> Result<bool, ReadError> {
        // integers are names of elements in extensions alone
        if !self.ring().names() || self.variable() == Some(name) {
            return Ok(false);
        }
        if let Some(own) = &self.generator {
            return Ok(own == name);
        }
        let known = self.known_variable().unwrap_or(VARIABLE).to_owned();
        let is_generator = match self.variable() {
            _ if name == GENERATOR => true,
            _ if name == VARIABLE || name == known => false,
            Some(variable) => variable == VARIABLE || variable == known,
            None => {
                matches!(detect::holds_names(scanner, [VARIABLE, &known, GENERATOR])?, [x, other, false] if x || other)
            }
        };
        if is_generator {
            self.set_generator(name);
        }
        Ok(is_generator)
    }
}
