//! Ranges of inputs that the sweep of a table finds, confirmed by engines.

use std::sync::Arc;

use parallax_dmn::columns::{ColumnTable, ColumnValue, OutputSearch, TableDifferences};
use parallax_model::engine_api::{Answer, Control, Engine, Task, checked_solution};
use parallax_model::{ModelExpression, any};

use super::class_columns::{ClassColumns, ClassModelError};
use super::policy_conditions::PolicyConditions;

/// The question whether some input contradicts what is printed about a table: the cells of the
/// ranges are read back.
pub struct RangeQuestion {
    columns: ClassColumns,
    is_whole: bool,
}

/// The answer of an engine about ranges.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RangeConfirmation {
    /// No input contradicts them.
    Confirmed {
        /// The engine.
        engine: String,
        /// Whether this also says that no other inputs belong to them.
        is_whole: bool,
    },
    /// An input contradicts them.
    Refuted {
        /// The engine.
        engine: String,
        /// The names of the columns with a value of each.
        input: Vec<(String, String)>,
    },
    /// No engine answered.
    Unanswered(Answer),
}

impl RangeQuestion {
    /// Asks whether the ranges are those for which an output has a value.
    ///
    /// # Errors
    /// Returns an error for tables that are too large, or have no inputs.
    pub fn about_output(
        table: &ColumnTable,
        output: usize,
        value: &ColumnValue,
        found: &OutputSearch,
    ) -> Result<Self, ClassModelError> {
        let mut columns = ClassColumns::from_columns(&table.columns, table.rule_count)?;
        let applies = columns.rules_apply(&table.columns, 0..table.rule_count);
        let gives = PolicyConditions::new(table, applies).gives_value(output, value);
        let boxes: Vec<ModelExpression> = found
            .inputs
            .iter()
            .map(|inputs| columns.cells_pass(&inputs.cells))
            .collect::<Result<_, _>>()?;
        let listed = any(boxes);
        // Ranges that are left out may have the value, too, and so may outputs that are computed.
        let wrong = if found.more == 0 { listed.xor(gives) } else { listed.and(!gives) };
        let is_whole = found.more == 0 && found.computed.is_empty();
        Self::contradicted_by(columns, &wrong, is_whole)
    }

    /// Asks whether the ranges are those for which two versions differ, with the results of both.
    ///
    /// # Errors
    /// Returns an error for tables that are too large, or have no inputs.
    pub fn about_versions(
        before: &ColumnTable,
        after: &ColumnTable,
        found: &TableDifferences<'_>,
    ) -> Result<Self, ClassModelError> {
        let rules = before.rule_count + after.rule_count;
        let mut columns = ClassColumns::from_columns(&found.columns, rules)?;
        let applies = columns.rules_apply(&found.columns, 0..before.rule_count);
        let one = PolicyConditions::new(before, applies);
        let applies = columns.rules_apply(&found.columns, before.rule_count..rules);
        let two = PolicyConditions::new(after, applies);
        let same = one.gives_same(&two)?;
        let mut wrong = Vec::new();
        let mut boxes = Vec::new();
        for difference in &found.differences {
            let inside = columns.cells_pass(&difference.inputs.cells)?;
            let results =
                one.gives_result(&difference.before)?.and(two.gives_result(&difference.after)?);
            wrong.push(inside.and(!results));
            boxes.push(inside);
        }
        let is_whole = found.more == 0;
        let listed = any(boxes);
        wrong.push(if is_whole { listed.iff(same) } else { listed.and(same) });
        Self::contradicted_by(columns, &any(wrong), is_whole)
    }

    fn contradicted_by(
        mut columns: ClassColumns,
        wrong: &ModelExpression,
        is_whole: bool,
    ) -> Result<Self, ClassModelError> {
        columns.model.require("wrong", wrong)?;
        Ok(RangeQuestion { columns, is_whole })
    }

    /// Asks engines, one after the other, until one answers.
    #[must_use]
    pub fn ask_engines(&self, engines: &[Arc<dyn Engine>], control: &Control) -> RangeConfirmation {
        let model = Arc::new(self.columns.model.clone());
        let mut last = Answer::Unknown("there is no engine".into());
        for engine in engines {
            let name = || engine.name();
            match checked_solution(&**engine, &model, Task::First, 0, control) {
                Ok((None, _)) => {
                    return RangeConfirmation::Confirmed {
                        engine: name(),
                        is_whole: self.is_whole,
                    };
                }
                Ok((Some(found), _)) => {
                    let input = self.columns.describe_input(found.values());
                    return RangeConfirmation::Refuted { engine: name(), input };
                }
                Err(answer) => last = answer,
            }
        }
        RangeConfirmation::Unanswered(last)
    }
}
