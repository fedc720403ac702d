//! Solutions at the end of a branch.

use super::super::count::Count;
use super::super::faults::CheckFault;
use super::super::faults::StepFault;
use super::super::model::{Value, Variable};
use super::{Checker, Kind};

impl Checker<'_> {
    /// Values lie in the box, and satisfy each constraint of the part that is open.
    pub(super) fn is_solution(&mut self, values: &[Value]) -> Result<(), CheckFault> {
        let mark = self.space.mark();
        values.iter().enumerate().for_each(|(v, &own)| self.space.only(v, &[own]));
        let outside = values.iter().enumerate().find(|&(v, _)| self.space.min(v).is_none());
        refuse_if!(let Some((v, &value)) = outside, StepFault::OutsideBranch { variable: self.name(v), value });
        for &own in &self.own().1 {
            refuse_if!(
                !self.possible(own)?,
                StepFault::Violated { constraint: self.description(own) }
            );
        }
        self.space.back(mark);
        Ok(())
    }

    /// Values for all variables: those that a step gives, and any for variables outside the part that
    /// is open.
    pub(super) fn point(&self, witness: &[Value]) -> Result<Vec<Value>, StepFault> {
        let mut rest = witness.iter().copied();
        let own = |v| if self.has(v) { rest.next() } else { self.space.min(v) };
        let point: Option<Vec<Value>> = (0..self.space.variables()).map(own).collect();
        let is_whole = point.is_some() && rest.next().is_none();
        point.filter(|_| is_whole).ok_or_else(|| {
            let wanted = (0..self.space.variables()).filter(|&v| self.has(v)).count();
            StepFault::OtherLength { values: witness.len(), wanted }
        })
    }

    /// Solutions may be counted at the end of this branch. Branches on shown variables share none, but
    /// those on a hidden one may.
    pub(super) fn may_count(&self) -> Result<(), CheckFault> {
        self.is_open()?;
        refuse_if!(self.open.is_some(), StepFault::LeafInLemma);
        refuse_if!(!self.listed.is_empty(), StepFault::LeafBesideList);
        let is_hidden = |variable: Variable| !self.model.variables[variable].shown;
        let mut branches = self.frames.iter().map(|own| own.variable);
        let hidden = branches.find(|&own| self.kind == Kind::Count && is_hidden(own));
        refuse_if!(let Some(v) = hidden, StepFault::HiddenBranch { variable: self.name(v) });
        Ok(())
    }

    /// Counts the solutions of the box.
    pub(super) fn counted(&mut self, number: &Count) {
        self.count.add(number);
        self.closed = true;
    }

    /// The shown variables are fixed, so that the box has one assignment of them, now counted. For an
    /// optimum, only better solutions are looked for from now on.
    pub(super) fn solution(&mut self, witness: &[Value]) -> Result<(), CheckFault> {
        self.may_count()?;
        let values = self.point(witness)?;
        self.is_solution(&values)?;
        if self.kind == Kind::Optimum {
            return self.better(&values);
        }
        let (model, space) = (self.model, &self.space);
        let is_left = |&v: &Variable| model.variables[v].shown && space.size(v) > 1;
        let left = (0..values.len()).find(|v| self.has(*v) && is_left(v));
        refuse_if!(let Some(own) = left, StepFault::OpenVariable { variable: self.name(own) });
        self.counted(&Count::from(1));
        Ok(())
    }

    /// A better solution tightens the bound, which may close the branch.
    fn better(&mut self, values: &[Value]) -> Result<(), CheckFault> {
        let value = self.model.objective.as_ref().map_or(0, |own| own.value(values));
        refuse_if!(!self.is_better(value), StepFault::NoBetter { value });
        self.better_than(value);
        self.closed = !self.possible(self.model.constraints.len())?;
        Ok(())
    }

    /// Every point of the box is a solution, and the points are all assignments of the shown
    /// variables, each with some values of the hidden ones. All are now counted.
    pub(super) fn all(&mut self) -> Result<(), CheckFault> {
        self.may_count()?;
        refuse_if!(self.kind == Kind::Optimum, StepFault::BoxForOptimum);
        for place in 0..self.own().1.len() {
            self.look()?;
            let number = self.own().1[place];
            let holds = self.model.constraints[number].certain(&mut self.space);
            refuse_if!(!holds, StepFault::MayFail { constraint: self.description(number) });
        }
        let mut points = Count::from(1);
        for &variable in &self.own().0 {
            if self.model.variables[variable].shown && self.space.size(variable) != 1 {
                points.multiply(&Count::from(self.space.size(variable) as u64));
            }
            self.look()?;
        }
        self.counted(&points);
        Ok(())
    }
}
