//! Finds the object that a name in an expression denotes.

use super::expression_scope::{ArrayCell, CellReference, ExpressionScope, ExpressionValue};
use super::token::JsonExpressionError;
use super::tree::{JsonExpressionTree, NodeId};
use parallax_model::engine_api::did_you_mean;

impl ExpressionScope<'_> {
    /// Returns the value or the variable with a name in quotes.
    pub(super) fn quoted_value(
        &mut self,
        name: &str,
        at: usize,
    ) -> Result<ExpressionValue, JsonExpressionError> {
        if let Some(&value) = self.names.get(name) {
            return Ok(ExpressionValue::Number(value.into()));
        }
        if let Some(variable) = self.model.find(name) {
            return Ok(self.variable_value(variable.index()));
        }
        let near = did_you_mean(name, self.names.keys().map(String::as_str));
        Err(self.error_at(at, format!("there is no value named '{name}'{near}")))
    }

    /// Returns the object that a name with indices denotes: an index, a parameter, cells, a
    /// variable or a value.
    pub(super) fn resolve_reference(
        &mut self,
        trees: &JsonExpressionTree,
        name: &str,
        indices: &[Option<NodeId>],
        at: usize,
    ) -> Result<CellReference, JsonExpressionError> {
        if indices.is_empty() {
            // Indices hide parameters and variables of the same name.
            let index = self.indices.iter().rfind(|(known, _)| known == name);
            if let Some(&(_, value)) = index {
                return Ok(CellReference::One(ArrayCell::Number(value)));
            }
        }
        let is_array = self.parameters.contains_key(name) || self.arrays.contains_key(name);
        if is_array {
            let mut places = Vec::with_capacity(indices.len());
            for index in indices {
                places.push(match index {
                    Some(id) => Some(self.eval_node(trees, *id)?),
                    None => None,
                });
            }
            return self.array_cells(name, &places, at);
        }
        match (self.model.find(name), self.names.get(name)) {
            (Some(_), _) if !indices.is_empty() => {
                Err(self.error_at(at, format!("'{name}' is one variable, no array")))
            }
            (Some(_), Some(_)) => {
                let message = format!(
                    "'{name}' is a variable and a value; expected quotation marks around the value"
                );
                Err(self.error_at(at, message))
            }
            (Some(variable), None) => Ok(CellReference::One(ArrayCell::Variable(variable.index()))),
            (None, Some(&value)) if indices.is_empty() => {
                Ok(CellReference::One(ArrayCell::Number(value.into())))
            }
            (None, _) => Err(self.unknown_name(name, at)),
        }
    }

    /// Creates the fault of an unknown name.
    fn unknown_name(&self, name: &str, at: usize) -> JsonExpressionError {
        let variables = self.model.variables().iter().take(10_000).map(|v| v.name.as_str());
        let known = self.indices.iter().map(|(name, _)| name.as_str());
        let known = known.chain(self.parameters.keys().map(String::as_str));
        let known = known.chain(self.arrays.keys().map(String::as_str));
        let known = known.chain(self.names.keys().map(String::as_str)).chain(variables);
        let near = did_you_mean(name, known);
        self.error_at(at, format!("there is no variable, parameter or index '{name}'{near}"))
    }
}
