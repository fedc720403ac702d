//! Walks from assignment to assignment: one step is one move, which `tabu` or `adaptive` chooses.

use std::ops::ControlFlow;

use parallax_model::engine_api::{
    Control, EffortCounters, EnumerationEnd, PreparationError, StopReason,
};
use parallax_model::{Given, Model, Value};
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::constraint_state::ConstraintState;
use super::moves::{LocalMove, WeighedMove, best_move};
use super::prepared::{NO_FAMILY, PreparedModel};
use super::settings::{LocalSearchMethod, LocalSettings};
use super::state::AssignmentState;

/// A search for solutions of a model.
#[derive(Clone, Copy, Debug)]
pub struct LocalQuestion<'m> {
    /// The model.
    pub model: &'m Model,
    /// Variables with fixed values.
    pub givens: &'m [Given],
    /// Whether to continue with ever better values of the objective.
    pub optimise: bool,
    /// Drives all random choices.
    pub seed: u64,
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct LocalOutcome {
    /// The number of solutions found; in an optimisation, each is better than the one before.
    pub found: u64,
    /// The objective's value of the last solution, when optimising.
    pub best: Option<i64>,
    /// The reason why the search ended; it is never exhausted.
    pub ended: EnumerationEnd,
    /// Deterministic effort.
    pub counters: EffortCounters,
}

/// Searches for a solution, or for ever better ones, and passes each to `give`.
///
/// # Errors
/// Returns an error if a domain is empty, or `control` is stopped during the preparation.
pub fn run_local_search(
    search: LocalQuestion<'_>,
    settings: &LocalSettings,
    control: &Control,
    give: &mut dyn FnMut(&[Value]) -> ControlFlow<()>,
) -> Result<LocalOutcome, PreparationError> {
    let LocalQuestion { model, givens, optimise, seed } = search;
    let (problem, parts) = PreparedModel::from_model(model, givens, optimise, control)?;
    let mut walk = LocalWalk::new(&problem, parts, settings, seed, control);
    let ended = match walk.run_walk(give) {
        ControlFlow::Break(ended) => ended,
        // The walk never ends without a reason.
        ControlFlow::Continue(never) => match never {},
    };
    let mut counters = EffortCounters::new();
    let numbers = walk.numbers;
    for (name, number) in [
        ("steps", numbers.steps),
        ("assignments", numbers.assignments),
        ("swaps", numbers.swaps),
        ("resets", numbers.resets),
        ("restarts", numbers.restarts),
    ] {
        counters.add_amount(name, number);
    }
    Ok(LocalOutcome { found: numbers.found, best: walk.best, ended, counters })
}

/// No value of this type exists.
enum NeverType {}

/// A result, or the end of the walk.
pub(super) type StepResult<T> = ControlFlow<EnumerationEnd, T>;

#[derive(Clone, Copy, Default)]
pub(super) struct LocalEffort {
    pub(super) steps: u64,
    pub(super) assignments: u64,
    pub(super) swaps: u64,
    pub(super) resets: u64,
    pub(super) restarts: u64,
    pub(super) found: u64,
}

/// Work between two checks of the clock.
const WORK_BETWEEN_POLLS: u64 = 1 << 15;

/// Maximum number of variables that tabu search tries in a step.
const MAX_DRAWS: u64 = 64;

/// Maximum number of places of constraints examined for the variable with the greatest error.
pub(super) const MAX_PLACES: usize = 1 << 14;

pub(super) struct LocalWalk<'p, 'a> {
    pub(super) state: AssignmentState<'p, 'a>,
    pub(super) rng: ChaCha8Rng,
    control: &'p Control,
    method: LocalSearchMethod,
    limit: u64,
    restart: u64,
    tenure: u64,
    /// The step until which each variable rests.
    pub(super) resting: Vec<u64>,
    /// The smallest sum of violations since the last start.
    min_total: i128,
    /// The step of the last start.
    started: u64,
    /// The number of rests since the last reset.
    pub(super) marked: u64,
    /// The errors of variables in the current step, and the variables with errors.
    pub(super) errors: Vec<i64>,
    pub(super) erring: Vec<u32>,
    best: Option<i64>,
    pub(super) numbers: LocalEffort,
    polled: u64,
    /// The number of variables that tabu search tries in a step while no move improves.
    pub(super) draws: u64,
}

impl<'p, 'a> LocalWalk<'p, 'a> {
    fn new(
        problem: &'p PreparedModel<'a>,
        parts: Vec<ConstraintState<'a>>,
        settings: &LocalSettings,
        seed: u64,
        control: &'p Control,
    ) -> Self {
        let movable = problem.movable.len() as u64;
        let variables = problem.choices.len();
        LocalWalk {
            state: AssignmentState::new(problem, parts),
            rng: ChaCha8Rng::seed_from_u64(seed),
            control,
            method: settings.method,
            limit: settings.steps,
            restart: settings.restart.map_or(10_000 + 100 * movable, u64::from),
            tenure: settings.tenure.unwrap_or(2 + movable.isqrt() / 4),
            resting: vec![0; variables],
            min_total: i128::MAX,
            started: 0,
            marked: 0,
            errors: vec![0; variables],
            erring: Vec::with_capacity(variables.min(MAX_PLACES)),
            best: None,
            numbers: LocalEffort::default(),
            polled: 0,
            draws: (5 + movable.isqrt() * 6 / 5).min(MAX_DRAWS),
        }
    }

    fn run_walk(
        &mut self,
        give: &mut dyn FnMut(&[Value]) -> ControlFlow<()>,
    ) -> StepResult<NeverType> {
        if let Some(stop) = self.control.stop_reason() {
            return ControlFlow::Break(EnumerationEnd::Stopped(stop));
        }
        self.draw_start()?;
        loop {
            if self.state.total == 0 {
                self.report_solution(give)?;
                continue;
            }
            if self.state.problem.movable.is_empty() {
                let why = "no variable is left to change";
                return ControlFlow::Break(EnumerationEnd::GaveUp(why.into()));
            }
            if self.numbers.steps >= self.limit {
                let what = if self.numbers.found > 0 { "better solution" } else { "solution" };
                let why = format!("{} steps without a {what}", self.limit);
                return ControlFlow::Break(EnumerationEnd::GaveUp(why));
            }
            // A restart does not count as a step.
            if self.numbers.steps - self.started >= self.restart {
                self.numbers.restarts += 1;
                self.draw_start()?;
                continue;
            }
            self.numbers.steps += 1;
            self.min_total = self.min_total.min(self.state.total);
            match self.method {
                LocalSearchMethod::Tabu => self.tabu_step()?,
                LocalSearchMethod::Adaptive => self.adaptive_step()?,
            }
            self.poll_limits()?;
        }
    }

    /// Passes the solution on; in an optimisation, requires a better one from here on.
    fn report_solution(
        &mut self,
        give: &mut dyn FnMut(&[Value]) -> ControlFlow<()>,
    ) -> StepResult<()> {
        self.numbers.found += 1;
        let went_on = give(&self.state.values).is_continue();
        let problem = self.state.problem;
        let bound = problem.bound.zip(problem.model.objective());
        if let Some((_, objective)) = bound {
            self.best = Some(objective.value_under(&self.state.values));
        }
        let Some((c, objective)) = bound.filter(|_| went_on) else {
            return ControlFlow::Break(EnumerationEnd::Enough);
        };
        // The bound is an ordinary constraint, which the solution that was found now violates.
        if let ConstraintState::Sum { constant, .. } = &mut self.state.parts[c as usize] {
            *constant = objective.convert_cost(objective.value_under(&self.state.values)) - 1;
        }
        self.state.rebuild_one(c);
        // Under the new bound the old least sum, 0, could never be undercut.
        self.min_total = i128::MAX;
        ControlFlow::Continue(())
    }

    pub(super) fn poll_limits(&mut self) -> StepResult<()> {
        let stop = poll_clock(&mut self.polled, self.control, self.state.work);
        stop.map_or(ControlFlow::Continue(()), |stop| {
            ControlFlow::Break(EnumerationEnd::Stopped(stop))
        })
    }

    /// Gives every variable a random value.
    fn draw_start(&mut self) -> StepResult<()> {
        let problem = self.state.problem;
        for &v in &problem.movable {
            if problem.family_of[v as usize] == NO_FAMILY {
                let value = problem.choices[v as usize].random_value(&mut self.rng);
                self.state.write_value(v, value);
            }
        }
        for family in &problem.families {
            let mut values = family.values.clone();
            if family.uniform {
                values.shuffle(&mut self.rng);
            }
            for (&v, value) in family.members.iter().zip(values) {
                self.state.write_value(v, value);
            }
            // A shuffle might give a member a value outside its domain. Random swaps that fit mix
            // the matching instead.
            for _ in 0..if family.uniform { 0 } else { 4 * family.members.len() } {
                let pair = [(); 2].map(|()| self.rng.random_range(0..family.members.len()));
                let [v, w] = pair.map(|place| family.members[place]);
                if problem.may_swap(v, w, &self.state.values) {
                    let [a, b] = [v, w].map(|x| self.state.values[x as usize]);
                    self.state.write_value(v, b);
                    self.state.write_value(w, a);
                }
            }
        }
        for c in 0..self.state.parts.len() as u32 {
            self.state.rebuild_one(c);
            self.poll_limits()?;
        }
        (self.min_total, self.started, self.marked) = (i128::MAX, self.numbers.steps, 0);
        self.resting.fill(0);
        ControlFlow::Continue(())
    }

    /// Returns a random variable of a violated constraint, one that does not rest if there is one.
    pub(super) fn draw_variable(&mut self) -> u32 {
        let problem = self.state.problem;
        for _ in 0..8 {
            let violated = self.state.violated.member_list();
            let c = violated[self.rng.random_range(0..violated.len())];
            let scope = problem.scopes.list_items(c);
            if scope.is_empty() {
                continue;
            }
            let first = self.rng.random_range(0..scope.len());
            self.state.work += scope.len() as u64;
            let turned = scope[first..].iter().chain(&scope[..first]);
            let mut wrong = turned.filter(|&&(v, role)| self.state.violation_share(c, v, role) > 0);
            let rests = |v: u32| self.resting[v as usize] >= self.numbers.steps;
            // In a violated constraint the movable variables may all be innocent, e.g. if two fixed
            // ones are equal; another constraint is drawn then.
            let Some(&(any, _)) = wrong.clone().next() else { continue };
            return wrong.find(|&&(v, _)| !rests(v)).map_or(any, |&(v, _)| v);
        }
        // Eight draws without a wrong variable: any move may help.
        problem.movable[self.rng.random_range(0..problem.movable.len())]
    }

    /// Returns the best move of a variable.
    pub(super) fn best_move(&mut self, v: u32) -> StepResult<Option<WeighedMove>> {
        let LocalWalk { state, rng, resting, polled: last, control, min_total: least, .. } = self;
        let mut stop = None;
        let mut poll = |work| {
            stop = poll_clock(last, control, work);
            if stop.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let now = self.numbers.steps;
        let rests = |w: u32| resting[w as usize] >= now;
        match best_move(state, v, *least, &rests, rng, &mut poll) {
            ControlFlow::Continue(found) => ControlFlow::Continue(found),
            // Only the clock ends the search for a move.
            ControlFlow::Break(()) => {
                ControlFlow::Break(EnumerationEnd::Stopped(stop.unwrap_or(StopReason::Cancelled)))
            }
        }
    }

    /// Makes a variable rest.
    pub(super) fn rest_variable(&mut self, v: u32) {
        let more = self.rng.random_range(0..=self.tenure);
        self.resting[v as usize] =
            self.numbers.steps.saturating_add(self.tenure).saturating_add(more);
    }

    /// Makes a move, after which the moved variables rest.
    pub(super) fn make_move(&mut self, change: LocalMove) {
        match change {
            LocalMove::Assign(v, value) => {
                self.numbers.assignments += 1;
                self.state.assign_value(v, value);
                self.rest_variable(v);
            }
            LocalMove::Swap(v, w) => {
                self.numbers.swaps += 1;
                self.state.swap_values(v, w);
                self.rest_variable(v);
                self.rest_variable(w);
            }
        }
    }

    /// Returns a random move of a variable, if the first try is one.
    pub(super) fn any_move(&mut self, v: u32) -> Option<LocalMove> {
        let problem = self.state.problem;
        let family = problem.family_of[v as usize];
        if family == NO_FAMILY {
            let value = problem.choices[v as usize].random_value(&mut self.rng);
            return (value != self.state.values[v as usize]).then_some(LocalMove::Assign(v, value));
        }
        let members = &problem.families[family as usize].members;
        let w = members[self.rng.random_range(0..members.len())];
        problem.may_swap(v, w, &self.state.values).then_some(LocalMove::Swap(v, w))
    }
}

/// Checks the clock if enough work was done since the last check.
fn poll_clock(last: &mut u64, control: &Control, work: u64) -> Option<StopReason> {
    if work.wrapping_sub(*last) < WORK_BETWEEN_POLLS {
        return None;
    }
    *last = work;
    control.stop_reason()
}
