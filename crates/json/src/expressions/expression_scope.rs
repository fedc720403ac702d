//! The names that expressions may use, and the cells that a name with indices denotes.

use std::collections::{BTreeMap, HashMap};

use super::parameter_value::ParameterValue;
use super::token::JsonExpressionError;
use parallax_instance::InputError;
use parallax_model::flatten::{BoolExpression, ExpressionDag, IntExpression};
use parallax_model::{Model, Value};

/// Maximum number of parts that the expressions of a file may expand to.
pub(super) const MAX_PARTS: u64 = 50_000_000;

/// Parts between two calls of `check`.
const POLL_EVERY: u64 = 1 << 12;

/// Number of bytes of text that count as one part.
const BYTES_OF_A_PART: usize = 16;

/// An array of variables: the first cell and the sizes.
#[derive(Clone, Debug)]
pub(crate) struct CellArray {
    pub(crate) first: usize,
    pub(crate) sizes: Vec<usize>,
}

/// A value of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ExpressionValue {
    Number(i64),
    Truth(bool),
    Int(IntExpression),
    Bool(BoolExpression),
}

/// The names that expressions refer to, and the terms and constraints that they add.
pub(crate) struct ExpressionScope<'w> {
    pub(crate) model: Model,
    pub(crate) terms: ExpressionDag,
    pub(crate) parameters: BTreeMap<String, ParameterValue>,
    pub(crate) arrays: BTreeMap<String, CellArray>,
    pub(crate) names: BTreeMap<String, Value>,
    pub(crate) indices: Vec<(String, i64)>,
    /// Conditions of indices: that they lie in their arrays.
    pub(crate) guards: Vec<BoolExpression>,
    /// Equal operations, each once.
    pub(super) known: HashMap<(u8, usize, usize), IntExpression>,
    pub(super) numbers: HashMap<i64, IntExpression>,
    pub(super) variables: HashMap<usize, IntExpression>,
    /// Results of cells at variable indices, by index and cells.
    pub(super) elements: HashMap<(usize, Vec<ArrayCell>), usize>,
    /// Number of hidden variables that expressions have added.
    pub(super) hidden: usize,
    spent: u64,
    check: &'w dyn Fn() -> Result<(), InputError>,
}

/// A cell: a constant or a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum ArrayCell {
    Number(i64),
    Variable(usize),
}

/// The cells that a name with indices denotes.
pub(crate) enum CellReference {
    One(ArrayCell),
    Many(Vec<ArrayCell>),
    /// One of the cells, by an index that counts from 0.
    Chosen(Vec<ArrayCell>, IntExpression),
}

impl<'w> ExpressionScope<'w> {
    pub(crate) fn new(model: Model, check: &'w dyn Fn() -> Result<(), InputError>) -> Self {
        ExpressionScope {
            model,
            terms: ExpressionDag::default(),
            parameters: BTreeMap::new(),
            arrays: BTreeMap::new(),
            names: BTreeMap::new(),
            indices: Vec::new(),
            guards: Vec::new(),
            known: HashMap::new(),
            numbers: HashMap::new(),
            variables: HashMap::new(),
            elements: HashMap::new(),
            hidden: 0,
            spent: 0,
            check,
        }
    }

    /// Counts a text that is copied once more.
    pub(crate) fn spend_text(
        &mut self,
        length: usize,
        at: usize,
    ) -> Result<(), JsonExpressionError> {
        self.spend_parts(length / BYTES_OF_A_PART, at)
    }

    /// Counts parts, and polls the clock.
    pub(crate) fn spend_parts(
        &mut self,
        parts: usize,
        at: usize,
    ) -> Result<(), JsonExpressionError> {
        let before = self.spent;
        self.spent = before.saturating_add(parts as u64);
        // A step may count many parts, so the check is due whenever a multiple of the interval is
        // passed.
        if before / POLL_EVERY != self.spent / POLL_EVERY {
            (self.check)().map_err(|stopped| JsonExpressionError::Stopped(Box::new(stopped)))?;
        }
        if self.spent > MAX_PARTS {
            return Err(JsonExpressionError::At(
                at,
                format!("the file expands to more than {MAX_PARTS} parts"),
            ));
        }
        Ok(())
    }

    /// Creates a fault with the values of the indices.
    pub(super) fn error_at(&self, at: usize, message: impl AsRef<str>) -> JsonExpressionError {
        let values = self.indices.iter().map(|(name, value)| format!("{name} = {value}"));
        let values: Vec<String> = values.collect();
        let start = if values.is_empty() { String::new() } else { values.join(", ") + ": " };
        JsonExpressionError::At(at, format!("{start}{}", message.as_ref()))
    }
}
