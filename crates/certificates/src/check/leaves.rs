//! Solutions at the end of a branch.

use super::super::count::NaturalNumber;
use super::super::faults::CheckFault;
use super::super::faults::StepFault;
use super::super::model::{Value, Variable};
use super::{CertificateChecker, ClaimKind};

impl CertificateChecker<'_> {
    /// Values lie in the box, and satisfy each constraint of the part that is open.
    pub(super) fn is_solution(&mut self, values: &[Value]) -> Result<(), CheckFault> {
        let mark = self.space.trail_mark();
        values.iter().enumerate().for_each(|(v, &own)| self.space.keep_values(v, &[own]));
        let outside = values.iter().enumerate().find(|&(v, _)| self.space.least_value(v).is_none());
        refuse_if!(let Some((v, &value)) = outside, StepFault::OutsideBranch { variable: self.variable_name(v), value });
        for &own in &self.current_part().1 {
            refuse_if!(
                !self.is_possible(own)?,
                StepFault::Violated { constraint: self.description(own) }
            );
        }
        self.space.undo_to(mark);
        Ok(())
    }

    /// Values for all variables: those that a step gives, and any for variables outside the part
    /// that is open.
    pub(super) fn complete_point(&self, witness: &[Value]) -> Result<Vec<Value>, StepFault> {
        let mut rest = witness.iter().copied();
        let own = |v| if self.has_variable(v) { rest.next() } else { self.space.least_value(v) };
        let point: Option<Vec<Value>> = (0..self.space.variable_count()).map(own).collect();
        let is_whole = point.is_some() && rest.next().is_none();
        point.filter(|_| is_whole).ok_or_else(|| {
            let wanted = (0..self.space.variable_count()).filter(|&v| self.has_variable(v)).count();
            StepFault::OtherLength { values: witness.len(), wanted }
        })
    }

    /// Solutions may be counted at the end of this branch. Branches on shown variables share none,
    /// but those on a hidden one may.
    pub(super) fn may_count(&self) -> Result<(), CheckFault> {
        self.is_open()?;
        refuse_if!(self.open.is_some(), StepFault::LeafInLemma);
        refuse_if!(!self.listed.is_empty(), StepFault::LeafBesideList);
        let is_hidden = |variable: Variable| !self.model.variables[variable].shown;
        let mut branches = self.frames.iter().map(|own| own.variable);
        let hidden = branches.find(|&own| self.kind == ClaimKind::Count && is_hidden(own));
        refuse_if!(let Some(v) = hidden, StepFault::HiddenBranch { variable: self.variable_name(v) });
        Ok(())
    }

    /// Counts the solutions of the box.
    pub(super) fn add_count(&mut self, number: &NaturalNumber) {
        self.count.add_number(number);
        self.closed = true;
    }

    /// The shown variables are fixed, so that the box has one assignment of them, now counted. For
    /// an optimum, only better solutions are looked for from now on.
    pub(super) fn count_solution(&mut self, witness: &[Value]) -> Result<(), CheckFault> {
        self.may_count()?;
        let values = self.complete_point(witness)?;
        self.is_solution(&values)?;
        if self.kind == ClaimKind::Optimum {
            return self.tighten_bound(&values);
        }
        let (model, space) = (self.model, &self.space);
        let is_left = |&v: &Variable| model.variables[v].shown && space.domain_size(v) > 1;
        let left = (0..values.len()).find(|v| self.has_variable(*v) && is_left(v));
        refuse_if!(let Some(own) = left, StepFault::OpenVariable { variable: self.variable_name(own) });
        self.add_count(&NaturalNumber::from(1));
        Ok(())
    }

    /// A better solution tightens the bound, which may close the branch.
    fn tighten_bound(&mut self, values: &[Value]) -> Result<(), CheckFault> {
        let value = self.model.objective.as_ref().map_or(0, |own| own.objective_value(values));
        refuse_if!(!self.is_better(value), StepFault::NoBetter { value });
        self.better_than(value);
        self.closed = !self.is_possible(self.model.constraints.len())?;
        Ok(())
    }

    /// Every point of the box is a solution, and the points are all assignments of the shown
    /// variables, each with some values of the hidden ones. All are now counted.
    pub(super) fn count_whole_box(&mut self) -> Result<(), CheckFault> {
        self.may_count()?;
        refuse_if!(self.kind == ClaimKind::Optimum, StepFault::BoxForOptimum);
        for place in 0..self.current_part().1.len() {
            self.poll_clock()?;
            let number = self.current_part().1[place];
            let holds = self.model.constraints[number].is_certain(&mut self.space);
            refuse_if!(!holds, StepFault::MayFail { constraint: self.description(number) });
        }
        let mut points = NaturalNumber::from(1);
        for &variable in &self.current_part().0 {
            if self.model.variables[variable].shown && self.space.domain_size(variable) != 1 {
                points.multiply_by(&NaturalNumber::from(self.space.domain_size(variable) as u64));
            }
            self.poll_clock()?;
        }
        self.add_count(&points);
        Ok(())
    }
}
