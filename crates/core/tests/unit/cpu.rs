//! Sets of features, and families of CPUs.

use polymod_core::cpu::*;

#[test]
fn sets_are_named_and_lowered() {
    for (target, name) in Target::NAMED {
        assert_eq!(name.parse(), Ok(target));
        assert_eq!(target.to_string(), name);
    }
    let lowered: Target = "avx512-avx512ifma-gfni".parse().expect("a set");
    assert!(!lowered.has(Feature::Avx512Ifma) && !lowered.has(Feature::Gfni) && lowered.has(Feature::Avx512Vbmi));
    assert_eq!(lowered.to_string(), "avx512f");
    for wrong in ["sse9", "", "avx512-", "avx512-sse9", "avx2+gfni", "-avx2"] {
        assert!(wrong.parse::<Target>().is_err(), "{wrong}");
    }
    assert!(host().supported.contains(host().target) && host().cores >= 1);
}

#[test]
#[cfg(target_arch = "x86_64")]
fn families_of_cpus_differ_in_extensions() {
    let families =
        [[false, false], [false, true], [true, false], [true, true]].map(|[a, b]| Family::by_extensions(a, b));
    assert_eq!(families, [Family::Zen4, Family::Zen4, Family::GoldenCove, Family::Zen5]);
}

#[test]
fn families_grow() {
    let all: Vec<Target> = Target::families().collect();
    assert!(all.windows(2).all(|pair| pair[0] != pair[1] && pair[1].contains(pair[0])), "{all:?}");
    assert_eq!(all.last(), Some(&host().target));
}

#[test]
fn features_have_places_in_a_set() {
    assert_eq!(Target::AVX512.features().count(), Feature::ALL.len());
    assert_eq!(Target::AVX2.features().filter(|f| f.name().starts_with("avx512")).count(), 0);
    assert!(Target::AVX2.has(Feature::Vpclmulqdq) && Target::SCALAR.features().next().is_none());
}
