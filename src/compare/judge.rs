//! Checks what a session gives and says: no engine is judge in its own cause.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use xxhash_rust::xxh3::xxh3_128;

use super::repeats::{Seen, Trouble};
use crate::ask::{Answer, Control, Outcome, Session, Task, caught};
use crate::instance::{Instance, PuzzleSolution, Viewpoint};
use crate::model::{Given, Model, Objective, Value};
use std::sync::Arc;

/// What is said of an engine that panics.
pub(super) fn fault(panic: &str) -> String {
    format!("crash: panic: {panic}")
}

/// A prepared question: its model and what is given on top of it.
pub(super) struct Posed {
    pub(super) model: Arc<Model>,
    pub(super) givens: Vec<Given>,
}

/// Checks every candidate: against the model, against the puzzle's own rules,
/// and that it was not given before; and every outcome against the candidates.
pub(super) struct Judge<'i> {
    instance: &'i dyn Instance,
    viewpoint: &'i Viewpoint,
    keep: usize,
    pub(super) kept: Vec<PuzzleSolution>,
    /// The solutions that were given and accepted.
    pub(super) count: u128,
    pub(super) digest: u128,
    seen: Seen,
    bytes: Vec<u8>,
    pub(super) wrong: Option<String>,
    /// Why not everything could be checked.
    unchecked: Option<String>,
    pub(super) time: Duration,
    /// Where a best solution is asked for: the value of the best so far, and
    /// what is to be least.
    pub(super) value: Option<i64>,
    pub(super) cost: Option<i64>,
    /// Whether the session panicked, and must not be asked again.
    pub(super) panicked: bool,
}

/// Why a candidate ends the search.
enum Refused {
    Wrong(String),
    Unchecked(String),
}

impl<'i> Judge<'i> {
    pub(super) fn new(instance: &'i dyn Instance, viewpoint: &'i Viewpoint, keep: usize) -> Self {
        Judge {
            instance,
            viewpoint,
            keep,
            kept: Vec::new(),
            count: 0,
            digest: 0,
            seen: Seen::new(),
            bytes: Vec::new(),
            wrong: None,
            unchecked: None,
            time: Duration::ZERO,
            value: None,
            cost: None,
            panicked: false,
        }
    }

    /// Asks a session. The outcome is as it stands after the checks; what they refuse is in
    /// [`wrong`](Judge::wrong).
    pub(super) fn ask(
        &mut self,
        session: &mut dyn Session,
        posed: &Posed,
        task: Task,
        control: &Control,
    ) -> Outcome {
        let asked = caught(|| self.ask_session(session, posed, task, control));
        let outcome = asked.unwrap_or_else(|panic| {
            self.panicked = true;
            Outcome::at_once(Answer::Unknown(fault(&panic)))
        });
        let start = Instant::now();
        let seen = std::mem::replace(&mut self.seen, Seen::new());
        if self.wrong.is_none() && self.unchecked.is_none() {
            match seen.finish(control) {
                Ok(()) => {}
                Err(Trouble::Stopped(why)) => self.unchecked = Some(why),
                Err(Trouble::Again | Trouble::Before) => self.wrong = Some(self.twice()),
            }
        }
        self.time += start.elapsed();
        self.settle(outcome)
    }

    fn ask_session(
        &mut self,
        session: &mut dyn Session,
        posed: &Posed,
        task: Task,
        control: &Control,
    ) -> Outcome {
        session.ask(&posed.givens, task, control, &mut |values| {
            let start = Instant::now();
            let judged = self.judge(posed, task, values, control);
            self.time += start.elapsed();
            match judged {
                Ok(()) => return ControlFlow::Continue(()),
                Err(Refused::Wrong(why)) => self.wrong = Some(why),
                Err(Refused::Unchecked(why)) => self.unchecked = Some(why),
            }
            ControlFlow::Break(())
        })
    }

    /// Holds what is said against what was given.
    fn settle(&mut self, mut outcome: Outcome) -> Outcome {
        if self.wrong.is_none() {
            let told = outcome.wrong.as_ref().map(|how| format!("wrong solution: {how}"));
            let unfounded = || wrong_value(&outcome.answer, self.value);
            let contradiction =
                || outcome.contradiction(self.count).map(|how| format!("wrong answer: {how}"));
            self.wrong = told.or_else(unfounded).or_else(contradiction);
        }
        if let Some(why) = self.unchecked.take() {
            (outcome.complete, outcome.stopped) = (false, Some(why));
        }
        if let (Answer::Unknown(_) | Answer::Unsupported(_), 1..) = (&outcome.answer, self.count) {
            // A solution that was found counts, whatever came after it.
            let why = outcome.answer.reason().map(str::to_owned);
            outcome.stopped = outcome.stopped.or(why);
            outcome.answer = Answer::Satisfiable;
        }
        outcome
    }

    fn judge(
        &mut self,
        posed: &Posed,
        task: Task,
        values: &[Value],
        control: &Control,
    ) -> Result<(), Refused> {
        let wrong = |why: String| Refused::Wrong(format!("wrong solution: {why}"));
        let solution =
            posed.model.check(&posed.givens, values).map_err(|why| wrong(why.to_string()))?;
        let read = self.instance.solution(self.viewpoint, &solution);
        self.instance.rules(&read).map_err(|why| wrong(why.to_string()))?;
        if let (Task::Optimise, Some(objective)) = (task, posed.model.objective()) {
            return self.judge_better(objective, solution.values(), read).map_err(Refused::Wrong);
        }
        if let Some(limit) = task.limit().filter(|&limit| self.count >= limit.into()) {
            let why = format!("wrong answer: more solutions than the {limit} that were asked for");
            return Err(Refused::Wrong(why));
        }
        let digest = self.digest_of(&read);
        self.seen.add(digest, control).map_err(|trouble| match trouble {
            Trouble::Again => Refused::Wrong(format!(
                "the same solution twice: {}",
                self.instance.write_solution(&read)
            )),
            Trouble::Before => Refused::Wrong(self.twice()),
            Trouble::Stopped(why) => Refused::Unchecked(why),
        })?;
        self.count += 1;
        self.digest = self.digest.wrapping_add(digest);
        if self.kept.len() < self.keep {
            self.kept.push(read);
        }
        Ok(())
    }

    /// Every solution on the way to a best one is better than the one before,
    /// and takes its place.
    fn judge_better(
        &mut self,
        objective: &Objective,
        values: &[Value],
        solution: PuzzleSolution,
    ) -> Result<(), String> {
        let value = objective.value(values);
        let before = self.value.filter(|&before| !objective.is_better(value, before));
        if let Some(before) = before {
            return Err(format!("the value {value} after {before}, which is no better"));
        }
        (self.value, self.cost) = (Some(value), Some(objective.signed(value)));
        self.count = 1;
        self.kept = vec![solution];
        self.kept.truncate(self.keep);
        Ok(())
    }

    fn twice(&self) -> String {
        format!("a solution twice among {}", self.count)
    }

    /// A digest of one solution; sums of these are digests of sets.
    fn digest_of(&mut self, solution: &[Value]) -> u128 {
        self.bytes.clear();
        self.bytes.extend(solution.iter().flat_map(|value| value.to_le_bytes()));
        xxh3_128(&self.bytes)
    }
}

/// What is wrong with an answer that proves a value which its last candidate
/// does not have.
fn wrong_value(answer: &Answer, value: Option<i64>) -> Option<String> {
    match (answer, value) {
        (Answer::Optimal(told), Some(value)) if *told == value => None,
        (Answer::Optimal(told), Some(value)) => {
            Some(format!("wrong value: the answer is {told}, the last solution has {value}"))
        }
        (Answer::Optimal(told), None) => Some(format!("the value {told} without a solution")),
        _ => None,
    }
}
