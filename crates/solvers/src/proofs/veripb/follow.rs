//! Translates the steps of a certificate into steps of a VeriPB proof.
//!
//! The reason of a step is the open decisions. If a constraint takes values from a variable, the
//! step becomes the clause "some decision is false, or the variable has other values". Unit
//! propagation on the definition finds it, with help where it alone does not ([`super::help`]). The
//! clauses of a branch are deleted when it is closed; the closing itself is a clause of the
//! decisions alone.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::io::{self, Write};

use parallax_certificates::{Atom, Constraint, Model, Relation, Space, Step, Value, Variable};

use super::definition::{Definition, Id};
use super::symbols::{Lit, Truth};

/// Maximum number of values of a step that are explained one by one.
const MOST: usize = 20_000;

/// A decision, or the atoms of a lemma.
struct Level {
    mark: usize,
    decision: Option<Atom>,
    /// The length of the reason before this level.
    reason: usize,
    /// The lines that were derived below it.
    ids: Vec<Id>,
}

/// Follows a certificate and writes the proof.
pub(super) struct Follower<'a, W> {
    pub(super) definition: &'a Definition<'a>,
    pub(super) model: &'a Model,
    pub(super) space: Space,
    out: W,
    /// The line that was derived last.
    last: Id,
    levels: Vec<Level>,
    /// The negated decisions, as terms of a clause.
    reason: String,
    /// Sums of lines that were derived permanently.
    pub(super) added: HashSet<Vec<Id>>,
    /// The line that is being written.
    line: String,
    ended: bool,
}

/// The reason why a proof ends: its output fails, or a step has no counterpart, in words.
pub(super) enum FollowError {
    Output(io::Error),
    Other(String),
}

impl From<io::Error> for FollowError {
    fn from(error: io::Error) -> Self {
        FollowError::Output(error)
    }
}

pub(super) type Written = Result<(), FollowError>;

/// Returns a constraint between classes, perhaps an implied one, and its variables.
fn classes(constraint: &Constraint) -> Option<(&Constraint, &[Variable])> {
    match constraint {
        Constraint::Dimension { scope, .. } => Some((constraint, scope)),
        Constraint::Implies { then, .. } => classes(then),
        _ => None,
    }
}

/// Refuses a step without a counterpart.
fn none(what: &str) -> Written {
    Err(FollowError::Other(format!("{what} reach no VeriPB proof")))
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
    pub(super) fn step(&mut self, step: &Step<'_>) -> Written {
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
            Step::Part(_) => return none("joined certificates"),
        }
        Ok(())
    }

    fn remove(&mut self, constraint: usize, variable: Variable, values: &[Value]) -> Written {
        self.takes(constraint, variable, values)?;
        self.space.without(variable, values);
        Ok(())
    }

    /// Takes the only value of a variable from the others of an all-different constraint.
    fn spread(&mut self, constraint: usize, variable: Variable) -> Written {
        let model = self.model;
        let Some(Constraint::AllDifferent { scope }) = model.constraints.get(constraint) else {
            return none("values that spread without an all-different constraint");
        };
        let value = self.space.values(variable).next();
        for (&other, value) in scope.iter().zip(value.into_iter().cycle()) {
            if other != variable && self.space.has(other, value) {
                self.remove(constraint, other, &[value])?;
            }
        }
        Ok(())
    }

    fn keep(&mut self, constraint: usize, variable: Variable, low: Value, high: Value) -> Written {
        let outside = self.space.values(variable).filter(|v| !(low..=high).contains(v));
        let outside: Vec<Value> = outside.collect();
        self.remove(constraint, variable, &outside)
    }

    /// Appends "the atom does not hold" to the reason.
    fn blame(&mut self, literal: Atom) {
        let variable = literal.variable;
        let mut reason = std::mem::take(&mut self.reason);
        self.outside(variable, |value| !literal.fits(value), &mut reason);
        self.reason = reason;
    }

    /// Appends to a clause that a variable has one of the values of its domain that fit.
    fn outside(&self, variable: Variable, fits: impl Fn(Value) -> bool, clause: &mut String) {
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

    fn up(&mut self) -> Written {
        if let Some(Level { decision: Some(literal), .. }) = self.shut()? {
            self.space.keep_if(literal.variable, |value| !literal.fits(value));
        }
        if self.levels.is_empty() {
            self.space.keep();
        }
        Ok(())
    }

    fn close(&mut self) -> Written {
        self.shut().map(drop)
    }

    fn restart(&mut self) -> Written {
        let ids: Vec<Id> = self.levels.iter().flat_map(|level| level.ids.iter().copied()).collect();
        self.delete(ids.into_iter())?;
        if let Some(first) = self.levels.first() {
            self.space.back(first.mark);
            self.reason.truncate(first.reason);
        }
        self.levels.clear();
        Ok(())
    }

    /// Writes a line that derives something; returns its number.
    pub(super) fn raw(
        &mut self,
        write: impl FnOnce(&mut W) -> io::Result<()>,
    ) -> Result<Id, FollowError> {
        write(&mut self.out)?;
        self.last += 1;
        Ok(self.last)
    }

    pub(super) fn delete(&mut self, ids: impl Iterator<Item = Id>) -> Written {
        let mut ids = ids.peekable();
        if ids.peek().is_some() {
            self.out.write_all(b"del id")?;
            for id in ids {
                write!(self.out, " {id}")?;
            }
            self.out.write_all(b";\n")?;
        }
        Ok(())
    }

    /// Derives the clause of the reason and the terms `more` by unit propagation.
    pub(super) fn derive(&mut self, more: &str) -> Written {
        writeln!(self.out, "rup{}{more} >= 1;", self.reason)?;
        self.last += 1;
        let last = self.last;
        if let Some(level) = self.levels.last_mut() {
            level.ids.push(last);
        }
        Ok(())
    }

    /// Adds lines up, permanently and only once.
    pub(super) fn add_up(&mut self, lines: Vec<Id>) -> Written {
        if lines.len() < 2 || self.added.contains(&lines) {
            return Ok(());
        }
        write!(self.out, "pol {}", lines[0])?;
        for id in &lines[1..] {
            write!(self.out, " {id} +")?;
        }
        self.out.write_all(b";\n")?;
        self.last += 1;
        self.added.insert(lines);
        Ok(())
    }

    /// Deletes the lines of the level after the first `since`, except for the last `kept`.
    pub(super) fn forget(&mut self, since: usize, kept: usize) -> Written {
        let Some(level) = self.levels.last_mut() else { return Ok(()) };
        let end = level.ids.len().saturating_sub(kept).max(since);
        let ids: Vec<Id> = level.ids.drain(since..end).collect();
        self.delete(ids.into_iter())
    }

    /// Returns the number of lines that the level has derived.
    pub(super) fn derived(&self) -> usize {
        self.levels.last().map_or(0, |level| level.ids.len())
    }

    /// Runs with one more atom in the reason and in the box.
    pub(super) fn with(
        &mut self,
        literal: Atom,
        run: impl FnOnce(&mut Self) -> Written,
    ) -> Written {
        let (mark, reason) = (self.space.mark(), self.reason.len());
        self.blame(literal);
        self.space.keep_if(literal.variable, |value| literal.fits(value));
        let done = run(self);
        self.space.back(mark);
        self.reason.truncate(reason);
        done
    }

    /// Runs with one more literal of the definition in the reason.
    pub(super) fn assuming(&mut self, lit: Lit, run: impl FnOnce(&mut Self) -> Written) -> Written {
        let reason = self.reason.len();
        let _ = write!(self.reason, " 1 {}", !lit);
        let done = run(self);
        self.reason.truncate(reason);
        done
    }

    /// Derives that a constraint, the bound or a lemma takes values from a variable.
    fn takes(&mut self, constraint: usize, variable: Variable, values: &[Value]) -> Written {
        let own = self.model.constraints.get(constraint);
        let mut values = values.to_vec();
        values.sort_unstable();
        let values = &values[..];
        let mut lines = true;
        if let Some((inner, scope)) = own.and_then(classes)
            && scope.contains(&variable)
        {
            return self.takes_classes(constraint, inner, scope, variable, values);
        }
        if let Some(own) = own {
            let singly = self.explained_singly(own, variable, values);
            if singly.len() > MOST {
                let why = format!("a step that takes {} values one by one", singly.len());
                return Err(FollowError::Other(why));
            }
            lines = singly.is_empty();
            for value in singly {
                let mark = self.space.mark();
                self.space.only(variable, &[value]);
                let helped =
                    self.helps(constraint, own, Atom { variable, relation: Relation::Eq, value });
                self.space.back(mark);
                lines |= helped?;
            }
        }
        if !lines {
            return Ok(());
        }
        let (Some(min), Some(max)) = (self.space.min(variable), self.space.max(variable)) else {
            return Ok(());
        };
        let mut left = self.space.values(variable).filter(|v| values.binary_search(v).is_err());
        let first = left.next();
        let last = left.last().or(first);
        let bounds = first.zip(last).filter(|_| self.definition.is_ordered(variable));
        let (low, high) = bounds.unwrap_or((min, max));
        let mut line = std::mem::take(&mut self.line);
        let mut say = |own: &mut Self, fits: &dyn Fn(Value) -> bool| {
            line.clear();
            own.outside(variable, fits, &mut line);
            own.derive(&line)
        };
        if low > min {
            say(self, &|value| value >= low)?;
        }
        if high < max {
            say(self, &|value| value <= high)?;
        }
        for &value in values.iter().filter(|own| (low..=high).contains(*own)) {
            say(self, &|own| own != value)?;
        }
        self.line = line;
        Ok(())
    }

    /// Returns the values, among those that a constraint takes, for which unit propagation may need
    /// help. A sum takes those beyond its bounds at once.
    fn explained_singly(
        &mut self,
        constraint: &Constraint,
        variable: Variable,
        values: &[Value],
    ) -> Vec<Value> {
        match constraint {
            Constraint::Implies { then, .. } => self.explained_singly(then, variable, values),
            Constraint::Linear { relation: Relation::Eq, .. } => {
                let kept =
                    || self.space.values(variable).filter(|v| values.binary_search(v).is_err());
                let (low, high) = (kept().next(), kept().last());
                let mut singly: Vec<Value> = values.to_vec();
                let below = |own: Value| low.is_some_and(|low| own < low);
                let above = |own: Value| high.is_some_and(|high| own > high);
                for side in [&below as &dyn Fn(Value) -> bool, &above] {
                    let mark = self.space.mark();
                    self.space.keep_if(variable, side);
                    if self.is_out_of_bounds(constraint) {
                        singly.retain(|&own| !side(own));
                    }
                    self.space.back(mark);
                }
                singly
            }
            Constraint::AllDifferent { .. }
            | Constraint::Cardinality { .. }
            | Constraint::Table { forbidden: true, .. }
            | Constraint::Product { .. }
            | Constraint::Dimension { .. }
            | Constraint::Inverse { .. } => values.to_vec(),
            _ => Vec::new(),
        }
    }

    /// Writes the lines that unit propagation needs to refute a constraint under an atom, to which
    /// the box is already cut. Returns whether the refutation itself is still to be derived.
    fn helps(
        &mut self,
        number: usize,
        constraint: &Constraint,
        literal: Atom,
    ) -> Result<bool, FollowError> {
        let reason = self.reason.len();
        self.blame(literal);
        let helped = self.explain(number, constraint, Some(literal.variable));
        self.reason.truncate(reason);
        helped
    }
}
