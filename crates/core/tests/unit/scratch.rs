//! Buffers and their pool.

mod blocks;

use polymod_core::scratch::*;

#[test]
fn buffers_are_aligned_zeroed_and_come_back() {
    let pool = Pool::new(1 << 20);
    for len in [0, 1, 6, 7, 8, 31, 32, 33, 511, 512, 513, 5000] {
        let mut b = Buf::zeroed(Some(&pool), len);
        assert_eq!(b.len(), len);
        assert!(b.iter().all(|&w| w == 0), "length {len}");
        assert!(len <= 32 || b.as_ptr().align_offset(64) == 0, "length {len}");
        b.fill(!0);
    }
    assert!(pool.held_bytes() > 0);
    let held = pool.held_bytes();
    let again = Buf::zeroed(Some(&pool), 5000);
    assert!(pool.held_bytes() < held, "a pooled buffer was taken");
    assert!(again.iter().all(|&w| w == 0));
    drop(again);
    assert_eq!(pool.held_bytes(), held);
    let dirty = Buf::dirty(Some(&pool), 4990);
    assert_eq!(dirty.len(), 4990);
}

#[test]
fn buffers_of_any_length_are_zeroed_again() {
    let pool = Pool::new(1 << 28);
    for log in 9..18 {
        for len in [(1 << log) - SLACK, 1 << log, (1 << log) + 1, 3 << (log - 1)] {
            Buf::dirty(Some(&pool), len).fill(!0);
            let again = Buf::zeroed(Some(&pool), len);
            assert!(len < POOLED_WORDS || !again.is_fresh(), "length {len}: a pooled buffer was taken");
            assert!(again.iter().all(|&w| w == 0), "length {len}");
            assert!(again.sibling(len).iter().all(|&w| w == 0), "length {len}");
        }
    }
}

/// Every change of length that begins or ends among the words in the buffer itself, against a vector.
#[test]
fn few_words_are_a_vector() {
    let all: Vec<u64> = (1..40).collect();
    for from in 0..20 {
        for to in 0..40 {
            let (start, mut vector) = (&all[..from], all[..from].to_vec());
            let mut resized = Buf::copied(None, start);
            resized.resize(to);
            vector.resize(to, 0);
            assert_eq!(resized[..], vector, "{from} to {to} words");
            // words that were cut do not come back
            resized.resize(from);
            resized.resize(35);
            vector.resize(from, 0);
            vector.resize(35, 0);
            assert_eq!(resized[..], vector, "{from} to {to} to {from} words");
            let mut cut = Buf::copied(None, start);
            cut.truncate(to);
            cut.extend_from_slice(&all[..to]);
            cut.push(7);
            let mut vector = all[..from.min(to)].to_vec();
            vector.extend_from_slice(&all[..to]);
            vector.push(7);
            assert_eq!((&cut[..], cut.clone().into_vec()), (&vector[..], vector.clone()), "{from}, {to} words");
            assert!(cut.sibling(to).iter().all(|&word| word == 0) && cut.sibling(to).len() == to);
        }
    }
    assert!(size_of::<Buf>() <= 40);
}

/// Buffers of blocks that grow, at every alignment of the block: copies of them have their words.
#[test]
fn copies_of_grown_blocks() {
    let blocks: Vec<Buf> = (0..16).map(|_| Buf::dirty(None, Buf::SHORT)).collect();
    for mut buf in blocks {
        buf.fill(7);
        for len in Buf::SHORT - 1..Buf::SHORT + 2 * SLACK {
            buf.resize(len);
            let copy = buf.copy_or(|copy| copy, || buf.clone());
            assert_eq!(copy[..], buf[..], "{len} words");
            buf.push(7);
            let copy = buf.copy_or(|copy| copy, || buf.clone());
            assert_eq!((copy.len(), &copy[..]), (len + 1, &buf[..]), "{len} words and one");
        }
    }
}

#[test]
fn growth_keeps_the_words() {
    let pool = Pool::new(1 << 20);
    let mut b = Buf::zeroed(Some(&pool), 600);
    b[599] = 7;
    for i in 0..5000 {
        b.push(i);
    }
    b.extend_from_slice(&[1, 2]);
    assert_eq!((b.len(), b[599], b[600 + 4999], b[5601]), (5602, 7, 4999, 2));
    b.resize(600);
    assert_eq!(b.clone().into_vec().last(), Some(&7));
}

#[test]
fn what_is_in_use_is_counted() {
    let pool = Pool::new(1 << 20);
    let words = |words: usize| 8 * (words + SLACK);
    let (a, b) = (Buf::dirty(Some(&pool), 1000), Buf::dirty(Some(&pool), 2000));
    drop(a);
    let grown = {
        let mut c = Buf::zeroed(Some(&pool), 600);
        c.resize(9000);
        c
    };
    assert_eq!(pool.take_peak_bytes(), words(1000) + words(2000));
    assert_eq!(pool.take_peak_bytes(), words(2000) + words(600));
    drop(b);
    assert_eq!(grown.into_vec().len(), 9000);
    assert_eq!(pool.take_peak_bytes(), words(2000) + words(600));
    assert_eq!(pool.take_peak_bytes(), 0);
}

#[test]
fn the_budget_holds() {
    let pool = Pool::new(8 * 2000);
    drop(Buf::zeroed(Some(&pool), 10_000));
    assert_eq!(pool.held_bytes(), 0);
}
