//! Answers a question: a first slice on one thread, then components, learning or subtrees.

use std::cell::RefCell;
use std::ops::ControlFlow;

use parallax_model::engine_api::{Control, EnumerationEnd, Session, StopReason, Task};
use parallax_model::{Model, Value};

use super::checkpoint::{CheckpointFile, Note};
use super::cutter::{TreeRemainder, WalkBudget};
use super::cutting::Cutting;
use super::rounds::MainSearch;
use super::subtree::SearchSubtree;
use super::subtree_job::{SubtreeJob, SubtreeQuestion};
use super::tally::QuestionTally;
use super::template::SearchTemplate;
use crate::SearchState;
use crate::count::{ComponentCounter, CountResult};
use crate::effort::SearchEffort;
use crate::learning::LearningOutlook;
use crate::node_counters::NodeCounters;
use crate::settings::LearningMode;
use crate::turns::{self, LazyLearner, SolutionFacts, SolutionSink};

/// The work after the first slice.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum SliceOutcome {
    /// None: the question is answered.
    Done,
    /// Subtrees were searched.
    Cut,
    /// None, although work remains.
    Unfinished,
}

/// A question in progress.
pub(super) struct ParallelQuestion<'a, 'c> {
    pub(super) model: &'a Model,
    pub(super) question: SubtreeQuestion<'a>,
    pub(super) cutting: Cutting,
    pub(super) cuts: bool,
    pub(super) threads: usize,
    pub(super) control: &'a Control,
    pub(super) notebook: Option<&'a CheckpointFile>,
    pub(super) counter: Option<&'a mut ComponentCounter>,
    /// The search that learns, if it may take part, and what receives the solutions of all.
    pub(super) learner: Option<&'a mut LazyLearner>,
    pub(super) sink: &'a RefCell<SolutionSink<'c>>,
    /// The result of counting by components.
    pub(super) counted: Option<CountResult>,
}

/// The rest of a question after a slice of it.
struct SliceRemainder {
    left: TreeRemainder,
    /// The next run of the restarts, if there are any.
    run: Option<u64>,
    /// The largest allowed cost.
    bound: i64,
    /// The steps that the last slice took.
    taken: u64,
    /// The steps that it was given.
    steps: u64,
}

impl ParallelQuestion<'_, '_> {
    /// Works on one thread first, then with all threads on the rest.
    pub(super) fn answer_question(
        &mut self,
        search: &mut SearchState,
        tally: &mut QuestionTally<'_>,
        leaves: &mut dyn FnMut(&SearchState) -> bool,
    ) -> (EnumerationEnd, SliceOutcome) {
        let mut alone = WalkBudget::of_steps(self.cutting.slice);
        // The first slice is bounded by failures, as in turns on one thread, where the user set the
        // learner's slice or learning is expected to win.
        if let Some(learner) = &self.learner
            && (search.settings.learning != LearningMode::ByTask
                || learner.learning_outlook(search) == LearningOutlook::Better)
        {
            alone.failures = learner.first_slice;
        }
        let whole = SearchSubtree::whole_tree();
        let (mut bound, mut first) = (i64::MAX, Vec::new());
        let objective = search.aim.as_ref().map(|aim| aim.objective.clone());
        // The slice bypasses `pass_candidates` because its solutions also yield the bound of the
        // rest and the first line of the notes.
        let mut pass = |values: &[Value]| {
            if let Some(objective) = &objective {
                bound = objective.convert_cost(objective.value_under(values)) - 1;
            }
            tally.found += 1;
            tally.passed = true;
            if first.is_empty() && self.notebook.is_some() {
                first = values.to_vec();
            }
            (tally.on_candidate)(values)
        };
        // A search that restarts continues from its next run, so its first slice ends where a run
        // does.
        let run = (self.question.rounds && search.restarts.has_restarts()).then_some(1);
        let wanted = SubtreeJob { subtree: &whole, budget: alone, bound: i64::MAX, run };
        let part = search.work_on(&self.question, &wanted, self.control, &mut pass);
        tally.effort.add_effort(&part.effort);
        let (found, effort) = (part.found, part.effort);
        let root = |left| Note { number: 0, found, effort, left, solution: first };
        match part.end {
            // A count within one slice still goes through the notes, which must agree with it.
            Ok(EnumerationEnd::Exhausted) if self.notebook.is_some() => {
                (self.resume_count(search, root(Vec::new()), tally), SliceOutcome::Cut)
            }
            Ok(ended) => (ended, SliceOutcome::Done),
            Err(left) if self.notebook.is_some() => {
                (self.resume_count(search, root(left.subtrees), tally), SliceOutcome::Cut)
            }
            Err(_) if leaves(search) => {
                (EnumerationEnd::GaveUp("the slice is over".into()), SliceOutcome::Unfinished)
            }
            Err(left) => {
                let run = run.map(|_| part.run);
                let taken = effort.elementary_steps();
                let rest = SliceRemainder { left, run, bound, taken, steps: self.cutting.slice };
                self.answer_rest(search, rest, tally)
            }
        }
    }

    /// Counts the rest of a question by components, learns, continues alone, or cuts the tree.
    fn answer_rest(
        &mut self,
        search: &mut SearchState,
        mut rest: SliceRemainder,
        tally: &mut QuestionTally<'_>,
    ) -> (EnumerationEnd, SliceOutcome) {
        match self.count_components(search, tally) {
            Ok(true) => return (EnumerationEnd::Exhausted, SliceOutcome::Done),
            Ok(false) => {}
            Err(stop) => return (EnumerationEnd::Stopped(stop), SliceOutcome::Done),
        }
        if let Some(ended) = self.run_learner(search, &mut rest, tally) {
            return (ended, SliceOutcome::Done);
        }
        if !self.cuts {
            rest.steps = u64::MAX;
            let gave_up = || EnumerationEnd::GaveUp("the budget is spent".into());
            let ended = self.continue_slice(search, &mut rest, tally);
            return (ended.unwrap_or_else(gave_up), SliceOutcome::Done);
        }
        let SliceRemainder { left, run, bound, .. } = rest;
        // With restarts, the search of one thread continues next to the subtrees, from the root of
        // the rest.
        let line = run.map(|run| MainSearch {
            subtree: left.root.clone(),
            guide: search.guide.clone(),
            run,
        });
        (self.process_subtrees(search, left, line, bound, tally), SliceOutcome::Cut)
    }

    /// Runs the search that learns, if it may take part: in turns with the rest of the
    /// slice; or, before the tree is cut, for one turn, which does not end if it is expected to
    /// win. Returns the end of the question, if it has ended.
    fn run_learner(
        &mut self,
        search: &mut SearchState,
        rest: &mut SliceRemainder,
        tally: &mut QuestionTally<'_>,
    ) -> Option<EnumerationEnd> {
        let learner = self.learner.take()?;
        let (SubtreeQuestion { givens, task, .. }, control) = (self.question, self.control);
        let question = turns::TurnQuestion { givens, task, control };
        let suits = learner.learning_outlook(search);
        // The steps above the first open decision hold for every solution that is still to be
        // found.
        let known =
            SolutionFacts::from_decisions(rest.left.root.steps.iter().map(|step| step.decision));
        let mut learned = SearchEffort::default();
        let ended =
            learner.lead_question(&question, &known, self.sink, &mut learned, &mut |learning| {
                loop {
                    // Before a cut, learning hands over to the subtrees only if plain search may
                    // win.
                    let turn = match suits {
                        LearningOutlook::Better if self.cuts => u64::MAX,
                        _ => turns::turn_after(rest.taken, suits),
                    };
                    if let Some(ended) = learning.take_turn(turn) {
                        return Some(ended).filter(turns::is_final);
                    }
                    // One turn before the tree is cut: the subtrees then use all threads.
                    if self.cuts {
                        return None;
                    }
                    // Where restarts help, learning restarts, so plain search no longer does,
                    // unless the user named its restarts.
                    if search.settings.restarts.is_none() {
                        rest.run = None;
                        search.guide.follow_conflicts(search.settings.last_conflict);
                    }
                    rest.steps = rest.steps.saturating_mul(2);
                    let ended = self.continue_slice(search, rest, tally);
                    if ended.is_some() {
                        return ended;
                    }
                }
            });
        tally.effort.add_effort(&learned);
        self.lower_bound(rest);
        ended
    }

    /// Lowers the bound of a rest below the cost of the best solution.
    fn lower_bound(&self, rest: &mut SliceRemainder) {
        if let Some(cost) = self.sink.borrow().best_cost() {
            rest.bound = rest.bound.min(cost.saturating_sub(1));
        }
    }

    /// Continues with the rest of the first slice as one subtree: from the root, at a run of the
    /// restarts, or from the node where it ended. Returns `None` if its steps are spent.
    fn continue_slice(
        &self,
        search: &mut SearchState,
        rest: &mut SliceRemainder,
        tally: &mut QuestionTally<'_>,
    ) -> Option<EnumerationEnd> {
        self.lower_bound(rest);
        let subtrees = &mut rest.left.subtrees;
        // With a breadth of 0, nothing is cut off: the one subtree is the whole rest below the
        // current node.
        let below = if rest.run.is_some() { None } else { subtrees.pop() };
        let subtree = below.unwrap_or_else(|| rest.left.root.clone());
        let budget = WalkBudget::of_steps(rest.steps);
        let mut pass = |values: &[Value]| tally.pass_candidates(values, values.len());
        let (run, bound) = (rest.run, rest.bound);
        let wanted = SubtreeJob { subtree: &subtree, budget, bound, run };
        // A restart would repeat the work of the slice.
        let restarts = match run {
            Some(_) => search.restarts,
            None => std::mem::take(&mut search.restarts),
        };
        let part = search.work_on(&self.question, &wanted, self.control, &mut pass);
        search.restarts = restarts;
        tally.effort.add_effort(&part.effort);
        rest.taken = part.effort.elementary_steps();
        rest.run = run.map(|_| part.run);
        match part.end {
            Ok(ended) => Some(ended),
            Err(left) => {
                rest.left = left;
                None
            }
        }
    }

    /// Counts by components, from the beginning. Returns whether that finished; if not, the search
    /// is as before.
    fn count_components(
        &mut self,
        search: &mut SearchState,
        tally: &mut QuestionTally<'_>,
    ) -> Result<bool, StopReason> {
        let Some(counter) = &mut self.counter else { return Ok(false) };
        // Counting changes weights and the state of propagators. They are put back, so that a count
        // that gives up leaves the cuts as they would have been.
        let before = SearchTemplate::from_search(search);
        search.work = NodeCounters::from_store(&search.store);
        let givens = self.question.givens;
        let counted = counter.count_assignments(search, self.model, givens, true, self.control);
        tally.effort.add_effort(&SearchEffort::from_search(search));
        let counted = counted?;
        // A count must come with one solution for the judge to check.
        if tally.found == 0 && counted.number.as_ref().is_some_and(|number| !number.is_zero()) {
            self.find_one(search, tally)?;
        }
        before.restore_state(search, &before.guide);
        Ok(self.counted.insert(counted).number.is_some())
    }

    /// Finds one solution, which is known to exist, and passes it on.
    fn find_one(
        &self,
        search: &mut SearchState,
        tally: &mut QuestionTally<'_>,
    ) -> Result<(), StopReason> {
        let mut one = Vec::new();
        let mut take = |values: &[Value]| {
            one = values.to_vec();
            ControlFlow::Break(())
        };
        search.ask(self.question.givens, Task::First, self.control, &mut take);
        tally.effort.add_effort(&SearchEffort::from_search(search));
        if one.is_empty()
            && let Some(stop) = self.control.stop_reason()
        {
            return Err(stop);
        }
        // It is the last candidate, so a break has no effect.
        let _ = tally.pass_candidates(&one, one.len());
        Ok(())
    }
}
