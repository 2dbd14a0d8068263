//! Methods that Z and Q have in a form of their own: by images modulo primes.

use polymod::{
    AnyRing, Integers, Matrix, Poly, PolyMatrix,
    poly::Factorization,
    ring::{AnyElem, AnyElement, Coeffs, Convolve},
    rug::{Integer, Rational},
};

/// Operands over a ring of a known type, for the methods that no other ring has.
pub trait Over {
    type Of<R: Convolve>;
    /// The operand over the ring itself; `None` over rings of another type.
    fn over<R: Convolve>(&self) -> Option<Self::Of<R>>;
    /// The operand over Z itself.
    fn over_z(&self) -> Option<Self::Of<Integers>> {
        self.over()
    }
}

impl Over for Poly<AnyRing> {
    type Of<R: Convolve> = Poly<R>;
    fn over<R: Convolve>(&self) -> Option<Poly<R>> {
        let r = self.ring().downcast_ref::<R>()?;
        Some(Poly::from_coeffs(r, self.ring().own(self.clone().into_coeffs())))
    }
}

impl Over for Matrix<AnyRing> {
    type Of<R: Convolve> = Matrix<R>;
    fn over<R: Convolve>(&self) -> Option<Matrix<R>> {
        let r = self.ring().downcast_ref::<R>()?;
        Matrix::new(r, self.rows(), self.cols(), self.ring().own(self.clone().into_entries())).ok()
    }
}

impl Over for PolyMatrix<AnyRing> {
    type Of<R: Convolve> = PolyMatrix<R>;
    fn over<R: Convolve>(&self) -> Option<PolyMatrix<R>> {
        let r = self.ring().downcast_ref::<R>()?;
        let entries = self.entries().iter().map(Over::over::<R>).collect::<Option<_>>()?;
        PolyMatrix::new(r, self.rows(), self.cols(), entries).ok()
    }
}

/// Results over a ring itself as results over a ring of any type.
pub trait Erase {
    type Erased;
    fn erase(self, ring: &AnyRing) -> Self::Erased;
}

impl Erase for Integer {
    type Erased = AnyElem;
    fn erase(self, _: &AnyRing) -> AnyElem {
        AnyElem::Integer(self)
    }
}

impl Erase for Rational {
    type Erased = AnyElem;
    fn erase(self, _: &AnyRing) -> AnyElem {
        AnyElement::erase(self)
    }
}

impl<R: Convolve> Erase for Coeffs<R> {
    type Erased = Coeffs<AnyRing>;
    fn erase(self, ring: &AnyRing) -> Coeffs<AnyRing> {
        ring.erased(self)
    }
}

impl<R: Convolve> Erase for Poly<R> {
    type Erased = Poly<AnyRing>;
    fn erase(self, ring: &AnyRing) -> Poly<AnyRing> {
        Poly::from_coeffs(ring, ring.erased(self.into_coeffs()))
    }
}

impl<R: Convolve<Elem: Erase<Erased = AnyElem>>> Erase for Factorization<R> {
    type Erased = Factorization<AnyRing>;
    fn erase(self, ring: &AnyRing) -> Factorization<AnyRing> {
        let factors = self.factors.into_iter().map(|(p, e)| (p.erase(ring), e)).collect();
        Factorization { unit: self.unit.erase(ring), factors }
    }
}

impl<R: Convolve> Erase for Matrix<R> {
    type Erased = Matrix<AnyRing>;
    fn erase(self, ring: &AnyRing) -> Matrix<AnyRing> {
        let (rows, cols) = self.shape();
        Matrix::new(ring, rows, cols, ring.erased(self.into_entries())).expect("a matrix of the same shape")
    }
}

impl<T: Erase> Erase for Option<T> {
    type Erased = Option<T::Erased>;
    fn erase(self, ring: &AnyRing) -> Self::Erased {
        self.map(|x| x.erase(ring))
    }
}

impl<S: Erase, T: Erase> Erase for (S, T) {
    type Erased = (S::Erased, T::Erased);
    fn erase(self, ring: &AnyRing) -> Self::Erased {
        (self.0.erase(ring), self.1.erase(ring))
    }
}

macro_rules! unchanged {
    ($($type:ty),*) => { $(
        impl Erase for $type {
            type Erased = Self;
            fn erase(self, _: &AnyRing) -> Self {
                self
            }
        }
    )* };
}
unchanged!(usize, u64, bool);

/// Runs an expression in operands, over Z and Q with the operands over these rings themselves; the result is one over the ring of any type.
macro_rules! exact {
    ($py:expr, $work:expr, $ring:expr, [$($operand:ident),+], $body:expr) => {{
        let (work, ring): (_, &polymod::AnyRing) = ($work, $ring);
        if let ($(Some($operand),)+) = ($($crate::exact::Over::over_z($operand),)+) {
            $(let $operand = &$operand;)+
            $crate::run::run($py, work, || $body).map(|value| $crate::exact::Erase::erase(value, ring))
        } else {
            $crate::exact::direct!($py, work, ring, [$($operand),+], $body)
        }
    }};
}

/// The same for operands over other rings than Z.
macro_rules! direct {
    ($py:expr, $work:expr, $ring:expr, [$($operand:ident),+], $body:expr) => {{
        let (work, ring): (_, &polymod::AnyRing) = ($work, $ring);
        if let ($(Some($operand),)+) = ($($crate::exact::Over::over::<polymod::Rationals>($operand),)+) {
            $(let $operand = &$operand;)+
            $crate::run::run($py, work, || $body).map(|value| $crate::exact::Erase::erase(value, ring))
        } else {
            $crate::run::run($py, work, || $body)
        }
    }};
}
pub(crate) use {direct, exact};
