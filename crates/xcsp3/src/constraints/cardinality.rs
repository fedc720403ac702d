//! `cardinality`: how often each of some values occurs in a list.

use parallax_instance::InputError;
use parallax_model::{Count, GlobalCardinality, ValueOccurrence};
use roxmltree::Node;

use super::{ConstraintRule, same_length};
use crate::assigned::Xcsp3Assignment;
use crate::cursor::ElementText;
use crate::draft::{Xcsp3ModelDraft, model_value};
use crate::element_parts::{ElementParts, flag_attribute};
use crate::error::Xcsp3PostError;
use crate::items::{IntervalSet, ListItem};
use crate::reader::{TemplateArgument, Xcsp3Reader};

/// How often a value occurs.
#[derive(Clone, Debug)]
enum OccurrenceCondition {
    /// Exactly this many times.
    Exactly(ListItem),
    /// A number of times that lies in the set.
    In(IntervalSet),
}

/// Each value satisfies its condition. If `closed` is set, no other value occurs.
#[derive(Clone, Debug)]
pub(crate) struct Xcsp3Cardinality {
    list: Vec<ListItem>,
    values: Vec<i64>,
    occurs: Vec<OccurrenceCondition>,
    closed: bool,
}

impl Xcsp3Cardinality {
    /// Reads the list, the values and their occurrences.
    pub(super) fn read(
        reader: &mut Xcsp3Reader<'_>,
        node: Node<'_, '_>,
    ) -> Result<Self, InputError> {
        let names = ["list", "values", "occurs"];
        let parts = ElementParts::from_node(reader, node, &names, &[("values", "closed")])?;
        let list = reader.read_items(parts.required_part(reader, "list")?)?;
        let own = parts.required_part(reader, "values")?;
        let (values, closed) =
            (reader.read_numbers(own)?, flag_attribute(reader, own, "closed", false)?);
        let text = ElementText::from_node(parts.required_part(reader, "occurs")?);
        let mut cursor = text.start_cursor();
        let (mut occurs, mut items) = (Vec::new(), Vec::new());
        while cursor.skip_blank() {
            if cursor.peek_byte() == Some(b'%') {
                occurs.extend(reader.read_parameter(&mut cursor)?.into_iter().map(
                    |own| match own {
                        TemplateArgument::Item(item) => OccurrenceCondition::Exactly(item),
                        TemplateArgument::Set(set) => OccurrenceCondition::In(set),
                    },
                ));
                continue;
            }
            // `2..4` is a range of numbers; anything else is an item.
            let mut ahead = cursor;
            if ahead.take_integer().is_some() && ahead.take_text("..") {
                occurs.push(OccurrenceCondition::In(reader.read_set(&mut cursor)?));
            } else {
                reader.read_item(&mut cursor, &mut items)?;
                reader.as_numbers(&mut items);
                occurs.extend(items.drain(..).map(OccurrenceCondition::Exactly));
            }
        }
        same_length(reader, node, ["values", "numbers"], [values.len(), occurs.len()])?;
        let mut sorted = values.clone();
        sorted.sort_unstable();
        if sorted.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err(reader.fault_in(node, "a value occurs twice in <values>"));
        }
        Ok(Xcsp3Cardinality { list, values, occurs, closed })
    }
}

impl ConstraintRule for Xcsp3Cardinality {
    fn element_name(&self) -> &'static str {
        "cardinality"
    }

    fn holds_for(&self, values: &Xcsp3Assignment<'_>) -> Option<bool> {
        let numbers = values.item_values(&self.list)?;
        for (&value, occurs) in self.values.iter().zip(&self.occurs) {
            let count = numbers.iter().filter(|&&own| own == i128::from(value)).count() as i128;
            let holds = match occurs {
                OccurrenceCondition::Exactly(item) => values.item_value(*item)? == count,
                OccurrenceCondition::In(set) => set.contains(count),
            };
            if !holds {
                return Some(false);
            }
        }
        let listed = |own: &i128| self.values.iter().any(|&value| i128::from(value) == *own);
        Some(!self.closed || numbers.iter().all(listed))
    }

    fn post_rule(&self, draft: &mut Xcsp3ModelDraft<'_>) -> Result<(), Xcsp3PostError> {
        let scope = draft.item_slots(&self.list)?;
        let max_count = scope.len() as u32;
        // Numbers beyond the length of the list all mean "more often than possible".
        let times =
            |number: i64| u32::try_from(number.clamp(0, i64::from(max_count) + 1)).unwrap_or(0);
        draft.spend_pieces(self.values.len())?;
        let mut occurrences = Vec::with_capacity(self.values.len());
        for (&counted, occurs) in self.values.iter().zip(&self.occurs) {
            let counted = model_value(counted)?;
            let (min, max) = match occurs {
                OccurrenceCondition::Exactly(ListItem::Number(number))
                    if (0..=i64::from(max_count)).contains(number) =>
                {
                    (times(*number), times(*number))
                }
                OccurrenceCondition::In(set)
                    if set.intervals().len() == 1 && set.intervals()[0].1 >= 0 =>
                {
                    (times(set.intervals()[0].0), times(set.intervals()[0].1))
                }
                // A number of times that is impossible makes the constraint false.
                OccurrenceCondition::Exactly(ListItem::Number(_)) | OccurrenceCondition::In(_) => {
                    draft.post_clause(Vec::new())?;
                    (0, max_count)
                }
                // The cardinality of the model takes bounds only, so a variable number is counted
                // apart.
                OccurrenceCondition::Exactly(item) => {
                    let total = draft.item_slot(*item)?;
                    let (scope, values) = (scope.clone(), vec![counted]);
                    draft.spend_pieces(scope.len())?;
                    draft.post_constraint(Count { scope, values, total }.into());
                    (0, max_count)
                }
            };
            occurrences.push(ValueOccurrence { value: counted, min, max });
        }
        // Occurrences without a bound state nothing, and may be left out if other values may occur.
        let is_idle = |own: &ValueOccurrence| (own.min, own.max) == (0, max_count);
        if self.closed || !occurrences.iter().all(is_idle) {
            let closed = self.closed;
            draft.post_constraint(GlobalCardinality { scope, occurrences, closed }.into());
        }
        Ok(())
    }
}
