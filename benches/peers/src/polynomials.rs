//! Division, power series, Euclid's algorithm and many points over prime fields, against FLINT.
//!
//! Primes of 31, 50 and 62 bits without roots of unity to speak of, and one below 2^48 with them. n is the number of
//! coefficients of both operands of a GCD, xgcd and resultant, of the divisor of 2n − 1 coefficients, and of terms and
//! points. Both sides prepare what they need inside the timing, but for `divrem, kept`, where the divisor's inverse is kept: by
//! [`Divisor`], by FLINT for the second peer. Results are new memory on our side and kept buffers on FLINT's.
//!
//! After the rows come our times in units of our product of n by n coefficients, and over n·log2 n and n·(log2 n)², which grow
//! smoothly where no step of the algorithms, buffers or caches is in the way.

use std::error::Error;
use std::rc::Rc;

use polymod::{
    Engine, Poly, Zn,
    poly::{Bezout, Divisor, Geometric},
    ring::Coeffs,
};

use crate::flint::{self, field, nmod::NmodPoly};
use crate::harness::{Contest, Harness, Label, Row, Sizes, random_below};
use crate::ntt::ntt_prime;
use crate::peer::Peer;
use crate::products::{PLAIN_BITS, plain_prime};

/// log2 of the sizes.
const LOGS: [u32; 9] = [6, 8, 10, 12, 13, 14, 15, 16, 17];
/// FLINT's root of the ratio of a geometric progression; ours is its square.
const ROOT: u64 = 3;

/// Measures all cases.
pub fn run(harness: &mut Harness) -> Result<(), Box<dyn Error>> {
    let engine = Engine::builder().threads(1).build();
    let most = match harness.sizes() {
        Sizes::Quick => 8,
        Sizes::Small => 12,
        Sizes::All => 17,
    };
    let plain = PLAIN_BITS.map(|(bits, case)| (case, plain_prime(bits)));
    for (op, operation) in OPERATIONS {
        for (case, modulus) in plain.into_iter().chain([("48-bit NTT", ntt_prime(48))]) {
            // the unit that the others are told in
            let unit = op == PRODUCT && OPERATIONS.iter().any(|(other, _)| harness.wants(other, case));
            if !unit && !harness.wants(op, case) {
                continue;
            }
            for n in LOGS.into_iter().filter(|&log| log <= most).map(|log| 1 << log) {
                let operands = Rc::new(Operands::new(&Zn::on(&engine, modulus)?, n)?);
                harness.compare(Label { op, case, n, transform: false }, &mut operation(&operands)?);
            }
        }
    }
    print_growth(harness.rows());
    Ok(())
}

/// The operation whose times are the unit of all others.
const PRODUCT: &str = "product";

type Operation = fn(&Rc<Operands>) -> polymod::Result<Task>;

/// The operations by name.
const OPERATIONS: [(&str, Operation); 12] = [
    (PRODUCT, |o| {
        let theirs = |o: &Operands, out: &mut NmodPoly| {
            let [a, b] = &o.flint.pair;
            crate::peer::ModPoly::set_product(out, a, b);
        };
        Ok(Task::new(o, |o| Ok(vec![o.ours.pair[0].checked_mul(&o.ours.pair[1])?.into_coeffs()]))
            .against_one(o, theirs))
    }),
    ("divrem", |o| {
        let ours = |o: &Operands| both(o.ours.long.div_rem(&o.ours.pair[1])?);
        Ok(Task::new(o, ours).against(o, |o, out| field::divrem(out, &o.flint.long, &o.flint.pair[1])))
    }),
    ("divrem, kept", |o| {
        let divisor = Divisor::new(&o.ours.pair[1])?;
        let inverse = field::reversed_inverse(o.modulus, &o.flint.pair[1]);
        let ours = move |o: &Operands| both(divisor.div_rem(&o.ours.long)?);
        let kept = Side::polys("FLINT, kept", o, move |o, out| {
            field::divrem_kept(out, &o.flint.long, &o.flint.pair[1], &inverse);
        });
        let task = Task::new(o, ours).against(o, |o, out| field::divrem(out, &o.flint.long, &o.flint.pair[1]));
        Ok(task.and(kept))
    }),
    ("inverse series", |o| {
        let ours = |o: &Operands| Ok(vec![o.ours.pair[0].inv_series(o.n)?.into_coeffs()]);
        Ok(Task::new(o, ours).against_one(o, |o, out| field::inverse_series(out, &o.flint.pair[0], o.n)))
    }),
    ("log series", |o| {
        let ours = |o: &Operands| Ok(vec![o.ours.one.log_series(o.n)?.into_coeffs()]);
        Ok(Task::new(o, ours).against_one(o, |o, out| field::log_series(out, &o.flint.one, o.n)))
    }),
    ("exp series", |o| {
        let ours = |o: &Operands| Ok(vec![o.ours.zero.exp_series(o.n)?.into_coeffs()]);
        Ok(Task::new(o, ours).against_one(o, |o, out| field::exp_series(out, &o.flint.zero, o.n)))
    }),
    ("gcd", |o| {
        let ours = |o: &Operands| Ok(vec![o.ours.common[0].gcd(&o.ours.common[1])?.into_coeffs()]);
        Ok(Task::new(o, ours).against(o, |o, out| field::gcd(out, &o.flint.common[0], &o.flint.common[1])))
    }),
    ("xgcd", |o| {
        let ours = |o: &Operands| {
            let Bezout { g, s, t } = o.ours.common[0].xgcd(&o.ours.common[1])?;
            Ok([g, s, t].map(Poly::into_coeffs).into())
        };
        Ok(Task::new(o, ours).against(o, |o, out| field::xgcd(out, &o.flint.common[0], &o.flint.common[1])))
    }),
    ("resultant", |o| {
        let ours = |o: &Operands| {
            let resultant = o.ours.pair[0].resultant(&o.ours.pair[1])?;
            Ok(vec![Poly::new(&o.zn, [resultant]).into_coeffs()])
        };
        let theirs = |o: &Operands, out: &mut Vec<u64>| out[0] = field::resultant(&o.flint.pair[0], &o.flint.pair[1]);
        Ok(Task::new(o, ours).against_values(o, 1, theirs))
    }),
    ("evaluation", |o| {
        let ours = |o: &Operands| Ok(vec![o.ours.pair[0].eval_each(o.zn.view(&o.points)?)?]);
        let theirs = |o: &Operands, out: &mut Vec<u64>| field::evaluate(out, &o.flint.pair[0], &o.points);
        Ok(Task::new(o, ours).against_values(o, o.n, theirs))
    }),
    ("interpolation", |o| {
        let ours = |o: &Operands| {
            let [points, values] = [o.zn.view(&o.points)?, o.zn.view(&o.values)?];
            Ok(vec![Poly::interpolate(&o.zn, points, values)?.into_coeffs()])
        };
        Ok(Task::new(o, ours).against_one(o, |o, out| field::interpolate(out, &o.points, &o.values)))
    }),
    ("geometric", |o| {
        let ours = |o: &Operands| {
            let points = Geometric::new(&o.zn, &1, &(ROOT * ROOT), o.n)?;
            let back = points.interpolate(o.zn.view(&o.values)?)?;
            Ok(vec![points.eval(&o.ours.pair[0])?, back.into_coeffs()])
        };
        let theirs = Side {
            name: flint::NAME,
            operands: o.clone(),
            out: (vec![0; o.n], NmodPoly::with(o.modulus, &[])),
            run: Box::new(|o, (values, back)| {
                field::evaluate_geometric(values, &o.flint.pair[0], ROOT);
                field::interpolate_geometric(back, ROOT, &o.values);
            }),
            read: |(values, back)| vec![values.clone(), back.words().to_vec()],
        };
        Ok(Task::new(o, ours).and(theirs))
    }),
];

fn both((q, r): (Poly<Zn>, Poly<Zn>)) -> polymod::Result<Vec<Coeffs<Zn>>> {
    Ok(vec![q.into_coeffs(), r.into_coeffs()])
}

/// The polynomials that operations take, of one library.
struct Polys<P> {
    /// Random, n coefficients each.
    pair: [P; 2],
    /// 2n − 1 coefficients.
    long: P,
    /// n coefficients, the lowest of which is 1.
    one: P,
    /// n coefficients, the lowest of which is 0.
    zero: P,
    /// n coefficients each, with a common factor of degree 5.
    common: [P; 2],
}

/// All operands of one size, for both libraries.
struct Operands {
    zn: Zn,
    modulus: u64,
    n: usize,
    ours: Polys<Poly<Zn>>,
    flint: Polys<NmodPoly>,
    /// n points, no two of which are equal.
    points: Vec<u64>,
    values: Vec<u64>,
}

impl Operands {
    fn new(zn: &Zn, n: usize) -> polymod::Result<Self> {
        const COMMON: usize = 6;
        let modulus = zn.n();
        let vector = |len: usize, lowest: u64, seed: u64| {
            let mut v = random_below(modulus - 1, len, seed);
            v.iter_mut().for_each(|c| *c += 1);
            v[0] = lowest;
            v
        };
        let factor = Poly::new(zn, vector(COMMON, 5, 6));
        let multiple = |seed| {
            let product = factor.checked_mul(&Poly::new(zn, vector(n + 1 - COMMON, 7, seed)))?;
            Ok::<_, polymod::Error>(zn.words(product.coeffs()).to_vec())
        };
        let words = Polys {
            pair: [vector(n, 2, 1), vector(n, 3, 2)],
            long: vector(2 * n - 1, 4, 3),
            one: vector(n, 1, 4),
            zero: vector(n, 0, 5),
            common: [multiple(7)?, multiple(8)?],
        };
        // more than enough, so that enough of them differ
        let mut points = random_below(modulus, 2 * n, 9);
        let mut seen = std::collections::HashSet::new();
        points.retain(|point| seen.insert(*point));
        points.truncate(n);
        Ok(Operands {
            ours: words.map(|v| Poly::new(zn, v.iter().copied())),
            flint: words.map(|v| NmodPoly::with(modulus, v)),
            values: vector(n, 1, 10),
            zn: zn.clone(),
            modulus,
            n,
            points,
        })
    }
}

impl Polys<Vec<u64>> {
    fn map<P>(&self, f: impl Fn(&[u64]) -> P) -> Polys<P> {
        let two = |pair: &[Vec<u64>; 2]| [f(&pair[0]), f(&pair[1])];
        Polys {
            pair: two(&self.pair),
            long: f(&self.long),
            one: f(&self.one),
            zero: f(&self.zero),
            common: two(&self.common),
        }
    }
}

/// An operation by a peer, with its results in `out`.
struct Side<O> {
    name: &'static str,
    operands: Rc<Operands>,
    out: O,
    run: Box<dyn Fn(&Operands, &mut O)>,
    read: fn(&O) -> Vec<Vec<u64>>,
}

impl Side<[NmodPoly; 3]> {
    fn polys(name: &'static str, o: &Rc<Operands>, run: impl Fn(&Operands, &mut [NmodPoly; 3]) + 'static) -> Self {
        let out = [(); 3].map(|()| NmodPoly::with(o.modulus, &[]));
        let read = |out: &[NmodPoly; 3]| out.iter().map(|p| p.words().to_vec()).collect();
        Side { name, operands: o.clone(), out, run: Box::new(run), read }
    }
}

impl<O> Peer<Vec<u64>> for Side<O> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn run(&mut self) {
        (self.run)(&self.operands, &mut self.out);
    }

    fn result(&self) -> Vec<Vec<u64>> {
        (self.read)(&self.out)
    }
}

type Ours = Box<dyn Fn(&Operands) -> polymod::Result<Vec<Coeffs<Zn>>>>;

/// One operation on the same operands by polymod and its peers.
struct Task {
    operands: Rc<Operands>,
    run: Ours,
    out: Vec<Coeffs<Zn>>,
    peers: Vec<Box<dyn Peer<Vec<u64>>>>,
}

impl Task {
    fn new(o: &Rc<Operands>, run: impl Fn(&Operands) -> polymod::Result<Vec<Coeffs<Zn>>> + 'static) -> Self {
        Task { operands: o.clone(), run: Box::new(run), out: Vec::new(), peers: Vec::new() }
    }

    fn and<O: 'static>(mut self, side: Side<O>) -> Self {
        self.peers.push(Box::new(side));
        self
    }

    /// Against FLINT, whose results are some of three polynomials.
    fn against(self, o: &Rc<Operands>, run: impl Fn(&Operands, &mut [NmodPoly; 3]) + 'static) -> Self {
        self.and(Side::polys(flint::NAME, o, run))
    }

    /// Against FLINT, whose result is a polynomial.
    fn against_one(self, o: &Rc<Operands>, run: impl Fn(&Operands, &mut NmodPoly) + 'static) -> Self {
        self.against(o, move |o, out| run(o, &mut out[0]))
    }

    /// Against FLINT, whose results are words.
    fn against_values(self, o: &Rc<Operands>, len: usize, run: impl Fn(&Operands, &mut Vec<u64>) + 'static) -> Self {
        let (run, out): (Box<dyn Fn(&Operands, &mut Vec<u64>)>, _) = (Box::new(run), vec![0; len]);
        self.and(Side { name: flint::NAME, operands: o.clone(), out, run, read: |out| vec![out.clone()] })
    }
}

impl Contest for Task {
    fn peers(&self) -> Vec<&'static str> {
        self.peers.iter().map(|peer| peer.name()).collect()
    }

    fn ours(&mut self) {
        self.out = (self.run)(&self.operands).expect("a prime modulus and operands of the right lengths");
    }

    fn peer(&mut self, which: usize) {
        self.peers[which].run();
    }

    fn agree(&self, which: usize) -> bool {
        let theirs = self.peers[which].result();
        // polynomials that a peer did not need are empty
        let (same, more) = theirs.split_at(self.out.len().min(theirs.len()));
        let equal = |(v, theirs): (&Coeffs<Zn>, &Vec<u64>)| self.operands.zn.words(v.view()) == &theirs[..];
        !self.out.is_empty() && self.out.iter().zip(same).all(equal) && more.iter().all(Vec::is_empty)
    }
}

/// Our times in products of n by n coefficients, and over n·log2 n and n·(log2 n)².
fn print_growth(rows: &[Row]) {
    let (op, case, n) = ("operation", "case", "n");
    println!("\n{op:<18} {case:<14} {n:>8} {:>10} {:>12} {:>12}", "products", "ns/(n log)", "ns/(n log²)");
    for (i, Row { op, case, n, ours_ns, .. }) in rows.iter().enumerate() {
        let again = i > 0 && (rows[i - 1].op, rows[i - 1].n, &rows[i - 1].case) == (*op, *n, case);
        let unit = rows.iter().find(|row| (row.op, row.n, &row.case) == (PRODUCT, *n, case));
        if let Some(Row { ours_ns: product_ns, .. }) = unit.filter(|_| *op != PRODUCT && !again) {
            let (log, each) = ((*n as f64).log2(), ours_ns / *n as f64);
            print!("{op:<18} {case:<14} {n:>8} {:>10.2} ", ours_ns / product_ns);
            println!("{:>12.4} {:>12.4}", each / log, each / log.powi(2));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_results_are_noticed() {
        let zn = Zn::on(&Engine::builder().threads(1).build(), plain_prime(31)).unwrap();
        let operands = Rc::new(Operands::new(&zn, 16).unwrap());
        for (op, operation) in OPERATIONS {
            let mut task = operation(&operands).unwrap();
            task.ours();
            for which in 0..task.peers.len() {
                assert!(!task.agree(which), "{op}");
                task.peer(which);
                assert!(task.agree(which), "{op}");
                for i in 0..task.out.len() {
                    let right = task.out[i].clone();
                    let mut words = zn.words(right.view()).to_vec();
                    words[0] ^= 1;
                    task.out[i] = Poly::new(&zn, words).into_coeffs();
                    assert!(!task.agree(which), "{op}, result {i}");
                    task.out[i] = right;
                }
            }
        }
    }
}
