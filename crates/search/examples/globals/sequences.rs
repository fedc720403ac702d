//! Random rosters and words of automata, and assignments with few values.

use std::sync::Arc;

use parallax_model::{
    AtomicConstraint, Clause, Compare, ComparisonOperator, Constraint, Count,
    DeterministicAutomaton, DistinctCount, Domain, Global, LinearTerm, Model, Objective,
    ObjectiveSense, Regular, Value, VarId,
};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

fn post(model: &mut Model, constraint: Constraint) {
    model.post("", constraint).expect("the constraint is well formed");
}

fn global(model: &mut Model, global: Global) {
    post(model, Constraint::Global(global));
}

fn variable(model: &mut Model, name: String, domain: Domain) -> VarId {
    model.add_shown(name, domain).expect("the names are unique")
}

/// Shifts 0 (off), 1, 2, 3: no shift before an earlier one without a day off between, and at most
/// four days of work in a row.
fn shifts() -> DeterministicAutomaton {
    let state = |last: u32, run: u32| last * 5 + run;
    let mut moves = Vec::new();
    for last in 0..4 {
        for run in 0..5 {
            for shift in 0..4u32 {
                if shift == 0 {
                    moves.push((state(last, run), 0, state(0, 0)));
                } else if run < 4 && (last == 0 || shift >= last) {
                    moves.push((state(last, run), shift as Value, state(shift, run + 1)));
                }
            }
        }
    }
    DeterministicAutomaton::new(0, (0..20).collect(), moves).expect("no two moves differ")
}

/// People and days, with demands for each shift.
pub(crate) fn roster(seed: u64) -> Model {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let (people, days) = (8 + seed as usize, 14);
    let mut model = Model::new("roster");
    let automaton = Arc::new(shifts());
    let mut rows = Vec::new();
    for i in 0..people {
        let name = |j| format!("x{i}_{j}");
        let row: Vec<VarId> =
            (0..days).map(|j| variable(&mut model, name(j), Domain::from_range(0, 3))).collect();
        let c = Regular { scope: row.clone(), automaton: automaton.clone() };
        global(&mut model, Global::Regular(c));
        rows.push(row);
    }
    for j in 0..days {
        for shift in 1..4 {
            let need = people as Value / 5 + rng.random_range(0..2);
            let total =
                variable(&mut model, format!("t{shift}_{j}"), Domain::from_range(need, need));
            let scope = rows.iter().map(|row| row[j]).collect();
            global(&mut model, Global::Count(Count { scope, values: vec![shift], total }));
        }
    }
    for (i, row) in rows.iter().enumerate() {
        let low = days as Value * 3 / 10;
        for (value, from, to) in [(0, low, low + 2), (3, 0, days as Value / 4)] {
            let total =
                variable(&mut model, format!("of{value}_{i}"), Domain::from_range(from, to));
            let c = Count { scope: row.clone(), values: vec![value], total };
            global(&mut model, Global::Count(c));
        }
    }
    for _ in 0..people * 2 {
        let v = rows[rng.random_range(0..people)][rng.random_range(0..days)];
        let atoms = vec![AtomicConstraint::new(v, ComparisonOperator::Ne, rng.random_range(0..4))];
        post(&mut model, Constraint::Clause(Clause { atoms }));
    }
    model
}

/// Variables that random automata read in several random orders: all solutions.
pub(crate) fn words(seed: u64) -> Model {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let count = 13 + seed as usize % 4;
    let states = 40;
    let mut model = Model::new("words");
    let all: Vec<VarId> = (0..count)
        .map(|i| variable(&mut model, format!("x{i}"), Domain::from_range(0, 3)))
        .collect();
    for _ in 0..3 {
        let mut moves = Vec::new();
        for state in 0..states {
            for value in 0..4 {
                if rng.random_bool(0.85) {
                    moves.push((state, value, rng.random_range(0..states)));
                }
            }
        }
        let accepting = (0..states).filter(|_| rng.random_bool(0.3)).collect();
        let automaton =
            DeterministicAutomaton::new(0, accepting, moves).expect("no two moves differ");
        let mut scope = all.clone();
        rand::seq::SliceRandom::shuffle(scope.as_mut_slice(), &mut rng);
        let c = Regular { scope, automaton: Arc::new(automaton) };
        global(&mut model, Global::Regular(c));
    }
    model
}

/// Lists of choices, with as few different values as possible.
pub(crate) fn choices(seed: u64) -> Model {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let (count, most) = (24 + 2 * seed, 24);
    few(count, |i| {
        let chosen = (1..=most).filter(|_| rng.random_bool(0.2));
        Domain::from_values(chosen.chain([1 + (i as Value * 7) % most]).collect::<Vec<Value>>())
    })
}

/// Random graphs with as few colours as possible.
pub(crate) fn colours(seed: u64) -> Model {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut model = few(16 + seed, |_| Domain::from_range(1, 8));
    for one in 0..16 + seed as usize {
        for other in 0..one {
            if rng.random_bool(0.35) {
                let c = Compare::new(VarId::new(one), ComparisonOperator::Ne, VarId::new(other));
                post(&mut model, Constraint::Compare(c));
            }
        }
    }
    model
}

/// Variables with these domains, and the number of their values, which is minimized.
fn few(count: u64, mut domain: impl FnMut(u64) -> Domain) -> Model {
    let mut model = Model::new("values");
    let scope: Vec<VarId> =
        (0..count).map(|i| variable(&mut model, format!("x{i}"), domain(i))).collect();
    let total = variable(&mut model, "total".into(), Domain::from_range(1, count as Value));
    global(&mut model, Global::DistinctCount(DistinctCount { scope, except: vec![], total }));
    let terms = vec![LinearTerm { coefficient: 1, variable: total }];
    model.set_objective(Objective::new(ObjectiveSense::Minimize, terms)).expect("a known variable");
    model
}
