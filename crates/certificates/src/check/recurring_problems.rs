//! Problems that recur: the remainder in the box, with its count.
//!
//! Lemma 1, *since a hold*: once the branch or the part around a noted problem is closed, the count
//! has grown by the count of the problem since the note. All steps keep "each uncounted solution
//! lies in the box or in what remains of an open branch", count disjoint sets, and nothing remains.
//! Within a part, this requires that steps name only constraints of the part: a failure of another
//! one makes the product 0, but not the count of the part.
//!
//! Lemma 8, *parts*: the problem of a part has its variables and its constraints; others have none
//! of its variables open, or hold in the whole box.
//!
//! Lemma 9, *symmetric branches*: if names map a problem to itself and x = v to y = w, then both
//! branches leave the same problem. So they need no step of their own.
//!
//! There is no cycle: a count is known only once the frame of its problem is closed, so that no
//! problem is counted by itself.

use super::super::faults::{CheckFault, StepFault};
use super::super::model::{Value, Variable};
use super::super::natural_number::NaturalNumber;
use super::super::residual::{ProblemRenaming, problem_digest};
use super::{CertificateChecker, ClaimKind};

/// The memory of a problem in numbers of 64 bits, without the digits of its counts.
const PROBLEM_NUMBERS: usize = 8;

/// A problem that was noted.
pub(super) struct ProblemRecord {
    /// The digest of its text.
    digest: [u8; 32],
    /// Its number of solutions, once it is known.
    count: Option<NaturalNumber>,
}

/// A problem that is being counted.
pub(super) struct OpenProblem {
    number: usize,
    /// The numbers of open branches and splits around it.
    depth: (usize, usize),
    /// The count before it.
    before: NaturalNumber,
}

impl CertificateChecker<'_> {
    /// Notes the remainder in the box as a problem. The box stays as it is.
    pub(super) fn note_problem(&mut self) -> Result<(), CheckFault> {
        let digest = self.problem_digest(&[])?;
        // The note keeps a copy of the count so far, which may be long: nested notes must not take
        // more memory than the limit allows.
        self.charge_memory(PROBLEM_NUMBERS + self.count.place_count())?;
        let (number, before) = (self.problems.len(), self.count.clone());
        self.noted.push(OpenProblem { number, depth: self.current_depth(), before });
        self.problems.push(ProblemRecord { digest, count: None });
        Ok(())
    }

    /// Counts the whole box, whose problem is one that was counted, under other names.
    pub(super) fn count_known_problem(
        &mut self,
        number: usize,
        names: &[Value],
    ) -> Result<(), CheckFault> {
        self.is_open()?;
        let known = self.problems.get(number);
        let known = known.ok_or(StepFault::NoProblem { problem: number })?;
        let count = known.count.clone().ok_or(StepFault::OpenProblem { problem: number })?;
        // A problem without solutions counts nothing, so the rules for counting, such as no branch
        // on a hidden variable, do not apply.
        let has_some = count != NaturalNumber::default();
        if has_some {
            self.may_count()?;
        }
        let is_same = self.problem_digest(names)? == self.problems[number].digest;
        refuse_if!(!is_same, StepFault::OtherProblem { problem: number });
        self.add_count(&count);
        Ok(())
    }

    /// Records the counts of the problems noted in the innermost branch or part, which is closed.
    pub(super) fn frame_is_closed(&mut self) -> Result<(), CheckFault> {
        let depth = self.current_depth();
        // Notes of deeper frames are gone, since those frames closed first: the notes of this frame
        // are the last ones.
        while let Some(own) = self.noted.pop_if(|own| own.depth == depth) {
            // Within a frame the count only grows. A split inside it takes the count away, but puts
            // it back before the frame can close.
            let count = self.count.subtract_earlier(&own.before);
            self.charge_memory(count.place_count())?;
            self.problems[own.number].count = Some(count);
        }
        Ok(())
    }

    fn current_depth(&self) -> (usize, usize) {
        (self.frames.len(), self.splits.len())
    }

    /// The digest of the remainder in the box, or in this part of it, under names.
    fn problem_digest(&mut self, names: &[Value]) -> Result<[u8; 32], CheckFault> {
        self.is_open()?;
        // A listed solution is no longer in the box, and an objective changes what a solution is.
        let may = self.kind == ClaimKind::Count && self.open.is_none() && self.listed.is_empty();
        refuse_if!(!may, StepFault::ProblemInside);
        // Texts of remainders try points in the box, so it is taken out of the checker, which they
        // borrow for the clock. No `?` comes before it is put back.
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
