//! Absurd costs are refused.

use polymod_core::{
    costs::{CostModel, Curve},
    cpu::Target,
};

#[test]
fn built_in_figures_pass_and_absurd_ones_do_not() {
    let known = CostModel::builtin(Target::AVX512);
    for target in Target::families() {
        let model = CostModel::builtin(target);
        assert_eq!(model.check(&model), Ok(()));
    }
    let spoilt: [fn(&mut CostModel); 9] = [
        |m| m.word_mul = f64::NAN,
        |m| m.plan = -1.0,
        |m| m.short[2] = 1e30,
        |m| m.fermat.row = 0.0,
        |m| m.block = f64::INFINITY,
        |m| m.ntt = Curve::new(70, vec![1.0, 2.0]),
        |m| *m.ntt.ns_mut() = vec![].into(),
        |m| m.integer_mul.ns_mut().to_mut()[3] = f64::NEG_INFINITY,
        |m| m.kernel_factors = vec![("ifma-50".into(), 1e9)].into(),
    ];
    for (i, spoil) in spoilt.iter().enumerate() {
        let mut model = known.clone();
        spoil(&mut model);
        assert!(model.check(&known).is_err(), "{i}");
    }
}
