//! Draws random models of one constraint over six or seven variables.

use std::collections::BTreeSet;

use parallax_model::{
    AllDifferent, AtomicConstraint, BinPacking, Circuit, ClassRelation, Clause, Compare,
    ComparisonOperator, Constraint, ConstraintOperand, Count, Cumulative, DeterministicAutomaton,
    DimensionId, DimensionRelation, DistinctCount, Domain, Element, Extremum, Global,
    GlobalCardinality, Inverse, Lexicographic, Linear, LinearTerm, Model, NoOverlap, Product,
    Regular, Table, Value, ValueDimension, ValueOccurrence, VarId,
};
use rand::Rng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

fn domain(rng: &mut impl Rng, low: Value) -> Domain {
    let size = rng.random_range(1..=7);
    match rng.random_range(0..3) {
        0 => Domain::from_range(low, low + size - 1),
        _ => Domain::from_values((0..size).map(|_| low + rng.random_range(0..8))),
    }
}

/// Returns a model of six or seven variables with values around one number, often across the
/// boundary between two words.
pub(super) fn frame(rng: &mut impl Rng) -> Model {
    let mut model = Model::new("shape");
    // Values below 64 and above it lie in two words; -4 tests negative words.
    let low = *[0, -4, 60, 61, 1_000_000].choose(rng).expect("not empty");
    for i in 0..rng.random_range(6..=7) {
        model.add_shown(format!("x{i}"), domain(rng, low)).unwrap();
    }
    // Rarely more than one word of classes.
    let classes = if rng.random_bool(0.2) { 70 } else { rng.random_range(2..=8) };
    let names = (0..classes).map(|c| format!("class{c}")).collect();
    let mut members = Vec::new();
    for value in low - 4..low + 20 {
        // A few values stay without a class.
        if rng.random_bool(0.95) {
            members.push((value, rng.random_range(0..classes)));
        }
    }
    model.add_dimension(ValueDimension::new("kind", names, &members).unwrap()).unwrap();
    model
}

fn scope(rng: &mut impl Rng, model: &Model) -> Vec<VarId> {
    let count = model.variables().len();
    // Mostly large scopes, since small ones rarely need more than elimination.
    let most = rng.random_range(1..=count);
    let mut all: Vec<VarId> = (0..count).map(VarId::new).collect();
    rand::seq::SliceRandom::shuffle(all.as_mut_slice(), rng);
    all.truncate(most.max(count - 2));
    all
}

pub(super) fn all_different(rng: &mut impl Rng, model: &Model) -> Constraint {
    Constraint::AllDifferent(AllDifferent { scope: scope(rng, model) })
}

fn cardinality(rng: &mut impl Rng, model: &Model) -> Constraint {
    let mut values = BTreeSet::new();
    for v in model.variables().iter().take(3) {
        values.extend(v.domain.iter().filter(|_| rng.random_bool(0.7)));
    }
    let occurrences = values
        .into_iter()
        .map(|value| {
            // Mostly 0, so that all minima can be met together.
            let min = rng.random_range(0..=2) / 2 * rng.random_range(1..=2);
            ValueOccurrence { value, min, max: min + rng.random_range(0..=2) }
        })
        .collect();
    let closed = rng.random_bool(0.3);
    Constraint::GlobalCardinality(GlobalCardinality {
        scope: scope(rng, model),
        occurrences,
        closed,
    })
}

fn dimension(rng: &mut impl Rng, model: &Model) -> Constraint {
    let scope = scope(rng, model);
    let relation = match rng.random_range(0..6) {
        0 => ClassRelation::AllSame,
        1 => ClassRelation::AllDifferent,
        2 => ClassRelation::AllSameOrAllDifferent,
        3 => ClassRelation::Table(class_rows(rng, model, &scope)),
        _ => ClassRelation::ExactlyEqual(rng.random_range(1..=scope.len() as u32)),
    };
    Constraint::Dimension(DimensionRelation { scope, dimension: DimensionId(0), relation })
}

/// Returns rows of classes, most of them possible.
fn class_rows(rng: &mut impl Rng, model: &Model, scope: &[VarId]) -> Vec<Vec<u32>> {
    let dimension = model.dimension(DimensionId(0));
    let rows = (0..rng.random_range(0..60)).map(|_| {
        let class = |&v: &VarId| dimension.class_of_value(value(rng, model, v)).unwrap_or_default();
        scope.iter().map(class).collect()
    });
    rows.collect()
}

pub(super) type Draw = fn(&mut ChaCha8Rng, &Model) -> Constraint;

/// The kinds that guarantee domain consistency at level `gac`.
pub(super) const KINDS: [(&str, Draw); 12] = [
    ("alldiff", all_different),
    ("card", cardinality),
    ("dimension", dimension),
    ("table", allowed),
    ("forbidden", forbidden),
    ("sum", sum),
    ("lex", lexicographic),
    ("element", element),
    ("clause", clause),
    ("compare", compare),
    ("regular", regular),
    ("count", count),
];

/// The kinds that guarantee less, or nothing for a repeated variable, but keep state between
/// calls.
pub(super) const STATEFUL_KINDS: [(&str, Draw); 9] = [
    ("inverse", inverse),
    ("extremum", extremum),
    ("product", product),
    ("repeated regular", repeated_regular),
    ("distinct count", distinct_count),
    ("bin packing", bin_packing),
    ("cumulative", cumulative),
    ("no-overlap", no_overlap),
    ("circuit", circuit),
];

/// Returns a small number, or rarely a variable with small values.
fn operand(rng: &mut ChaCha8Rng, model: &Model, most: Value) -> ConstraintOperand {
    let v = *scope(rng, model).choose(rng).expect("not empty");
    let ends = model.domain(v).min().zip(model.domain(v).max());
    let is_small = ends.is_some_and(|(low, high)| low >= 0 && high < 10);
    if is_small && rng.random_bool(0.3) {
        return ConstraintOperand::Variable(v);
    }
    ConstraintOperand::Number(rng.random_range(0..=most))
}

fn cumulative(rng: &mut ChaCha8Rng, model: &Model) -> Constraint {
    let starts = scope(rng, model);
    Constraint::Global(Global::Cumulative(Cumulative {
        lengths: starts.iter().map(|_| operand(rng, model, 4)).collect(),
        heights: starts.iter().map(|_| operand(rng, model, 3)).collect(),
        limit: operand(rng, model, 5),
        starts,
    }))
}

fn no_overlap(rng: &mut ChaCha8Rng, model: &Model) -> Constraint {
    let dimensions = rng.random_range(1..=2);
    let scope = scope(rng, model);
    let origins: Vec<Vec<VarId>> = scope.chunks_exact(dimensions).map(<[_]>::to_vec).collect();
    let most = if dimensions == 1 { 2 } else { 4 };
    let lengths = |origin: &Vec<VarId>| origin.iter().map(|_| operand(rng, model, most)).collect();
    let lengths = origins.iter().map(lengths).collect();
    let zero_ignored = model.domain(scope[0]).len().is_multiple_of(2);
    Constraint::Global(Global::NoOverlap(NoOverlap { origins, lengths, zero_ignored }))
}

/// Returns a circuit; most of its values are nodes.
fn circuit(rng: &mut ChaCha8Rng, model: &Model) -> Constraint {
    let successors = scope(rng, model);
    let low = model.variables().iter().filter_map(|v| v.domain.min()).min().unwrap_or_default();
    let (first, may_be_empty) = (low + rng.random_range(0..=1), rng.random_bool(0.3));
    Constraint::Global(Global::Circuit(Circuit { successors, first, may_be_empty }))
}

fn inverse(rng: &mut ChaCha8Rng, model: &Model) -> Constraint {
    let mut scope = scope(rng, model);
    if rng.random_bool(0.3) {
        scope[0] = scope[scope.len() - 1];
    }
    let half = scope.len() / 2;
    let (left, right) = (scope[..half].to_vec(), scope[half..2 * half].to_vec());
    let first = |rng: &mut ChaCha8Rng| value(rng, model, scope[0]) - rng.random_range(0..4);
    let (first_left, first_right) = (first(rng), first(rng));
    Constraint::Inverse(Inverse { left, right, first_left, first_right })
}

fn extremum(rng: &mut ChaCha8Rng, model: &Model) -> Constraint {
    let mut scope = scope(rng, model);
    let result = scope[0];
    if rng.random_bool(0.8) && scope.len() > 1 {
        scope.remove(0);
    }
    Constraint::Extremum(Extremum { result, scope, max: rng.random() })
}

fn product(rng: &mut ChaCha8Rng, model: &Model) -> Constraint {
    let scope = scope(rng, model);
    let any = |rng: &mut ChaCha8Rng| *scope.choose(rng).expect("not empty");
    Constraint::Product(Product { left: any(rng), right: any(rng), result: any(rng) })
}

fn value(rng: &mut impl Rng, model: &Model, v: VarId) -> Value {
    *model.domain(v).to_vec().choose(rng).expect("not empty")
}

/// Returns tuples of values, mostly inside the domains, some of them twice.
fn random_table(rng: &mut ChaCha8Rng, model: &Model, arity: usize, tuples: usize) -> Table {
    let mut scope = scope(rng, model);
    scope.truncate(arity);
    let tuples = (0..tuples).map(|_| {
        let mut tuple: Vec<Value> = scope.iter().map(|&v| value(rng, model, v)).collect();
        // A tuple with a value that may be outside the domain.
        if rng.random_bool(0.05) {
            tuple[0] += 1;
        }
        tuple
    });
    let tuples: Vec<Vec<Value>> = tuples.collect();
    Table { scope, tuples: tuples.into(), forbidden: false }
}

fn allowed(rng: &mut ChaCha8Rng, model: &Model) -> Constraint {
    let (arity, tuples) = (rng.random_range(1..=5), rng.random_range(0..200));
    Constraint::Table(random_table(rng, model, arity, tuples))
}

fn forbidden(rng: &mut ChaCha8Rng, model: &Model) -> Constraint {
    let (arity, tuples) = (rng.random_range(1..=3), rng.random_range(0..250));
    Constraint::Table(Table { forbidden: true, ..random_table(rng, model, arity, tuples) })
}

fn sum(rng: &mut ChaCha8Rng, model: &Model) -> Constraint {
    let scope = scope(rng, model);
    let terms: Vec<LinearTerm> = scope
        .into_iter()
        .map(|variable| LinearTerm { coefficient: rng.random_range(-3..=3), variable })
        .collect();
    // The sum of random values of the domains, so that an equation has a solution at the root.
    let some = terms.iter().map(|t| t.coefficient * i64::from(value(rng, model, t.variable)));
    let constant = some.sum();
    Constraint::Linear(Linear { terms, relation: relation(rng), constant })
}

fn relation(rng: &mut impl Rng) -> ComparisonOperator {
    if rng.random_bool(0.5) {
        ComparisonOperator::Eq
    } else {
        *ComparisonOperator::ALL.choose(rng).expect("not empty")
    }
}

fn lexicographic(rng: &mut ChaCha8Rng, model: &Model) -> Constraint {
    let scope = scope(rng, model);
    let half = scope.len() / 2;
    let (left, right) = (scope[..half].to_vec(), scope[half..2 * half].to_vec());
    Constraint::Lexicographic(Lexicographic { left, right, strict: rng.random() })
}

fn element(rng: &mut ChaCha8Rng, model: &Model) -> Constraint {
    let mut array = scope(rng, model);
    let index = array.pop().expect("not empty");
    let result = array.pop().unwrap_or(index);
    let first = value(rng, model, index) - rng.random_range(0..3);
    Constraint::Element(Element { index, array, result, first })
}

fn clause(rng: &mut ChaCha8Rng, model: &Model) -> Constraint {
    let atoms = scope(rng, model).into_iter().map(|v| {
        let relation = *ComparisonOperator::ALL.choose(rng).expect("not empty");
        AtomicConstraint::new(v, relation, value(rng, model, v))
    });
    Constraint::Clause(Clause { atoms: atoms.collect() })
}

fn compare(rng: &mut ChaCha8Rng, model: &Model) -> Constraint {
    let scope = scope(rng, model);
    Constraint::Compare(Compare {
        left: scope[0],
        relation: *ComparisonOperator::ALL.choose(rng).expect("not empty"),
        right: scope[scope.len() - 1],
        offset: rng.random_range(-5..=5),
    })
}

/// Returns an automaton that reads values of the scope, mostly with words to accept.
fn automaton(rng: &mut ChaCha8Rng, model: &Model, scope: &[VarId]) -> DeterministicAutomaton {
    let states = rng.random_range(1..=5);
    let values: BTreeSet<Value> = scope.iter().flat_map(|&v| model.domain(v).to_vec()).collect();
    // Sparse automata accept few words, dense ones prune little: both are drawn.
    let density = rng.random_range(0.3..1.0);
    let mut transitions = Vec::new();
    for from in 0..states {
        for &value in &values {
            if rng.random_bool(density) {
                transitions.push((from, value, rng.random_range(0..states)));
            }
        }
    }
    let finals = (0..states).filter(|_| rng.random_bool(0.5)).collect();
    DeterministicAutomaton::new(0, finals, transitions).expect("one next state for each value")
}

fn regular(rng: &mut ChaCha8Rng, model: &Model) -> Constraint {
    let scope = scope(rng, model);
    let automaton = automaton(rng, model, &scope).into();
    Constraint::Global(Global::Regular(Regular { scope, automaton }))
}

fn repeated_regular(rng: &mut ChaCha8Rng, model: &Model) -> Constraint {
    let mut scope = scope(rng, model);
    // The first variables appear again at the end of the scope.
    scope.extend_from_within(0..2);
    let automaton = automaton(rng, model, &scope).into();
    Constraint::Global(Global::Regular(Regular { scope, automaton }))
}

/// Returns the variable with the least value, which is mostly a possible number of variables.
fn least(scope: &mut Vec<VarId>, model: &Model) -> VarId {
    let place = (0..scope.len()).min_by_key(|&place| model.domain(scope[place]).min());
    scope.remove(place.expect("not empty"))
}

fn count(rng: &mut ChaCha8Rng, model: &Model) -> Constraint {
    let mut scope = scope(rng, model);
    let total = least(&mut scope, model);
    let values = (0..rng.random_range(1..6)).map(|_| value(rng, model, total) + 2).collect();
    Constraint::Global(Global::Count(Count { scope, values, total }))
}

fn distinct_count(rng: &mut ChaCha8Rng, model: &Model) -> Constraint {
    let mut scope = scope(rng, model);
    let total = least(&mut scope, model);
    let except = (0..rng.random_range(0..3)).map(|_| value(rng, model, total) + 1).collect();
    if rng.random_bool(0.2) {
        scope.push(total);
    }
    Constraint::Global(Global::DistinctCount(DistinctCount { scope, except, total }))
}

fn bin_packing(rng: &mut ChaCha8Rng, model: &Model) -> Constraint {
    let mut bins = scope(rng, model);
    let first = least(&mut bins, model);
    let load = |rng: &mut ChaCha8Rng| {
        if rng.random_bool(0.3) {
            ConstraintOperand::Variable(*bins.choose(rng).expect("not empty"))
        } else {
            ConstraintOperand::Number(rng.random_range(0..12))
        }
    };
    let mut loads: Vec<ConstraintOperand> =
        (0..rng.random_range(3..8)).map(|_| load(rng)).collect();
    // At least one load is a variable, so that its bounds are tested.
    loads[0] = ConstraintOperand::Variable(first);
    let sizes = bins.iter().map(|_| rng.random_range(0..8)).collect();
    let first = value(rng, model, bins[0]) - rng.random_range(0..3);
    Constraint::Global(Global::BinPacking(BinPacking { bins, sizes, loads, first }))
}
