//! The general reformulation as an engine: parts by the strategy, mere boxes
//! read off, the others solved by any engine.

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;
use std::sync::Arc;

use super::traced::full;
use super::{Spec, Traced};
use crate::ask::{
    Answer, Clock, Control, Counters, End, Ended, Engine, OnCandidate, Outcome, Refusal, Session,
    Task, Trace,
};
use crate::model::{Given, Model, Value};
use crate::reformulate::general::{Options, Part, Plans, Problem, Strategy};

/// The choices of the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reform {
    /// Those of the strategy.
    pub options: Options,
    /// What solves the parts that are more than boxes.
    pub leaf: Spec,
}

impl Default for Reform {
    fn default() -> Self {
        Reform { options: Options::default(), leaf: Spec::native() }
    }
}

/// A session of the engine.
///
/// # Errors
/// When the model has no dimensions to reformulate along.
pub(super) fn session(
    model: &Arc<Model>,
    reform: &Reform,
    seed: u64,
) -> Result<Box<dyn Session>, Refusal> {
    let problem = Problem::of(model).map_err(Refusal::Unsupported)?;
    let (model, reform) = (model.clone(), reform.clone());
    let plans = Plans::of_root(&problem);
    Ok(Box::new(ReformSession { model, problem, plans, reform, seed }))
}

struct ReformSession {
    model: Arc<Model>,
    problem: Problem,
    plans: Plans,
    reform: Reform,
    seed: u64,
}

impl Session for ReformSession {
    fn ask(
        &mut self,
        givens: &[Given],
        task: Task,
        control: &Control,
        on_candidate: OnCandidate<'_>,
    ) -> Outcome {
        let mut clock = Clock::start();
        if task == Task::Optimise {
            return Outcome::without_best();
        }
        // Givens take variables out of their groups.
        let narrowed = match givens {
            [] => None,
            _ => match Problem::of(&Arc::new(self.model.restricted(givens))) {
                Ok(problem) => Some(problem),
                Err(why) => return Outcome::at_once(Answer::Unsupported(why)),
            },
        };
        let mut fresh = Plans::default();
        let (problem, plans) = match &narrowed {
            Some(problem) => (problem, &mut fresh),
            None => (&self.problem, &mut self.plans),
        };
        let counts = task == Task::Count;
        let mut strategy = Strategy::new(problem, plans, self.reform.options, control);
        let mut give = |values: &[Value]| clock.outside(|| on_candidate(values));
        let mut work = Work::new(&self.reform, self.seed, task, control, &mut give);
        let ended = match (control.stopped(), task.limit()) {
            (Some(stop), _) => Ended::Stopped(stop),
            (_, Some(0)) => Ended::Enough,
            _ => match work.all(&mut strategy) {
                Ok(()) => Ended::Exhausted,
                Err(ended) => ended,
            },
        };
        if let (Some(why), 0) = (work.unsupported.take(), work.found) {
            return Outcome::at_once(Answer::Unsupported(why));
        }
        let mut counters = strategy.counters();
        work.counters.iter().for_each(|(name, amount)| counters.add(name.to_owned(), amount));
        let (found, counted) = (work.found, work.counted);
        let mut outcome = Outcome::enumerated(found, ended, counters, clock.elapsed());
        if counts {
            let all = strategy.counted().and_then(|boxes| boxes.checked_add(counted?));
            outcome = outcome.with_count(all);
        }
        outcome
    }
}

/// The work on the parts.
struct Work<'a> {
    reform: &'a Reform,
    seed: u64,
    task: Task,
    control: &'a Control,
    give: OnCandidate<'a>,
    found: u64,
    /// Where solutions are counted, those of parts that were no boxes to the
    /// strategy; none beyond 128 bits.
    counted: Option<u128>,
    unsupported: Option<String>,
    counters: Counters,
}

impl<'a> Work<'a> {
    fn new(
        reform: &'a Reform,
        seed: u64,
        task: Task,
        control: &'a Control,
        give: OnCandidate<'a>,
    ) -> Self {
        let (found, counted) = (0, Some(0));
        let counters = Counters::new();
        Work { reform, seed, task, control, give, found, counted, unsupported: None, counters }
    }

    /// Solves the parts of a strategy.
    fn all(&mut self, strategy: &mut Strategy<'_>) -> Result<(), Ended> {
        while let Some(part) = strategy.next() {
            let part = part.map_err(Ended::Stopped)?;
            self.part(&part, strategy.trace())?;
            if let Some(trace) = strategy.trace().filter(|trace| trace.left_out > 0) {
                return Err(full(trace));
            }
            strategy.done(part);
            if self.task == Task::Count && self.found > 0 {
                strategy.count_boxes();
            }
        }
        Ok(())
    }

    fn part(&mut self, part: &Part<'_>, mut trace: Option<&mut Trace>) -> Result<(), Ended> {
        let counts = self.task == Task::Count && trace.is_none();
        if !part.is_box() {
            return self.solve(part, trace, counts);
        }
        if counts && self.found > 0 {
            self.count(part.count());
            return Ok(());
        }
        if let Some(trace) = &mut trace {
            trace.at(part.step(), |step| step.end = End::Leaf("a box: every choice".into()));
        }
        let enough = if counts { Some(1) } else { self.task.limit() };
        let (found, give) = (&mut self.found, &mut self.give);
        let mut ended = None;
        let flow = part.each(&mut |values| {
            *found += 1;
            if let Some(trace) = &mut trace {
                trace.found(part.step(), values);
            }
            if give(values).is_break() || enough.is_some_and(|enough| *found >= enough) {
                ended = Some(Ended::Enough);
            } else if found.is_multiple_of(4096) {
                ended = self.control.stopped().map(Ended::Stopped);
            }
            match ended {
                Some(_) => ControlFlow::Break(()),
                None => ControlFlow::Continue(()),
            }
        });
        match (flow, ended) {
            (ControlFlow::Break(()), Some(Ended::Enough)) if counts => {
                self.count(part.count());
                Ok(())
            }
            (ControlFlow::Break(()), ended) => Err(ended.unwrap_or(Ended::Enough)),
            (ControlFlow::Continue(()), _) => Ok(()),
        }
    }

    fn count(&mut self, more: Option<u128>) {
        self.counted = self.counted.and_then(|counted| counted.checked_add(more?));
    }

    /// Has a part solved by the engine of the leaves.
    fn solve(
        &mut self,
        part: &Part<'_>,
        mut trace: Option<&mut Trace>,
        counts: bool,
    ) -> Result<(), Ended> {
        let model = part.model().map_err(|error| Ended::GaveUp(error.to_string()))?;
        let prepared = self.reform.leaf.prepare(&model, self.seed, self.control);
        let mut session = match prepared {
            Ok(session) => session,
            Err(refusal) => return Err(self.refused(refusal.into())),
        };
        let task = match (self.task, self.task.limit()) {
            (_, Some(limit)) => Task::Limit(limit.saturating_sub(self.found)),
            _ => Task::All,
        };
        let limit = self.task.limit();
        let (found, give) = (&mut self.found, &mut self.give);
        let (mut solutions, mut enough) = (0u128, false);
        let outcome = session.ask(&[], task, self.control, &mut |solution| {
            solutions += 1;
            if counts && *found > 0 {
                return ControlFlow::Continue(());
            }
            let flow = part.unfold(solution, &mut |values| {
                *found += 1;
                if let Some(trace) = &mut trace {
                    trace.found(part.step(), values);
                }
                enough |= give(values).is_break() || limit.is_some_and(|limit| *found >= limit);
                match enough || counts {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                }
            });
            // Where solutions are counted, only the first one is unfolded.
            if counts && !enough { ControlFlow::Continue(()) } else { flow }
        });
        if counts {
            self.count(part.weight().checked_mul(solutions));
        }
        for (name, amount) in outcome.counters.iter() {
            self.counters.add(format!("leaf {name}"), amount);
        }
        if let Some(trace) = trace {
            told(trace, part, &self.reform.leaf, &outcome, solutions);
        }
        match (outcome.wrong, &outcome.answer) {
            (Some(how), _) => Err(Ended::Wrong(how)),
            _ if enough => Err(Ended::Enough),
            (None, Answer::Unsupported(_)) => Err(self.refused(outcome.answer)),
            (None, _) if outcome.complete => Ok(()),
            _ => Err(self.stopped(outcome.stopped)),
        }
    }

    fn refused(&mut self, answer: Answer) -> Ended {
        let why = answer.reason().unwrap_or_default().to_owned();
        if let Answer::Unsupported(_) = answer {
            self.unsupported = Some(format!("{}: {why}", self.reform.leaf));
        }
        self.stopped(Some(why))
    }

    fn stopped(&self, why: Option<String>) -> Ended {
        match self.control.stopped() {
            Some(stop) => Ended::Stopped(stop),
            None => Ended::GaveUp(format!(
                "{}: {}",
                self.reform.leaf,
                why.unwrap_or_else(|| "it did not finish".into())
            )),
        }
    }
}

/// Says what the search of a leaf did.
fn told(trace: &mut Trace, part: &Part<'_>, leaf: &Spec, outcome: &Outcome, solutions: u128) {
    let constraints = part.constraints();
    trace.at(part.step(), |step| {
        step.end = match solutions {
            0 => End::Failed(format!("{leaf} finds no solution of {constraints} constraints")),
            _ => End::Leaf(format!("{leaf} on {constraints} constraints")),
        };
        for (name, amount) in outcome.counters.iter() {
            step.counters.add(name.to_owned(), amount);
        }
    });
}

/// The trace of a reformulation, of at most `most` steps, where it ends.
///
/// # Errors
/// As [`session`].
pub(super) fn trace(
    model: &Arc<Model>,
    reform: &Reform,
    seed: u64,
    most: usize,
    control: &Control,
) -> Result<Traced, Refusal> {
    let problem = Problem::of(model).map_err(Refusal::Unsupported)?;
    let mut plans = Plans::default();
    let mut strategy = Strategy::traced(&problem, &mut plans, reform.options, most, control);
    let mut ignore = |_: &[Value]| ControlFlow::Continue(());
    let mut work = Work::new(reform, seed, Task::All, control, &mut ignore);
    let ended = work.all(&mut strategy);
    if let Some(why) = work.unsupported {
        return Err(Refusal::Unsupported(why));
    }
    let mut counters = strategy.counters();
    work.counters.iter().for_each(|(name, amount)| counters.add(name.to_owned(), amount));
    let trace = strategy.trace().map(std::mem::take).unwrap_or_default();
    Ok(Traced::new(trace, counters, ended))
}

impl fmt::Display for Reform {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut chosen = self.options.chosen();
        if self.leaf != Spec::native() {
            chosen.push(format!("leaf={}", self.leaf));
        }
        f.write_str("reform")?;
        match chosen.is_empty() {
            true => Ok(()),
            false => write!(f, ":{}", chosen.join(",")),
        }
    }
}

impl Reform {
    /// Whether a spec means this engine.
    pub(super) fn is_meant(text: &str) -> bool {
        text.strip_prefix("reform")
            .is_some_and(|rest| rest.is_empty() || rest.starts_with([':', ',']))
    }
}

impl FromStr for Reform {
    type Err = String;

    /// Reads `reform:KEY=NAME,...`; what comes after `leaf=` is the spec of
    /// the engine for the leaves, with its own choices.
    fn from_str(text: &str) -> Result<Self, String> {
        let mut reform = Reform::default();
        let mut rest = text.strip_prefix("reform").unwrap_or(text).trim_start_matches([':', ',']);
        while !rest.is_empty() {
            if let Some(leaf) = rest.strip_prefix("leaf=") {
                if leaf.starts_with("reform") {
                    return Err("the leaves of a reformulation are solved by another engine".into());
                }
                reform.leaf = leaf.parse()?;
                break;
            }
            let (choice, more) = rest.split_once(',').unwrap_or((rest, ""));
            let known =
                choice.split_once('=').and_then(|(key, name)| reform.options.set(key, name));
            match known {
                Some(set) => set?,
                None => {
                    return Err(format!(
                        "unknown choice '{choice}'; known: agenda=NAME, split=NAME, steps=NUMBER, \
                         consistency=NAME, and last leaf=ENGINE"
                    ));
                }
            }
            rest = more;
        }
        Ok(reform)
    }
}
