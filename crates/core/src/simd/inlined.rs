//! What loops over vectors use in place of the standard library's `zip`, `copy_from_slice`, `array::from_fn` and `map`.
//!
//! Those are no `#[inline(always)]` functions: where a program is compiled in several codegen units, they are calls in the innermost loops, with
//! vectors passed through memory. A profile is the choice of whoever uses the crate, so loops of kernels call only what is inlined in all of them.

use std::{
    iter,
    marker::PhantomData,
    mem::transmute_copy,
    ops::{Range, RangeFrom},
    slice,
};

/// Methods that are formulas.
macro_rules! formulas {
    ($($(#[$note:meta])* $vis:vis fn $name:ident$(<const $n:ident: $kind:ty>)?($($x:tt)*) $(-> $out:ty)? = $value:expr;)*) => { $(
        $(#[$note])*
        #[inline(always)]
        $vis fn $name$(<const $n: $kind>)?($($x)*) $(-> $out)? {
            $value
        }
    )* };
}
pub(crate) use formulas;

/// One side of a loop over several. Entries of slices are taken by their index, so that the loop has one counter and one condition.
///
/// # Safety
///
/// For any `count` up to `most()`, calls of `at` with 0, 1, … `count` − 1 are sound.
pub unsafe trait Walk: Sized {
    type Item;

    /// Number of items of slices and arrays; of other iterators no bound.
    fn most(&self) -> usize;
    /// Item i, none at the end of an iterator.
    ///
    /// # Safety
    ///
    /// `i < most()`, and the calls before this were with 0, 1, … i − 1.
    unsafe fn at(&mut self, i: usize) -> Option<Self::Item>;
}

/// References to the entries of a slice.
pub struct Entries<'a, T>(&'a [T]);

// SAFETY: the items are those of the slice
unsafe impl<'a, T> Walk for Entries<'a, T> {
    type Item = &'a T;

    #[inline(always)]
    fn most(&self) -> usize {
        self.0.len()
    }
    #[inline(always)]
    unsafe fn at(&mut self, i: usize) -> Option<&'a T> {
        // SAFETY: the caller has i < len
        Some(unsafe { self.0.get_unchecked(i) })
    }
}

/// Mutable references to the entries of a slice.
pub struct EntriesMut<'a, T>(*mut T, usize, PhantomData<&'a mut [T]>);

impl<'a, T> EntriesMut<'a, T> {
    #[inline(always)]
    fn new(x: &'a mut [T]) -> Self {
        EntriesMut(x.as_mut_ptr(), x.len(), PhantomData)
    }
}

// SAFETY: the items are those of the slice, each given once
unsafe impl<'a, T> Walk for EntriesMut<'a, T> {
    type Item = &'a mut T;

    #[inline(always)]
    fn most(&self) -> usize {
        self.1
    }
    #[inline(always)]
    unsafe fn at(&mut self, i: usize) -> Option<&'a mut T> {
        // SAFETY: the caller has i < len and asks for each entry once, of a slice borrowed for 'a
        Some(unsafe { &mut *self.0.add(i) })
    }
}

/// Entries of an array that are copied.
pub struct Values<T, const N: usize>([T; N]);

// SAFETY: the items are those of the array
unsafe impl<T: Copy, const N: usize> Walk for Values<T, N> {
    type Item = T;

    #[inline(always)]
    fn most(&self) -> usize {
        N
    }
    #[inline(always)]
    unsafe fn at(&mut self, i: usize) -> Option<T> {
        Some(self.0[i])
    }
}

/// Two sides of a loop in step; see [`Zipped::zipped`].
pub struct Pairs<A, B> {
    a: A,
    b: B,
    next: usize,
    most: usize,
}

// SAFETY: the bound is that of both sides
unsafe impl<A: Walk, B: Walk> Walk for Pairs<A, B> {
    type Item = (A::Item, B::Item);

    #[inline(always)]
    fn most(&self) -> usize {
        self.most - self.next
    }
    #[inline(always)]
    unsafe fn at(&mut self, i: usize) -> Option<Self::Item> {
        let i = self.next + i;
        // SAFETY: items before `next` are taken, and the caller goes on from there to at most the bound
        unsafe { Some((self.a.at(i)?, self.b.at(i)?)) }
    }
}

impl<A: Walk, B: Walk> Iterator for Pairs<A, B> {
    type Item = (A::Item, B::Item);

    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        if self.next == self.most {
            return None;
        }
        // SAFETY: `next` is below the bound
        let item = unsafe { self.at(0) };
        self.next += 1;
        item
    }
}

/// Iterators of the standard library as sides of loops.
macro_rules! walks {
    ($([$($of:tt)*] $type:ty;)*) => { $(
        // SAFETY: a call of safe code
        unsafe impl<$($of)*> Walk for $type {
            type Item = <Self as Iterator>::Item;

            #[inline(always)]
            fn most(&self) -> usize {
                usize::MAX
            }
            #[inline(always)]
            unsafe fn at(&mut self, _: usize) -> Option<Self::Item> {
                self.next()
            }
        }
    )* };
}

walks! {
    ['a, T] slice::Chunks<'a, T>;
    ['a, T] slice::ChunksMut<'a, T>;
    ['a, T] slice::ChunksExact<'a, T>;
    ['a, T] slice::ChunksExactMut<'a, T>;
    ['a, 'b, T] &'b mut slice::ChunksExact<'a, T>;
    [I: Iterator] iter::StepBy<I>;
    [I: Iterator] iter::Enumerate<I>;
    [I: Iterator] iter::Skip<I>;
    [] Range<usize>;
    [] RangeFrom<usize>;
}

/// What can be a side of a loop.
pub trait IntoWalk: Sized {
    type Walk: Walk;

    fn into_walk(self) -> Self::Walk;
}

impl<W: Walk> IntoWalk for W {
    type Walk = W;

    #[inline(always)]
    fn into_walk(self) -> W {
        self
    }
}

/// Slices and arrays as sides of loops.
macro_rules! into_walks {
    ($([$($of:tt)*] $type:ty => $walk:ty = $new:expr;)*) => { $(
        impl<$($of)*> IntoWalk for $type {
            type Walk = $walk;

            #[inline(always)]
            fn into_walk(self) -> $walk {
                $new(self)
            }
        }
    )* };
}

into_walks! {
    ['a, T] &'a [T] => Entries<'a, T> = Entries;
    ['a, T] &'a Vec<T> => Entries<'a, T> = Entries;
    ['a, T, const N: usize] &'a [T; N] => Entries<'a, T> = Entries;
    ['a, T] &'a mut [T] => EntriesMut<'a, T> = EntriesMut::new;
    ['a, T, const N: usize] &'a mut [T; N] => EntriesMut<'a, T> = EntriesMut::new;
    [T: Copy, const N: usize] [T; N] => Values<T, N> = Values;
}

/// [`Iterator::zip`] and [`Iterator::map`], inlined.
pub trait Zipped: Walk {
    /// Pairs of items, up to the end of the shorter side.
    #[inline(always)]
    fn zipped<B: IntoWalk>(self, other: B) -> Pairs<Self, B::Walk> {
        let other = other.into_walk();
        let most = self.most().min(other.most());
        Pairs { a: self, b: other, next: 0, most }
    }

    /// The function's values at the items.
    #[inline(always)]
    fn by<U, F: FnMut(Self::Item) -> U>(self, f: F) -> By<Self, F> {
        By(self, f)
    }
}

impl<W: Walk> Zipped for W {}

/// A side of a loop with a function applied to its items; see [`Zipped::by`].
pub struct By<W, F>(W, F);

// SAFETY: the items are taken as the caller asks for them
unsafe impl<W: Walk, U, F: FnMut(W::Item) -> U> Walk for By<W, F> {
    type Item = U;

    #[inline(always)]
    fn most(&self) -> usize {
        self.0.most()
    }
    #[inline(always)]
    unsafe fn at(&mut self, i: usize) -> Option<U> {
        // SAFETY: as the caller has it
        match unsafe { self.0.at(i) } {
            Some(x) => Some((self.1)(x)),
            None => None,
        }
    }
}

impl<W: Walk + Iterator<Item = <W as Walk>::Item>, U, F: FnMut(<W as Walk>::Item) -> U> Iterator for By<W, F> {
    type Item = U;

    #[inline(always)]
    fn next(&mut self) -> Option<U> {
        match self.0.next() {
            Some(x) => Some((self.1)(x)),
            None => None,
        }
    }
}

/// Slices as the first side of a loop.
pub trait Walked<T> {
    fn walk(&self) -> Entries<'_, T>;
    fn walk_mut(&mut self) -> EntriesMut<'_, T>;
}

impl<T> Walked<T> for [T] {
    #[inline(always)]
    fn walk(&self) -> Entries<'_, T> {
        Entries(self)
    }
    #[inline(always)]
    fn walk_mut(&mut self) -> EntriesMut<'_, T> {
        EntriesMut::new(self)
    }
}

/// `copy_from_slice`, inlined.
pub trait CopyFrom<T> {
    /// Copies a slice of the same length.
    ///
    /// # Panics
    ///
    /// If the lengths differ.
    fn copy_from(&mut self, from: &[T]);
}

impl<T: Copy> CopyFrom<T> for [T] {
    #[inline(always)]
    #[allow(clippy::manual_memcpy, reason = "this is the loop that stands for `copy_from_slice`")]
    fn copy_from(&mut self, from: &[T]) {
        assert!(self.len() == from.len(), "a copy of {} items to {}", from.len(), self.len());
        for i in 0..from.len() {
            self[i] = from[i];
        }
    }
}

/// `array::map` of values that are copied, inlined.
pub trait Mapped<T, const N: usize> {
    /// The function's values at all entries.
    fn mapped<U: Copy>(self, f: impl FnMut(T) -> U) -> [U; N];
}

impl<T: Copy, const N: usize> Mapped<T, N> for [T; N] {
    #[inline(always)]
    fn mapped<U: Copy>(self, mut f: impl FnMut(T) -> U) -> [U; N] {
        from_fn(
            #[inline(always)]
            |i| f(self[i]),
        )
    }
}

/// `array::from_fn` for values that are copied, inlined.
#[inline(always)]
pub fn from_fn<T: Copy, const N: usize>(mut f: impl FnMut(usize) -> T) -> [T; N] {
    const { assert!(N > 0, "an array with entries") };
    let mut values = [f(0); N];
    let mut i = 1;
    while i < N {
        values[i] = f(i);
        i += 1;
    }
    values
}

/// `as_flattened`, inlined.
pub trait Flat<T> {
    /// The entries of all arrays.
    fn flat(&self) -> &[T];
    /// The entries of all arrays.
    fn flat_mut(&mut self) -> &mut [T];
}

impl<T, const N: usize> Flat<T> for [[T; N]] {
    #[inline(always)]
    fn flat(&self) -> &[T] {
        const { assert!(size_of::<T>() > 0) }
        // SAFETY: the entries lie one behind the other; their number does not overflow, because they have a size
        unsafe { slice::from_raw_parts(self.as_ptr().cast(), self.len() * N) }
    }
    #[inline(always)]
    fn flat_mut(&mut self) -> &mut [T] {
        const { assert!(size_of::<T>() > 0) }
        // SAFETY: as in `flat`
        unsafe { slice::from_raw_parts_mut(self.as_mut_ptr().cast(), self.len() * N) }
    }
}

/// Mutable slices without entries, to be replaced; `Default` and `array::from_fn` are no functions inlined everywhere.
#[inline(always)]
pub fn empty_slices<'a, T, const N: usize>() -> [&'a mut [T]; N] {
    let empty: *mut [T] = &mut [];
    // SAFETY: references have the layout of pointers; those to no entries are valid for any lifetime, and together
    unsafe { transmute_copy(&[empty; N]) }
}
