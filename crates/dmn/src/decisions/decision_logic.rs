//! The logic of a decision: an expression, a table, or boxed expressions of these (DMN 1.5,
//! section 10.2).

use std::sync::Arc;

use super::decision_table::DecisionTable;
use super::evaluation::{ModelFault, TableTrace};
use super::feel_type::FeelType;
use crate::feel::{
    EvaluationError, Expression, FeelContext, FeelValue, check_weight, evaluate_expression,
};

/// The logic of a decision, a knowledge model or an entry.
#[derive(Clone, Debug)]
pub(super) enum DecisionLogic {
    /// An expression.
    Literal(Expression),
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

/// The record of an evaluation.
#[derive(Clone, Debug, Default)]
pub(super) struct EvaluationRecord {
    /// Whether tables give the reasons for their rules.
    pub explains: bool,
    pub tables: Vec<TableTrace>,
    pub faults: Vec<ModelFault>,
}

/// A context that also records what tables do.
pub(super) trait LogicContext: FeelContext {
    fn as_feel(&mut self) -> &mut dyn FeelContext;
    fn record(&mut self) -> &mut EvaluationRecord;
}

impl DecisionLogic {
    /// Returns the value; `name` is that of the decision or knowledge model.
    pub(super) fn evaluate_logic(
        &self,
        name: &str,
        context: &mut dyn LogicContext,
    ) -> Result<FeelValue, EvaluationError> {
        Ok(match self {
            DecisionLogic::Literal(expression) => {
                evaluate_expression(expression, context.as_feel())?
            }
            DecisionLogic::Table(table) => {
                let explains = context.record().explains;
                let mut own = EvaluationRecord { explains, ..EvaluationRecord::default() };
                let value = table.evaluate_table(name, context.as_feel(), &mut own)?;
                context.record().tables.append(&mut own.tables);
                context.record().faults.append(&mut own.faults);
                check_weight(value)?
            }
            DecisionLogic::Context(entries) => {
                let mut members = Vec::with_capacity(entries.len());
                for entry in entries {
                    let value = entry.logic.evaluate_logic(name, context)?;
                    let value = entry.kind.convert_value(value).unwrap_or(FeelValue::Null);
                    let Some(member) = &entry.name else { return Ok(value) };
                    context.set_slot(entry.slot, value.clone());
                    members.push((member.clone(), value));
                }
                check_weight(FeelValue::from_members(members))?
            }
            DecisionLogic::List(items) => {
                let mut values = Vec::with_capacity(items.len());
                for item in items {
                    values.push(item.evaluate_logic(name, context)?);
                }
                check_weight(values.into_iter().collect())?
            }
            DecisionLogic::Invocation(model, bindings) => {
                let mut arguments = Vec::with_capacity(bindings.len());
                for binding in bindings {
                    arguments.push(match binding {
                        Some(logic) => logic.evaluate_logic(name, context)?,
                        None => FeelValue::Null,
                    });
                }
                context.invoke_model(*model, arguments)?
            }
            DecisionLogic::Conditional(parts) => {
                // Unlike the expression `if`, a condition that is no truth gives null (TCK 1150).
                match parts[0].evaluate_logic(name, context)? {
                    FeelValue::Truth(true) => parts[1].evaluate_logic(name, context)?,
                    FeelValue::Truth(false) => parts[2].evaluate_logic(name, context)?,
                    _ => FeelValue::Null,
                }
            }
        })
    }
}
