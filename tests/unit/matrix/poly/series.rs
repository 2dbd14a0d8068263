//! Divisors of polynomial matrices that are singular.

use crate::any;
use polymod::{Error, Poly, PolyMatrix};

/// Also where the dividend is short: many quotients would do.
#[test]
fn divisors_are_not_singular() {
    let f = any("zn:97");
    let x = Poly::from_i64(&f, &[0, 1]);
    let equal = PolyMatrix::new(&f, 2, 2, vec![x.clone(), x.clone(), x.clone(), x.clone()]).unwrap();
    let [zero, none] = [2, 0].map(|n| PolyMatrix::zero(&f, n, n));
    assert_eq!(zero.div_rem(&equal), Err(Error::Singular { rank: 1, size: 2 }));
    assert_eq!(zero.div_rem(&zero), Err(Error::Singular { rank: 0, size: 2 }));
    let reduced = PolyMatrix::new(&f, 2, 2, vec![x.clone(), x.clone(), x, Poly::one(&f)]).unwrap();
    assert_eq!(zero.div_rem(&reduced), Ok((zero.clone(), zero)));
    assert_eq!(none.div_rem(&none), Ok((none.clone(), none)));
}
