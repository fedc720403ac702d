//! The inputs for which two versions of a table give different results.
//!
//! The columns of both are joined by name, and divided by the constants of both. The sweep keeps
//! the rules of both tables that apply, which decide the result of each.

use crate::decisions::TablePolicy;
use fixedbitset::FixedBitSet;

use super::column_table::ColumnTable;
use super::column_test::ColumnTest;
use super::gap_sweep::{GapSweep, SweepGoal, SweepLimit};
use super::output_values::same_outputs;
use super::table_facts::InputBox;
use super::value_classes::{TableColumn, ValueClass};

/// The inputs for which two versions of a table differ.
#[derive(Clone, Debug)]
pub struct TableDifferences<'t> {
    /// The columns of both, each with the cells of both tables one after the other.
    pub columns: Vec<TableColumn>,
    /// The ranges of inputs, up to a limit, each with the results of both.
    pub differences: Vec<VersionDifference<'t>>,
    /// The number of ranges beyond the limit.
    pub more: u128,
}

/// A range of inputs for which two versions differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VersionDifference<'t> {
    /// The inputs.
    pub inputs: InputBox,
    /// The result of the first table.
    pub before: TableResult<'t>,
    /// The result of the second table.
    pub after: TableResult<'t>,
}

/// Why two versions of a table are not compared.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VersionError {
    /// A column has different types.
    #[error("column '{0}' has different types")]
    ColumnType(String),
    /// Two columns of a table have the same expression.
    #[error("two columns are '{0}'")]
    TwoColumns(String),
    /// A result that is computed from several rules.
    #[error("results of COLLECT with {0} are not compared")]
    Aggregation(String),
    /// The tables have different numbers of outputs.
    #[error("one version has {0} outputs, the other {1}")]
    Outputs(usize, usize),
    /// The comparison took too long.
    #[error("not compared to the end")]
    Stopped,
}

impl<'t> TableDifferences<'t> {
    /// Compares two versions, and lists at most `max_boxes` ranges. `stop` is asked now and then.
    ///
    /// # Errors
    /// Returns an error for tables that cannot be compared, and if that takes too long.
    pub fn compare_versions(
        before: &'t ColumnTable,
        after: &'t ColumnTable,
        max_boxes: usize,
        stop: &dyn Fn() -> bool,
    ) -> Result<TableDifferences<'t>, VersionError> {
        for table in [before, after] {
            if let Some(aggregation) = &table.aggregation {
                return Err(VersionError::Aggregation(aggregation.clone()));
            }
        }
        let outputs = |table: &ColumnTable| table.outputs.first().map_or(0, Vec::len);
        if outputs(before) != outputs(after) {
            return Err(VersionError::Outputs(outputs(before), outputs(after)));
        }
        let columns = join_columns(before, after)?;
        let classes: Vec<Vec<ValueClass>> =
            columns.iter().map(TableColumn::value_classes).collect();
        let results = |rules: &FixedBitSet| {
            let (first, second): (Vec<usize>, Vec<usize>) =
                rules.ones().partition(|&rule| rule < before.rule_count);
            let second: Vec<usize> = second.iter().map(|rule| rule - before.rule_count).collect();
            (before.result_of(&first), after.result_of(&second))
        };
        // A label for each pair of different results.
        let pairs = std::cell::RefCell::new(Vec::new());
        let label = |rules: &FixedBitSet| {
            let (one, other) = results(rules);
            if one.is_same(&other) {
                return None;
            }
            let mut pairs = pairs.borrow_mut();
            let pair = (one, other);
            let known = pairs.iter().position(|known| *known == pair);
            Some(known.unwrap_or_else(|| {
                pairs.push(pair);
                pairs.len() - 1
            }))
        };
        let rules = before.rule_count + after.rule_count;
        let mut sweep = GapSweep::new(SweepGoal::Labelled(&label), &classes, rules, stop);
        let boxes = sweep.find_boxes(max_boxes).map_err(|SweepLimit| VersionError::Stopped)?;
        let pairs = pairs.borrow();
        let differences = boxes.listed.iter().map(|(class_box, label)| VersionDifference {
            inputs: InputBox::from_classes(&classes, class_box),
            before: pairs[*label].0.clone(),
            after: pairs[*label].1.clone(),
        });
        let differences: Vec<VersionDifference> = differences.collect();
        let more = boxes.count - differences.len() as u128;
        Ok(TableDifferences { columns, differences, more })
    }
}

/// Returns the columns of both tables, with the cells of both one after the other. A column that
/// one of them does not have passes everything there.
fn join_columns(
    before: &ColumnTable,
    after: &ColumnTable,
) -> Result<Vec<TableColumn>, VersionError> {
    for table in [before, after] {
        for (at, column) in table.columns.iter().enumerate() {
            if table.columns[..at].iter().any(|other| other.name == column.name) {
                return Err(VersionError::TwoColumns(column.name.clone()));
            }
        }
    }
    let any = |table: &ColumnTable| vec![ColumnTest::Any; table.rule_count];
    let mut joined = Vec::new();
    for column in &before.columns {
        let other = after.columns.iter().find(|other| other.name == column.name);
        if other.is_some_and(|other| other.kind != column.kind) {
            return Err(VersionError::ColumnType(column.name.clone()));
        }
        let mut column = column.clone();
        column.tests.extend(other.map_or_else(|| any(after), |other| other.tests.clone()));
        if let Some(other) = other {
            // Values that either version allows.
            column.allowed = match (column.allowed, other.allowed.clone()) {
                (Some(one), Some(other)) if one == other => Some(one),
                (Some(one), Some(other)) => Some(ColumnTest::One(vec![one, other])),
                _ => None,
            };
        }
        joined.push(column);
    }
    for column in &after.columns {
        if before.columns.iter().all(|other| other.name != column.name) {
            let mut column = column.clone();
            column.tests.splice(0..0, any(before));
            joined.push(column);
        }
    }
    Ok(joined)
}

/// The result of a table for an input. Equal results have the same texts; [`TableResult::is_same`]
/// compares values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableResult<'t> {
    /// No rule applies, and there is no default.
    Nothing,
    /// The outputs of one rule, or the defaults.
    Outputs(&'t [String]),
    /// The outputs of several rules, as a list.
    List(Vec<&'t [String]>),
    /// Rules of UNIQUE that apply together, or rules of ANY that disagree, by index.
    Conflict(Vec<usize>),
}

impl ColumnTable {
    /// Returns the result if these rules apply, in their order.
    pub(super) fn result_of(&self, rules: &[usize]) -> TableResult<'_> {
        let outputs = |rule: usize| self.outputs[rule].as_slice();
        let Some(&first) = rules.first() else {
            return match &self.defaults {
                Some(defaults) => TableResult::Outputs(defaults),
                None => TableResult::Nothing,
            };
        };
        let best = || rules.iter().copied().min_by_key(|&rule| (&self.priorities[rule], rule));
        match self.policy {
            TablePolicy::Unique if rules.len() > 1 => TableResult::Conflict(rules.to_vec()),
            TablePolicy::Any
                if !rules.iter().all(|&rule| same_outputs(outputs(first), outputs(rule))) =>
            {
                TableResult::Conflict(rules.to_vec())
            }
            TablePolicy::Unique | TablePolicy::Any | TablePolicy::First => {
                TableResult::Outputs(outputs(first))
            }
            TablePolicy::Priority => TableResult::Outputs(outputs(best().unwrap_or(first))),
            TablePolicy::Collect | TablePolicy::RuleOrder => {
                TableResult::List(rules.iter().map(|&rule| outputs(rule)).collect())
            }
            TablePolicy::OutputOrder => {
                let mut sorted = rules.to_vec();
                sorted.sort_by_key(|&rule| (&self.priorities[rule], rule));
                TableResult::List(sorted.into_iter().map(outputs).collect())
            }
        }
    }
}

impl TableResult<'_> {
    /// Whether two results have the same values.
    #[must_use]
    pub fn is_same(&self, other: &TableResult<'_>) -> bool {
        match (self, other) {
            (TableResult::Nothing, TableResult::Nothing) => true,
            (TableResult::Outputs(one), TableResult::Outputs(other)) => same_outputs(one, other),
            (TableResult::List(one), TableResult::List(other)) => {
                one.len() == other.len()
                    && one.iter().zip(other).all(|(one, other)| same_outputs(one, other))
            }
            // Which rules conflict does not matter: there is no result.
            (TableResult::Conflict(_), TableResult::Conflict(_)) => true,
            _ => false,
        }
    }
}

impl std::fmt::Display for TableResult<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            TableResult::Nothing => f.write_str("nothing"),
            TableResult::Outputs(outputs) => f.write_str(&outputs.join(", ")),
            TableResult::List(rows) => {
                let rows: Vec<String> = rows.iter().map(|row| row.join(", ")).collect();
                write!(f, "[{}]", rows.join("; "))
            }
            TableResult::Conflict(rules) => {
                let rules: Vec<String> = rules.iter().map(|rule| (rule + 1).to_string()).collect();
                write!(f, "a conflict of rules {}", rules.join(", "))
            }
        }
    }
}
