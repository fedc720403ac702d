//! A box that splits into independent parts, and parts in certificates of their own.
//!
//! The numbers of solutions of parts without a common constraint multiply. So do the numbers of
//! assignments to their shown variables, because whether the hidden ones of a part can be
//! completed depends on the part alone.

use super::super::count::NaturalNumber;
use super::super::faults::{CheckFault, StepFault};
use super::super::model::{Value, Variable};
use super::{CertificateChecker, CertificateClaim, ClaimKind, PartResolver};

/// The variables of a part, and the constraints on them.
pub(super) type Part = (Vec<Variable>, Vec<usize>);

/// Independent parts of a box; one is being counted.
pub(super) struct BoxParts {
    /// The open branches outside.
    pub(super) frames: usize,
    mark: usize,
    pub(super) parts: Vec<Part>,
    pub(super) current: usize,
    product: NaturalNumber,
    /// The count outside.
    outside: NaturalNumber,
}

impl CertificateChecker<'_> {
    /// The solutions of the box are the combinations of those of the parts: each open variable is
    /// in one part, no constraint has open variables of two, and those without any hold.
    pub(super) fn split_box(&mut self, numbers: &[Value]) -> Result<(), CheckFault> {
        self.may_count()?;
        refuse_if!(self.kind == ClaimKind::Optimum, StepFault::SplitForOptimum);
        refuse_if!(numbers.len() != self.space.variable_count(), StepFault::SplitLength);
        let is_part = |&own: &Value| own >= -1 && own < numbers.len() as Value;
        refuse_if!(!numbers.iter().all(is_part), StepFault::SplitNumber);
        let part = |v: Variable| usize::try_from(numbers[v]).ok();
        let number = (0..numbers.len()).filter_map(part).max().map_or(1, |last| last + 1);
        let mut parts: Vec<Part> = vec![Part::default(); number];
        for v in 0..numbers.len() {
            let is_open = self.space.domain_size(v) != 1 && self.has_variable(v);
            let is_wrong = part(v).is_some() != is_open;
            refuse_if!(is_wrong, StepFault::SplitVariable { variable: self.variable_name(v) });
            part(v).iter().for_each(|&own| parts[own].0.push(v));
        }
        for place in 0..self.current_part().1.len() {
            let k = self.current_part().1[place];
            self.find_owner(k, &part)?.iter().for_each(|&own: &usize| parts[own].1.push(k));
        }
        self.splits.push(BoxParts {
            frames: self.frames.len(),
            mark: self.space.trail_mark(),
            parts,
            current: 0,
            product: NaturalNumber::from(1),
            outside: std::mem::take(&mut self.count),
        });
        Ok(())
    }

    /// The part of the open variables of a constraint. One that holds in the whole box joins no
    /// parts.
    fn find_owner(
        &mut self,
        k: usize,
        part: &dyn Fn(Variable) -> Option<usize>,
    ) -> Result<Option<usize>, CheckFault> {
        self.poll_clock()?;
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
        let holds = constraint.is_certain(&mut self.space);
        refuse_if!(!holds && several, StepFault::Joined { constraint: self.description(k) });
        refuse_if!(!holds, StepFault::Violated { constraint: self.description(k) });
        Ok(None)
    }

    /// The part has nothing left, and the next one begins with the box of the split. After the
    /// last, or one without a solution, all combinations are counted.
    pub(super) fn next_part(&mut self) -> Result<(), CheckFault> {
        let parts = self.splits.last().ok_or(StepFault::NoPart)?;
        let is_whole = self.closed && self.frames.len() == parts.frames;
        refuse_if!(!is_whole, StepFault::OpenPart);
        self.frame_is_closed()?;
        let parts = self.splits.last_mut().ok_or(StepFault::NoPart)?;
        parts.product.multiply_by(&std::mem::take(&mut self.count));
        self.space.undo_to(parts.mark);
        parts.current += 1;
        self.closed = false;
        let is_last = |own: &mut BoxParts| {
            own.current >= own.parts.len() || own.product == NaturalNumber::default()
        };
        if let Some(parts) = self.splits.pop_if(is_last) {
            self.count = parts.outside;
            self.add_count(&parts.product);
        }
        Ok(())
    }

    /// The certificate of a part, of the same kind of claim and of this box: all of it is counted
    /// there.
    pub(super) fn check_part(
        &mut self,
        name: &str,
        resolve: &mut PartResolver<'_>,
    ) -> Result<(), CheckFault> {
        self.may_count()?;
        refuse_if!(!self.splits.is_empty(), StepFault::FileInPart);
        let (claim, space) = resolve(name)?;
        let is_own = space.is_same(&self.space);
        refuse_if!(!is_own, StepFault::OtherPart { name: name.to_owned() });
        match (self.kind, claim) {
            (ClaimKind::Count, CertificateClaim::Count(count)) => self.add_count(&count),
            (ClaimKind::Optimum, CertificateClaim::Optimum(best)) => {
                if let Some(value) = best.filter(|&value| self.is_better(value)) {
                    self.better_than(value);
                }
            }
            // A part that proves an optimum counts nothing, and a count of a part has no best
            // value.
            (own, other) => {
                let (name, other) = (name.to_owned(), other.claim_kind());
                return Err(StepFault::OtherKind { name, other, own }.into());
            }
        }
        self.closed = true;
        Ok(())
    }
}
