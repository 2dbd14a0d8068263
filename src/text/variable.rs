//! The common variable of several expressions.

use super::scanner::Position;
use std::cell::RefCell;

/// The variable of the operands of one call: the first name in any of their expressions. A different name in any of them is
/// refused, and the error gives the positions of both.
///
/// ```
/// use polymod::{Zn, text::{self, ReadOptions, Variable}};
/// let (ring, variable) = (Zn::new(97)?, Variable::default());
/// let options = ReadOptions { variable: Some(&variable), ..ReadOptions::default() };
/// variable.begin_text("a.txt");
/// assert!(text::read_poly(&ring, &b"t + 1"[..], &options).is_ok());
/// variable.begin_text("b.txt");
/// let error = text::read_poly(&ring, &b"x + 1"[..], &options).unwrap_err();
/// assert_eq!(error.to_string(), "1:1: expected the variable \"t\" as at a.txt:1:1, found \"x\"");
/// # Ok::<(), polymod::Error>(())
/// ```
#[derive(Debug, Default)]
pub struct Variable {
    /// Name of the text being read, for errors.
    text: RefCell<String>,
    /// The variable's name, and the position of its first occurrence.
    first: RefCell<Option<(String, String)>>,
    /// The name of the ring's generator.
    generator: RefCell<Option<String>>,
}

impl Variable {
    /// Sets the name, for errors, of the text that is read next.
    ///
    /// ```
    /// # use polymod::{Zn, text::{ReadOptions, Variable, read_poly}};
    /// let variable = Variable::default();
    /// let options = ReadOptions { variable: Some(&variable), ..ReadOptions::default() };
    /// variable.begin_text("a.txt");
    /// read_poly(&Zn::new(97)?, &b"t + 1"[..], &options)?;
    /// let error = read_poly(&Zn::new(97)?, &b"x"[..], &options).unwrap_err();
    /// assert!(error.to_string().contains("as at a.txt:1:1"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn begin_text(&self, name: &str) {
        name.clone_into(&mut self.text.borrow_mut());
    }

    /// The variable's name, if one of the texts has had it.
    pub(super) fn name(&self) -> Option<String> {
        self.first.borrow().as_ref().map(|(name, _)| name.clone())
    }

    /// The name of the ring's generator, if one of the texts has had it.
    pub(super) fn generator(&self) -> Option<String> {
        self.generator.borrow().clone()
    }

    /// Keeps the name of the ring's generator.
    pub(super) fn set_generator(&self, name: &str) {
        *self.generator.borrow_mut() = Some(name.to_owned());
    }

    /// The expected token, if this name is not the variable. The first name becomes the variable.
    pub(super) fn expected_instead_of(&self, name: &str, at: Position) -> Option<String> {
        let mut first = self.first.borrow_mut();
        let (own, place) = first.get_or_insert_with(|| {
            let text = self.text.borrow();
            let between = if text.is_empty() { "" } else { ":" };
            (name.to_owned(), format!("{text}{between}{}:{}", at.line, at.column))
        });
        (own != name).then(|| format!("the variable \"{own}\" as at {place}"))
    }
}
