//! Tasks that exclude each other by their heights: a machine inside a cumulative.

use std::cmp::Reverse;

use parallax_model::{self as model, ConstraintOperand};

/// Returns tasks that exclude each other in time, by heights and a limit that are numbers: the
/// tasks that take more than half of the limit, and the highest other one if it still excludes them
/// all. Bounds of variables would make the fixpoint depend on when they are read.
pub(super) fn exclusive_tasks(c: &model::Cumulative) -> Vec<usize> {
    let ConstraintOperand::Number(limit) = c.limit else { return Vec::new() };
    let limit = i64::from(limit);
    let heights = c.heights.iter().enumerate().filter_map(|(task, &height)| match height {
        ConstraintOperand::Number(height) => Some((i64::from(height), task)),
        ConstraintOperand::Variable(_) => None,
    });
    let (mut tasks, others): (Vec<_>, Vec<_>) =
        // Two tasks above half of the limit exceed it together. At most one other task can join
        // them, because two at or below half fit.
        heights.partition(|&(height, _)| 2 * height > limit);
    let lowest = tasks.iter().min().map(|&(height, _)| height);
    let next = others.into_iter().max_by_key(|&(height, task)| (height, Reverse(task)));
    if let (Some(lowest), Some(next)) = (lowest, next)
        && next.0 + lowest > limit
    {
        tasks.push(next);
    }
    tasks.into_iter().map(|(_, task)| task).collect()
}

#[cfg(test)]
mod tests {
    use model::{Cumulative, VarId};
    use rand::{Rng, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;

    #[test]
    fn no_two_fit_and_no_set_of_such_tasks_is_larger() {
        for seed in 0..300 {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let count = rng.random_range(0..=7);
            let heights: Vec<i32> = (0..count).map(|_| rng.random_range(0..=6)).collect();
            let limit = rng.random_range(0..=8);
            let c = Cumulative {
                starts: (0..count).map(VarId::new).collect(),
                lengths: vec![ConstraintOperand::Number(2); count],
                heights: heights.iter().map(|&height| ConstraintOperand::Number(height)).collect(),
                limit: ConstraintOperand::Number(limit),
            };
            let found = exclusive_tasks(&c);
            let fits = |one: usize, other: usize| heights[one] + heights[other] <= limit;
            let are_apart = |set: &[usize]| {
                let mut pairs = set.iter().enumerate();
                pairs.all(|(place, &one)| set[..place].iter().all(|&other| !fits(one, other)))
            };
            assert!(are_apart(&found), "{found:?} of {heights:?} within {limit}");
            let sets = (0..1_usize << count)
                .map(|bits| (0..count).filter(|i| bits >> i & 1 == 1).collect::<Vec<usize>>());
            let largest = sets.filter(|set| are_apart(set)).map(|set| set.len()).max();
            // One task alone excludes nothing.
            assert!(found.len() >= largest.unwrap_or(0) || largest == Some(1), "{heights:?}");
        }
    }
}
