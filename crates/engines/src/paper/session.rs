//! The published algorithms as sessions.

use std::ops::ControlFlow;

use parallax_model::ask::{
    Answer, Clock, Control, Counters, Ended, OnCandidate, Outcome, Refusal, Session, StepEnd, Task,
    Trace,
};
use parallax_model::{Given, Model};
use parallax_reformulate::paper::{Cards, Strategy};

use super::super::TracedRun;
use super::super::trace::full;
use super::{Paper, Run, brute, leaf, search};

/// Makes a session of a published algorithm.
///
/// # Errors
/// If the model is not one of SET in the paper's form.
pub(crate) fn session(
    model: &Model,
    algorithm: Paper,
    seed: u64,
) -> Result<Box<dyn Session>, Refusal> {
    let cards = Cards::of(model).map_err(|why| Refusal::Unsupported(why.to_string()))?;
    Ok(Box::new(PaperSession { cards, algorithm, seed }))
}

struct PaperSession {
    cards: Cards,
    algorithm: Paper,
    seed: u64,
}

impl Session for PaperSession {
    fn ask(
        &mut self,
        givens: &[Given],
        task: Task,
        control: &Control,
        on_candidate: OnCandidate<'_>,
    ) -> Outcome {
        if task == Task::Optimise {
            return Outcome::without_best();
        }
        if !givens.is_empty() {
            let why = "the published algorithms take no given cards";
            return Outcome::at_once(Answer::Unsupported(why.into()));
        }
        let mut clock = Clock::start();
        let (cards, mut given) = (&self.cards, 0);
        let mut give = |set: [usize; 3]| {
            given += 1;
            let flow = clock.outside(|| on_candidate(&cards.candidate(set)));
            if task.limit().is_some_and(|limit| given >= limit) {
                ControlFlow::Break(())
            } else {
                flow
            }
        };
        let mut run = Run::new(control, &mut give);
        let mut counters = Counters::new();
        let ended = match (control.stopped(), task.limit(), self.algorithm) {
            (Some(stop), ..) => Err(Ended::Stopped(stop)),
            (_, Some(0), _) => Err(Ended::Enough),
            (_, _, Paper::Brute) => brute::run(cards, &mut run),
            (_, _, Paper::Search(order)) => search::run(cards, order, &mut run, &mut None),
            (_, _, Paper::Reform(options)) => {
                let strategy = Strategy::new(cards, options, self.seed, None, control);
                reform(strategy, cards, &mut run, &mut counters).1
            }
        };
        let found = run.found;
        let mut effort = Counters::new();
        effort.add("nodes", run.nodes);
        effort.add("checks", run.checks);
        effort.add_all(&counters);
        let ended = ended.err().unwrap_or(Ended::Exhausted);
        Outcome::enumerated(found, ended, effort, clock.elapsed())
    }
}

/// Searches the subproblems one by one; returns the trace.
fn reform(
    mut strategy: Strategy<'_>,
    cards: &Cards,
    run: &mut Run<'_>,
    counters: &mut Counters,
) -> (Option<Trace>, Result<(), Ended>) {
    let (mut leaves, mut width) = (0, 0);
    let mut ended = Ok(());
    while let Some(subproblem) = strategy.next() {
        let subproblem = match subproblem {
            Ok(subproblem) => subproblem,
            Err(stop) => {
                ended = Err(Ended::Stopped(stop));
                break;
            }
        };
        leaves += 1;
        width += subproblem.domain(0).len() as u64;
        let before = (run.nodes, run.checks);
        ended = leaf::run(cards, &subproblem, run);
        if let Some(trace) = &mut strategy.trace {
            let how = "search with forward checking";
            record_leaf(trace, cards, subproblem.step, how, run, before);
            if trace.left_out > 0 {
                ended = ended.and(Err(full(trace)));
            }
        }
        if ended.is_err() {
            break;
        }
    }
    counters.add("subproblems", strategy.branched);
    counters.add("leaves", leaves);
    counters.add("leaf cards", width);
    (strategy.trace.take(), ended)
}

/// Records in the trace the search of a leaf, with the effort beyond the nodes and checks `before`.
pub(super) fn record_leaf(
    trace: &mut Trace,
    cards: &Cards,
    leaf: usize,
    how: &str,
    run: &mut Run<'_>,
    before: (u64, u64),
) {
    let sets: Vec<_> = run.kept.iter_mut().flat_map(|kept| kept.drain(..)).collect();
    trace.at(leaf, |step| {
        step.end = if sets.is_empty() {
            StepEnd::Failed("the search found nothing".into())
        } else {
            StepEnd::Leaf(how.into())
        };
        step.counters.add("nodes", run.nodes - before.0);
        step.counters.add("checks", run.checks - before.1);
    });
    sets.iter().for_each(|&set| trace.found(leaf, &cards.candidate(set)));
}

/// Records the trace of a published algorithm; the run ends after `most` steps.
///
/// # Errors
/// Returns the errors of [`session`], and refuses an algorithm without steps.
pub(crate) fn trace(
    model: &Model,
    algorithm: Paper,
    seed: u64,
    most: usize,
    control: &Control,
) -> Result<TracedRun, Refusal> {
    let cards = Cards::of(model).map_err(|why| Refusal::Unsupported(why.to_string()))?;
    let mut give = |_| ControlFlow::Continue(());
    let mut run = Run { kept: Some(Vec::new()), ..Run::new(control, &mut give) };
    let mut counters = Counters::new();
    let mut trace = Some(Trace::with_limit(most));
    let ended = match algorithm {
        Paper::Brute => return Err(Refusal::Unsupported("three loops have no steps".into())),
        Paper::Search(order) => search::run(&cards, order, &mut run, &mut trace),
        Paper::Reform(options) => {
            let strategy = Strategy::new(&cards, options, seed, trace.take(), control);
            let (recorded, ended) = reform(strategy, &cards, &mut run, &mut counters);
            trace = recorded;
            ended
        }
    };
    counters.add("nodes", run.nodes);
    counters.add("checks", run.checks);
    Ok(TracedRun::new(trace.unwrap_or_default(), counters, ended))
}
