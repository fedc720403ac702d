//! A box that splits into independent parts, and parts in certificates of their own.
//!
//! The numbers of solutions of parts without a common constraint multiply. So do the numbers of
//! assignments to their shown variables, because whether the hidden ones of a part can be
//! completed depends on the part alone.

use super::super::count::Count;
use super::super::faults::{CheckFault, StepFault};
use super::super::model::{Value, Variable};
use super::{Checker, Claim, Kind, Resolve};

/// The variables of a part, and the constraints on them.
pub(super) type Part = (Vec<Variable>, Vec<usize>);

/// Independent parts of a box; one is being counted.
pub(super) struct Parts {
    /// The open branches outside.
    pub(super) frames: usize,
    mark: usize,
    pub(super) parts: Vec<Part>,
    pub(super) current: usize,
    product: Count,
    /// The count outside.
    outside: Count,
}

impl Checker<'_> {
    /// The solutions of the box are the combinations of those of the parts: each open variable is in
    /// one part, no constraint has open variables of two, and those without any hold.
    pub(super) fn split(&mut self, numbers: &[Value]) -> Result<(), CheckFault> {
        self.may_count()?;
        refuse_if!(self.kind == Kind::Optimum, StepFault::SplitForOptimum);
        refuse_if!(numbers.len() != self.space.variables(), StepFault::SplitLength);
        let is_part = |&own: &Value| own >= -1 && own < numbers.len() as Value;
        refuse_if!(!numbers.iter().all(is_part), StepFault::SplitNumber);
        let part = |v: Variable| usize::try_from(numbers[v]).ok();
        let number = (0..numbers.len()).filter_map(part).max().map_or(1, |last| last + 1);
        let mut parts: Vec<Part> = vec![Part::default(); number];
        for v in 0..numbers.len() {
            let is_open = self.space.size(v) != 1 && self.has(v);
            let is_wrong = part(v).is_some() != is_open;
            refuse_if!(is_wrong, StepFault::SplitVariable { variable: self.name(v) });
            part(v).iter().for_each(|&own| parts[own].0.push(v));
        }
        for place in 0..self.own().1.len() {
            let k = self.own().1[place];
            self.owner(k, &part)?.iter().for_each(|&own: &usize| parts[own].1.push(k));
        }
        self.splits.push(Parts {
            frames: self.frames.len(),
            mark: self.space.mark(),
            parts,
            current: 0,
            product: Count::from(1),
            outside: std::mem::take(&mut self.count),
        });
        Ok(())
    }

    /// The part of the open variables of a constraint. One that holds in the whole box joins no
    /// parts.
    fn owner(
        &mut self,
        k: usize,
        part: &dyn Fn(Variable) -> Option<usize>,
    ) -> Result<Option<usize>, CheckFault> {
        self.look()?;
        let (mut own, mut several) = (None, false);
        let constraint = &self.model.constraints[k];
        constraint.each_variable(&mut |v| {
            let there = part(v).or(own);
            several |= own.is_some() && there != own;
            own = there;
        });
        if own.is_some() && !several {
            return Ok(own);
        }
        let holds = constraint.certain(&mut self.space);
        refuse_if!(!holds && several, StepFault::Joined { constraint: self.description(k) });
        refuse_if!(!holds, StepFault::Violated { constraint: self.description(k) });
        Ok(None)
    }

    /// The part has nothing left, and the next one begins with the box of the split. After the last,
    /// or one without a solution, all combinations are counted.
    pub(super) fn next_part(&mut self) -> Result<(), CheckFault> {
        let parts = self.splits.last().ok_or(StepFault::NoPart)?;
        let is_whole = self.closed && self.frames.len() == parts.frames;
        refuse_if!(!is_whole, StepFault::OpenPart);
        self.frame_is_closed()?;
        let parts = self.splits.last_mut().ok_or(StepFault::NoPart)?;
        parts.product.multiply(&std::mem::take(&mut self.count));
        self.space.back(parts.mark);
        parts.current += 1;
        self.closed = false;
        let is_last =
            |own: &mut Parts| own.current >= own.parts.len() || own.product == Count::default();
        if let Some(parts) = self.splits.pop_if(is_last) {
            self.count = parts.outside;
            self.counted(&parts.product);
        }
        Ok(())
    }

    /// The certificate of a part, of the same kind of claim and of this box: all of it is counted there.
    pub(super) fn part(&mut self, name: &str, resolve: &mut Resolve<'_>) -> Result<(), CheckFault> {
        self.may_count()?;
        refuse_if!(!self.splits.is_empty(), StepFault::FileInPart);
        let (claim, space) = resolve(name)?;
        let is_own = space.is_same(&self.space);
        refuse_if!(!is_own, StepFault::OtherPart { name: name.to_owned() });
        match (self.kind, claim) {
            (Kind::Count, Claim::Count(count)) => self.counted(&count),
            (Kind::Optimum, Claim::Optimum(best)) => {
                if let Some(value) = best.filter(|&value| self.is_better(value)) {
                    self.better_than(value);
                }
            }
            // A part that proves an optimum counts nothing, and a count of a part has no best value.
            (own, other) => {
                let (name, other) = (name.to_owned(), other.kind());
                return Err(StepFault::OtherKind { name, other, own }.into());
            }
        }
        self.closed = true;
        Ok(())
    }
}
