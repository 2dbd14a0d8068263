//! Conversions of elements to integers that fit.

use num_traits::ToPrimitive;
use polymod::ring::AnyElem;

#[test]
fn integers_that_fit() {
    assert_eq!((AnyElem::Bit(true).to_i64(), AnyElem::Word(u64::MAX).to_i64()), (Some(1), None));
    assert_eq!((AnyElem::Word(u64::MAX).to_i128(), AnyElem::Word(300).to_u8()), (Some(i128::from(u64::MAX)), None));
    #[cfg(feature = "integers")]
    {
        let x = AnyElem::Integer(rug::Integer::from(-1) << 100);
        assert_eq!((x.to_i64(), x.to_u128(), x.to_i128()), (None, None, Some(-(1 << 100))));
        assert_eq!(x.to_f64(), Some(-(100f64.exp2())));
    }
}
