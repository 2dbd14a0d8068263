//! Squarefree parts in words against those by polynomials.

use crate::poly::{words, zn};
use polymod::{
    Poly, Result,
    core::bits::SplitMix64,
    ring::{AnyElem, FiniteField},
};

/// Parts in words against those by polynomials, with multiplicities that the characteristic divides and without.
#[test]
fn parts_in_words_are_those_by_polynomials() -> Result<()> {
    let mut random = SplitMix64::new(5);
    let mut in_words = 0;
    for p in [3, 5, 97, (1 << 31) - 1, (1 << 62) - 57, u64::MAX - 58] {
        let field = zn(p);
        for multiplicities in [[0, 0, 0], [1, 0, 0], [1, 1, 2], [3, 0, 3], [5, 1, 9], [2, 6, 15], [4, 3, 10]] {
            let mut f = Poly::monomial(&field, &AnyElem::Word(p - 1), 0);
            for multiplicity in multiplicities {
                let len = 2 + random.word() as usize % 3;
                let factor = words(&field, (0..len).map(|_| random.word() % p));
                f = if factor.is_empty() { f } else { &f * &factor.pow(multiplicity)? };
            }
            let wanted = f.squarefree_over(&field.cardinality()?)?;
            in_words += usize::from(field.short_squarefree(f.monic()?.coeffs()).is_some());
            assert_eq!(f.squarefree()?, wanted, "{multiplicities:?} modulo {p}: {f}");
        }
    }
    assert!(in_words > 20, "{in_words}");
    Ok(())
}
