//! Orders of tasks that share a resource and cannot run at the same time, as variables to branch
//! on.
//!
//! A search on starts alone tries one time after the other before it leaves a wrong order. With a
//! boolean for each order it decides that first, as in a disjunctive graph (Roy and Sussmann 1964),
//! and failures show which pairs are hard (Grimes, Hebrard and Malapert 2009).

use std::collections::BTreeMap;

use parallax_model::{
    Compare, ComparisonOperator, Constraint, ConstraintOperand, Cumulative, Domain, Global,
    Implies, Model, NoOverlap, VarId,
};

/// Maximum number of pairs that get variables.
const MAX_TASK_PAIRS: usize = 1 << 14;

/// Returns a copy of the model with two hidden booleans at its end for each pair of tasks that
/// cannot run at the same time and whose order is open: whether the first ends before the second
/// starts, and the opposite. `None` if there is no such pair, or there are too many.
///
/// Each solution of the model extends to at least one of the copy, and the shown variables of a
/// solution of the copy are one of the model.
pub(super) fn with_orders(model: &Model) -> Option<Model> {
    let pairs = find_pairs(model)?;
    let before = PrecedenceGraph::from_model(model);
    let mut copy = model.clone();
    let mut added = false;
    for ((first, second), (length, other_length)) in pairs {
        if !before.leave_open(first, second) {
            continue;
        }
        // New variables come after all others, so the variables of the model keep their indices in
        // the copy.
        let (one_way, other_way) = (copy.variables().len(), copy.variables().len() + 1);
        for number in [one_way, other_way] {
            copy.add_hidden(format!("order {number}"), Domain::from_range(0, 1)).ok()?;
        }
        let (one_way, other_way) = (VarId::new(one_way), VarId::new(other_way));
        // Exactly one of the two orders holds: two tasks that cannot overlap run one after the
        // other.
        let differ = Compare::new(one_way, ComparisonOperator::Ne, other_way);
        copy.post("", Constraint::Compare(differ)).ok()?;
        for (condition, early, late, offset) in
            [(one_way, first, second, length), (other_way, second, first, other_length)]
        {
            let c = Compare { left: late, relation: ComparisonOperator::Ge, right: early, offset };
            let then = Box::new(Constraint::Compare(c));
            copy.post("", Constraint::Implies(Implies { condition, then })).ok()?;
        }
        added = true;
    }
    added.then_some(copy)
}

/// Pairs of starts in ascending order, with their lengths.
type TaskPairs = BTreeMap<(VarId, VarId), (i64, i64)>;

/// A task with a length above 0, and a height.
#[derive(Clone, Copy)]
struct CumulativeTask {
    start: VarId,
    length: i64,
    height: i64,
}

/// Returns the pairs that cannot run at the same time, and whose bounds leave both orders.
fn find_pairs(model: &Model) -> Option<TaskPairs> {
    let mut pairs = TaskPairs::new();
    for posted in model.constraints() {
        let (tasks, limit) = match &posted.constraint {
            Constraint::Global(Global::Cumulative(c)) => sure_tasks(c),
            Constraint::Global(Global::NoOverlap(c)) => one_machine(c),
            _ => continue,
        };
        if tasks.len() > MAX_TASK_PAIRS {
            return None;
        }
        for (index, &one) in tasks.iter().enumerate() {
            for &other in &tasks[..index] {
                // Together they exceed the resource, so they exclude each other at any time.
                let both = one.height.saturating_add(other.height) > limit;
                if both && may_precede(one, other, model) && may_precede(other, one, model) {
                    // Sorted, so that a pair has one entry in whatever order constraints list it.
                    // If constraints give a task different lengths, all must hold, so the longest
                    // decides.
                    let [a, b] = if one.start < other.start { [one, other] } else { [other, one] };
                    let lengths = pairs.entry((a.start, b.start)).or_insert((a.length, b.length));
                    *lengths = (lengths.0.max(a.length), lengths.1.max(b.length));
                }
            }
            // The pairs grow with the square of the tasks, so the limit is tested after each task.
            if pairs.len() > MAX_TASK_PAIRS {
                return None;
            }
        }
    }
    Some(pairs)
}

/// Whether bounds let one task end before another starts.
fn may_precede(one: CumulativeTask, other: CumulativeTask, model: &Model) -> bool {
    let ends = (model.domain(one.start).min(), model.domain(other.start).max());
    let (Some(earliest), Some(latest)) = ends else { return false };
    one.start != other.start && i64::from(earliest) + one.length <= i64::from(latest)
}

/// Returns the tasks that are sure to run, and the greatest limit.
fn sure_tasks(c: &Cumulative) -> (Vec<CumulativeTask>, i64) {
    let (ConstraintOperand::Number(limit), all) = (c.limit, c.starts.iter().zip(&c.lengths)) else {
        return (Vec::new(), 0);
    };
    let tasks = all.zip(&c.heights).filter_map(|((&start, &length), &height)| {
        Some(CumulativeTask { start, length: above_0(length)?, height: above_0(height)? })
    });
    (tasks.collect(), limit.into())
}

/// Returns the tasks of one machine that are sure to run, each of the height of the limit.
fn one_machine(c: &NoOverlap) -> (Vec<CumulativeTask>, i64) {
    let all = c.origins.iter().zip(&c.lengths);
    let tasks = all.filter_map(|(origin, length)| match (origin.as_slice(), length.as_slice()) {
        (&[start], &[length]) => {
            Some(CumulativeTask { start, length: above_0(length)?, height: 1 })
        }
        _ => None,
    });
    (tasks.collect(), 1)
}

fn above_0(operand: ConstraintOperand) -> Option<i64> {
    match operand {
        ConstraintOperand::Number(number) if number > 0 => Some(number.into()),
        _ => None,
    }
}

/// For each variable, the variables that a comparison puts after it.
struct PrecedenceGraph {
    /// In ascending order.
    after: Vec<Vec<VarId>>,
}

impl PrecedenceGraph {
    fn from_model(model: &Model) -> Self {
        let mut after = vec![Vec::new(); model.variables().len()];
        for posted in model.constraints() {
            let Constraint::Compare(c) = &posted.constraint else { continue };
            // A comparison is `left relation right + offset`: with a positive offset, `>=`
            // separates the two.
            let order = match c.relation {
                ComparisonOperator::Ge if c.offset > 0 => Some((c.right, c.left)),
                ComparisonOperator::Gt if c.offset >= 0 => Some((c.right, c.left)),
                ComparisonOperator::Le if c.offset < 0 => Some((c.left, c.right)),
                ComparisonOperator::Lt if c.offset <= 0 => Some((c.left, c.right)),
                _ => None,
            };
            if let Some((early, late)) = order {
                after[early.index()].push(late);
            }
        }
        after.iter_mut().for_each(|after| after.sort_unstable());
        PrecedenceGraph { after }
    }

    /// Whether no comparison of the model orders two variables directly.
    fn leave_open(&self, one: VarId, other: VarId) -> bool {
        let is_after = |late, early: VarId| self.after[early.index()].binary_search(&late).is_ok();
        !is_after(one, other) && !is_after(other, one)
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;
    use std::sync::Arc;

    use parallax_model::engine_api::{Answer, Control, QuestionOutcome, Session};
    use parallax_model::{LinearTerm, NoOverlap, Objective, ObjectiveSense, Value};
    use rand::{Rng, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::meaning_tests::for_each_assignment;
    use crate::parallel::{Cutting, ParallelSession};
    use crate::{ByTask, SearchSettings};

    fn add_order(model: &mut Model, early: VarId, late: VarId, rng: &mut impl Rng) {
        let distance = rng.random_range(-2..=3);
        let c = match rng.random_range(0..4) {
            0 => Compare {
                left: late,
                relation: ComparisonOperator::Ge,
                right: early,
                offset: distance,
            },
            1 => Compare {
                left: late,
                relation: ComparisonOperator::Gt,
                right: early,
                offset: distance,
            },
            2 => Compare {
                left: early,
                relation: ComparisonOperator::Le,
                right: late,
                offset: -distance,
            },
            _ => Compare {
                left: early,
                relation: ComparisonOperator::Lt,
                right: late,
                offset: -distance,
            },
        };
        model.post("order", Constraint::Compare(c)).unwrap();
    }

    fn add_resource(model: &mut Model, all: &[VarId], rng: &mut impl Rng) {
        let starts: Vec<VarId> = all.iter().copied().filter(|_| rng.random_bool(0.8)).collect();
        let mut numbers = |most: Value| -> Vec<ConstraintOperand> {
            let mut number = || match rng.random_range(0..9) {
                0 => ConstraintOperand::Variable(all[rng.random_range(0..all.len())]),
                _ => ConstraintOperand::Number(rng.random_range(0..=most)),
            };
            starts.iter().map(|_| number()).collect()
        };
        let (lengths, heights, limit) = (numbers(4), numbers(3), numbers(4).first().copied());
        let global = if rng.random_bool(0.4) {
            let origins = starts.iter().map(|&start| vec![start]).collect();
            let lengths = lengths.iter().map(|&length| vec![length]).collect();
            Global::NoOverlap(NoOverlap { origins, lengths, zero_ignored: rng.random_bool(0.5) })
        } else {
            let limit = limit.unwrap_or(ConstraintOperand::Number(3));
            Global::Cumulative(Cumulative { starts, lengths, heights, limit })
        };
        model.post("resource", Constraint::Global(global)).unwrap();
    }

    fn draw(rng: &mut ChaCha8Rng) -> Option<Model> {
        let mut model = Model::new("tasks");
        let count = rng.random_range(3..=5);
        let all: Vec<VarId> = (0..count)
            .map(|i| {
                let low = rng.random_range(0..=3);
                let values = (low..=low + 8).filter(|_| rng.random_bool(0.7)).chain([low]);
                model
                    .add_shown(format!("x{i}"), Domain::from_values(values.collect::<Vec<_>>()))
                    .unwrap()
            })
            .collect();
        for (place, &late) in all.iter().enumerate() {
            for &early in &all[..place] {
                if rng.random_bool(0.2) {
                    add_order(&mut model, early, late, rng);
                }
            }
        }
        for _ in 0..rng.random_range(1..=2) {
            add_resource(&mut model, &all, rng);
        }
        let term =
            |&variable: &VarId| LinearTerm { coefficient: rng.random_range(-1..=3), variable };
        let terms = all.iter().map(term).filter(|term| term.coefficient != 0).collect();
        model.set_objective(Objective::new(ObjectiveSense::Minimize, terms)).ok()?;
        Some(model)
    }

    fn ask(
        session: &mut dyn Session,
        model: &Model,
        task: parallax_model::engine_api::Task,
    ) -> QuestionOutcome {
        session.ask(&[], task, &Control::unlimited(), &mut |values| {
            assert!(model.check(&[], values).is_ok(), "{values:?}\n{model}");
            ControlFlow::Continue(())
        })
    }

    #[test]
    fn searches_with_orders_find_the_best_solution_if_there_is_one() {
        use parallax_model::engine_api::Task as Asked;
        const SMALL: Cutting = Cutting { slice: 30, subtree: 20, breadth: 2, width: 3, values: 8 };
        let control = Control::unlimited();
        let (mut ordered, mut solved) = (0, 0);
        for seed in 0..250 {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let Some(model) = draw(&mut rng) else { continue };
            let (mut best, mut count) = (None, 0);
            for_each_assignment(&model, &mut |values| {
                if model.check(&[], values).is_ok() {
                    let value = model.objective().map(|objective| objective.value_under(values));
                    best = best.min(value).or(value);
                    count += 1;
                }
            });
            ordered += usize::from(with_orders(&model).is_some());
            solved += usize::from(best.is_some());
            let expected = best.map_or(Answer::Unsatisfiable, Answer::Optimal);
            let model = Arc::new(model);
            for settings in ["", ",restarts=never", ",lc,restarts=luby:1", ",fc", ",d-way"] {
                let settings: SearchSettings = settings.parse().unwrap();
                let mut search = ByTask::new(&model, &settings, 0, &control).unwrap();
                let outcome = ask(&mut search, &model, Asked::Optimise);
                assert_eq!(outcome.answer, expected, "seed {seed} {settings}\n{model}");
                let outcome = ask(&mut search, &model, Asked::First);
                assert_eq!(outcome.answer == Answer::Unsatisfiable, best.is_none());
                let mut found = 0;
                search.ask(&[], Asked::All, &control, &mut |_| {
                    found += 1;
                    ControlFlow::Continue(())
                });
                assert_eq!(found, count, "seed {seed} {settings}\n{model}");
                let parts = ParallelSession::new(&model, &settings, 0, 2, &control);
                let outcome = ask(&mut parts.unwrap().cut_at(SMALL), &model, Asked::Optimise);
                assert_eq!(outcome.answer, expected, "seed {seed} {settings}, parts\n{model}");
            }
        }
        assert!(ordered > 60 && solved > 60 && solved < 230, "{ordered} {solved}");
    }

    #[test]
    fn only_open_pairs_that_exclude_each_other_get_orders() {
        let mut model = Model::new("tasks");
        let mut add = |name: &str, low, high| model.add_shown(name, Domain::from_range(low, high));
        let all = [("a", 0, 9), ("b", 0, 9), ("c", 0, 9), ("d", 8, 9)];
        let all = all.map(|(name, low, high)| add(name, low, high).unwrap());
        let number = |numbers: [Value; 4]| numbers.map(ConstraintOperand::Number).to_vec();
        let c = Cumulative {
            starts: all.to_vec(),
            lengths: number([3, 2, 2, 3]),
            heights: number([2, 2, 1, 2]),
            limit: ConstraintOperand::Number(3),
        };
        model.post("", Constraint::Global(Global::Cumulative(c))).unwrap();
        // Of a, b and d, which exclude each other, d is last by its bounds.
        assert_eq!(with_orders(&model).unwrap().variables().len(), 6);
        let c =
            Compare { left: all[0], relation: ComparisonOperator::Ge, right: all[1], offset: 2 };
        model.post("", Constraint::Compare(c)).unwrap();
        assert!(with_orders(&model).is_none());
    }
}
