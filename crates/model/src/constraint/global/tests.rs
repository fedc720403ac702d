//! Compares plain forms with the meaning of their constraints.

use std::sync::Arc;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::super::{Constraint, ConstraintKind, GlobalKind, Kind, ModelAssignment};
use super::{ConstraintMachine, DeterministicAutomaton, MachineLayers, PlainFormBudget};
use crate::{Global, Model, Value, VarId, sample};

/// Returns the number of ways to complete the first `fixed` values to a solution, by search.
fn completions(model: &Model, values: &mut Vec<Value>) -> usize {
    let assignment = ModelAssignment::new(values, model);
    let is_known = |v: VarId| v.index() < values.len();
    for posted in model.constraints() {
        if posted.constraint.scope().into_iter().all(is_known)
            && !posted.constraint.holds(assignment)
        {
            return 0;
        }
    }
    let place = values.len();
    if place == model.variables().len() {
        return 1;
    }
    let mut found = 0;
    for value in model.domain(VarId::new(place)).iter() {
        values.push(value);
        found += completions(model, values);
        values.pop();
    }
    found
}

/// Calls `visit` with every assignment of the model's variables.
fn each_assignment(model: &Model, visit: &mut dyn FnMut(&[Value])) {
    fn go(model: &Model, values: &mut Vec<Value>, visit: &mut dyn FnMut(&[Value])) {
        if values.len() == model.variables().len() {
            return visit(values);
        }
        for value in model.domain(VarId::new(values.len())).iter() {
            values.push(value);
            go(model, values, visit);
            values.pop();
        }
    }
    go(model, &mut Vec::new(), visit);
}

#[test]
fn each_solution_of_a_global_constraint_extends_to_one_of_its_plain_form() {
    let budget = PlainFormBudget::new(&|| false, usize::MAX);
    for &kind in GlobalKind::ALL {
        let (mut true_ones, mut false_ones, mut models) = (0, 0, 0);
        for seed in 0..60 {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let model = sample::model_of_kind(&mut rng, ConstraintKind::Global(kind)).unwrap();
            if model.assignment_count().unwrap() > 700 {
                continue;
            }
            models += 1;
            let model = Arc::new(model);
            let plain = model.plain_within(&budget).unwrap();
            assert!(!plain.model.has_globals());
            each_assignment(&model, &mut |values| {
                let holds = model.check(&[], values).is_ok();
                *if holds { &mut true_ones } else { &mut false_ones } += 1;
                let found = completions(&plain.model, &mut values.to_vec());
                let shown = format!("{values:?} {}\n{}", model, plain.model);
                assert_eq!(found, usize::from(holds), "{kind:?}: {shown}");
            });
        }
        assert!(
            true_ones > 100 && false_ones > 100 && models > 20,
            "{kind:?} {true_ones} {models}"
        );
    }
}

#[test]
fn machines_decide_what_constraints_mean() {
    fn accepts(machine: &impl ConstraintMachine, values: &[Value]) -> bool {
        let reads = machine.read_variables();
        let read: Vec<Vec<Value>> = reads.iter().map(|v| vec![values[v.index()]]).collect();
        !MachineLayers::from_machine(machine, &read, 1000, &|| false).unwrap().is_empty()
    }
    for kind in [GlobalKind::Regular, GlobalKind::Count, GlobalKind::DistinctCount] {
        let mut seen = [0; 2];
        for seed in 0..150 {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let model = sample::model_of_kind(&mut rng, ConstraintKind::Global(kind)).unwrap();
            let Constraint::Global(global) = &model.constraints()[0].constraint else {
                panic!("a global constraint");
            };
            each_assignment(&model, &mut |values| {
                let accepted = match global {
                    Global::Regular(c) => accepts(c, values),
                    Global::Count(c) => accepts(c, values),
                    Global::DistinctCount(c) => accepts(c, values),
                    _ => panic!("no machine"),
                };
                let holds = model.check(&[], values).is_ok();
                seen[usize::from(holds)] += 1;
                assert_eq!(accepted, holds, "{values:?} {model}");
            });
        }
        assert!(seen[0] > 500 && seen[1] > 500, "{kind:?} {seen:?}");
    }
}

#[test]
fn automata_are_deterministic_and_shared_tuples_stay_shared() {
    let twice = DeterministicAutomaton::new(0, vec![1], vec![(0, 3, 1), (0, 3, 2)]);
    assert!(twice.unwrap_err().to_string().contains("state 0 with value 3 goes to states 1 and 2"));
    let far = DeterministicAutomaton::new(0, vec![1 << 24], Vec::new()).unwrap_err().to_string();
    assert!(far.contains("expected states below"), "{far}");
    let automaton =
        DeterministicAutomaton::new(2, vec![2, 0, 2], vec![(2, 5, 0), (0, -1, 2), (2, 5, 0)]);
    let automaton = automaton.unwrap();
    assert_eq!(automaton.finals(), [0, 2]);
    assert_eq!(automaton.transitions(), [(0, -1, 2), (2, 5, 0)]);
    assert_eq!(
        (automaton.next_state(2, 5), automaton.next_state(2, 6), automaton.next_state(9, 5)),
        (Some(0), None, None)
    );
    assert!(automaton.accepts_in(2) && !automaton.accepts_in(1));
}
