//! Checks of the results of Euclid's algorithm: identities at random points; resultants with the coefficients in reverse order, and short ones by
//! textbook algorithms.

use super::seeded;
use crate::any;
use polymod::{Poly, Ring, poly::Bezout, ring::AnyElem};

#[test]
fn right_results_pass_and_wrong_ones_do_not() {
    for name in ["zn:97", "zn:2^61-1"] {
        let f = any(name);
        let mut c = seeded(&f, 3);
        let g = Poly::from_i64(&f, &[3, 1]);
        let (a, b) = (&Poly::from_i64(&f, &[5, 4, 3, 2]) * &g, &Poly::from_i64(&f, &[1, 7, 2]) * &g);
        let one = Poly::one(&f);
        let Bezout { s, t, .. } = a.xgcd(&b).unwrap();
        assert!(c.common_divisor(&a, &b, &g).is_ok() && c.bezout(&a, &b, &g, &s, &t).is_ok());
        assert!(c.common_divisor(&a, &b, &one).is_err() && c.common_divisor(&a, &b, &(&g + &g)).is_err());
        assert!(c.bezout(&a, &b, &g, &(&s + &one), &t).is_err() && c.bezout(&a, &b, &g, &s, &(&t + &one)).is_err());
        assert!(c.bezout(&a, &b, &g, &(&s + &b), &(&t - &a)).is_err(), "not reduced");
        let (x, y) = (Poly::from_i64(&f, &[5, 4, 3, 2]), Poly::from_i64(&f, &[1, 7, 2]));
        let resultant = x.resultant(&y).unwrap();
        assert!(c.resultant(&x, &y, &resultant).is_ok() && c.resultant(&x, &y, &f.neg(&resultant)).is_err());
        let discriminant = x.discriminant().unwrap();
        assert!(c.discriminant(&x, &discriminant).is_ok() && c.discriminant(&x, &f.neg(&discriminant)).is_err());
        let inverse = y.inv_mod(&x).unwrap();
        assert!(c.inverse_modulo(&y, &x, &inverse).is_ok());
        assert!(c.inverse_modulo(&y, &x, &(&inverse + &one)).is_err());
        assert!(c.inverse_modulo(&y, &x, &(&inverse + &x)).is_err(), "not reduced");
        let (p, q) = y.rational(&x, 1).unwrap();
        assert!(c.fraction(&y, &x, 1, &p, &q).is_ok());
        assert!(c.fraction(&y, &x, 1, &(&p + &one), &q).is_err() && c.fraction(&y, &x, 0, &p, &q).is_err());
        let fibonacci = f.collect(&[0, 1, 1, 2, 3, 5, 8, 13].map(AnyElem::Word));
        let rule = Poly::from_i64(&f, &[-1, -1, 1]);
        assert!(c.recurrence(fibonacci.view(), &rule).is_ok());
        assert!(c.recurrence(fibonacci.view(), &(&rule * &g)).is_err() && c.recurrence(fibonacci.view(), &g).is_err());
    }
}
