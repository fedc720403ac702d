//! The presentation of a model's solutions: names of values, labels of variables, rows of a
//! picture.

use std::collections::{BTreeMap, BTreeSet};

use super::name_error::ValueNameError;
use parallax_instance::InputError;
use parallax_model::engine_api::did_you_mean;
use parallax_model::{Model, Value, ValueDimension, ValueNames, VarId};

/// The presentation of a model's solutions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SolutionPresentation {
    values: BTreeMap<String, Value>,
    names: ValueNames,
    labels: BTreeMap<VarId, String>,
    rows: Vec<Vec<Option<VarId>>>,
    warnings: Vec<InputError>,
}

impl SolutionPresentation {
    /// Returns warnings about text that is allowed but hardly meant, each with its place.
    #[must_use]
    pub fn warnings(&self) -> &[InputError] {
        &self.warnings
    }

    pub(super) fn add_warning(&mut self, warning: InputError) {
        self.warnings.push(warning);
    }

    /// Gives a name to a value.
    ///
    /// # Errors
    /// Returns a message if the name cannot be read back from a solution, or if the name or the
    /// value is already taken.
    pub fn name_value(&mut self, name: &str, value: Value) -> Result<(), ValueNameError> {
        // These characters separate pairs, solutions and explanations, so a name with one of them
        // could not be read back.
        let reserved = |c: char| matches!(c, '=' | ',' | ';' | '|' | '(' | ')') || c.is_control();
        if name.is_empty() || name.trim() != name || name.contains(reserved) {
            return Err(ValueNameError::Reserved { name: name.to_owned() });
        }
        if name.parse::<i64>().is_ok() {
            return Err(ValueNameError::Number { name: name.to_owned() });
        }
        if let Some(known) = self.names.get(&value).filter(|known| *known != name) {
            let (name, known) = (name.to_owned(), known.clone());
            return Err(ValueNameError::ValueTaken { name, value, known });
        }
        if let Some(&before) = self.values.get(name).filter(|before| **before != value) {
            return Err(ValueNameError::NameTaken { name: name.to_owned(), value, before });
        }
        self.values.insert(name.to_owned(), value);
        self.names.insert(value, name.to_owned());
        Ok(())
    }

    /// Returns the value of a name. A new name gets the value after the largest named one, and at
    /// least 1.
    ///
    /// # Errors
    /// Returns the errors of [`name_value`](SolutionPresentation::name_value).
    pub fn intern_name(&mut self, name: &str) -> Result<Value, ValueNameError> {
        if let Some(&value) = self.values.get(name) {
            return Ok(value);
        }
        let value = self.names.keys().next_back().map_or(1, |last| last.saturating_add(1).max(1));
        self.name_value(name, value)?;
        Ok(value)
    }

    /// Returns the value of a given name.
    ///
    /// # Errors
    /// Returns a message for any other name.
    pub fn named_value(&self, name: &str) -> Result<Value, ValueNameError> {
        self.values.get(name).copied().ok_or_else(|| {
            let near = did_you_mean(name, self.values.keys().map(String::as_str));
            ValueNameError::NotListed { name: name.to_owned(), near }
        })
    }

    /// Labels a variable in pictures.
    pub fn set_label(&mut self, variable: VarId, label: String) {
        self.labels.insert(variable, label);
    }

    /// Sets the rows in which variables are drawn.
    pub fn set_rows(&mut self, rows: Vec<Vec<Option<VarId>>>) {
        self.rows = rows;
    }

    /// Returns the named values, by name.
    #[must_use]
    pub fn values_by_name(&self) -> &BTreeMap<String, Value> {
        &self.values
    }

    /// Returns the names of the values, for [`Model::name_values`].
    #[must_use]
    pub fn value_names(&self) -> &ValueNames {
        &self.names
    }

    /// Returns the label of a variable, if it has one.
    pub fn own_label(&self, variable: VarId) -> Option<&str> {
        self.labels.get(&variable).map(String::as_str)
    }

    /// Returns the label of a variable, or its name.
    #[must_use]
    pub fn variable_label<'p>(&'p self, model: &'p Model, variable: VarId) -> &'p str {
        self.own_label(variable).unwrap_or_else(|| model.name_of(variable))
    }

    /// Returns the rows of the picture, or those of the model's grid if none are set.
    #[must_use]
    pub fn picture_rows(&self, model: &Model) -> Vec<Vec<Option<VarId>>> {
        match (self.rows.is_empty(), model.grid_order()) {
            (true, Some(order)) => (0..order)
                .map(|row| (0..order).map(|i| Some(VarId::new(row * order + i))).collect())
                .collect(),
            _ => self.rows.clone(),
        }
    }

    /// Returns the rows that the model file states.
    #[must_use]
    pub fn own_rows(&self) -> &[Vec<Option<VarId>>] {
        &self.rows
    }

    /// Returns the value that a word denotes. Ignores an explanation in parentheses after the word.
    ///
    /// # Errors
    /// Returns a message that states what is expected.
    pub fn parse_value(
        &self,
        model: &Model,
        variable: VarId,
        word: &str,
    ) -> Result<Value, ValueNameError> {
        let word = word.split_once('(').map_or(word, |(word, _)| word).trim();
        let named = model.value_names(variable).is_some();
        // The names are those of the whole file; a variable without named values takes numbers
        // only.
        if let Some(&value) = self.values.get(word).filter(|_| named) {
            return Ok(value);
        }
        word.parse().map_err(|_| {
            let (word, variable_name) = (word.to_owned(), model.name_of(variable).to_owned());
            if !named {
                return ValueNameError::NoInteger { word, variable: variable_name };
            }
            let near = did_you_mean(&word, self.values.keys().map(String::as_str));
            let known = self
                .values
                .iter()
                .filter(|(_, value)| model.domain(variable).contains(**value))
                .map(|(name, _)| name.clone())
                .collect();
            ValueNameError::NotNamed { word, variable: variable_name, near, known }
        })
    }
}

/// Returns the first dimensions of a model that suffice to distinguish its values, or all of them
/// if none suffice.
#[must_use]
pub fn distinguishing_dimensions(model: &Model) -> &[ValueDimension] {
    let all = model.dimensions();
    let values: BTreeSet<Value> = all.iter().flat_map(|d| d.list_members().map(|m| m.0)).collect();
    let mut classes: BTreeMap<Value, Vec<Option<u32>>> =
        values.iter().map(|&value| (value, Vec::new())).collect();
    for (place, dimension) in all.iter().enumerate() {
        classes
            .iter_mut()
            .for_each(|(&value, classes)| classes.push(dimension.class_of_value(value)));
        let different: BTreeSet<&Vec<Option<u32>>> = classes.values().collect();
        if different.len() == values.len() {
            return &all[..=place];
        }
    }
    all
}

/// Returns the classes of a value in some dimensions, in parentheses: ` (green Finn tea)`; empty if
/// it has none.
#[must_use]
pub fn value_classes(dimensions: &[ValueDimension], value: Value) -> String {
    let class = |dimension: &ValueDimension| {
        Some(dimension.class_names()[dimension.class_of_value(value)? as usize].clone())
    };
    let classes: Vec<String> = dimensions.iter().filter_map(class).collect();
    if classes.is_empty() { String::new() } else { format!(" ({})", classes.join(" ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_readable() {
        let mut shown = SolutionPresentation::default();
        assert_eq!(shown.name_value("tea", 7), Ok(()));
        assert_eq!(shown.intern_name("milk"), Ok(8));
        assert_eq!(shown.intern_name("tea"), Ok(7));
        for (name, value) in
            [("", 1), ("a=b", 1), (" a", 1), ("a, b", 1), ("-3", 1), ("cola", 7), ("tea", 9)]
        {
            assert!(shown.name_value(name, value).is_err(), "{name}");
        }
    }
}
