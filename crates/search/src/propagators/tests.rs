//! Compares every propagator with the meaning of its constraint.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use parallax_model::ask::{Answer, Control, Session, Task};
use parallax_model::{
    Assignment, Constraint, ConstraintKind, Domain, GlobalKind, Kind, Model, Value, VarId, sample,
};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::Removal;
use crate::levels::Level;
use crate::store::Reason;
use crate::{Search, Settings};

const SAMPLES: u64 = 300;

fn domains(model: &Model) -> Vec<Domain> {
    model.variables().iter().map(|v| v.domain.clone()).collect()
}

/// Calls `visit` with every assignment within `domains`.
fn for_all(domains: &[Domain], visit: &mut dyn FnMut(&[Value])) {
    fn step(domains: &[Domain], values: &mut Vec<Value>, visit: &mut dyn FnMut(&[Value])) {
        match domains.get(values.len()) {
            None => visit(values),
            Some(domain) => {
                for value in domain.iter() {
                    values.push(value);
                    step(domains, values, visit);
                    values.pop();
                }
            }
        }
    }
    step(domains, &mut Vec::new(), visit);
}

/// Calls `visit` with every assignment of a model's variables.
pub(crate) fn for_each_assignment(model: &Model, visit: &mut dyn FnMut(&[Value])) {
    for_all(&domains(model), visit);
}

fn projected(model: &Model, values: &[Value]) -> Vec<Value> {
    model.shown().iter().map(|v| values[v.index()]).collect()
}

pub(super) fn by_brute_force(model: &Model) -> BTreeSet<Vec<Value>> {
    let mut found = BTreeSet::new();
    for_all(&domains(model), &mut |values| {
        if model.check(&[], values).is_ok() {
            found.insert(projected(model, values));
        }
    });
    found
}

pub(super) fn by_search(model: &Model, settings: &Settings) -> BTreeSet<Vec<Value>> {
    let control = Control::unlimited();
    let mut search = Search::new(model, settings, 0, &control).expect("small domains");
    let mut found = BTreeSet::new();
    let outcome = search.ask(&[], Task::All, &control, &mut |values| {
        assert!(model.check(&[], values).is_ok(), "{model}{values:?}");
        assert!(found.insert(projected(model, values)), "twice: {values:?}\n{model}");
        ControlFlow::Continue(())
    });
    assert!(outcome.complete);
    assert_eq!(outcome.answer == Answer::Unsatisfiable, found.is_empty());
    found
}

/// Returns the default settings, every level for all constraints, and other paths through the tree.
pub(super) fn all_settings() -> Vec<Settings> {
    let levels = Level::ALL.map(|level| format!(",{level}"));
    let others = [
        "",
        ":domwdeg+middle,lc,restarts=luby:2",
        ":chs+random,gac,restarts=geometric:1",
        ":activity+gav,bounds,d-way",
        ":random+aval,d-way",
        ":domdeg+gval",
        ":domwdeg+saved,lc,restarts=luby:1",
        ":random+saved,d-way",
        ":first+random,d-way,fc",
        ":mad+sval,none",
    ];
    let all = levels.into_iter().chain(others.map(str::to_owned));
    all.map(|text| text.parse().expect("settings of this program")).collect()
}

#[test]
fn search_finds_exactly_the_solutions_of_each_kind_at_each_level() {
    for &kind in ConstraintKind::ALL {
        for seed in 0..SAMPLES {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let model = sample::model_of_kind(&mut rng, kind).unwrap();
            let expected = by_brute_force(&model);
            for settings in &all_settings() {
                let found = by_search(&model, settings);
                assert_eq!(found, expected, "kind {kind} seed {seed} native{settings}\n{model}");
            }
        }
    }
}

#[test]
fn search_finds_exactly_the_solutions_of_mixed_models() {
    let all = all_settings();
    for seed in 0..1000 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let model = sample::model_with_globals(&mut rng).unwrap();
        let expected = by_brute_force(&model);
        for settings in &all {
            let found = by_search(&model, settings);
            assert_eq!(found, expected, "seed {seed} native{settings}\n{model}");
        }
    }
}

/// Explanations hold: under the domains of an explanation, no assignment that satisfies the
/// constraint has the removed value.
#[test]
fn explanations_hold() {
    let mut explained = 0;
    for &kind in ConstraintKind::ALL {
        for seed in 0..SAMPLES {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let model = sample::model_of_kind(&mut rng, kind).unwrap();
            for level in Level::ALL {
                let settings = format!(",{level}").parse().expect("a level");
                explained += check_explanations(&model, &settings);
            }
        }
    }
    assert!(explained > 1000, "only {explained} removals were explained");
}

fn check_explanations(model: &Model, settings: &Settings) -> usize {
    let Ok(search) = Search::new(model, settings, 0, &Control::unlimited()) else {
        return 0;
    };
    let constraint: &Constraint = &model.constraints()[0].constraint;
    let mut explained = 0;
    for why in search.explain_trail() {
        assert!(matches!(why.reason, Reason::Propagator(_)), "only propagators act at the root");
        let mut within = domains(model);
        for (v, domain) in &why.because {
            within[v.index()] = domain.clone();
        }
        let Removal { variable, value } = why.removal;
        within[variable.index()] = Domain::of([value]);
        for_all(&within, &mut |values| {
            let holds = constraint.holds(Assignment::new(values, model));
            assert!(!holds, "{why:?} contradicts {values:?}\n{model}");
        });
        explained += 1;
    }
    explained
}

/// Returns the remaining domains at the root of a model with one constraint.
fn root_domains(model: &Model, settings: &Settings) -> Option<Vec<Domain>> {
    let search = Search::new(model, settings, 0, &Control::unlimited()).expect("small domains");
    let outcome_domains =
        (0..model.variables().len()).map(|i| search.store.domain(VarId::new(i))).collect();
    (!search.is_refuted()).then_some(outcome_domains)
}

/// Returns the values with a support: generalised arc consistency by definition.
fn supported(model: &Model) -> Option<Vec<Domain>> {
    let mut seen = vec![BTreeSet::new(); model.variables().len()];
    for_all(&domains(model), &mut |values| {
        if model.check(&[], values).is_ok() {
            for (set, &value) in seen.iter_mut().zip(values) {
                set.insert(value);
            }
        }
    });
    let domains: Vec<Domain> = seen.into_iter().map(Domain::of).collect();
    (!domains[0].is_empty()).then_some(domains)
}

fn has_repeated_variable(constraint: &Constraint) -> bool {
    let mut mentions = 0;
    constraint.each_variable(&mut |_| mentions += 1);
    mentions != constraint.scope().len()
}

/// At level `gac`, the kinds that guarantee domain consistency reach it (unless a variable
/// repeats).
#[test]
fn domain_consistent_kinds_reach_domain_consistency() {
    let settings: Settings = ",gac".parse().unwrap();
    let kinds = [
        ConstraintKind::AllDifferent,
        ConstraintKind::GlobalCardinality,
        ConstraintKind::Compare,
        ConstraintKind::Table,
        ConstraintKind::Element,
        ConstraintKind::Lexicographic,
        ConstraintKind::Clause,
        ConstraintKind::Dimension,
        ConstraintKind::Global(GlobalKind::Regular),
        ConstraintKind::Global(GlobalKind::Count),
    ];
    for kind in kinds {
        let mut compared = 0;
        for seed in 0..SAMPLES {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let model = sample::model_of_kind(&mut rng, kind).unwrap();
            let constraint = &model.constraints()[0].constraint;
            let wide = matches!(constraint, Constraint::Dimension(c) if c.scope.len() > 4);
            if wide || has_repeated_variable(constraint) {
                continue;
            }
            let root = root_domains(&model, &settings);
            assert_eq!(root, supported(&model), "kind {kind} seed {seed}\n{model}");
            compared += 1;
        }
        assert!(compared > 40, "kind {kind}: only {compared} compared");
    }
}
