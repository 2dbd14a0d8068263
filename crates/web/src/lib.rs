//! The module of the page: text in, text out, through one buffer in its memory.
//!
//! The page asks for room ([`room`]), writes a request there ([`Task::parse`](task::Task::parse)), and calls [`prepare`], [`compute`] and [`answer`] in
//! turn, so that it can time the computation alone. Each returns 0, or 1 where the buffer has an error's text in place of a result.

mod modulus;
mod task;

use std::{cell::RefCell, mem::take};
use task::{Answer, Task};

/// What one call leaves for the next.
#[derive(Default)]
struct Page {
    /// The text of the request, then that of the answer.
    text: Vec<u8>,
    task: Option<Task>,
    answer: Option<Answer>,
}

impl Page {
    /// Does a step; where it fails, its message becomes the text.
    fn step(&mut self, step: impl FnOnce(&mut Self) -> Result<(), String>) -> u32 {
        let Err(message) = step(self) else { return 0 };
        *self = Page { text: message.into_bytes(), ..Page::default() };
        1
    }
}

thread_local! {
    static PAGE: RefCell<Page> = RefCell::default();
}

fn step(step: impl FnOnce(&mut Page) -> Result<(), String>) -> u32 {
    PAGE.with_borrow_mut(|page| page.step(step))
}

/// The functions that the page calls. They take and give numbers alone; the page reads and writes the module's memory by itself.
mod exports {
    #![allow(unsafe_code, reason = "functions that are called by their names have the attribute `no_mangle`")]

    use super::{PAGE, Task, step, take};

    /// Makes the text `len` bytes long, for the request; returns its address.
    #[unsafe(no_mangle)]
    pub extern "C" fn room(len: usize) -> *mut u8 {
        PAGE.with_borrow_mut(|page| {
            page.text.clear();
            page.text.resize(len, b' ');
            page.text.as_mut_ptr()
        })
    }

    /// Reads the request.
    #[unsafe(no_mangle)]
    pub extern "C" fn prepare() -> u32 {
        step(|page| {
            let text = String::from_utf8(take(&mut page.text)).map_err(|_| "the request is not UTF-8")?;
            page.task = Some(Task::parse(&text)?);
            Ok(())
        })
    }

    /// Computes; may be called again, to measure the time.
    #[unsafe(no_mangle)]
    pub extern "C" fn compute() -> u32 {
        step(|page| {
            page.answer = Some(page.task.as_ref().ok_or("nothing is prepared")?.run()?);
            Ok(())
        })
    }

    /// Writes the result as text.
    #[unsafe(no_mangle)]
    pub extern "C" fn answer() -> u32 {
        step(|page| {
            page.text = page.answer.take().ok_or("nothing is computed")?.to_string().into_bytes();
            Ok(())
        })
    }

    /// The address of the text.
    #[unsafe(no_mangle)]
    pub extern "C" fn text() -> *const u8 {
        PAGE.with_borrow(|page| page.text.as_ptr())
    }

    /// Its length in bytes.
    #[unsafe(no_mangle)]
    pub extern "C" fn text_len() -> usize {
        PAGE.with_borrow(|page| page.text.len())
    }
}
