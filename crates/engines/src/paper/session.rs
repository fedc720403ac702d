//! The published algorithms as sessions.

use std::ops::ControlFlow;

use parallax_model::engine_api::{
    Answer, CandidateCallback, Control, EffortCounters, EnumerationEnd, PreparationError,
    QuestionClock, QuestionOutcome, Session, SolverTrace, StepEnd, Task,
};
use parallax_model::{Given, Model};
use parallax_reformulate::paper::{CardModel, PaperStrategy};

use super::super::TracedRun;
use super::super::trace::full_trace;
use super::{Paper, PaperRun, brute, leaf, search};

/// Makes a session of a published algorithm.
///
/// # Errors
/// If the model is not one of SET in the paper's form.
pub(crate) fn paper_session(
    model: &Model,
    algorithm: Paper,
    seed: u64,
) -> Result<Box<dyn Session>, PreparationError> {
    let cards = CardModel::from_model(model)
        .map_err(|why| PreparationError::Unsupported(why.to_string()))?;
    Ok(Box::new(PaperSession { cards, algorithm, seed }))
}

struct PaperSession {
    cards: CardModel,
    algorithm: Paper,
    seed: u64,
}

impl Session for PaperSession {
    fn ask(
        &mut self,
        givens: &[Given],
        task: Task,
        control: &Control,
        on_candidate: CandidateCallback<'_>,
    ) -> QuestionOutcome {
        if task == Task::Optimise {
            return QuestionOutcome::without_best();
        }
        if !givens.is_empty() {
            let why = "the published algorithms take no given cards";
            return QuestionOutcome::at_once(Answer::Unsupported(why.into()));
        }
        let mut clock = QuestionClock::start_clock();
        let (cards, mut given) = (&self.cards, 0);
        let mut give = |set: [usize; 3]| {
            given += 1;
            let flow = clock.run_outside(|| on_candidate(&cards.candidate_values(set)));
            if task.solution_limit().is_some_and(|limit| given >= limit) {
                ControlFlow::Break(())
            } else {
                flow
            }
        };
        let mut run = PaperRun::new(control, &mut give);
        let mut counters = EffortCounters::new();
        let ended = match (control.stop_reason(), task.solution_limit(), self.algorithm) {
            (Some(stop), ..) => Err(EnumerationEnd::Stopped(stop)),
            (_, Some(0), _) => Err(EnumerationEnd::Enough),
            (_, _, Paper::Brute) => brute::run_brute_force(cards, &mut run),
            (_, _, Paper::Search(order)) => search::run_search(cards, order, &mut run, &mut None),
            (_, _, Paper::Reform(options)) => {
                let strategy = PaperStrategy::new(cards, options, self.seed, None, control);
                search_subproblems(strategy, cards, &mut run, &mut counters).1
            }
        };
        let found = run.found;
        let mut effort = EffortCounters::new();
        effort.add_amount("nodes", run.nodes);
        effort.add_amount("checks", run.checks);
        effort.add_all(&counters);
        let ended = ended.err().unwrap_or(EnumerationEnd::Exhausted);
        QuestionOutcome::from_enumeration(found, ended, effort, clock.elapsed_time())
    }
}

/// Searches the subproblems one by one; returns the trace.
fn search_subproblems(
    mut strategy: PaperStrategy<'_>,
    cards: &CardModel,
    run: &mut PaperRun<'_>,
    counters: &mut EffortCounters,
) -> (Option<SolverTrace>, Result<(), EnumerationEnd>) {
    let (mut leaves, mut width) = (0, 0);
    let mut ended = Ok(());
    while let Some(subproblem) = strategy.next() {
        let subproblem = match subproblem {
            Ok(subproblem) => subproblem,
            Err(stop) => {
                ended = Err(EnumerationEnd::Stopped(stop));
                break;
            }
        };
        leaves += 1;
        width += subproblem.variable_domain(0).len() as u64;
        let before = (run.nodes, run.checks);
        ended = leaf::solve_subproblem(cards, &subproblem, run);
        if let Some(trace) = &mut strategy.trace {
            let how = "search with forward checking";
            record_leaf(trace, cards, subproblem.step, how, run, before);
            if trace.left_out > 0 {
                // A full trace ends a run that would otherwise continue.
                ended = ended.and(Err(full_trace(trace)));
            }
        }
        if ended.is_err() {
            break;
        }
    }
    counters.add_amount("subproblems", strategy.branched);
    counters.add_amount("leaves", leaves);
    counters.add_amount("leaf cards", width);
    (strategy.trace.take(), ended)
}

/// Records in the trace the search of a leaf, with the effort beyond the nodes and checks `before`.
pub(super) fn record_leaf(
    trace: &mut SolverTrace,
    cards: &CardModel,
    leaf: usize,
    how: &str,
    run: &mut PaperRun<'_>,
    before: (u64, u64),
) {
    let sets: Vec<_> = run.kept.iter_mut().flat_map(|kept| kept.drain(..)).collect();
    trace.change_step(leaf, |step| {
        step.end = if sets.is_empty() {
            StepEnd::Failed("the search found nothing".into())
        } else {
            StepEnd::Leaf(how.into())
        };
        step.counters.add_amount("nodes", run.nodes - before.0);
        step.counters.add_amount("checks", run.checks - before.1);
    });
    sets.iter().for_each(|&set| trace.record_solution(leaf, &cards.candidate_values(set)));
}

/// Records the trace of a published algorithm; the run ends after `max_steps` steps.
///
/// # Errors
/// Returns the errors of [`paper_session`], and refuses an algorithm without steps.
pub(crate) fn trace_algorithm(
    model: &Model,
    algorithm: Paper,
    seed: u64,
    max_steps: usize,
    control: &Control,
) -> Result<TracedRun, PreparationError> {
    let cards = CardModel::from_model(model)
        .map_err(|why| PreparationError::Unsupported(why.to_string()))?;
    let mut give = |_| ControlFlow::Continue(());
    let mut run = PaperRun { kept: Some(Vec::new()), ..PaperRun::new(control, &mut give) };
    let mut counters = EffortCounters::new();
    let mut trace = Some(SolverTrace::with_limit(max_steps));
    let ended = match algorithm {
        Paper::Brute => {
            return Err(PreparationError::Unsupported("three loops have no steps".into()));
        }
        Paper::Search(order) => search::run_search(&cards, order, &mut run, &mut trace),
        Paper::Reform(options) => {
            let strategy = PaperStrategy::new(&cards, options, seed, trace.take(), control);
            let (recorded, ended) = search_subproblems(strategy, &cards, &mut run, &mut counters);
            trace = recorded;
            ended
        }
    };
    counters.add_amount("nodes", run.nodes);
    counters.add_amount("checks", run.checks);
    Ok(TracedRun::new(trace.unwrap_or_default(), counters, ended))
}
