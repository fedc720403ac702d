//! `ordered`: neighbours of a list are in order, optionally with a distance.

use parallax_instance::InputError;
use parallax_model::ComparisonOperator;
use parallax_xml::local_attribute;
use roxmltree::Node;

use super::{ConstraintRule, same_length};
use crate::assigned::Xcsp3Assignment;
use crate::conditions::NumberCondition;
use crate::cursor::ElementText;
use crate::draft::Xcsp3ModelDraft;
use crate::element_parts::ElementParts;
use crate::error::Xcsp3PostError;
use crate::items::ListItem;
use crate::operators::relation_from_name;
use crate::reader::Xcsp3Reader;

/// `list[i] + lengths[i]` is in the relation to `list[i + 1]`.
#[derive(Clone, Debug)]
pub(crate) struct Xcsp3Ordered {
    list: Vec<ListItem>,
    lengths: Vec<ListItem>,
    relation: ComparisonOperator,
}

impl Xcsp3Ordered {
    /// Reads the list, the operator and optional lengths.
    pub(super) fn read(
        reader: &mut Xcsp3Reader<'_>,
        node: Node<'_, '_>,
    ) -> Result<Self, InputError> {
        let parts = ElementParts::from_node(
            reader,
            node,
            &["list", "lengths", "operator"],
            &[("ordered", "case")],
        )?;
        let list = reader.read_items(parts.required_part(reader, "list")?)?;
        let pairs = list.len().saturating_sub(1);
        let lengths = match parts.optional_part(reader, "lengths")? {
            None => vec![ListItem::Number(0); pairs],
            Some(own) => {
                let lengths = reader.read_items(own)?;
                same_length(reader, node, ["lengths", "pairs"], [lengths.len(), pairs])?;
                lengths
            }
        };
        let relation =
            match (local_attribute(node, "case"), parts.optional_part(reader, "operator")?) {
                (None, _) => read_order(reader, parts.required_part(reader, "operator")?)?,
                (Some(word), operator) => {
                    let named = read_case(reader, node, word)?;
                    if let Some(operator) = operator
                        && read_order(reader, operator)? != named
                    {
                        let message = format!("case=\"{word}\" is another order than <operator>");
                        return Err(reader.fault_in(node, &message));
                    }
                    named
                }
            };
        Ok(Xcsp3Ordered { list, lengths, relation })
    }
}

/// Returns the order that the attribute `case` names.
fn read_case(
    reader: &Xcsp3Reader<'_>,
    node: Node<'_, '_>,
    word: &str,
) -> Result<ComparisonOperator, InputError> {
    match word.trim() {
        "strictlyIncreasing" => Ok(ComparisonOperator::Lt),
        "increasing" => Ok(ComparisonOperator::Le),
        "decreasing" => Ok(ComparisonOperator::Ge),
        "strictlyDecreasing" => Ok(ComparisonOperator::Gt),
        _ => {
            let message = format!(
                "case=\"{word}\"; expected increasing, strictlyIncreasing, decreasing or \
                 strictlyDecreasing"
            );
            Err(reader.fault_in(node, &message))
        }
    }
}

/// Reads one of the four orders.
pub(super) fn read_order(
    reader: &Xcsp3Reader<'_>,
    node: Node<'_, '_>,
) -> Result<ComparisonOperator, InputError> {
    let text = ElementText::from_node(node);
    let found = relation_from_name(text.text.trim());
    found
        .filter(|operator| !matches!(operator, ComparisonOperator::Eq | ComparisonOperator::Ne))
        .ok_or_else(|| {
            let message = format!("'{}'; expected lt, le, ge or gt", text.text.trim());
            reader.fault_in(node, &message)
        })
}

impl ConstraintRule for Xcsp3Ordered {
    fn element_name(&self) -> &'static str {
        "ordered"
    }

    fn holds_for(&self, values: &Xcsp3Assignment<'_>) -> Option<bool> {
        let (list, lengths) = (values.item_values(&self.list)?, values.item_values(&self.lengths)?);
        let holds = |(pair, length): (&[i128], &i128)| {
            self.relation.holds_between((pair[0] + length).cmp(&pair[1]) as i64, 0)
        };
        Some(list.windows(2).zip(&lengths).all(holds))
    }

    fn post_rule(&self, draft: &mut Xcsp3ModelDraft<'_>) -> Result<(), Xcsp3PostError> {
        for (pair, &length) in self.list.windows(2).zip(&self.lengths) {
            // a + length rel b is a + length - b rel 0.
            let parts = [(1, pair[0]), (1, length), (-1, pair[1])];
            let condition = NumberCondition::Compare(self.relation, ListItem::Number(0));
            draft.post_linear(&parts.iter().copied(), &condition)?;
        }
        Ok(())
    }
}
