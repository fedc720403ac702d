//! One question to several engines: decides which answer stands.

use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use parallax_model::Value;
use parallax_model::engine_api::{
    Answer, CandidateCallback, PreparationError, QuestionClock, StopReason, Task,
};

use super::claim_agreement::{AnswerClaim, ClaimAgreement};
use super::question::{RaceQuestion, RaceState, SolutionFinder};
use super::runner::{RaceRunner, RunnerEvent, RunnerOutcome, RunnerQuestion, SolutionOwner};
use super::turns::RaceSchedule;

/// The time between two checks whether the race must stop.
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// The time that losing engines have to stop; after that they are abandoned.
const LOSER_GRACE: Duration = Duration::from_millis(700);

/// The time that the first engine runs alone before the others begin. If its steps are limited, it
/// is a second limit, for models on which a step takes long.
const FIRST_ENGINE_TIME: Duration = Duration::from_millis(500);

/// An engine in a race.
pub(super) struct RaceEntry {
    pub(super) finder: SolutionFinder,
    pub(super) uses_rivals: bool,
    /// Its solutions, until the race is decided.
    pub(super) kept: Vec<Vec<Value>>,
    /// Whether it has a question that it has not answered.
    works: bool,
    /// The reason why it is out of the race without an answer.
    pub(super) out: Option<RaceExit>,
}

/// The reason why an engine is out of a race.
pub(super) enum RaceExit {
    /// The engine does not take the model or the task.
    Unsupported(String),
    /// The engine does not know, or is wrong.
    Unknown(String),
}

/// The end of a race.
pub(super) enum RaceEnd {
    /// An engine has answered.
    Won(usize, Box<RunnerOutcome>),
    /// The caller has stopped the question.
    Enough,
    Stopped(StopReason),
    /// No engine remains.
    NoneLeft,
    /// The solutions do not fit into memory before the race is decided.
    Full,
    /// Another engine contradicts the claim of this one.
    Contradiction(usize, Box<RunnerOutcome>, String),
}

/// A race while it runs.
pub(super) struct PortfolioRace<'a> {
    pub(super) asked: &'a RaceQuestion<'a>,
    pub(super) known: &'a mut RaceState,
    pub(super) entries: Vec<RaceEntry>,
    pub(super) turns: RaceSchedule,
    pub(super) owner: SolutionOwner,
    pub(super) agreement: Option<ClaimAgreement>,
    /// The ends of engines while another passes on its solutions.
    pub(super) early: Vec<(usize, Box<RunnerOutcome>)>,
    clock: &'a mut QuestionClock,
    on_candidate: CandidateCallback<'a>,
    events: SyncSender<(usize, RunnerEvent)>,
    /// Whether one engine may pass on its solutions before the race is decided.
    may_stream: bool,
}

/// The engines that begin, and when.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum RaceStart {
    /// The only engine, for a short time.
    Short,
    /// The first engine at once and the others later.
    Later,
    /// All engines at once.
    All,
}

/// Runs a race to its end, and waits until the losers have stopped.
pub(super) fn run_race<'a>(
    asked: &'a RaceQuestion<'a>,
    known: &'a mut RaceState,
    runners: &mut [&mut RaceRunner],
    start: RaceStart,
    clock: &'a mut QuestionClock,
    on_candidate: CandidateCallback<'a>,
) -> (RaceEnd, Vec<RaceEntry>, Option<ClaimAgreement>) {
    // The channel is bounded: an engine that finds solutions faster than they are taken waits, and
    // the memory for them stays small.
    let (events, received) = sync_channel(asked.on_way());
    let turns = RaceSchedule::new(runners.len(), asked.cores, &known.best);
    let mut race = PortfolioRace {
        asked,
        known,
        entries: runners.iter().map(|runner| RaceEntry::from_runner(runner)).collect(),
        turns,
        owner: SolutionOwner::default(),
        agreement: None,
        early: Vec::new(),
        clock,
        on_candidate,
        events,
        may_stream: start != RaceStart::Short,
    };
    // With a delayed start, the first engine alone decides easy questions, and the others then cost
    // nothing, not even the preparation of their sessions.
    let first = if start == RaceStart::All { runners.len() } else { 1 };
    let mut begun = 0;
    let since = Instant::now();
    let end = loop {
        let all = start == RaceStart::Later
            && (since.elapsed() >= FIRST_ENGINE_TIME || race.none_races());
        let wanted = if all { runners.len() } else { first };
        while begun < wanted {
            race.begin_engine(begun, runners[begun]);
            begun += 1;
        }
        if let Some(stop) = asked.control.stop_reason() {
            break RaceEnd::Stopped(stop);
        }
        if race.none_races() && begun == runners.len() {
            break race.undecided_end();
        }
        if start == RaceStart::Short && since.elapsed() >= FIRST_ENGINE_TIME {
            break RaceEnd::NoneLeft;
        }
        race.turns.change_if_due();
        // An event ends the wait at once; otherwise the stop and the turns are checked again soon.
        let wait = race.turns.until_change().unwrap_or(POLL_INTERVAL).min(POLL_INTERVAL);
        if let Ok((engine, event)) = received.recv_timeout(wait)
            && let Some(end) = race.take_event(engine, event)
        {
            break end;
        }
    };
    race.finish_race(end, &received, runners)
}

impl RaceEntry {
    fn from_runner(runner: &RaceRunner) -> Self {
        RaceEntry {
            finder: SolutionFinder::new(&runner.spec, &*runner.engine),
            uses_rivals: runner.engine.abilities().uses_rivals,
            kept: Vec::new(),
            works: false,
            out: None,
        }
    }

    pub(super) fn engine_identity(&self) -> SolutionFinder {
        self.finder.clone()
    }
}

impl PortfolioRace<'_> {
    fn begin_engine(&mut self, engine: usize, runner: &mut RaceRunner) {
        self.entries[engine].works = true;
        let RaceQuestion { givens, task, control, .. } = self.asked;
        runner.ask_engine(RunnerQuestion {
            number: engine,
            givens: givens.clone(),
            task: *task,
            control: control.in_turn(self.turns.race_slot(engine)),
            events: self.events.clone(),
            owner: self.owner.clone(),
            max_solutions: self.asked.solution_capacity() as u64,
        });
        self.turns.enter_engine(engine);
    }

    /// Ends the losers and waits until they have stopped.
    fn finish_race(
        mut self,
        end: RaceEnd,
        received: &Receiver<(usize, RunnerEvent)>,
        runners: &mut [&mut RaceRunner],
    ) -> (RaceEnd, Vec<RaceEntry>, Option<ClaimAgreement>) {
        // Leaving the schedule cancels an engine. The loop takes its events until it ends, because
        // an engine that waits to send a solution would never notice.
        self.turns.racing_engines().into_iter().for_each(|engine| self.turns.leave_engine(engine));
        let lost = Instant::now();
        while !self.none_races() && lost.elapsed() < LOSER_GRACE {
            if let Ok((engine, event)) = received.recv_timeout(POLL_INTERVAL)
                && !matches!(event, RunnerEvent::Solution(_))
            {
                self.entries[engine].works = false;
            }
        }
        for (entry, runner) in self.entries.iter().zip(runners) {
            // A thread that does not stop is left behind; its runner starts a new one for the next
            // question.
            if entry.works {
                runner.abandon_thread();
            }
        }
        let end = match (end, &mut self.agreement) {
            // A claim stands if no engine contradicts it in time.
            (RaceEnd::Stopped(_), Some(agreement)) => agreement.race_end(),
            (end, _) => end,
        };
        (end, self.entries, self.agreement)
    }

    fn none_races(&self) -> bool {
        !self.entries.iter().any(|entry| entry.works)
    }

    /// Returns the end if no engine remains: the uncontradicted claim, if one exists.
    fn undecided_end(&mut self) -> RaceEnd {
        match &mut self.agreement {
            Some(agreement) => agreement.race_end(),
            None => RaceEnd::NoneLeft,
        }
    }

    /// Takes a report of an engine; returns the end of the race if that decides it.
    fn take_event(&mut self, engine: usize, event: RunnerEvent) -> Option<RaceEnd> {
        // Every event but a solution is the last of its engine.
        let done = match event {
            RunnerEvent::Solution(values) => return self.take_solution(engine, values),
            RunnerEvent::Done(done) => done,
            RunnerEvent::Refused(refusal) => {
                let out = match refusal {
                    PreparationError::Unsupported(why) => RaceExit::Unsupported(why),
                    PreparationError::Stopped(stop) => RaceExit::Unknown(stop.to_string()),
                    PreparationError::Failed(why) => RaceExit::Unknown(why),
                };
                return self.withdraw_engine(engine, out);
            }
            RunnerEvent::Fault(why) => return self.withdraw_faulty(engine, &why),
        };
        // An incomplete search answers only if it found as many solutions as requested.
        let enough = self.asked.task.solution_limit().is_some_and(|limit| done.found >= limit);
        if !done.outcome.complete && !enough {
            let reason =
                || done.outcome.answer.unknown_reason().unwrap_or("it stopped early").to_owned();
            let stopped = done.outcome.stopped.clone().map(String::from);
            let why = stopped.unwrap_or_else(reason);
            return self.withdraw_engine(
                engine,
                match done.outcome.answer {
                    Answer::Unsupported(why) => RaceExit::Unsupported(why),
                    _ => RaceExit::Unknown(why),
                },
            );
        }
        // A solution is checked by the model, so it refutes any claim that excludes it.
        if let Some(why) = self.find_refutation(engine, &done) {
            return self.withdraw_faulty(engine, &why);
        }
        self.entries[engine].works = false;
        self.turns.leave_engine(engine);
        self.take_answer(engine, done)
    }

    /// Takes an engine out of the race without an answer.
    fn withdraw_engine(&mut self, engine: usize, out: RaceExit) -> Option<RaceEnd> {
        self.entries[engine].works = false;
        self.entries[engine].out = Some(out);
        self.turns.leave_engine(engine);
        // No other engine has all solutions of a stream.
        (self.owner.get() == Some(engine)).then_some(RaceEnd::NoneLeft)
    }

    /// Takes a wrong engine out of the race; the answer mentions it.
    fn withdraw_faulty(&mut self, engine: usize, why: &str) -> Option<RaceEnd> {
        self.known.faults.push(format!("{} is out: {why}", self.entries[engine].finder.spec));
        self.withdraw_engine(engine, RaceExit::Unknown(why.to_owned()))
    }

    fn take_solution(&mut self, engine: usize, values: Vec<Value>) -> Option<RaceEnd> {
        if self.asked.task == Task::Optimise {
            return self.take_better(engine, &values);
        }
        if let Some(agreement) = &mut self.agreement
            && agreement.claim == AnswerClaim::None
        {
            return agreement.refute_claim(&self.entries[engine].finder.spec, "has a solution");
        }
        match self.owner.get() {
            Some(owner) if owner == engine => return self.pass_on(&values),
            Some(_) => return None,
            None => {}
        }
        // Until the race is decided, each engine keeps its solutions: passing on those of several
        // would repeat some, and a loser's may be incomplete.
        self.entries[engine].kept.push(values);
        if self.agreement.is_some()
            || !self.asked.may_stream_solutions()
            || self.entries[engine].kept.len() < self.asked.solution_capacity()
        {
            return None;
        }
        // In the short run, streaming would bind the question to this engine before the others have
        // begun.
        if !self.may_stream {
            return Some(RaceEnd::Full);
        }
        self.stream_solutions(engine)
    }

    /// Passes on the solutions of one engine from now on. The others end, or only count if they
    /// must agree.
    fn stream_solutions(&mut self, engine: usize) -> Option<RaceEnd> {
        self.owner.choose_owner(engine);
        let kept = std::mem::take(&mut self.entries[engine].kept);
        for index in 0..self.entries.len() {
            self.entries[index].kept.clear();
            if index != engine && self.asked.agree < 2 {
                self.turns.leave_engine(index);
            }
        }
        kept.iter().find_map(|values| self.pass_on(values))
    }

    /// Takes a solution of an optimisation, and passes it on if it is the best so far.
    fn take_better(&mut self, engine: usize, values: &[Value]) -> Option<RaceEnd> {
        let cost = self.asked.solution_cost(values)?;
        if self.known.best.get().is_some_and(|best| cost >= best) {
            return None;
        }
        if let Some(agreement) = &mut self.agreement {
            return agreement
                .refute_claim(&self.entries[engine].finder.spec, "has a better solution");
        }
        self.known.best.record_cost(cost);
        self.known.best_by = Some(self.entries[engine].engine_identity());
        self.pass_on(values)
    }

    fn pass_on(&mut self, values: &[Value]) -> Option<RaceEnd> {
        let on_candidate = &mut self.on_candidate;
        match self.clock.run_outside(|| on_candidate(values)) {
            ControlFlow::Continue(()) => None,
            ControlFlow::Break(()) => Some(RaceEnd::Enough),
        }
    }

    /// Describes how the solutions of others refute an answer.
    fn find_refutation(&self, engine: usize, done: &RunnerOutcome) -> Option<String> {
        if self.asked.task == Task::Optimise {
            let best = self.known.best.get()?;
            let claimed = match (&done.outcome.answer, self.asked.model.objective()) {
                (Answer::Optimal(value), Some(objective)) => Some(objective.convert_cost(*value)),
                _ => None,
            };
            // An engine that receives the costs of others may prove that nothing is better than
            // their best. Any other must have found it.
            let fits = self.entries[engine].uses_rivals || claimed == Some(best);
            return (!fits)
                .then(|| self.found_by(self.known.best_by.as_ref(), "a better solution"));
        }
        if done.outcome.answer != Answer::Unsatisfiable {
            return None;
        }
        // The solutions of a stream are gone, but its owner has found some; otherwise a kept one
        // serves.
        let owner = self.owner.get().map(|owner| self.entries[owner].engine_identity());
        let has = |entry: &&RaceEntry| !entry.kept.is_empty();
        let other = owner.or_else(|| self.entries.iter().find(has).map(RaceEntry::engine_identity));
        let other = other.or_else(|| self.known.kept_by.clone())?;
        Some(self.found_by(Some(&other), "a solution"))
    }

    fn found_by(&self, who: Option<&SolutionFinder>, what: &str) -> String {
        let who = who.map_or("another engine", |who| who.spec.as_str());
        format!("it claims that there is no {}, but {who} has one", &what[2..])
    }
}
