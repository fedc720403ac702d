//! The log of a search, and the certifier that writes it.

use parallax_model::{Model, Value, VarId};
use parallax_propagation::propagators::ConstraintPropagator;
use parallax_propagation::store::{ChangeReason, DomainStore, TrailEntry};

use super::held::{BranchEndReason, StepBuffer};
use super::removals::RemovalBuffers;

/// A step of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchLogEntry<'a> {
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
    /// The box leaves the problem with a number. The names are as in the step of certificates: the
    /// variables here in the order of the variables there, then maps of values; none if both have
    /// the same variables and values.
    Again(u64, &'a [i64]),
}

/// Takes the steps of a search. The log itself deals with steps that it cannot keep.
pub trait SearchLog {
    /// Takes a step.
    fn take_step(&mut self, step: SearchLogEntry<'_>);

    /// Ends the steps of a question.
    fn end_question(&mut self) {}
}

/// The log of a search, and the steps that it has not received yet.
pub(crate) struct SearchCertifier {
    pub(super) log: Box<dyn SearchLog>,
    pub(super) held: StepBuffer,
    pub(super) removals: RemovalBuffers,
    /// For each propagator, its constraint, and whether it removes values by bounds alone.
    owners: Vec<(usize, bool)>,
}

impl SearchCertifier {
    pub(crate) fn new(log: Box<dyn SearchLog>, model: &Model) -> Self {
        SearchCertifier {
            log,
            held: StepBuffer::new(model),
            removals: RemovalBuffers::default(),
            owners: Vec::new(),
        }
    }

    /// Begins a question. For a count, a solution represents all values of hidden variables.
    pub(crate) fn begin_question(&mut self, counting: bool) {
        self.held.begin_question(counting);
    }

    /// Takes all propagators, in order, with their constraints; any beyond these belong to the
    /// bound.
    pub(crate) fn register_propagators(
        &mut self,
        propagators: &[Box<dyn ConstraintPropagator>],
        owners: &[usize],
    ) {
        // Propagators after those of constraints have no entry in `owners`: they enforce the bound.
        let owners = owners.iter().copied().chain(std::iter::repeat(self.held.bound_index()));
        self.owners = owners.zip(propagators).map(|(own, by)| (own, by.by_bounds())).collect();
    }

    /// Takes the removals of one constraint since a mark of the trail.
    pub(crate) fn log_posting(&mut self, store: &DomainStore, mark: usize, owner: usize) {
        self.take_removals(store, mark, |_, _| (owner, false));
        self.close_empty(store, mark);
    }

    /// Takes the removals of propagators since a mark of the trail.
    pub(crate) fn log_propagation(&mut self, store: &DomainStore, mark: usize) {
        self.take_removals(store, mark, |owners, reason| match reason {
            ChangeReason::Propagator(number) => owners[number as usize],
            ChangeReason::Decision | ChangeReason::Given | ChangeReason::Nogood(_) => {
                unreachable!("nothing is decided meanwhile, and a certificate has no nogoods")
            }
        });
    }

    /// Takes the removals of propagators up to a conflict of one of them, and closes the branch.
    pub(crate) fn log_conflict(&mut self, store: &DomainStore, mark: usize, by: usize) {
        self.log_propagation(store, mark);
        // An emptied variable is evidence enough; otherwise the log names the constraint that
        // failed.
        if !self.close_empty(store, mark) {
            let (owner, by_bounds) = self.owners[by];
            self.held.add_failure(store, owner, by_bounds);
        }
    }

    pub(super) fn take_removals(
        &mut self,
        store: &DomainStore,
        mark: usize,
        owner: impl Fn(&[(usize, bool)], ChangeReason) -> (usize, bool),
    ) {
        let SearchCertifier { held, removals, owners, .. } = self;
        held.begin_run();
        // No refutation needs a removal that comes after the end of its branch.
        if store.trail().len() > mark && held.is_open() {
            removals.visit_removals(store, mark, |removal, reason| {
                let (owner, by_bounds) = owner(owners, reason);
                held.add_removal(store, owner, by_bounds, removal);
            });
            held.end_run(store);
        }
    }

    /// Closes the branch if a variable has lost all values since a mark.
    fn close_empty(&mut self, store: &DomainStore, mark: usize) -> bool {
        // The newest entries first: the variable that lost its last value is among the last to
        // change.
        let changed = store.trail()[mark..].iter().rev();
        let mut changed = changed.map(TrailEntry::variable);
        let empty = changed.find(|&own| store.domain_words(own).iter().all(|&word| word == 0));
        if let Some(variable) = empty {
            self.held.close_branch(BranchEndReason::Empty(variable));
        }
        empty.is_some()
    }

    pub(crate) fn log_decision(&mut self, variable: VarId, value: Value, shown: bool) {
        self.held.add_decision(variable, value, shown, &mut *self.log);
    }

    /// Takes a solution.
    pub(crate) fn log_solution(&mut self, values: &[Value]) {
        self.held.add_solution(values);
    }

    /// Takes the end of a box whose points are all solutions.
    pub(crate) fn log_full_box(&mut self) {
        self.held.close_full_box();
    }

    /// Takes a split: for each variable the number of its part, or -1.
    pub(crate) fn log_split(&mut self, parts: impl Iterator<Item = Value>) {
        self.held.add_split(parts);
    }

    /// Takes the end of a part, `is_last` if no other follows.
    pub(crate) fn log_part_end(&mut self, is_last: bool) {
        self.held.end_part(is_last);
    }

    /// Takes what is left in the box as a problem, and returns its number.
    pub(crate) fn log_problem(&mut self) -> u64 {
        self.held.add_problem()
    }

    /// Takes the end of a box that leaves a problem which is counted, under other names.
    pub(crate) fn log_repetition(&mut self, problem: u64, names: &[Value]) {
        self.held.add_repetition(problem, names);
    }

    /// Returns from a decision.
    pub(crate) fn log_return(&mut self) {
        self.held.leave_branch(&mut *self.log);
    }

    /// Returns to the root.
    pub(crate) fn log_restart(&mut self) {
        self.held.add_restart(&mut *self.log);
    }

    /// Logs the buffered steps when the search is complete.
    pub(crate) fn flush_log(&mut self) {
        self.held.flush_steps(&mut *self.log);
        self.log.end_question();
    }
}
