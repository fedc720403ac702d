//! The logic of a decision: an expression, a table, or boxed expressions of these (DMN 1.5,
//! section 10.2).

use std::sync::Arc;

use super::decision_table::DecisionTable;
use super::feel_type::FeelType;
use super::model_frame::ModelFrame;
use crate::feel::{
    EvaluationError, FeelContext, FeelExpression, FeelValue, check_weight, evaluate_expression,
};

/// The logic of a decision, a knowledge model or an entry.
#[derive(Clone, Debug)]
pub(super) enum DecisionLogic {
    /// An expression.
    Literal(FeelExpression),
    /// A table.
    Table(Box<DecisionTable>),
    /// A context. Each entry sees those before it; one without a name is the result.
    Context(Vec<ContextEntry>),
    /// A list, or the rows of a relation.
    List(Vec<DecisionLogic>),
    /// A call of a knowledge model, with its arguments in the order of its parameters.
    Invocation(usize, Vec<Option<DecisionLogic>>),
    /// A condition, and the values if it is true, and if it is false.
    Conditional(Box<[DecisionLogic; 3]>),
}

/// An entry of a context.
#[derive(Clone, Debug)]
pub(super) struct ContextEntry {
    pub name: Option<Arc<str>>,
    /// The slot of its value, for the entries after it.
    pub slot: usize,
    pub kind: FeelType,
    pub logic: DecisionLogic,
}

impl DecisionLogic {
    /// Returns the value; `name` is that of the decision or knowledge model.
    pub(super) fn evaluate_logic(
        &self,
        name: &str,
        frame: &mut ModelFrame<'_>,
    ) -> Result<FeelValue, EvaluationError> {
        Ok(match self {
            DecisionLogic::Literal(expression) => evaluate_expression(expression, frame)?,
            DecisionLogic::Table(table) => {
                let value = table.evaluate_table(name, frame)?;
                check_weight(value)?
            }
            DecisionLogic::Context(entries) => {
                let mut members = Vec::with_capacity(entries.len());
                for entry in entries {
                    let value = entry.logic.evaluate_logic(name, frame)?;
                    let value = entry.kind.convert_value(value).unwrap_or(FeelValue::Null);
                    let Some(member) = &entry.name else { return Ok(value) };
                    frame.set_slot(entry.slot, value.clone());
                    members.push((member.clone(), value));
                }
                check_weight(FeelValue::from_members(members))?
            }
            DecisionLogic::List(items) => {
                let mut values = Vec::with_capacity(items.len());
                for item in items {
                    values.push(item.evaluate_logic(name, frame)?);
                }
                check_weight(values.into_iter().collect())?
            }
            DecisionLogic::Invocation(model, bindings) => {
                let mut arguments = Vec::with_capacity(bindings.len());
                for binding in bindings {
                    arguments.push(match binding {
                        Some(logic) => logic.evaluate_logic(name, frame)?,
                        None => FeelValue::Null,
                    });
                }
                frame.invoke_model(*model, arguments)?
            }
            DecisionLogic::Conditional(parts) => {
                // Unlike the expression `if`, a condition that is no truth gives null (TCK 1150).
                match parts[0].evaluate_logic(name, frame)? {
                    FeelValue::Truth(true) => parts[1].evaluate_logic(name, frame)?,
                    FeelValue::Truth(false) => parts[2].evaluate_logic(name, frame)?,
                    _ => FeelValue::Null,
                }
            }
        })
    }
}
