//! A model as FlatZinc, in the builtins that every FlatZinc solver takes.
//!
//! The terms of `lower/smt`, which has the match over the constraint kinds, become linear
//! constraints, products and clauses; what stands within other terms is reified.

mod sums;
mod terms;

use std::collections::HashMap;
use std::io::{self, Write};

use parallax_encodings::Relation;

use super::smt;
use crate::ask::{Control, Refusal, Stop};
use crate::model::{Domain, Given, Model, Sense};
use sums::Sum;

/// The largest magnitude of a number that solvers read.
const MAX_NUMBER: i64 = i32::MAX as i64 - 1;

/// The most values of a domain that is written value by value.
const MAX_LISTED: u64 = 1 << 20;

/// A truth value: a constant, or a variable or its negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lit {
    Const(bool),
    /// The variable, and whether it is meant to be true.
    Var(usize, bool),
}

impl Lit {
    fn negate(self) -> Self {
        match self {
            Lit::Const(value) => Lit::Const(!value),
            Lit::Var(variable, sign) => Lit::Var(variable, !sign),
        }
    }
}

/// An integer variable: its least and its greatest value, and the text of its domain.
#[derive(Clone, Debug)]
struct Int {
    low: i64,
    high: i64,
    domain: String,
}

/// A problem in FlatZinc: `x0`, `x1`, ... are the variables of the model, then follow others; `b0`,
/// `b1`, ... are truth values.
#[derive(Clone, Debug)]
pub struct Flatzinc {
    names: Vec<String>,
    ints: Vec<Int>,
    bools: usize,
    constraints: Vec<String>,
    objective: Option<(Sense, Sum)>,
    /// The truth values of relations that occurred before.
    known: HashMap<(Relation, Sum), Lit>,
    /// The bytes of the constraints so far, and the most there may be.
    bytes: usize,
    most: usize,
}

/// A mark to return to: the numbers of truth values and constraints.
#[derive(Clone, Copy, Debug)]
pub struct Mark(usize, usize);

impl Flatzinc {
    /// Writes a model.
    ///
    /// # Errors
    /// If a number is too large for FlatZinc solvers, the text would exceed the allowance of
    /// `control`, or `control` says stop.
    pub fn of(model: &Model, control: &Control) -> Result<Self, Refusal> {
        let script = smt::script(model, control)?;
        let mut flat = Flatzinc {
            names: model.variables().iter().map(|v| v.name.to_string()).collect(),
            ints: Vec::new(),
            bools: script.bools.len(),
            constraints: Vec::new(),
            objective: None,
            known: HashMap::new(),
            bytes: 0,
            most: control.formula_bytes(),
        };
        for decl in &script.ints {
            let runs = decl.runs.clone().unwrap_or_default();
            flat.declare(&Domain::from_intervals(runs))?;
        }
        for (label, term) in &script.assertions {
            control.check()?;
            // The declarations have the domains.
            if label != DOMAINS {
                flat.assert(term)?;
            }
        }
        if let Some(objective) = model.objective() {
            let terms = objective.terms.iter().map(|t| (t.coefficient, t.variable.index()));
            flat.objective = Some((objective.sense, Sum::of(terms, 0)?));
        }
        Ok(flat)
    }

    /// Declares an integer. One without values makes the problem unsatisfiable.
    fn declare(&mut self, domain: &Domain) -> Result<usize, Refusal> {
        let (Some(low), Some(high)) = (domain.min(), domain.max()) else {
            self.ints.push(Int { low: 0, high: 0, domain: "0..0".into() });
            self.clause(&[])?;
            return Ok(self.ints.len() - 1);
        };
        let is_run = domain.intervals().count() == 1;
        if !is_run && domain.len() > MAX_LISTED {
            let why = format!("a domain with gaps and more than {MAX_LISTED} values");
            return Err(Refusal::Unsupported(why));
        }
        let text = match is_run {
            _ if is_run => format!("{low}..{high}"),
            _ => {
                let values: Vec<String> = domain.iter().map(|value| value.to_string()).collect();
                format!("{{{}}}", values.join(","))
            }
        };
        self.ints.push(Int { low: low.into(), high: high.into(), domain: text });
        Ok(self.ints.len() - 1)
    }

    /// A new truth value.
    fn new_bool(&mut self) -> usize {
        self.bools += 1;
        self.bools - 1
    }

    fn post(&mut self, constraint: String) -> Result<(), Refusal> {
        self.bytes += constraint.len();
        if self.bytes > self.most {
            return Err(Stop::Memory.into());
        }
        self.constraints.push(constraint);
        Ok(())
    }

    /// At least one of these is true.
    fn clause(&mut self, lits: &[Lit]) -> Result<(), Refusal> {
        if lits.contains(&Lit::Const(true)) {
            return Ok(());
        }
        let list = |wanted: bool| {
            let of = |lit: &Lit| match lit {
                Lit::Var(variable, sign) if *sign == wanted => Some(format!("b{variable}")),
                _ => None,
            };
            lits.iter().filter_map(of).collect::<Vec<_>>().join(",")
        };
        let (yes, no) = (list(true), list(false));
        if yes.is_empty() && no.is_empty() {
            // Solvers disagree about empty arrays.
            return self.post("int_le(1,0)".into());
        }
        self.post(format!("bool_clause([{yes}],[{no}])"))
    }

    /// The present end of the problem.
    #[must_use]
    pub fn mark(&self) -> Mark {
        Mark(self.bools, self.constraints.len())
    }

    /// Removes what was added after a mark.
    pub fn return_to(&mut self, mark: Mark) {
        self.bools = mark.0;
        self.constraints.truncate(mark.1);
        let new = |lit: &Lit| matches!(lit, Lit::Var(variable, _) if *variable >= mark.0);
        self.known.retain(|_, lit| !new(lit));
    }

    /// Adds a given.
    ///
    /// # Errors
    /// If the allowance is used up.
    pub fn fix(&mut self, given: &Given) -> Result<(), Refusal> {
        let sum = Sum::of([(1, given.variable.index())], -i64::from(given.value))?;
        self.relate(Relation::Eq, &sum)
    }

    /// Requires a cost, the value of the objective or its negation if that is maximised, of at
    /// most `bound`. Returns whether there is an objective.
    ///
    /// # Errors
    /// If the bound is too large for FlatZinc solvers.
    pub fn demand(&mut self, bound: i64) -> Result<bool, Refusal> {
        let Some((sense, sum)) = self.objective.clone() else { return Ok(false) };
        let cost = match sense {
            Sense::Minimize => sum,
            Sense::Maximize => sum.scaled(-1)?,
        };
        self.relate(Relation::Le, &cost.shifted(bound.checked_neg())?)?;
        Ok(true)
    }

    /// Requires that one of these variables has another value.
    ///
    /// # Errors
    /// If the allowance is used up.
    pub fn forbid(&mut self, values: impl Iterator<Item = (usize, i32)>) -> Result<(), Refusal> {
        let mut clause = Vec::new();
        for (variable, value) in values {
            let sum = Sum::of([(1, variable)], -i64::from(value))?;
            clause.push(self.related(Relation::Eq, &sum)?.negate());
        }
        self.clause(&clause)
    }

    /// The number of integers, truth values, and constraints.
    #[must_use]
    pub fn sizes(&self) -> [usize; 3] {
        [self.ints.len(), self.bools, self.constraints.len()]
    }

    /// Writes the text; `optimises` says whether to minimise or maximise the objective.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write(&self, optimises: bool, out: &mut dyn Write) -> io::Result<()> {
        for (place, name) in self.names.iter().enumerate() {
            writeln!(out, "% x{place} is {}", name.replace(char::is_control, " "))?;
        }
        for (place, int) in self.ints.iter().enumerate() {
            let shown = if place < self.names.len() { " :: output_var" } else { "" };
            writeln!(out, "var {}: x{place}{shown};", int.domain)?;
        }
        for place in 0..self.bools {
            writeln!(out, "var bool: b{place};")?;
        }
        let objective = self.objective.as_ref().filter(|_| optimises);
        if let Some((_, sum)) = objective {
            let (low, high) = sum.bounds(&self.ints);
            writeln!(out, "var {low}..{high}: objective :: output_var;")?;
        }
        for constraint in &self.constraints {
            writeln!(out, "constraint {constraint};")?;
        }
        match objective {
            None => writeln!(out, "solve satisfy;"),
            Some((sense, sum)) => {
                writeln!(out, "constraint {};", sum.equal_to("objective"))?;
                let sense = match sense {
                    Sense::Minimize => "minimize",
                    Sense::Maximize => "maximize",
                };
                writeln!(out, "solve {sense} objective;")
            }
        }
    }
}

/// The label of the domains of a model's variables among the assertions of its script.
const DOMAINS: &str = "domains";
