//! Elements as integers: limbs, decimal digits and packed bits.

use super::Ring;
use crate::{
    Error, Result,
    ring::{
        packed,
        vector::{Coeffs, View},
    },
};

/// Conversions of coefficients to text and to words, and back.
///
/// ```
/// # use polymod::{Zn, ring::traits::*};
/// let f = Zn::new(97)?;
/// let mut v = f.zeros(0);
/// f.push_limbs(&mut v, true, &[1])?;
/// f.push_decimal(&mut v, false, b"100")?;
/// assert_eq!((f.words(v.view()), f.elem_to_decimal(&96)), (&[96, 3][..], "96".into()));
/// # Ok::<(), polymod::Error>(())
/// ```
pub trait Codec: Sized {
    /// Appends the element that the integer ±Σ `magnitude[i]`·2^(64i) denotes: its [image](Ring::image), or where
    /// [`names`](Self::names) says so the element with its bits.
    ///
    /// ```
    /// # use polymod::{Zn, ring::traits::*};
    /// let f = Zn::new(97)?;
    /// let mut v = f.zeros(0);
    /// f.push_limbs(&mut v, false, &[0, 1])?; // 2^64
    /// assert_eq!(f.get(v.view(), 0), f.pow(&2, 64));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Where integers [are names](Self::names), for one that names no element.
    fn push_limbs(&self, v: &mut Coeffs<Self>, negative: bool, magnitude: &[u64]) -> Result<()>
    where
        Self: Ring;
    /// Appends the elements that these integers denote, as [`push_limbs`](Self::push_limbs) does with each.
    ///
    /// ```
    /// # use polymod::{Zn, ring::traits::*};
    /// let f = Zn::new(97)?;
    /// let mut v = f.collect(&[1]);
    /// f.push_words(&mut v, &[96, 97])?;
    /// assert_eq!(f.words(v.view()), [1, 96, 0]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`push_limbs`](Self::push_limbs); the elements before the first that fails are there.
    fn push_words(&self, v: &mut Coeffs<Self>, words: &[u64]) -> Result<()>
    where
        Self: Ring,
    {
        let mut all = self.appender();
        all.put(std::mem::replace(v, self.zeros(0)));
        let pushed = words.iter().try_for_each(|word| all.push_limbs(false, std::slice::from_ref(word)));
        *v = all.take();
        pushed
    }
    /// Appends the element that the integer with these decimal digits (`0`–`9`, at least one) denotes.
    ///
    /// ```
    /// # use polymod::{Zn, ring::traits::*};
    /// let f = Zn::new(97)?;
    /// let mut v = f.zeros(0);
    /// f.push_decimal(&mut v, true, b"100")?;
    /// assert_eq!(f.words(v.view()), [94]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`push_limbs`](Self::push_limbs).
    fn push_decimal(&self, v: &mut Coeffs<Self>, negative: bool, digits: &[u8]) -> Result<()>
    where
        Self: Ring;
    /// An empty vector that takes elements one at a time, as [`push_limbs`](Self::push_limbs) and
    /// [`push_decimal`](Self::push_decimal) do.
    ///
    /// ```
    /// # use polymod::{Zn, ring::traits::*};
    /// let f = Zn::new(97)?;
    /// let mut all = f.appender();
    /// all.push_limbs(false, &[5])?;
    /// all.push_decimal(false, b"98")?;
    /// assert_eq!(f.words(all.take().view()), [5, 1]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn appender(&self) -> Box<dyn Appender<Self>>
    where
        Self: Ring,
    {
        Box::new(Appended::new(self))
    }
    /// Appends to `out` the magnitude of the integer that represents coefficient `i` (the least non-negative residue in
    /// Z/n, over Q the numerator over the [denominator](Self::denominator)), as limbs without leading zeros; returns whether the integer is negative.
    ///
    /// ```
    /// # use polymod::{Zn, ring::traits::*};
    /// let f = Zn::new(97)?;
    /// let (v, mut limbs) = (f.collect(&[5, 96]), Vec::new());
    /// assert!(!f.limbs(v.view(), 1, &mut limbs)); // residues are not negative
    /// assert_eq!(limbs, [96]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn limbs(&self, v: View<'_, Self>, i: usize, out: &mut Vec<u64>) -> bool
    where
        Self: Ring;
    /// Calls `take` with each coefficient in turn, as [`limbs`](Self::limbs) returns and appends it.
    ///
    /// ```
    /// # use polymod::{Zn, ring::traits::*};
    /// let f = Zn::new(97)?;
    /// let mut sum = 0;
    /// f.each_limbs(f.collect(&[5, 0, 96]).view(), &mut |_, limbs| sum += limbs.iter().sum::<u64>());
    /// assert_eq!(sum, 101); // 0 has no limbs
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn each_limbs(&self, v: View<'_, Self>, take: &mut dyn FnMut(bool, &[u64]))
    where
        Self: Ring,
    {
        let mut limbs = Vec::new();
        for i in 0..v.len() {
            limbs.clear();
            let negative = self.limbs(v, i, &mut limbs);
            take(negative, &limbs);
        }
    }
    /// Appends a word for each coefficient to `out`, the lowest limb of its magnitude.
    ///
    /// ```
    /// # use polymod::{F2, ring::traits::*};
    /// let (f, mut words) = (F2::new(), vec![7]);
    /// f.write_words(f.collect(&[true, false]).view(), &mut words);
    /// assert_eq!(words, [7, 1, 0]);
    /// ```
    fn write_words(&self, v: View<'_, Self>, out: &mut Vec<u64>)
    where
        Self: Ring,
    {
        self.each_limbs(v, &mut |_, limbs| out.push(limbs.first().copied().unwrap_or(0)));
    }
    /// The limbs of the positive denominator that all coefficients of a vector have in common: they are the integers of
    /// [`limbs`](Self::limbs) over it. `None` in rings whose elements have no denominators.
    ///
    /// ```
    /// # use polymod::{Rationals, Zn, ring::traits::*};
    /// let q = Rationals::new();
    /// let (v, mut limbs) = (q.collect(&[(1, 2).into(), (-2, 3).into()]), Vec::new());
    /// assert_eq!((q.denominator(v.view()), q.limbs(v.view(), 1, &mut limbs), limbs), (Some(vec![6]), true, vec![4])); // 3/6 and −4/6
    /// let f = Zn::new(97)?;
    /// assert_eq!(f.denominator(f.collect(&[1]).view()), None);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn denominator(&self, _v: View<'_, Self>) -> Option<Vec<u64>>
    where
        Self: Ring,
    {
        None
    }
    /// Appends coefficient `i` in decimal.
    ///
    /// ```
    /// # use polymod::{Zn, ring::traits::*};
    /// let f = Zn::new(97)?;
    /// let mut text = String::from("c = ");
    /// f.write_decimal(f.collect(&[5, 96]).view(), 1, &mut text);
    /// assert_eq!(text, "c = 96");
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn write_decimal(&self, v: View<'_, Self>, i: usize, out: &mut String)
    where
        Self: Ring;
    /// Appends all coefficients in decimal with a separator between them, from the last one on if `descending`.
    ///
    /// ```
    /// # use polymod::{Zn, ring::traits::*};
    /// let f = Zn::new(97)?;
    /// let mut text = String::new();
    /// f.write_decimals(f.collect(&[1, 2, 3]).view(), true, ", ", &mut text);
    /// assert_eq!(text, "3, 2, 1");
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn write_decimals(&self, v: View<'_, Self>, descending: bool, separator: &str, out: &mut String)
    where
        Self: Ring,
    {
        for k in 0..v.len() {
            if k > 0 {
                out.push_str(separator);
            }
            self.write_decimal(v, if descending { v.len() - 1 - k } else { k }, out);
        }
    }
    /// The element that this decimal integer denotes.
    ///
    /// ```
    /// # use polymod::{Zn, ring::traits::*};
    /// let f = Zn::new(97)?;
    /// assert_eq!(f.elem_from_decimal(true, b"1")?, 96);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`push_limbs`](Self::push_limbs).
    fn elem_from_decimal(&self, negative: bool, digits: &[u8]) -> Result<Self::Elem>
    where
        Self: Ring,
    {
        let mut v = self.zeros(0);
        self.push_decimal(&mut v, negative, digits)?;
        Ok(self.get(v.view(), 0))
    }
    /// The element in decimal.
    ///
    /// ```
    /// # use polymod::{Zn, ring::traits::*};
    /// let f = Zn::new(97)?;
    /// assert_eq!(f.elem_to_decimal(&f.elem(-1)), "96");
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn elem_to_decimal(&self, x: &Self::Elem) -> String
    where
        Self: Ring,
    {
        let mut text = String::new();
        self.write_decimal(self.collect(std::slice::from_ref(x)).view(), 0, &mut text);
        text
    }
    /// The element in messages: in decimal, or as a polynomial in t where it has [components](Self::components).
    ///
    /// ```
    /// # use polymod::{Quotient, Zn, ring::traits::*};
    /// let base = Zn::new(5)?;
    /// let f = Quotient::modulo(&base, &[2, 0, 1])?;
    /// assert_eq!((base.elem_to_text(&4), f.elem_to_text(&f.element(&[1, 2]))), ("4".into(), "2*t + 1".into()));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn elem_to_text(&self, x: &Self::Elem) -> String
    where
        Self: Ring,
    {
        self.elem_to_decimal(x)
    }
    /// Number of coefficients of an element that text writes as a polynomial in t, or as the array of its coefficients,
    /// where an integer is a constant; `None` where elements are integers in text.
    ///
    /// ```
    /// # use polymod::{Quotient, Zn, ring::traits::*};
    /// let base = Zn::new(5)?;
    /// assert_eq!((base.components(), Quotient::modulo(&base, &[2, 0, 1])?.components()), (None, Some(2)));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn components(&self) -> Option<usize> {
        None
    }
    /// Appends coefficient `j` of element `i` in decimal; all of an element without components.
    ///
    /// ```
    /// # use polymod::{Quotient, Zn, ring::traits::*};
    /// let f = Quotient::modulo(&Zn::new(5)?, &[2, 0, 1])?;
    /// let (v, mut text) = (f.collect(&[f.element(&[1, 3])]), String::new());
    /// f.write_component(v.view(), 0, 1, &mut text);
    /// assert_eq!(text, "3");
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn write_component(&self, v: View<'_, Self>, i: usize, _j: usize, out: &mut String)
    where
        Self: Ring,
    {
        self.write_decimal(v, i, out);
    }
    /// Adds a decimal integer times t^j to the last element of a vector, where t is the class of the
    /// variable in an extension, which F_(2^K) is too.
    ///
    /// ```
    /// # use polymod::{Quotient, Zn, ring::traits::*};
    /// let f = Quotient::modulo(&Zn::new(5)?, &[2, 0, 1])?;
    /// let mut v = f.zeros(1);
    /// f.add_component(&mut v, 1, true, b"1")?;
    /// assert_eq!(f.get(v.view(), 0), f.element(&[0, 4]));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Unsupported`](crate::Error::Unsupported) where the ring is no extension.
    ///
    /// # Panics
    /// In an empty vector.
    fn add_component(&self, _v: &mut Coeffs<Self>, _j: usize, _negative: bool, _digits: &[u8]) -> Result<()>
    where
        Self: Ring,
    {
        Err(Error::Unsupported { operation: "an element by its coefficients".into(), ring: self.name() })
    }
    /// Whether an integer given by limbs or digits is a name, for the element with its bits (others are refused, and over
    /// F_(2^K), where −a is a, the sign means nothing);
    /// elsewhere it is its [image](Ring::image). Exponents, indices and lengths are integers, never names: they enter a
    /// ring as images.
    ///
    /// ```
    /// # use polymod::{Gf2k, Zn, ring::traits::*};
    /// assert!(Gf2k::new(8, 0x11b)?.names() && !Zn::new(97)?.names()); // 3 names z + 1, and is the image 1 + 1 + 1
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn names(&self) -> bool {
        false
    }
    /// Number of elements of a finite ring, in limbs, the lowest first: the elements are denoted by the integers below it.
    /// `None` for infinite rings.
    ///
    /// ```
    /// # use polymod::{GF, Gf2k, Integers, Zn, ring::traits::*};
    /// assert_eq!((Zn::new(12)?.elements(), GF::new(5, 2)?.elements()), (Some(vec![12]), Some(vec![25])));
    /// assert_eq!((Gf2k::new(8, 0x11b)?.elements(), Integers::new().elements()), (Some(vec![256]), None));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn elements(&self) -> Option<Vec<u64>>
    where
        Self: Ring,
    {
        if let bits @ 1.. = self.packed_bits() {
            let mut n = vec![0; bits / 64 + 1];
            n[bits / 64] = 1 << (bits % 64);
            return Some(n);
        }
        let (last, mut n) = (self.collect(&[self.elem(-1)]), Vec::new());
        if self.limbs(last.view(), 0, &mut n) {
            return None;
        }
        for limb in &mut n {
            let carry;
            (*limb, carry) = limb.overflowing_add(1);
            if !carry {
                return Some(n);
            }
        }
        n.push(1);
        Some(n)
    }
    /// Bits of a coefficient in packed vectors, for hexadecimal text and files of bits: nonzero only in
    /// characteristic 2, where every integer of that number of bits denotes an element.
    ///
    /// ```
    /// # use polymod::{F2, Gf2k, Zn, ring::traits::*};
    /// assert_eq!((F2::new().packed_bits(), Gf2k::new(8, 0x11b)?.packed_bits()), (1, 8));
    /// assert_eq!(Zn::new(97)?.packed_bits(), 0);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn packed_bits(&self) -> usize {
        0
    }
    /// Unpacks a vector of `len` coefficients from words: [`packed_bits`](Self::packed_bits) bits each, the first in
    /// the lowest bits. There are words enough.
    ///
    /// ```
    /// # use polymod::{Gf2k, ring::traits::*};
    /// let f = Gf2k::new(8, 0x11b)?;
    /// let v = f.unpack(&[0x030201], 3);
    /// assert_eq!([0, 1, 2].map(|i| f.get(v.view(), i)), [1, 2, 3]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Panics
    /// Where `packed_bits` is 0; when there are fewer words.
    fn unpack(&self, words: &[u64], len: usize) -> Coeffs<Self>
    where
        Self: Ring,
    {
        packed::unpack(self, words, len)
    }
    /// Packs a vector into words, the inverse of [`unpack`](Self::unpack); bits beyond the end are zero.
    ///
    /// ```
    /// # use polymod::{Gf2k, ring::traits::*};
    /// let f = Gf2k::new(8, 0x11b)?;
    /// assert_eq!(f.pack(f.collect(&[1, 2, 3]).view()), [0x030201]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Panics
    /// Where [`packed_bits`](Self::packed_bits) is 0.
    fn pack(&self, v: View<'_, Self>) -> Vec<u64>
    where
        Self: Ring,
    {
        packed::pack(self, v)
    }
}

/// A vector that grows by one element at a time, for readers: a ring behind a pointer is asked once a vector, not once an element.
///
/// ```
/// # use polymod::{Zn, ring::traits::*};
/// let f = Zn::new(97)?;
/// let mut all = f.appender();
/// for x in [1, 2, 3] {
///     all.push_limbs(false, &[x])?;
/// }
/// assert_eq!(f.words(all.view()), [1, 2, 3]);
/// # Ok::<(), polymod::Error>(())
/// ```
pub trait Appender<R: Ring>: Send {
    /// Appends the element that an integer denotes.
    ///
    /// ```
    /// # use polymod::{Zn, ring::traits::*};
    /// let f = Zn::new(97)?;
    /// let mut all = f.appender();
    /// all.push_limbs(true, &[1])?;
    /// assert_eq!(f.words(all.view()), [96]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Codec::push_limbs`].
    fn push_limbs(&mut self, negative: bool, magnitude: &[u64]) -> Result<()>;
    /// Appends the element that an integer denotes.
    ///
    /// ```
    /// # use polymod::{Zn, ring::traits::*};
    /// let f = Zn::new(97)?;
    /// let mut all = f.appender();
    /// all.push_decimal(false, b"100")?;
    /// assert_eq!(f.words(all.view()), [3]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Codec::push_decimal`].
    fn push_decimal(&mut self, negative: bool, digits: &[u8]) -> Result<()>;
    /// The elements so far.
    ///
    /// ```
    /// # use polymod::{F2, ring::traits::*};
    /// let mut all = F2::new().appender();
    /// all.push_limbs(false, &[1])?;
    /// assert_eq!(all.view().len(), 1);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn view(&self) -> View<'_, R>;
    /// Returns the elements so far, and starts again without any.
    ///
    /// ```
    /// # use polymod::{Zn, ring::traits::*};
    /// let f = Zn::new(97)?;
    /// let mut all = f.appender();
    /// all.push_limbs(false, &[1])?;
    /// assert_eq!((f.words(all.take().view()), all.view().len()), (&[1][..], 0));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn take(&mut self) -> Coeffs<R>;
    /// Replaces the elements so far.
    ///
    /// ```
    /// # use polymod::{Zn, ring::traits::*};
    /// let f = Zn::new(97)?;
    /// let mut all = f.appender();
    /// all.put(f.collect(&[1, 2]));
    /// all.push_limbs(false, &[3])?;
    /// assert_eq!(f.words(all.view()), [1, 2, 3]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn put(&mut self, v: Coeffs<R>);
}

/// The [`Appender`] of a ring with a known type.
pub(in crate::ring) struct Appended<R: Ring> {
    ring: R,
    v: Coeffs<R>,
}

impl<R: Ring> Appended<R> {
    pub(in crate::ring) fn new(ring: &R) -> Self {
        Appended { ring: ring.clone(), v: ring.zeros(0) }
    }
}

impl<R: Ring> Appender<R> for Appended<R> {
    fn push_limbs(&mut self, negative: bool, magnitude: &[u64]) -> Result<()> {
        self.ring.push_limbs(&mut self.v, negative, magnitude)
    }

    fn push_decimal(&mut self, negative: bool, digits: &[u8]) -> Result<()> {
        self.ring.push_decimal(&mut self.v, negative, digits)
    }

    fn view(&self) -> View<'_, R> {
        self.v.view()
    }

    fn take(&mut self) -> Coeffs<R> {
        std::mem::replace(&mut self.v, self.ring.zeros(0))
    }

    fn put(&mut self, v: Coeffs<R>) {
        self.v = v;
    }
}
