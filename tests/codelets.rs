//! The generator of the transforms of small order over the field of 2^60 elements, which is part of the build of `polymod-core`.

#[path = "../crates/core/build/codelets.rs"]
mod codelets;
#[path = "../crates/core/build/field.rs"]
mod field;

#[test]
fn transforms_take_few_multiplications() {
    let counts: Vec<(usize, usize)> =
        codelets::ORDERS.map(|order| (order, codelets::program(order).0.multiplications)).into();
    assert_eq!(counts, [(3, 1), (5, 5), (7, 6), (9, 10), (11, 25), (13, 27), (25, 66), (31, 60), (41, 130)]);
}

#[test]
fn each_order_has_a_transform() {
    let text = codelets::file();
    for order in codelets::ORDERS {
        assert_eq!(text.matches(&format!("impl Codelet<{order}> for Axis<{order}> {{")).count(), 1, "order {order}");
    }
}

#[test]
fn roots_of_unity_have_their_orders() {
    const ORDER: u64 = (1 << 60) - 1;
    let primes = [3, 5, 7, 11, 13, 31, 41, 61, 151, 331, 1321];
    let others = primes.iter().fold(ORDER, |order, p| order / p);
    assert_eq!(others, 15, "the squares of 3 and 5 divide the order too");
    for p in primes {
        assert_ne!(field::root(p), 1, "order {p}");
        assert_eq!(field::pow(field::root(p), p), 1, "order {p}");
    }
    assert_eq!(field::root(61), 2, "z itself");
}
