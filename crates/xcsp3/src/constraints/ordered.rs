//! `ordered`: neighbours of a list are in order, perhaps with a distance.

use parallax_model::Relation;
use parallax_model::instance::InputError;
use parallax_xml::attribute;
use roxmltree::Node;

use super::{Rule, same_length};
use crate::assigned::Assigned;
use crate::conditions::Condition;
use crate::cursor::Text;
use crate::draft::Draft;
use crate::error::PostError;
use crate::items::Item;
use crate::operators::relation;
use crate::parts::Parts;
use crate::reader::Reader;

/// `list[i] + lengths[i]` is in the relation to `list[i + 1]`.
#[derive(Clone, Debug)]
pub(crate) struct Ordered {
    list: Vec<Item>,
    lengths: Vec<Item>,
    relation: Relation,
}

impl Ordered {
    /// Reads the list, the operator and perhaps lengths.
    pub(super) fn read(reader: &mut Reader<'_>, node: Node<'_, '_>) -> Result<Self, InputError> {
        let parts =
            Parts::of(reader, node, &["list", "lengths", "operator"], &[("ordered", "case")])?;
        let list = reader.items(parts.one(reader, "list")?)?;
        let pairs = list.len().saturating_sub(1);
        let lengths = match parts.maybe(reader, "lengths")? {
            None => vec![Item::Number(0); pairs],
            Some(own) => {
                let lengths = reader.items(own)?;
                same_length(reader, node, ["lengths", "pairs"], [lengths.len(), pairs])?;
                lengths
            }
        };
        let relation = match (attribute(node, "case"), parts.maybe(reader, "operator")?) {
            (None, _) => order(reader, parts.one(reader, "operator")?)?,
            (Some(word), operator) => {
                let named = case(reader, node, word)?;
                if let Some(operator) = operator
                    && order(reader, operator)? != named
                {
                    let message = format!("case=\"{word}\" is another order than <operator>");
                    return Err(reader.fault_in(node, &message));
                }
                named
            }
        };
        Ok(Ordered { list, lengths, relation })
    }
}

/// Returns the order that the attribute `case` names.
fn case(reader: &Reader<'_>, node: Node<'_, '_>, word: &str) -> Result<Relation, InputError> {
    match word.trim() {
        "strictlyIncreasing" => Ok(Relation::Lt),
        "increasing" => Ok(Relation::Le),
        "decreasing" => Ok(Relation::Ge),
        "strictlyDecreasing" => Ok(Relation::Gt),
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
pub(super) fn order(reader: &Reader<'_>, node: Node<'_, '_>) -> Result<Relation, InputError> {
    let text = Text::of(node);
    let found = relation(text.text.trim());
    found.filter(|own| !matches!(own, Relation::Eq | Relation::Ne)).ok_or_else(|| {
        let message = format!("'{}'; expected lt, le, ge or gt", text.text.trim());
        reader.fault_in(node, &message)
    })
}

impl Rule for Ordered {
    fn element(&self) -> &'static str {
        "ordered"
    }

    fn holds(&self, values: &Assigned<'_>) -> Option<bool> {
        let (list, lengths) = (values.numbers(&self.list)?, values.numbers(&self.lengths)?);
        let holds = |(pair, length): (&[i128], &i128)| {
            self.relation.holds((pair[0] + length).cmp(&pair[1]) as i64, 0)
        };
        Some(list.windows(2).zip(&lengths).all(holds))
    }

    fn post(&self, draft: &mut Draft<'_>) -> Result<(), PostError> {
        for (pair, &length) in self.list.windows(2).zip(&self.lengths) {
            let parts = [(1, pair[0]), (1, length), (-1, pair[1])];
            let condition = Condition::Compare(self.relation, Item::Number(0));
            draft.linear(&parts.iter().copied(), &condition)?;
        }
        Ok(())
    }
}
