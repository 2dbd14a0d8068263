//! Square roots of single elements.

use super::{Ring, traits::power};

/// A square root of `a` ≠ 0 in the field of q elements, q odd; `None` where a is no square.
///
/// Tonelli 1891; Shanks 1972, "Five number-theoretic algorithms", §7: with q − 1 = t·2^s, t odd, x = a^((t+1)/2) is a root up to an
/// element of order 2^k, which a power of z = g^t, g no square, cancels bit by bit. Cost: s²/2 + log q products. `half_up` is (t + 1)/2
/// as words, least significant first; g is the first of the elements `from` that is no square. Without
/// one among them the result is `None`, unless a^t is 1.
pub(super) fn in_field<R: Ring>(
    r: &R,
    a: &R::Elem,
    (half_up, s): (&[u64], u32),
    from: impl IntoIterator<Item = R::Elem>,
) -> Option<R::Elem> {
    let inverse = r.inv(a).ok()?;
    let one = r.one();
    // y = a^((t+1)/2) and b = a^t = y²/a
    let mut root = power(r, a, half_up);
    let mut b = r.mul(&r.mul(&root, &root), &inverse);
    let squared = |x: &R::Elem, times: u32| (0..times).fold(x.clone(), |x, _| r.mul(&x, &x));
    if squared(&b, s - 1) != one {
        return None;
    }
    if b == one {
        return Some(root);
    }
    // g^t = (g^((t+1)/2))²/g; g is no square when its power t·2^(s−1) is not 1
    let powers = from.into_iter().filter_map(|g| {
        let half = power(r, &g, half_up);
        Some(r.mul(&r.mul(&half, &half), &r.inv(&g).ok()?))
    });
    let mut z = powers.into_iter().find(|z| squared(z, s - 1) != one)?;
    let mut order = s;
    while b != one {
        let k = (0..order).find(|&k| squared(&b, k) == one)?;
        let step = squared(&z, order - k - 1);
        root = r.mul(&root, &step);
        z = r.mul(&step, &step);
        b = r.mul(&b, &z);
        order = k;
    }
    Some(root)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ring::Zn;

    /// 97 − 1 = 3·2^5, and 5 is the least number that is no square modulo 97.
    #[test]
    fn the_search_for_a_non_square_ends_with_its_elements() {
        let f = Zn::new(97).unwrap();
        assert_eq!(in_field(&f, &2, (&[2], 5), [0, 4, 9, 5]).map(|x| f.mul(&x, &x)), Some(2));
        assert_eq!(in_field(&f, &2, (&[2], 5), (1..1000).map(|x| x * x % 97)), None);
        // 35 has the order 3, and needs none
        assert_eq!(in_field(&f, &35, (&[2], 5), []).map(|x| f.mul(&x, &x)), Some(35));
        assert_eq!(in_field(&f, &5, (&[2], 5), [5]), None);
    }
}
