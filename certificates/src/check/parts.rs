//! A box that splits into independent parts, and parts in certificates of their own.
//!
//! The numbers of solutions of parts without a common constraint multiply. So do the numbers of
//! assignments to their shown variables, because whether the hidden ones of a part can be
//! completed depends on the part alone.

use super::super::count::Count;
use super::super::model::{Constraint, Value};
use super::{Checked, Checker, Claim, Kind, Resolve};

/// Independent parts of a box; one is being counted.
pub(super) struct Parts {
    /// The open branches outside.
    pub(super) frames: usize,
    mark: usize,
    /// How many there are.
    number: usize,
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
        let part = |&own: &Value| usize::try_from(own).ok().filter(|&own| own < numbers.len());
        let part: Vec<_> = numbers.iter().map(part).collect();
        refuse_if!(part.len() != self.space.variables(), "not a number for each variable");
        for (variable, own) in part.iter().enumerate() {
            let is_open = self.space.size(variable) != 1 && self.has(variable);
            let name = self.model.name(variable);
            let is_wrong = own.is_some() != is_open;
            refuse_if!(is_wrong, "{name} is fixed, but in a part, or is in no part");
        }
        let owner = self.owners(&part)?;
        self.splits.push(Parts {
            frames: self.frames.len(),
            mark: self.space.mark(),
            number: part.iter().flatten().max().map_or(0, |last| last + 1),
            part,
            owner,
            current: 0,
            product: Count::from(1),
            outside: std::mem::take(&mut self.count),
        });
        Ok(())
    }

    /// The part of each constraint.
    fn owners(&self, part: &[Option<usize>]) -> Result<Vec<Option<usize>>, String> {
        let owner = |(number, constraint): (usize, &Constraint)| {
            self.look()?;
            let (mut own, mut several, mut open) = (None, false, false);
            constraint.each_variable(&mut |variable| match part[variable] {
                Some(there) => several |= own.replace(there).is_some_and(|before| before != there),
                None => open |= self.space.size(variable) != 1,
            });
            refuse_if!(several, "{} joins two parts", self.model.description(number));
            let reaches = own.is_some() && open;
            refuse_if!(reaches, "{} reaches out of the part", self.model.description(number));
            // Without variables here, but with open ones, it belongs to a part outside.
            let holds = own.is_some() || open || constraint.certain(&self.space);
            refuse_if!(!holds, "{} does not hold", self.model.description(number));
            Ok(own)
        };
        self.model.constraints.iter().enumerate().map(owner).collect()
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
        if let Some(parts) = self.splits.pop_if(|parts| parts.current >= parts.number) {
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
                    self.better_than(value);
                }
            }
            // A part that proves an optimum counts nothing, and a count of a part has no best value.
            (own, other) => {
                let other = other.kind();
                return Err(format!("{name} proves another kind of claim: {other}, not {own}"));
            }
        }
        self.closed = true;
        Ok(())
    }
}
