//! Reconstruction of few integers from residues modulo many primes, by a product tree.

use polymod::{
    core::arith::{Modulus, PrimeStream},
    internals::crt::TreeReconstruct,
};
use rug::{Integer, integer::IntegerExt64};

#[test]
fn integers_come_back_from_all_numbers_of_primes() {
    for (bits, counts) in [(48, vec![1, 2, 3, 4, 5, 7, 8, 9, 31, 64, 65, 200]), (62, vec![1, 6, 33]), (2, vec![2])] {
        for count in counts {
            let primes: Vec<Modulus> = match bits {
                2 => [2, 3].map(|p| Modulus::new(p).unwrap()).to_vec(),
                _ => PrimeStream::new(bits, 1).unwrap().take(count).map(|p| Modulus::new(p).unwrap()).collect(),
            };
            let tree = TreeReconstruct::new(&primes);
            let product: Integer = primes.iter().map(|p| Integer::from(p.n())).product();
            let most: Integer = (product.clone() - 1u32) / 2u32;
            for x in [Integer::new(), most.clone(), -most.clone(), most.clone() / 3u32, -(most.clone() / 7u32) - 1u32] {
                let x = if x.clone().abs() > most { Integer::new() } else { x };
                let residues: Vec<u64> = primes.iter().map(|p| x.mod_u64(p.n())).collect();
                assert_eq!(tree.join(|i| residues[i]), x, "{count} primes of {bits} bits");
            }
        }
    }
}

#[test]
#[should_panic(expected = "distinct")]
fn primes_are_distinct() {
    let p = Modulus::new(97).unwrap();
    let _ = TreeReconstruct::new(&[p, p]);
}
