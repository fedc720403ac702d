//! `knapsack`: a condition on the weight and one on the profit of a choice.

use parallax_instance::InputError;
use roxmltree::Node;

use super::sum::Xcsp3Sum;
use super::{ConstraintRule, same_length};
use crate::assigned::Xcsp3Assignment;
use crate::draft::Xcsp3ModelDraft;
use crate::element_parts::ElementParts;
use crate::error::Xcsp3PostError;
use crate::reader::Xcsp3Reader;

/// A condition on the weights times the list, and one on the profits times the list.
#[derive(Clone, Debug)]
pub(crate) struct Xcsp3Knapsack {
    sums: [Xcsp3Sum; 2],
}

impl Xcsp3Knapsack {
    /// Reads the list, the weights, the condition on them, the profits, the condition on them.
    pub(super) fn read(
        reader: &mut Xcsp3Reader<'_>,
        node: Node<'_, '_>,
    ) -> Result<Self, InputError> {
        let parts = ElementParts::from_node(
            reader,
            node,
            &["list", "weights", "profits", "condition"],
            &[],
        )?;
        let list = reader.read_items(parts.required_part(reader, "list")?)?;
        let conditions: Vec<Node<'_, '_>> = parts.all_named("condition").collect();
        let &[on_weights, on_profits] = &conditions[..] else {
            let message = "expected a condition on the weights and one on the profits";
            return Err(reader.fault_in(node, message));
        };
        let mut sum = |name: &str, condition: Node<'_, '_>| -> Result<Xcsp3Sum, InputError> {
            let coefficients = reader.read_items(parts.required_part(reader, name)?)?;
            same_length(reader, node, [name, "elements"], [coefficients.len(), list.len()])?;
            let condition = reader.read_condition(condition)?;
            Ok(Xcsp3Sum { list: list.clone(), coefficients, condition })
        };
        Ok(Xcsp3Knapsack { sums: [sum("weights", on_weights)?, sum("profits", on_profits)?] })
    }
}

impl ConstraintRule for Xcsp3Knapsack {
    fn element_name(&self) -> &'static str {
        "knapsack"
    }

    fn holds_for(&self, values: &Xcsp3Assignment<'_>) -> Option<bool> {
        Some(self.sums[0].holds_for(values)? && self.sums[1].holds_for(values)?)
    }

    fn post_rule(&self, draft: &mut Xcsp3ModelDraft<'_>) -> Result<(), Xcsp3PostError> {
        self.sums.iter().try_for_each(|sum| sum.post_rule(draft))
    }
}
