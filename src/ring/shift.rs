//! Taylor shifts of short polynomials: A(x + c) by Horner's rule, in words.
//!
//! Round i replaces a_j by c·a_(j+1) + a_j for j from the last coefficient but one down to i; then a_i is a coefficient of the result (Horner 1819;
//! von zur Gathen, Gerhard 1997, "Fast algorithms for Taylor shifts", method B). Several rounds are made at a time, with their sums in registers, so
//! that each coefficient is loaded and stored once for all of them (Johnson, Krandick, Ruslanov 2005, "Architecture-aware classical Taylor shift
//! by 1"). All values are bounded by the sum of |a_i|·(1 + |c|)^i.

/// Makes v the coefficients of v(x + c), ROUNDS rounds at a time; `step(s, x)` = c·s + x.
#[inline(always)]
pub(super) fn shift<W: Copy + Default, const ROUNDS: usize>(v: &mut [W], step: impl Fn(W, W) -> W) {
    for first in (0..v.len()).step_by(ROUNDS) {
        let end = v.len().min(first + ROUNDS);
        let (last, above) = v[first..].split_at_mut(end - first);
        let mut sums = [W::default(); ROUNDS];
        for x in above.iter_mut().rev() {
            *x = through(&mut sums, *x, &step);
        }
        // the rounds end one after the other
        for (i, x) in last.iter_mut().enumerate().rev() {
            *x = through(&mut sums[..=i], *x, &step);
        }
    }
}

/// A coefficient after these rounds.
#[inline(always)]
fn through<W: Copy>(sums: &mut [W], mut x: W, step: &impl Fn(W, W) -> W) -> W {
    for sum in sums {
        x = step(*sum, x);
        *sum = x;
    }
    x
}

/// [`shift`] of signed words, in two's complement; every value fits.
pub(super) fn shift_words(v: &mut [u64], c: i64) {
    match c {
        1 => shift::<_, 8>(v, u64::wrapping_add),
        -1 => shift::<_, 8>(v, |s, x| x.wrapping_sub(s)),
        _ => shift::<_, 8>(v, |s, x| s.wrapping_mul(c as u64).wrapping_add(x)),
    }
}

/// [`shift`] of signed numbers of two words, in two's complement; every value fits.
pub(super) fn shift_double_words(v: &mut [i128], c: i64) {
    match c {
        1 => shift::<_, 4>(v, i128::wrapping_add),
        -1 => shift::<_, 4>(v, |s, x| x.wrapping_sub(s)),
        _ => shift::<_, 4>(v, |s, x| s.wrapping_mul(i128::from(c)).wrapping_add(x)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By the definition, Σ a_i·(x + c)^i, with binomial coefficients from Pascal's triangle.
    fn defined(a: &[i128], c: i128) -> Vec<i128> {
        let (mut out, mut power) = (vec![0; a.len()], vec![1]);
        for &x in a {
            out.iter_mut().zip(&power).for_each(|(o, p)| *o += x * p);
            let mut next = vec![0; power.len() + 1];
            for (i, p) in power.iter().enumerate() {
                next[i] += c * p;
                next[i + 1] += p;
            }
            power = next;
        }
        out
    }

    #[test]
    fn rounds_are_those_of_the_definition() {
        for len in 0..30i64 {
            for c in [1, -1, 2, -2, 3, -7] {
                let a: Vec<i64> = (0..len).map(|i| (i * i * 37 + 11) % 201 - 100).collect();
                let mut double: Vec<i128> = a.iter().map(|&x| x.into()).collect();
                let wanted = defined(&double, c.into());
                let mut words: Vec<u64> = a.iter().map(|&x| x as u64).collect();
                shift_double_words(&mut double, c);
                assert_eq!(double, wanted, "{len} coefficients, c = {c}");
                if wanted.iter().all(|&x| i64::try_from(x).is_ok()) {
                    shift_words(&mut words, c);
                    assert!(words.iter().zip(&wanted).all(|(&x, &y)| i128::from(x as i64) == y), "{len}, c = {c}");
                }
            }
        }
    }
}
