//! Boxes that split into independent parts, and parts in separate certificates.
//!
//! The numbers of solutions of parts without a common constraint multiply. So do the numbers of
//! assignments to their shown variables, because whether the hidden ones of a part can be
//! completed depends on the part alone.

use super::super::faults::{CheckFault, StepFault};
use super::super::model::{Value, Variable};
use super::super::natural_number::NaturalNumber;
use super::{CertificateChecker, CertificateClaim, ClaimKind, PartResolver};

/// The variables of a part, and the constraints on them.
pub(super) type Part = (Vec<Variable>, Vec<usize>);

/// Independent parts of a box; one is being counted.
pub(super) struct BoxParts {
    /// The number of open branches outside.
    pub(super) frames: usize,
    mark: usize,
    pub(super) parts: Vec<Part>,
    pub(super) current: usize,
    product: NaturalNumber,
    /// The count outside.
    outside: NaturalNumber,
}

impl CertificateChecker<'_> {
    /// Splits the box into parts whose solutions combine to those of the box: each open variable is
    /// in one part, no constraint has open variables of two parts, and a constraint without open
    /// variables holds.
    pub(super) fn split_box(&mut self, numbers: &[Value]) -> Result<(), CheckFault> {
        self.may_count()?;
        refuse_if!(self.kind == ClaimKind::Optimum, StepFault::SplitForOptimum);
        refuse_if!(numbers.len() != self.space.variable_count(), StepFault::SplitLength);
        let is_part = |&own: &Value| own >= -1 && own < numbers.len() as Value;
        refuse_if!(!numbers.iter().all(is_part), StepFault::SplitNumber);
        // The numbers are below that of variables, so a short step cannot ask for a long list of
        // parts.
        let part = |v: Variable| usize::try_from(numbers[v]).ok();
        let number = (0..numbers.len()).filter_map(part).max().map_or(1, |last| last + 1);
        let mut parts: Vec<Part> = vec![Part::default(); number];
        for v in 0..numbers.len() {
            // An open box has no empty domain, so a size other than 1 is at least 2.
            let is_open = self.space.domain_size(v) != 1 && self.has_variable(v);
            let is_wrong = part(v).is_some() != is_open;
            refuse_if!(is_wrong, StepFault::SplitVariable { variable: self.variable_name(v) });
            part(v).iter().for_each(|&own| parts[own].0.push(v));
        }
        // The constraints of the part that is being split (nested splits are allowed), by index
        // because `find_owner` borrows the checker.
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
            // Each part counts from 0. What was counted outside returns after the last part.
            outside: std::mem::take(&mut self.count),
        });
        Ok(())
    }

    /// Returns the part of the open variables of a constraint. A constraint that holds in the whole
    /// box joins no parts.
    fn find_owner(
        &mut self,
        k: usize,
        part: &dyn Fn(Variable) -> Option<usize>,
    ) -> Result<Option<usize>, CheckFault> {
        self.poll_clock()?;
        let (mut own, mut several) = (None, false);
        let constraint = &self.model.constraints[k];
        constraint.each_variable(&mut |v| {
            // A fixed variable has no part and changes nothing; a second part sets `several`.
            let there = part(v).or(own);
            several |= own.is_some() && there != own;
            own = there;
        });
        if own.is_some() && !several {
            return Ok(own);
        }
        // It belongs to no part, so no part can check it: it must hold for every point of the box.
        // With fixed variables alone the answer is exact.
        let holds = constraint.is_certain(&mut self.space);
        refuse_if!(!holds && several, StepFault::Joined { constraint: self.description(k) });
        refuse_if!(!holds, StepFault::Violated { constraint: self.description(k) });
        Ok(None)
    }

    /// Ends a part that has nothing left; the next one begins with the box of the split. After the
    /// last part, or one without a solution, all combinations are counted.
    pub(super) fn next_part(&mut self) -> Result<(), CheckFault> {
        let parts = self.splits.last().ok_or(StepFault::NoPart)?;
        let is_whole = self.closed && self.frames.len() == parts.frames;
        refuse_if!(!is_whole, StepFault::OpenPart);
        self.frame_is_closed()?;
        // Borrowed again: the counts of problems are recorded while the part is still the current
        // one.
        let parts = self.splits.last_mut().ok_or(StepFault::NoPart)?;
        parts.product.multiply_by(&std::mem::take(&mut self.count));
        self.space.undo_to(parts.mark);
        parts.current += 1;
        // The box is that of the split, which was open.
        self.closed = false;
        // A factor 0 makes the product 0, so the remaining parts need no steps.
        let is_last = |own: &mut BoxParts| {
            own.current >= own.parts.len() || own.product == NaturalNumber::default()
        };
        if let Some(parts) = self.splits.pop_if(is_last) {
            self.count = parts.outside;
            self.add_count(&parts.product);
        }
        Ok(())
    }

    /// Checks the certificate of a part, which has the same kind of claim and is about this box,
    /// and counts all of it.
    pub(super) fn check_part(
        &mut self,
        name: &str,
        resolve: &mut PartResolver<'_>,
    ) -> Result<(), CheckFault> {
        self.may_count()?;
        refuse_if!(!self.splits.is_empty(), StepFault::FileInPart);
        let (claim, space) = resolve(name)?;
        // Both boxes are of the same model, whose digest the first line of the part names, so equal
        // words are equal domains.
        let is_own = space.is_same(&self.space);
        refuse_if!(!is_own, StepFault::OtherPart { name: name.to_owned() });
        match (self.kind, claim) {
            (ClaimKind::Count, CertificateClaim::Count(count)) => self.add_count(&count),
            (ClaimKind::Optimum, CertificateClaim::Optimum(best)) => {
                // The part shows the best value in this box. If it is no better than the bound, the
                // box has no better solution either, and closes all the same.
                if let Some(value) = best.filter(|&value| self.is_better(value)) {
                    self.improvement_constraint(value);
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
