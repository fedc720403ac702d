//! Solutions at the end of a branch.

use super::super::faults::CheckFault;
use super::super::faults::StepFault;
use super::super::model::{Value, Variable};
use super::super::natural_number::NaturalNumber;
use super::{CertificateChecker, ClaimKind};

impl CertificateChecker<'_> {
    /// Checks that values lie in the box and satisfy each constraint of the part that is open.
    pub(super) fn is_solution(&mut self, values: &[Value]) -> Result<(), CheckFault> {
        let mark = self.space.trail_mark();
        // In a box of one point, the question is exact: whether the constraint holds there. A
        // refusal ends the check, so only acceptance has to undo the cuts.
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

    /// Returns values for all variables: the given ones, and any values for variables outside the
    /// part that is open.
    pub(super) fn complete_point(&self, witness: &[Value]) -> Result<Vec<Value>, StepFault> {
        let mut rest = witness.iter().copied();
        // Outside the part any value will do: no constraint of the part has an open variable there.
        let own = |v| if self.has_variable(v) { rest.next() } else { self.space.least_value(v) };
        let point: Option<Vec<Value>> = (0..self.space.variable_count()).map(own).collect();
        let is_whole = point.is_some() && rest.next().is_none();
        point.filter(|_| is_whole).ok_or_else(|| {
            let wanted = (0..self.space.variable_count()).filter(|&v| self.has_variable(v)).count();
            StepFault::OtherLength { values: witness.len(), wanted }
        })
    }

    /// Checks that solutions may be counted at the end of this branch. Branches on shown variables
    /// share none, but branches on a hidden one may.
    pub(super) fn may_count(&self) -> Result<(), CheckFault> {
        self.is_open()?;
        refuse_if!(self.open.is_some(), StepFault::LeafInLemma);
        refuse_if!(!self.listed.is_empty(), StepFault::LeafBesideList);
        // E.g. hidden h in {0, 1} and shown x in {5}: the branches h = 0 and h = 1 would count x =
        // 5 twice.
        let is_hidden = |variable: Variable| !self.model.variables[variable].shown;
        let mut branches = self.frames.iter().map(|own| own.variable);
        let hidden = branches.find(|&own| self.kind == ClaimKind::Count && is_hidden(own));
        refuse_if!(let Some(v) = hidden, StepFault::HiddenBranch { variable: self.variable_name(v) });
        Ok(())
    }

    /// Adds the number of solutions of the box and closes it.
    pub(super) fn add_count(&mut self, number: &NaturalNumber) {
        self.count.add_number(number);
        self.closed = true;
    }

    /// Counts the box as one solution: the shown variables are fixed, so it has one assignment of
    /// them. For an optimum, the solution becomes the bound.
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
        self.improvement_constraint(value);
        // The box may hold better solutions still: it stays open unless its bounds exclude them.
        self.closed = !self.is_possible(self.model.constraints.len())?;
        Ok(())
    }

    /// Counts all points of the box, each of which is a solution: as many as the shown variables
    /// have assignments.
    pub(super) fn count_whole_box(&mut self) -> Result<(), CheckFault> {
        self.may_count()?;
        refuse_if!(self.kind == ClaimKind::Optimum, StepFault::BoxForOptimum);
        // By index, since trying points changes the box while the list is borrowed from the
        // checker.
        for place in 0..self.current_part().1.len() {
            self.poll_clock()?;
            let number = self.current_part().1[place];
            let holds = self.model.constraints[number].is_certain(&mut self.space);
            refuse_if!(!holds, StepFault::MayFail { constraint: self.description(number) });
        }
        // Hidden variables add no factor: an open box has no empty domain, so each assignment of
        // the shown ones has a completion, and completions are not counted.
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
