//! Z/n as an [`AnyRing`]: what takes images modulo primes has the algorithms that are compiled for all rings, in place of some for Z/n alone.

use crate::{
    arith::Modulus,
    engine::Engine,
    ring::{AnyRing, Coeffs, Convolve, Ring, View, Zn},
};

impl AnyRing {
    /// Z/p for a modulus known to be prime.
    pub(crate) fn of_prime(engine: &Engine, p: Modulus) -> Self {
        AnyRing::field(Zn::of_prime(engine, p))
    }

    /// The ring as Z/n for n of one word.
    fn zn(&self) -> &Zn {
        self.as_zn().expect("Z/n for n of one word")
    }

    /// The residues of a vector over Z/n for n of one word.
    pub(crate) fn residues<'a>(&self, v: View<'a, Self>) -> &'a [u64] {
        self.zn().words(v.cast())
    }

    /// A vector over Z/n for n of one word, of residues that are known to be such.
    pub(crate) fn of_reduced(&self, residues: &[u64]) -> Coeffs<Self> {
        self.erased(self.zn().collect(residues))
    }
}

#[cfg(feature = "integers")]
mod integers {
    use crate::{
        Result,
        arith::Modulus,
        engine::Engine,
        ring::{AnyElem, AnyRing, Coeffs, ZnBig, integer_image},
        tested,
    };
    use rug::Integer;

    impl AnyRing {
        /// Z/n.
        ///
        /// # Errors
        /// [`Error::Modulus`](crate::Error::Modulus) for 0 and 1.
        pub(crate) fn modulo(engine: &Engine, n: u64) -> Result<Self> {
            super::Zn::on(engine, n).map(AnyRing::field)
        }

        tested! {
            /// Z/n for n of any size.
            ///
            /// # Errors
            /// As [`modulo`](Self::modulo).
            pub(crate) fn modulo_integer(engine: &Engine, n: &Integer) -> Result<Self> {
                match n.to_u64() {
                    Some(word) => Self::modulo(engine, word),
                    None => ZnBig::on(engine, n.clone()).map(AnyRing::field),
                }
            }
        }

        /// The modulus of Z/n for n of one word.
        pub(crate) fn modulus(&self) -> Modulus {
            self.zn().modulus()
        }

        tested! {
            /// A vector over Z/n for n of one word.
            ///
            /// # Errors
            /// [`Error::NotReduced`](crate::Error::NotReduced) for a number that is no residue.
            pub(crate) fn of_residues(&self, residues: &[u64]) -> Result<Coeffs<Self>> {
                self.zn().view(residues)?;
                Ok(self.of_reduced(residues))
            }
        }

        tested! {
            /// The image of an integer.
            pub(crate) fn integer_image(&self, x: &Integer) -> AnyElem {
                integer_image(self, x)
            }
        }
    }

    impl AnyElem {
        /// The residue that an element of Z/n for n of one word is.
        pub(crate) fn residue(&self) -> u64 {
            match self {
                AnyElem::Word(residue) => *residue,
                other => panic!("{other:?} is no residue of one word"),
            }
        }

        tested! {
            /// The residue that an element of Z/n is, or the integer.
            pub(crate) fn into_integer(self) -> Integer {
                match self {
                    AnyElem::Word(residue) => Integer::from(residue),
                    AnyElem::Integer(x) => x,
                    other => panic!("{other:?} is no integer"),
                }
            }
        }
    }
}
