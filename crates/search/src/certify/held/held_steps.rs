//! The steps of open branches.

use std::ops::Range;

use parallax_model::{Model, Value, VarId};

use super::needs::NeededRemovals;
use crate::certify::SearchLog;
use crate::certify::scopes::ConstraintScopes;

/// Limit on the steps and their numbers, beyond which everything is written: about 1 MiB.
const MAX_BUFFERED_STEPS: usize = 1 << 14;

/// The reason why a branch has no more solutions.
#[derive(Clone, Copy, Debug)]
pub(in crate::certify) enum BranchEndReason {
    /// A constraint, or the bound, cannot hold.
    Fail(usize),
    /// A constraint cannot hold because of bounds, which are in a list.
    Bounds(usize, usize),
    /// Two variables that differ by a constraint have the same value.
    Equal([VarId; 2]),
    /// No variable of a constraint has the value, as a bit, that one must take.
    Untaken(usize, u64),
    /// A variable has no value left.
    Empty(VarId),
    /// Solutions are counted, or a problem is compared, which needs the whole box.
    Solution,
}

/// A step that is held back.
#[derive(Clone, Debug)]
pub(super) enum BufferedStep {
    /// A decision. `dropped` is the place after its branch where nothing needs it.
    Branch { variable: VarId, value: Value, dropped: Option<usize> },
    /// A constraint takes values from a variable.
    Remove { variable: VarId, removal: BufferedRemoval },
    /// A constraint takes the value of a rival from the variables at a place, by their numbers;
    /// `is_complete` if it is all-different and no other variable of it has the value then.
    Spread { owner: usize, rival: VarId, value: Value, at: Range<usize>, is_complete: bool },
    /// A removal that nothing needs.
    Dropped,
    /// A constraint cannot hold.
    Fail(usize),
    /// A solution with the values at a place.
    Solution(Range<usize>),
    /// The return from a decision, whose place is `begin`. The refutation needs the domains of
    /// variables at a place, or all.
    Up { begin: usize, needs: Range<usize>, has_solution: bool, needs_all: bool },
    /// The return from a decision with nothing below it but a solution that tightens the bound.
    Restart { begin: usize },
    /// A step that needs the whole box.
    Counted(CountingStep),
}

/// A step of a count.
#[derive(Clone, Debug)]
pub(super) enum CountingStep {
    /// Every point of the box is a solution.
    All,
    /// The box splits; the place has the part of each variable.
    Split(Range<usize>),
    /// The end of a part, and whether it is the last one.
    Next(bool),
    /// Notes the problem that is left.
    Hold,
    /// Names the counted problem that is left, under the names at a place.
    Again(u64, Range<usize>),
}

/// Values that are removed from a variable.
#[derive(Clone, Debug)]
pub(super) struct BufferedRemoval {
    pub(super) owner: usize,
    pub(super) why: RemovalReason,
    pub(super) form: RemovalForm,
    /// The values as bits.
    pub(super) gone: u64,
}

/// The form in which removed values are written.
#[derive(Clone, Debug)]
pub(super) enum RemovalForm {
    /// The bits are values from this one.
    Bits(Value),
    /// The values at a place.
    Values(Range<usize>),
    /// The bounds that stay.
    Kept(Value, Value),
}

/// The reason of a removal.
#[derive(Clone, Copy, Debug)]
pub(super) enum RemovalReason {
    /// Because of bounds, which are in a list.
    Bounds(usize, usize),
    /// The variable alone has the value, as a bit, that it keeps, and each value is taken.
    Alone(u64),
    /// Because of domains.
    Domains,
}

/// A branch that is open, or the root.
#[derive(Debug)]
pub(super) struct OpenBranch {
    pub(super) variable: Option<VarId>,
    is_shown: bool,
    /// The start of its steps, and the lengths of the lists at its start.
    pub(super) start: usize,
    pub(super) numbers: usize,
    pub(super) needs: usize,
    /// Whether its decision is written.
    pub(super) is_written: bool,
    pub(super) closed: Option<BranchEndReason>,
    /// The variable of the last decision that was refuted here.
    pub(super) last: Option<VarId>,
    pub(super) has_solution: bool,
    pub(super) needs_all: bool,
}

/// The steps of all open branches that are not written yet.
pub(in crate::certify) struct StepBuffer {
    pub(super) scopes: ConstraintScopes,
    /// Whether a question has begun.
    is_asked: bool,
    /// Whether solutions are counted.
    counting: bool,
    pub(super) steps: Vec<BufferedStep>,
    /// The values of steps.
    pub(super) numbers: Vec<Value>,
    /// Removed values, as bits, that closed branches and removals need.
    pub(super) needs: Vec<(VarId, u64)>,
    /// For each constraint, the run of propagators and the list of its bounds after it.
    pub(super) bounds: Vec<(u64, usize, usize)>,
    pub(super) run: u64,
    /// The root and the open branches.
    pub(super) levels: Vec<OpenBranch>,
    pub(super) wanted: NeededRemovals,
    /// The last removal of a value that a rival has: constraint, value, rival.
    pub(super) rival: Option<(usize, Value, VarId)>,
    /// Numbers of a step that is written, used again.
    pub(super) written: Vec<i64>,
    /// The number of problems.
    pub(super) problems: u64,
    /// The number of splits whose parts are open.
    pub(super) parts: usize,
}

impl StepBuffer {
    pub(in crate::certify) fn new(model: &Model) -> Self {
        let scopes = ConstraintScopes::from_model(model);
        let wanted = NeededRemovals::new(model.variables().len(), scopes.bound_index() + 1);
        let bounds = vec![(0, 0, 0); scopes.bound_index() + 1];
        let mut held = StepBuffer {
            scopes,
            is_asked: false,
            counting: true,
            steps: Vec::new(),
            numbers: Vec::new(),
            needs: Vec::new(),
            bounds,
            run: 0,
            levels: Vec::new(),
            wanted,
            rival: None,
            written: Vec::new(),
            problems: 0,
            parts: 0,
        };
        held.open_branch(None, true);
        held
    }

    /// Returns the place of the bound.
    pub(in crate::certify) fn bound_index(&self) -> usize {
        self.scopes.bound_index()
    }

    /// Begins a question. Steps at the root before it belong to the first question only.
    pub(in crate::certify) fn begin_question(&mut self, counting: bool) {
        self.counting = counting;
        if std::mem::replace(&mut self.is_asked, true) {
            self.clear_steps();
            self.levels.clear();
            self.open_branch(None, true);
        }
    }

    pub(super) fn open_branch(&mut self, variable: Option<VarId>, is_shown: bool) {
        self.levels.push(OpenBranch {
            variable,
            is_shown,
            start: self.steps.len(),
            numbers: self.numbers.len(),
            needs: self.needs.len(),
            is_written: variable.is_none(),
            closed: None,
            last: None,
            has_solution: false,
            needs_all: false,
        });
    }

    pub(super) fn current_branch(&mut self) -> &mut OpenBranch {
        self.levels.last_mut().expect("the root is a level")
    }

    /// Whether the innermost branch is still open.
    pub(in crate::certify) fn is_open(&mut self) -> bool {
        self.current_branch().closed.is_none()
    }

    pub(in crate::certify) fn close_branch(&mut self, why: BranchEndReason) {
        self.current_branch().closed.get_or_insert(why);
    }

    pub(in crate::certify) fn add_decision(
        &mut self,
        variable: VarId,
        value: Value,
        is_shown: bool,
        log: &mut dyn SearchLog,
    ) {
        // Below a hidden decision a solution may come, for which the decision must not be written.
        let may_write = !self.counting || self.levels.iter().all(|own| own.is_shown);
        // Numbers and needs are smaller than steps, so eight of them count as one.
        let lists = self.numbers.len() + self.needs.len();
        if self.steps.len() + lists / 8 > MAX_BUFFERED_STEPS && may_write {
            self.write_steps(log);
        }
        // The decision is the step before the start of its branch, at `start - 1`.
        self.steps.push(BufferedStep::Branch { variable, value, dropped: None });
        self.open_branch(Some(variable), is_shown);
    }

    /// Adds a solution. In a count it represents all values of hidden variables, so that decisions
    /// on them are dropped.
    pub(in crate::certify) fn add_solution(&mut self, values: &[Value]) {
        // These branches are not written: `add_decision` writes nothing below a hidden decision.
        while self.counting && !self.current_branch().is_shown {
            self.drop_level();
        }
        let start = self.numbers.len();
        self.numbers.extend(values);
        self.steps.push(BufferedStep::Solution(start..self.numbers.len()));
        let (counting, bound) = (self.counting, self.bound_index());
        let level = self.current_branch();
        level.has_solution = true;
        level.needs_all |= counting;
        // The next solution must be better, and no value in this branch is.
        level.closed =
            Some(if counting { BranchEndReason::Solution } else { BranchEndReason::Fail(bound) });
    }

    /// Drops the innermost branch, which is not written.
    fn drop_level(&mut self) {
        if let Some(level) = self.levels.pop() {
            self.steps.truncate(level.start - 1);
            self.numbers.truncate(level.numbers);
            self.needs.truncate(level.needs);
        }
    }

    /// Returns from the innermost decision: its branch is refuted.
    pub(in crate::certify) fn leave_branch(&mut self, log: &mut dyn SearchLog) {
        let level = self.levels.pop().expect("a branch to leave");
        let variable = level.variable.expect("the root is not left");
        self.trim_branch(&level);
        self.current_branch().last = Some(variable);
        // The log has the decision already, so the branch cannot be dropped any more: its rest is
        // written, then the return.
        if level.is_written {
            self.write_steps(log);
            log.take_step(crate::certify::SearchLogEntry::Up);
            return;
        }
        // The lists of steps inside the branch are not read again: a later trim jumps from its `Up`
        // to its decision. The branch keeps one list, of what its refutation needs as a whole.
        self.needs.truncate(level.needs);
        if !level.needs_all {
            // In the branch, its own variable has only the decided value.
            self.needs.extend(self.wanted.iter_values().filter(|own| own.0 != variable));
        }
        let OpenBranch { has_solution, needs_all, .. } = level;
        let needs = level.needs..self.needs.len();
        self.steps.push(BufferedStep::Up {
            begin: level.start - 1,
            needs,
            has_solution,
            needs_all,
        });
        let outer = self.current_branch();
        outer.has_solution |= has_solution;
        outer.needs_all |= needs_all;
    }

    /// Returns to the root. All decisions are dropped, and only the last solution, the best, is
    /// kept.
    pub(in crate::certify) fn add_restart(&mut self, log: &mut dyn SearchLog) {
        let Some(first) = self.levels.get(1) else { return };
        let is_written = first.is_written;
        // Steps at the root before the first decision hold for the whole search and stay.
        let from = if is_written { 0 } else { first.start - 1 };
        let best = self.steps[from..].iter().rev().find_map(|step| match step {
            BufferedStep::Solution(at) => Some(self.numbers[at.clone()].to_vec()),
            _ => None,
        });
        // A solution needs a branch to be in; the first decision reopens one, and `Restart` closes
        // it.
        let decision = self.steps.get(from).cloned();
        while self.levels.len() > 1 && !is_written {
            self.drop_level();
        }
        if is_written {
            self.levels.truncate(1);
            self.clear_steps();
        } else if let (Some(_), Some(decision)) = (&best, decision) {
            self.steps.push(decision);
        }
        let begin = self.steps.len().saturating_sub(1);
        if let Some(values) = best {
            let start = self.numbers.len();
            self.numbers.extend(values);
            self.steps.push(BufferedStep::Solution(start..self.numbers.len()));
            if !is_written {
                self.steps.push(BufferedStep::Restart { begin });
            }
        }
        if is_written {
            self.write_steps(log);
            log.take_step(crate::certify::SearchLogEntry::Restart);
        }
    }

    /// Writes the remaining steps.
    pub(in crate::certify) fn flush_steps(&mut self, log: &mut dyn SearchLog) {
        let root = self.levels.pop().expect("the root is a level");
        self.trim_branch(&root);
        self.write_steps(log);
        self.open_branch(None, true);
    }
}
