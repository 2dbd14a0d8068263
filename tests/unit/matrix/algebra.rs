//! Norms, traces and polynomials of elements of K\[x\]/(m) against those of their matrices.

use crate::any;
use polymod::{
    AnyRing, Poly, Ring,
    core::bits::testing::noise,
    ring::{AnyElem, Codec},
};

fn agrees(r: &AnyRing, elems: impl Fn(u64) -> AnyElem) {
    for n in [1usize, 2, 3, 5, 8, 17, 40] {
        for kind in 0..3u64 {
            let draw =
                |len: usize, seed: u64| Poly::new(r, (0..len as u64).map(|i| elems(noise(i + 100 * seed + kind))));
            let m = draw(n, 7).checked_add(&Poly::monomial(r, &r.one(), n)).expect("a sum");
            let a = match kind {
                0 => Poly::from_i64(r, &[1]),
                1 => draw(n + 4, 3),
                _ => Poly::monomial(r, &r.one(), 2),
            };
            let matrix = a.rem(&m).expect("a remainder").multiplication(&m).expect("a matrix");
            let charpoly = a.charpoly_mod(&m).expect("a polynomial");
            assert_eq!(charpoly, matrix.charpoly().expect("a polynomial"), "{n}, kind {kind}");
            assert_eq!(
                a.minpoly_mod(&m).expect("a polynomial"),
                matrix.minpoly().expect("a polynomial"),
                "{n}, {kind}"
            );
            assert_eq!(a.norm_mod(&m).expect("a norm"), matrix.det().expect("a determinant"), "{n}, kind {kind}");
            assert_eq!(a.trace_mod(&m).expect("a trace"), matrix.trace().expect("a trace"), "{n}, kind {kind}");
        }
    }
}

#[test]
fn elements_are_their_matrices() {
    let f = any("zn:998244353");
    agrees(&f, |x| f.elem((x >> 20) as i64));
    let f = any("zn:7");
    agrees(&f, |x| f.elem((x >> 20) as i64));
    for (name, elements) in [("gf:7^2", 49), ("gf2^8:0x11b", 256)] {
        let f = any(name);
        agrees(&f, |x| {
            let mut v = f.zeros(0);
            f.push_limbs(&mut v, false, &[(x >> 20) % elements]).expect("the name of an element");
            f.get(v.view(), 0)
        });
    }
    agrees(&any("gf2"), |x| AnyElem::Bit(x & 1 == 1));
}
