//! Finds machines in models that order their tasks pair by pair.
//!
//! Many models of job shops have no no-overlap: for each pair of tasks two booleans, at least one
//! of which holds, imply one order each. Pairs alone do not detect that three tasks do not fit into
//! a span where any two do. If any two tasks of a set are such a pair, the set is one machine, and
//! the rules of one machine hold for it.

use std::collections::{BTreeMap, BTreeSet};

use parallax_model::{
    AtomicConstraint, Compare, ComparisonOperator, Constraint, ConstraintKind, ConstraintOperand,
    Linear, LinearTerm, Model, VarId,
};

use super::levels::{ConsistencyLevel, ConsistencySettings};
use super::propagators::{ConstraintPropagator, OneMachine};

/// Maximum number of pairs in the search for machines.
const MAX_PAIRS: usize = 1 << 16;

/// Tasks that do not overlap each other: starts, and lengths above 0.
#[derive(Clone, Debug, PartialEq, Eq)]
struct DisjunctiveClique {
    starts: Vec<VarId>,
    lengths: Vec<ConstraintOperand>,
}

/// One task ends, after its length, before another starts.
#[derive(Clone, Copy)]
struct TaskPrecedence {
    first: VarId,
    second: VarId,
    length: i64,
}

/// For two starts: if the first task comes first, the second starts at least this much later.
type Distances = BTreeMap<VarId, BTreeMap<VarId, i64>>;

/// Returns the propagators of the machines of a model, unless its orders are only checked.
#[must_use]
pub fn build_propagators(
    model: &Model,
    levels: &ConsistencySettings,
) -> Vec<Box<dyn ConstraintPropagator>> {
    let kinds = [ConstraintKind::Implies, ConstraintKind::Compare];
    if kinds.iter().any(|&kind| levels.of_kind(kind) <= ConsistencyLevel::Forward) {
        return Vec::new();
    }
    let boxed = |DisjunctiveClique { starts, lengths }| -> Box<dyn ConstraintPropagator> {
        Box::new(OneMachine::beside_pairs(starts, lengths, true))
    };
    find_cliques(model).into_iter().map(boxed).collect()
}

/// Returns machines of at least three tasks, no two of which have the same pair.
fn find_cliques(model: &Model) -> Vec<DisjunctiveClique> {
    let distances = find_disjunctive_distances(model);
    let mut machines = Vec::new();
    let mut covered = BTreeSet::new();
    for (&one, others) in &distances {
        // From `one` on, so that each pair is the seed of a clique once.
        for (&other, &length) in others.range(one..) {
            if covered.contains(&(one, other)) {
                continue;
            }
            // Every distance has its reverse, because `find_disjunctive_distances` adds both
            // directions of a pair.
            let mut tasks = vec![(one, length), (other, distances[&other][&one])];
            let candidates = others.iter().filter(|&(&v, &d)| v != other && d == length);
            for (&v, _) in candidates {
                add_if_apart(v, &mut tasks, &distances);
            }
            // The pairs themselves already propagate two tasks.
            if tasks.len() < 3 {
                continue;
            }
            // Greedy growth finds a maximal clique, not a maximum one. Its pairs start no other
            // machine, which keeps the number of machines below the number of pairs.
            tasks.sort_unstable();
            for (place, late) in tasks.iter().enumerate() {
                covered.extend(tasks[..place].iter().map(|early| (early.0, late.0)));
            }
            // A length beyond 32 bits is skipped here, and its machine is dropped below, because
            // the counts differ.
            let lengths = tasks.iter().filter_map(|task| i32::try_from(task.1).ok());
            machines.push(DisjunctiveClique {
                starts: tasks.iter().map(|task| task.0).collect(),
                lengths: lengths.map(ConstraintOperand::Number).collect(),
            });
        }
    }
    machines.retain(|machine| machine.starts.len() == machine.lengths.len());
    machines
}

/// Adds a task if it forms a pair with each of the others, and each task keeps its length.
fn add_if_apart(v: VarId, tasks: &mut Vec<(VarId, i64)>, distances: &Distances) {
    // `v` is a neighbour of the first task, so it has distances.
    let own = &distances[&v];
    let Some(&length) = own.get(&tasks[0].0) else { return };
    // A task has one length on a machine, but its distances may differ by pair (e.g. by setup
    // times); such a task does not fit.
    let apart = |&(other, other_length): &(VarId, i64)| {
        own.get(&other) == Some(&length) && distances[&other].get(&v) == Some(&other_length)
    };
    if tasks.iter().all(apart) {
        tasks.push((v, length));
    }
}

/// Returns the distances of all pairs that cannot overlap, in both directions; empty if there are
/// too many.
fn find_disjunctive_distances(model: &Model) -> Distances {
    let mut orders: BTreeMap<VarId, Vec<TaskPrecedence>> = BTreeMap::new();
    // Step 1: the order that each boolean implies.
    for posted in model.constraints() {
        if let Constraint::Implies(c) = &posted.constraint
            && let Some(order) = task_precedence(&c.then)
        {
            orders.entry(c.condition).or_default().push(order);
        }
    }
    // Step 2: a pair of tasks is disjunctive if one of two booleans holds and they imply opposite
    // orders.
    let mut distances = Distances::new();
    let mut pairs = 0;
    let is_boolean = |v: VarId| model.domain(v).iter().all(|value| (0..=1).contains(&value));
    let alternatives = model.constraints().iter().filter_map(|c| one_of_two(&c.constraint));
    for [left, right] in alternatives.filter(|both| both.iter().all(|&v| is_boolean(v))) {
        let (Some(left), Some(right)) = (orders.get(&left), orders.get(&right)) else { continue };
        for (one, other) in left.iter().flat_map(|one| right.iter().map(move |other| (one, other)))
        {
            if (one.first, one.second) != (other.second, other.first) {
                continue;
            }
            // A pair may have several disjunctions. All of them hold, so the greatest distances do.
            for own in [one, other] {
                let from = distances.entry(own.first).or_default().entry(own.second).or_insert(0);
                *from = own.length.max(*from);
            }
            pairs += 1;
            if pairs > MAX_PAIRS {
                return Distances::new();
            }
        }
    }
    distances
}

/// Returns the order of two tasks with a length above 0 that a constraint states.
fn task_precedence(c: &Constraint) -> Option<TaskPrecedence> {
    // Brings the constraint into the form `late relation early + offset`.
    let (late, relation, early, offset) = match c {
        &Constraint::Compare(Compare { left, relation, right, offset }) => {
            (left, relation, right, offset)
        }
        Constraint::Linear(Linear { terms, relation, constant }) => match terms.as_slice() {
            [
                LinearTerm { coefficient: 1, variable: x },
                LinearTerm { coefficient: -1, variable: y },
            ] => (*x, *relation, *y, *constant),
            [
                LinearTerm { coefficient: -1, variable: y },
                LinearTerm { coefficient: 1, variable: x },
            ] => (*x, *relation, *y, *constant),
            _ => return None,
        },
        _ => return None,
    };
    // A strict order adds 1, since starts are integers; `<=` swaps the sides and negates the
    // offset. E.g. `x <= y - 3` becomes `y >= x + 3`.
    let (first, second, length) = match relation {
        ComparisonOperator::Ge => (early, late, offset),
        ComparisonOperator::Gt => (early, late, offset.checked_add(1)?),
        ComparisonOperator::Le => (late, early, offset.checked_neg()?),
        ComparisonOperator::Lt => (late, early, offset.checked_neg()?.checked_add(1)?),
        ComparisonOperator::Eq | ComparisonOperator::Ne => return None,
    };
    (first != second && length > 0).then_some(TaskPrecedence { first, second, length })
}

/// Returns two variables of which a constraint requires at least one to be 1, if both are booleans.
fn one_of_two(c: &Constraint) -> Option<[VarId; 2]> {
    match c {
        Constraint::Compare(Compare {
            left,
            relation: ComparisonOperator::Ne,
            right,
            offset: 0,
        }) => Some([*left, *right]),
        Constraint::Clause(c) => match c.atoms.as_slice() {
            [one, other] if is_one(one) && is_one(other) => Some([one.variable, other.variable]),
            _ => None,
        },
        Constraint::Linear(c) => match (c.terms.as_slice(), c.relation, c.constant) {
            (
                &[
                    LinearTerm { coefficient: 1, variable: x },
                    LinearTerm { coefficient: 1, variable: y },
                ],
                ComparisonOperator::Eq | ComparisonOperator::Ge,
                1,
            ) => Some([x, y]),
            _ => None,
        },
        Constraint::Reify(c) => {
            let AtomicConstraint { variable, relation, value } = c.atom;
            let is_zero = matches!(
                (relation, value),
                (ComparisonOperator::Eq | ComparisonOperator::Le, 0)
                    | (ComparisonOperator::Ne | ComparisonOperator::Lt, 1)
            );
            is_zero.then_some([c.truth, variable])
        }
        _ => None,
    }
}

/// Whether an atom of a boolean means that it is 1.
fn is_one(atom: &AtomicConstraint) -> bool {
    matches!(
        (atom.relation, atom.value),
        (ComparisonOperator::Eq | ComparisonOperator::Ge, 1)
            | (ComparisonOperator::Ne | ComparisonOperator::Gt, 0)
    )
}

#[cfg(test)]
mod tests {
    use parallax_model::{Clause, Domain, Implies, Reify, Value};
    use rand::{Rng, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::propagators::tests::for_each_assignment;
    use crate::test_search::{TestSearch, levels};

    /// Posts that one of two booleans is 1, in one of many forms.
    fn post_alternative(model: &mut Model, [one, other]: [VarId; 2], rng: &mut impl Rng) {
        let atom = |v, relation, value| AtomicConstraint::new(v, relation, value);
        let constraint = match rng.random_range(0..5) {
            0 => Constraint::Compare(Compare::new(one, ComparisonOperator::Ne, other)),
            1 => Constraint::Clause(Clause {
                atoms: vec![
                    atom(one, ComparisonOperator::Eq, 1),
                    atom(other, ComparisonOperator::Ne, 0),
                ],
            }),
            2 => Constraint::Linear(Linear::unweighted_sum(
                vec![one, other],
                ComparisonOperator::Eq,
                1,
            )),
            3 => Constraint::Linear(Linear::unweighted_sum(
                vec![one, other],
                ComparisonOperator::Ge,
                1,
            )),
            _ => Constraint::Reify(Reify {
                truth: one,
                atom: atom(other, ComparisonOperator::Eq, 0),
            }),
        };
        model.post("", constraint).unwrap();
    }

    /// States that a task ends before another starts, in one of many forms.
    fn precedence(early: VarId, late: VarId, length: i64, rng: &mut impl Rng) -> Constraint {
        let compare = |left, relation, right, offset| {
            Constraint::Compare(Compare { left, relation, right, offset })
        };
        match rng.random_range(0..5) {
            0 => compare(late, ComparisonOperator::Ge, early, length),
            1 => compare(late, ComparisonOperator::Gt, early, length - 1),
            2 => compare(early, ComparisonOperator::Le, late, -length),
            3 => compare(early, ComparisonOperator::Lt, late, 1 - length),
            _ => Constraint::Linear(Linear {
                terms: vec![
                    LinearTerm { coefficient: 1, variable: late },
                    LinearTerm { coefficient: -1, variable: early },
                ],
                relation: ComparisonOperator::Ge,
                constant: length,
            }),
        }
    }

    /// Tasks that exclude each other in pairs, some of which are left out.
    fn draw(rng: &mut ChaCha8Rng, share: f64) -> Model {
        let mut model = Model::new("pairs");
        let tasks: Vec<(VarId, i64)> = (0..3)
            .map(|i| {
                let values = (0..=7).filter(|_| rng.random_bool(0.7)).chain([i]);
                let domain = Domain::from_values(values.collect::<Vec<Value>>());
                let start = model.add_shown(format!("x{i}"), domain).unwrap();
                (start, rng.random_range(1..=3))
            })
            .collect();
        for (place, &one) in tasks.iter().enumerate() {
            for &other in &tasks[..place] {
                if !rng.random_bool(share) {
                    continue;
                }
                let both = [(one, other), (other, one)].map(|(early, late)| {
                    let name = format!("b{}", model.variables().len());
                    let condition = model.add_hidden(name, Domain::boolean()).unwrap();
                    let then = Box::new(precedence(early.0, late.0, early.1, rng));
                    let c = Constraint::Implies(Implies { condition, then });
                    model.post("", c).unwrap();
                    condition
                });
                post_alternative(&mut model, both, rng);
            }
        }
        model
    }

    #[test]
    fn machines_overlap_in_no_solution_and_searches_keep_all() {
        let mut found = 0;
        for seed in 0..150 {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let model = draw(&mut rng, if seed % 3 == 0 { 0.8 } else { 1.0 });
            let machines = find_cliques(&model);
            assert!(seed % 3 == 0 || machines.len() == 1, "seed {seed}\n{model}");
            found += machines.len();
            let mut expected = BTreeSet::new();
            for_each_assignment(&model, &mut |values| {
                if model.check(&[], values).is_err() {
                    return;
                }
                expected.insert(values[..3].to_vec());
                for machine in &machines {
                    let lengths = machine.lengths.iter().map(|length| match length {
                        ConstraintOperand::Number(number) => *number,
                        ConstraintOperand::Variable(_) => panic!("a length is a number"),
                    });
                    let mut spans: Vec<(Value, Value)> =
                        machine.starts.iter().map(|v| values[v.index()]).zip(lengths).collect();
                    spans.sort_unstable();
                    assert!(spans.windows(2).all(|pair| pair[0].0 + pair[0].1 <= pair[1].0));
                }
            });
            for settings in ["", ",fc"] {
                let mut search = TestSearch::new(&model, &levels(settings)).unwrap();
                let all = search.solutions(&model);
                assert_eq!(all, expected, "seed {seed}\n{model}");
            }
        }
        assert!(found > 100, "{found}");
    }

    /// Three tasks of length 2 fit in pairs into five times, and not together.
    #[test]
    fn a_machine_of_pairs_refutes_at_the_root() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut model = Model::new("too little time");
        let all: Vec<VarId> = (0..3)
            .map(|i| model.add_shown(format!("x{i}"), Domain::from_range(0, 3)).unwrap())
            .collect();
        for [one, other] in [[0, 1], [0, 2], [1, 2]] {
            let both = [(one, other), (other, one)].map(|(early, late)| {
                let name = format!("b{early}{late}");
                let condition = model.add_hidden(name, Domain::boolean()).unwrap();
                let then = Box::new(precedence(all[early], all[late], 2, &mut rng));
                model.post("", Constraint::Implies(Implies { condition, then })).unwrap();
                condition
            });
            post_alternative(&mut model, both, &mut rng);
        }
        let refuted =
            |settings: &str| TestSearch::new(&model, &levels(settings)).unwrap().is_refuted();
        assert!(refuted(""));
        assert!(!refuted(",fc"));
    }
}
