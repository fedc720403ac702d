//! The schedule of turns, and the question that both searches answer.

use std::cell::RefCell;

use parallax_model::engine_api::{
    CandidateCallback, Control, EnumerationEnd, QuestionClock, QuestionOutcome, Task,
};
use parallax_model::{Given, Value};
use parallax_propagation::store::PropagationConflict;

use super::learner::LazyLearner;
use super::sink::SolutionSink;
use super::solution_facts::SolutionFacts;
use crate::SearchState;
use crate::effort::SearchEffort;
use crate::learning::LearningOutlook;
use crate::tree::SearchTree;

/// The elementary steps of plain search that take about the time of one step of learning.
const STEPS_PER_STEP: u64 = 3;

/// The factor on the length of learning's turns where it is expected to win.
const SHARE_IF_BETTER: u64 = 20;

/// Minimum number of steps of a turn.
const MIN_TURN_STEPS: u64 = 1000;

/// Maximum number of solutions of a task for few.
const MAX_FEW_SOLUTIONS: u64 = 10;

/// Whether a task ends with few solutions, or the best one.
pub(crate) fn is_for_few(task: Task) -> bool {
    task == Task::Optimise || task.solution_limit().is_some_and(|limit| limit <= MAX_FEW_SOLUTIONS)
}

/// A question to several searches.
#[derive(Clone, Copy)]
pub(crate) struct TurnQuestion<'q> {
    pub(crate) givens: &'q [Given],
    pub(crate) task: Task,
    pub(crate) control: &'q Control,
}

/// Returns the steps of a turn of the search that learns after this number of steps of plain
/// search.
pub(crate) fn turn_after(steps: u64, suits: LearningOutlook) -> u64 {
    let share = match suits {
        LearningOutlook::Better => SHARE_IF_BETTER,
        LearningOutlook::Unknown => 1,
    };
    (steps / STEPS_PER_STEP).saturating_mul(share).max(MIN_TURN_STEPS)
}

/// Whether a search has ended the question; it has not if it gave up on its own, as one that learns
/// does when its nogoods do not fit.
pub(crate) fn is_final(ended: &EnumerationEnd) -> bool {
    !matches!(ended, EnumerationEnd::GaveUp(_))
}

/// Undoes all levels of a search, and the bound on its objective.
pub(crate) fn undo_all(search: &mut SearchState) {
    while search.store.depth() > 0 {
        search.store.undo_level();
    }
    if let Some(aim) = &search.aim {
        aim.bound.set_cost(i64::MAX);
    }
}

/// Answers a question by plain search and, after its first slice, a search that learns.
pub(crate) fn answer_question(
    plain: &mut SearchState,
    learner: &mut LazyLearner,
    question: &TurnQuestion<'_>,
    on_candidate: CandidateCallback<'_>,
) -> QuestionOutcome {
    let sink = SolutionSink::new(
        learner.model(),
        question.task,
        QuestionClock::start_clock(),
        on_candidate,
    );
    let sink = RefCell::new(sink);
    plain.begin_question(question.task, question.control);
    plain.store.open_level();
    let mut turns =
        SearchTurns { learner, question, sink: &sink, learned: SearchEffort::default() };
    let ended = match plain.fix_givens(question.givens) {
        Err(PropagationConflict) => EnumerationEnd::Exhausted,
        Ok(()) => turns.take_turns(plain),
    };
    let mut effort = SearchEffort::from_search(plain);
    // The counters of both searches are one sum: to the user it is one engine.
    effort.add_effort(&turns.learned);
    undo_all(plain);
    // Learning restarts even if plain search does not, and then its restarts are reported.
    let restarts = plain.restarts.has_restarts() || effort.work.restarts > 0;
    let counters = effort.named_counters(&plain.settings, restarts);
    let sink = sink.into_inner();
    match question.task {
        Task::Optimise => QuestionOutcome::from_optimisation(
            sink.best_value(),
            ended,
            counters,
            sink.elapsed_time(),
        ),
        _ => QuestionOutcome::from_enumeration(sink.found, ended, counters, sink.elapsed_time()),
    }
}

/// A question in progress.
struct SearchTurns<'t, 'c> {
    pub(super) learner: &'t mut LazyLearner,
    pub(super) question: &'t TurnQuestion<'t>,
    pub(super) sink: &'t RefCell<SolutionSink<'c>>,
    /// The effort of the search that learns.
    learned: SearchEffort,
}

impl SearchTurns<'_, '_> {
    /// Walks through the tree of a plain search, whose givens are fixed, and then in turns.
    pub(super) fn take_turns(&mut self, plain: &mut SearchState) -> EnumerationEnd {
        let SearchTurns { learner, question, sink, learned } = self;
        let mut pass = |values: &[Value]| sink.borrow_mut().pass_solution(values);
        let aim = plain.aim_of(question.task);
        let mut tree = SearchTree::new(plain, question.task, aim, question.control, &mut pass);
        let mut found = 0;
        let mut slice = learner.first_slice;
        // The first slice is exactly plain search; most questions end in it, before the learner is
        // built.
        tree.pause_for(slice);
        if let Some(ended) = tree.walk_tree(&mut found, true) {
            return ended;
        }
        let suits = learner.learning_outlook(tree.search);
        // A slice that restarts pauses right after a restart, with all decisions undone. A named
        // schedule without restarts may pause anywhere, and its domains then hold on one branch
        // only.
        let known = if tree.is_at_root() {
            SolutionFacts::from_search(tree.search, learner.model().variables().len())
        } else {
            SolutionFacts::default()
        };
        // The length of each turn of learning is that of the plain turn before it, measured in
        // steps.
        let mut steps = SearchEffort::from_search(tree.search).elementary_steps();
        let mut plain_turn = |failures: u64, learns: bool| {
            // Learning restarts from here on, so plain search no longer does, unless the user named
            // its restarts.
            if learns && tree.search.settings.restarts.is_none() {
                tree.restart_no_more();
            }
            if let Some(cost) = sink.borrow().best_cost() {
                tree.improve_on(cost);
            }
            let before = SearchEffort::from_search(tree.search).elementary_steps();
            tree.pause_for(failures);
            let ended = tree.walk_tree(&mut found, true);
            (ended, SearchEffort::from_search(tree.search).elementary_steps() - before)
        };
        // The closure runs inside the learner's question: its tree borrows the learner's search,
        // and keeps its nogoods and decisions from turn to turn.
        let ended = learner.lead_question(question, &known, sink, learned, &mut |learning| {
            loop {
                let ended = learning.take_turn(turn_after(steps, suits));
                if let Some(ended) = ended {
                    // A learner that gave up leaves the question to plain search.
                    return Some(ended).filter(is_final);
                }
                // Turns double, so the time of the other search stays within a constant factor of
                // the time that the better one needs.
                slice = slice.saturating_mul(2);
                let ended;
                (ended, steps) = plain_turn(slice, true);
                if ended.is_some() {
                    return ended;
                }
            }
        });
        // Without a learner, plain search continues to the end, still with its own restarts.
        ended.or_else(|| plain_turn(u64::MAX, false).0).unwrap_or(EnumerationEnd::Enough)
    }
}
