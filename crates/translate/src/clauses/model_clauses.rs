//! The formula of a model.

use std::collections::HashMap;
use std::io;
use std::sync::Arc;

use compact_str::CompactString;
use parallax_encodings::{
    ClauseEncoder, EncodeError, EncodingOptions, FormulaBudget, IntId, IntegerStore,
    PropositionalFormula, write_dimacs, write_opb, write_opb_clauses,
};
use parallax_instance::literals::LiteralNotation;
use parallax_model::engine_api::{Control, PreparationError, StopReason};
use parallax_model::{DimensionId, Domain, Given, Model, Value, VarId};
use rustsat::types::Lit;

use super::lowering::{ClauseLowering, encoding_integer};
use crate::ObjectiveBound;

/// A model as clauses, with its decoding.
#[derive(Debug)]
pub struct ModelClauses {
    pub(super) formula: PropositionalFormula,
    pub(super) ints: IntegerStore,
    /// Names of the integers: the model's variables, then class integers.
    pub(super) names: Vec<CompactString>,
    pub(super) variables: usize,
    shown: Vec<VarId>,
    pub(super) ceiling: Option<ObjectiveBound>,
    /// For each class integer, its variable and dimension.
    pub(super) classes: HashMap<IntId, (VarId, DimensionId)>,
}

impl ModelClauses {
    /// Encodes a model. Variable `i` of the model is integer `i` of the formula; every
    /// constraint is a group of clauses under its label.
    ///
    /// # Errors
    /// If a constraint has no encoding under `options`, the formula would exceed the allowance of
    /// `control`, or `control` stops it.
    pub fn from_model(
        model: &Model,
        options: &EncodingOptions,
        control: &Control,
    ) -> Result<Self, PreparationError> {
        Ok(ModelClauses::encode_model(model, options, FormulaAddition::None, control)?.0)
    }

    /// Encodes a model with a literal for each constraint, in order, that activates it.
    ///
    /// # Errors
    /// Returns the errors of [`from_model`](ModelClauses::from_model).
    pub fn with_selectors(
        model: &Model,
        options: &EncodingOptions,
        control: &Control,
    ) -> Result<(Self, Vec<Lit>), PreparationError> {
        ModelClauses::encode_model(model, options, FormulaAddition::Selectors, control)
    }

    /// Encodes a model with a `ceiling` on the cost of its objective, if it has one. The literals
    /// of the ceiling are free unless the cost determines them, so model counts are not kept.
    ///
    /// # Errors
    /// Returns the errors of [`from_model`](ModelClauses::from_model).
    pub fn with_ceiling(
        model: &Model,
        options: &EncodingOptions,
        control: &Control,
    ) -> Result<Self, PreparationError> {
        Ok(ModelClauses::encode_model(model, options, FormulaAddition::Ceiling, control)?.0)
    }

    fn encode_model(
        model: &Model,
        options: &EncodingOptions,
        extra: FormulaAddition,
        control: &Control,
    ) -> Result<(Self, Vec<Lit>), PreparationError> {
        // The formula outlives this call, so its budget holds a control of its own.
        let watched = control.clone();
        let budget = FormulaBudget {
            max_bytes: control.formula_bytes(),
            stop: Some(Box::new(move || watched.stop_reason().is_some())),
        };
        let mut lowering = ClauseLowering {
            encoder: ClauseEncoder::new(options.clone(), budget),
            model,
            names: model.variables().iter().map(|v| v.name.clone()).collect(),
            classes: HashMap::new(),
            selectors: (extra == FormulaAddition::Selectors).then(Vec::new),
        };
        // An ordinary formula has no ceiling, which would spoil its model count.
        let aim = model.objective().filter(|_| extra == FormulaAddition::Ceiling);
        let ceiling = lowering.encode_model().and_then(|()| match aim {
            Some(objective) => lowering.encode_cost_bound(objective).map(Some),
            None => Ok(None),
        });
        let ceiling = ceiling.map_err(|error| encoding_refusal(error, control))?;
        let selectors = lowering.selectors.unwrap_or_default();
        let (formula, ints) = lowering.encoder.into_parts();
        let cnf = ModelClauses {
            formula,
            ints,
            names: lowering.names,
            variables: model.variables().len(),
            shown: model.shown().to_vec(),
            classes: lowering.classes.iter().map(|(&of, &class)| (class, of)).collect(),
            ceiling,
        };
        Ok((cnf, selectors))
    }

    /// Returns the clauses.
    #[must_use]
    pub fn formula(&self) -> &PropositionalFormula {
        &self.formula
    }

    /// Returns the bound on the cost of the objective, if it was encoded.
    #[must_use]
    pub fn cost_bound(&self) -> Option<&ObjectiveBound> {
        self.ceiling.as_ref()
    }

    /// Appends literals that together force the given values; returns false if a value is not
    /// in its domain.
    pub fn assume_givens(&self, givens: &[Given], out: &mut Vec<Lit>) -> bool {
        givens
            .iter()
            .all(|given| self.ints.assume_value(encoding_integer(given.variable), given.value, out))
    }

    /// Whether a partial truth assignment excludes a value of a variable by a single true literal;
    /// see [`IntegerStore::is_removed`].
    pub fn is_removed(&self, v: VarId, value: Value, is_true: &dyn Fn(Lit) -> bool) -> bool {
        self.ints.is_removed(encoding_integer(v), value, is_true)
    }

    /// Returns the values of an integer.
    pub(crate) fn values_of(&self, int: IntId) -> Arc<[i32]> {
        self.ints.shared_values(int)
    }

    /// Whether an integer is a variable of the model.
    pub(crate) fn is_variable(&self, int: IntId) -> bool {
        int.index() < self.variables
    }

    /// Returns the variable and dimension of a class integer.
    pub(crate) fn class_of(&self, int: IntId) -> Option<(VarId, DimensionId)> {
        self.classes.get(&int).copied()
    }

    /// Adds the given values as unit clauses (the empty clause for a value outside its domain).
    ///
    /// # Errors
    /// If the formula would exceed its allowance.
    pub fn add_givens(&mut self, givens: &[Given]) -> Result<(), EncodeError> {
        self.formula.begin_group("givens");
        let mut units = Vec::new();
        if !self.assume_givens(givens, &mut units) {
            self.formula.add_clause(&[])?;
        }
        units.iter().try_for_each(|&unit| self.formula.add_clause(&[unit]))
    }

    /// Adds a given value to the clauses of the last constraint, to simulate a faulty encoder.
    #[cfg(any(test, feature = "sabotage"))]
    pub fn sabotage_clauses(&mut self, given: Given) {
        let mut units = Vec::new();
        assert!(self.assume_givens(&[given], &mut units), "the domain has the value");
        units.iter().for_each(|&unit| self.formula.add_clause(&[unit]).expect("a small formula"));
    }

    /// Writes the value of every variable of the model under a truth assignment to `values`;
    /// returns `None` if the assignment is not a model of the formula.
    pub fn decode_values(
        &self,
        is_true: &dyn Fn(Lit) -> bool,
        values: &mut Vec<Value>,
    ) -> Option<()> {
        values.clear();
        for i in 0..self.variables {
            values.push(self.ints.decode_value(IntId(i as u32), is_true)?);
        }
        Some(())
    }

    /// Appends the clause that forbids the shown part of an assignment while `guard` is true.
    pub fn forbid_solution(&self, values: &[Value], guard: Option<Lit>, out: &mut Vec<Lit>) {
        let shown: Vec<(IntId, Value)> =
            self.shown.iter().map(|&v| (encoding_integer(v), values[v.index()])).collect();
        // The values come from a model of the formula, so each is in its domain and the clause is
        // written.
        self.ints.forbid_clause(&shown, guard, out);
    }

    /// Returns the variables that distinguish solutions.
    #[must_use]
    pub fn shown_variables(&self) -> &[VarId] {
        &self.shown
    }

    /// Appends literals that together force the first `number` shown variables to their values
    /// in an assignment.
    pub fn shown_as(&self, number: usize, values: &[Value], out: &mut Vec<Lit>) {
        for &v in &self.shown[..number] {
            self.ints.assume_value(encoding_integer(v), values[v.index()], out);
        }
    }

    /// Writes the formula and more clauses in OPB, without comments.
    ///
    /// # Errors
    /// Returns the errors of `out`.
    pub fn write_bare_opb<'c>(
        &self,
        more: impl ExactSizeIterator<Item = &'c [Lit]>,
        out: &mut dyn io::Write,
    ) -> io::Result<()> {
        write_opb_clauses(&self.formula, more, out)
    }

    /// Writes the formula. Comments hold the remarks, the meaning of each variable, and the
    /// constraint of each group of clauses, as `docs/how-to/exchange.md` describes.
    ///
    /// # Errors
    /// Returns the errors of `out`.
    pub fn write_formula(
        &self,
        format: ClauseFormat,
        remarks: &[String],
        out: &mut dyn io::Write,
    ) -> io::Result<()> {
        let name = |id: IntId| {
            self.names.get(id.index()).map(CompactString::to_string).unwrap_or_default()
        };
        let mut remarks = remarks.to_vec();
        // Shown variables ascend, so one pass over all variables meets them in order.
        let mut seen = self.shown.iter().peekable();
        for place in 0..self.variables {
            let shown = seen.next_if(|v| v.index() == place).is_some();
            let kind = if shown { "shown" } else { "hidden" };
            let domain = Domain::from_values(self.ints.values(IntId(place as u32)).iter().copied());
            remarks.push(format!("int {kind} {} in {domain}", self.names[place]));
        }
        match format {
            ClauseFormat::Dimacs => write_dimacs(&self.formula, &name, &remarks, out),
            ClauseFormat::Opb => write_opb(&self.formula, &name, &remarks, out),
        }
    }
}

/// An output format for clauses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClauseFormat {
    /// DIMACS CNF.
    Dimacs,
    /// OPB, a constraint for each clause.
    Opb,
}

impl ClauseFormat {
    /// Returns how the answers of solvers name literals.
    #[must_use]
    pub fn literal_notation(self) -> LiteralNotation {
        match self {
            ClauseFormat::Dimacs => LiteralNotation::Numbers,
            ClauseFormat::Opb => LiteralNotation::Named,
        }
    }
}

fn encoding_refusal(error: EncodeError, control: &Control) -> PreparationError {
    match error {
        EncodeError::Stopped => control.stop_reason().unwrap_or(StopReason::Timeout).into(),
        EncodeError::TooLarge { what: "bytes", .. } => StopReason::Memory.into(),
        other => PreparationError::Unsupported(other.to_string()),
    }
}

/// An addition to the constraints of a model in its formula.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FormulaAddition {
    None,
    Ceiling,
    Selectors,
}
