//! Solves the leaves of a reformulation one after the other.

use std::ops::ControlFlow;

use parallax_model::engine_api::{
    Answer, CandidateCallback, Control, EffortCounters, Engine, EnumerationEnd, QuestionOutcome,
    SolutionCount, SolverTrace, StepEnd, Task,
};
use parallax_reformulate::general::{DecompositionLeaf, DecompositionStrategy};

use super::super::Spec;
use super::super::trace::full_trace;
use super::Reform;

/// The state while leaves are solved.
pub(super) struct LeafSolver<'a> {
    reform: &'a Reform,
    seed: u64,
    task: Task,
    control: &'a Control,
    give: CandidateCallback<'a>,
    pub(super) found: u64,
    /// For counting: the number of solutions of the leaves that the strategy did not count as
    /// boxes; `None` if it exceeds 128 bits.
    pub(super) counted: Option<SolutionCount>,
    pub(super) unsupported: Option<String>,
    pub(super) counters: EffortCounters,
}

impl<'a> LeafSolver<'a> {
    pub(super) fn new(
        reform: &'a Reform,
        seed: u64,
        task: Task,
        control: &'a Control,
        give: CandidateCallback<'a>,
    ) -> Self {
        let (found, counted) = (0, Some(SolutionCount::zero()));
        let counters = EffortCounters::new();
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
    pub(super) fn solve_leaves(
        &mut self,
        strategy: &mut DecompositionStrategy<'_>,
    ) -> Result<(), EnumerationEnd> {
        while let Some(leaf) = strategy.next() {
            let leaf = leaf.map_err(EnumerationEnd::Stopped)?;
            self.solve_leaf(&leaf, strategy.trace())?;
            if let Some(trace) = strategy.trace().filter(|trace| trace.left_out > 0) {
                return Err(full_trace(trace));
            }
            strategy.recycle_leaf(leaf);
            if self.task == Task::Count && self.found > 0 {
                // Once the judge has a solution, the strategy may count boxes instead of returning
                // them as leaves.
                strategy.count_boxes();
            }
        }
        Ok(())
    }

    fn solve_leaf(
        &mut self,
        leaf: &DecompositionLeaf<'_>,
        mut trace: Option<&mut SolverTrace>,
    ) -> Result<(), EnumerationEnd> {
        let counts = self.task == Task::Count && trace.is_none();
        if !leaf.is_box() {
            return self.ask_leaf_engine(leaf, trace, counts);
        }
        if counts && self.found > 0 {
            self.add_count(leaf.solution_count().map(SolutionCount::from));
            return Ok(());
        }
        if let Some(trace) = &mut trace {
            trace.change_step(leaf.trace_step(), |step| {
                step.end = StepEnd::Leaf("a box: every choice".into());
            });
        }
        let enough = if counts { Some(1) } else { self.task.solution_limit() };
        let (found, give) = (&mut self.found, &mut self.give);
        let mut ended = None;
        let flow = leaf.each_solution(&mut |values| {
            *found += 1;
            if let Some(trace) = &mut trace {
                trace.record_solution(leaf.trace_step(), &leaf.shown_values(values));
            }
            if give(values).is_break() || enough.is_some_and(|enough| *found >= enough) {
                ended = Some(EnumerationEnd::Enough);
            } else if found.is_multiple_of(4096) {
                ended = self.control.stop_reason().map(EnumerationEnd::Stopped);
            }
            match ended {
                Some(_) => ControlFlow::Break(()),
                None => ControlFlow::Continue(()),
            }
        });
        match (flow, ended) {
            (ControlFlow::Break(()), Some(EnumerationEnd::Enough)) if counts => {
                self.add_count(leaf.solution_count().map(SolutionCount::from));
                Ok(())
            }
            (ControlFlow::Break(()), ended) => Err(ended.unwrap_or(EnumerationEnd::Enough)),
            (ControlFlow::Continue(()), _) => Ok(()),
        }
    }

    fn add_count(&mut self, more: Option<SolutionCount>) {
        self.counted = self.counted.take().and_then(|counted| Some(counted + more?));
    }

    /// Solves a leaf with the engine for leaves.
    fn ask_leaf_engine(
        &mut self,
        leaf: &DecompositionLeaf<'_>,
        mut trace: Option<&mut SolverTrace>,
        counts: bool,
    ) -> Result<(), EnumerationEnd> {
        let model = leaf.leaf_model().map_err(|error| EnumerationEnd::GaveUp(error.to_string()))?;
        let prepared = self.reform.leaf.prepare(&model, self.seed, self.control);
        let mut session = match prepared {
            Ok(session) => session,
            Err(refusal) => return Err(self.refused_leaf(refusal.into())),
        };
        let task = match (self.task, self.task.solution_limit()) {
            // A solution of the leaf represents at least one of the model, so more are not needed.
            (_, Some(limit)) => Task::Limit(limit.saturating_sub(self.found)),
            _ => Task::All,
        };
        let limit = self.task.solution_limit();
        let (found, give) = (&mut self.found, &mut self.give);
        let (mut solutions, mut enough, mut stopped) = (0u128, false, false);
        let control = self.control;
        let outcome = session.ask(&[], task, self.control, &mut |solution| {
            solutions += 1;
            if counts && *found > 0 {
                return ControlFlow::Continue(());
            }
            let flow = leaf.unfold_solution(solution, &mut |values| {
                *found += 1;
                if let Some(trace) = &mut trace {
                    trace.record_solution(leaf.trace_step(), &leaf.shown_values(values));
                }
                enough |= give(values).is_break() || limit.is_some_and(|limit| *found >= limit);
                // One solution may represent very many.
                stopped |= found.is_multiple_of(4096) && control.stop_reason().is_some();
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
            // Each solution of the leaf represents the same number of solutions of the model.
            let weight = leaf.solution_weight().map(SolutionCount::from);
            self.add_count(weight.map(|weight| &weight * &SolutionCount::from(solutions)));
        }
        for (name, amount) in outcome.counters.iter() {
            self.counters.add_amount(format!("leaf {name}"), amount);
        }
        if let Some(trace) = trace {
            record_leaf(trace, leaf, &self.reform.leaf, &outcome, solutions);
        }
        match (outcome.wrong, &outcome.answer) {
            (Some(how), _) => Err(EnumerationEnd::Wrong(how)),
            _ if enough => Err(EnumerationEnd::Enough),
            (None, Answer::Unsupported(_)) => Err(self.refused_leaf(outcome.answer)),
            (None, _) if outcome.complete && !stopped => Ok(()),
            _ => Err(self.stopped_leaf(outcome.stopped.map(String::from))),
        }
    }

    fn refused_leaf(&mut self, answer: Answer) -> EnumerationEnd {
        let why = answer.unknown_reason().unwrap_or_default().to_owned();
        if let Answer::Unsupported(_) = answer {
            self.unsupported = Some(format!("{}: {why}", self.reform.leaf));
        }
        self.stopped_leaf(Some(why))
    }

    fn stopped_leaf(&self, why: Option<String>) -> EnumerationEnd {
        match self.control.stop_reason() {
            Some(stop) => EnumerationEnd::Stopped(stop),
            None => EnumerationEnd::GaveUp(format!(
                "{}: {}",
                self.reform.leaf,
                why.unwrap_or_else(|| "it did not finish".into())
            )),
        }
    }
}

/// Records the search of a leaf in the trace.
fn record_leaf(
    trace: &mut SolverTrace,
    leaf: &DecompositionLeaf<'_>,
    engine: &Spec,
    outcome: &QuestionOutcome,
    solutions: u128,
) {
    let constraints = leaf.constraint_count();
    trace.change_step(leaf.trace_step(), |step| {
        step.end = match solutions {
            0 => {
                StepEnd::Failed(format!("{engine} finds no solution of {constraints} constraints"))
            }
            _ => StepEnd::Leaf(format!("{engine} on {constraints} constraints")),
        };
        step.counters.add_all(&outcome.counters);
    });
}
