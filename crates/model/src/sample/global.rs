//! Random constraints of the global kinds.

use std::sync::Arc;

use rand::Rng;
use rand::seq::IndexedRandom;

use super::{draw_scope, draw_value, draw_variable};
use crate::{
    BinPacking, Circuit, ConstraintOperand, Count, Cumulative, DeterministicAutomaton,
    DistinctCount, Global, GlobalKind, MAX_VALUE, Model, NoOverlap, Regular, Value, VarId,
};

/// Returns a random constraint of a kind over the variables of `model`.
pub(super) fn draw_global(rng: &mut impl Rng, model: &Model, kind: GlobalKind) -> Global {
    let n = model.variables().len();
    match kind {
        GlobalKind::Regular => Global::Regular(draw_regular(rng, model)),
        GlobalKind::Count => Global::Count(Count {
            scope: draw_scope(rng, n, true),
            values: some_values(rng, model, 1..=3),
            total: draw_variable(rng, n),
        }),
        GlobalKind::DistinctCount => Global::DistinctCount(DistinctCount {
            scope: draw_scope(rng, n, true),
            except: some_values(rng, model, 0..=1),
            total: draw_variable(rng, n),
        }),
        GlobalKind::Cumulative => {
            let starts = draw_scope(rng, n, true);
            Global::Cumulative(Cumulative {
                lengths: starts.iter().map(|_| draw_operand(rng, model, 3)).collect(),
                heights: starts.iter().map(|_| draw_operand(rng, model, 3)).collect(),
                limit: draw_operand(rng, model, 5),
                starts,
            })
        }
        GlobalKind::NoOverlap => Global::NoOverlap(no_overlap(rng, model)),
        GlobalKind::Circuit => {
            let successors = draw_scope(rng, n, true);
            let first = rng.random_range(-1..=1);
            Global::Circuit(Circuit { successors, first, may_be_empty: rng.random_bool(0.3) })
        }
        GlobalKind::BinPacking => {
            let bins = draw_scope(rng, n, true);
            Global::BinPacking(BinPacking {
                sizes: bins.iter().map(|_| rng.random_range(0..=3)).collect(),
                loads: (0..rng.random_range(0..=3)).map(|_| draw_load(rng, model)).collect(),
                first: rng.random_range(-1..=1),
                bins,
            })
        }
    }
}

/// Replaces some numbers by numbers at the limits.
pub(super) fn stretch_global(rng: &mut impl Rng, global: &mut Global) {
    let natural = |rng: &mut _, number: &mut Value| {
        if let 0 = Rng::random_range(rng, 0..3) {
            *number = *[0, 1, MAX_VALUE - 1, MAX_VALUE].choose(rng).expect("not empty");
        }
    };
    let operands = |rng: &mut _, list: &mut [ConstraintOperand]| {
        for operand in list {
            if let ConstraintOperand::Number(number) = operand {
                natural(rng, number);
            }
        }
    };
    match global {
        Global::Cumulative(c) => {
            operands(rng, &mut c.lengths);
            operands(rng, &mut c.heights);
            operands(rng, std::slice::from_mut(&mut c.limit));
        }
        Global::NoOverlap(c) => c.lengths.iter_mut().for_each(|list| operands(rng, list)),
        Global::BinPacking(c) => c.sizes.iter_mut().for_each(|size| natural(rng, size)),
        Global::Circuit(c) => natural(rng, &mut c.first),
        // Values that no variable can have must change nothing.
        Global::Count(c) => c.values.extend([Value::MIN, Value::MAX]),
        Global::DistinctCount(c) => c.except.extend([Value::MIN, Value::MAX]),
        Global::Regular(_) => {}
    }
}

fn some_values(
    rng: &mut impl Rng,
    model: &Model,
    number: std::ops::RangeInclusive<usize>,
) -> Vec<Value> {
    let n = model.variables().len();
    let number = rng.random_range(number);
    (0..number)
        .map(|_| {
            let v = draw_variable(rng, n);
            draw_value(rng, model, v)
        })
        .collect()
}

fn draw_regular(rng: &mut impl Rng, model: &Model) -> Regular {
    let scope = draw_scope(rng, model.variables().len(), true);
    let states = rng.random_range(1..=4);
    let mut values = some_values(rng, model, 1..=4);
    values.sort_unstable();
    values.dedup();
    let mut transitions = Vec::new();
    for state in 0..states {
        // At most one transition for each state and value, so that the automaton is deterministic.
        for &value in &values {
            if rng.random_bool(0.75) {
                transitions.push((state, value, rng.random_range(0..states)));
            }
        }
    }
    let finals = (0..states).filter(|_| rng.random_bool(0.6)).collect();
    let automaton =
        DeterministicAutomaton::new(0, finals, transitions).expect("one next state a value");
    Regular { scope, automaton: Arc::new(automaton) }
}

fn no_overlap(rng: &mut impl Rng, model: &Model) -> NoOverlap {
    let n = model.variables().len();
    let dimensions = rng.random_range(1..=2);
    let tasks = rng.random_range(0..=4);
    let (mut origins, mut lengths) = (Vec::new(), Vec::new());
    for _ in 0..tasks {
        origins.push((0..dimensions).map(|_| draw_variable(rng, n)).collect());
        lengths.push((0..dimensions).map(|_| draw_operand(rng, model, 3)).collect());
    }
    NoOverlap { origins, lengths, zero_ignored: rng.random() }
}

/// Returns a number up to `max_number`, or a variable without negative values.
fn draw_operand(rng: &mut impl Rng, model: &Model, max_number: Value) -> ConstraintOperand {
    let all = (0..model.variables().len()).map(VarId::new);
    let natural: Vec<VarId> =
        all.filter(|&v| model.domain(v).min().is_none_or(|low| low >= 0)).collect();
    match natural.choose(rng) {
        Some(&variable) if rng.random_bool(0.35) => ConstraintOperand::Variable(variable),
        _ => ConstraintOperand::Number(rng.random_range(0..=max_number)),
    }
}

fn draw_load(rng: &mut impl Rng, model: &Model) -> ConstraintOperand {
    if rng.random_bool(0.7) {
        ConstraintOperand::Variable(draw_variable(rng, model.variables().len()))
    } else {
        ConstraintOperand::Number(rng.random_range(0..=4))
    }
}
