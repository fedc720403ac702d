//! The inputs for which a table gives an output.

use fixedbitset::FixedBitSet;

use super::column_table::ColumnTable;
use super::column_test::ColumnValue;
use super::gap_sweep::{GapSweep, SweepGoal, SweepLimit};
use super::output_values::output_value;
use super::table_facts::InputBox;
use super::table_versions::TableResult;
use super::value_classes::{TableColumn, ValueClass};

/// The inputs for which an output of a table has a value.
#[derive(Clone, Debug)]
pub struct OutputSearch {
    /// The ranges of inputs, up to a limit.
    pub inputs: Vec<InputBox>,
    /// The number of ranges beyond the limit.
    pub more: u128,
    /// The rules whose output is no constant, from 1: they may give the value, too.
    pub computed: Vec<usize>,
}

/// Why the inputs are not found.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OutputSearchError {
    /// The results are computed from several rules.
    #[error("results of COLLECT with {0} are not searched")]
    Aggregation(String),
    /// The search took too long.
    #[error("not searched to the end")]
    Stopped,
}

impl OutputSearch {
    /// Searches for the inputs for which the output `output` of a table is `value`, or has it in its
    /// list; the result without a rule is null. Lists at most `max_boxes` ranges. `stop` is
    /// asked now and then.
    ///
    /// # Errors
    /// Returns an error for tables that aggregate, and if the search takes too long.
    pub fn find_output(
        table: &ColumnTable,
        output: usize,
        value: &ColumnValue,
        max_boxes: usize,
        stop: &dyn Fn() -> bool,
    ) -> Result<OutputSearch, OutputSearchError> {
        if let Some(aggregation) = &table.aggregation {
            return Err(OutputSearchError::Aggregation(aggregation.clone()));
        }
        let has_value = |row: &[String]| output_value(&row[output]).as_ref() == Some(value);
        let label = |rules: &FixedBitSet| {
            let rules: Vec<usize> = rules.ones().collect();
            let is_found = match table.result_of(&rules) {
                TableResult::Nothing | TableResult::Conflict(_) => *value == ColumnValue::Null,
                TableResult::Outputs(row) => has_value(row),
                TableResult::List(rows) => rows.into_iter().any(has_value),
            };
            is_found.then_some(0)
        };
        let classes: Vec<Vec<ValueClass>> =
            table.columns.iter().map(TableColumn::value_classes).collect();
        let mut sweep =
            GapSweep::new(SweepGoal::Labelled(&label), &classes, table.rule_count, stop);
        let boxes = sweep.find_boxes(max_boxes).map_err(|SweepLimit| OutputSearchError::Stopped)?;
        let inputs: Vec<InputBox> = boxes
            .listed
            .iter()
            .map(|(class_box, _)| InputBox::from_classes(&classes, class_box))
            .collect();
        let more = boxes.count - inputs.len() as u128;
        let is_computed = |rule: &usize| output_value(&table.outputs[rule - 1][output]).is_none();
        let computed = (1..=table.rule_count).filter(is_computed).collect();
        Ok(OutputSearch { inputs, more, computed })
    }
}
