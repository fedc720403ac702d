//! Checks a certificate step by step.
//!
//! What every step keeps: *each solution of the model that is not yet counted lies in the box, or in
//! what remains of an open branch* (for an optimum: each solution better than the best so far).

mod boxes;
mod leaves;
mod lemmas;
mod parts;

use std::collections::HashSet;
use std::fmt;

use num_bigint::BigUint;

use super::model::{Constraint, Model, Objective, Relation, Value, Variable};
use super::space::Space;
use super::step::{Literal, Step};
use parts::Parts;

/// What a certificate is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The number of solutions; none is unsatisfiable, one is unique.
    Count,
    /// The best value of the objective.
    Optimum,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Count => "count",
            Kind::Optimum => "optimum",
        })
    }
}

/// What a certificate shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The exact number of solutions, as assignments of the shown variables.
    Count(BigUint),
    /// The best value of the objective; `None` where there is no solution.
    Optimum(Option<i128>),
}

impl Claim {
    /// The kind of claim.
    #[must_use]
    pub fn kind(&self) -> Kind {
        match self {
            Claim::Count(_) => Kind::Count,
            Claim::Optimum(_) => Kind::Optimum,
        }
    }
}

/// The number or the value; `none` for an optimum without a solution.
impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Claim::Count(count) => write!(f, "{count}"),
            Claim::Optimum(Some(best)) => write!(f, "{best}"),
            Claim::Optimum(None) => f.write_str("none"),
        }
    }
}

/// The greatest magnitude of a value: sums of products with 64-bit numbers stay within 128 bits.
const LARGEST: u64 = 1 << 40;

/// Finds what the certificate in a file shows, and its box.
pub(crate) type Resolve<'a> = dyn FnMut(&str) -> Result<(Claim, Space), String> + 'a;

/// A branch that is open.
struct Frame {
    mark: usize,
    variable: Variable,
    value: Value,
    /// Whether the branch is where the variable has at most the value.
    at_most: bool,
    hidden: bool,
}

/// A lemma whose steps are being checked.
struct Open {
    literals: Vec<Literal>,
    mark: usize,
}

/// The state of a check.
pub(crate) struct Checker<'a> {
    model: &'a Model,
    kind: Kind,
    space: Space,
    /// The box at the start.
    start: Space,
    frames: Vec<Frame>,
    closed: bool,
    count: BigUint,
    /// Leaves that are not yet in the count.
    leaves: u64,
    best: Option<i128>,
    bound: Option<Constraint>,
    lemmas: Vec<Vec<Literal>>,
    open: Option<Open>,
    listed: HashSet<Vec<Value>>,
    /// Whether solutions were counted as leaves.
    has_leaves: bool,
    /// Whether some of them were counted below a branch that is open.
    counted_below: bool,
    /// The box, split into independent parts, the innermost split last.
    splits: Vec<Parts>,
    /// A constraint that all are different, and a variable that was found to have one value.
    holder: Option<(usize, Variable)>,
    ended: bool,
}

type Checked = Result<(), String>;

impl<'a> Checker<'a> {
    /// Begins a check in the part of the model where these atoms hold.
    ///
    /// # Errors
    /// When the claim does not fit the model.
    pub(crate) fn new(model: &'a Model, kind: Kind, part: &[Literal]) -> Result<Self, String> {
        if kind == Kind::Optimum && model.objective.is_none() {
            return Err("an optimum of a model without an objective".into());
        }
        let too_large =
            |own: &&super::Described| own.domain.iter().any(|value| value.unsigned_abs() > LARGEST);
        if let Some(own) = model.variables.iter().find(too_large) {
            return Err(format!("{} has values beyond {LARGEST}", own.name));
        }
        let mut space = Space::of(model);
        for literal in part {
            if literal.variable() >= space.variables() {
                return Err(format!("there is no variable {}", literal.variable()));
            }
            space.keep_if(literal.variable(), |value| literal.fits(value));
        }
        space.keep();
        let empty = (0..space.variables()).find(|&variable| space.size(variable) == 0);
        if let Some(variable) = empty.filter(|_| !part.is_empty()) {
            // Anything holds there, so it shows nothing.
            return Err(format!("the part is empty: {} has no value", model.name(variable)));
        }
        let closed = empty.is_some();
        Ok(Checker {
            model,
            kind,
            start: space.clone(),
            space,
            frames: Vec::new(),
            closed,
            count: BigUint::ZERO,
            leaves: 0,
            best: None,
            bound: None,
            lemmas: Vec::new(),
            open: None,
            listed: HashSet::new(),
            has_leaves: false,
            counted_below: false,
            splits: Vec::new(),
            holder: None,
            ended: false,
        })
    }

    /// Checks a step. `resolve` reads the certificates of parts.
    ///
    /// # Errors
    /// Why it is refused; the certificate is worth nothing then.
    pub(crate) fn step(&mut self, step: &Step<'_>, resolve: &mut Resolve<'_>) -> Checked {
        if self.ended {
            return Err("a step after the end".into());
        }
        match *step {
            Step::Branch(variable, value) => self.branch(variable, value, false),
            Step::AtMost(variable, value) => self.branch(variable, value, true),
            Step::Remove(constraint, variable, values) => self.remove(constraint, variable, values),
            Step::Keep(constraint, variable, low, high) => {
                self.keep(constraint, variable, low, high)
            }
            Step::Group(constraint, all) => self.group(constraint, all),
            Step::Fail(constraint) => self.fail(constraint),
            Step::Solution(values) => self.solution(values),
            Step::All => self.all(),
            Step::Up => self.up(),
            Step::Restart => self.restart(),
            Step::Split(parts) => self.split(parts),
            Step::Next => self.next_part(),
            Step::Lemma(literals) => self.lemma(literals),
            Step::Shown => self.shown(),
            Step::Listed(values) => self.list(values),
            Step::Part(name) => self.part(name, resolve),
            Step::End(words) => self.end(words),
        }
    }

    /// What was shown, once the certificate has ended, and of which box.
    ///
    /// # Errors
    /// When it has not.
    pub(crate) fn claim(self) -> Result<(Claim, Space), String> {
        if !self.ended {
            return Err("it has no end".into());
        }
        Ok((self.shows(), self.start))
    }

    fn shows(&self) -> Claim {
        match self.kind {
            Kind::Count => Claim::Count(&self.count + self.leaves),
            Kind::Optimum => Claim::Optimum(self.best),
        }
    }

    fn end(&mut self, words: &str) -> Checked {
        let parts = !self.splits.is_empty();
        if !self.closed || !self.frames.is_empty() || self.open.is_some() || parts {
            return Err("the end, but a branch, a lemma or a part is open".into());
        }
        let shows = self.shows().to_string();
        if !words.is_empty() && words != shows {
            return Err(format!("the end claims {words}, but the steps show {shows}"));
        }
        self.ended = true;
        Ok(())
    }

    fn is_open(&self) -> Checked {
        if self.closed { Err("the branch is closed".into()) } else { Ok(()) }
    }

    /// A variable of the model, and of the independent part that is open.
    fn variable(&self, variable: Variable) -> Checked {
        if variable >= self.space.variables() {
            return Err(format!("there is no variable {variable}"));
        }
        match self.splits.last() {
            Some(parts) if !parts.has(variable) => {
                Err(format!("{} is not in this part", self.model.name(variable)))
            }
            _ => Ok(()),
        }
    }

    /// A constraint in words.
    fn words(&self, constraint: usize) -> String {
        match self.model.constraints.get(constraint) {
            Some(own) => format!("constraint {constraint} ({})", short(&own.text())),
            None if constraint == self.model.constraints.len() => "the bound".into(),
            None => format!("lemma {constraint}"),
        }
    }

    /// Whether a constraint, the bound or a lemma can hold in the box.
    fn possible(&self, constraint: usize) -> Result<bool, String> {
        let constraints = &self.model.constraints;
        if let Some(own) = constraints.get(constraint) {
            return Ok(own.possible(&self.space));
        }
        if !self.splits.is_empty() {
            return Err("the bound or a lemma within an independent part".into());
        }
        if constraint == constraints.len() {
            return Ok(self.bound.as_ref().is_none_or(|bound| bound.possible(&self.space)));
        }
        let lemma = self.lemmas.get(constraint - constraints.len() - 1);
        let lemma = lemma.ok_or_else(|| format!("there is no constraint {constraint}"))?;
        Ok(lemma.iter().any(|own| self.space.values(own.variable()).any(|v| !own.fits(v))))
    }

    /// From now on the objective is better than this.
    fn better_than(&mut self, best: i128) -> Checked {
        let Some(Objective { terms, minimize }) = &self.model.objective else { return Ok(()) };
        let relation = if *minimize { Relation::Lt } else { Relation::Gt };
        let constant = i64::try_from(best).map_err(|_| "an objective beyond 64 bits".to_owned())?;
        self.best = Some(best);
        self.bound = Some(Constraint::linear(terms.clone(), relation, constant));
        Ok(())
    }
}

/// The beginning of a long text.
fn short(text: &str) -> String {
    const MOST: usize = 80;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
