//! Translates the steps of a certificate into steps of a VeriPB proof.
//!
//! The reason of a step is the open decisions. If a constraint takes values from a variable, the
//! step becomes the clause "some decision is false, or the variable has other values". Unit
//! propagation on the definition finds it, with help where it alone does not ([`super::help`]). The
//! clauses of a branch are deleted when it is closed; the closing itself is a clause of the
//! decisions alone. `removals` has the values that a step takes, `derive` the lines of the proof.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::io::{self, Write};

use parallax_certificates::{
    Atom, CertificateStep, CheckerModel, DomainBox, Relation, Value, Variable,
};

use super::definition::{Id, PseudoBooleanDefinition};
use super::error::FollowError;
use super::symbols::{DefinitionLiteral, DefinitionTruth};

/// A decision, or the atoms of a lemma.
pub(super) struct ReasonLevel {
    mark: usize,
    decision: Option<Atom>,
    /// The length of the reason before this level.
    reason: usize,
    /// The lines that were derived below it.
    pub(super) ids: Vec<Id>,
}

/// Follows a certificate and writes the proof.
pub(super) struct CertificateFollower<'a, W> {
    pub(super) definition: &'a PseudoBooleanDefinition<'a>,
    pub(super) model: &'a CheckerModel,
    pub(super) space: DomainBox,
    pub(super) out: W,
    /// The line that was derived last.
    pub(super) last: Id,
    pub(super) levels: Vec<ReasonLevel>,
    /// The negated decisions, as terms of a clause.
    pub(super) reason: String,
    /// Sums of lines that were derived permanently.
    pub(super) added: HashSet<Vec<Id>>,
    /// The line that is being written.
    pub(super) line: String,
    ended: bool,
}

/// Refuses a step without a counterpart.
pub(super) fn refuse_step(what: &'static str) -> Result<(), FollowError> {
    Err(FollowError::Unsupported(what))
}

impl<'a, W: Write> CertificateFollower<'a, W> {
    /// Begins a proof about a formula with this number of lines.
    pub(super) fn new(
        definition: &'a PseudoBooleanDefinition<'a>,
        lines: Id,
        mut out: W,
    ) -> io::Result<Self> {
        writeln!(out, "pseudo-Boolean proof version 3.0\nf {lines};")?;
        Ok(CertificateFollower {
            definition,
            model: definition.model,
            space: DomainBox::from_model(definition.model),
            out,
            last: lines,
            levels: Vec::new(),
            reason: String::new(),
            added: HashSet::new(),
            line: String::new(),
            ended: false,
        })
    }

    /// Writes the end of the proof; returns the output.
    pub(super) fn finish_proof(mut self) -> io::Result<W> {
        if self.ended {
            writeln!(self.out, "rup >= 1;\noutput NONE;\nconclusion UNSAT : -1;")?;
            writeln!(self.out, "end pseudo-Boolean proof;")?;
        }
        self.out.flush()?;
        Ok(self.out)
    }

    /// Follows a step that the checker has accepted.
    pub(super) fn follow_step(&mut self, step: &CertificateStep<'_>) -> Result<(), FollowError> {
        match *step {
            CertificateStep::Branch(variable, value) => {
                self.open_decision(Atom { variable, relation: Relation::Eq, value });
            }
            CertificateStep::Remove(constraint, variable, values) => {
                self.derive_removal(constraint, variable, values)?;
            }
            CertificateStep::Keep(constraint, variable, low, high) => {
                self.derive_range(constraint, variable, low, high)?;
            }
            CertificateStep::Group(constraint, all) => {
                let mut rest = all;
                while let [variable, number, ref tail @ ..] = *rest {
                    let (variable, number) = (variable as usize, number as usize);
                    let (listed, after) = tail.split_at(if number == 0 { 2 } else { number });
                    match number {
                        0 => self.derive_range(constraint, variable, listed[0], listed[1])?,
                        _ => self.derive_removal(constraint, variable, listed)?,
                    }
                    rest = after;
                }
            }
            CertificateStep::Spread(constraint, variable) => {
                self.derive_spread(constraint, variable)?;
            }
            CertificateStep::Fail(constraint) => {
                if let Some(failed) = self.model.constraints.get(constraint) {
                    self.explain_failure(constraint, failed, None)?;
                }
            }
            CertificateStep::Up => self.leave_branch()?,
            CertificateStep::Restart => self.restart_search()?,
            CertificateStep::Lemma(literals) => self.open_level(literals),
            CertificateStep::Shown => self.close_branch()?,
            CertificateStep::Solution(_) | CertificateStep::Listed(_) => {}
            CertificateStep::End(_) => self.ended = true,
            CertificateStep::All => return refuse_step("boxes of solutions"),
            CertificateStep::Split(_) | CertificateStep::Next => {
                return refuse_step("independent parts");
            }
            CertificateStep::Hold | CertificateStep::Before(..) => {
                return refuse_step("problems that are met again");
            }
            CertificateStep::Thin(_) => {
                return refuse_step("constraints that take all that they can");
            }
            CertificateStep::Part(_) => return refuse_step("joined certificates"),
        }
        Ok(())
    }

    /// Appends "the atom does not hold" to the reason.
    pub(super) fn blame_literal(&mut self, literal: Atom) {
        let variable = literal.variable;
        let mut reason = std::mem::take(&mut self.reason);
        self.append_outside_values(variable, |value| !literal.fits_value(value), &mut reason);
        self.reason = reason;
    }

    /// Appends to a clause that a variable has one of the values of its domain that fit.
    pub(super) fn append_outside_values(
        &self,
        variable: Variable,
        fits: impl Fn(Value) -> bool,
        clause: &mut String,
    ) {
        if let Some(DefinitionTruth::Open(lit)) = self.fitting_literal(variable, &fits) {
            let _ = write!(clause, " 1 {lit}");
            return;
        }
        let values = &self.model.variables[variable].domain;
        for &value in values.iter().filter(|value| fits(**value)) {
            if let DefinitionTruth::Open(lit) = self.definition.value_truth(variable, value) {
                let _ = write!(clause, " 1 {lit}");
            }
        }
    }

    /// Returns "the variable has one of the values that fit" as one literal, if one exists.
    fn fitting_literal(
        &self,
        variable: Variable,
        fits: &impl Fn(Value) -> bool,
    ) -> Option<DefinitionTruth> {
        let (values, definition) = (&self.model.variables[variable].domain, self.definition);
        let first = values.iter().position(|&value| fits(value))?;
        let last = values.iter().rposition(|&value| fits(value))?;
        let count = values.iter().filter(|value| fits(**value)).count();
        // E.g. {3, 4, 5} in the domain 1..5 is one literal, g_3. A range in the middle would need
        // two.
        let is_run = last - first + 1 == count;
        if count == 1 {
            Some(definition.value_truth(variable, values[first]))
        } else if count + 1 == values.len() {
            let missing = values.iter().find(|value| !fits(**value))?;
            Some(!definition.value_truth(variable, *missing))
        } else if is_run && definition.is_ordered(variable) && last + 1 == values.len() {
            Some(definition.at_least(variable, values[first]))
        } else if is_run && definition.is_ordered(variable) && first == 0 {
            Some(!definition.at_least(variable, values[last + 1]))
        } else {
            None
        }
    }

    fn open_decision(&mut self, literal: Atom) {
        let (mark, reason) = (self.space.trail_mark(), self.reason.len());
        self.levels.push(ReasonLevel { mark, decision: Some(literal), reason, ids: Vec::new() });
        self.blame_literal(literal);
        self.space.keep_if(literal.variable, |value| literal.fits_value(value));
    }

    fn open_level(&mut self, literals: &[Atom]) {
        let (mark, reason) = (self.space.trail_mark(), self.reason.len());
        self.levels.push(ReasonLevel { mark, decision: None, reason, ids: Vec::new() });
        for &literal in literals {
            self.blame_literal(literal);
            self.space.keep_if(literal.variable, |value| literal.fits_value(value));
        }
    }

    /// Closes the innermost branch or lemma: derives its clause, and deletes the lines derived
    /// below.
    fn shut_level(&mut self) -> Result<Option<ReasonLevel>, FollowError> {
        self.derive_clause("")?;
        let Some(level) = self.levels.pop() else { return Ok(None) };
        // The clause itself belongs to the level above.
        let closed = self.last;
        self.delete_lines(level.ids.iter().copied().filter(|&id| id != closed))?;
        self.reason.truncate(level.reason);
        self.space.undo_to(level.mark);
        if let Some(above) = self.levels.last_mut() {
            above.ids.push(closed);
        }
        Ok(Some(level))
    }

    fn leave_branch(&mut self) -> Result<(), FollowError> {
        if let Some(ReasonLevel { decision: Some(literal), .. }) = self.shut_level()? {
            // The decision is refuted under those above it.
            self.space.keep_if(literal.variable, |value| !literal.fits_value(value));
        }
        if self.levels.is_empty() {
            self.space.forget_trail();
        }
        Ok(())
    }

    fn close_branch(&mut self) -> Result<(), FollowError> {
        self.shut_level().map(drop)
    }

    fn restart_search(&mut self) -> Result<(), FollowError> {
        // These clauses hold only below decisions that are given up; they stay true, but of no use.
        let ids: Vec<Id> = self.levels.iter().flat_map(|level| level.ids.iter().copied()).collect();
        self.delete_lines(ids.into_iter())?;
        if let Some(first) = self.levels.first() {
            self.space.undo_to(first.mark);
            self.reason.truncate(first.reason);
        }
        self.levels.clear();
        Ok(())
    }

    /// Runs with one more atom in the reason and in the box.
    pub(super) fn with_atom(
        &mut self,
        literal: Atom,
        run: impl FnOnce(&mut Self) -> Result<(), FollowError>,
    ) -> Result<(), FollowError> {
        let (mark, reason) = (self.space.trail_mark(), self.reason.len());
        self.blame_literal(literal);
        self.space.keep_if(literal.variable, |value| literal.fits_value(value));
        let done = run(self);
        self.space.undo_to(mark);
        self.reason.truncate(reason);
        done
    }

    /// Runs with one more literal of the definition in the reason.
    pub(super) fn with_literal(
        &mut self,
        lit: DefinitionLiteral,
        run: impl FnOnce(&mut Self) -> Result<(), FollowError>,
    ) -> Result<(), FollowError> {
        let reason = self.reason.len();
        let _ = write!(self.reason, " 1 {}", !lit);
        let done = run(self);
        self.reason.truncate(reason);
        done
    }
}
