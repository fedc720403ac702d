//! The checker: the box, the open branches and the current step.

use std::cell::Cell;
use std::collections::HashSet;

use super::parts::{BoxParts, Part};
use super::recurring_problems::{OpenProblem, ProblemRecord};
use crate::claim::{CertificateClaim, ClaimKind};
use crate::domain_box::DomainBox;
use crate::faults::{CheckFault, StepFault, Stopped};
use crate::file::StopCheck;
use crate::model::{Atom, CheckerModel, Constraint, Objective, Value, Variable};
use crate::natural_number::NaturalNumber;
use crate::step::CertificateStep;

/// The limit on the numbers in all lemmas, listed solutions and problems together, which stay in
/// memory.
pub(super) const MOST_KEPT: usize = 1 << 25;

/// Checks the certificate in a file and returns its claim and its box.
pub(crate) type PartResolver<'a> =
    dyn FnMut(&str) -> Result<(CertificateClaim, DomainBox), CheckFault> + 'a;

/// An open branch: the variable has the value in it, and another one in what remains.
pub(super) struct CheckerBranch {
    pub(super) mark: usize,
    pub(super) variable: Variable,
    pub(super) value: Value,
}

/// The state of a check.
pub(crate) struct CertificateChecker<'a> {
    pub(super) model: &'a CheckerModel,
    pub(super) kind: ClaimKind,
    stop: &'a StopCheck<'a>,
    /// The number of polls, for the clock. A cell, since questions borrow the checker shared.
    asked: Cell<u64>,
    pub(super) space: DomainBox,
    /// The box at the start, which the claim is about.
    start: DomainBox,
    pub(super) frames: Vec<CheckerBranch>,
    pub(super) closed: bool,
    pub(super) count: NaturalNumber,
    pub(super) best: Option<i128>,
    pub(super) bound: Option<Constraint>,
    pub(super) lemmas: Vec<Vec<Atom>>,
    /// The lemma whose steps are being checked, and the mark before it.
    pub(super) open: Option<(Vec<Atom>, usize)>,
    pub(super) listed: HashSet<Vec<Value>>,
    /// The problems that were noted, by number.
    pub(super) problems: Vec<ProblemRecord>,
    /// The problems that are being counted, the innermost last.
    pub(super) noted: Vec<OpenProblem>,
    /// The numbers in lemmas, listed solutions and problems.
    pub(super) kept: usize,
    /// The count before the first open branch.
    pub(super) count_before_branches: NaturalNumber,
    /// All variables and constraints.
    pub(super) whole: Part,
    /// The splits of the box into independent parts, the innermost last.
    pub(super) splits: Vec<BoxParts>,
    ended: bool,
}

impl<'a> CertificateChecker<'a> {
    /// Begins a check of a box of the model, which contains all solutions to be counted.
    pub(crate) fn new(
        model: &'a CheckerModel,
        kind: ClaimKind,
        space: DomainBox,
        stop: &'a StopCheck<'a>,
    ) -> Self {
        CertificateChecker {
            model,
            kind,
            stop,
            asked: Cell::new(0),
            // A model may have a variable without values: it has no solution, and no step is
            // needed.
            closed: (0..space.variable_count()).any(|variable| space.domain_size(variable) == 0),
            start: space.clone(),
            space,
            frames: Vec::new(),
            count: NaturalNumber::default(),
            best: None,
            bound: None,
            lemmas: Vec::new(),
            open: None,
            listed: HashSet::new(),
            problems: Vec::new(),
            noted: Vec::new(),
            kept: 0,
            count_before_branches: NaturalNumber::default(),
            whole: ((0..model.variables.len()).collect(), (0..model.constraints.len()).collect()),
            splits: Vec::new(),
            ended: false,
        }
    }

    /// Checks a step. `resolve` reads the certificates of parts.
    ///
    /// # Errors
    /// Why the step is refused; the certificate shows nothing then.
    pub(crate) fn check_step(
        &mut self,
        step: &CertificateStep<'_>,
        resolve: &mut PartResolver<'_>,
    ) -> Result<(), CheckFault> {
        refuse_if!(self.ended, StepFault::AfterEnd);
        self.poll_clock()?;
        match *step {
            CertificateStep::Branch(x, value) => self.open_branch(x, value),
            CertificateStep::Remove(k, x, values) => self.remove_values(k, x, values),
            CertificateStep::Keep(k, x, low, high) => self.keep_range(k, x, low, high),
            CertificateStep::Group(k, all) => self.remove_group(k, all),
            CertificateStep::Spread(k, x) => self.spread_value(k, x),
            CertificateStep::Fail(k) => self.fail_constraint(k),
            CertificateStep::Solution(values) => self.count_solution(values),
            CertificateStep::All => self.count_whole_box(),
            CertificateStep::Up => self.close_branch(),
            CertificateStep::Restart => self.restart_search(),
            CertificateStep::Split(parts) => self.split_box(parts),
            CertificateStep::Next => self.next_part(),
            CertificateStep::Hold => self.note_problem(),
            CertificateStep::Before(number, names) => self.count_known_problem(number, names),
            CertificateStep::Thin(constraints) => self.thin_domains(constraints),
            CertificateStep::Lemma(atoms) => self.open_lemma(atoms),
            CertificateStep::Shown => self.close_lemma(),
            CertificateStep::Listed(values) => self.list_solution(values),
            CertificateStep::Part(name) => self.check_part(name, resolve),
            CertificateStep::End(words) => self.end_certificate(words),
        }
    }

    /// Asks whether to stop, at every 16th call.
    pub(super) fn poll_clock(&self) -> Result<(), Stopped> {
        self.asked.set(self.asked.get() + 1);
        // The first call asks as well, so that a limit that has passed already ends even a short
        // check.
        if self.asked.get() % 16 == 1 { (self.stop)() } else { Ok(()) }
    }

    /// The claim, once the certificate has ended, and its box.
    ///
    /// # Errors
    /// When the certificate has not ended.
    pub(crate) fn final_claim(self) -> Result<(CertificateClaim, DomainBox), CheckFault> {
        refuse_if!(!self.ended, StepFault::NoEnd);
        Ok((self.current_claim(), self.start))
    }

    fn current_claim(&self) -> CertificateClaim {
        match self.kind {
            ClaimKind::Count => CertificateClaim::Count(self.count.clone()),
            ClaimKind::Optimum => CertificateClaim::Optimum(self.best),
        }
    }

    /// Ends the certificate: the box is closed and nothing is open, so no solution is left.
    pub(super) fn end_certificate(&mut self, words: &str) -> Result<(), CheckFault> {
        let is_whole = self.closed && self.is_at_the_root();
        refuse_if!(!is_whole, StepFault::EndInside);
        let shown = self.current_claim();
        let is_other = !words.is_empty() && words != shown.to_string();
        refuse_if!(is_other, StepFault::OtherClaim { claimed: words.to_owned(), shown });
        self.ended = true;
        Ok(())
    }

    /// Describes a constraint.
    pub(super) fn description(&self, constraint: usize) -> String {
        self.model.description(constraint)
    }

    /// The name of a variable.
    pub(super) fn variable_name(&self, variable: Variable) -> String {
        self.model.variable_name(variable).to_owned()
    }

    /// Whether neither a branch nor a lemma nor a part is open.
    pub(super) fn is_at_the_root(&self) -> bool {
        self.frames.is_empty() && self.open.is_none() && self.splits.is_empty()
    }

    pub(super) fn is_open(&self) -> Result<(), CheckFault> {
        refuse_if!(self.closed, StepFault::Closed);
        Ok(())
    }

    /// Checks that a variable is in the model, and in the independent part that is open.
    pub(super) fn check_variable(&self, variable: Variable) -> Result<(), CheckFault> {
        refuse_if!(variable >= self.space.variable_count(), StepFault::NoVariable { variable });
        let is_own = self.has_variable(variable);
        refuse_if!(!is_own, StepFault::ForeignVariable { variable: self.variable_name(variable) });
        Ok(())
    }

    /// The variables and the constraints of the independent part that is open, if one is, else all.
    pub(super) fn current_part(&self) -> &Part {
        // A split has a part even if no variable is open, and is dropped after its last part, so
        // the index is valid.
        self.splits.last().map_or(&self.whole, |own| &own.parts[own.current])
    }

    /// Whether a variable is of that part.
    pub(super) fn has_variable(&self, variable: Variable) -> bool {
        // A split lists the variables and the constraints of a part in ascending order.
        self.current_part().0.binary_search(&variable).is_ok()
    }

    /// Checks that a constraint is of that part: inside a part, steps may name no other.
    pub(super) fn is_of_this_part(&self, constraint: usize) -> Result<(), CheckFault> {
        let is_own = self.current_part().1.binary_search(&constraint).is_ok();
        refuse_if!(
            !is_own,
            StepFault::ForeignConstraint { constraint: self.description(constraint) }
        );
        Ok(())
    }

    /// Whether a constraint, the bound or a lemma can hold in the box.
    pub(super) fn is_possible(&self, constraint: usize) -> Result<bool, CheckFault> {
        self.poll_clock()?;
        let constraints = &self.model.constraints;
        // The bound and lemmas are about all variables.
        if !self.splits.is_empty() {
            self.is_of_this_part(constraint)?;
        }
        // The numbers are those of the model, then the bound, then the lemmas: with 10 constraints,
        // 10 is the bound and 11 the first lemma.
        if constraint <= constraints.len() {
            let own = constraints.get(constraint).or(self.bound.as_ref());
            return Ok(own.ok_or(StepFault::NoBound)?.is_possible(&self.space));
        }
        let lemma = self.lemmas.get(constraint - constraints.len() - 1);
        let lemma = lemma.ok_or(StepFault::NoConstraint { constraint })?;
        // A lemma states that its atoms do not all hold: it is possible if one of them can be
        // false.
        Ok(lemma
            .iter()
            .any(|own| self.space.remaining_values(own.variable).any(|v| !own.fits_value(v))))
    }

    /// Sets the bound: from here on, only solutions better than this matter.
    pub(super) fn improvement_constraint(&mut self, best: i128) {
        self.bound = self.model.objective.as_ref().map(|own| own.better_than(best));
        self.best = Some(best);
    }

    pub(super) fn is_better(&self, value: i128) -> bool {
        let bound = self.model.objective.as_ref().map(Objective::improvement_relation);
        // Any value is better than none.
        self.best.is_none_or(|best| bound.is_some_and(|own| own.holds_between(value, best)))
    }
}
