//! Values of options.

use polymod_cli::values::{interval, memory_size};

#[test]
fn sizes_and_intervals() {
    assert_eq!(memory_size("4096"), Ok(4096));
    assert_eq!(memory_size("3K"), Ok(3 << 10));
    assert_eq!(memory_size("2g"), Ok(2 << 30));
    for (text, bytes) in [
        ("10MB", 10_000_000),
        ("1GiB", 1 << 30),
        ("1.5G", 3 << 29),
        ("500k", 500 << 10),
        ("2 TB", 2_000_000_000_000),
        ("0.5mi", 1 << 19),
        ("7B", 7),
        ("2^30", 1 << 30),
        ("1e9", 1_000_000_000),
    ] {
        assert_eq!(memory_size(text), Ok(bytes), "{text}");
    }
    for bad in ["", "K", "0", "-1", "1.5", "1.5.5G", ".5G", "0.0001K", "99999999999999999999", "99999999T", "1KK", "é"]
    {
        assert!(memory_size(bad).is_err(), "{bad}");
    }
    assert_eq!(interval("3:7"), Ok(3..7));
    assert_eq!(interval("2^2:1e1"), Ok(4..10));
    for bad in ["", "3", "7:3", ":", "a:b", "1:-2"] {
        assert!(interval(bad).is_err(), "{bad}");
    }
}
