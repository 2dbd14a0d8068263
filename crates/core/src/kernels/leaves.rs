//! Products of images that are residues modulo x^8 − r: polynomials of eight coefficients, without shuffles.

use super::{
    lanes::Leaves,
    tree::{LEAF, Product},
};

/// Number of leaves whose products are prepared together: their operands stay in the L1 cache.
const LEAVES: usize = 16;

/// out = a·b, or out += a·b, leaf by leaf modulo x^8 − r, over 2^52: r of leaf v is s_(v/2), negative for odd v. In: the
/// forward range (`out`, where added to: [0, 2p)). Out: [0, 2p).
#[inline(always)]
pub(super) unsafe fn leaf_products<A: Leaves>(product: Product) {
    let Product { p, out, a, b, roots, len, add } = product;
    let leaves = len / LEAF;
    // SAFETY: operands are read a block at a time before that block of `out` is written
    unsafe {
        let arith = A::new(p);
        // [r·b, b] leaf by leaf: its window at 8 − i holds b·x^i modulo x^8 − r
        let mut twice = [0u64; LEAVES * 2 * LEAF];
        let mut left = [0u64; LEAVES * LEAF];
        for first in (0..leaves).step_by(LEAVES) {
            let count = LEAVES.min(leaves - first);
            for i in 0..count {
                let (leaf, at) = (first + i, (first + i) * LEAF);
                let (x, y) = (A::load(a.add(at)), A::load(b.add(at)));
                A::store(left.as_mut_ptr().add(i * LEAF), arith.left(x));
                let wrapped = arith.times(y, A::root(roots.add(leaf & !1)));
                let wrapped = if leaf % 2 == 1 { arith.negated(wrapped) } else { wrapped };
                A::store(twice.as_mut_ptr().add(2 * i * LEAF), arith.right_product(wrapped));
                A::store(twice.as_mut_ptr().add((2 * i + 1) * LEAF), arith.right(y));
            }
            for i in 0..count {
                let product = arith.leaf_product(left.as_ptr().add(i * LEAF), twice.as_ptr().add(2 * i * LEAF));
                let out = out.add((first + i) * LEAF);
                A::store(out, if add { arith.plus(A::load(out), product) } else { product });
            }
        }
    }
}
