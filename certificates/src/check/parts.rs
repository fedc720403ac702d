//! A box that splits into independent parts, and parts in certificates of their own.
//!
//! The numbers of solutions of parts without a common constraint multiply. So do the numbers of
//! assignments to their shown variables, because whether the hidden ones of a part can be
//! completed depends on the part alone.

use super::super::count::Count;
use super::super::model::{Value, Variable};
use super::super::step::parts;
use super::{Checked, Checker, Claim, Kind, Resolve};

/// Independent parts of a box; one is being counted.
pub(super) struct Parts {
    /// The open branches outside.
    pub(super) frames: usize,
    mark: usize,
    /// The variables of each part, in the order of the step.
    pub(super) groups: Vec<Vec<Variable>>,
    /// For each variable and each constraint, the part that it belongs to.
    pub(super) part: Vec<Option<usize>>,
    pub(super) owner: Vec<Option<usize>>,
    pub(super) current: usize,
    product: Count,
    /// The count outside.
    outside: Count,
}

impl Checker<'_> {
    /// The solutions of the box are the combinations of those of the parts: each open variable is in
    /// one part, no constraint has open variables of two, and those without any hold.
    pub(super) fn split(&mut self, numbers: &[Value]) -> Checked {
        self.may_count()?;
        refuse_if!(self.kind == Kind::Optimum, "independent parts, for an optimum");
        let mut part = vec![None; self.space.variables()];
        let groups = parts(numbers)?;
        for (number, group) in groups.iter().enumerate() {
            for &variable in group {
                self.variable(variable)?;
                let name = self.name(variable);
                refuse_if!(self.space.size(variable) == 1, "{name} is fixed");
                refuse_if!(part[variable].replace(number).is_some(), "{name} is in two parts");
            }
        }
        let is_left = |&v: &Variable| part[v].is_none() && self.space.size(v) != 1 && self.has(v);
        let left = (0..part.len()).find(is_left);
        refuse_if!(let Some(own) = left, "{} is in no part", self.name(own));
        let owner = self.owners(&part)?;
        self.splits.push(Parts {
            frames: self.frames.len(),
            mark: self.space.mark(),
            groups,
            part,
            owner,
            current: 0,
            product: Count::from(1),
            outside: std::mem::take(&mut self.count),
        });
        Ok(())
    }

    /// The part of each constraint.
    fn owners(&mut self, part: &[Option<usize>]) -> Result<Vec<Option<usize>>, String> {
        let model = self.model;
        let mut owners = Vec::with_capacity(model.constraints.len());
        for (number, constraint) in model.constraints.iter().enumerate() {
            self.clock.pay_question(number)?;
            let (mut own, mut several, mut open) = (None, false, false);
            constraint.each_variable(&mut |variable| match part[variable] {
                Some(there) => several |= own.replace(there).is_some_and(|before| before != there),
                None => open |= self.space.size(variable) != 1,
            });
            refuse_if!(several, "{} joins two parts", self.words(number));
            let reaches = own.is_some() && open;
            refuse_if!(reaches, "{} reaches out of the part", self.words(number));
            // Without variables here, but with open ones, it belongs to a part outside.
            let holds = own.is_some() || open || constraint.certain(&self.space);
            refuse_if!(!holds, "{} does not hold", self.words(number));
            owners.push(own);
        }
        Ok(owners)
    }

    /// The part has nothing left, and the next one begins with the box of the split. After the last,
    /// all combinations are counted.
    pub(super) fn next_part(&mut self) -> Checked {
        let parts = self.splits.last_mut().ok_or("the end of no part")?;
        let is_whole = self.closed && self.frames.len() == parts.frames;
        refuse_if!(!is_whole, "the end of a part that is open");
        parts.product.multiply(&std::mem::take(&mut self.count));
        self.space.back(parts.mark);
        parts.current += 1;
        self.closed = false;
        if let Some(parts) = self.splits.pop_if(|parts| parts.current == parts.groups.len()) {
            self.count = parts.outside;
            self.count.add(&parts.product);
            self.counted();
        }
        Ok(())
    }

    /// The certificate of a part, of the same kind of claim and of this box: all of it is counted there.
    pub(super) fn part(&mut self, name: &str, resolve: &mut Resolve<'_>) -> Checked {
        self.may_count()?;
        refuse_if!(!self.splits.is_empty(), "a certificate within an independent part");
        let (claim, space) = resolve(name)?;
        refuse_if!(!space.is_same(&self.space), "{name} is about another part");
        match (self.kind, claim) {
            (Kind::Count, Claim::Count(count)) => {
                self.count.add(&count);
                self.counted();
            }
            (Kind::Optimum, Claim::Optimum(best)) => {
                if let Some(value) = best.filter(|&value| self.is_better(value)) {
                    self.better_than(value)?;
                }
            }
            // A part that proves an optimum counts nothing, and a count of a part has no best value.
            (own, other) => {
                let other = other.kind();
                refuse_if!(true, "{name} proves another kind of claim: {other}, not {own}");
            }
        }
        self.closed = true;
        Ok(())
    }
}
