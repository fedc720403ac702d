//! The values of slots during an evaluation, and the calls of knowledge models.

use super::decision_model::DecisionModel;
use super::evaluation::{ModelFault, TableTrace};
use crate::feel::{EvaluationError, FeelContext, FeelValue};

/// Maximum depth of knowledge models that call each other.
const MAX_CALL_DEPTH: usize = 16;

/// Maximum number of calls of knowledge models in one evaluation.
const MAX_CALLS: usize = 1_000_000;

/// The record of an evaluation.
#[derive(Clone, Debug, Default)]
pub(super) struct EvaluationRecord {
    /// Whether tables give the reasons for their rules.
    pub explains: bool,
    pub tables: Vec<TableTrace>,
    pub faults: Vec<ModelFault>,
}

/// The values of the slots during an evaluation.
pub(super) struct ModelFrame<'m> {
    model: &'m DecisionModel,
    pub slots: Vec<FeelValue>,
    pub record: EvaluationRecord,
    depth: usize,
    calls: usize,
}

impl<'m> ModelFrame<'m> {
    pub(super) fn new(
        model: &'m DecisionModel,
        slots: Vec<FeelValue>,
        record: EvaluationRecord,
    ) -> Self {
        ModelFrame { model, slots, record, depth: 0, calls: 0 }
    }
}

impl FeelContext for ModelFrame<'_> {
    fn slot_value(&self, slot: usize) -> &FeelValue {
        self.slots.get(slot).unwrap_or(&FeelValue::Null)
    }

    fn set_slot(&mut self, slot: usize, value: FeelValue) {
        if slot >= self.slots.len() {
            self.slots.resize(slot + 1, FeelValue::Null);
        }
        self.slots[slot] = value;
    }

    fn invoke_model(
        &mut self,
        model: usize,
        arguments: Vec<FeelValue>,
    ) -> Result<FeelValue, EvaluationError> {
        let called = &self.model.knowledge[model];
        self.calls += 1;
        if self.depth >= MAX_CALL_DEPTH {
            return Err(EvaluationError::Recursion(MAX_CALL_DEPTH));
        }
        if self.calls > MAX_CALLS {
            return Err(EvaluationError::ManyCalls(MAX_CALLS));
        }
        // The plan refuses models that are not understood.
        let Ok(logic) = &called.logic else { return Ok(FeelValue::Null) };
        // A knowledge model sees its parameters alone.
        let mut parameters = Vec::with_capacity(arguments.len());
        for ((_, kind), argument) in called.parameters.iter().zip(arguments) {
            // An argument of another kind makes the call null (TCK 0082).
            let Some(value) = kind.convert_value(argument) else { return Ok(FeelValue::Null) };
            parameters.push(value);
        }
        let caller = std::mem::replace(&mut self.slots, parameters);
        self.depth += 1;
        let value = logic.evaluate_logic(&called.name, self);
        self.depth -= 1;
        self.slots = caller;
        Ok(called.kind.convert_value(value?).unwrap_or(FeelValue::Null))
    }
}
