//! A three-stage pipeline over blocks: one block is read and another written while a third one is processed.

use crate::{Result, engine::Context, scratch::Buf};
use std::{ops::Range, sync::mpsc::sync_channel, thread};

/// Number of blocks in memory.
pub const BLOCKS: usize = 3;

/// The buffers of a pipeline, reusable by any number of runs.
pub struct Blocks {
    moving: [Buf; BLOCKS],
    /// Scratch buffer of the work stage.
    lines: Buf,
}

/// Least number of words per block.
const LEAST: usize = 64;

impl Blocks {
    /// Buffers for blocks of at most `words` words, and a scratch buffer of `lines` words.
    #[must_use]
    pub fn new(words: usize, lines: usize, cx: Context<'_>) -> Self {
        let buf = |words: usize| cx.engine().dirty(words.max(LEAST));
        Blocks { moving: std::array::from_fn(|_| buf(words)), lines: buf(lines) }
    }

    /// Words per block, at least 64.
    #[must_use]
    pub fn words(&self) -> usize {
        self.moving[0].len()
    }
}

/// Processes the blocks of these numbers in order: `read` fills the first `words` words of a block, `work` changes them, with a
/// scratch buffer as its last argument, `write` stores them.
///
/// # Errors
/// The first error of `read`, `work` and `write`; [`Error::Cancelled`](crate::Error::Cancelled).
///
/// # Panics
/// If the blocks are shorter than `words`.
pub fn run(
    blocks: &mut Blocks,
    shape: (Range<usize>, usize),
    cx: Context<'_>,
    mut read: impl Fn(usize, &mut [u64]) -> Result<()> + Send,
    mut work: impl FnMut(usize, &mut [u64], &mut [u64]) -> Result<()>,
    mut write: impl Fn(usize, &[u64]) -> Result<()> + Send,
) -> Result<()> {
    run_erased(blocks, shape, cx, &mut read, &mut work, &mut write)
}

/// The first stage of a pipeline.
type Read<'a> = &'a mut (dyn FnMut(usize, &mut [u64]) -> Result<()> + Send);
/// The second one.
type Work<'a> = &'a mut dyn FnMut(usize, &mut [u64], &mut [u64]) -> Result<()>;
/// The last one.
type Write<'a> = &'a mut (dyn FnMut(usize, &[u64]) -> Result<()> + Send);

/// [`run`] for stages of erased types, so that threads and channels are compiled once.
fn run_erased(
    blocks: &mut Blocks,
    (numbers, words): (Range<usize>, usize),
    cx: Context<'_>,
    read: Read<'_>,
    work: Work<'_>,
    write: Write<'_>,
) -> Result<()> {
    let Blocks { moving, lines } = blocks;
    let (start, count) = (numbers.start, numbers.len());
    let (give_back, free) = sync_channel::<&mut [u64]>(BLOCKS);
    let (hand_in, filled) = sync_channel::<(usize, &mut [u64])>(1);
    let (hand_out, done) = sync_channel::<(usize, &mut [u64])>(1);
    for block in moving {
        // the channel's capacity is the number of blocks
        let _ = give_back.send(&mut block[..words]);
    }
    thread::scope(|scope| {
        let reader = scope.spawn(move || {
            for i in numbers {
                // the channel is closed because a later stage has failed, which reports the error
                let Ok(block) = free.recv() else { break };
                read(i, block)?;
                if hand_in.send((i, block)).is_err() {
                    break;
                }
            }
            Ok(())
        });
        let writer = scope.spawn(move || {
            let taken = done;
            for (i, block) in taken {
                write(i, block)?;
                // the reader may have finished
                let _ = give_back.send(block);
            }
            Ok(())
        });
        let mut worked = Ok(());
        for (i, block) in filled {
            worked = cx.check().and_then(|()| work(i, block, lines));
            cx.progress("blocks", (i + 1 - start) as u64, count as u64);
            if worked.is_err() || hand_out.send((i, block)).is_err() {
                break;
            }
        }
        drop(hand_out);
        let joined = |handle: thread::ScopedJoinHandle<'_, Result<()>>| match handle.join() {
            Ok(result) => result,
            Err(panic) => std::panic::resume_unwind(panic),
        };
        let (written, read) = (joined(writer), joined(reader));
        read.and(worked).and(written)
    })
}
