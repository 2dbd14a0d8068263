//! A three-stage pipeline over blocks: one block is read and another written while a third one is processed.

use polymod::{
    Engine, Error, Result,
    outofcore::pipeline::{Blocks, run},
};
use std::sync::Mutex;

fn go(fails: Option<(&str, usize)>) -> (Result<()>, Vec<u64>) {
    let written = Mutex::new(Vec::new());
    let step = |who: &str, i: usize| match fails {
        Some(at) if at == (who, i) => Err(Error::OutOfRange { what: "step", expected: "", got: who.into() }),
        _ => Ok(()),
    };
    let result = Engine::default().enter(|cx| {
        run(
            &mut Blocks::new(5, 0, cx),
            (0..10, 4),
            cx,
            |i, block| {
                block.fill(i as u64);
                step("read", i)
            },
            |i, block, _| {
                block.iter_mut().for_each(|x| *x *= 2);
                step("work", i)
            },
            |i, block| {
                written.lock().unwrap().push(block[3]);
                step("write", i)
            },
        )
    });
    (result, written.into_inner().unwrap())
}

#[test]
fn all_blocks_pass_in_order_and_errors_end_it() {
    assert_eq!(go(None), (Ok(()), (0..10).map(|i| 2 * i).collect()));
    for who in ["read", "work", "write"] {
        for i in [0, 4, 9] {
            let (result, written) = go(Some((who, i)));
            assert!(result.unwrap_err().to_string().contains(who), "{who} {i}");
            assert!(written.len() <= i + 1, "{who} {i}");
        }
    }
}
