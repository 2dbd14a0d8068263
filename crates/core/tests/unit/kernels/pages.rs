//! Large pages keep the words.

#[test]
fn contents_stay() {
    let mut words: Vec<u64> = (0..1 << 20).collect();
    for part in [0..0, 1..2, 5..700, 3..1 << 20] {
        polymod_core::kernels::pages::prefer_large(&mut words[part]);
    }
    assert!(words.iter().enumerate().all(|(i, &x)| x == i as u64));
}
