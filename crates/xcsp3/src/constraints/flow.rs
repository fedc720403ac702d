//! `flow`: the flow along arcs that balances at each node.

use parallax_model::instance::InputError;
use std::collections::BTreeMap;

use parallax_model::Relation;
use roxmltree::Node;

use super::sum::Sum;
use super::{Rule, same_length};
use crate::assigned::Assigned;
use crate::conditions::Condition;
use crate::draft::Draft;
use crate::error::PostError;
use crate::items::Item;
use crate::parts::Parts;
use crate::reader::Reader;

/// At each node, the flow on arcs that leave it minus the flow on arcs that enter it is its
/// balance. A condition may bound the cost.
#[derive(Clone, Debug)]
pub(crate) struct Flow {
    list: Vec<Item>,
    /// For each node, the arcs with the sign of their flow, and the balance.
    nodes: Vec<(Vec<(i64, usize)>, Item)>,
    cost: Option<Sum>,
}

impl Flow {
    /// Reads the flows, the arcs, the balance of each node in ascending order, perhaps the cost.
    pub(super) fn read(reader: &mut Reader<'_>, node: Node<'_, '_>) -> Result<Self, InputError> {
        let names = ["list", "balance", "arcs", "weights", "condition"];
        let parts = Parts::of(reader, node, &names, &[])?;
        let list = reader.items(parts.one(reader, "list")?)?;
        let balance = reader.items(parts.one(reader, "balance")?)?;
        let own = parts.one(reader, "arcs")?;
        let arcs = reader.matrix(own)?;
        same_length(reader, node, ["flows", "arcs"], [list.len(), arcs.len()])?;
        let mut nodes: BTreeMap<i64, Vec<(i64, usize)>> = BTreeMap::new();
        for (place, arc) in arcs.iter().enumerate() {
            let &[Item::Number(from), Item::Number(to)] = &arc[..] else {
                return Err(reader.fault_in(own, "expected arcs between numbers, such as (0,1)"));
            };
            nodes.entry(from).or_default().push((1, place));
            nodes.entry(to).or_default().push((-1, place));
        }
        same_length(reader, node, ["balances", "nodes"], [balance.len(), nodes.len()])?;
        let cost = match (parts.maybe(reader, "weights")?, parts.maybe(reader, "condition")?) {
            (None, None) => None,
            (Some(weights), Some(condition)) => {
                let coefficients = reader.items(weights)?;
                same_length(reader, node, ["weights", "arcs"], [coefficients.len(), arcs.len()])?;
                let condition = reader.condition(condition)?;
                Some(Sum { list: list.clone(), coefficients, condition })
            }
            _ => return Err(reader.fault_in(node, "expected <weights> with a <condition>")),
        };
        Ok(Flow { list, nodes: nodes.into_values().zip(balance).collect(), cost })
    }
}

impl Rule for Flow {
    fn element(&self) -> &'static str {
        "flow"
    }

    fn holds(&self, values: &Assigned<'_>) -> Option<bool> {
        let flows = values.numbers(&self.list)?;
        for (arcs, balance) in &self.nodes {
            let flow: i128 = arcs.iter().map(|&(sign, arc)| i128::from(sign) * flows[arc]).sum();
            if flow != values.number(*balance)? {
                return Some(false);
            }
        }
        self.cost.as_ref().map_or(Some(true), |cost| cost.holds(values))
    }

    fn post(&self, draft: &mut Draft<'_>) -> Result<(), PostError> {
        for (arcs, balance) in &self.nodes {
            let parts: Vec<(i64, Item)> =
                arcs.iter().map(|&(sign, arc)| (sign, self.list[arc])).collect();
            draft.linear(&parts.iter().copied(), &Condition::Compare(Relation::Eq, *balance))?;
        }
        self.cost.as_ref().map_or(Ok(()), |cost| cost.post(draft))
    }
}
