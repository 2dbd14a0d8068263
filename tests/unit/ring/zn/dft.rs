//! Strips of transforms that threads share against the transforms of one thread.

use polymod::{
    Engine,
    core::{
        arith::ntt_primes,
        transform::ntt::{Direction, NttMethod, NttPlan, Recipe, Wrap},
    },
    ring::zn::dft::{share_six_step, share_transposed, share_tree},
};

/// Also by numbers of threads that do not divide the number of strips; without regard to predicted costs.
#[test]
fn threads_share_all_strips_of_a_transform() {
    const LEN: usize = 1 << 15;
    let p = ntt_primes(62, 16, 1).expect("a prime")[0];
    let x: Vec<u64> = (0..LEN as u64).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15) % p).collect();
    for wrap in [Wrap::Cyclic, Wrap::Negacyclic] {
        let root = NttPlan::new(p, LEN, wrap).expect("a plan").root();
        let plan_by = |recipe| NttPlan::with_recipe(p, LEN, wrap, root, recipe).expect("a plan");
        let mut values = x.clone();
        NttPlan::run(&plan_by(Recipe::PORTABLE), Direction::Forward, &mut values, &mut []);
        for threads in [2, 3, 5, 7] {
            let engine = Engine::builder().threads(threads).build();
            for algorithm in ["six-step", "tree", "six-step:montgomery:4"] {
                let method: NttMethod = algorithm.parse().expect("a method");
                let Some(recipe) = Recipe::named(method, engine.target(), p, LEN) else { continue };
                let plan = plan_by(recipe);
                let both = [(Direction::Forward, &x, &values), (Direction::Inverse, &values, &x)];
                for (direction, from, to) in both {
                    let mut y = from.clone();
                    engine.enter(|cx| match (plan.six_step(direction), plan.transposed(direction), plan.tree()) {
                        (Some(tables), ..) => share_six_step(tables, &mut y, cx),
                        (_, Some(tables), _) => share_transposed(tables, &mut y, cx),
                        (.., Some(tables)) => cx.inside(|cx| share_tree(tables, direction, &mut y, cx)),
                        _ => panic!("{algorithm} has no tables"),
                    });
                    assert!(y == *to, "{algorithm}, {threads} threads, {wrap:?}, {direction:?}");
                }
            }
        }
    }
}
