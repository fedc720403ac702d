//! Evaluates the decisions of a model for given inputs.

use super::decision_model::DecisionModel;
use super::model_frame::{EvaluationRecord, ModelFrame};
use crate::feel::{EvaluationError, FeelValue};

/// The rules of a table that the result comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableTrace {
    /// The decision or knowledge model.
    pub table: String,
    /// The numbers of the rules, from 1; none if no rule applies.
    pub rules: Vec<usize>,
    /// The reasons, if they are asked for.
    pub reasons: Option<TableReasons>,
}

/// Why rules of a table apply or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableReasons {
    /// The expressions of the inputs, with their values.
    pub inputs: Vec<(String, FeelValue)>,
    /// The rules that were looked at, in their order: the first cell that its input does not pass,
    /// or `None` for a rule that applies.
    pub failures: Vec<Option<CellFailure>>,
}

/// A cell that its input does not pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellFailure {
    /// The index of the column.
    pub column: usize,
    /// The text of the cell.
    pub cell: String,
}

/// A table that these inputs break.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ModelFault {
    /// Several rules of a table with the hit policy UNIQUE apply.
    #[error("'{table}': {} apply, and the hit policy is UNIQUE", join_rules(rules))]
    SeveralRules {
        /// The decision or knowledge model.
        table: String,
        /// The numbers of the rules, from 1.
        rules: Vec<usize>,
    },
    /// Rules of a table with the hit policy ANY give different outputs.
    #[error("'{table}': {} give different outputs, and the hit policy is ANY", join_rules(rules))]
    OtherOutputs {
        /// The decision or knowledge model.
        table: String,
        /// The numbers of the rules, from 1.
        rules: Vec<usize>,
    },
    /// The column does not allow a value.
    #[error("'{table}', '{column}': {value} is not among the allowed values {allowed}")]
    OutsideAllowed {
        /// The decision or knowledge model.
        table: String,
        /// The expression of the column.
        column: String,
        /// The value.
        value: String,
        /// The allowed values, as in the file.
        allowed: String,
    },
}

/// Returns `rules 2 and 4`, or `rules 1, 2 and 4`.
fn join_rules(rules: &[usize]) -> String {
    let texts: Vec<String> = rules.iter().map(ToString::to_string).collect();
    match &texts[..] {
        [before @ .., last] if !before.is_empty() => {
            let verb = if before.len() == 1 { "both" } else { "all" };
            format!("rules {} and {last} {verb}", before.join(", "))
        }
        _ => format!("rule {}", texts.concat()),
    }
}

/// The results of decisions for given inputs.
#[derive(Clone, Debug)]
pub struct DecisionResults {
    /// The values of the decisions that were asked for, in their order.
    pub values: Vec<FeelValue>,
    /// The tables that were evaluated, in the order of evaluation.
    pub tables: Vec<TableTrace>,
    /// The tables that the inputs break; their results are null.
    pub faults: Vec<ModelFault>,
}

/// The decisions that are asked for, and all that they need, in an order of evaluation.
#[derive(Clone, Debug)]
pub struct EvaluationPlan<'m> {
    pub(super) model: &'m DecisionModel,
    pub(super) asked: Vec<usize>,
    pub(super) order: Vec<usize>,
    pub(super) inputs: Vec<usize>,
}

/// An evaluation that cannot be done, and the decision at which it ends.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("decision '{decision}': {error}")]
pub struct DecisionError {
    /// The name of the decision.
    pub decision: String,
    /// The reason.
    pub error: EvaluationError,
}

impl EvaluationPlan<'_> {
    /// Returns the inputs that the decisions need, as indices of [`DecisionModel::inputs`].
    #[must_use]
    pub fn needed_inputs(&self) -> &[usize] {
        &self.inputs
    }

    /// Evaluates the decisions. `given` has a value for each input of the model.
    ///
    /// # Errors
    /// Returns an error for arithmetic that is not supported, and for values that grow too large.
    ///
    /// # Panics
    /// Panics if `given` has another number of values.
    pub fn evaluate_inputs(&self, given: &[FeelValue]) -> Result<DecisionResults, DecisionError> {
        self.evaluate_recorded(given, EvaluationRecord::default())
    }

    /// Evaluates the decisions as [`EvaluationPlan::evaluate_inputs`] does, and gives the reasons for
    /// the rules of each table.
    ///
    /// # Errors
    /// Returns the same errors.
    ///
    /// # Panics
    /// Panics if `given` has another number of values than the model has inputs.
    pub fn explain_inputs(&self, given: &[FeelValue]) -> Result<DecisionResults, DecisionError> {
        self.evaluate_recorded(given, EvaluationRecord { explains: true, ..Default::default() })
    }

    fn evaluate_recorded(
        &self,
        given: &[FeelValue],
        record: EvaluationRecord,
    ) -> Result<DecisionResults, DecisionError> {
        let model = self.model;
        assert_eq!(given.len(), model.inputs().len());
        let mut slots = given.to_vec();
        slots.resize(model.slot_count(), FeelValue::Null);
        let mut frame = ModelFrame::new(model, slots, record);
        for &index in &self.order {
            let decision = &model.decisions[index];
            let Ok(logic) = &decision.logic else { continue };
            let value = logic
                .evaluate_logic(&decision.name, &mut frame)
                .map_err(|error| DecisionError { decision: decision.name.clone(), error })?;
            let value = decision.kind.convert_value(value).unwrap_or(FeelValue::Null);
            frame.slots[given.len() + index] = value;
        }
        let values =
            self.asked.iter().map(|&index| frame.slots[given.len() + index].clone()).collect();
        Ok(DecisionResults { values, tables: frame.record.tables, faults: frame.record.faults })
    }
}
