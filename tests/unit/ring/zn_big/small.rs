//! Products of residues modulo any n against GMP's.

use polymod::{
    core::limbs,
    ring::{
        integers::write_integer,
        zn_big::small::{LIMBS, Reducer},
    },
};
use rug::{Integer, ops::Pow};

/// Products at the ends of the range and of scattered residues, against GMP's; moduli with the largest and smallest leading limbs.
#[test]
fn products_of_residues_are_reduced() {
    for bits in [2, 5, 63, 64, 65, 127, 128, 129, 255, 256, 257, 512, 1000, 1023, 1024] {
        let power = Integer::from(2).pow(bits);
        let moduli = [
            power.clone() - 1u32,
            power.clone() + 1u32,
            power.clone() / 2u32 + 1u32,
            power.clone() / 3u32 * 2u32 + 1u32,
        ];
        for n in moduli.into_iter().chain([power]) {
            let Some(reducer) = Reducer::new(&n) else {
                let power_of_limbs = n.is_power_of_two() && n.significant_bits() % 64 == 1;
                assert!(power_of_limbs || n.significant_bits() > 64 * LIMBS as u32, "modulo {n}");
                continue;
            };
            let width = limbs::width_for(n.significant_bits());
            let residues: Vec<Integer> = (0u32..12)
                .map(|i| match i {
                    0..4 => (n.clone() - 1u32 - i).modulo(&n),
                    4..6 => Integer::from(i - 4),
                    _ => (Integer::from(3).pow(40 * i + bits) + i).modulo(&n),
                })
                .collect();
            let row = |x: &Integer| {
                let mut row = vec![0; width];
                write_integer(&mut row, x);
                row
            };
            for x in &residues {
                for y in &residues {
                    let mut out = vec![7; width];
                    reducer.multiply(&mut out, &row(x), &row(y));
                    assert_eq!(out, row(&Integer::from(x * y).modulo(&n)), "{x}·{y} modulo {n}");
                }
            }
        }
    }
}
