//! Branches, and removals from the box by constraints.

use super::super::domain_box::DomainBox;
use super::super::faults::CheckFault;
use super::super::faults::StepFault;
use super::super::model::{Constraint, Value, Variable};
use super::super::step::parse_index;
use super::{CertificateChecker, CheckerBranch};

impl CertificateChecker<'_> {
    /// Removes values with which the constraint cannot hold, so that no solution has them.
    pub(super) fn remove_values(
        &mut self,
        k: usize,
        x: Variable,
        values: &[Value],
    ) -> Result<(), CheckFault> {
        self.check_variable(x)?;
        let missing = values.iter().find(|&&own| !self.space.has_value(x, own));
        refuse_if!(let Some(&value) = missing, StepFault::NoValue { variable: self.variable_name(x), value });
        self.is_open()?;
        // Asked in the box where x has only the removed values: the claim is that nothing of it
        // holds.
        self.excludes_values(k, x, |space| space.keep_values(x, values))?;
        self.space.remove_values(x, values);
        self.closed = self.space.least_value(x).is_none();
        Ok(())
    }

    /// Keeps the values from `low` to `high`; the constraint cannot hold with any other. Each side
    /// is checked alone, since bounds of a sum decide nothing about both sides together.
    pub(super) fn keep_range(
        &mut self,
        k: usize,
        x: Variable,
        low: Value,
        high: Value,
    ) -> Result<(), CheckFault> {
        self.check_variable(x)?;
        self.is_open()?;
        // If `low` is above `high`, the two sides cover all values: the variable loses its last one
        // and the box closes.
        self.excludes_values(k, x, |space| space.keep_if(x, |own| own < low))?;
        self.excludes_values(k, x, |space| space.keep_if(x, |own| own > high))?;
        self.space.keep_if(x, |own| (low..=high).contains(&own));
        self.closed = self.space.least_value(x).is_none();
        Ok(())
    }

    /// Checks several removals by one constraint, in order.
    pub(super) fn remove_group(&mut self, k: usize, mut rest: &[Value]) -> Result<(), CheckFault> {
        while let &[x, number, ref tail @ ..] = rest {
            // E.g. `3 2 5 7 4 0 1 9`: variable 3 loses 5 and 7, then variable 4 keeps 1 to 9. A
            // negative number becomes a length that no list has.
            let own = if number == 0 { 2 } else { usize::try_from(number).unwrap_or(usize::MAX) };
            let list = tail.split_at_checked(own);
            let (values, after) = list.ok_or(StepFault::GroupCutOff)?;
            match number {
                0 => self.keep_range(k, parse_index(x)?, values[0], values[1])?,
                _ => self.remove_values(k, parse_index(x)?, values)?,
            }
            rest = after;
        }
        refuse_if!(!rest.is_empty(), StepFault::GroupCutOff);
        Ok(())
    }

    /// Removes the only value of a variable from all others of an all-different constraint: no two
    /// have the same value in a solution.
    pub(super) fn spread_value(&mut self, k: usize, x: Variable) -> Result<(), CheckFault> {
        self.check_variable(x)?;
        self.is_open()?;
        let Some(Constraint::AllDifferent { scope }) = self.model.constraints.get(k) else {
            return Err(StepFault::NotAllDifferent { constraint: k }.into());
        };
        self.is_of_this_part(k)?;
        let is_about = scope.contains(&x) && self.space.domain_size(x) == 1;
        refuse_if!(
            !is_about,
            StepFault::NotFixed { constraint: k, variable: self.variable_name(x) }
        );
        let value = self.space.least_value(x).unwrap_or_default();
        for &other in scope {
            // Inside a part, the variables of the scope outside it were fixed at the split; they
            // are not the part's to change.
            if other != x && self.has_variable(other) && self.space.has_value(other, value) {
                self.space.remove_values(other, &[value]);
                self.closed |= self.space.least_value(other).is_none();
            }
        }
        Ok(())
    }

    /// Checks that the constraint cannot hold with the values that a cut leaves a variable: asked
    /// for all of them together, then for each alone. The cut is undone.
    fn excludes_values(
        &mut self,
        k: usize,
        x: Variable,
        cut: impl FnOnce(&mut DomainBox),
    ) -> Result<(), CheckFault> {
        let mark = self.space.trail_mark();
        cut(&mut self.space);
        // The constraint must exist even where nothing is asked of it.
        if self.is_possible(k)? {
            let values: Vec<Value> = self.space.remaining_values(x).collect();
            self.space.undo_to(mark);
            for &value in &values {
                self.space.keep_values(x, &[value]);
                // A single value was the whole question above, so the answer is known: possible.
                let is_possible = values.len() == 1 || self.is_possible(k)?;
                self.space.undo_to(mark);
                refuse_if!(
                    is_possible,
                    StepFault::Allowed {
                        constraint: self.description(k),
                        variable: self.variable_name(x),
                        value
                    }
                );
            }
        }
        self.space.undo_to(mark);
        Ok(())
    }

    /// Each constraint in turn removes all values with which it cannot hold: no solution has them.
    pub(super) fn thin_domains(&mut self, constraints: &[Value]) -> Result<(), CheckFault> {
        for &k in constraints {
            self.is_open()?;
            let k = parse_index(k)?;
            let own = self.model.constraints.get(k);
            let own = own.ok_or(StepFault::NoConstraint { constraint: k })?;
            self.is_of_this_part(k)?;
            // Only open variables change. Those of a constraint of this part all belong to the
            // part, because the split refused others.
            let mut space = std::mem::take(&mut self.space);
            let closes = own.take_all(&mut space, &|| self.poll_clock());
            self.space = space;
            self.closed = closes?;
        }
        Ok(())
    }

    /// Closes the box: the constraint cannot hold, so the box has no solution.
    pub(super) fn fail_constraint(&mut self, k: usize) -> Result<(), CheckFault> {
        self.is_open()?;
        refuse_if!(self.is_possible(k)?, StepFault::CanHold { constraint: self.description(k) });
        self.closed = true;
        Ok(())
    }

    /// Opens a branch: the box where the variable has the value. The other values are what remains
    /// of the branch.
    pub(super) fn open_branch(&mut self, x: Variable, value: Value) -> Result<(), CheckFault> {
        self.is_open()?;
        self.check_variable(x)?;
        let is_there = self.space.has_value(x, value);
        refuse_if!(!is_there, StepFault::NoValue { variable: self.variable_name(x), value });
        // A restart drops all branches, which is right only if the count is still this one.
        if self.frames.is_empty() {
            self.count_before_branches = self.count.clone();
        }
        self.frames.push(CheckerBranch { mark: self.space.trail_mark(), variable: x, value });
        self.space.keep_values(x, &[value]);
        Ok(())
    }

    /// Closes a branch that has nothing left: what remains of it becomes the box.
    pub(super) fn close_branch(&mut self) -> Result<(), CheckFault> {
        refuse_if!(!self.closed, StepFault::OpenBranch);
        // A branch that is older than the split holds the other parts too, so a part cannot close
        // it.
        let is_own = self.frames.len() > self.splits.last().map_or(0, |parts| parts.frames);
        refuse_if!(!is_own, StepFault::RootOfPart);
        self.frame_is_closed()?;
        let frame = self.frames.pop().ok_or(StepFault::Root)?;
        self.space.undo_to(frame.mark);
        // This removal lies on the trail above the mark of the branch around it, and is undone with
        // that branch.
        self.space.remove_values(frame.variable, &[frame.value]);
        self.closed = self.space.least_value(frame.variable).is_none();
        // No branch, lemma or part holds a mark, so nothing can be undone and the trail is free.
        if self.is_at_the_root() {
            self.space.forget_trail();
        }
        Ok(())
    }

    /// Restores the box before the first open branch. Nothing of it was counted since.
    pub(super) fn restart_search(&mut self) -> Result<(), CheckFault> {
        let inside = self.open.is_some() || !self.splits.is_empty();
        refuse_if!(inside, StepFault::RestartInside);
        let has_counted = self.count != self.count_before_branches;
        refuse_if!(has_counted, StepFault::RestartAfterCount);
        let first = self.frames.first().ok_or(StepFault::RestartAtRoot)?;
        self.space.undo_to(first.mark);
        self.frames.clear();
        // Their frames are dropped without being closed, so they never get a count.
        self.noted.clear();
        self.closed = false;
        Ok(())
    }
}
