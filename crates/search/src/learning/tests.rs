use std::cell::RefCell;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

use parallax_model::ask::{Answer, Control, Session, Task};
use parallax_model::{ConstraintKind, Model, Value, sample};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::explain::Claim;
use crate::propagators::tests::for_each_assignment;
use crate::{Search, Settings};

thread_local! {
    /// The nogoods learned since the last [`learned`].
    static LEARNED: RefCell<Vec<Vec<Claim>>> = const { RefCell::new(Vec::new()) };
}

/// Records a nogood.
pub(super) fn record(nogood: Vec<Claim>) {
    LEARNED.with_borrow_mut(|all| all.push(nogood));
}

fn learned() -> Vec<Vec<Claim>> {
    LEARNED.take()
}

fn settings() -> Vec<Settings> {
    let texts = [
        ",learn",
        ",gac,learn",
        ",fc,learn,restarts=luby:1",
        ",ac,learn,restarts=never",
        ",none,learn=1",
        ",bounds,learn,restarts=luby:2",
        ",singles,learn,restarts=geometric:1",
        ",gac,alldiff=singles,learn",
    ];
    texts.iter().map(|text| text.parse().expect("settings of this program")).collect()
}

/// Returns all solutions of a model, in full.
fn solutions(model: &Model) -> Vec<Vec<Value>> {
    let mut all = Vec::new();
    for_each_assignment(model, &mut |values| {
        if model.check(&[], values).is_ok() {
            all.push(values.to_vec());
        }
    });
    all
}

fn shown(model: &Model, values: &[Value]) -> Vec<Value> {
    model.shown().iter().map(|v| values[v.index()]).collect()
}

/// Asks for one solution, for all by blocking, and, with an objective, for the best one; compares
/// with the solutions of a model, and every nogood with them too. Returns the number of nogoods.
fn check(model: &Model, all: &[Vec<Value>], settings: &Settings, about: &str) -> usize {
    let about = format!("{about} native{settings}\n{model}");
    let control = Control::unlimited();
    let Ok(mut search) = Search::new(model, settings, 0, &control) else { return 0 };
    learned();
    let outcome = search.ask(&[], Task::First, &control, &mut |values| {
        assert!(model.check(&[], values).is_ok(), "{values:?} {about}");
        ControlFlow::Continue(())
    });
    assert_eq!(outcome.answer == Answer::Unsatisfiable, all.is_empty(), "{about}");
    let nogoods = learned();
    for nogood in &nogoods {
        let broken = |values: &&Vec<Value>| {
            nogood.iter().all(|claim| claim.holds(values[claim.variable.index()]))
        };
        let lost = all.iter().find(broken);
        assert!(lost.is_none(), "{nogood:?} excludes {lost:?} {about}");
    }
    let expected: BTreeSet<Vec<Value>> = all.iter().map(|values| shown(model, values)).collect();
    let mut found = BTreeSet::new();
    let outcome = search.ask(&[], Task::Limit(u64::MAX), &control, &mut |values| {
        assert!(model.check(&[], values).is_ok(), "{values:?} {about}");
        assert!(found.insert(shown(model, values)), "twice: {values:?} {about}");
        ControlFlow::Continue(())
    });
    assert!(outcome.complete, "{about}");
    assert_eq!(found, expected, "{about}");
    if let Some(objective) = model.objective() {
        let cost = |values: &[Value]| objective.signed(objective.value(values));
        let best = all.iter().map(|values| cost(values)).min();
        let mut last = None;
        search.ask(&[], Task::Optimise, &control, &mut |values| {
            assert!(model.check(&[], values).is_ok(), "{values:?} {about}");
            assert!(last.is_none_or(|last| cost(values) < last), "{about}");
            last = Some(cost(values));
            ControlFlow::Continue(())
        });
        assert_eq!(last, best, "{about}");
    }
    nogoods.len() + learned().len()
}

#[test]
fn learning_finds_exactly_the_solutions_of_each_kind() {
    let (settings, mut nogoods) = (settings(), 0);
    for &kind in ConstraintKind::ALL {
        for seed in 0..60 {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let model = sample::model_of_kind(&mut rng, kind).unwrap();
            let all = solutions(&model);
            for settings in &settings {
                nogoods += check(&model, &all, settings, &format!("kind {kind} seed {seed}"));
            }
        }
    }
    assert!(nogoods > 1000, "only {nogoods} nogoods");
}

#[test]
fn learning_finds_exactly_the_solutions_of_mixed_models() {
    let (settings, mut nogoods) = (settings(), 0);
    for seed in 0..600 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let model = sample::model_with_globals(&mut rng).unwrap();
        let all = solutions(&model);
        for settings in &settings {
            nogoods += check(&model, &all, settings, &format!("seed {seed}"));
        }
    }
    assert!(nogoods > 1000, "only {nogoods} nogoods");
}
