//! Checks the candidates and the answers of a session. No engine checks itself.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use parallax_instance::{Instance, PuzzleSolution, Viewpoint};
use parallax_model::decimal::DecimalNumber;
use parallax_model::engine_api::{
    Answer, CaughtPanic, Control, ProofOutcome, QuestionOutcome, Session, Task, catch_panic,
};
use parallax_model::{Given, Model, Objective, Value};
use xxhash_rust::xxh3::xxh3_128;

use super::outbox::SolutionOutbox;
use super::repeats::{RepetitionError, SolutionDigests};
use super::wrong_solution::WrongSolution;
use std::sync::Arc;

/// The reason of a row whose engine panicked.
pub(super) fn describe_panic(panic: &CaughtPanic) -> String {
    format!("crash: panic: {panic}")
}

/// A question to a session: a model, and the givens that are not part of it.
pub(super) struct PreparedQuestion {
    pub(super) model: Arc<Model>,
    pub(super) givens: Vec<Given>,
}

/// Checks every candidate against the model, against the puzzle's own rules
/// and against the earlier candidates, then the outcome against the candidates.
pub(super) struct CandidateJudge<'i> {
    instance: &'i dyn Instance,
    viewpoint: &'i Viewpoint,
    keep: usize,
    pub(super) kept: Vec<PuzzleSolution>,
    /// The number of candidates that passed the checks.
    pub(super) count: u128,
    pub(super) digest: u128,
    seen: SolutionDigests,
    bytes: Vec<u8>,
    pub(super) wrong: Option<String>,
    /// The reason why some candidates were not checked.
    unchecked: Option<String>,
    pub(super) time: Duration,
    /// When optimising: the objective's value of the best solution so far.
    value: Option<i64>,
    /// `value`, negated if the objective is maximised, so that less is better.
    pub(super) cost: Option<i64>,
    /// The number of decimal places of the value that the user sees.
    digits: u32,
    /// The outbox that takes the solutions instead of `kept`.
    pub(super) outbox: Option<(&'i SolutionOutbox, &'i dyn Fn())>,
    /// Whether the session panicked and must not be used again.
    pub(super) panicked: bool,
}

/// The reason why a candidate ends the search.
enum CandidateError {
    Wrong(WrongSolution),
    Unchecked(String),
}

impl<'i> CandidateJudge<'i> {
    pub(super) fn new(instance: &'i dyn Instance, viewpoint: &'i Viewpoint, keep: usize) -> Self {
        CandidateJudge {
            instance,
            viewpoint,
            keep,
            kept: Vec::new(),
            count: 0,
            digest: 0,
            seen: SolutionDigests::new(),
            bytes: Vec::new(),
            wrong: None,
            unchecked: None,
            time: Duration::ZERO,
            value: None,
            cost: None,
            digits: 0,
            outbox: None,
            panicked: false,
        }
    }

    /// Asks a session and returns the outcome after the checks. If a check fails,
    /// [`wrong`](CandidateJudge::wrong) states how.
    pub(super) fn judge_session(
        &mut self,
        session: &mut dyn Session,
        posed: &PreparedQuestion,
        task: Task,
        control: &Control,
    ) -> QuestionOutcome {
        let asked = catch_panic(|| self.ask_session(session, posed, task, control));
        let outcome = asked.unwrap_or_else(|panic| {
            self.panicked = true;
            QuestionOutcome::at_once(Answer::Unknown(describe_panic(&panic).into()))
        });
        let start = Instant::now();
        // Candidates are compared at once only with recent ones. Here all digests are merged, which
        // takes time, so it is left out where a fault is known already.
        let seen = std::mem::replace(&mut self.seen, SolutionDigests::new());
        if self.wrong.is_none() && self.unchecked.is_none() {
            match seen.find_repetitions(control) {
                Ok(()) => {}
                Err(RepetitionError::Stopped(why)) => self.unchecked = Some(why),
                Err(RepetitionError::Recent | RepetitionError::Earlier) => {
                    self.wrong = Some(self.repeated_solution().to_string());
                }
            }
        }
        self.time += start.elapsed();
        self.check_outcome(outcome)
    }

    fn ask_session(
        &mut self,
        session: &mut dyn Session,
        posed: &PreparedQuestion,
        task: Task,
        control: &Control,
    ) -> QuestionOutcome {
        session.ask(&posed.givens, task, control, &mut |values| {
            let start = Instant::now();
            let judged = self.judge_candidate(posed, task, values, control);
            self.time += start.elapsed();
            match judged {
                Ok(()) => return ControlFlow::Continue(()),
                Err(CandidateError::Wrong(why)) => self.wrong = Some(why.to_string()),
                Err(CandidateError::Unchecked(why)) => self.unchecked = Some(why),
            }
            ControlFlow::Break(())
        })
    }

    /// Checks the outcome against the solutions that came before it, and against the checker of
    /// its certificate.
    fn check_outcome(&mut self, mut outcome: QuestionOutcome) -> QuestionOutcome {
        if self.wrong.is_none() {
            // Only the first fault in this order is reported, since a later one is often its
            // consequence.
            let reported = outcome.wrong.as_ref().map(|how| format!("wrong solution: {how}"));
            let unfounded = || wrong_value(&outcome.answer, self.value, self.digits);
            let contradiction =
                || outcome.find_contradiction(self.count).map(|how| format!("wrong answer: {how}"));
            let refusal = outcome.proof.as_ref().and_then(ProofOutcome::refusal_reason);
            let refused = || refusal.map(|why| format!("contradiction: {why}"));
            self.wrong = reported.or_else(unfounded).or_else(contradiction).or_else(refused);
        }
        // The search was ended from the callback, or repetitions may have stayed unseen. In both
        // cases nothing supports a claim that these are all solutions.
        if let Some(why) = self.unchecked.take() {
            (outcome.complete, outcome.stopped) = (false, Some(why.into()));
        }
        if let (Answer::Unknown(_) | Answer::Unsupported(_), 1..) = (&outcome.answer, self.count) {
            // A solution that passed the checks counts, whatever happened afterwards.
            let why = outcome.answer.end_reason();
            outcome.stopped = outcome.stopped.or(why);
            outcome.answer = Answer::Satisfiable;
        }
        outcome
    }

    fn judge_candidate(
        &mut self,
        posed: &PreparedQuestion,
        task: Task,
        values: &[Value],
        control: &Control,
    ) -> Result<(), CandidateError> {
        let checked = posed.model.check(&posed.givens, values);
        let solution =
            checked.map_err(|why| CandidateError::Wrong(WrongSolution::Violation(why)))?;
        // The model may itself be wrong, so the puzzle solution is also checked by rules that are
        // written without the model.
        let read = self.instance.solution(self.viewpoint, &solution);
        let rules = self.instance.rules_in_full(&solution, &read);
        rules.map_err(|why| CandidateError::Wrong(WrongSolution::Rule(why)))?;
        if let (Task::Optimise, Some(objective)) = (task, posed.model.objective()) {
            // Each solution is strictly better than the one before it, so none can repeat an
            // earlier one, and no digest is kept.
            let better = self.judge_better(objective, solution.values(), &read);
            better.map_err(CandidateError::Wrong)?;
            if let Some((outbox, call)) = self.outbox {
                outbox.put_solution(read, control, call);
            }
            return Ok(());
        }
        if let Some(limit) = task.solution_limit().filter(|&limit| self.count >= limit.into()) {
            return Err(CandidateError::Wrong(WrongSolution::TooMany { limit }));
        }
        // The digest is of the puzzle solution: two solutions of the model that differ only in
        // hidden variables are a repetition.
        let digest = self.digest_of(&read);
        self.seen.add_digest(digest, control).map_err(|error| match error {
            RepetitionError::Recent => CandidateError::Wrong(WrongSolution::Repetition {
                solution: self.instance.notation().write_solution(&read),
            }),
            RepetitionError::Earlier => CandidateError::Wrong(self.repeated_solution()),
            RepetitionError::Stopped(why) => CandidateError::Unchecked(why),
        })?;
        self.count += 1;
        // Addition commutes, so engines that find the same solutions in different orders end with
        // equal digests.
        self.digest = self.digest.wrapping_add(digest);
        match self.outbox {
            Some((outbox, call)) => outbox.put_solution(read, control, call),
            None if self.kept.len() < self.keep => self.kept.push(read),
            None => {}
        }
        Ok(())
    }

    /// Checks a solution on the way to an optimal one: it must be better than
    /// the one before, and replaces it.
    fn judge_better(
        &mut self,
        objective: &Objective,
        values: &[Value],
        solution: &PuzzleSolution,
    ) -> Result<(), WrongSolution> {
        let value = objective.value_under(values);
        let before = self.value.filter(|&before| !objective.is_better(value, before));
        if let Some(before) = before {
            let [value, before] = [value, before].map(|sum| objective.to_decimal(sum));
            return Err(WrongSolution::NoBetter { value, before });
        }
        (self.value, self.cost) = (Some(value), Some(objective.convert_cost(value)));
        self.digits = objective.digits;
        self.count = 1;
        // Only the best solution so far is kept, and not even that if the plan keeps none.
        self.kept = vec![solution.clone()];
        self.kept.truncate(self.keep);
        Ok(())
    }

    /// The best value as the user reads it.
    pub(super) fn best_decimal(&self) -> Option<DecimalNumber> {
        self.value.map(|value| DecimalNumber::without_trailing_zeros(value, self.digits))
    }

    fn repeated_solution(&self) -> WrongSolution {
        WrongSolution::EarlyRepetition { count: self.count }
    }

    /// The digest of one solution. The wrapping sum of such digests is the
    /// digest of a set of solutions.
    fn digest_of(&mut self, solution: &[Value]) -> u128 {
        self.bytes.clear();
        self.bytes.extend(solution.iter().flat_map(|value| value.to_le_bytes()));
        xxh3_128(&self.bytes)
    }
}

/// Describes the error of an answer that claims an optimal value other than the value of the last
/// solution; `None` if the two agree.
fn wrong_value(answer: &Answer, value: Option<i64>, digits: u32) -> Option<String> {
    let Answer::Optimal(claimed) = *answer else { return None };
    let decimal = |sum| DecimalNumber::without_trailing_zeros(sum, digits);
    match value {
        Some(value) if claimed == value => None,
        Some(value) => {
            let (claimed, value) = (decimal(claimed), decimal(value));
            Some(format!("wrong value: the answer is {claimed}, the last solution has {value}"))
        }
        None => Some(format!("the value {claimed} without a solution")),
    }
}
