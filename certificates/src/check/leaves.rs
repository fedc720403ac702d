//! Solutions at the end of a branch.

use num_bigint::BigUint;

use super::super::model::{Value, Variable};
use super::super::space::Space;
use super::{Checked, Checker, Kind};

impl Checker<'_> {
    /// Checks values for all variables by the plain meaning of every constraint.
    pub(super) fn is_solution(&self, values: &[Value]) -> Checked {
        if values.len() != self.space.variables() {
            let (found, wanted) = (values.len(), self.space.variables());
            return Err(format!("a solution of {found} values; expected {wanted}"));
        }
        for (variable, value) in self.model.variables.iter().zip(values) {
            if variable.domain.binary_search(value).is_err() {
                return Err(format!("{} has no value {value}", variable.name));
            }
        }
        let broken = self.model.constraints.iter().position(|own| !own.holds(values));
        match broken {
            Some(constraint) => Err(format!("{} does not hold", self.words(constraint))),
            None => Ok(()),
        }
    }

    pub(super) fn is_inside(&self, values: &[Value], space: impl Fn(&Self) -> &Space) -> Checked {
        match (0..values.len()).find(|&v| !space(self).has(v, values[v])) {
            Some(variable) => {
                let name = self.model.name(variable);
                Err(format!("{name} = {} is not in this branch", values[variable]))
            }
            None => Ok(()),
        }
    }

    /// Solutions may be counted at the end of this branch.
    pub(super) fn may_count(&self) -> Checked {
        self.is_open()?;
        if self.open.is_some() {
            return Err("a solution within a lemma".into());
        }
        if !self.listed.is_empty() {
            return Err("solutions as leaves and in a list".into());
        }
        match self.frames.iter().find(|frame| frame.hidden && self.kind == Kind::Count) {
            Some(frame) => {
                let name = self.model.name(frame.variable);
                Err(format!("a leaf below a branch on {name}, which is hidden"))
            }
            None => Ok(()),
        }
    }

    pub(super) fn solution(&mut self, witness: &[Value]) -> Checked {
        self.may_count()?;
        if self.splits.is_empty() {
            self.is_solution(witness)?;
            self.is_inside(witness, |checker| &checker.space)?;
            if self.kind == Kind::Optimum {
                return self.better(witness);
            }
            self.is_fixed(0..witness.len())?;
        } else {
            self.is_solution_of_part(witness)?;
        }
        self.has_leaves = true;
        self.counted_below = !self.frames.is_empty();
        self.leaves += 1;
        if self.leaves == u64::MAX {
            self.count += std::mem::take(&mut self.leaves);
        }
        self.closed = true;
        Ok(())
    }

    /// The shown ones of some variables have one value each.
    pub(super) fn is_fixed(&self, mut all: impl Iterator<Item = Variable>) -> Checked {
        match all.find(|&v| self.model.variables[v].shown && self.space.size(v) > 1) {
            Some(variable) => Err(format!("{} is not fixed", self.model.name(variable))),
            None => Ok(()),
        }
    }

    /// A better solution tightens the bound, which may close the branch.
    fn better(&mut self, values: &[Value]) -> Checked {
        let Some(objective) = &self.model.objective else { return Ok(()) };
        let value = objective.value(values);
        if !self.is_better(value) {
            return Err(format!("{value} is no better than the best so far"));
        }
        self.better_than(value)?;
        self.closed = !self.possible(self.model.constraints.len())?;
        Ok(())
    }

    pub(super) fn is_better(&self, value: i128) -> bool {
        let minimize = self.model.objective.as_ref().is_some_and(|own| own.minimize);
        self.best.is_none_or(|best| if minimize { value < best } else { value > best })
    }

    pub(super) fn all(&mut self) -> Checked {
        self.may_count()?;
        if self.kind == Kind::Optimum {
            return Err("a box of solutions, for an optimum".into());
        }
        let model = self.model;
        let all: Vec<Variable> = match self.splits.last() {
            Some(parts) => parts.own().to_vec(),
            None => (0..self.space.variables()).collect(),
        };
        if let Some(&hidden) = all.iter().find(|&&own| !model.variables[own].shown) {
            return Err(format!("a box of solutions, but {} is hidden", model.name(hidden)));
        }
        let mut constraints: Box<dyn Iterator<Item = usize>> = match self.splits.last() {
            Some(parts) => Box::new(parts.constraints().iter().copied()),
            None => Box::new(0..model.constraints.len()),
        };
        if let Some(constraint) = constraints.find(|&k| !model.constraints[k].certain(&self.space))
        {
            return Err(format!("{} may fail in the box", self.words(constraint)));
        }
        drop(constraints);
        let sizes = all.iter().map(|&variable| self.space.size(variable));
        self.count += sizes.fold(BigUint::from(1u32), |product, size| product * size);
        self.has_leaves = true;
        self.counted_below = !self.frames.is_empty();
        self.closed = true;
        Ok(())
    }
}
