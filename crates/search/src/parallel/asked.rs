//! Works on a question: a first slice on one thread, then what suits the rest.

use std::cell::RefCell;
use std::ops::ControlFlow;

use parallax_model::ask::{Control, Ended, Session, Stop, Task};
use parallax_model::{Model, Value};

use super::checkpoint::{Checkpoint, Note};
use super::cutter::{Budget, Remainder};
use super::cutting::Cutting;
use super::part::{Question, SubtreeJob};
use super::rounds::MainSearch;
use super::subtree::Subtree;
use super::tally::Tally;
use super::template::Template;
use crate::Search;
use crate::count::{Counted, Counter};
use crate::effort::SearchEffort;
use crate::learning::Suits;
use crate::node_counters::NodeCounters;
use crate::settings::Learning;
use crate::turns::{self, Known, LazyLearner, Sink};

/// The work after the first slice.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Then {
    /// None: the question is answered.
    Done,
    /// Subtrees were searched.
    Cut,
    /// None, although work remains.
    Left,
}

/// A question in progress.
pub(super) struct Asked<'a, 'c> {
    pub(super) model: &'a Model,
    pub(super) question: Question<'a>,
    pub(super) cutting: Cutting,
    pub(super) cuts: bool,
    pub(super) threads: usize,
    pub(super) control: &'a Control,
    pub(super) notebook: Option<&'a Checkpoint>,
    pub(super) counter: Option<&'a mut Counter>,
    /// The search that learns, if it may take part, and what receives the solutions of all.
    pub(super) learner: Option<&'a mut LazyLearner>,
    pub(super) sink: &'a RefCell<Sink<'c>>,
    /// The result of counting by components.
    pub(super) counted: Option<Counted>,
}

/// The rest of a question after a slice of it.
struct Rest {
    left: Remainder,
    /// The next run of the restarts, if there are any.
    run: Option<u64>,
    /// The largest allowed cost.
    bound: i64,
    /// The steps that the last slice took.
    taken: u64,
    /// The steps that it was given.
    steps: u64,
}

impl Asked<'_, '_> {
    /// Works on one thread first, then with all threads on the rest.
    pub(super) fn run(
        &mut self,
        search: &mut Search,
        tally: &mut Tally<'_>,
        leaves: &mut dyn FnMut(&Search) -> bool,
    ) -> (Ended, Then) {
        let mut alone = Budget::of_steps(self.cutting.slice);
        if let Some(learner) = &self.learner
            && (search.settings.learning != Learning::ByTask
                || learner.suits(search) == Suits::Better)
        {
            alone.failures = learner.first_slice;
        }
        let whole = Subtree::whole();
        let (mut bound, mut first) = (i64::MAX, Vec::new());
        let objective = search.aim.as_ref().map(|aim| aim.objective.clone());
        let mut pass = |values: &[Value]| {
            if let Some(objective) = &objective {
                bound = objective.signed(objective.value(values)) - 1;
            }
            tally.found += 1;
            tally.passed = true;
            if first.is_empty() && self.notebook.is_some() {
                first = values.to_vec();
            }
            (tally.on_candidate)(values)
        };
        // For one solution or the best, the first slice ends at a restart, if there are any.
        let run = (self.question.rounds && search.restarts.happen()).then_some(1);
        let wanted = SubtreeJob { subtree: &whole, budget: alone, bound: i64::MAX, run };
        let part = search.work_on(&self.question, &wanted, self.control, &mut pass);
        tally.effort.add(&part.effort);
        let (found, effort) = (part.found, part.effort);
        let root = |left| Note { number: 0, found, effort, left, solution: first };
        match part.end {
            Ok(Ended::Exhausted) if self.notebook.is_some() => {
                (self.note(search, root(Vec::new()), tally), Then::Cut)
            }
            Ok(ended) => (ended, Then::Done),
            Err(left) if self.notebook.is_some() => {
                (self.note(search, root(left.subtrees), tally), Then::Cut)
            }
            Err(_) if leaves(search) => (Ended::GaveUp("the slice is over".into()), Then::Left),
            Err(left) => {
                match self.components(search, tally) {
                    Ok(true) => return (Ended::Exhausted, Then::Done),
                    Ok(false) => {}
                    Err(stop) => return (Ended::Stopped(stop), Then::Done),
                }
                let run = run.map(|_| part.run);
                let taken = effort.steps();
                let mut rest = Rest { left, run, bound, taken, steps: self.cutting.slice };
                if let Some(ended) = self.learn(search, &mut rest, tally) {
                    return (ended, Then::Done);
                }
                if !self.cuts {
                    rest.steps = u64::MAX;
                    let gave_up = || Ended::GaveUp("the budget is spent".into());
                    let ended = self.go_on(search, &mut rest, tally);
                    return (ended.unwrap_or_else(gave_up), Then::Done);
                }
                let Rest { left, run, bound, .. } = rest;
                let line = run.map(|run| MainSearch {
                    subtree: left.root.clone(),
                    guide: search.guide.clone(),
                    run,
                });
                (self.cut(search, left, line, bound, tally), Then::Cut)
            }
        }
    }

    /// Has the search that learns continue, if it may take part: in turns with the rest of the
    /// slice; or, before the tree is cut, for one turn, which does not end if it is expected to win.
    /// Returns the end of the question, if it has ended.
    fn learn(
        &mut self,
        search: &mut Search,
        rest: &mut Rest,
        tally: &mut Tally<'_>,
    ) -> Option<Ended> {
        let learner = self.learner.take()?;
        let (Question { givens, task, .. }, control) = (self.question, self.control);
        let question = turns::Question { givens, task, control };
        let suits = learner.suits(search);
        let known = Known::from_decisions(rest.left.root.steps.iter().map(|step| step.decision));
        let mut learned = SearchEffort::default();
        let ended = learner.with(&question, &known, self.sink, &mut learned, &mut |learning| {
            loop {
                // With several threads, plain search has turns of its own only if it may win.
                let turn = match suits {
                    Suits::Better if self.cuts => u64::MAX,
                    _ => turns::turn_after(rest.taken, suits),
                };
                if let Some(ended) = learning.turn(turn) {
                    return Some(ended).filter(turns::is_final);
                }
                if self.cuts {
                    return None;
                }
                // Where restarts help, learning restarts. Named ones hold.
                if search.settings.restarts.is_none() {
                    rest.run = None;
                    search.guide.follow_conflicts(search.settings.last_conflict);
                }
                rest.steps = rest.steps.saturating_mul(2);
                let ended = self.go_on(search, rest, tally);
                if ended.is_some() {
                    return ended;
                }
            }
        });
        tally.effort.add(&learned);
        self.improve(rest);
        ended
    }

    /// Lowers the bound of a rest below the cost of the best solution.
    fn improve(&self, rest: &mut Rest) {
        if let Some(cost) = self.sink.borrow().cost() {
            rest.bound = rest.bound.min(cost.saturating_sub(1));
        }
    }

    /// Continues with the rest of the first slice as one subtree: from the root, at a run of the
    /// restarts, or from the node where it ended. Returns `None` if its steps are spent.
    fn go_on(&self, search: &mut Search, rest: &mut Rest, tally: &mut Tally<'_>) -> Option<Ended> {
        self.improve(rest);
        let subtrees = &mut rest.left.subtrees;
        let below = if rest.run.is_some() { None } else { subtrees.pop() };
        let subtree = below.unwrap_or_else(|| rest.left.root.clone());
        let budget = Budget::of_steps(rest.steps);
        let mut pass = |values: &[Value]| tally.pass(values, values.len());
        let (run, bound) = (rest.run, rest.bound);
        let wanted = SubtreeJob { subtree: &subtree, budget, bound, run };
        // A restart would repeat the work of the slice.
        let restarts = match run {
            Some(_) => search.restarts,
            None => std::mem::take(&mut search.restarts),
        };
        let part = search.work_on(&self.question, &wanted, self.control, &mut pass);
        search.restarts = restarts;
        tally.effort.add(&part.effort);
        rest.taken = part.effort.steps();
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
    fn components(&mut self, search: &mut Search, tally: &mut Tally<'_>) -> Result<bool, Stop> {
        let Some(counter) = &mut self.counter else { return Ok(false) };
        let before = Template::of(search);
        search.work = NodeCounters::since(&search.store);
        let givens = self.question.givens;
        let counted = counter.count(search, self.model, givens, true, self.control);
        tally.effort.add(&SearchEffort::of(search));
        let counted = counted?;
        if tally.found == 0 && counted.number.as_ref().is_some_and(|number| !number.is_zero()) {
            self.find_one(search, tally)?;
        }
        before.restore(search, &before.guide);
        Ok(self.counted.insert(counted).number.is_some())
    }

    /// Finds one solution, which is known to exist, and passes it on.
    fn find_one(&self, search: &mut Search, tally: &mut Tally<'_>) -> Result<(), Stop> {
        let mut one = Vec::new();
        let mut take = |values: &[Value]| {
            one = values.to_vec();
            ControlFlow::Break(())
        };
        search.ask(self.question.givens, Task::First, self.control, &mut take);
        tally.effort.add(&SearchEffort::of(search));
        if one.is_empty()
            && let Some(stop) = self.control.stopped()
        {
            return Err(stop);
        }
        // It is the last candidate, so a break has no effect.
        let _ = tally.pass(&one, one.len());
        Ok(())
    }
}
