//! Every setting certifies every kind of constraint, mixed models, optima and restarts.

use std::sync::Arc;

use parallax_certificates::CertificateClaim;
use parallax_engines::Spec;
use parallax_model::engine_api::{Answer, Task};
use parallax_model::{
    self as model, Compare, ConstraintKind, Domain, GlobalKind, Model, Value, VarId, sample,
};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::{certified, certified_kinds, claim, settings, shown_solutions};

#[test]
fn every_setting_certifies_every_kind() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("own.cert");
    let (mut accepted, mut several) = (0, 0);
    for (number, &kind) in (0u64..).zip(&certified_kinds()) {
        for seed in 0..6 {
            let mut rng = ChaCha8Rng::seed_from_u64(4000 + 100 * number + seed);
            let model = Arc::new(sample::model_of_kind(&mut rng, kind).expect("a sample"));
            let count = shown_solutions(&model);
            for spec in settings() {
                let (_, given, fate, words) = certified(&spec, &model, Task::All, &file);
                assert_eq!(
                    (given, fate),
                    (count, Some(true)),
                    "{spec} on {kind}: {words}\n{model}"
                );
                accepted += 1;
                several += u64::from(count > 1);
            }
        }
    }
    assert!(accepted > 600 && several > 200, "{accepted} {several}");
}

/// The plain form of an automaton has variables that the model does not have. A proof is about that
/// form, if its formula has no further variables.
#[test]
fn proofs_of_sat_solvers_about_automata_are_about_their_plain_form() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("own.cert");
    let spec: Spec = "sat:varisat".parse().expect("a spec");
    let mut certified_ones = 0;
    for seed in 0..6 {
        let mut rng = ChaCha8Rng::seed_from_u64(8900 + seed);
        let kind = ConstraintKind::Global(GlobalKind::Regular);
        let model = Arc::new(sample::model_of_kind(&mut rng, kind).expect("a sample"));
        let (_, given, fate, words) = certified(&spec, &model, Task::All, &file);
        assert_eq!(given, shown_solutions(&model), "{words}");
        assert!(fate == Some(true) || words.contains("are auxiliary"), "{fate:?} {words}");
        certified_ones += u32::from(fate == Some(true));
    }
    assert!((1..6).contains(&certified_ones), "{certified_ones}");
}

#[test]
fn mixed_models_and_optima_are_certified() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("own.cert");
    let mut optima = 0;
    for seed in 0..40 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let model = Arc::new(sample::random_model(&mut rng).expect("a sample"));
        for spec in ["native", "native,fc,d-way"] {
            let spec: Spec = spec.parse().expect("settings");
            let (answer, given, fate, words) = certified(&spec, &model, Task::All, &file);
            assert_eq!(
                (given, fate),
                (shown_solutions(&model), Some(true)),
                "{spec} seed {seed}: {words}"
            );
            assert_eq!(answer == Answer::Unsatisfiable, given == 0);
        }
        let model = Arc::new(sample::model_with_objective(&mut rng).expect("a sample"));
        for spec in settings() {
            let (answer, _, fate, words) = certified(&spec, &model, Task::Optimise, &file);
            assert_eq!(fate, Some(true), "{spec} seed {seed}: {words}\n{model}");
            if let Answer::Optimal(value) = answer {
                assert_eq!(claim(&file), Ok(CertificateClaim::Optimum(Some(value.into()))));
                optima += 1;
            }
        }
    }
    assert!(optima > 100, "{optima}");
}

/// More pigeons than holes, any two of them in different ones.
fn pigeons(number: Value) -> Arc<Model> {
    let mut made = Model::new("pigeons");
    let holes = Domain::from_range(2, number);
    let all: Vec<VarId> = (0..number)
        .map(|own| made.add_shown(format!("p{own}"), holes.clone()).expect("a new name"))
        .collect();
    for (place, &left) in all.iter().enumerate() {
        for &right in &all[..place] {
            let pair = Compare { left, relation: model::ComparisonOperator::Ne, right, offset: 0 };
            made.post("", model::Constraint::Compare(pair)).expect("a constraint");
        }
    }
    Arc::new(made)
}

#[test]
fn restarts_keep_what_the_root_has_refuted() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("own.cert");
    let model = pigeons(6);
    for spec in [
        "native:random+random,d-way,restarts=luby:1",
        "native:chs,d-way,restarts=luby:3",
        "native:chs,restarts=luby:3",
        "native:activity,lc,restarts=geometric:2",
    ] {
        let spec: Spec = spec.parse().expect("settings");
        let (answer, _, fate, words) = certified(&spec, &model, Task::First, &file);
        assert_eq!((answer, fate), (Answer::Unsatisfiable, Some(true)), "{spec}: {words}");
    }
}
