//! Rings under the names of other systems.

use polymod_cli::ring_names::meant;

#[test]
fn rings_of_other_systems() {
    for (text, wanted) in [
        ("GF(97)", Some("zn:97")),
        ("Z/97", Some("zn:97")),
        ("ZZ/97ZZ", Some("zn:97")),
        ("IntegerModRing( 6 )", Some("zn:6")),
        ("Zn:97", Some("zn:97")),
        ("F_(2^61-1)", Some("zn:2^61-1")),
        ("zn12", Some("zn:12")),
        ("GF(4)", Some("gf2^2:")),
        ("FF(2)", Some("gf2")),
        ("gf2^8", Some("gf2^8:0x11b")),
        ("ZZ", Some("z")),
        ("gfpf:f8", Some("gfpf:F8")),
        ("GF(9)", Some("gf:3^2")),
        ("GF(5^2)", Some("gf:5^2")),
        ("GF(1)", None),
        ("GF(2^65)", Some("gf:2^65")),
        // too long for a hint
        ("GF(2^65536+1)", None),
        ("gf2^8:0x3", None),
        ("zn:1", None),
        ("zn:", None),
        ("QQ", Some("q")),
        ("RationalField", Some("q")),
        ("q[y]", None),
        ("F_343", Some("gf:7^3")),
        ("", None),
        ("zn:-7", None),
    ] {
        let found = meant(text);
        match wanted {
            Some(wanted) => assert!(found.as_ref().is_some_and(|f| f.starts_with(wanted)), "{text}: {found:?}"),
            None => assert_eq!(found, None, "{text}"),
        }
    }
}
