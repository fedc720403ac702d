//! Where a plain form is written.

use super::{Budget, PlainError};
use crate::flatten::{Bool, Flattener, Int, Terms};
use crate::{Constraint, Domain, Model, Operand, Relation, Value, VarId};

/// Maximum number of parts of a plain form: values, arcs, pairs. A pair may take 2,500 bytes, so
/// the bytes of the budget may end earlier.
pub(super) const MAX_PARTS: usize = 4_000_000;

/// The bytes of a node of the expressions and of what the flattener keeps about it.
const NODE_BYTES: usize = 36;

/// Writes the plain form of one constraint into a model.
pub(crate) struct PlainWriter<'m> {
    model: &'m mut Model,
    label: &'m str,
    budget: &'m Budget<'m>,
    /// The bytes that the expressions have taken.
    taken: usize,
    /// The number of hidden variables that have been named.
    named: usize,
    terms: Terms,
    required: Vec<Bool>,
}

impl<'m> PlainWriter<'m> {
    /// Creates a writer that gives its constraints this label. It names hidden variables by
    /// numbers after `named`.
    pub(crate) fn new(
        model: &'m mut Model,
        label: &'m str,
        named: usize,
        budget: &'m Budget<'m>,
    ) -> Self {
        let (terms, required) = (Terms::default(), Vec::new());
        PlainWriter { model, label, budget, taken: 0, named, terms, required }
    }

    /// Writes the expressions, and returns the number of hidden variables that have been named.
    ///
    /// # Errors
    /// Returns an error if a number is beyond the limits of models, or the budget is used up.
    pub(crate) fn finish(mut self) -> Result<usize, PlainError> {
        self.charge()?;
        let PlainWriter { model, label, budget, taken, named, terms, required } = self;
        let stop = || budget.flattens();
        let mut flattener = Flattener::new(model, &terms).until(&stop).named_from(named);
        for term in required {
            flattener.assert(label, term)?;
        }
        budget.give_back(taken);
        Ok(flattener.named())
    }

    /// Takes the bytes of the expressions added since the last call.
    ///
    /// # Errors
    /// Returns an error if the budget is used up.
    pub(super) fn charge(&mut self) -> Result<(), PlainError> {
        let bytes = self.terms.nodes().len().saturating_mul(NODE_BYTES);
        self.budget.take(bytes.saturating_sub(self.taken))?;
        self.taken = bytes;
        Ok(())
    }

    /// Returns the model.
    pub(crate) fn model(&self) -> &Model {
        self.model
    }

    /// Returns the expressions, to build what [`require`](PlainWriter::require) takes.
    pub(crate) fn terms(&mut self) -> &mut Terms {
        &mut self.terms
    }

    /// Returns the budget.
    pub(super) fn budget(&self) -> &'m Budget<'m> {
        self.budget
    }

    /// Requires an expression to hold.
    ///
    /// # Errors
    /// Returns an error if the budget is used up.
    pub(crate) fn require(&mut self, term: Bool) -> Result<(), PlainError> {
        self.required.push(term);
        self.charge()
    }

    /// Returns a variable as an expression.
    pub(crate) fn variable(&mut self, variable: VarId) -> Int {
        self.terms.variable(variable.index())
    }

    /// Returns a number or a variable as an expression.
    pub(crate) fn operand(&mut self, operand: Operand) -> Int {
        match operand {
            Operand::Number(number) => self.terms.number(number.into()),
            Operand::Variable(variable) => self.variable(variable),
        }
    }

    /// Returns a comparison of a variable with a number.
    pub(crate) fn atom(&mut self, variable: VarId, relation: Relation, number: i64) -> Bool {
        let (left, right) = (self.variable(variable), self.terms.number(number));
        self.terms.compare(left, relation, right)
    }

    /// Returns 1 if the expression holds, otherwise 0.
    ///
    /// # Errors
    /// Returns an error if the budget is used up.
    pub(crate) fn number_of(&mut self, term: Bool) -> Result<Int, PlainError> {
        self.charge()?;
        Ok(self.terms.number_of(term))
    }

    /// Adds a hidden variable. The constraints that are posted must determine it.
    ///
    /// # Errors
    /// Returns an error if a value is beyond the limits of models.
    pub(crate) fn hidden(&mut self, domain: Domain) -> Result<VarId, PlainError> {
        self.charge()?;
        loop {
            self.named += 1;
            let name = format!("_{}", self.named);
            if self.model.find(&name).is_none() {
                return Ok(self.model.add_hidden(name, domain)?);
            }
        }
    }

    /// Posts a core constraint.
    ///
    /// # Errors
    /// Returns an error if the constraint is not valid.
    pub(crate) fn post(&mut self, constraint: Constraint) -> Result<(), PlainError> {
        Ok(self.model.post(self.label, constraint)?)
    }

    /// Returns the values of each variable, at most `MAX_PARTS` in total.
    ///
    /// # Errors
    /// Returns an error if there are more.
    pub(crate) fn values(&self, scope: &[VarId]) -> Result<Vec<Vec<Value>>, PlainError> {
        let total = |sum: u64, &v: &VarId| sum.saturating_add(self.model.domain(v).len());
        within(scope.iter().fold(0, total), "values")?;
        Ok(scope.iter().map(|&v| self.model.domain(v).iter().collect()).collect())
    }
}

/// Returns an error if a number of parts is beyond the limit.
pub(super) fn within(number: u64, what: &'static str) -> Result<(), PlainError> {
    if number > MAX_PARTS as u64 {
        return Err(PlainError::TooManyParts { number, what });
    }
    Ok(())
}
