//! The FlatZinc of a model.

use std::collections::HashMap;

use parallax_encodings::ArithmeticRelation;
use parallax_encodings::smt::SmtScript;
use parallax_model::engine_api::{Control, PreparationError, StopReason};
use parallax_model::{Domain, Model, ObjectiveSense};

use super::globals::FlatzincGlobals;
use super::sums;
use super::sums::FlatzincSum;
use crate::smt;

/// The largest magnitude of a number that solvers read.
pub(super) const MAX_NUMBER: i64 = i32::MAX as i64 - 1;

/// Maximum number of values of a domain that is written value by value.
const MAX_LISTED: u64 = 1 << 20;

/// A truth value: a constant, or a variable or its negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FlatzincLiteral {
    Const(bool),
    /// The variable, and whether it is meant to be true.
    Var(usize, bool),
}

impl FlatzincLiteral {
    pub(super) fn negate_literal(self) -> Self {
        match self {
            FlatzincLiteral::Const(value) => FlatzincLiteral::Const(!value),
            FlatzincLiteral::Var(variable, sign) => FlatzincLiteral::Var(variable, !sign),
        }
    }
}

/// An integer variable: its least and its greatest value, and the text of its domain.
#[derive(Clone, Debug)]
pub(super) struct FlatzincInteger {
    pub(super) low: i64,
    pub(super) high: i64,
    pub(super) domain: String,
}

/// A problem in FlatZinc: `x0`, `x1`, ... are the variables of the model, then auxiliary ones;
/// `b0`, `b1`, ... are truth values.
#[derive(Clone, Debug)]
pub struct FlatzincTranslation {
    pub(super) names: Vec<String>,
    pub(super) ints: Vec<FlatzincInteger>,
    pub(super) bools: usize,
    pub(super) constraints: Vec<String>,
    pub(super) objective: Option<(ObjectiveSense, FlatzincSum)>,
    pub(super) globals: FlatzincGlobals,
    /// The places of the integers and truth values of the terms.
    pub(super) int_places: Vec<usize>,
    pub(super) bool_places: Vec<usize>,
    /// The truth values of relations that occurred before.
    pub(super) known: HashMap<(ArithmeticRelation, FlatzincSum), FlatzincLiteral>,
    /// The bytes of the constraints so far, and their maximum.
    pub(super) bytes: usize,
    pub(super) max_bytes: usize,
}

impl FlatzincTranslation {
    /// Translates a model.
    ///
    /// # Errors
    /// If a number is too large for FlatZinc solvers, the text would exceed the allowance of
    /// `control`, or `control` stops it.
    pub fn from_model(
        model: &Model,
        globals: FlatzincGlobals,
        control: &Control,
    ) -> Result<Self, PreparationError> {
        let mut flat = FlatzincTranslation {
            names: model.variables().iter().map(|v| v.name.to_string()).collect(),
            ints: Vec::new(),
            bools: 0,
            constraints: Vec::new(),
            objective: None,
            globals,
            int_places: Vec::new(),
            bool_places: Vec::new(),
            known: HashMap::new(),
            bytes: 0,
            max_bytes: control.formula_bytes(),
        };
        for variable in model.variables() {
            let place = flat.declare_integer(&variable.domain)?;
            flat.int_places.push(place);
        }
        // Kinds that the solver has come first; the others go through SMT terms together.
        let mut others = Vec::new();
        for posted in model.constraints() {
            control.check_stop()?;
            if !flat.post_native(&posted.constraint)? {
                others.push(posted);
            }
        }
        flat.through_terms(&smt::script_of(model, others, control)?, control)?;
        if let Some(objective) = model.objective() {
            let terms = objective.terms.iter().map(|t| (t.coefficient, t.variable.index()));
            let sum = FlatzincSum::from_terms(terms, 0)?;
            sum.check_bounds(&flat.ints)?;
            flat.objective = Some((objective.sense, sum));
        }
        Ok(flat)
    }

    /// Adds the parts of a script beyond the model's variables and their domains.
    fn through_terms(
        &mut self,
        script: &SmtScript,
        control: &Control,
    ) -> Result<(), PreparationError> {
        // The first integers of the script are the variables of the model, which are declared
        // already; the rest are classes.
        for decl in &script.ints[self.int_places.len()..] {
            let place = self
                .declare_integer(&Domain::from_intervals(decl.runs.clone().unwrap_or_default()))?;
            self.int_places.push(place);
        }
        self.bool_places = script.bools.iter().map(|_| self.new_bool()).collect();
        for (label, term) in &script.assertions {
            control.check_stop()?;
            // The declarations have the domains.
            if label != DOMAINS_LABEL {
                self.assert_term(term)?;
            }
        }
        Ok(())
    }

    /// Declares an integer. One without values makes the problem unsatisfiable.
    fn declare_integer(&mut self, domain: &Domain) -> Result<usize, PreparationError> {
        let (Some(low), Some(high)) = (domain.min(), domain.max()) else {
            // FlatZinc has no empty domain, so the variable gets a value, and a false clause
            // follows.
            self.ints.push(FlatzincInteger { low: 0, high: 0, domain: "0..0".into() });
            self.post_clause(&[])?;
            return Ok(self.ints.len() - 1);
        };
        let is_run = domain.intervals().count() == 1;
        if i64::from(low) < -MAX_NUMBER || i64::from(high) > MAX_NUMBER {
            return Err(sums::too_large());
        }
        if !is_run && domain.len() > MAX_LISTED {
            let why = format!("a domain with gaps and more than {MAX_LISTED} values");
            return Err(PreparationError::Unsupported(why));
        }
        let text = if is_run {
            format!("{low}..{high}")
        } else {
            let values: Vec<String> = domain.iter().map(|value| value.to_string()).collect();
            format!("{{{}}}", values.join(","))
        };
        self.ints.push(FlatzincInteger { low: low.into(), high: high.into(), domain: text });
        Ok(self.ints.len() - 1)
    }

    /// Makes a truth value.
    pub(super) fn new_bool(&mut self) -> usize {
        self.bools += 1;
        self.bools - 1
    }

    pub(super) fn post_constraint(&mut self, constraint: String) -> Result<(), PreparationError> {
        self.bytes += constraint.len();
        if self.bytes > self.max_bytes {
            return Err(StopReason::Memory.into());
        }
        self.constraints.push(constraint);
        Ok(())
    }

    /// Requires that at least one of these is true.
    pub(super) fn post_clause(&mut self, lits: &[FlatzincLiteral]) -> Result<(), PreparationError> {
        if lits.contains(&FlatzincLiteral::Const(true)) {
            return Ok(());
        }
        let list = |wanted: bool| {
            let of = |lit: &FlatzincLiteral| match lit {
                FlatzincLiteral::Var(variable, sign) if *sign == wanted => {
                    Some(format!("b{variable}"))
                }
                _ => None,
            };
            lits.iter().filter_map(of).collect::<Vec<_>>().join(",")
        };
        let (yes, no) = (list(true), list(false));
        if yes.is_empty() && no.is_empty() {
            // Solvers disagree about empty arrays.
            return self.post_constraint("int_le(1,0)".into());
        }
        self.post_constraint(format!("bool_clause([{yes}],[{no}])"))
    }

    /// Returns the number of integers, truth values, and constraints.
    #[must_use]
    pub fn sizes(&self) -> [usize; 3] {
        [self.ints.len(), self.bools, self.constraints.len()]
    }
}

/// The label of the domains of a model's variables among the assertions of its script.
const DOMAINS_LABEL: &str = "domains";
