//! `flow`: the flow along arcs that balances at each node.

use parallax_instance::InputError;
use std::collections::BTreeMap;

use parallax_model::ComparisonOperator;
use roxmltree::Node;

use super::sum::Xcsp3Sum;
use super::{ConstraintRule, same_length};
use crate::assigned::Xcsp3Assignment;
use crate::conditions::NumberCondition;
use crate::draft::Xcsp3ModelDraft;
use crate::element_parts::ElementParts;
use crate::error::Xcsp3PostError;
use crate::items::ListItem;
use crate::reader::Xcsp3Reader;

/// At each node, the flow on arcs that leave it minus the flow on arcs that enter it is its
/// balance. A condition may bound the cost.
#[derive(Clone, Debug)]
pub(crate) struct Xcsp3Flow {
    list: Vec<ListItem>,
    /// For each node, the arcs with the sign of their flow, and the balance.
    nodes: Vec<(Vec<(i64, usize)>, ListItem)>,
    cost: Option<Xcsp3Sum>,
}

impl Xcsp3Flow {
    /// Reads the flows, the arcs, the balance of each node in ascending order, optionally the cost.
    pub(super) fn read(
        reader: &mut Xcsp3Reader<'_>,
        node: Node<'_, '_>,
    ) -> Result<Self, InputError> {
        let names = ["list", "balance", "arcs", "weights", "condition"];
        let parts = ElementParts::from_node(reader, node, &names, &[])?;
        let list = reader.read_items(parts.required_part(reader, "list")?)?;
        let balance = reader.read_items(parts.required_part(reader, "balance")?)?;
        let own = parts.required_part(reader, "arcs")?;
        let arcs = reader.read_matrix(own)?;
        same_length(reader, node, ["flows", "arcs"], [list.len(), arcs.len()])?;
        // Ascending by node, in the order of the balances.
        let mut nodes: BTreeMap<i64, Vec<(i64, usize)>> = BTreeMap::new();
        for (index, arc) in arcs.iter().enumerate() {
            let &[ListItem::Number(from), ListItem::Number(to)] = &arc[..] else {
                return Err(reader.fault_in(own, "expected arcs between numbers, such as (0,1)"));
            };
            nodes.entry(from).or_default().push((1, index));
            nodes.entry(to).or_default().push((-1, index));
        }
        same_length(reader, node, ["balances", "nodes"], [balance.len(), nodes.len()])?;
        let cost = match (
            parts.optional_part(reader, "weights")?,
            parts.optional_part(reader, "condition")?,
        ) {
            (None, None) => None,
            (Some(weights), Some(condition)) => {
                let coefficients = reader.read_items(weights)?;
                same_length(reader, node, ["weights", "arcs"], [coefficients.len(), arcs.len()])?;
                let condition = reader.read_condition(condition)?;
                Some(Xcsp3Sum { list: list.clone(), coefficients, condition })
            }
            _ => return Err(reader.fault_in(node, "expected <weights> with a <condition>")),
        };
        Ok(Xcsp3Flow { list, nodes: nodes.into_values().zip(balance).collect(), cost })
    }
}

impl ConstraintRule for Xcsp3Flow {
    fn element_name(&self) -> &'static str {
        "flow"
    }

    fn holds_for(&self, values: &Xcsp3Assignment<'_>) -> Option<bool> {
        let flows = values.item_values(&self.list)?;
        for (arcs, balance) in &self.nodes {
            let flow: i128 = arcs.iter().map(|&(sign, arc)| i128::from(sign) * flows[arc]).sum();
            if flow != values.item_value(*balance)? {
                return Some(false);
            }
        }
        self.cost.as_ref().map_or(Some(true), |cost| cost.holds_for(values))
    }

    fn post_rule(&self, draft: &mut Xcsp3ModelDraft<'_>) -> Result<(), Xcsp3PostError> {
        for (arcs, balance) in &self.nodes {
            let parts: Vec<(i64, ListItem)> =
                arcs.iter().map(|&(sign, arc)| (sign, self.list[arc])).collect();
            draft.post_linear(
                &parts.iter().copied(),
                &NumberCondition::Compare(ComparisonOperator::Eq, *balance),
            )?;
        }
        self.cost.as_ref().map_or(Ok(()), |cost| cost.post_rule(draft))
    }
}
