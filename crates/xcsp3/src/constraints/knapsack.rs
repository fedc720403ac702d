//! `knapsack`: a condition on the weight and one on the profit of a choice.

use parallax_model::instance::InputError;
use roxmltree::Node;

use super::sum::Sum;
use super::{Rule, same_length};
use crate::assigned::Assigned;
use crate::draft::Draft;
use crate::error::PostError;
use crate::parts::Parts;
use crate::reader::Reader;

/// A condition on the weights times the list, and one on the profits times the list.
#[derive(Clone, Debug)]
pub(crate) struct Knapsack {
    sums: [Sum; 2],
}

impl Knapsack {
    /// Reads the list, the weights, the condition on them, the profits, the condition on them.
    pub(super) fn read(reader: &mut Reader<'_>, node: Node<'_, '_>) -> Result<Self, InputError> {
        let parts = Parts::of(reader, node, &["list", "weights", "profits", "condition"], &[])?;
        let list = reader.items(parts.one(reader, "list")?)?;
        let conditions: Vec<Node<'_, '_>> = parts.all("condition").collect();
        let &[on_weights, on_profits] = &conditions[..] else {
            let message = "expected a condition on the weights and one on the profits";
            return Err(reader.fault_in(node, message));
        };
        let mut sum = |name: &str, condition: Node<'_, '_>| -> Result<Sum, InputError> {
            let coefficients = reader.items(parts.one(reader, name)?)?;
            same_length(reader, node, [name, "elements"], [coefficients.len(), list.len()])?;
            let condition = reader.condition(condition)?;
            Ok(Sum { list: list.clone(), coefficients, condition })
        };
        Ok(Knapsack { sums: [sum("weights", on_weights)?, sum("profits", on_profits)?] })
    }
}

impl Rule for Knapsack {
    fn element(&self) -> &'static str {
        "knapsack"
    }

    fn holds(&self, values: &Assigned<'_>) -> Option<bool> {
        Some(self.sums[0].holds(values)? && self.sums[1].holds(values)?)
    }

    fn post(&self, draft: &mut Draft<'_>) -> Result<(), PostError> {
        self.sums.iter().try_for_each(|sum| sum.post(draft))
    }
}
