//! Works on a question: a first slice on one thread, then what suits the rest.

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
use crate::node_counters::NodeCounters;

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
pub(super) struct Asked<'a> {
    pub(super) model: &'a Model,
    pub(super) question: Question<'a>,
    pub(super) cutting: Cutting,
    pub(super) cuts: bool,
    pub(super) threads: usize,
    pub(super) control: &'a Control,
    pub(super) notebook: Option<&'a Checkpoint>,
    pub(super) counter: Option<&'a mut Counter>,
    /// The result of counting by components.
    pub(super) counted: Option<Counted>,
}

impl Asked<'_> {
    /// Works on one thread first, then with all threads on the rest.
    pub(super) fn run(
        &mut self,
        search: &mut Search,
        tally: &mut Tally<'_>,
        leaves: &mut dyn FnMut(&Search) -> bool,
    ) -> (Ended, Then) {
        let alone = Budget { steps: self.cutting.slice, solutions: u64::MAX };
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
                if !self.cuts {
                    let next = run.map(|_| part.run);
                    return (self.go_on(search, left, next, bound, tally), Then::Done);
                }
                let line = run.map(|_| MainSearch {
                    subtree: left.root.clone(),
                    guide: search.guide.clone(),
                    run: part.run,
                });
                (self.cut(search, left, line, bound, tally), Then::Cut)
            }
        }
    }

    /// Finishes the rest of the first slice as one subtree: from the root, at a run of the restarts,
    /// or from the node where it ended.
    fn go_on(
        &self,
        search: &mut Search,
        left: Remainder,
        run: Option<u64>,
        bound: i64,
        tally: &mut Tally<'_>,
    ) -> Ended {
        let Remainder { root, mut subtrees } = left;
        let subtree = if run.is_some() { root } else { subtrees.pop().unwrap_or(root) };
        let budget = Budget { steps: u64::MAX, solutions: u64::MAX };
        let mut pass = |values: &[Value]| tally.pass(values, values.len());
        let wanted = SubtreeJob { subtree: &subtree, budget, bound, run };
        // A restart would repeat the work of the slice.
        let restarts = match run {
            Some(_) => search.restarts,
            None => std::mem::take(&mut search.restarts),
        };
        let part = search.work_on(&self.question, &wanted, self.control, &mut pass);
        search.restarts = restarts;
        tally.effort.add(&part.effort);
        part.end.unwrap_or_else(|_| Ended::GaveUp("the budget is spent".into()))
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
