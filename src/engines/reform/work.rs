//! The parts of a reformulation, solved one after the other.

use std::ops::ControlFlow;

use super::super::Spec;
use super::super::trace::full;
use super::Reform;
use crate::ask::{
    Answer, Control, Counters, Ended, Engine, OnCandidate, Outcome, StepEnd, Task, Trace,
};
use crate::reformulate::general::{Part, Strategy};

/// The work on the parts.
pub(super) struct Work<'a> {
    reform: &'a Reform,
    seed: u64,
    task: Task,
    control: &'a Control,
    give: OnCandidate<'a>,
    pub(super) found: u64,
    /// Where solutions are counted, those of parts that were no boxes to the
    /// strategy; none beyond 128 bits.
    pub(super) counted: Option<u128>,
    pub(super) unsupported: Option<String>,
    pub(super) counters: Counters,
}

impl<'a> Work<'a> {
    pub(super) fn new(
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
    pub(super) fn all(&mut self, strategy: &mut Strategy<'_>) -> Result<(), Ended> {
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
            trace.at(part.step(), |step| step.end = StepEnd::Leaf("a box: every choice".into()));
        }
        let enough = if counts { Some(1) } else { self.task.limit() };
        let (found, give) = (&mut self.found, &mut self.give);
        let mut ended = None;
        let flow = part.each(&mut |values| {
            *found += 1;
            if let Some(trace) = &mut trace {
                trace.found(part.step(), &part.shown(values));
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
        let (mut solutions, mut enough, mut stopped) = (0u128, false, false);
        let control = self.control;
        let outcome = session.ask(&[], task, self.control, &mut |solution| {
            solutions += 1;
            if counts && *found > 0 {
                return ControlFlow::Continue(());
            }
            let flow = part.unfold(solution, &mut |values| {
                *found += 1;
                if let Some(trace) = &mut trace {
                    trace.found(part.step(), &part.shown(values));
                }
                enough |= give(values).is_break() || limit.is_some_and(|limit| *found >= limit);
                // One solution may stand for very many.
                stopped |= found.is_multiple_of(4096) && control.stopped().is_some();
                match enough || counts || stopped {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                }
            });
            // Where solutions are counted, only the first one is unfolded.
            if counts && !enough { ControlFlow::Continue(()) } else { flow }
        });
        if counts {
            self.count(part.weight().and_then(|weight| weight.checked_mul(solutions)));
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
            (None, _) if outcome.complete && !stopped => Ok(()),
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
            0 => StepEnd::Failed(format!("{leaf} finds no solution of {constraints} constraints")),
            _ => StepEnd::Leaf(format!("{leaf} on {constraints} constraints")),
        };
        for (name, amount) in outcome.counters.iter() {
            step.counters.add(name.to_owned(), amount);
        }
    });
}
