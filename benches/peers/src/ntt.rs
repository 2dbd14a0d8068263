//! Transforms of n = 2^k values modulo a prime: `NttPlan` with values in natural order and in the plan's own, against the
//! crate `tfhe-ntt`, HEXL and the transform inside FLINT's products.
//!
//! All are in place. All but FLINT's are negacyclic, of words in [0, p). Values of tfhe-ntt and HEXL are in bit-reversed order, so
//! that `permuted` compares like with like: our plan chooses its order too, from 64 values on that of the tree, which is
//! bit-reversed between blocks of eight vectors and transposed in them. FLINT's is cyclic, of doubles that
//! are left unreduced, in an order of its own, without the factor 1/n on the way back, and for primes of 50 bits at most; it gets operands multiplied by powers of the 2n-th root before the timing, so that its values are the
//! same ones.
//!
//! Compared are the sets of values, four places by Horner's rule, and the coefficients that come back. Recipes for natural order follow:
//! see [`ntt_recipes`].

use std::error::Error;

use polymod::Modulus;
use polymod::core::scratch::Buf;
use polymod::core::transform::ntt::{NttPlan, Wrap};

use crate::flint;
use crate::harness::{Contest, Harness, Label, random_below};
#[cfg(feature = "hexl")]
use crate::hexl;
use crate::ntt_recipes;
use crate::tfhe;

/// log2 of the least and of the largest number of values.
const LOGS: (u32, u32) = (4, 22);
/// 2^64 − 2^32 + 1.
const GOLDILOCKS: u64 = 0xffff_ffff_0000_0001;
/// The primes by bits.
const BITS: [(u32, &str); 6] =
    [(48, "48 bits"), (49, "49 bits"), (50, "50 bits"), (59, "59 bits"), (61, "61 bits"), (62, "62 bits")];

/// Measures all cases.
pub fn run(harness: &mut Harness) -> Result<(), Box<dyn Error>> {
    let primes = BITS.into_iter().map(|(bits, case)| (case, ntt_prime(bits)));
    for (case, p) in primes.chain([("Goldilocks", GOLDILOCKS)]) {
        let kinds: Vec<Kind> = Kind::ALL.into_iter().filter(|kind| harness.wants(kind.op(), case)).collect();
        if kinds.is_empty() {
            continue;
        }
        for n in (LOGS.0..=harness.sizes().max_log(LOGS.1)).map(|log| 1 << log) {
            let mut transform = Transform::new(p, n)?;
            for &kind in &kinds {
                transform.kind = kind;
                harness.compare(Label { op: kind.op(), case, n, transform: true }, &mut transform);
            }
        }
    }
    ntt_recipes::run(harness)
}

/// Whether the polynomial has this value at a power of the plan's root.
pub fn is_value(plan: &NttPlan, coefficients: &[u64], power: u64, value: u64) -> bool {
    let p = plan.modulus();
    let point = p.pow(plan.root(), power);
    coefficients.iter().rev().fold(0, |sum, &c| p.add(p.mul(sum, point), c)) == value
}

/// The largest prime below 2^`bits` that has roots of unity for every size of the table.
pub fn ntt_prime(bits: u32) -> u64 {
    let step = 1 << (LOGS.1 + 1);
    let mut candidates = (1..(1u64 << bits) / step).rev().map(|k| k * step + 1);
    candidates.find(|&p| flint::is_prime(p)).expect("there are such primes of every size")
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Forward,
    Inverse,
    ForwardPermuted,
    InversePermuted,
}

impl Kind {
    const ALL: [Kind; 4] = [Kind::Forward, Kind::Inverse, Kind::ForwardPermuted, Kind::InversePermuted];

    fn op(self) -> &'static str {
        match self {
            Kind::Forward => "forward",
            Kind::Inverse => "inverse",
            Kind::ForwardPermuted => "forward permuted",
            Kind::InversePermuted => "inverse permuted",
        }
    }

    fn is_forward(self) -> bool {
        matches!(self, Kind::Forward | Kind::ForwardPermuted)
    }

    fn is_permuted(self) -> bool {
        matches!(self, Kind::ForwardPermuted | Kind::InversePermuted)
    }
}

/// Another library's negacyclic transform of words in place, with values in bit-reversed order.
pub trait InPlace {
    /// The library's name in the tables.
    fn name(&self) -> &'static str;
    /// The coefficients or values, all in [0, p).
    fn values(&self) -> &[u64];
    /// The same, for new ones.
    fn values_mut(&mut self) -> &mut [u64];
    /// Coefficients to values.
    fn forward(&mut self);
    /// Values to coefficients, the factor 1/n included.
    fn inverse(&mut self);
}

enum Peer {
    InPlace(Box<dyn InPlace>),
    /// With 1, ψ, ψ², … for the root ψ of order 2n.
    Flint(flint::fft::Transform, Vec<u64>),
}

impl Peer {
    fn name(&self) -> &'static str {
        match self {
            Peer::InPlace(transform) => transform.name(),
            Peer::Flint(..) => flint::NAME,
        }
    }

    fn load(&mut self, p: Modulus, coefficients: &[u64]) {
        match self {
            Peer::InPlace(transform) => transform.values_mut().copy_from_slice(coefficients),
            Peer::Flint(transform, powers) => {
                let twisted: Vec<u64> = coefficients.iter().zip(&*powers).map(|(&c, &w)| p.mul(c, w)).collect();
                transform.load(&twisted);
            }
        }
    }

    fn forward(&mut self) {
        match self {
            Peer::InPlace(transform) => transform.forward(),
            Peer::Flint(transform, _) => transform.forward(),
        }
    }

    fn inverse(&mut self) {
        match self {
            Peer::InPlace(transform) => transform.inverse(),
            Peer::Flint(transform, _) => transform.inverse(),
        }
    }

    fn values(&self) -> Vec<u64> {
        match self {
            Peer::InPlace(transform) => transform.values().to_vec(),
            Peer::Flint(transform, _) => transform.values(),
        }
    }

    /// Whether an inverse transform has brought these coefficients back.
    fn is_back_at(&self, p: Modulus, coefficients: &[u64]) -> bool {
        match self {
            Peer::InPlace(transform) => transform.values() == coefficients,
            Peer::Flint(transform, powers) => {
                let twisted = coefficients.iter().zip(powers).map(|(&c, &w)| p.mul(c, w));
                twisted.eq(transform.coefficients())
            }
        }
    }
}

struct Transform {
    plan: NttPlan,
    peers: Vec<Peer>,
    kind: Kind,
    coefficients: Vec<u64>,
    /// At a multiple of 64 bytes, as the peers' values are: what the allocator gives differs between two programs, and their times by a tenth.
    x: Buf,
}

impl Transform {
    fn new(p: u64, n: usize) -> polymod::Result<Self> {
        let plan = NttPlan::new(p, n, Wrap::Negacyclic)?;
        let mut peers = Vec::new();
        peers.extend(tfhe::Transform::new(p, n).map(|transform| Peer::InPlace(Box::new(transform))));
        #[cfg(feature = "hexl")]
        peers.extend(hexl::Transform::new(p, n).map(|transform| Peer::InPlace(Box::new(transform))));
        if let Some(transform) = flint::fft::Transform::new(p, n) {
            let powers = std::iter::successors(Some(1), |&power| Some(plan.modulus().mul(power, plan.root())));
            peers.push(Peer::Flint(transform, powers.take(n).collect()));
        }
        let coefficients = random_below(p, n, 1);
        Ok(Self { plan, peers, kind: Kind::Forward, x: Buf::copied(None, &coefficients), coefficients })
    }

    /// Whether four of our values are those of the polynomial at the points that the order says.
    fn in_place(&self) -> bool {
        let n = self.x.len();
        [0, 1, n / 3, n - 1].into_iter().all(|i| {
            let exponent = if self.kind.is_permuted() { self.plan.permuted(i) } else { i };
            is_value(&self.plan, &self.coefficients, 2 * exponent as u64 + 1, self.x[i])
        })
    }
}

impl Contest for Transform {
    fn peers(&self) -> Vec<&'static str> {
        self.peers.iter().map(Peer::name).collect()
    }

    fn ours(&mut self) {
        match self.kind {
            Kind::Forward => self.plan.forward(&mut self.x),
            Kind::Inverse => self.plan.inverse(&mut self.x),
            Kind::ForwardPermuted => self.plan.forward_permuted(&mut self.x),
            Kind::InversePermuted => self.plan.inverse_permuted(&mut self.x),
        }
    }

    fn peer(&mut self, which: usize) {
        let peer = &mut self.peers[which];
        if self.kind.is_forward() { peer.forward() } else { peer.inverse() }
    }

    fn agree(&self, which: usize) -> bool {
        let peer = &self.peers[which];
        if !self.kind.is_forward() {
            return *self.x == *self.coefficients && peer.is_back_at(self.plan.modulus(), &self.coefficients);
        }
        let sorted = |mut values: Vec<u64>| {
            values.sort_unstable();
            values
        };
        self.in_place() && sorted(self.x.to_vec()) == sorted(peer.values())
    }

    fn reset(&mut self) {
        self.x.copy_from_slice(&self.coefficients);
        match self.kind {
            Kind::Inverse => self.plan.forward(&mut self.x),
            Kind::InversePermuted => self.plan.forward_permuted(&mut self.x),
            Kind::Forward | Kind::ForwardPermuted => (),
        }
        for peer in &mut self.peers {
            peer.load(self.plan.modulus(), &self.coefficients);
            if !self.kind.is_forward() {
                peer.forward();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_values_and_a_wrong_order_are_noticed() {
        let all = ["tfhe-ntt", "HEXL", flint::NAME];
        for (p, peers) in [(ntt_prime(50), &all[..]), (ntt_prime(62), &all[..2]), (GOLDILOCKS, &all[..1])] {
            let mut transform = Transform::new(p, 64).unwrap();
            let expected = peers.iter().filter(|&&peer| peer != "HEXL" || cfg!(feature = "hexl"));
            assert!(transform.peers().iter().eq(expected), "{:?}", transform.peers());
            for kind in Kind::ALL {
                for which in 0..transform.peers.len() {
                    transform.kind = kind;
                    transform.reset();
                    transform.ours();
                    transform.peer(which);
                    assert!(transform.agree(which), "{p}, {kind:?}, {which}");
                    transform.x.swap(0, 63);
                    assert!(!transform.agree(which), "{p}, {kind:?}, {which}");
                    transform.x.swap(0, 63);
                    transform.x[40] ^= 1;
                    assert!(!transform.agree(which), "{p}, {kind:?}, {which}");
                }
            }
        }
    }

    #[test]
    fn primes_have_their_bits_and_roots() {
        for (bits, _) in BITS {
            let p = ntt_prime(bits);
            assert!(p >> (bits - 1) == 1 && (p - 1).is_multiple_of(1 << 23));
        }
    }
}
