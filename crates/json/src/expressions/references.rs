//! Finds the object that a name in an expression denotes.

use super::token::Fault;
use super::tree::{Id, Trees};
use super::world::{Found, Item, Part, World};
use parallax_model::ask::did_you_mean;

impl World<'_> {
    /// Returns the value or the variable with a name in quotes.
    pub(super) fn quoted(&mut self, name: &str, at: usize) -> Result<Part, Fault> {
        if let Some(&value) = self.names.get(name) {
            return Ok(Part::Number(value.into()));
        }
        if let Some(variable) = self.model.find(name) {
            return Ok(self.variable(variable.index()));
        }
        let near = did_you_mean(name, self.names.keys().map(String::as_str));
        Err(self.fault(at, format!("there is no value named '{name}'{near}")))
    }

    /// Returns the object that a name with indices denotes: an index, a parameter, cells, a
    /// variable or a value.
    pub(super) fn reference(
        &mut self,
        trees: &Trees,
        name: &str,
        indices: &[Option<Id>],
        at: usize,
    ) -> Result<Found, Fault> {
        if indices.is_empty() {
            let index = self.indices.iter().rfind(|(known, _)| known == name);
            if let Some(&(_, value)) = index {
                return Ok(Found::One(Item::Number(value)));
            }
        }
        let is_array = self.parameters.contains_key(name) || self.arrays.contains_key(name);
        if is_array {
            let mut places = Vec::with_capacity(indices.len());
            for index in indices {
                places.push(match index {
                    Some(id) => Some(self.eval(trees, *id)?),
                    None => None,
                });
            }
            return self.cells(name, &places, at);
        }
        match (self.model.find(name), self.names.get(name)) {
            (Some(_), _) if !indices.is_empty() => {
                Err(self.fault(at, format!("'{name}' is one variable, no array")))
            }
            (Some(_), Some(_)) => {
                let message = format!(
                    "'{name}' is a variable and a value; expected quotation marks around the value"
                );
                Err(self.fault(at, message))
            }
            (Some(variable), None) => Ok(Found::One(Item::Variable(variable.index()))),
            (None, Some(&value)) if indices.is_empty() => {
                Ok(Found::One(Item::Number(value.into())))
            }
            (None, _) => Err(self.unknown(name, at)),
        }
    }

    /// Creates the fault of a name that nothing has.
    fn unknown(&self, name: &str, at: usize) -> Fault {
        let variables = self.model.variables().iter().take(10_000).map(|v| v.name.as_str());
        let known = self.indices.iter().map(|(name, _)| name.as_str());
        let known = known.chain(self.parameters.keys().map(String::as_str));
        let known = known.chain(self.arrays.keys().map(String::as_str));
        let known = known.chain(self.names.keys().map(String::as_str)).chain(variables);
        let near = did_you_mean(name, known);
        self.fault(at, format!("there is no variable, parameter or index '{name}'{near}"))
    }
}
