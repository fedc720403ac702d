//! The writer of plain forms.

use super::{PlainError, PlainFormBudget};
use crate::flatten::{BoolExpression, ExpressionDag, ExpressionFlattener, IntExpression};
use crate::{ComparisonOperator, Constraint, ConstraintOperand, Domain, Model, Value, VarId};

/// Maximum number of parts of a plain form: values, arcs, pairs. A pair may take 2,500 bytes, so
/// the bytes of the budget may end earlier.
pub(super) const MAX_PARTS: usize = 4_000_000;

/// The bytes of a node of the expressions and of what the flattener keeps about it.
const NODE_BYTES: usize = 36;

/// Writes the plain form of one constraint into a model.
pub(crate) struct PlainWriter<'m> {
    model: &'m mut Model,
    label: &'m str,
    budget: &'m PlainFormBudget<'m>,
    /// The bytes that the expressions have taken.
    taken: usize,
    /// The number of hidden variables that have been named.
    named: usize,
    terms: ExpressionDag,
    required: Vec<BoolExpression>,
}

impl<'m> PlainWriter<'m> {
    /// Creates a writer that gives its constraints this label. It names hidden variables by
    /// numbers after `named`.
    pub(crate) fn new(
        model: &'m mut Model,
        label: &'m str,
        named: usize,
        budget: &'m PlainFormBudget<'m>,
    ) -> Self {
        let (terms, required) = (ExpressionDag::default(), Vec::new());
        PlainWriter { model, label, budget, taken: 0, named, terms, required }
    }

    /// Writes the expressions, and returns the number of hidden variables that have been named.
    ///
    /// # Errors
    /// Returns an error if a number is beyond the limits of models, or the budget is used up.
    pub(crate) fn finish_form(mut self) -> Result<usize, PlainError> {
        self.charge_terms()?;
        let PlainWriter { model, label, budget, taken, named, terms, required } = self;
        let stop = || budget.stops_flattening();
        let mut flattener =
            ExpressionFlattener::new(model, &terms).with_stop(&stop).named_from(named);
        for term in required {
            flattener.assert_expression(label, term)?;
        }
        // The expressions are dropped here; what they became has been charged by the flattener.
        budget.give_back(taken);
        Ok(flattener.last_hidden_number())
    }

    /// Takes the bytes of the expressions added since the last call.
    ///
    /// # Errors
    /// Returns an error if the budget is used up.
    pub(super) fn charge_terms(&mut self) -> Result<(), PlainError> {
        let bytes = self.terms.all_nodes().len().saturating_mul(NODE_BYTES);
        self.budget.take_bytes(bytes.saturating_sub(self.taken))?;
        self.taken = bytes;
        Ok(())
    }

    /// Returns the model.
    pub(crate) fn model(&self) -> &Model {
        self.model
    }

    /// Returns the expressions, to build what [`require_term`](PlainWriter::require_term) takes.
    pub(crate) fn terms(&mut self) -> &mut ExpressionDag {
        &mut self.terms
    }

    /// Returns the budget.
    pub(super) fn budget(&self) -> &'m PlainFormBudget<'m> {
        self.budget
    }

    /// Requires an expression to hold.
    ///
    /// # Errors
    /// Returns an error if the budget is used up.
    pub(crate) fn require_term(&mut self, term: BoolExpression) -> Result<(), PlainError> {
        self.required.push(term);
        self.charge_terms()
    }

    /// Returns a variable as an expression.
    pub(crate) fn variable_term(&mut self, variable: VarId) -> IntExpression {
        self.terms.add_variable(variable.index())
    }

    /// Returns a number or a variable as an expression.
    pub(crate) fn operand_term(&mut self, operand: ConstraintOperand) -> IntExpression {
        match operand {
            ConstraintOperand::Number(number) => self.terms.add_number(number.into()),
            ConstraintOperand::Variable(variable) => self.variable_term(variable),
        }
    }

    /// Returns a comparison of a variable with a number.
    pub(crate) fn atom_term(
        &mut self,
        variable: VarId,
        relation: ComparisonOperator,
        number: i64,
    ) -> BoolExpression {
        let (left, right) = (self.variable_term(variable), self.terms.add_number(number));
        self.terms.add_comparison(left, relation, right)
    }

    /// Returns 1 if the expression holds, otherwise 0.
    ///
    /// # Errors
    /// Returns an error if the budget is used up.
    pub(crate) fn number_of(&mut self, term: BoolExpression) -> Result<IntExpression, PlainError> {
        self.charge_terms()?;
        Ok(self.terms.number_of(term))
    }

    /// Adds a hidden variable. The constraints that are posted must determine it.
    ///
    /// # Errors
    /// Returns an error if a value is beyond the limits of models.
    pub(crate) fn add_hidden(&mut self, domain: Domain) -> Result<VarId, PlainError> {
        self.charge_terms()?;
        loop {
            self.named += 1;
            let name = format!("_{}", self.named);
            // The user may have a variable of this name.
            if self.model.find(&name).is_none() {
                return Ok(self.model.add_hidden(name, domain)?);
            }
        }
    }

    /// Posts a core constraint.
    ///
    /// # Errors
    /// Returns an error if the constraint is not valid.
    pub(crate) fn post_constraint(&mut self, constraint: Constraint) -> Result<(), PlainError> {
        Ok(self.model.post(self.label, constraint)?)
    }

    /// Returns the values of each variable, at most `MAX_PARTS` in total.
    ///
    /// # Errors
    /// Returns an error if there are more.
    pub(crate) fn scope_values(&self, scope: &[VarId]) -> Result<Vec<Vec<Value>>, PlainError> {
        let total = |sum: u64, &v: &VarId| sum.saturating_add(self.model.domain(v).len());
        check_part_count(scope.iter().fold(0, total), "values")?;
        Ok(scope.iter().map(|&v| self.model.domain(v).iter().collect()).collect())
    }
}

/// Returns an error if a number of parts is beyond the limit.
pub(super) fn check_part_count(number: u64, what: &'static str) -> Result<(), PlainError> {
    if number > MAX_PARTS as u64 {
        return Err(PlainError::TooManyParts { number, what });
    }
    Ok(())
}
