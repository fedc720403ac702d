//! One question to several engines: decides which answer stands.

use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use parallax_model::Value;
use parallax_model::ask::{Answer, Clock, OnCandidate, Refusal, Stop, Task};

use super::agree::{Agreement, Claim};
use super::question::{Asked, RaceState, SolutionFinder};
use super::runner::{Done, Event, Order, Owner, Runner};
use super::turns::Turns;

/// The time between two checks whether the race must stop.
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// The time that losing engines have to stop; after that they are abandoned.
const GRACE: Duration = Duration::from_millis(700);

/// The time that the first engine runs alone before the others begin. If its steps are limited, it
/// is a second limit, for models on which a step takes long.
const ALONE: Duration = Duration::from_millis(500);

/// An engine in a race.
pub(super) struct Entry {
    pub(super) finder: SolutionFinder,
    pub(super) uses_rivals: bool,
    /// Its solutions, until the race is decided.
    pub(super) kept: Vec<Vec<Value>>,
    /// Whether it has a question that it has not answered.
    works: bool,
    /// The reason why it is out of the race without an answer.
    pub(super) out: Option<Out>,
}

/// The reason why an engine is out of a race.
pub(super) enum Out {
    /// The engine does not take the model or the task.
    Unsupported(String),
    /// The engine does not know, or is wrong.
    Unknown(String),
}

/// The end of a race.
pub(super) enum End {
    /// An engine has answered.
    Won(usize, Box<Done>),
    /// The caller has stopped the question.
    Enough,
    Stopped(Stop),
    /// No engine remains.
    NoneLeft,
    /// The solutions do not fit into memory before the race is decided.
    Full,
    /// Another engine contradicts the claim of this one.
    Contradiction(usize, Box<Done>, String),
}

/// A race while it runs.
pub(super) struct Race<'a> {
    pub(super) asked: &'a Asked<'a>,
    pub(super) known: &'a mut RaceState,
    pub(super) entries: Vec<Entry>,
    pub(super) turns: Turns,
    pub(super) owner: Owner,
    pub(super) agreement: Option<Agreement>,
    /// The ends of engines while another passes on its solutions.
    pub(super) early: Vec<(usize, Box<Done>)>,
    clock: &'a mut Clock,
    on_candidate: OnCandidate<'a>,
    events: SyncSender<(usize, Event)>,
    /// Whether one engine may pass on its solutions before the race is decided.
    may_stream: bool,
}

/// The engines that begin, and when.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Start {
    /// The only engine, for a short time.
    Short,
    /// The first engine at once and the others later.
    Later,
    /// All engines at once.
    All,
}

/// Runs a race to its end, and waits until the losers have stopped.
pub(super) fn race<'a>(
    asked: &'a Asked<'a>,
    known: &'a mut RaceState,
    runners: &mut [&mut Runner],
    start: Start,
    clock: &'a mut Clock,
    on_candidate: OnCandidate<'a>,
) -> (End, Vec<Entry>, Option<Agreement>) {
    let (events, received) = sync_channel(asked.on_way());
    let turns = Turns::new(runners.len(), asked.cores, &known.best);
    let mut race = Race {
        asked,
        known,
        entries: runners.iter().map(|runner| Entry::of(runner)).collect(),
        turns,
        owner: Owner::default(),
        agreement: None,
        early: Vec::new(),
        clock,
        on_candidate,
        events,
        may_stream: start != Start::Short,
    };
    let first = if start == Start::All { runners.len() } else { 1 };
    let mut begun = 0;
    let since = Instant::now();
    let end = loop {
        let all = start == Start::Later && (since.elapsed() >= ALONE || race.none_races());
        let wanted = if all { runners.len() } else { first };
        while begun < wanted {
            race.begin(begun, runners[begun]);
            begun += 1;
        }
        if let Some(stop) = asked.control.stopped() {
            break End::Stopped(stop);
        }
        if race.none_races() && begun == runners.len() {
            break race.undecided();
        }
        if start == Start::Short && since.elapsed() >= ALONE {
            break End::NoneLeft;
        }
        race.turns.change_if_due();
        let wait = race.turns.until_change().unwrap_or(POLL_INTERVAL).min(POLL_INTERVAL);
        if let Ok((engine, event)) = received.recv_timeout(wait)
            && let Some(end) = race.take(engine, event)
        {
            break end;
        }
    };
    race.finish(end, &received, runners)
}

impl Entry {
    fn of(runner: &Runner) -> Self {
        Entry {
            finder: SolutionFinder::new(&runner.spec, &*runner.engine),
            uses_rivals: runner.engine.abilities().uses_rivals,
            kept: Vec::new(),
            works: false,
            out: None,
        }
    }

    pub(super) fn who(&self) -> SolutionFinder {
        self.finder.clone()
    }
}

impl Race<'_> {
    fn begin(&mut self, engine: usize, runner: &mut Runner) {
        self.entries[engine].works = true;
        let Asked { givens, task, control, .. } = self.asked;
        runner.ask(Order {
            number: engine,
            givens: givens.clone(),
            task: *task,
            control: control.in_turn(self.turns.of(engine)),
            events: self.events.clone(),
            owner: self.owner.clone(),
            most: self.asked.room() as u64,
        });
        self.turns.enter(engine);
    }

    /// Ends the losers and waits until they have stopped.
    fn finish(
        mut self,
        end: End,
        received: &Receiver<(usize, Event)>,
        runners: &mut [&mut Runner],
    ) -> (End, Vec<Entry>, Option<Agreement>) {
        self.turns.racing().into_iter().for_each(|engine| self.turns.leave(engine));
        let lost = Instant::now();
        while !self.none_races() && lost.elapsed() < GRACE {
            if let Ok((engine, event)) = received.recv_timeout(POLL_INTERVAL)
                && !matches!(event, Event::Solution(_))
            {
                self.entries[engine].works = false;
            }
        }
        for (entry, runner) in self.entries.iter().zip(runners) {
            if entry.works {
                runner.abandon();
            }
        }
        let end = match (end, &mut self.agreement) {
            // A claim stands if no engine contradicts it in time.
            (End::Stopped(_), Some(agreement)) => agreement.end(),
            (end, _) => end,
        };
        (end, self.entries, self.agreement)
    }

    fn none_races(&self) -> bool {
        !self.entries.iter().any(|entry| entry.works)
    }

    /// Returns the end if no engine remains: the uncontradicted claim, if one exists.
    fn undecided(&mut self) -> End {
        match &mut self.agreement {
            Some(agreement) => agreement.end(),
            None => End::NoneLeft,
        }
    }

    /// Takes a report of an engine; returns the end of the race if that decides it.
    fn take(&mut self, engine: usize, event: Event) -> Option<End> {
        let done = match event {
            Event::Solution(values) => return self.solution(engine, values),
            Event::Done(done) => done,
            Event::Refused(refusal) => {
                let out = match refusal {
                    Refusal::Unsupported(why) => Out::Unsupported(why),
                    Refusal::Stopped(stop) => Out::Unknown(stop.to_string()),
                    Refusal::Failed(why) => Out::Unknown(why),
                };
                return self.out(engine, out);
            }
            Event::Fault(why) => return self.fault(engine, &why),
        };
        let enough = self.asked.task.limit().is_some_and(|limit| done.found >= limit);
        if !done.outcome.complete && !enough {
            let reason = || done.outcome.answer.reason().unwrap_or("it stopped early").to_owned();
            let stopped = done.outcome.stopped.clone().map(String::from);
            let why = stopped.unwrap_or_else(reason);
            return self.out(
                engine,
                match done.outcome.answer {
                    Answer::Unsupported(why) => Out::Unsupported(why),
                    _ => Out::Unknown(why),
                },
            );
        }
        if let Some(why) = self.refuted(engine, &done) {
            return self.fault(engine, &why);
        }
        self.entries[engine].works = false;
        self.turns.leave(engine);
        self.finished(engine, done)
    }

    /// Takes an engine out of the race without an answer.
    fn out(&mut self, engine: usize, out: Out) -> Option<End> {
        self.entries[engine].works = false;
        self.entries[engine].out = Some(out);
        self.turns.leave(engine);
        // No other engine has all solutions of a stream.
        (self.owner.get() == Some(engine)).then_some(End::NoneLeft)
    }

    /// Takes a wrong engine out of the race; the answer mentions it.
    fn fault(&mut self, engine: usize, why: &str) -> Option<End> {
        self.known.faults.push(format!("{} is out: {why}", self.entries[engine].finder.spec));
        self.out(engine, Out::Unknown(why.to_owned()))
    }

    fn solution(&mut self, engine: usize, values: Vec<Value>) -> Option<End> {
        if self.asked.task == Task::Optimise {
            return self.better(engine, &values);
        }
        if let Some(agreement) = &mut self.agreement
            && agreement.claim == Claim::None
        {
            return agreement.refuted(&self.entries[engine].finder.spec, "has a solution");
        }
        match self.owner.get() {
            Some(owner) if owner == engine => return self.pass_on(&values),
            Some(_) => return None,
            None => {}
        }
        self.entries[engine].kept.push(values);
        if self.agreement.is_some()
            || !self.asked.streams()
            || self.entries[engine].kept.len() < self.asked.room()
        {
            return None;
        }
        if !self.may_stream {
            return Some(End::Full);
        }
        self.stream(engine)
    }

    /// Passes on the solutions of one engine from now on. The others end, or only count if they
    /// must agree.
    fn stream(&mut self, engine: usize) -> Option<End> {
        self.owner.set(engine);
        let kept = std::mem::take(&mut self.entries[engine].kept);
        for place in 0..self.entries.len() {
            self.entries[place].kept.clear();
            if place != engine && self.asked.agree < 2 {
                self.turns.leave(place);
            }
        }
        kept.iter().find_map(|values| self.pass_on(values))
    }

    /// Takes a solution of an optimisation, and passes it on if it is the best so far.
    fn better(&mut self, engine: usize, values: &[Value]) -> Option<End> {
        let cost = self.asked.cost(values)?;
        if self.known.best.get().is_some_and(|best| cost >= best) {
            return None;
        }
        if let Some(agreement) = &mut self.agreement {
            return agreement.refuted(&self.entries[engine].finder.spec, "has a better solution");
        }
        self.known.best.improve(cost);
        self.known.best_by = Some(self.entries[engine].who());
        self.pass_on(values)
    }

    fn pass_on(&mut self, values: &[Value]) -> Option<End> {
        let on_candidate = &mut self.on_candidate;
        match self.clock.outside(|| on_candidate(values)) {
            ControlFlow::Continue(()) => None,
            ControlFlow::Break(()) => Some(End::Enough),
        }
    }

    /// Describes how the solutions of others refute an answer.
    fn refuted(&self, engine: usize, done: &Done) -> Option<String> {
        if self.asked.task == Task::Optimise {
            let best = self.known.best.get()?;
            let own = match (&done.outcome.answer, self.asked.model.objective()) {
                (Answer::Optimal(value), Some(objective)) => Some(objective.signed(*value)),
                _ => None,
            };
            let fits = self.entries[engine].uses_rivals || own == Some(best);
            return (!fits)
                .then(|| self.found_by(self.known.best_by.as_ref(), "a better solution"));
        }
        if done.outcome.answer != Answer::Unsatisfiable {
            return None;
        }
        let owner = self.owner.get().map(|owner| self.entries[owner].who());
        let has = |entry: &&Entry| !entry.kept.is_empty();
        let other = owner.or_else(|| self.entries.iter().find(has).map(Entry::who));
        let other = other.or_else(|| self.known.kept_by.clone())?;
        Some(self.found_by(Some(&other), "a solution"))
    }

    fn found_by(&self, who: Option<&SolutionFinder>, what: &str) -> String {
        let who = who.map_or("another engine", |who| who.spec.as_str());
        format!("it claims that there is no {}, but {who} has one", &what[2..])
    }
}
