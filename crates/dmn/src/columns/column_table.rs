//! A decision table by itself: each column any value of its own.

use crate::decisions::TablePolicy;

use super::value_classes::TableColumn;

/// A decision table that is linted by itself.
#[derive(Clone, Debug)]
pub struct ColumnTable {
    /// The name of its decision.
    pub name: String,
    /// The names under which other tables take its result.
    pub result_names: Vec<String>,
    /// Its line and column in the file, from 1.
    pub place: (usize, usize),
    /// The line and column of each rule.
    pub rule_places: Vec<(usize, usize)>,
    /// Its hit policy.
    pub policy: TablePolicy,
    /// The default of each output, if one has a default, so that no input is without a result.
    pub defaults: Option<Vec<String>>,
    /// The aggregation of COLLECT: SUM, MIN, MAX or COUNT.
    pub aggregation: Option<String>,
    /// The inputs.
    pub columns: Vec<TableColumn>,
    /// The texts of the cells of the inputs, by rule.
    pub input_cells: Vec<Vec<String>>,
    /// The number of rules.
    pub rule_count: usize,
    /// The names of the outputs; empty for an output without one.
    pub output_names: Vec<String>,
    /// The cells of the outputs, by rule.
    pub outputs: Vec<Vec<String>>,
    /// The rank of each rule's output for PRIORITY, less before more; equal for other policies.
    pub priorities: Vec<Vec<usize>>,
}
