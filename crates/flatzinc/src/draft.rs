//! Collects what the constraints post in a model and expressions; `build.rs` completes the model.
//!
//! Variables of the file are variables of the model, numbers, or sums of these. A number that a
//! constraint needs as a variable becomes one hidden variable. Expressions are flattened last.

use std::collections::HashMap;
use std::sync::Arc;

use parallax_model::flatten::{BoolExpression, ExpressionDag, IntExpression};
use parallax_model::{
    AtomicConstraint, ComparisonOperator, Constraint, DeterministicAutomaton, Domain,
    LinearTerm as Part, MAX_VALUE, Model, ModelError, Reify, Value, VarId,
};

use super::document::{ElementRange, FlatzincDocument, FlatzincTerm, IntSet};
use super::int_set::Ranges;
use super::truth::{ConstraintTruth, TruthLiteral};
use crate::error::FlatzincPostError;

/// Maximum number of variables and atoms that all constraints post.
pub(super) const MAX_POSTED: usize = 50_000_000;

/// Pieces between two calls of `stop`.
const POLL_EVERY: usize = 1 << 14;

/// A variable of the file in the model.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum VariableMapping {
    /// A variable.
    Variable(VarId),
    /// The only value that it can have.
    Number(Value),
    /// A sum of other variables of the file and a constant.
    Sum(Vec<(i64, FlatzincTerm)>, i64),
}

/// A term of the file in the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum ModelTerm {
    Number(i64),
    Variable(VarId),
}

/// The constraints that were posted so far.
pub(super) struct FlatzincModelDraft<'d> {
    pub(super) document: &'d FlatzincDocument,
    /// By variable of the file.
    pub(super) places: Vec<VariableMapping>,
    pub(super) model: Model,
    pub(super) terms: ExpressionDag,
    /// Expressions that are true, with the constraint that states it.
    pub(super) asserted: Vec<(u32, BoolExpression)>,
    numbers: HashMap<Value, VarId>,
    negations: HashMap<VarId, VarId>,
    /// Automata that constraints share, by transitions, start and accepting states.
    pub(super) automata: HashMap<(ElementRange, i64, IntSet), Arc<DeterministicAutomaton>>,
    ints: HashMap<ModelTerm, IntExpression>,
    /// The constraint that posts, and its label.
    pub(super) entry: u32,
    pub(super) label: String,
    hidden: usize,
    spent: usize,
    stop: &'d dyn Fn() -> bool,
}

impl<'d> FlatzincModelDraft<'d> {
    /// Creates a draft of a model that has the variables.
    pub(super) fn new(
        document: &'d FlatzincDocument,
        model: Model,
        places: Vec<VariableMapping>,
        stop: &'d dyn Fn() -> bool,
    ) -> Self {
        FlatzincModelDraft {
            document,
            places,
            model,
            terms: ExpressionDag::default(),
            asserted: Vec::new(),
            numbers: HashMap::new(),
            negations: HashMap::new(),
            automata: HashMap::new(),
            ints: HashMap::new(),
            entry: 0,
            label: String::new(),
            hidden: 0,
            spent: 0,
            stop,
        }
    }

    /// Counts variables and atoms before they are posted.
    pub(super) fn spend_pieces(&mut self, pieces: usize) -> Result<(), FlatzincPostError> {
        let before = self.spent;
        self.spent = self.spent.saturating_add(pieces);
        if before / POLL_EVERY != self.spent / POLL_EVERY && (self.stop)() {
            return Err(FlatzincPostError::Stopped);
        }
        if self.spent > MAX_POSTED {
            return Err(FlatzincPostError::TooManyParts);
        }
        Ok(())
    }

    /// Returns the place of a variable of the file.
    pub(super) fn variable_mapping(&self, term: FlatzincTerm) -> Option<&VariableMapping> {
        match term {
            FlatzincTerm::Value(_) => None,
            FlatzincTerm::Var(var) => self.places.get(var.0 as usize),
        }
    }

    /// Returns a term. A variable with one value is a number.
    pub(super) fn model_term(&self, term: FlatzincTerm) -> Result<ModelTerm, FlatzincPostError> {
        match (term, self.variable_mapping(term)) {
            (FlatzincTerm::Value(value), _) => Ok(ModelTerm::Number(value)),
            (_, Some(VariableMapping::Variable(variable))) => {
                // Constants make simpler constraints than variables with one value.
                let domain = self.model.domain(*variable);
                Ok(match domain.min() {
                    Some(only) if domain.max() == Some(only) => ModelTerm::Number(only.into()),
                    _ => ModelTerm::Variable(*variable),
                })
            }
            (_, Some(VariableMapping::Number(number))) => Ok(ModelTerm::Number((*number).into())),
            _ => Err(FlatzincPostError::NoPlace),
        }
    }

    /// Returns the terms of a list.
    pub(super) fn model_terms(
        &mut self,
        list: ElementRange,
    ) -> Result<Vec<ModelTerm>, FlatzincPostError> {
        let terms = self.document.list_terms(list);
        self.spend_pieces(terms.len())?;
        terms.iter().map(|term| self.model_term(term)).collect()
    }

    /// Returns the variables of a list; numbers become hidden variables.
    pub(super) fn list_variables(
        &mut self,
        list: ElementRange,
    ) -> Result<Vec<VarId>, FlatzincPostError> {
        self.model_terms(list)?.into_iter().map(|item| self.of_item(item)).collect()
    }

    /// Returns the variable of a term; a number becomes a hidden variable.
    pub(super) fn term_variable(&mut self, term: FlatzincTerm) -> Result<VarId, FlatzincPostError> {
        let item = self.model_term(term)?;
        self.of_item(item)
    }

    /// Returns the variable of an item; a number becomes a hidden variable.
    pub(super) fn of_item(&mut self, item: ModelTerm) -> Result<VarId, FlatzincPostError> {
        let number = match item {
            ModelTerm::Variable(variable) => return Ok(variable),
            ModelTerm::Number(number) => model_value(number)?,
        };
        if let Some(&known) = self.numbers.get(&number) {
            return Ok(known);
        }
        let added =
            // No name of the file has a blank outside quotes, so the name is free.
            self.add_hidden(format!("number {number}"), Domain::from_range(number, number))?;
        self.numbers.insert(number, added);
        Ok(added)
    }

    /// Returns a new hidden variable.
    pub(super) fn new_hidden(&mut self, domain: Domain) -> Result<VarId, FlatzincPostError> {
        self.hidden += 1;
        self.add_hidden(format!("hidden {}", self.hidden), domain)
    }

    fn add_hidden(&mut self, name: String, domain: Domain) -> Result<VarId, FlatzincPostError> {
        Ok(self.model.add_hidden(name, domain)?)
    }

    /// Returns a term as an operand of an expression.
    pub(super) fn int_operand(
        &mut self,
        term: FlatzincTerm,
    ) -> Result<IntExpression, FlatzincPostError> {
        let item = self.model_term(term)?;
        Ok(self.int_of(item))
    }

    /// Returns an item as an operand of an expression.
    pub(super) fn int_of(&mut self, item: ModelTerm) -> IntExpression {
        let terms = &mut self.terms;
        *self.ints.entry(item).or_insert_with(|| match item {
            ModelTerm::Number(number) => terms.add_number(number),
            ModelTerm::Variable(variable) => terms.add_variable(variable.index()),
        })
    }

    /// Returns the terms of a list as operands of an expression.
    pub(super) fn int_operands(
        &mut self,
        list: ElementRange,
    ) -> Result<Vec<IntExpression>, FlatzincPostError> {
        let items = self.model_terms(list)?;
        Ok(items.into_iter().map(|item| self.int_of(item)).collect())
    }

    /// Returns the value of a bool that is known; `None` for a variable.
    pub(super) fn truth_of(&self, term: FlatzincTerm) -> Result<Option<bool>, FlatzincPostError> {
        Ok(match self.model_term(term)? {
            ModelTerm::Number(number) => Some(number == 1),
            ModelTerm::Variable(_) => None,
        })
    }

    /// Returns a bool as a literal that is true exactly when it is `wanted`.
    pub(super) fn bool_literal(
        &self,
        term: FlatzincTerm,
        wanted: bool,
    ) -> Result<TruthLiteral, FlatzincPostError> {
        Ok(match self.model_term(term)? {
            ModelTerm::Number(number) => TruthLiteral::Known((number == 1) == wanted),
            ModelTerm::Variable(v) => {
                TruthLiteral::Atom(AtomicConstraint::new(v, ComparisonOperator::Eq, wanted.into()))
            }
        })
    }

    /// Returns the bools of a list as literals that are true exactly when they are `wanted`.
    pub(super) fn bool_literals(
        &mut self,
        list: ElementRange,
        wanted: bool,
    ) -> Result<Vec<TruthLiteral>, FlatzincPostError> {
        let terms = self.document.list_terms(list);
        self.spend_pieces(terms.len())?;
        terms.iter().map(|term| self.bool_literal(term, wanted)).collect()
    }

    /// Returns a bool as an expression.
    pub(super) fn bool_operand(
        &mut self,
        term: FlatzincTerm,
    ) -> Result<BoolExpression, FlatzincPostError> {
        Ok(match self.model_term(term)? {
            ModelTerm::Number(number) => self.terms.add_truth(number == 1),
            ModelTerm::Variable(variable) => self.terms.add_flag(variable.index()),
        })
    }

    /// Returns the least and the greatest value of an item; `None` if it has none.
    pub(super) fn value_range(&self, item: ModelTerm) -> Option<(i64, i64)> {
        match item {
            ModelTerm::Number(number) => Some((number, number)),
            ModelTerm::Variable(variable) => {
                let domain = self.model.domain(variable);
                Some((domain.min()?.into(), domain.max()?.into()))
            }
        }
    }

    /// Returns whether an item may have a value.
    pub(super) fn may_be(&self, item: ModelTerm, number: i64) -> bool {
        match item {
            ModelTerm::Number(value) => value == number,
            ModelTerm::Variable(variable) => Value::try_from(number)
                .is_ok_and(|value| self.model.domain(variable).contains(value)),
        }
    }

    /// Returns the values of an item; `None` for a number beyond those of models.
    pub(super) fn term_domain(&self, item: ModelTerm) -> Option<Domain> {
        match item {
            ModelTerm::Number(number) => {
                model_value(number).ok().map(|value| Domain::from_range(value, value))
            }
            ModelTerm::Variable(variable) => Some(self.model.domain(variable).clone()),
        }
    }

    /// Returns a constant set.
    pub(super) fn set_ranges(&self, set: IntSet) -> &'d Ranges {
        self.document.set_ranges(set)
    }

    /// Posts a constraint.
    pub(super) fn post_constraint(
        &mut self,
        constraint: Constraint,
    ) -> Result<(), FlatzincPostError> {
        self.spend_pieces(4)?;
        self.model.post(self.label.as_str(), constraint).map_err(|error| match error {
            // The caller names the constraint.
            ModelError::Constraint { label, fault, .. } if !label.is_empty() => fault.into(),
            other => other.into(),
        })
    }

    /// Posts that an expression is true.
    pub(super) fn assert_true(&mut self, bool: BoolExpression) {
        self.asserted.push((self.entry, bool));
    }

    /// Returns a variable that is 1 exactly when a boolean one is 0.
    pub(super) fn negated_variable(&mut self, variable: VarId) -> Result<VarId, FlatzincPostError> {
        if let Some(&known) = self.negations.get(&variable) {
            return Ok(known);
        }
        let truth = self.new_hidden(Domain::boolean())?;
        let atom = AtomicConstraint::new(variable, ComparisonOperator::Eq, 0);
        self.post_constraint(Constraint::Reify(Reify { truth, atom }))?;
        self.negations.insert(variable, truth);
        Ok(truth)
    }

    /// Returns the parts of a sum with each variable once, and its constant.
    pub(super) fn merge_sum(
        &mut self,
        parts: impl Iterator<Item = (i64, FlatzincTerm)>,
    ) -> Result<(Vec<Part>, i64), FlatzincPostError> {
        let mut sum = MergedSum::default();
        for (coefficient, term) in parts {
            self.spend_pieces(1)?;
            match self.variable_mapping(term) {
                Some(VariableMapping::Sum(sum_terms, constant)) => {
                    // The terms of a sum are never sums themselves (see `substitute`), so one level
                    // is enough.
                    for &(factor, term) in sum_terms {
                        let factor = factor
                            .checked_mul(coefficient)
                            .ok_or(FlatzincPostError::LargeNumber)?;
                        sum.add_term(factor, self.model_term(term)?)?;
                    }
                    sum.add_term(coefficient, ModelTerm::Number(*constant))?;
                }
                _ => sum.add_term(coefficient, self.model_term(term)?)?,
            }
        }
        // Coefficients of one variable may cancel, and callers divide by them.
        sum.parts.retain(|part| part.coefficient != 0);
        Ok((sum.parts, sum.constant))
    }
}

/// A sum in which each variable occurs once.
#[derive(Default)]
struct MergedSum {
    places: HashMap<VarId, usize>,
    parts: Vec<Part>,
    constant: i64,
}

impl MergedSum {
    fn add_term(&mut self, coefficient: i64, item: ModelTerm) -> Result<(), FlatzincPostError> {
        match item {
            ModelTerm::Number(number) => {
                let product = coefficient.checked_mul(number);
                let total = product.and_then(|value| self.constant.checked_add(value));
                self.constant = total.ok_or(FlatzincPostError::LargeNumber)?;
            }
            ModelTerm::Variable(variable) => {
                let index = *self.places.entry(variable).or_insert(self.parts.len());
                match self.parts.get_mut(index) {
                    None => self.parts.push(Part { coefficient, variable }),
                    Some(part) => {
                        let total = part.coefficient.checked_add(coefficient);
                        part.coefficient = total.ok_or(FlatzincPostError::LargeNumber)?;
                    }
                }
            }
        }
        Ok(())
    }
}

impl ConstraintTruth {
    /// Returns the truth that a list of literals has no false one.
    pub(super) fn from_all(literals: Vec<TruthLiteral>) -> Self {
        ConstraintTruth::All(literals).simplify_truth()
    }

    /// Returns the truth that a list of literals has a true one.
    pub(super) fn from_any(literals: Vec<TruthLiteral>) -> Self {
        ConstraintTruth::Any(literals).simplify_truth()
    }
}

/// Returns a number as a value of the model.
pub(super) fn model_value(number: i64) -> Result<Value, FlatzincPostError> {
    Value::try_from(number)
        .ok()
        .filter(|value| value.unsigned_abs() <= MAX_VALUE.unsigned_abs())
        .ok_or(FlatzincPostError::LargeValue { number })
}
