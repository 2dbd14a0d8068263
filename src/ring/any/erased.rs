//! The methods of a ring of any type, over the vectors and elements of [`AnyRing`].

use super::{
    AnyElem, AnyElement, AnyPlan, AnyRing,
    methods::{argument, erased, given, methods, result},
};
use crate::{
    Error, Result,
    engine::{Context, Engine},
    monitor::Alternative,
    ring::{
        Appended, Appender, AtPoints, Block, Blocks, Candidate, Candidates, Cardinality, Choices, Codec, Coeffs,
        ConvShape, Convolve, Determinants, Dfts, Elimination, Euclid, Evaluation, FiniteField, Gather, Grid, GridShape,
        OwnDft, Place, ProductAlgorithm, ProductShape, Products, Quotients, Remainders, Ring, Roots, Short,
        ShortDivisor, ShortOp, Size, Transition, Vectors, View, Wanted, Window, Zn, euclid::Division, power,
    },
    scratch::Buf,
    transform::ntt::Wrap,
};
use std::{any::Any, fmt::Debug, mem, ops::Range, sync::Arc};

/// A vector of an [`AnyRing`] while the ring R itself writes to it.
struct Lent<'a, R> {
    lender: &'a mut Coeffs<AnyRing>,
    /// `None` once it was given back.
    own: Option<Coeffs<R>>,
}

impl<'a, R> Lent<'a, R> {
    #[inline]
    fn new(lender: &'a mut Coeffs<AnyRing>) -> Self {
        let own = Some(lender.take().into_cast());
        Lent { lender, own }
    }

    #[inline]
    fn vector(&mut self) -> &mut Coeffs<R> {
        self.own.as_mut().expect("it is given back at the end")
    }
}

impl<R> Drop for Lent<'_, R> {
    #[inline]
    fn drop(&mut self) {
        if let Some(own) = self.own.take() {
            // what it replaces has no memory
            mem::forget(mem::replace(self.lender, own.into_cast()));
        }
    }
}

/// The elements as the ring itself has them.
fn elements<R: Ring<Elem: AnyElement>>(all: &[AnyElem]) -> Vec<R::Elem> {
    all.iter().map(|x| R::Elem::of(x).clone()).collect()
}

/// What the ring itself made, for an [`AnyRing`].
struct Own<T>(T);

/// A divisor prepared by the ring itself.
struct ErasedDivisor<R: Ring> {
    ring: R,
    divisor: Box<dyn ShortDivisor<R>>,
}

impl<R: Ring> ShortDivisor<AnyRing> for ErasedDivisor<R> {
    fn div_rem(&self, _: &AnyRing, a: View<'_, AnyRing>) -> [Coeffs<AnyRing>; 2] {
        self.divisor.div_rem(&self.ring, a.cast()).map(Coeffs::into_cast)
    }

    fn product(&self, _: &AnyRing, a: View<'_, AnyRing>, b: View<'_, AnyRing>) -> Coeffs<AnyRing> {
        self.divisor.product(&self.ring, a.cast(), b.cast()).into_cast()
    }

    fn power(&self, _: &AnyRing, a: View<'_, AnyRing>, e: &[u64]) -> Option<Coeffs<AnyRing>> {
        Some(self.divisor.power(&self.ring, a.cast(), e)?.into_cast())
    }
}

impl<R: Ring> Appender<AnyRing> for Own<Appended<R>> {
    fn push_limbs(&mut self, negative: bool, magnitude: &[u64]) -> Result<()> {
        self.0.push_limbs(negative, magnitude)
    }

    fn push_decimal(&mut self, negative: bool, digits: &[u8]) -> Result<()> {
        self.0.push_decimal(negative, digits)
    }

    fn view(&self) -> View<'_, AnyRing> {
        self.0.view().cast()
    }

    fn take(&mut self) -> Coeffs<AnyRing> {
        self.0.take().into_cast()
    }

    fn put(&mut self, v: Coeffs<AnyRing>) {
        self.0.put(v.into_cast());
    }
}

macro_rules! declared {
    ($($trait:ident { $($name:ident($($arg:ident: $kind:tt),*) -> $result:tt;)* })*) => {
        /// The methods of the traits of rings without the ring's type.
        pub(super) trait Erased: Send + Sync + Debug {
            $($(fn $name(&self, $($arg: argument!($kind)),*) -> result!($result);)*)*

            fn as_any(&self) -> &dyn Any;
            fn equals(&self, other: &dyn Any) -> bool;
            fn appender(&self) -> Box<dyn Appender<AnyRing>>;
            fn short_divisor(&self, b: View<'_, AnyRing>) -> Option<Box<dyn ShortDivisor<AnyRing>>>;
            fn euclid(
                &self,
                pair: [View<'_, AnyRing>; 2],
                wanted: Wanted,
                log: Option<&mut Vec<Division<AnyElem>>>,
            ) -> Result<Remainders<AnyRing>>;
            fn conv_plan(&self, shapes: &[ConvShape], terms: usize, cx: Context<'_>) -> Result<Arc<AnyPlan>>;
        }
    };
}

macro_rules! implemented {
    ($($trait:ident { $($name:ident($($arg:ident: $kind:tt),*) -> $result:tt;)* })*) => {
        impl<R> Erased for R
        where
            R: Convolve<Elem: AnyElement, Plan: 'static, Image = Buf, Sum = Buf>,
        {
            $($(fn $name(&self, $($arg: argument!($kind)),*) -> result!($result) {
                erased!($result, $trait::$name(self, $(given!(R, $kind, $arg)),*))
            })*)*

            fn as_any(&self) -> &dyn Any {
                self
            }

            fn equals(&self, other: &dyn Any) -> bool {
                other.downcast_ref() == Some(self)
            }

            fn appender(&self) -> Box<dyn Appender<AnyRing>> {
                Box::new(Own(Appended::new(self)))
            }

            fn short_divisor(&self, b: View<'_, AnyRing>) -> Option<Box<dyn ShortDivisor<AnyRing>>> {
                let divisor = Quotients::short_divisor(self, b.cast())?;
                Some(Box::new(ErasedDivisor { ring: self.clone(), divisor }))
            }

            fn euclid(
                &self,
                pair: [View<'_, AnyRing>; 2],
                wanted: Wanted,
                log: Option<&mut Vec<Division<AnyElem>>>,
            ) -> Result<Remainders<AnyRing>> {
                let mut own = log.is_some().then(Vec::new);
                let all = Euclid::euclid(self, pair.map(View::cast), wanted, own.as_mut())?;
                if let (Some(log), Some(own)) = (log, own) {
                    log.extend(own.into_iter().map(|d| Division { gap: d.gap, lead: d.lead.erase(), scale: d.scale.erase() }));
                }
                let matrix = Transition(all.matrix.0.map(|row| row.map(Coeffs::into_cast)));
                Ok(Remainders { pair: all.pair.map(Coeffs::into_cast), matrix })
            }

            fn conv_plan(&self, shapes: &[ConvShape], terms: usize, cx: Context<'_>) -> Result<Arc<AnyPlan>> {
                Convolve::conv_plan(self, shapes, terms, cx).map(|plan| Arc::new(AnyPlan(plan)))
            }
        }
    };
}

/// What the table of methods cannot express.
macro_rules! own_items {
    (Ring) => {
        type Elem = AnyElem;
    };
    (Quotients) => {
        fn short_divisor(&self, b: View<'_, Self>) -> Option<Box<dyn ShortDivisor<Self>>> {
            self.ring.short_divisor(b)
        }
    };
    (Euclid) => {
        fn euclid(
            &self,
            pair: [View<'_, Self>; 2],
            wanted: Wanted,
            log: Option<&mut Vec<Division<AnyElem>>>,
        ) -> Result<Remainders<Self>> {
            self.ring.euclid(pair, wanted, log)
        }
    };
    (Codec) => {
        fn appender(&self) -> Box<dyn Appender<Self>> {
            self.ring.appender()
        }
    };
    (Convolve) => {
        type Plan = AnyPlan;
        type Image = Buf;
        type Sum = Buf;

        fn conv_plan(&self, shapes: &[ConvShape], terms: usize, cx: Context<'_>) -> Result<Arc<AnyPlan>> {
            self.ring.conv_plan(shapes, terms, cx)
        }
        fn as_zn(&self) -> Option<&Zn> {
            self.downcast_ref()
        }
        #[cfg(feature = "integers")]
        fn wide_modulus(&self) -> Option<&[u64]> {
            self.downcast_ref::<crate::ring::ZnBig>()?.wide_modulus()
        }
    };
    ($other:ident) => {};
}

macro_rules! passed_on {
    ($($trait:ident { $($name:ident($($arg:ident: $kind:tt),*) -> $result:tt;)* })*) => {
        $(impl $trait for AnyRing {
            own_items!($trait);

            $(fn $name(&self, $($arg: argument!($kind)),*) -> result!($result) {
                self.ring.$name($($arg),*)
            })*
        })*
    };
}

methods!(declared);
methods!(implemented);
methods!(passed_on);

/// The methods of [`FiniteField`] without the field's type.
pub(super) trait ErasedField: Send + Sync {
    fn cardinality(&self) -> Result<Cardinality>;
    fn random(&self, word: &mut dyn FnMut() -> u64) -> AnyElem;
    fn frobenius_root(&self, a: &AnyElem) -> Result<AnyElem>;
    fn square_root(&self, a: &AnyElem, size: &Cardinality) -> Option<AnyElem>;
    fn pow_words(&self, a: &AnyElem, e: &[u64]) -> AnyElem;
    fn short_factors(&self, f: View<'_, AnyRing>) -> Option<Vec<(Coeffs<AnyRing>, u64)>>;
    fn short_irreducible(&self, f: View<'_, AnyRing>) -> Option<bool>;
    fn short_squarefree(&self, f: View<'_, AnyRing>) -> Option<Vec<(Coeffs<AnyRing>, u64)>>;
    fn short_roots(&self, f: View<'_, AnyRing>, split: bool) -> Option<Coeffs<AnyRing>>;
    fn small_characteristic(&self) -> Result<Option<u64>>;
}

impl<R: FiniteField<Elem: AnyElement>> ErasedField for R {
    fn cardinality(&self) -> Result<Cardinality> {
        FiniteField::cardinality(self)
    }

    fn random(&self, word: &mut dyn FnMut() -> u64) -> AnyElem {
        FiniteField::random(self, word).erase()
    }

    fn frobenius_root(&self, a: &AnyElem) -> Result<AnyElem> {
        FiniteField::frobenius_root(self, R::Elem::of(a)).map(AnyElement::erase)
    }

    fn square_root(&self, a: &AnyElem, size: &Cardinality) -> Option<AnyElem> {
        FiniteField::square_root(self, R::Elem::of(a), size).map(AnyElement::erase)
    }

    fn pow_words(&self, a: &AnyElem, e: &[u64]) -> AnyElem {
        FiniteField::pow_words(self, R::Elem::of(a), e).erase()
    }

    fn short_factors(&self, f: View<'_, AnyRing>) -> Option<Vec<(Coeffs<AnyRing>, u64)>> {
        FiniteField::short_factors(self, f.cast()).map(cast)
    }

    fn short_irreducible(&self, f: View<'_, AnyRing>) -> Option<bool> {
        FiniteField::short_irreducible(self, f.cast())
    }

    fn short_squarefree(&self, f: View<'_, AnyRing>) -> Option<Vec<(Coeffs<AnyRing>, u64)>> {
        FiniteField::short_squarefree(self, f.cast()).map(cast)
    }

    fn small_characteristic(&self) -> Result<Option<u64>> {
        FiniteField::small_characteristic(self)
    }

    fn short_roots(&self, f: View<'_, AnyRing>, split: bool) -> Option<Coeffs<AnyRing>> {
        FiniteField::short_roots(self, f.cast(), split).map(Coeffs::into_cast)
    }
}

/// The same factors over another ring with the same layout.
fn cast<R>(factors: Vec<(Coeffs<R>, u64)>) -> Vec<(Coeffs<AnyRing>, u64)> {
    factors.into_iter().map(|(factor, multiplicity)| (factor.into_cast(), multiplicity)).collect()
}

impl FiniteField for AnyRing {
    fn cardinality(&self) -> Result<Cardinality> {
        let unsupported = || Error::Unsupported { operation: "the number of elements".into(), ring: self.name() };
        self.field.as_ref().ok_or_else(unsupported)?.cardinality()
    }

    fn random(&self, word: &mut dyn FnMut() -> u64) -> AnyElem {
        match &self.field {
            Some(field) => field.random(word),
            None => self.elem(word() as i64),
        }
    }

    fn frobenius_root(&self, a: &AnyElem) -> Result<AnyElem> {
        let unsupported = || Error::Unsupported { operation: "a Frobenius root".into(), ring: self.name() };
        self.field.as_ref().ok_or_else(unsupported)?.frobenius_root(a)
    }

    fn square_root(&self, a: &AnyElem, size: &Cardinality) -> Option<AnyElem> {
        self.field.as_ref()?.square_root(a, size)
    }

    fn pow_words(&self, a: &AnyElem, e: &[u64]) -> AnyElem {
        match &self.field {
            Some(field) => field.pow_words(a, e),
            None => power(self, a, e),
        }
    }

    fn short_factors(&self, f: View<'_, Self>) -> Option<Vec<(Coeffs<Self>, u64)>> {
        self.field.as_ref()?.short_factors(f)
    }

    fn short_irreducible(&self, f: View<'_, Self>) -> Option<bool> {
        self.field.as_ref()?.short_irreducible(f)
    }

    fn short_squarefree(&self, f: View<'_, Self>) -> Option<Vec<(Coeffs<Self>, u64)>> {
        self.field.as_ref()?.short_squarefree(f)
    }

    fn small_characteristic(&self) -> Result<Option<u64>> {
        match &self.field {
            Some(field) => field.small_characteristic(),
            None => self.cardinality().map(|_| None),
        }
    }

    fn short_roots(&self, f: View<'_, Self>, split: bool) -> Option<Coeffs<Self>> {
        self.field.as_ref()?.short_roots(f, split)
    }
}
