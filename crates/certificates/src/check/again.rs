//! Problems that are met again: what is left in the box, with its count.
//!
//! Lemma 1, *since a hold*: where a problem was noted, and the branch or the part around it is
//! closed, what was counted in between is the count of the problem. All steps keep "each uncounted
//! solution lies in the box or in what remains of an open branch", count disjoint sets, and nothing
//! remains. In a part that needs that only constraints of the part are named: another one that
//! fails makes the product 0, but not the count of the part.
//!
//! Lemma 8, *parts*: the problem of a part has its variables and its constraints; others have none
//! of its variables open, or hold in the whole box.
//!
//! Lemma 9, *symmetric branches*: if names map a problem to itself and x = v to y = w, then both
//! branches leave the same problem. So they need no step of their own.
//!
//! There is no circle: a count is known only once the frame of its problem is closed, so that no
//! problem is counted by itself.

use super::super::count::NaturalNumber;
use super::super::faults::{CheckFault, StepFault};
use super::super::left::{ProblemRenaming, problem_digest};
use super::super::model::{Value, Variable};
use super::{CertificateChecker, ClaimKind};

/// The numbers of 64 bits that a problem takes, next to the places of its counts.
const NUMBERS: usize = 8;

/// A problem that was met.
pub(super) struct ProblemRecord {
    /// The digest of its text.
    digest: [u8; 32],
    /// Its number of solutions, once it is known.
    count: Option<NaturalNumber>,
}

/// A problem that is being counted.
pub(super) struct OpenProblem {
    number: usize,
    /// The numbers of open branches and of splits around it.
    depth: (usize, usize),
    /// The count before it.
    before: NaturalNumber,
}

impl CertificateChecker<'_> {
    /// Notes what is left in the box. Nothing changes.
    pub(super) fn note_problem(&mut self) -> Result<(), CheckFault> {
        let digest = self.problem_digest(&[])?;
        self.charge_memory(NUMBERS + self.count.place_count())?;
        let (number, before) = (self.problems.len(), self.count.clone());
        self.noted.push(OpenProblem { number, depth: self.current_depth(), before });
        self.problems.push(ProblemRecord { digest, count: None });
        Ok(())
    }

    /// The problem in the box is one that was counted, under other names: all of the box is
    /// counted.
    pub(super) fn count_known_problem(
        &mut self,
        number: usize,
        names: &[Value],
    ) -> Result<(), CheckFault> {
        self.is_open()?;
        let known = self.problems.get(number);
        let known = known.ok_or(StepFault::NoProblem { problem: number })?;
        let count = known.count.clone().ok_or(StepFault::OpenProblem { problem: number })?;
        let has_some = count != NaturalNumber::default();
        if has_some {
            self.may_count()?;
        }
        let is_same = self.problem_digest(names)? == self.problems[number].digest;
        refuse_if!(!is_same, StepFault::OtherProblem { problem: number });
        self.add_count(&count);
        Ok(())
    }

    /// The innermost branch, or part, is closed: the problems that were noted in it are counted.
    pub(super) fn frame_is_closed(&mut self) -> Result<(), CheckFault> {
        let depth = self.current_depth();
        while let Some(own) = self.noted.pop_if(|own| own.depth == depth) {
            let count = self.count.subtract_earlier(&own.before);
            self.charge_memory(count.place_count())?;
            self.problems[own.number].count = Some(count);
        }
        Ok(())
    }

    fn current_depth(&self) -> (usize, usize) {
        (self.frames.len(), self.splits.len())
    }

    /// The digest of what is left in the box, or in this part of it, under names.
    fn problem_digest(&mut self, names: &[Value]) -> Result<[u8; 32], CheckFault> {
        self.is_open()?;
        // A listed solution is no longer in the box, and an objective changes what a solution is.
        let may = self.kind == ClaimKind::Count && self.open.is_none() && self.listed.is_empty();
        refuse_if!(!may, StepFault::ProblemInside);
        let mut space = std::mem::take(&mut self.space);
        let (variables, constraints) = self.current_part();
        let open = variables.iter().copied().filter(|&v| space.domain_size(v) != 1);
        let open: Vec<Variable> = open.collect();
        let names = ProblemRenaming::read_renaming(names, &open, &space);
        let look = || self.poll_clock();
        let digest = names
            .map_err(CheckFault::from)
            .and_then(|own| problem_digest(self.model, &mut space, constraints, &own, &look));
        self.space = space;
        digest
    }
}
