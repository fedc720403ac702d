//! Branches, and what constraints take from the box.

use super::super::faults::CheckFault;
use super::super::faults::StepFault;
use super::super::model::{Constraint, Value, Variable};
use super::super::space::Space;
use super::super::step::place;
use super::{Checker, Frame};

impl Checker<'_> {
    /// Removes values: the constraint holds with none of them, so that no solution has one.
    pub(super) fn remove(
        &mut self,
        k: usize,
        x: Variable,
        values: &[Value],
    ) -> Result<(), CheckFault> {
        self.variable(x)?;
        let missing = values.iter().find(|&&own| !self.space.has(x, own));
        refuse_if!(let Some(&value) = missing, StepFault::NoValue { variable: self.name(x), value });
        self.is_open()?;
        self.excludes(k, x, |space| space.only(x, values))?;
        self.space.without(x, values);
        self.closed = self.space.min(x).is_none();
        Ok(())
    }

    /// Keeps the values from `low` to `high`: the constraint holds with none of the others. Each
    /// side is checked alone: bounds decide nothing about both together.
    pub(super) fn keep(
        &mut self,
        k: usize,
        x: Variable,
        low: Value,
        high: Value,
    ) -> Result<(), CheckFault> {
        self.variable(x)?;
        self.is_open()?;
        self.excludes(k, x, |space| space.keep_if(x, |own| own < low))?;
        self.excludes(k, x, |space| space.keep_if(x, |own| own > high))?;
        self.space.keep_if(x, |own| (low..=high).contains(&own));
        self.closed = self.space.min(x).is_none();
        Ok(())
    }

    /// Takes several removals by one constraint, in order.
    pub(super) fn group(&mut self, k: usize, mut rest: &[Value]) -> Result<(), CheckFault> {
        while let &[x, number, ref tail @ ..] = rest {
            let own = if number == 0 { 2 } else { usize::try_from(number).unwrap_or(usize::MAX) };
            let list = tail.split_at_checked(own);
            let (values, after) = list.ok_or(StepFault::GroupCutOff)?;
            match number {
                0 => self.keep(k, place(x)?, values[0], values[1])?,
                _ => self.remove(k, place(x)?, values)?,
            }
            rest = after;
        }
        refuse_if!(!rest.is_empty(), StepFault::GroupCutOff);
        Ok(())
    }

    /// Takes the only value of a variable from all others of an all-different constraint: no two
    /// have the same value in a solution.
    pub(super) fn spread(&mut self, k: usize, x: Variable) -> Result<(), CheckFault> {
        self.variable(x)?;
        self.is_open()?;
        let Some(Constraint::AllDifferent { scope }) = self.model.constraints.get(k) else {
            return Err(StepFault::NotAllDifferent { constraint: k }.into());
        };
        self.is_of_this_part(k)?;
        let is_about = scope.contains(&x) && self.space.size(x) == 1;
        refuse_if!(!is_about, StepFault::NotFixed { constraint: k, variable: self.name(x) });
        let value = self.space.min(x).unwrap_or_default();
        for &other in scope {
            if other != x && self.has(other) && self.space.has(other, value) {
                self.space.without(other, &[value]);
                self.closed |= self.space.min(other).is_none();
            }
        }
        Ok(())
    }

    /// Whether the constraint holds with no value that a cut leaves a variable: with none of them
    /// together, or with none of them alone. The cut is taken back.
    fn excludes(
        &mut self,
        k: usize,
        x: Variable,
        cut: impl FnOnce(&mut Space),
    ) -> Result<(), CheckFault> {
        let mark = self.space.mark();
        cut(&mut self.space);
        // The constraint must exist even where nothing is asked of it.
        if self.possible(k)? {
            let values: Vec<Value> = self.space.values(x).collect();
            self.space.back(mark);
            for &value in &values {
                self.space.only(x, &[value]);
                let is_possible = values.len() == 1 || self.possible(k)?;
                self.space.back(mark);
                refuse_if!(
                    is_possible,
                    StepFault::Allowed {
                        constraint: self.description(k),
                        variable: self.name(x),
                        value
                    }
                );
            }
        }
        self.space.back(mark);
        Ok(())
    }

    /// Each constraint in turn takes all that it can: no solution has these values.
    pub(super) fn thin(&mut self, constraints: &[Value]) -> Result<(), CheckFault> {
        for &k in constraints {
            self.is_open()?;
            let k = place(k)?;
            let own = self.model.constraints.get(k);
            let own = own.ok_or(StepFault::NoConstraint { constraint: k })?;
            self.is_of_this_part(k)?;
            let mut space = std::mem::take(&mut self.space);
            let closes = own.take_all(&mut space, &|| self.look());
            self.space = space;
            self.closed = closes?;
        }
        Ok(())
    }

    /// The constraint cannot hold: the box has no solution.
    pub(super) fn fail(&mut self, k: usize) -> Result<(), CheckFault> {
        self.is_open()?;
        refuse_if!(self.possible(k)?, StepFault::CanHold { constraint: self.description(k) });
        self.closed = true;
        Ok(())
    }

    /// The box is where the variable has the value; the rest is what remains of the branch.
    pub(super) fn branch(&mut self, x: Variable, value: Value) -> Result<(), CheckFault> {
        self.is_open()?;
        self.variable(x)?;
        let is_there = self.space.has(x, value);
        refuse_if!(!is_there, StepFault::NoValue { variable: self.name(x), value });
        if self.frames.is_empty() {
            self.outside = self.count.clone();
        }
        self.frames.push(Frame { mark: self.space.mark(), variable: x, value });
        self.space.only(x, &[value]);
        Ok(())
    }

    /// The branch has nothing left; what remains of it becomes the box.
    pub(super) fn up(&mut self) -> Result<(), CheckFault> {
        refuse_if!(!self.closed, StepFault::OpenBranch);
        let is_own = self.frames.len() > self.splits.last().map_or(0, |parts| parts.frames);
        refuse_if!(!is_own, StepFault::RootOfPart);
        self.frame_is_closed()?;
        let frame = self.frames.pop().ok_or(StepFault::Root)?;
        self.space.back(frame.mark);
        self.space.without(frame.variable, &[frame.value]);
        self.closed = self.space.min(frame.variable).is_none();
        if self.is_at_the_root() {
            self.space.keep();
        }
        Ok(())
    }

    /// The box is again what it was before the first open branch. Nothing of that was counted since.
    pub(super) fn restart(&mut self) -> Result<(), CheckFault> {
        let inside = self.open.is_some() || !self.splits.is_empty();
        refuse_if!(inside, StepFault::RestartInside);
        let has_counted = self.count != self.outside;
        refuse_if!(has_counted, StepFault::RestartAfterCount);
        let first = self.frames.first().ok_or(StepFault::RestartAtRoot)?;
        self.space.back(first.mark);
        self.frames.clear();
        // Of what they leave, nothing is counted.
        self.noted.clear();
        self.closed = false;
        Ok(())
    }
}
