//! The schedule of turns, and the question that both searches answer.

use std::cell::RefCell;

use parallax_model::ask::{Clock, Control, Ended, OnCandidate, Outcome, Task};
use parallax_model::{Given, Value};
use parallax_propagation::store::Conflict;

use super::known::Known;
use super::learner::LazyLearner;
use super::sink::Sink;
use crate::Search;
use crate::effort::SearchEffort;
use crate::learning::Suits;
use crate::tree::Tree;

/// The elementary steps of plain search in about the time of one of a search that learns.
const STEPS_PER_STEP: u64 = 3;

/// Where learning is expected to win, how many times as long its turns are.
const SHARE_IF_BETTER: u64 = 20;

/// Minimum number of steps of a turn.
const LEAST_TURN: u64 = 1000;

/// Maximum number of solutions of a task for few.
const FEW: u64 = 10;

/// Whether a task ends with few solutions, or the best one.
pub(crate) fn is_for_few(task: Task) -> bool {
    task == Task::Optimise || task.limit().is_some_and(|limit| limit <= FEW)
}

/// A question to several searches.
#[derive(Clone, Copy)]
pub(crate) struct Question<'q> {
    pub(crate) givens: &'q [Given],
    pub(crate) task: Task,
    pub(crate) control: &'q Control,
}

/// Returns the steps of a turn of the search that learns after this number of steps of plain search.
pub(crate) fn turn_after(steps: u64, suits: Suits) -> u64 {
    let share = match suits {
        Suits::Better => SHARE_IF_BETTER,
        Suits::Unknown => 1,
    };
    (steps / STEPS_PER_STEP).saturating_mul(share).max(LEAST_TURN)
}

/// Whether a search has ended the question; it has not if it gave up on its own, as one that learns
/// does when its nogoods do not fit.
pub(crate) fn is_final(ended: &Ended) -> bool {
    !matches!(ended, Ended::GaveUp(_))
}

/// Undoes all levels of a search, and the bound on its objective.
pub(crate) fn undo_all(search: &mut Search) {
    while search.store.depth() > 0 {
        search.store.undo_level();
    }
    if let Some(aim) = &search.aim {
        aim.bound.set(i64::MAX);
    }
}

/// Answers a question by plain search and, after its first slice, a search that learns.
pub(crate) fn ask(
    plain: &mut Search,
    learner: &mut LazyLearner,
    question: &Question<'_>,
    on_candidate: OnCandidate<'_>,
) -> Outcome {
    let sink = Sink::new(learner.model(), question.task, Clock::start(), on_candidate);
    let sink = RefCell::new(sink);
    plain.begin(question.task, question.control);
    plain.store.open_level();
    let mut turns = Turns { learner, question, sink: &sink, learned: SearchEffort::default() };
    let ended = match plain.fix_givens(question.givens) {
        Err(Conflict) => Ended::Exhausted,
        Ok(()) => turns.walk(plain),
    };
    let mut effort = SearchEffort::of(plain);
    effort.add(&turns.learned);
    undo_all(plain);
    let restarts = plain.restarts.happen() || effort.work.restarts > 0;
    let counters = effort.counters(&plain.settings, restarts);
    let sink = sink.into_inner();
    match question.task {
        Task::Optimise => Outcome::optimised(sink.best(), ended, counters, sink.elapsed()),
        _ => Outcome::enumerated(sink.found, ended, counters, sink.elapsed()),
    }
}

/// A question in progress.
struct Turns<'t, 'c> {
    pub(super) learner: &'t mut LazyLearner,
    pub(super) question: &'t Question<'t>,
    pub(super) sink: &'t RefCell<Sink<'c>>,
    /// The effort of the search that learns.
    learned: SearchEffort,
}

impl Turns<'_, '_> {
    /// Walks through the tree of a plain search, whose givens are fixed, and then in turns.
    pub(super) fn walk(&mut self, plain: &mut Search) -> Ended {
        let Turns { learner, question, sink, learned } = self;
        let mut pass = |values: &[Value]| sink.borrow_mut().pass(values);
        let aim = plain.aim_of(question.task);
        let mut tree = Tree::new(plain, question.task, aim, question.control, &mut pass);
        let mut found = 0;
        let mut slice = learner.first_slice;
        tree.pause_for(slice);
        if let Some(ended) = tree.walk(&mut found, true) {
            return ended;
        }
        let suits = learner.suits(tree.search);
        let known = if tree.is_at_root() {
            Known::of(tree.search, learner.model().variables().len())
        } else {
            Known::default()
        };
        let mut steps = SearchEffort::of(tree.search).steps();
        let mut plain_turn = |failures: u64, learns: bool| {
            // Named restarts hold.
            if learns && tree.search.settings.restarts.is_none() {
                tree.restart_no_more();
            }
            if let Some(cost) = sink.borrow().cost() {
                tree.improve_on(cost);
            }
            let before = SearchEffort::of(tree.search).steps();
            tree.pause_for(failures);
            let ended = tree.walk(&mut found, true);
            (ended, SearchEffort::of(tree.search).steps() - before)
        };
        let ended = learner.with(question, &known, sink, learned, &mut |learning| {
            loop {
                let ended = learning.turn(turn_after(steps, suits));
                if let Some(ended) = ended {
                    return Some(ended).filter(is_final);
                }
                slice = slice.saturating_mul(2);
                let ended;
                (ended, steps) = plain_turn(slice, true);
                if ended.is_some() {
                    return ended;
                }
            }
        });
        ended.or_else(|| plain_turn(u64::MAX, false).0).unwrap_or(Ended::Enough)
    }
}
