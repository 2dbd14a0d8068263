//! Methods that Z has in a form of its own: by images modulo primes.

use polymod::{
    AnyRing, Integers, Matrix, Poly, PolyMatrix,
    poly::Factorization,
    ring::{AnyElem, Coeffs},
    rug::Integer,
};

/// Operands over Z themselves, for the methods that no other ring has.
pub trait OverZ {
    type Exact;
    /// The operand over Z itself; `None` over other rings.
    fn over_z(&self) -> Option<Self::Exact>;
}

impl OverZ for Poly<AnyRing> {
    type Exact = Poly<Integers>;
    fn over_z(&self) -> Option<Poly<Integers>> {
        let z = self.ring().downcast_ref::<Integers>()?;
        Some(Poly::from_coeffs(z, self.ring().own(self.clone().into_coeffs())))
    }
}

impl OverZ for Matrix<AnyRing> {
    type Exact = Matrix<Integers>;
    fn over_z(&self) -> Option<Matrix<Integers>> {
        let z = self.ring().downcast_ref::<Integers>()?;
        Matrix::new(z, self.rows(), self.cols(), self.ring().own(self.clone().into_entries())).ok()
    }
}

impl OverZ for PolyMatrix<AnyRing> {
    type Exact = PolyMatrix<Integers>;
    fn over_z(&self) -> Option<PolyMatrix<Integers>> {
        let z = self.ring().downcast_ref::<Integers>()?;
        let entries = self.entries().iter().map(OverZ::over_z).collect::<Option<_>>()?;
        PolyMatrix::new(z, self.rows(), self.cols(), entries).ok()
    }
}

/// Results over Z itself as results over a ring of any type.
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

impl Erase for Coeffs<Integers> {
    type Erased = Coeffs<AnyRing>;
    fn erase(self, ring: &AnyRing) -> Coeffs<AnyRing> {
        ring.erased(self)
    }
}

impl Erase for Poly<Integers> {
    type Erased = Poly<AnyRing>;
    fn erase(self, ring: &AnyRing) -> Poly<AnyRing> {
        Poly::from_coeffs(ring, ring.erased(self.into_coeffs()))
    }
}

impl Erase for Factorization<Integers> {
    type Erased = Factorization<AnyRing>;
    fn erase(self, ring: &AnyRing) -> Factorization<AnyRing> {
        let factors = self.factors.into_iter().map(|(p, e)| (p.erase(ring), e)).collect();
        Factorization { unit: self.unit.erase(ring), factors }
    }
}

impl Erase for Matrix<Integers> {
    type Erased = Matrix<AnyRing>;
    fn erase(self, ring: &AnyRing) -> Matrix<AnyRing> {
        let (rows, cols) = self.shape();
        Matrix::new(ring, rows, cols, ring.erased(self.into_entries())).expect("a matrix of the same shape")
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
unchanged!(usize, bool);

/// Runs an expression in operands, over Z with the operands over Z itself; the result is one over the ring of any type.
macro_rules! exact {
    ($py:expr, $work:expr, $ring:expr, [$($operand:ident),+], $body:expr) => {{
        use $crate::exact::{Erase, OverZ};
        let (work, ring): (_, &polymod::AnyRing) = ($work, $ring);
        if let ($(Some($operand),)+) = ($($operand.over_z(),)+) {
            $(let $operand = &$operand;)+
            $crate::run::run($py, work, || $body).map(|value| value.erase(ring))
        } else {
            $crate::run::run($py, work, || $body)
        }
    }};
}
pub(crate) use exact;
