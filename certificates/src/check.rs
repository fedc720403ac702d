//! Checks a certificate step by step.
//!
//! What every step keeps: *each solution of the model that is not yet counted lies in the box, or in
//! what remains of an open branch* (for an optimum: each solution better than the best so far).

use std::collections::HashSet;

use num_bigint::BigUint;

use super::model::{Constraint, Model, Objective, Relation, Value, Variable};
use super::space::Space;
use super::step::{Literal, Step};

/// What a certificate is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The number of solutions; none is unsatisfiable, one is unique.
    Count,
    /// The best value of the objective.
    Optimum,
}

/// What a certificate shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// Exactly so many solutions, as assignments of the shown variables.
    Count(BigUint),
    /// The best value of the objective; `None` where there is no solution.
    Optimum(Option<i128>),
}

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
pub struct Checker<'a> {
    model: &'a Model,
    kind: Kind,
    space: Space,
    frames: Vec<Frame>,
    closed: bool,
    count: BigUint,
    /// Leaves that are not yet in the count.
    leaves: u64,
    best: Option<i128>,
    lemmas: Vec<Vec<Literal>>,
    open: Option<Open>,
    listed: HashSet<Vec<Value>>,
    /// Whether solutions were counted as leaves.
    has_leaves: bool,
    /// Whether some of them were counted below a branch that is open.
    counted_below: bool,
    ended: bool,
}

type Checked = Result<(), String>;

impl<'a> Checker<'a> {
    /// Begins a check.
    ///
    /// # Errors
    /// When the claim does not fit the model.
    pub fn new(model: &'a Model, kind: Kind) -> Result<Self, String> {
        if kind == Kind::Optimum && model.objective.is_none() {
            return Err("an optimum of a model without an objective".into());
        }
        let space = Space::of(model);
        let closed = (0..space.variables()).any(|variable| space.size(variable) == 0);
        Ok(Checker {
            model,
            kind,
            space,
            frames: Vec::new(),
            closed,
            count: BigUint::ZERO,
            leaves: 0,
            best: None,
            lemmas: Vec::new(),
            open: None,
            listed: HashSet::new(),
            has_leaves: false,
            counted_below: false,
            ended: false,
        })
    }

    /// Checks a step.
    ///
    /// # Errors
    /// Why it is refused; the certificate is worth nothing then.
    pub fn step(&mut self, step: &Step) -> Checked {
        if self.ended {
            return Err("a step after the end".into());
        }
        match step {
            Step::Branch(variable, value) => self.branch(*variable, *value, false),
            Step::AtMost(variable, value) => self.branch(*variable, *value, true),
            Step::Remove(constraint, variable, values) => {
                self.variable(*variable)?;
                if let Some(value) = values.iter().find(|&&v| !self.space.has(*variable, v)) {
                    return Err(format!("{} has no value {value}", self.model.name(*variable)));
                }
                let gone: HashSet<Value> = values.iter().copied().collect();
                self.take(*constraint, *variable, &|value| gone.contains(&value))
            }
            Step::Keep(constraint, variable, low, high) => {
                self.variable(*variable)?;
                self.take(*constraint, *variable, &|value| value < *low || value > *high)
            }
            Step::Fail(constraint) => {
                self.is_open()?;
                if self.possible(*constraint)? {
                    return Err(format!("{} can hold", self.words(*constraint)));
                }
                self.closed = true;
                Ok(())
            }
            Step::Solution(witness) => self.solution(witness),
            Step::All => self.all(),
            Step::Up => self.up(),
            Step::Restart => self.restart(),
            Step::Lemma(literals) => self.lemma(literals),
            Step::Shown => self.shown(),
            Step::Listed(values) => self.list(values),
            Step::End => self.end(),
        }
    }

    /// What was shown, once the certificate has ended.
    ///
    /// # Errors
    /// When it has not.
    pub fn claim(mut self) -> Result<Claim, String> {
        if !self.ended {
            return Err("it has no end".into());
        }
        self.count += std::mem::take(&mut self.leaves);
        Ok(match self.kind {
            Kind::Count => Claim::Count(self.count),
            Kind::Optimum => Claim::Optimum(self.best),
        })
    }

    fn is_open(&self) -> Checked {
        if self.closed { Err("the branch is closed".into()) } else { Ok(()) }
    }

    fn variable(&self, variable: Variable) -> Checked {
        if variable < self.space.variables() {
            Ok(())
        } else {
            Err(format!("there is no variable {variable}"))
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
        if constraint == constraints.len() {
            return Ok(match self.bound() {
                Some(bound) => bound.possible(&self.space),
                None => true,
            });
        }
        let lemma = self.lemmas.get(constraint - constraints.len() - 1);
        let lemma = lemma.ok_or_else(|| format!("there is no constraint {constraint}"))?;
        Ok(lemma.iter().any(|own| self.space.values(own.variable()).any(|v| !own.fits(v))))
    }

    /// The constraint that the objective is better than the best so far.
    fn bound(&self) -> Option<Constraint> {
        let (Kind::Optimum, Some(best)) = (self.kind, self.best) else { return None };
        let Objective { terms, minimize } = self.model.objective.clone()?;
        let relation = if minimize { Relation::Lt } else { Relation::Gt };
        let constant = i64::try_from(best).ok()?;
        Some(Constraint::Linear { terms, relation, constant })
    }

    /// Takes values that a constraint does not allow: all at once, or one by one.
    fn take(
        &mut self,
        constraint: usize,
        variable: Variable,
        gone: &dyn Fn(Value) -> bool,
    ) -> Checked {
        self.is_open()?;
        let mark = self.space.mark();
        self.space.keep_if(variable, gone);
        let together = self.possible(constraint)?;
        let values: Vec<Value> =
            if together { self.space.values(variable).collect() } else { Vec::new() };
        self.space.back(mark);
        for value in values {
            self.space.keep_if(variable, |own| own == value);
            let possible = self.possible(constraint)?;
            self.space.back(mark);
            if possible {
                let (words, name) = (self.words(constraint), self.model.name(variable));
                return Err(format!("{words} allows {name} = {value}"));
            }
        }
        self.space.keep_if(variable, |value| !gone(value));
        self.closed = self.space.size(variable) == 0;
        Ok(())
    }

    fn branch(&mut self, variable: Variable, value: Value, at_most: bool) -> Checked {
        self.is_open()?;
        self.variable(variable)?;
        let name = self.model.name(variable);
        if at_most {
            let inside = self.space.values(variable).any(|own| own <= value);
            if !inside || self.space.max(variable).is_none_or(|max| max <= value) {
                return Err(format!("{name} <= {value} does not split its domain"));
            }
        } else if !self.space.has(variable, value) {
            return Err(format!("{name} has no value {value}"));
        }
        let hidden = !self.model.variables[variable].shown;
        let mark = self.space.mark();
        self.frames.push(Frame { mark, variable, value, at_most, hidden });
        self.space.keep_if(variable, |own| if at_most { own <= value } else { own == value });
        Ok(())
    }

    fn up(&mut self) -> Checked {
        if !self.closed {
            return Err("back from a branch that is open".into());
        }
        let frame = self.frames.pop().ok_or("back from the root")?;
        self.space.back(frame.mark);
        let Frame { variable, value, at_most, .. } = frame;
        self.space.keep_if(variable, |own| if at_most { own > value } else { own != value });
        self.closed = self.space.size(variable) == 0;
        if self.frames.is_empty() && self.open.is_none() {
            self.space.keep();
            self.counted_below = false;
        }
        Ok(())
    }

    /// Back to the box before the first open branch.
    fn restart(&mut self) -> Checked {
        if self.open.is_some() || self.counted_below {
            return Err(
                "back to the root within a lemma, or over solutions that are counted".into()
            );
        }
        let first = self.frames.first().ok_or("back to the root, from the root")?;
        self.space.back(first.mark);
        self.frames.clear();
        self.closed = false;
        Ok(())
    }

    /// Checks values for all variables by the plain meaning of every constraint.
    fn is_solution(&self, values: &[Value]) -> Checked {
        if values.len() != self.space.variables() {
            let (found, wanted) = (values.len(), self.space.variables());
            return Err(format!("a solution of {found} values; expected {wanted}"));
        }
        for (variable, value) in self.model.variables.iter().zip(values) {
            if variable.domain.binary_search(value).is_err() {
                return Err(format!("{} has no value {value}", variable.name));
            }
        }
        let broken = self.model.constraints.iter().position(|own| !own.holds(values));
        match broken {
            Some(constraint) => Err(format!("{} does not hold", self.words(constraint))),
            None => Ok(()),
        }
    }

    fn solution(&mut self, witness: &[Value]) -> Checked {
        self.is_open()?;
        if self.open.is_some() {
            return Err("a solution within a lemma".into());
        }
        if !self.listed.is_empty() {
            return Err("solutions as leaves and in a list".into());
        }
        self.is_solution(witness)?;
        let outside = (0..witness.len()).find(|&v| !self.space.has(v, witness[v]));
        if let Some(variable) = outside {
            let name = self.model.name(variable);
            return Err(format!("{name} = {} is not in this branch", witness[variable]));
        }
        if self.kind == Kind::Optimum {
            return self.better(witness);
        }
        let open =
            (0..witness.len()).find(|&v| self.model.variables[v].shown && self.space.size(v) > 1);
        if let Some(variable) = open {
            return Err(format!("{} is not fixed", self.model.name(variable)));
        }
        if let Some(frame) = self.frames.iter().find(|frame| frame.hidden) {
            let name = self.model.name(frame.variable);
            return Err(format!("a leaf below a branch on {name}, which is hidden"));
        }
        self.has_leaves = true;
        self.counted_below = !self.frames.is_empty();
        self.leaves += 1;
        if self.leaves == u64::MAX {
            self.count += std::mem::take(&mut self.leaves);
        }
        self.closed = true;
        Ok(())
    }

    /// A better solution tightens the bound, which may close the branch.
    fn better(&mut self, values: &[Value]) -> Checked {
        let Some(objective) = &self.model.objective else { return Ok(()) };
        let value = objective.value(values);
        let better = self
            .best
            .is_none_or(|best| if objective.minimize { value < best } else { value > best });
        if !better {
            return Err(format!("{value} is no better than the best so far"));
        }
        if i64::try_from(value).is_err() {
            return Err("an objective beyond 64 bits".into());
        }
        self.best = Some(value);
        self.has_leaves = true;
        let bound = self.model.constraints.len();
        self.closed = !self.possible(bound)?;
        Ok(())
    }

    fn all(&mut self) -> Checked {
        self.is_open()?;
        if self.open.is_some() || !self.listed.is_empty() || self.kind == Kind::Optimum {
            return Err(
                "a box of solutions within a lemma, beside a list, or for an optimum".into()
            );
        }
        if let Some(hidden) = self.model.variables.iter().find(|own| !own.shown) {
            return Err(format!("a box of solutions, but {} is hidden", hidden.name));
        }
        let open = self.model.constraints.iter().position(|own| !own.certain(&self.space));
        if let Some(constraint) = open {
            return Err(format!("{} may fail in the box", self.words(constraint)));
        }
        let sizes = (0..self.space.variables()).map(|variable| self.space.size(variable));
        self.counted_below = !self.frames.is_empty();
        self.count += sizes.fold(BigUint::from(1u32), |product, size| product * size);
        self.has_leaves = true;
        self.closed = true;
        Ok(())
    }

    fn lemma(&mut self, literals: &[Literal]) -> Checked {
        self.is_open()?;
        if !self.frames.is_empty() || self.open.is_some() {
            return Err("a lemma below the root, or within another".into());
        }
        for literal in literals {
            self.variable(literal.variable())?;
        }
        self.open = Some(Open { literals: literals.to_vec(), mark: self.space.mark() });
        for literal in literals {
            self.space.keep_if(literal.variable(), |value| literal.fits(value));
            self.closed |= self.space.size(literal.variable()) == 0;
        }
        Ok(())
    }

    fn shown(&mut self) -> Checked {
        let open = self.open.take().ok_or("the end of no lemma")?;
        if !self.closed || !self.frames.is_empty() {
            return Err("a lemma whose branches are not all closed".into());
        }
        self.space.back(open.mark);
        self.closed = open.literals.is_empty();
        self.lemmas.push(open.literals);
        Ok(())
    }

    fn list(&mut self, values: &[Value]) -> Checked {
        self.is_open()?;
        if !self.frames.is_empty() || self.open.is_some() {
            return Err("a listed solution below the root".into());
        }
        if self.has_leaves || self.kind == Kind::Optimum {
            return Err("a listed solution beside leaves, or for an optimum".into());
        }
        self.is_solution(values)?;
        let shown: Vec<Variable> =
            (0..values.len()).filter(|&v| self.model.variables[v].shown).collect();
        if !self.listed.insert(shown.iter().map(|&v| values[v]).collect()) {
            return Err("a solution that is listed twice".into());
        }
        self.count += 1u32;
        self.lemmas.push(shown.iter().map(|&v| Literal::Is(v, values[v])).collect());
        // Where nothing is shown, there is one solution.
        self.closed = shown.is_empty();
        Ok(())
    }

    fn end(&mut self) -> Checked {
        if !self.closed || !self.frames.is_empty() || self.open.is_some() {
            return Err("the end, but a branch or a lemma is open".into());
        }
        self.ended = true;
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
