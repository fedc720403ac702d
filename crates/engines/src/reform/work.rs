//! Solves the leaves of a reformulation one after the other.

use std::ops::ControlFlow;

use parallax_model::ask::{
    Answer, Control, Count, Counters, Ended, Engine, OnCandidate, Outcome, StepEnd, Task, Trace,
};
use parallax_reformulate::general::{Leaf, Strategy};

use super::super::Spec;
use super::super::trace::full;
use super::Reform;

/// The state while leaves are solved.
pub(super) struct LeafSolver<'a> {
    reform: &'a Reform,
    seed: u64,
    task: Task,
    control: &'a Control,
    give: OnCandidate<'a>,
    pub(super) found: u64,
    /// For counting: the number of solutions of the leaves that the strategy did not count as
    /// boxes; `None` if it exceeds 128 bits.
    pub(super) counted: Option<Count>,
    pub(super) unsupported: Option<String>,
    pub(super) counters: Counters,
}

impl<'a> LeafSolver<'a> {
    pub(super) fn new(
        reform: &'a Reform,
        seed: u64,
        task: Task,
        control: &'a Control,
        give: OnCandidate<'a>,
    ) -> Self {
        let (found, counted) = (0, Some(Count::zero()));
        let counters = Counters::new();
        LeafSolver {
            reform,
            seed,
            task,
            control,
            give,
            found,
            counted,
            unsupported: None,
            counters,
        }
    }

    /// Solves the leaves of a strategy.
    pub(super) fn all(&mut self, strategy: &mut Strategy<'_>) -> Result<(), Ended> {
        while let Some(leaf) = strategy.next() {
            let leaf = leaf.map_err(Ended::Stopped)?;
            self.leaf(&leaf, strategy.trace())?;
            if let Some(trace) = strategy.trace().filter(|trace| trace.left_out > 0) {
                return Err(full(trace));
            }
            strategy.done(leaf);
            if self.task == Task::Count && self.found > 0 {
                strategy.count_boxes();
            }
        }
        Ok(())
    }

    fn leaf(&mut self, leaf: &Leaf<'_>, mut trace: Option<&mut Trace>) -> Result<(), Ended> {
        let counts = self.task == Task::Count && trace.is_none();
        if !leaf.is_box() {
            return self.solve(leaf, trace, counts);
        }
        if counts && self.found > 0 {
            self.count(leaf.count().map(Count::from));
            return Ok(());
        }
        if let Some(trace) = &mut trace {
            trace.at(leaf.step(), |step| step.end = StepEnd::Leaf("a box: every choice".into()));
        }
        let enough = if counts { Some(1) } else { self.task.limit() };
        let (found, give) = (&mut self.found, &mut self.give);
        let mut ended = None;
        let flow = leaf.each(&mut |values| {
            *found += 1;
            if let Some(trace) = &mut trace {
                trace.found(leaf.step(), &leaf.shown(values));
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
                self.count(leaf.count().map(Count::from));
                Ok(())
            }
            (ControlFlow::Break(()), ended) => Err(ended.unwrap_or(Ended::Enough)),
            (ControlFlow::Continue(()), _) => Ok(()),
        }
    }

    fn count(&mut self, more: Option<Count>) {
        self.counted = self.counted.take().and_then(|counted| Some(counted + more?));
    }

    /// Solves a leaf with the engine for leaves.
    fn solve(
        &mut self,
        leaf: &Leaf<'_>,
        mut trace: Option<&mut Trace>,
        counts: bool,
    ) -> Result<(), Ended> {
        let model = leaf.model().map_err(|error| Ended::GaveUp(error.to_string()))?;
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
            let flow = leaf.unfold(solution, &mut |values| {
                *found += 1;
                if let Some(trace) = &mut trace {
                    trace.found(leaf.step(), &leaf.shown(values));
                }
                enough |= give(values).is_break() || limit.is_some_and(|limit| *found >= limit);
                // One solution may represent very many.
                stopped |= found.is_multiple_of(4096) && control.stopped().is_some();
                if enough || counts || stopped {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            });
            // When counting, only the first solution is unfolded.
            if counts && !enough { ControlFlow::Continue(()) } else { flow }
        });
        if counts {
            let weight = leaf.weight().map(Count::from);
            self.count(weight.map(|weight| &weight * &Count::from(solutions)));
        }
        for (name, amount) in outcome.counters.iter() {
            self.counters.add(format!("leaf {name}"), amount);
        }
        if let Some(trace) = trace {
            record_leaf(trace, leaf, &self.reform.leaf, &outcome, solutions);
        }
        match (outcome.wrong, &outcome.answer) {
            (Some(how), _) => Err(Ended::Wrong(how)),
            _ if enough => Err(Ended::Enough),
            (None, Answer::Unsupported(_)) => Err(self.refused(outcome.answer)),
            (None, _) if outcome.complete && !stopped => Ok(()),
            _ => Err(self.stopped(outcome.stopped.map(String::from))),
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

/// Records the search of a leaf in the trace.
fn record_leaf(
    trace: &mut Trace,
    leaf: &Leaf<'_>,
    engine: &Spec,
    outcome: &Outcome,
    solutions: u128,
) {
    let constraints = leaf.constraints();
    trace.at(leaf.step(), |step| {
        step.end = match solutions {
            0 => {
                StepEnd::Failed(format!("{engine} finds no solution of {constraints} constraints"))
            }
            _ => StepEnd::Leaf(format!("{engine} on {constraints} constraints")),
        };
        step.counters.add_all(&outcome.counters);
    });
}
