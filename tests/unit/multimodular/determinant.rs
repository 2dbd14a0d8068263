//! Determinants over Z.

use polymod::{
    Integers, Matrix, Result, Ring,
    multimodular::{
        Options,
        determinant::choice,
        remote::{Done, Request, Team},
    },
};
use rug::Integer;
use std::sync::Arc;

/// Images by many workers are predicted to take less time than lifting, which takes one machine.
#[test]
fn the_choice_goes_by_the_workers() {
    #[derive(Debug)]
    struct Many(usize);
    impl Team for Many {
        fn workers(&self) -> usize {
            self.0
        }
        fn share(&self, _: &Request, _: &mut (dyn Iterator<Item = Vec<u64>> + Send), _: &mut Done<'_>) -> Result<()> {
            Ok(())
        }
    }
    let z = Integers::new();
    let a = Matrix::from_fn(&z, 200, 200, |i, j| Integer::from((i * 7 + j * j) % 1000) << 300).unwrap();
    let chosen = |workers: usize| {
        let options = Options { team: Some(Arc::new(Many(workers))), ..Options::default() };
        z.engine().enter(|cx| choice(&a, 60_000.0, None, &options, cx).fastest())
    };
    assert_eq!([1, 1000].map(chosen), ["dixon", "crt"]);
}
