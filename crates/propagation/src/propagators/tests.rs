//! Compares every propagator with the meaning of its constraint.

use std::collections::BTreeSet;

use parallax_model::{
    Constraint, ConstraintKind, Domain, GlobalKind, Kind, Model, ModelAssignment, Value, sample,
};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::ValueRemoval;
use crate::explain::explain_trail;
use crate::levels::{ConsistencyLevel, ConsistencySettings};
use crate::store::ChangeReason;
use crate::test_search::{TestSearch, levels};

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

/// Returns the solutions that propagation leaves to a plain search.
pub(super) fn by_search(model: &Model, levels: &ConsistencySettings) -> BTreeSet<Vec<Value>> {
    TestSearch::new(model, levels).expect("small domains").solutions(model)
}

/// Returns the default levels, and every level for all constraints.
pub(super) fn all_levels() -> Vec<ConsistencySettings> {
    let each = ConsistencyLevel::ALL.map(|level| levels(&format!(",{level}")));
    each.into_iter().chain([ConsistencySettings::default()]).collect()
}

#[test]
fn propagation_keeps_exactly_the_solutions_of_each_kind_at_each_level() {
    for &kind in ConstraintKind::ALL {
        for seed in 0..SAMPLES {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let model = sample::model_of_kind(&mut rng, kind).unwrap();
            let expected = by_brute_force(&model);
            for levels in &all_levels() {
                let found = by_search(&model, levels);
                assert_eq!(found, expected, "kind {kind} seed {seed} {levels}\n{model}");
            }
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
            for level in ConsistencyLevel::ALL {
                explained += check_explanations(&model, &levels(&format!(",{level}")));
            }
        }
    }
    assert!(explained > 1000, "only {explained} removals were explained");
}

fn check_explanations(model: &Model, levels: &ConsistencySettings) -> usize {
    let Ok(search) = TestSearch::new(model, levels) else {
        return 0;
    };
    let constraint: &Constraint = &model.constraints()[0].constraint;
    let mut explained = 0;
    for why in explain_trail(&search.store, &search.propagators) {
        assert!(
            matches!(why.reason, ChangeReason::Propagator(_)),
            "only propagators act at the root"
        );
        let mut within = domains(model);
        for (v, domain) in &why.because {
            within[v.index()] = domain.clone();
        }
        let ValueRemoval { variable, value } = why.removal;
        within[variable.index()] = Domain::from_values([value]);
        for_all(&within, &mut |values| {
            let holds = constraint.holds(ModelAssignment::new(values, model));
            assert!(!holds, "{why:?} contradicts {values:?}\n{model}");
        });
        explained += 1;
    }
    explained
}

/// Returns the remaining domains at the root of a model with one constraint.
fn root_domains(model: &Model, levels: &ConsistencySettings) -> Option<Vec<Domain>> {
    let search = TestSearch::new(model, levels).expect("small domains");
    (!search.is_refuted()).then(|| search.domains())
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
    let domains: Vec<Domain> = seen.into_iter().map(Domain::from_values).collect();
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
    let levels = levels(",gac");
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
            let root = root_domains(&model, &levels);
            assert_eq!(root, supported(&model), "kind {kind} seed {seed}\n{model}");
            compared += 1;
        }
        assert!(compared > 40, "kind {kind}: only {compared} compared");
    }
}
