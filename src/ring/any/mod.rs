//! A ring chosen at run time, for programs that would otherwise compile every algorithm once for each ring.

mod erased;
mod images;
mod methods;
#[cfg(feature = "num-traits")]
mod num;

use super::{Coeffs, Convolve, FiniteField, Ring};
use crate::scratch::Buf;
use erased::{Erased, ErasedField};
#[cfg(feature = "integers")]
use rug::Integer;
use std::{
    any::Any,
    fmt,
    hash::{Hash, Hasher},
    sync::Arc,
};

/// A coefficient ring of any type behind one pointer. Vectors have the layout of the ring itself, and its kernels run on them; an
/// operation on a vector takes some nanoseconds more than on the ring itself, one on an element some tens.
///
/// ```
/// use polymod::{AnyRing, F2, Gf2k, Poly, Zn};
/// let rings = [AnyRing::field(Zn::new(97)?), AnyRing::field(F2::new()), AnyRing::field(Gf2k::new(8, 0x11b)?)];
/// let squares = rings.map(|r| Poly::parse(&r, "x + 1").map(|f| (&f * &f).to_string()));
/// assert_eq!(squares, [Ok("x^2 + 2*x + 1".into()), Ok("x^2 + 1".into()), Ok("x^2 + 1".into())]);
/// # Ok::<(), polymod::Error>(())
/// ```
#[derive(Clone)]
pub struct AnyRing {
    ring: Arc<dyn Erased>,
    field: Option<Arc<dyn ErasedField>>,
}

/// An element of an [`AnyRing`].
///
/// ```
/// # use polymod::{AnyRing, F2, Ring, Zn, ring::AnyElem};
/// let [f, g] = [AnyRing::field(Zn::new(97)?), AnyRing::field(F2::new())];
/// assert_eq!((f.elem(-1), g.elem(-1)), (AnyElem::Word(96), AnyElem::Bit(true)));
/// # Ok::<(), polymod::Error>(())
/// ```
#[derive(Clone, Debug)]
pub enum AnyElem {
    /// An element of F_2.
    Bit(bool),
    /// An element of Z/n for n of a word, or of F_(2^K).
    Word(u64),
    /// An element of Z, or of Z/n for a long n.
    #[cfg(feature = "integers")]
    Integer(Integer),
    /// An element of another type.
    Other(Arc<dyn OtherElement>),
}

impl PartialEq for AnyElem {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (AnyElem::Bit(x), AnyElem::Bit(y)) => x == y,
            (AnyElem::Word(x), AnyElem::Word(y)) => x == y,
            #[cfg(feature = "integers")]
            (AnyElem::Integer(x), AnyElem::Integer(y)) => x == y,
            (AnyElem::Other(x), AnyElem::Other(y)) => (**x).equals((**y).as_any()),
            _ => false,
        }
    }
}

impl Eq for AnyElem {}

impl Hash for AnyElem {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            AnyElem::Bit(x) => x.hash(state),
            AnyElem::Word(x) => x.hash(state),
            #[cfg(feature = "integers")]
            AnyElem::Integer(x) => x.hash(state),
            AnyElem::Other(x) => x.hash_to(state),
        }
    }
}

/// An element of a type that [`AnyElem`] has no name for.
///
/// ```
/// use polymod::ring::{AnyElem, AnyElement};
/// #[derive(Clone, Debug, PartialEq, Eq, Hash)]
/// struct Pair(u64, u64);
/// impl AnyElement for Pair {} // with the traits derived above it is an OtherElement
/// assert_eq!(Pair(1, 2).erase(), AnyElem::Other(std::sync::Arc::new(Pair(1, 2))));
/// ```
pub trait OtherElement: Any + fmt::Debug + Send + Sync {
    /// The element, for a downcast.
    ///
    /// ```
    /// use polymod::ring::OtherElement;
    /// assert_eq!(7_u64.as_any().downcast_ref(), Some(&7_u64));
    /// ```
    fn as_any(&self) -> &dyn Any;
    /// Whether it is the same element.
    ///
    /// ```
    /// use polymod::ring::OtherElement;
    /// assert!(7_u64.equals(&7_u64) && !7_u64.equals(&7_u32)); // of another type
    /// ```
    fn equals(&self, other: &dyn Any) -> bool;
    /// Feeds the element to a hasher.
    ///
    /// ```
    /// use polymod::ring::OtherElement;
    /// use std::hash::{DefaultHasher, Hash, Hasher};
    /// let [mut x, mut y] = [DefaultHasher::new(), DefaultHasher::new()];
    /// 7_u64.hash_to(&mut x);
    /// 7_u64.hash(&mut y);
    /// assert_eq!(x.finish(), y.finish());
    /// ```
    fn hash_to(&self, state: &mut dyn Hasher);
}

impl<T: Any + fmt::Debug + Eq + Hash + Send + Sync> OtherElement for T {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn equals(&self, other: &dyn Any) -> bool {
        other.downcast_ref() == Some(self)
    }
    fn hash_to(&self, mut state: &mut dyn Hasher) {
        self.hash(&mut state);
    }
}

/// The types of elements that [`AnyElem`] holds. An empty `impl` makes it hold another one.
///
/// ```
/// use polymod::ring::{AnyElem, AnyElement};
/// assert_eq!(7_u64.erase(), AnyElem::Word(7));
/// assert_eq!(u64::of(&AnyElem::Word(7)), &7);
/// ```
pub trait AnyElement: OtherElement + Clone {
    /// The element.
    ///
    /// ```
    /// use polymod::ring::{AnyElem, AnyElement};
    /// assert_eq!(true.erase(), AnyElem::Bit(true));
    /// ```
    fn erase(self) -> AnyElem {
        AnyElem::Other(Arc::new(self))
    }
    /// The element as it was erased.
    ///
    /// ```
    /// use polymod::ring::AnyElement;
    /// assert_eq!(u64::of(&7_u64.erase()), &7);
    /// ```
    ///
    /// # Panics
    /// For an element of a ring with another type of elements.
    fn of(x: &AnyElem) -> &Self {
        let own = if let AnyElem::Other(x) = x { (**x).as_any().downcast_ref() } else { None };
        own.unwrap_or_else(|| panic!("{x:?} is an element of another ring"))
    }
}

macro_rules! element {
    ($type:ty, $variant:ident) => {
        impl AnyElement for $type {
            #[inline(always)]
            fn erase(self) -> AnyElem {
                AnyElem::$variant(self)
            }
            #[inline(always)]
            fn of(x: &AnyElem) -> &Self {
                match x {
                    AnyElem::$variant(x) => x,
                    other => panic!("{other:?} is an element of another ring"),
                }
            }
        }
    };
}

element!(bool, Bit);
element!(u64, Word);
#[cfg(feature = "integers")]
element!(Integer, Integer);

impl AnyRing {
    /// A ring of any type.
    ///
    /// ```
    /// # use polymod::{AnyRing, Poly, Zn};
    /// let r = AnyRing::new(Zn::new(15)?);
    /// assert_eq!((&Poly::parse(&r, "5*x")? * &Poly::parse(&r, "3*x + 2")?).to_string(), "10*x");
    /// # Ok::<(), polymod::Error>(())
    /// ```
    pub fn new<R>(ring: R) -> Self
    where
        R: Convolve<Elem: AnyElement, Plan: 'static, Image = Buf, Sum = Buf>,
    {
        AnyRing { ring: Arc::new(ring), field: None }
    }

    /// A ring that is a finite field for some of its moduli; [`cardinality`](FiniteField::cardinality) tells.
    ///
    /// ```
    /// # use polymod::{AnyRing, Zn, ring::FiniteField};
    /// let r = AnyRing::field(Zn::new(97)?);
    /// assert_eq!(r.cardinality()?.words(), [97]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    pub fn field<R>(ring: R) -> Self
    where
        R: FiniteField<Elem: AnyElement, Plan: 'static, Image = Buf, Sum = Buf>,
    {
        let ring = Arc::new(ring);
        AnyRing { ring: ring.clone(), field: Some(ring) }
    }

    /// The ring itself, if it has this type.
    ///
    /// ```
    /// # use polymod::{AnyRing, F2, Zn};
    /// let r = AnyRing::field(Zn::new(97)?);
    /// assert_eq!((r.downcast_ref::<Zn>().map(Zn::n), r.downcast_ref::<F2>()), (Some(97), None));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn downcast_ref<R: Convolve>(&self) -> Option<&R> {
        self.ring.as_any().downcast_ref()
    }

    /// A vector of the ring itself, as one of this ring; no coefficient is copied.
    ///
    /// ```
    /// # use polymod::{AnyRing, Ring, Zn, ring::AnyElem};
    /// let f = Zn::new(97)?;
    /// let r = AnyRing::field(f.clone());
    /// let v = r.erased(f.collect(&[1, 2, 3]));
    /// assert_eq!(r.get(v.view(), 2), AnyElem::Word(3));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Panics
    /// If the ring has another type.
    #[must_use]
    pub fn erased<R: Convolve>(&self, v: Coeffs<R>) -> Coeffs<Self> {
        assert!(self.downcast_ref::<R>().is_some(), "{} is no ring of this type", self.name());
        v.into_cast()
    }

    /// A vector of this ring, as one of the ring itself; no coefficient is copied.
    ///
    /// # Panics
    /// If the ring has another type.
    ///
    /// ```
    /// use polymod::{AnyRing, Ring, Zn};
    /// let f = Zn::new(97)?;
    /// let any = AnyRing::field(f.clone());
    /// let v = any.erased(f.collect(&[1, 2, 3]));
    /// assert_eq!(any.own::<Zn>(v).view().len(), 3);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn own<R: Convolve>(&self, v: Coeffs<Self>) -> Coeffs<R> {
        assert!(self.downcast_ref::<R>().is_some(), "{} is no ring of this type", self.name());
        v.into_cast()
    }
}

impl PartialEq for AnyRing {
    fn eq(&self, other: &Self) -> bool {
        self.ring.equals(other.ring.as_any())
    }
}

impl Eq for AnyRing {}

impl Hash for AnyRing {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name().hash(state);
    }
}

impl fmt::Debug for AnyRing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.ring.fmt(f)
    }
}

/// The plan of a family of products over an [`AnyRing`].
///
/// ```
/// # use polymod::{AnyRing, Zn, ring::{AnyPlan, ConvShape, Size, traits::*}};
/// let (r, size) = (AnyRing::field(Zn::new(97)?), Size { len: 10, bits: 0 });
/// let shape = ConvShape::exact(size, size, 0..19);
/// let plan: std::sync::Arc<AnyPlan> = r.engine().enter(|cx| r.conv_plan(&[shape.clone()], 1, cx))?;
/// assert!(r.fits(&plan, &shape, 1));
/// # Ok::<(), polymod::Error>(())
/// ```
pub struct AnyPlan(Arc<dyn Any + Send + Sync>);

impl AnyPlan {
    fn of<R: Convolve<Plan: 'static>>(&self) -> &R::Plan {
        self.0.downcast_ref().expect("the plan was made by this ring")
    }
}
