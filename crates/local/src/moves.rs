//! Finds the best move of one variable.

use std::ops::ControlFlow;

use parallax_model::Value;
use rand::Rng;
use rand_chacha::ChaCha8Rng;

use super::prepared::NO_FAMILY;
use super::state::AssignmentState;

/// Maximum number of moves of a variable that are all tried; of more, a sample is tried.
const MAX_TRIED_MOVES: u64 = 1024;

/// The number of tries in a sample.
const SAMPLE_SIZE: usize = 64;

/// A change of one or two variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LocalMove {
    Assign(u32, Value),
    Swap(u32, u32),
}

/// A move and the change of the sum of violations.
#[derive(Clone, Copy, Debug)]
pub(super) struct WeighedMove {
    pub(super) change: LocalMove,
    pub(super) delta: i128,
}

/// The best of the moves so far. Ties are broken at random.
struct BestMove {
    found: Option<WeighedMove>,
    equals: u32,
}

impl BestMove {
    fn consider_move(&mut self, change: LocalMove, delta: i128, rng: &mut ChaCha8Rng) {
        match self.found.map(|found| delta.cmp(&found.delta)) {
            Some(std::cmp::Ordering::Greater) => return,
            Some(std::cmp::Ordering::Equal) => {
                self.equals = self.equals.saturating_add(1);
                if rng.random_range(0..self.equals) > 0 {
                    return;
                }
            }
            _ => self.equals = 1,
        }
        self.found = Some(WeighedMove { change, delta });
    }
}

/// Finds the best move of a variable. `rests` is whether a variable rests: it then moves only if
/// the sum of violations falls below `aim`. `poll` gets the work so far after every try and may end
/// the search.
pub(super) fn best_move(
    state: &mut AssignmentState<'_, '_>,
    v: u32,
    aim: i128,
    rests: &dyn Fn(u32) -> bool,
    rng: &mut ChaCha8Rng,
    poll: &mut dyn FnMut(u64) -> ControlFlow<()>,
) -> ControlFlow<(), Option<WeighedMove>> {
    let mut best = BestMove { found: None, equals: 0 };
    let problem = state.problem;
    // A variable outside all permutations takes another value; a member of one exchanges values
    // with another member, so the permutation holds after every move.
    if problem.family_of[v as usize] == NO_FAMILY {
        let mut see = |state: &mut AssignmentState<'_, '_>, value: Value, rng: &mut ChaCha8Rng| {
            if value != state.values[v as usize] {
                let delta = state.violation_delta(v, value);
                best.consider_move(LocalMove::Assign(v, value), delta, rng);
            }
            poll(state.work)
        };
        let choices = &problem.choices[v as usize];
        if choices.len() <= MAX_TRIED_MOVES {
            for value in choices.iter() {
                see(state, value, rng)?;
            }
        } else {
            for place in 0..SAMPLE_SIZE {
                let value = sampled_values(state, v, place, rng);
                for value in value.into_iter().flatten() {
                    see(state, value, rng)?;
                }
            }
        }
        return ControlFlow::Continue(best.found);
    }
    let members = &problem.families[problem.family_of[v as usize] as usize].members;
    let all = members.len() as u64 <= MAX_TRIED_MOVES;
    let count = if all { members.len() } else { SAMPLE_SIZE };
    for index in 0..count {
        let index = if all { index } else { rng.random_range(0..members.len()) };
        let w = members[index];
        if problem.may_swap(v, w, &state.values) {
            let delta = state.delta_of_swap(v, w);
            // A resting partner moves only to reach a new least sum (the aspiration of tabu
            // search).
            if !rests(w) || state.total + delta < aim {
                best.consider_move(LocalMove::Swap(v, w), delta, rng);
            }
        }
        poll(state.work)?;
    }
    ControlFlow::Continue(best.found)
}

/// Returns the values at one place of a sample: the ends of the domain, the neighbours of the
/// current value, values that may satisfy a constraint, then random ones.
fn sampled_values(
    state: &AssignmentState<'_, '_>,
    v: u32,
    place: usize,
    rng: &mut ChaCha8Rng,
) -> [Option<Value>; 2] {
    let problem = state.problem;
    let choices = &problem.choices[v as usize];
    let value = state.values[v as usize];
    let touched = problem.touched.list_items(v);
    match place {
        0 => [Some(choices.nth_value(0)), Some(choices.nth_value(choices.len() - 1))],
        1 => [
            choices.nearest_values(i64::from(value) - 1)[0],
            choices.nearest_values(i64::from(value) + 1)[1],
        ],
        2 => choices.nearest_values(i64::from(value) + 1),
        // In a large domain a random value hardly ever fits; a constraint often names one that
        // does.
        3..SAMPLE_WISHES if !touched.is_empty() => {
            let (c, role) = touched[rng.random_range(0..touched.len())];
            match state.parts[c as usize].wished_number(role, value) {
                Some(number) => choices.nearest_values(number),
                None => wished_values(state, c, v, rng),
            }
        }
        _ => [Some(choices.random_value(rng)), None],
    }
}

/// The places of a sample before this one take values from constraints.
const SAMPLE_WISHES: usize = 24;

/// Returns values near the value of another variable of the constraint, or at the distance of its
/// violation.
fn wished_values(
    state: &AssignmentState<'_, '_>,
    c: u32,
    v: u32,
    rng: &mut ChaCha8Rng,
) -> [Option<Value>; 2] {
    let scope = state.problem.scopes.list_items(c);
    let choices = &state.problem.choices[v as usize];
    let (w, _) = scope[rng.random_range(0..scope.len())];
    let distance = state.violations[c as usize];
    let (own, other) = (state.values[v as usize], state.values[w as usize]);
    match rng.random_range(0..3) {
        0 => choices.nearest_values(other.into()),
        1 => choices.nearest_values(i64::from(own).saturating_add(distance)),
        _ => choices.nearest_values(i64::from(own).saturating_sub(distance)),
    }
}
