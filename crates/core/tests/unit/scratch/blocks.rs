//! Blocks of short buffers.

use polymod_core::scratch::{SLACK, blocks::*};

#[test]
fn blocks_are_long_enough_and_come_back() {
    for len in 1..=MOST {
        let mut block = Block::new(len);
        assert!(block.room() >= len && block.room() <= (2 * len).max(8) + SLACK, "{len} words");
        let place = block.first_mut(len).as_ptr();
        assert!(len <= UNALIGNED || place.align_offset(64) == 0, "{len} words");
        drop(Kept(block));
        assert_eq!(Block::new(len).first(len).as_ptr(), place, "the block dropped last is taken");
    }
}

#[test]
fn a_thread_keeps_few_blocks() {
    let all: Vec<_> = (0..3 * KEPT).map(|_| Kept(Block::new(MOST))).collect();
    drop(all);
    let kept: Vec<_> = SPARE.with(|all| std::iter::from_fn(|| all[SIZES - 1].pop()).collect());
    assert_eq!(kept.len(), KEPT);
    let other = std::thread::spawn(|| drop(Kept(Block::new(MOST))));
    other.join().expect("no panic");
}
