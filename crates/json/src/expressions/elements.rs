//! Cells at variable indices.

use super::expression_scope::{ArrayCell, ExpressionScope};
use super::token::JsonExpressionError;
use parallax_model::flatten::IntExpression;
use parallax_model::{ComparisonOperator, Constraint, Domain, Element, Table, Value, VarId};

impl ExpressionScope<'_> {
    /// Adds a hidden variable with a name that is free.
    fn add_hidden(&mut self, domain: Domain, at: usize) -> Result<usize, JsonExpressionError> {
        loop {
            self.hidden += 1;
            let name = format!("_at{}", self.hidden);
            if self.model.find(&name).is_none() {
                let added = self.model.add_hidden(name, domain);
                return added
                    .map(VarId::index)
                    .map_err(|error| JsonExpressionError::At(at, error.to_string()));
            }
        }
    }

    /// Returns the hidden variable that equals the cell at an index, and posts that it does.
    pub(super) fn element_variable(
        &mut self,
        items: Vec<ArrayCell>,
        index: IntExpression,
        at: usize,
    ) -> Result<usize, JsonExpressionError> {
        let key = (index.node_index(), items);
        // Its guard was posted with the first use and holds unconditionally.
        if let Some(&known) = self.elements.get(&key) {
            return Ok(known);
        }
        let items = &key.1;
        let last = Value::try_from(items.len().max(1)).unwrap_or(Value::MAX) - 1;
        // The range of the place is that of the array, and the guard makes it equal to the index.
        // So an index outside the array violates the guard.
        let place = self.add_hidden(Domain::from_range(0, last), at)?;
        let place_term = self.terms.add_variable(place);
        let same = self.terms.add_comparison(place_term, ComparisonOperator::Eq, index);
        self.guards.push(same);
        let numbers: Option<Vec<i64>> = items
            .iter()
            .map(|item| if let ArrayCell::Number(number) = item { Some(*number) } else { None })
            .collect();
        let (result, constraint) = match numbers {
            Some(numbers) => self.number_at(numbers, place, at)?,
            None => self.variable_at(items, place, at)?,
        };
        self.model
            .post("", constraint)
            .map_err(|error| JsonExpressionError::At(at, error.to_string()))?;
        self.elements.insert(key, result);
        Ok(result)
    }

    /// Returns the hidden variable of the number at `place`, and the constraint that it is.
    fn number_at(
        &mut self,
        numbers: Vec<i64>,
        place: usize,
        at: usize,
    ) -> Result<(usize, Constraint), JsonExpressionError> {
        let values: Result<Vec<Value>, _> = numbers.into_iter().map(Value::try_from).collect();
        let values =
            values.map_err(|_| JsonExpressionError::At(at, "a number is too large".into()))?;
        let result = self.add_hidden(Domain::from_values(values.iter().copied()), at)?;
        // Pairs of a place and its number: a table propagates between them in both directions.
        let tuples = (0..).zip(values).map(|(place, value)| vec![place, value]).collect();
        let scope = vec![VarId::new(place), VarId::new(result)];
        let tuples = std::sync::Arc::new(tuples);
        Ok((result, Constraint::Table(Table { scope, tuples, forbidden: false })))
    }

    /// Returns the hidden variable of the cell at `place`, and the constraint that it is. The
    /// items are variables: an array has either numbers or variables.
    fn variable_at(
        &mut self,
        items: &[ArrayCell],
        place: usize,
        at: usize,
    ) -> Result<(usize, Constraint), JsonExpressionError> {
        let cells = items.iter().filter_map(|item| match item {
            ArrayCell::Variable(variable) => Some(VarId::new(*variable)),
            ArrayCell::Number(_) => None,
        });
        let array: Vec<VarId> = cells.collect();
        let intervals = array.iter().filter_map(|&v| {
            let domain = self.model.domain(v);
            Some((domain.min()?, domain.max()?))
        });
        let domain = Domain::from_intervals(intervals.collect());
        let result = self.add_hidden(domain, at)?;
        let (index, cell) = (VarId::new(place), VarId::new(result));
        Ok((result, Constraint::Element(Element { index, array, result: cell, first: 0 })))
    }
}
