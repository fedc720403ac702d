//! The MiniZinc of a model.

use std::collections::{BTreeSet, HashMap};

use parallax_model::engine_api::{Control, PreparationError, StopReason};
use parallax_model::{Constraint, DimensionId, Domain, Kind, Model, Objective, VarId};

use super::bool_variables;
use super::formula::MinizincFormula;
use super::names::IdentifierPool;
use super::question::MinizincQuestion;
use super::terms;

/// Maximum number of values, or of ranges of values, that are written one by one.
pub(super) const MAX_LISTED: u64 = 1 << 20;

/// Maximum number of values of a variable whose meaning is written.
const MAX_WORDS: u64 = 12;

/// Constraints between two checks of the clock.
pub(super) const POLL_EVERY: usize = 64;

/// A model in MiniZinc, with the constraints of a question.
pub struct MinizincTranslation {
    /// The variables of the model in its order.
    pub(super) variables: Vec<MinizincVariable>,
    pub(super) names: IdentifierPool,
    /// The files of the library that the constraints need, without `.mzn`.
    pub(super) includes: BTreeSet<&'static str>,
    /// Arrays of constants, as items.
    pub(super) parameters: Vec<String>,
    /// The arrays of the classes of dimensions.
    pub(super) classes: HashMap<DimensionId, String>,
    /// The constraints, as items.
    pub(super) constraints: Vec<String>,
    pub(super) objective: Option<Objective>,
    pub(super) question: MinizincQuestion,
    /// The bytes of the constraints so far, and their maximum.
    pub(super) bytes: usize,
    pub(super) most: usize,
}

/// A variable of the model.
pub(super) struct MinizincVariable {
    /// The name in the model, and the identifier in MiniZinc.
    pub(super) name: String,
    pub(super) identifier: String,
    pub(super) domain: Domain,
    /// The names of its values, for a comment.
    pub(super) words: String,
    pub(super) shown: bool,
    /// Whether it is a `bool`.
    pub(super) truth: bool,
}

/// Returns the meaning of the values of a variable: `1 red, 2 green`. It is empty for one without
/// named values, or with many.
fn value_words(model: &Model, variable: VarId) -> String {
    let domain = model.domain(variable);
    if model.value_names(variable).is_none() || domain.len() > MAX_WORDS {
        return String::new();
    }
    let words =
        domain.iter().map(|value| format!("{value} {}", model.describe_value(variable, value)));
    words.collect::<Vec<_>>().join(", ")
}

impl MinizincTranslation {
    /// Translates a model in its plain or its global form.
    ///
    /// # Errors
    /// Returns unsupported for a domain or a dimension that is too large to be written, or the
    /// limit that `control` reached.
    pub fn from_model(model: &Model, control: &Control) -> Result<Self, PreparationError> {
        let mut written = MinizincTranslation::with_variables(
            model,
            &bool_variables::find_bool_variables(model),
            control,
        );
        for (place, posted) in model.constraints().iter().enumerate() {
            if place % POLL_EVERY == 0 {
                control.check_stop()?;
            }
            written.post_constraint(model, &posted.label, &posted.constraint)?;
        }
        Ok(written)
    }

    /// Writes a constraint of the model under its label.
    pub(super) fn post_constraint(
        &mut self,
        model: &Model,
        label: &str,
        constraint: &Constraint,
    ) -> Result<(), PreparationError> {
        let formula = self.constraint_formula(model, constraint).map_err(|why| match why {
            PreparationError::Unsupported(why) => PreparationError::Unsupported(format!(
                "MiniZinc has no form for '{}': {why}",
                constraint.description(model)
            )),
            other => other,
        })?;
        self.post_formula(label, &formula)
    }

    /// Makes a text with the first variables of a model, each a `bool` or not, and its objective.
    pub(super) fn with_variables(model: &Model, truths: &[bool], control: &Control) -> Self {
        let mut names = IdentifierPool::default();
        let all = model.variables().iter().zip(truths).enumerate();
        let variables = all.map(|(place, (variable, &truth))| MinizincVariable {
            name: variable.name.to_string(),
            identifier: names.add_identifier(&variable.name),
            domain: variable.domain.clone(),
            words: value_words(model, VarId::new(place)),
            shown: variable.shown,
            truth,
        });
        MinizincTranslation {
            variables: variables.collect(),
            names,
            includes: BTreeSet::new(),
            parameters: Vec::new(),
            classes: HashMap::new(),
            constraints: Vec::new(),
            objective: model.objective().cloned(),
            question: MinizincQuestion::default(),
            bytes: 0,
            most: control.formula_bytes(),
        }
    }

    /// Returns the number of variables of the model.
    #[must_use]
    pub fn variable_count(&self) -> usize {
        self.variables.len()
    }

    /// Returns the numbers of variables and of constraints.
    #[must_use]
    pub fn sizes(&self) -> [usize; 2] {
        [self.variables.len(), self.constraints.len()]
    }

    /// Adds a constraint with its label, unless it always holds.
    pub(super) fn post_formula(
        &mut self,
        label: &str,
        formula: &MinizincFormula,
    ) -> Result<(), PreparationError> {
        if formula.is_true() {
            return Ok(());
        }
        let label = match label {
            "" => String::new(),
            label => format!(":: {} ", terms::label_literal(label)),
        };
        let item = format!("constraint {label}{formula};");
        self.reserve_bytes(item.len())?;
        self.constraints.push(item);
        Ok(())
    }

    /// Accounts for more bytes of text.
    pub(super) fn reserve_bytes(&mut self, bytes: usize) -> Result<(), PreparationError> {
        self.bytes = self.bytes.saturating_add(bytes);
        if self.bytes > self.most { Err(StopReason::Memory.into()) } else { Ok(()) }
    }

    pub(super) fn variable_domain(&self, variable: VarId) -> &Domain {
        &self.variables[variable.index()].domain
    }

    /// Calls a predicate of the library, whose file has this name.
    pub(super) fn call_predicate(
        &mut self,
        predicate: &'static str,
        arguments: &str,
    ) -> MinizincFormula {
        self.call_of(predicate, predicate, arguments)
    }

    /// Calls a predicate that is in a file of the library.
    fn call_of(&mut self, file: &'static str, predicate: &str, arguments: &str) -> MinizincFormula {
        self.includes.insert(file);
        MinizincFormula::from_atom(format!("{predicate}({arguments})"))
    }
}
