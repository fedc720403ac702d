//! Certificates of counts by components: the checker accepts each, with the number of solutions
//! that trying all assignments finds.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use parallax_model::engine_api::{Answer, Control, Engine, QuestionOutcome, Task};
use parallax_model::{
    AllDifferent, Compare, ComparisonOperator, Constraint, ConstraintKind, Domain, Element,
    GlobalKind, Linear, Model, Value, VarId, sample,
};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::CertifyingEngine;
use crate::Spec;

/// Counts the distinct assignments of the shown variables by trying all assignments.
fn tried(model: &Model) -> u128 {
    let domains: Vec<Vec<Value>> =
        model.variables().iter().map(|v| v.domain.iter().collect()).collect();
    let points: usize = domains.iter().map(Vec::len).product();
    let mut found = BTreeSet::new();
    for point in 0..points {
        let mut left = point;
        let values: Vec<Value> = domains
            .iter()
            .map(|domain| {
                let value = domain[left % domain.len()];
                left /= domain.len();
                value
            })
            .collect();
        if model.check(&[], &values).is_ok() {
            let shown = model.variables().iter().zip(&values).filter(|(v, _)| v.shown);
            found.insert(shown.map(|(_, value)| *value).collect::<Vec<_>>());
        }
    }
    found.len() as u128
}

/// Counts with a certificate that is checked.
fn certified(model: &Model, spec: &str) -> QuestionOutcome {
    let engine = CertifyingEngine::new(&spec.parse::<Spec>().unwrap()).unwrap();
    let (model, control) = (Arc::new(model.clone()), Control::unlimited());
    let mut session = engine.prepare(&model, 0, &control).unwrap();
    session.ask(&[], Task::Count, &control, &mut |_| ControlFlow::Continue(()))
}

/// Compares the certified count with that of trying all, and returns the number of hits.
fn compare(model: &Model) -> u64 {
    let expected = tried(model);
    let mut hits = 0;
    for spec in [
        "count:native",
        "count:native,keys=shapes",
        "count:native,order=narrow,keys=shapes",
        "count:native,keys=names,cache=1",
        "count:native,cache=0",
    ] {
        let outcome = certified(model, spec);
        let proof = outcome.proof.as_ref().expect("the fate of the certificate");
        assert_eq!(proof.accepted, Some(true), "{spec}: {}\n{model}", proof.words);
        assert_eq!(outcome.counted, Some(expected.into()), "{spec}\n{model}");
        let answer = if expected == 0 { Answer::Unsatisfiable } else { Answer::Satisfiable };
        assert_eq!(outcome.answer, answer, "{spec}\n{model}");
        hits += outcome.counters.get("hits").unwrap_or(0);
    }
    hits
}

/// Adds a copy of a model to itself, and perhaps a constraint between the two.
fn doubled(rng: &mut ChaCha8Rng, model: &mut Model) {
    let number = model.variables().len();
    let names: Vec<(Domain, bool)> =
        model.variables().iter().map(|v| (v.domain.clone(), v.shown)).collect();
    for (place, (domain, shown)) in names.into_iter().enumerate() {
        let name = format!("copy{place}");
        if shown { model.add_shown(name, domain) } else { model.add_hidden(name, domain) }.unwrap();
    }
    let own: Vec<Constraint> =
        model.constraints().iter().map(|posted| posted.constraint.clone()).collect();
    for constraint in own {
        let copy = shifted(&constraint, number);
        copy.into_iter().for_each(|copy| model.post("", copy).unwrap());
    }
    if rng.random_bool(0.5) {
        let (left, right) = (VarId::new(rng.random_range(0..number)), VarId::new(number));
        let relation = [ComparisonOperator::Ne, ComparisonOperator::Le][rng.random_range(0..2)];
        let between = Compare { left, relation, right, offset: rng.random_range(-1..=1) };
        model.post("", Constraint::Compare(between)).unwrap();
    }
}

/// The constraint on the copies of its variables, of some kinds.
fn shifted(constraint: &Constraint, by: usize) -> Option<Constraint> {
    let copy = |v: &VarId| VarId::new(v.index() + by);
    Some(match constraint {
        Constraint::AllDifferent(own) => {
            Constraint::AllDifferent(AllDifferent { scope: own.scope.iter().map(copy).collect() })
        }
        Constraint::Compare(own) => {
            let (left, right) = (copy(&own.left), copy(&own.right));
            Constraint::Compare(Compare { left, right, ..own.clone() })
        }
        Constraint::Linear(own) => {
            let mut own = own.clone();
            own.terms.iter_mut().for_each(|term| term.variable = copy(&term.variable));
            Constraint::Linear(own)
        }
        Constraint::Clause(own) => {
            let mut own = own.clone();
            own.atoms.iter_mut().for_each(|atom| atom.variable = copy(&atom.variable));
            Constraint::Clause(own)
        }
        Constraint::Table(own) => {
            let mut own = own.clone();
            own.scope.iter_mut().for_each(|v| *v = copy(v));
            Constraint::Table(own)
        }
        Constraint::GlobalCardinality(own) => {
            let mut own = own.clone();
            own.scope.iter_mut().for_each(|v| *v = copy(v));
            Constraint::GlobalCardinality(own)
        }
        _ => return None,
    })
}

/// A constraint of a part that reaches a fixed variable, and would take its only value.
#[test]
fn a_conflict_at_a_variable_outside_the_part() {
    let mut model = Model::new("element");
    let b = model.add_shown("b", Domain::boolean()).unwrap();
    let other = model.add_shown("other", Domain::from_values([2, 4])).unwrap();
    let result = model.add_shown("result", Domain::from_range(-1, 2)).unwrap();
    model.add_shown("free", Domain::boolean()).unwrap();
    let index = model.add_shown("index", Domain::from_range(2, 5)).unwrap();
    let array = vec![b, other, index];
    let element = Element { index, array, result, first: 1 };
    model.post("", Constraint::Element(element)).unwrap();
    compare(&model);
}

/// A value between those of a domain: that a variable differs from it says nothing.
#[test]
fn values_in_gaps_are_no_values() {
    for (gap, offset) in [(2, 0), (3, 1), (1, -1), (0, 2)] {
        let mut model = Model::new("gaps");
        let odd = Domain::from_values([1, 3, 5]);
        let all: Vec<VarId> =
            (0..4).map(|i| model.add_shown(format!("x{i}"), odd.clone()).unwrap()).collect();
        for pair in all.chunks(2) {
            let differs = Linear::unweighted_sum(vec![pair[0]], ComparisonOperator::Ne, gap);
            model.post("", Constraint::Linear(differs)).unwrap();
            let (left, right, relation) = (pair[0], pair[1], ComparisonOperator::Ne);
            let apart = Compare { left, right, relation, offset };
            model.post("", Constraint::Compare(apart)).unwrap();
            let less = Compare { left, right, relation: ComparisonOperator::Le, offset: 2 };
            model.post("", Constraint::Compare(less)).unwrap();
        }
        compare(&model);
    }
}

/// The number of random models of each kind, or a multiple of it from outside.
fn rounds(usual: u64) -> u64 {
    let times = std::env::var("PARALLAX_TEST_ROUNDS").ok().and_then(|own| own.parse().ok());
    usual * times.unwrap_or(1)
}

#[test]
fn models_of_every_kind() {
    let regular = ConstraintKind::Global(GlobalKind::Regular);
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    for kind in ConstraintKind::CORE.iter().copied().chain([regular]) {
        for _ in 0..rounds(12) {
            compare(&sample::model_of_kind(&mut rng, kind).unwrap());
        }
    }
    for _ in 0..rounds(60) {
        compare(&sample::random_model(&mut rng).unwrap());
    }
}

#[test]
fn models_with_two_copies() {
    let mut rng = ChaCha8Rng::seed_from_u64(12);
    let kinds = [
        ConstraintKind::AllDifferent,
        ConstraintKind::Compare,
        ConstraintKind::Linear,
        ConstraintKind::Clause,
        ConstraintKind::Table,
        ConstraintKind::GlobalCardinality,
    ];
    let mut hits = 0;
    for round in 0..rounds(60) {
        let kind = kinds[round as usize % kinds.len()];
        let mut model = sample::model_of_kind(&mut rng, kind).unwrap();
        let points: u64 = model.variables().iter().map(|v| v.domain.len()).product();
        if points <= 120 {
            doubled(&mut rng, &mut model);
        }
        hits += compare(&model);
    }
    assert!(hits > 20, "{hits}");
}

/// Squares with some lines left out, some of them sums.
#[test]
fn squares_with_lines_left_out() {
    let mut rng = ChaCha8Rng::seed_from_u64(13);
    let mut hits = 0;
    for _ in 0..rounds(12) {
        let mut model = Model::new("square");
        let first = rng.random_range(-1..=1);
        let all: Vec<VarId> = (0..9)
            .map(|i| {
                let domain = Domain::from_range(first, first + 2);
                let name = format!("x{i}");
                let hidden = rng.random_bool(0.1);
                if hidden { model.add_hidden(name, domain) } else { model.add_shown(name, domain) }
            })
            .collect::<Result<_, _>>()
            .unwrap();
        for line in 0..6 {
            let at = |i: usize| if line < 3 { all[3 * line + i] } else { all[3 * i + line - 3] };
            let scope: Vec<VarId> = (0..3).map(at).collect();
            let constraint = match rng.random_range(0..8) {
                0 => continue,
                1 => Constraint::Linear(Linear::unweighted_sum(scope, ComparisonOperator::Le, 1)),
                _ => Constraint::AllDifferent(AllDifferent { scope }),
            };
            model.post("", constraint).unwrap();
        }
        hits += compare(&model);
    }
    assert!(hits > 20, "{hits}");
}
