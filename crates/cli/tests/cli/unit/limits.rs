//! Memory limits.

use polymod_cli::limits::{check, for_products, threads, total};

#[test]
fn memory_is_found_and_kept_to() {
    assert_eq!(total("MemTotal:       65808356 kB\nMemFree: 1 kB\n"), Some(65_808_356 << 10));
    assert_eq!(total("MemFree: 1 kB\n"), None);
    assert!(check("pow", 1000.0, 24, 1024).is_ok());
    let error = check("pow", 1000.0, 25, 1024).unwrap_err().to_string();
    assert!(error.contains("pow needs 1.0 KiB") && error.contains("--memory"), "{error}");
    let (data, memory) = ((116 << 20) as f64 / 9.0, 28 << 20);
    assert!(check("mul", data, 0, memory).is_ok() && for_products(memory, 1) == 29 << 19);
    assert!(check("mul", data, 1, memory).is_err() && for_products(1 << 20, 7) == 1 << 20);
    assert_eq!([20 << 20, 24 << 20, 28 << 20, 1 << 30].map(|memory| threads(memory, 7)), [1, 1, 2, 7]);
    assert!(threads(1 << 20, 7) == 7 && for_products(memory, 2) < for_products(memory, 1) - (2 << 20));
    assert!(check("pow", 1e30, 0, u64::MAX).is_err());
    assert!(check("pow", f64::INFINITY, 0, u64::MAX).is_err());
}
