//! A box that splits into independent parts, and parts in certificates of their own.
//!
//! The numbers of solutions of parts without a common constraint multiply. So do the numbers of
//! assignments to their shown variables, because whether the hidden ones of a part can be
//! completed depends on the part alone.

use num_bigint::BigUint;

use super::super::model::{Value, Variable};
use super::super::space::Space;
use super::{Checked, Checker, Claim, Kind, Resolve};

/// Independent parts of a box; one is being counted.
pub(super) struct Parts {
    /// The open branches outside.
    pub(super) frames: usize,
    mark: usize,
    /// The variables of each part, and the constraints on them.
    groups: Vec<(Vec<Variable>, Vec<usize>)>,
    /// For each variable, the part that it belongs to.
    part: Vec<Option<usize>>,
    current: usize,
    product: BigUint,
    /// The count outside.
    outside: BigUint,
}

impl Parts {
    pub(super) fn has(&self, variable: Variable) -> bool {
        self.part[variable] == Some(self.current)
    }

    /// The variables of the part.
    pub(super) fn own(&self) -> &[Variable] {
        &self.groups[self.current].0
    }

    /// The constraints on them.
    pub(super) fn constraints(&self) -> &[usize] {
        &self.groups[self.current].1
    }
}

impl Checker<'_> {
    pub(super) fn split(&mut self, numbers: &[Value]) -> Checked {
        self.may_count()?;
        if self.kind == Kind::Optimum {
            return Err("independent parts, for an optimum".into());
        }
        let mut part = vec![None; self.space.variables()];
        let mut groups: Vec<(Vec<Variable>, Vec<usize>)> = Vec::new();
        for variables in lists(numbers)? {
            for &variable in &variables {
                self.variable(variable)?;
                if self.space.size(variable) == 1 {
                    return Err(format!("{} is fixed", self.model.name(variable)));
                }
                if part[variable].replace(groups.len()).is_some() {
                    return Err(format!("{} is in two parts", self.model.name(variable)));
                }
            }
            groups.push((variables, Vec::new()));
        }
        let left = (0..part.len()).find(|&v| {
            part[v].is_none()
                && self.space.size(v) > 1
                && self.splits.last().is_none_or(|outer| outer.has(v))
        });
        if let Some(variable) = left {
            return Err(format!("{} is in no part", self.model.name(variable)));
        }
        self.assign(&part, &mut groups)?;
        let outside = std::mem::take(&mut self.count) + std::mem::take(&mut self.leaves);
        self.splits.push(Parts {
            frames: self.frames.len(),
            mark: self.space.mark(),
            groups,
            part,
            current: 0,
            product: BigUint::from(1u32),
            outside,
        });
        Ok(())
    }

    /// Gives each constraint to the part of its variables; those without any must hold.
    fn assign(
        &self,
        part: &[Option<usize>],
        groups: &mut [(Vec<Variable>, Vec<usize>)],
    ) -> Checked {
        for (number, constraint) in self.model.constraints.iter().enumerate() {
            let (mut own, mut several, mut open) = (None, false, false);
            constraint.each_variable(&mut |variable| match part[variable] {
                Some(there) => several |= own.replace(there).is_some_and(|before| before != there),
                None => open |= self.space.size(variable) != 1,
            });
            match own {
                _ if several => {
                    return Err(format!("{} joins two parts", self.words(number)));
                }
                Some(_) if open => {
                    return Err(format!("{} reaches out of the part", self.words(number)));
                }
                Some(own) => groups[own].1.push(number),
                // It belongs to a part outside.
                None if open => {}
                None if !constraint.certain(&self.space) => {
                    return Err(format!("{} does not hold", self.words(number)));
                }
                None => {}
            }
        }
        Ok(())
    }

    pub(super) fn next_part(&mut self) -> Checked {
        let parts = self.splits.last_mut().ok_or("the end of no part")?;
        if !self.closed || self.frames.len() != parts.frames {
            return Err("the end of a part that is open".into());
        }
        parts.product *= std::mem::take(&mut self.count) + std::mem::take(&mut self.leaves);
        self.space.back(parts.mark);
        parts.current += 1;
        self.closed = parts.current == parts.groups.len();
        if self.closed
            && let Some(parts) = self.splits.pop()
        {
            self.count = parts.outside + parts.product;
            self.has_leaves = true;
            self.counted_below = !self.frames.is_empty();
        }
        Ok(())
    }

    /// A solution of a part: values for its variables, in their order.
    pub(super) fn is_solution_of_part(&self, witness: &[Value]) -> Checked {
        let Some(parts) = self.splits.last() else { return Ok(()) };
        let own = parts.own();
        if witness.len() != own.len() {
            let (found, wanted) = (witness.len(), own.len());
            return Err(format!("a solution of {found} values; expected {wanted}, for the part"));
        }
        let fixed = |variable| self.space.min(variable).unwrap_or_default();
        let mut values: Vec<Value> = (0..self.space.variables()).map(fixed).collect();
        for (&variable, &value) in own.iter().zip(witness) {
            if !self.space.has(variable, value) {
                return Err(format!(
                    "{} = {value} is not in this branch",
                    self.model.name(variable)
                ));
            }
            values[variable] = value;
        }
        let broken =
            parts.constraints().iter().find(|&&k| !self.model.constraints[k].holds(&values));
        if let Some(&constraint) = broken {
            return Err(format!("{} does not hold", self.words(constraint)));
        }
        self.is_fixed(own.iter().copied())
    }

    /// The certificate of a part: of the same kind of claim, and of this box.
    pub(super) fn part(&mut self, name: &str, resolve: &mut Resolve<'_>) -> Checked {
        self.may_count()?;
        if !self.splits.is_empty() {
            return Err("the certificate of a part within an independent part".into());
        }
        let (claim, space): (Claim, Space) = resolve(name)?;
        if !space.is_same(&self.space) {
            return Err(format!("{name} is about another part"));
        }
        match (self.kind, claim) {
            (Kind::Count, Claim::Count(count)) => {
                self.count += count;
                self.counted_below = !self.frames.is_empty();
            }
            (Kind::Optimum, Claim::Optimum(best)) => {
                if let Some(value) = best.filter(|&value| self.is_better(value)) {
                    self.better_than(value)?;
                }
            }
            // A part that proves an optimum counts nothing, and a count of a part has no best value.
            (own, other) => {
                let other = other.kind();
                return Err(format!("{name} proves another kind of claim: {other}, not {own}"));
            }
        }
        self.has_leaves = true;
        self.closed = true;
        Ok(())
    }
}

/// Lists of places, each after its length.
fn lists(mut numbers: &[Value]) -> Result<Vec<Vec<Variable>>, String> {
    let mut all = Vec::new();
    while let [length, rest @ ..] = numbers {
        let length =
            usize::try_from(*length).ok().filter(|&length| length > 0 && length <= rest.len());
        let length = length.ok_or("a part that is empty, or cut off")?;
        let place = |&number: &Value| {
            usize::try_from(number).map_err(|_| format!("{number} is no place in the model"))
        };
        all.push(rest[..length].iter().map(place).collect::<Result<_, _>>()?);
        numbers = &rest[length..];
    }
    if all.len() < 2 {
        return Err("fewer than two parts".into());
    }
    Ok(all)
}
