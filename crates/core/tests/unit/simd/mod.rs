//! Every instruction set of the CPU against arrays of words.

mod inlined;
mod scattered;
mod strips;

use polymod_core::{bits::testing::noise, run, simd::*};

/// Words at the ends of ranges and scattered ones, `LANES` of them from number i on.
fn words<S: Simd>(i: u64) -> S::Row {
    const ENDS: [u64; 8] = [0, 1, u64::MAX, 1 << 63, (1 << 63) - 1, (1 << 52) - 1, 1 << 52, (1 << 32) - 1];
    let mut row = S::Row::ZERO;
    for (j, x) in (0..).zip(row.as_mut()) {
        let at = i * 4 + j;
        *x = if at < 64 { ENDS[(at / 8 + at) as usize % 8] } else { noise(at) >> (at % 3 * 12) };
    }
    row
}

/// Doubles with integral and other values of both signs.
fn doubles<S: Simd>(i: u64) -> S::Row {
    let mut row = S::Row::ZERO;
    for (j, x) in (0..).zip(row.as_mut()) {
        let value = (noise(4 * i + j + 1000) as i64 >> (noise(i + j) % 60)) as f64;
        *x = (if (i + j).is_multiple_of(2) { value / 8.0 } else { value }).to_bits();
    }
    row
}

/// Compares one operation of an instruction set, lane by lane, with the same operation of [`Portable`].
macro_rules! agree {
    ($s:ident, $make:ident, |$t:ident, $($x:ident),+| $value:expr) => {
        for i in 0..200 {
            let mut n = 0;
            $(n += 1; let $x = $make::<S>(3 * i + n);)+
            let _ = n;
            let mut found = S::Row::ZERO;
            {
                let $t = $s;
                $(let $x = $t.load(&$x);)+
                $t.store(&mut found, $value);
            }
            let mut expected = S::Row::ZERO;
            for at in (0..S::LANES).step_by(4) {
                let $t = Portable::get();
                $(let $x = $t.load(Portable::row(&$x.as_ref()[at..]));)+
                $t.store(Portable::row_mut(&mut expected.as_mut()[at..]), $value);
            }
            assert_eq!(found.as_ref(), expected.as_ref(), "{}, {i}", stringify!($value));
        }
    };
}

#[inline(always)]
fn operations<S: Simd>(s: S) {
    agree!(s, words, |t, x, y| t.add(x, y));
    agree!(s, words, |t, x, y| t.sub(x, y));
    agree!(s, words, |t, x, y| t.and(x, y));
    agree!(s, words, |t, x, y| t.or(x, y));
    agree!(s, words, |t, x, y| t.xor(x, y));
    agree!(s, words, |t, x, y| t.mul_halves(x, y));
    agree!(s, words, |t, x, y| t.mul_signed_halves(x, y));
    for n in [0, 1, 31, 32, 52, 63] {
        agree!(s, words, |t, x| t.shr_signed(x, n));
    }
    agree!(s, words, |t, x, y| t.mul(x, y));
    agree!(s, words, |t, x, y| t.join_halves(x, y));
    agree!(s, words, |t, x, y, z| t.add_low52(x, y, z));
    agree!(s, words, |t, x, y, z| t.add_high52(x, y, z));
    agree!(s, words, |t, x, y| t.below(t.shr(x, 1), t.shr(y, 1)));
    agree!(s, words, |t, x, y| t.above(t.sub(t.shr(x, 2), t.shr(y, 2)), t.shr(y, 2)));
    agree!(s, words, |t, x, y| t.min(x, y));
    agree!(s, words, |t, x, y, z| t.select(t.less(x, y), y, z));
    agree!(s, words, |t, x, y, z| t.add_where(t.less(x, y), y, z));
    agree!(s, words, |t, x, y, z| t.sub_where(t.less(x, y), y, z));
    agree!(s, words, |t, x, y| t.negate_where(t.less(x, y), x));
    agree!(s, words, |t, x, y| t.select(t.equal(x, t.and(x, y)), x, y));
    agree!(s, words, |t, x| t.shl(x, 0));
    agree!(s, words, |t, x| t.shl(x, 63));
    agree!(s, words, |t, x| t.shr(x, 31));
    agree!(s, words, |t, x| t.as_words(t.words_to_doubles(t.shr(x, 12))));
    agree!(s, words, |t, x| t.doubles_to_words(t.words_to_doubles(t.shr(x, 12))));
    agree!(s, doubles, |t, x, y| t.as_words(t.add_double(t.as_doubles(x), t.as_doubles(y))));
    agree!(s, doubles, |t, x, y| t.as_words(t.sub_double(t.as_doubles(x), t.as_doubles(y))));
    agree!(s, doubles, |t, x, y| t.as_words(t.mul_double(t.as_doubles(x), t.as_doubles(y))));
    agree!(s, doubles, |t, x, y, z| t.as_words(t.mul_add(t.as_doubles(x), t.as_doubles(y), t.as_doubles(z))));
    agree!(s, doubles, |t, x, y, z| t.as_words(t.mul_sub(t.as_doubles(x), t.as_doubles(y), t.as_doubles(z))));
    agree!(s, doubles, |t, x, y, z| t.as_words(t.neg_mul_add(t.as_doubles(x), t.as_doubles(y), t.as_doubles(z))));
    agree!(s, doubles, |t, x| t.as_words(t.round(t.as_doubles(x))));
    agree!(s, doubles, |t, x| t.as_words(t.floor(t.as_doubles(x))));
    agree!(s, doubles, |t, x, y| t.as_words(t.add_where_negative(t.as_doubles(x), t.as_doubles(y))));
    parts(s);
    permutations(s);
    conversions(s);
    transposes(s);
}

/// Parts of vectors, and the bits of conditions.
#[inline(always)]
fn parts<S: Simd>(s: S) {
    for len in 0..S::LANES {
        let row = words::<S>(30);
        let mut out = [7; 8];
        s.store_part(&mut out[..len], s.load_part(&row.as_ref()[..len]));
        assert!(out[..len] == row.as_ref()[..len] && out[len..].iter().all(|&x| x == 7), "{len} words");
        let mut whole = S::Row::ZERO;
        s.store(&mut whole, s.load_part(&row.as_ref()[..len]));
        assert!(whole.as_ref()[len..].iter().all(|&x| x == 0), "{len} words");
        let mut low = S::Row::ZERO;
        low.as_mut()[..len].fill(1);
        assert_eq!(s.bits(s.less(s.load(&low), s.set(1))), ((1 << S::LANES) - 1) & !((1 << len) - 1));
    }
}

/// Words of two vectors, by numbers of which the lowest bits count.
#[inline(always)]
fn permutations<S: Simd>(s: S) {
    let both: Vec<u64> = (0..2 * S::LANES as u64).map(|i| noise(i) | 1).collect();
    for shift in 0..3 * S::LANES as u64 {
        let mut index = words::<S>(40);
        (0..).zip(index.as_mut()).for_each(|(i, x)| *x = (*x << 8) + 3 * i + shift);
        let expected: Vec<u64> = index.as_ref().iter().map(|&i| both[i as usize % (2 * S::LANES)]).collect();
        let [x, y] = [s.load(S::row(&both)), s.load(S::row(&both[S::LANES..]))];
        let mut found = S::Row::ZERO;
        s.store(&mut found, s.permute(x, y, s.load(&index)));
        assert_eq!(found.as_ref(), expected, "from {shift} on");
    }
}

/// Integral doubles as words, against conversions of words by the language.
#[inline(always)]
fn conversions<S: Simd>(s: S) {
    for i in 0..200 {
        for large in [false, true] {
            let mut row = S::Row::ZERO;
            for (j, x) in (0..).zip(row.as_mut()) {
                let value = noise(S::LANES as u64 * i + j) as i64 >> (noise(i) % 60);
                *x = (if large { value / 2 } else { value >> 13 } as f64).to_bits();
            }
            let expected: Vec<u64> = row.as_ref().iter().map(|&x| f64::from_bits(x) as i64 as u64).collect();
            let x = s.as_doubles(s.load(&row));
            s.store(&mut row, if large { s.large_integers(x) } else { s.integers(x) });
            assert_eq!(row.as_ref(), expected, "{i}");
        }
    }
}

#[inline(always)]
fn transposes<S: Simd>(s: S) {
    let words: Vec<u64> = (0..8 * S::LANES as u64).collect();
    let mut v = [s.zero(); 8];
    for (v, row) in v.iter_mut().zip(S::rows(&words).0) {
        *v = s.load(row);
    }
    s.transpose(&mut v);
    for (i, v) in (0..).zip(v) {
        let mut row = S::Row::ZERO;
        s.store(&mut row, v);
        assert!((0..).zip(row.as_ref()).all(|(j, &x)| x == 8 * j + i), "vector {i}: {:?}", row.as_ref());
    }
    s.untranspose(&mut v);
    let mut back = vec![0; words.len()];
    for (v, row) in v.into_iter().zip(S::rows_mut(&mut back).0) {
        s.store(row, v);
    }
    assert_eq!(back, words);
}

fn check<S: Simd>() -> u32 {
    let Some(s) = S::detect() else { return 0 };
    run!(s, operations::<S>);
    1
}

#[test]
fn instruction_sets_agree_with_arrays_of_words() {
    assert_eq!(check::<Portable>() + check::<Pair<Portable>>(), 2);
    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
    {
        let checked = check::<Quad>() + check::<Pair<Quad>>();
        assert_eq!(checked == 2, polymod_core::cpu::present().contains(Quad::NEEDS));
    }
    #[cfg(target_arch = "x86_64")]
    {
        let checked = check::<AvxIfma>() + check::<Avx512>() + check::<Avx512Ifma>();
        assert_eq!(checked > 0, AvxIfma::detect().is_some() || Avx512::detect().is_some());
    }
}

#[test]
fn stacks_hold_what_was_pushed() {
    let mut stack = Stack::<[u64; 8], 3>::new();
    assert!(stack.rows().is_empty());
    for i in 0..3 {
        stack.push([i; 8]);
        assert!((0..).zip(stack.rows()).all(|(i, row)| *row == [i; 8]) && stack.rows().len() as u64 == i + 1);
    }
    assert!(std::panic::catch_unwind(move || stack.push([3; 8])).is_err(), "no room");
}
