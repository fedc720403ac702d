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

use parallax_certificates::{Atom, Model, Relation, Space, Step, Value, Variable};

use super::definition::{Definition, Id};
use super::error::FollowError;
use super::symbols::{Lit, Truth};

/// A decision, or the atoms of a lemma.
pub(super) struct Level {
    mark: usize,
    decision: Option<Atom>,
    /// The length of the reason before this level.
    reason: usize,
    /// The lines that were derived below it.
    pub(super) ids: Vec<Id>,
}

/// Follows a certificate and writes the proof.
pub(super) struct Follower<'a, W> {
    pub(super) definition: &'a Definition<'a>,
    pub(super) model: &'a Model,
    pub(super) space: Space,
    pub(super) out: W,
    /// The line that was derived last.
    pub(super) last: Id,
    pub(super) levels: Vec<Level>,
    /// The negated decisions, as terms of a clause.
    pub(super) reason: String,
    /// Sums of lines that were derived permanently.
    pub(super) added: HashSet<Vec<Id>>,
    /// The line that is being written.
    pub(super) line: String,
    ended: bool,
}

/// Refuses a step without a counterpart.
pub(super) fn none(what: &'static str) -> Result<(), FollowError> {
    Err(FollowError::Unsupported(what))
}

impl<'a, W: Write> Follower<'a, W> {
    /// Begins a proof about a formula with this number of lines.
    pub(super) fn new(definition: &'a Definition<'a>, lines: Id, mut out: W) -> io::Result<Self> {
        writeln!(out, "pseudo-Boolean proof version 3.0\nf {lines};")?;
        Ok(Follower {
            definition,
            model: definition.model,
            space: Space::of(definition.model),
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
    pub(super) fn finish(mut self) -> io::Result<W> {
        if self.ended {
            writeln!(self.out, "rup >= 1;\noutput NONE;\nconclusion UNSAT : -1;")?;
            writeln!(self.out, "end pseudo-Boolean proof;")?;
        }
        self.out.flush()?;
        Ok(self.out)
    }

    /// Follows a step that the checker has accepted.
    pub(super) fn step(&mut self, step: &Step<'_>) -> Result<(), FollowError> {
        match *step {
            Step::Branch(variable, value) => {
                self.decide(Atom { variable, relation: Relation::Eq, value });
            }
            Step::Remove(constraint, variable, values) => {
                self.remove(constraint, variable, values)?;
            }
            Step::Keep(constraint, variable, low, high) => {
                self.keep(constraint, variable, low, high)?;
            }
            Step::Group(constraint, all) => {
                let mut rest = all;
                while let [variable, number, ref tail @ ..] = *rest {
                    let (variable, number) = (variable as usize, number as usize);
                    let (own, after) = tail.split_at(if number == 0 { 2 } else { number });
                    match number {
                        0 => self.keep(constraint, variable, own[0], own[1])?,
                        _ => self.remove(constraint, variable, own)?,
                    }
                    rest = after;
                }
            }
            Step::Spread(constraint, variable) => self.spread(constraint, variable)?,
            Step::Fail(constraint) => {
                if let Some(own) = self.model.constraints.get(constraint) {
                    self.explain(constraint, own, None)?;
                }
            }
            Step::Up => self.up()?,
            Step::Restart => self.restart()?,
            Step::Lemma(literals) => self.open(literals),
            Step::Shown => self.close()?,
            Step::Solution(_) | Step::Listed(_) => {}
            Step::End(_) => self.ended = true,
            Step::All => return none("boxes of solutions"),
            Step::Split(_) | Step::Next => return none("independent parts"),
            Step::Hold | Step::Before(..) => return none("problems that are met again"),
            Step::Thin(_) => return none("constraints that take all that they can"),
            Step::Part(_) => return none("joined certificates"),
        }
        Ok(())
    }

    /// Appends "the atom does not hold" to the reason.
    pub(super) fn blame(&mut self, literal: Atom) {
        let variable = literal.variable;
        let mut reason = std::mem::take(&mut self.reason);
        self.outside(variable, |value| !literal.fits(value), &mut reason);
        self.reason = reason;
    }

    /// Appends to a clause that a variable has one of the values of its domain that fit.
    pub(super) fn outside(
        &self,
        variable: Variable,
        fits: impl Fn(Value) -> bool,
        clause: &mut String,
    ) {
        if let Some(Truth::Open(lit)) = self.literal(variable, &fits) {
            let _ = write!(clause, " 1 {lit}");
            return;
        }
        let values = &self.model.variables[variable].domain;
        for &value in values.iter().filter(|own| fits(**own)) {
            if let Truth::Open(lit) = self.definition.is(variable, value) {
                let _ = write!(clause, " 1 {lit}");
            }
        }
    }

    /// Returns "the variable has one of the values that fit" as one literal, if one exists.
    fn literal(&self, variable: Variable, fits: &impl Fn(Value) -> bool) -> Option<Truth> {
        let (values, definition) = (&self.model.variables[variable].domain, self.definition);
        let first = values.iter().position(|&own| fits(own))?;
        let last = values.iter().rposition(|&own| fits(own))?;
        let count = values.iter().filter(|own| fits(**own)).count();
        let is_run = last - first + 1 == count;
        if count == 1 {
            Some(definition.is(variable, values[first]))
        } else if count + 1 == values.len() {
            let missing = values.iter().find(|own| !fits(**own))?;
            Some(!definition.is(variable, *missing))
        } else if is_run && definition.is_ordered(variable) && last + 1 == values.len() {
            Some(definition.at_least(variable, values[first]))
        } else if is_run && definition.is_ordered(variable) && first == 0 {
            Some(!definition.at_least(variable, values[last + 1]))
        } else {
            None
        }
    }

    fn decide(&mut self, literal: Atom) {
        let (mark, reason) = (self.space.mark(), self.reason.len());
        self.levels.push(Level { mark, decision: Some(literal), reason, ids: Vec::new() });
        self.blame(literal);
        self.space.keep_if(literal.variable, |value| literal.fits(value));
    }

    fn open(&mut self, literals: &[Atom]) {
        let (mark, reason) = (self.space.mark(), self.reason.len());
        self.levels.push(Level { mark, decision: None, reason, ids: Vec::new() });
        for &literal in literals {
            self.blame(literal);
            self.space.keep_if(literal.variable, |value| literal.fits(value));
        }
    }

    /// Closes the innermost branch or lemma: derives its clause, and deletes the lines derived
    /// below.
    fn shut(&mut self) -> Result<Option<Level>, FollowError> {
        self.derive("")?;
        let Some(level) = self.levels.pop() else { return Ok(None) };
        // The clause itself belongs to the level above.
        let closed = self.last;
        self.delete(level.ids.iter().copied().filter(|&id| id != closed))?;
        self.reason.truncate(level.reason);
        self.space.back(level.mark);
        if let Some(above) = self.levels.last_mut() {
            above.ids.push(closed);
        }
        Ok(Some(level))
    }

    fn up(&mut self) -> Result<(), FollowError> {
        if let Some(Level { decision: Some(literal), .. }) = self.shut()? {
            self.space.keep_if(literal.variable, |value| !literal.fits(value));
        }
        if self.levels.is_empty() {
            self.space.keep();
        }
        Ok(())
    }

    fn close(&mut self) -> Result<(), FollowError> {
        self.shut().map(drop)
    }

    fn restart(&mut self) -> Result<(), FollowError> {
        let ids: Vec<Id> = self.levels.iter().flat_map(|level| level.ids.iter().copied()).collect();
        self.delete(ids.into_iter())?;
        if let Some(first) = self.levels.first() {
            self.space.back(first.mark);
            self.reason.truncate(first.reason);
        }
        self.levels.clear();
        Ok(())
    }

    /// Runs with one more atom in the reason and in the box.
    pub(super) fn with(
        &mut self,
        literal: Atom,
        run: impl FnOnce(&mut Self) -> Result<(), FollowError>,
    ) -> Result<(), FollowError> {
        let (mark, reason) = (self.space.mark(), self.reason.len());
        self.blame(literal);
        self.space.keep_if(literal.variable, |value| literal.fits(value));
        let done = run(self);
        self.space.back(mark);
        self.reason.truncate(reason);
        done
    }

    /// Runs with one more literal of the definition in the reason.
    pub(super) fn assuming(
        &mut self,
        lit: Lit,
        run: impl FnOnce(&mut Self) -> Result<(), FollowError>,
    ) -> Result<(), FollowError> {
        let reason = self.reason.len();
        let _ = write!(self.reason, " 1 {}", !lit);
        let done = run(self);
        self.reason.truncate(reason);
        done
    }
}
