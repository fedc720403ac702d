//! The log of a search, and the certifier that writes it.

use parallax_model::{Model, Value, VarId};
use parallax_propagation::propagators::Propagator;
use parallax_propagation::store::{Reason, Store};

use super::held::{Closed, Held};
use super::removals::Removals;

/// A step of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Logged<'a> {
    /// A decision: a variable takes a value.
    Branch(VarId, Value),
    /// A constraint, by its place in the model, removes values from a variable. The place after the
    /// last constraint is the bound on the objective.
    Remove(usize, VarId, &'a [i64]),
    /// A constraint, by its place, leaves a variable the values from the first to the second.
    Keep(usize, VarId, i64, i64),
    /// Several removals by one constraint, in order: of each variable its place, the number of
    /// values that go, and these; or 0, and the bounds that stay.
    Group(usize, &'a [i64]),
    /// An all-different constraint, by its place, takes the value of a variable from all others.
    Spread(usize, VarId),
    /// A constraint cannot hold.
    Fail(usize),
    /// A solution, with values for all variables.
    Solution(&'a [i64]),
    /// The return from the last decision, whose value is refuted.
    Up,
    /// The return to the root: all decisions are dropped, refuted or not.
    Restart,
    /// Every point of the box is a solution.
    All,
    /// The box splits into independent parts: for each variable the number of its part, or -1.
    Split(&'a [i64]),
    /// The end of a part; no other part follows the last one.
    Next {
        /// Whether it is the last one.
        is_last: bool,
    },
    /// Notes the problem that is left in the box, with the next number from 0.
    Hold,
    /// The box leaves the problem of a number. The names are those of the step of
    /// certificates: the variables of here in the order of those there, then maps of values; none
    /// if both have the same variables and values.
    Again(u64, &'a [i64]),
}

/// Takes the steps of a search. The log itself deals with steps that it cannot keep.
pub trait Log {
    /// Takes a step.
    fn take(&mut self, step: Logged<'_>);

    /// Ends the steps of a question.
    fn end(&mut self) {}
}

/// The log of a search, and the steps that it has not received yet.
pub(crate) struct Certifier {
    pub(super) log: Box<dyn Log>,
    pub(super) held: Held,
    pub(super) removals: Removals,
    /// For each propagator, its constraint, and whether it removes values by bounds alone.
    owners: Vec<(usize, bool)>,
}

impl Certifier {
    pub(crate) fn new(log: Box<dyn Log>, model: &Model) -> Self {
        Certifier { log, held: Held::new(model), removals: Removals::default(), owners: Vec::new() }
    }

    /// Begins a question. For a count, a solution represents all values of hidden variables.
    pub(crate) fn begins(&mut self, counting: bool) {
        self.held.begin(counting);
    }

    /// Takes all propagators, in order, with their constraints; the ones beyond belong to the
    /// bound.
    pub(crate) fn watch(&mut self, propagators: &[Box<dyn Propagator>], owners: &[usize]) {
        let owners = owners.iter().copied().chain(std::iter::repeat(self.held.bound()));
        self.owners = owners.zip(propagators).map(|(own, by)| (own, by.by_bounds())).collect();
    }

    /// Takes the removals of one constraint since a mark of the trail.
    pub(crate) fn posted(&mut self, store: &Store, mark: usize, owner: usize) {
        self.take(store, mark, |_, _| (owner, false));
        self.close_empty(store, mark);
    }

    /// Takes the removals of propagators since a mark of the trail.
    pub(crate) fn propagated(&mut self, store: &Store, mark: usize) {
        self.take(store, mark, |owners, reason| match reason {
            Reason::Propagator(number) => owners[number as usize],
            Reason::Decision | Reason::Given | Reason::Nogood(_) => {
                unreachable!("nothing is decided meanwhile, and a certificate has no nogoods")
            }
        });
    }

    /// Takes the removals of propagators up to a conflict of one of them, and closes the branch.
    pub(crate) fn failed(&mut self, store: &Store, mark: usize, by: usize) {
        self.propagated(store, mark);
        if !self.close_empty(store, mark) {
            let (owner, by_bounds) = self.owners[by];
            self.held.fail(store, owner, by_bounds);
        }
    }

    pub(super) fn take(
        &mut self,
        store: &Store,
        mark: usize,
        owner: impl Fn(&[(usize, bool)], Reason) -> (usize, bool),
    ) {
        let Certifier { held, removals, owners, .. } = self;
        held.begin_run();
        if store.trail().len() > mark && held.is_open() {
            removals.since(store, mark, |removal, reason| {
                let (owner, by_bounds) = owner(owners, reason);
                held.remove(store, owner, by_bounds, removal);
            });
            held.end_run(store);
        }
    }

    /// Closes the branch if a variable has lost all values since a mark.
    fn close_empty(&mut self, store: &Store, mark: usize) -> bool {
        let changed = store.trail()[mark..].iter().rev();
        let mut changed = changed.map(|entry| entry.variable());
        let empty = changed.find(|&own| store.description(own).iter().all(|&word| word == 0));
        if let Some(variable) = empty {
            self.held.close(Closed::Empty(variable));
        }
        empty.is_some()
    }

    pub(crate) fn commits(&mut self, variable: VarId, value: Value, shown: bool) {
        self.held.branch(variable, value, shown, &mut *self.log);
    }

    /// Takes a solution.
    pub(crate) fn solved(&mut self, values: &[Value]) {
        self.held.solution(values);
    }

    /// Takes the end of a box whose points are all solutions.
    pub(crate) fn solved_everywhere(&mut self) {
        self.held.all();
    }

    /// Takes a split: for each variable the number of its part, or -1.
    pub(crate) fn splits(&mut self, parts: impl Iterator<Item = Value>) {
        self.held.split(parts);
    }

    /// Takes the end of a part, `is_last` if no other follows.
    pub(crate) fn ends_part(&mut self, is_last: bool) {
        self.held.next(is_last);
    }

    /// Takes what is left in the box as a problem, and returns its number.
    pub(crate) fn holds(&mut self) -> u64 {
        self.held.hold()
    }

    /// Takes the end of a box that leaves a problem which is counted, under other names.
    pub(crate) fn meets(&mut self, problem: u64, names: &[Value]) {
        self.held.again(problem, names);
    }

    /// Returns from a decision.
    pub(crate) fn retreats(&mut self) {
        self.held.up(&mut *self.log);
    }

    /// Returns to the root.
    pub(crate) fn restarts(&mut self) {
        self.held.restart(&mut *self.log);
    }

    /// Logs the buffered steps when the search is complete.
    pub(crate) fn ends(&mut self) {
        self.held.end(&mut *self.log);
        self.log.end();
    }
}
