//! Values of JSON with their paths.

use parallax_instance::shorten_text;
use serde_json::Value as Json;

use crate::board::MAX_NUMBER;
use crate::errors::{FPuzzlesJsonError, GridRuleError, LocatedFPuzzlesError};
use crate::shape::GridShape;

/// A value of the file with its path, such as `killercage[0].cells[1]`.
#[derive(Clone)]
pub(crate) struct LocatedJsonValue<'a> {
    /// The path from the root; empty for the root.
    pub path: String,
    /// The value.
    pub value: &'a Json,
}

impl<'a> LocatedJsonValue<'a> {
    /// Creates the root of a file.
    pub(crate) fn root(value: &'a Json) -> Self {
        LocatedJsonValue { path: String::new(), value }
    }

    /// Creates a fault at this value.
    pub(crate) fn value_error(&self, error: impl Into<FPuzzlesJsonError>) -> LocatedFPuzzlesError {
        LocatedFPuzzlesError { path: self.path.clone(), error: error.into() }
    }

    /// Creates a fault that quotes the value.
    pub(crate) fn unexpected_value(&self, expected: &'static str) -> LocatedFPuzzlesError {
        self.value_error(FPuzzlesJsonError::Mismatch { found: self.quote_value(), expected })
    }

    /// Returns the value for messages: short, or its type.
    pub(crate) fn quote_value(&self) -> String {
        match self.value {
            Json::Null => "null".to_owned(),
            Json::Bool(_) | Json::Number(_) => shorten_text(&self.value.to_string()),
            Json::String(text) => format!("'{}'", shorten_text(text)),
            Json::Array(_) => "a list".to_owned(),
            Json::Object(_) => "an object".to_owned(),
        }
    }

    /// Whether the value says nothing: null, false, or an empty text, list or object.
    pub(crate) fn is_empty(&self) -> bool {
        match self.value {
            Json::Null => true,
            Json::Bool(value) => !value,
            Json::Number(_) => false,
            Json::String(text) => text.is_empty(),
            Json::Array(list) => list.is_empty(),
            Json::Object(fields) => fields.is_empty(),
        }
    }

    /// Returns the fields of an object, in the order of their names.
    pub(crate) fn object_fields(
        &self,
    ) -> Result<impl Iterator<Item = (&'a str, LocatedJsonValue<'a>)>, LocatedFPuzzlesError> {
        let Json::Object(fields) = self.value else {
            return Err(self.unexpected_value("an object"));
        };
        let dot = if self.path.is_empty() { "" } else { "." };
        let prefix = format!("{}{dot}", self.path);
        Ok(fields.iter().map(move |(name, value)| {
            let path = format!("{prefix}{}", shorten_text(name));
            (name.as_str(), LocatedJsonValue { path, value })
        }))
    }

    /// Returns a field of an object, unless it is null.
    pub(crate) fn get(&self, name: &str) -> Option<LocatedJsonValue<'a>> {
        let value = self.value.get(name).filter(|value| !value.is_null())?;
        let dot = if self.path.is_empty() { "" } else { "." };
        Some(LocatedJsonValue { path: format!("{}{dot}{name}", self.path), value })
    }

    /// Returns the values of a list. Null is an empty list.
    pub(crate) fn read_list(&self) -> Result<Vec<LocatedJsonValue<'a>>, LocatedFPuzzlesError> {
        let values = match self.value {
            Json::Null => return Ok(Vec::new()),
            Json::Array(values) => values,
            _ => return Err(self.unexpected_value("a list")),
        };
        let at =
            |(index, value)| LocatedJsonValue { path: format!("{}[{index}]", self.path), value };
        Ok(values.iter().enumerate().map(at).collect())
    }

    /// Returns a text.
    pub(crate) fn read_text(&self) -> Result<&'a str, LocatedFPuzzlesError> {
        self.value.as_str().ok_or_else(|| self.unexpected_value("a text"))
    }

    /// Returns a number, written as a number or as a text. `None` if the text is empty, or null.
    pub(crate) fn read_number(&self) -> Result<Option<i64>, LocatedFPuzzlesError> {
        let number = match self.value {
            Json::Null => return Ok(None),
            Json::String(text) if text.is_empty() => return Ok(None),
            Json::String(text) if text.bytes().all(|b| b.is_ascii_digit()) => text.parse().ok(),
            Json::Number(number) => number.as_i64(),
            _ => None,
        };
        match number.filter(|number| (0..=MAX_NUMBER).contains(number)) {
            Some(number) => Ok(Some(number)),
            None => Err(self.value_error(FPuzzlesJsonError::Number { found: self.quote_value() })),
        }
    }

    /// Returns a digit from 1 to the side of the grid. `None` for an empty text.
    pub(crate) fn read_digit(&self, side: usize) -> Result<Option<i64>, LocatedFPuzzlesError> {
        let max = side as i64;
        match self.read_number()? {
            Some(digit) if !(1..=max).contains(&digit) => {
                Err(self.value_error(GridRuleError::Digit { digit, low: 1, high: max }))
            }
            digit => Ok(digit),
        }
    }

    /// Returns the row and the column of a name such as `R1C1`, from 0 to one more than the side:
    /// the first and the last are outside of the grid.
    pub(crate) fn cell_position(
        &self,
        shape: GridShape,
    ) -> Result<(usize, usize), LocatedFPuzzlesError> {
        let unknown = || self.unexpected_value("a cell, such as R1C1");
        let name = self.value.as_str().ok_or_else(unknown)?;
        let rest = name.strip_prefix('R').ok_or_else(unknown)?;
        let (row, column) = rest.split_once('C').ok_or_else(unknown)?;
        let number = |text: &str| {
            let is_number = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
            // A number that overflows is outside of every grid.
            is_number.then(|| text.parse().unwrap_or(usize::MAX)).ok_or_else(unknown)
        };
        let (row, column) = (number(row)?, number(column)?);
        if row > shape.rows + 1 || column > shape.columns + 1 {
            return Err(self.outside_grid_error(shape));
        }
        Ok((row, column))
    }

    /// Returns the cell of a name such as `R1C1`.
    pub(crate) fn read_cell(&self, shape: GridShape) -> Result<usize, LocatedFPuzzlesError> {
        let (row, column) = self.cell_position(shape)?;
        if (1..=shape.rows).contains(&row) && (1..=shape.columns).contains(&column) {
            return Ok(shape.cell_at(row - 1, column - 1));
        }
        Err(self.outside_grid_error(shape))
    }

    fn outside_grid_error(&self, GridShape { rows, columns }: GridShape) -> LocatedFPuzzlesError {
        let found = shorten_text(self.value.as_str().unwrap_or_default());
        self.value_error(FPuzzlesJsonError::OutsideGrid { found, rows, columns })
    }
}
