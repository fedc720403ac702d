//! `cardinality`: how often each of some values occurs in a list.

use parallax_model::instance::InputError;
use parallax_model::{Count, GlobalCardinality, Occurrence};
use roxmltree::Node;

use super::{Rule, same_length};
use crate::assigned::Assigned;
use crate::cursor::Text;
use crate::draft::{Draft, value};
use crate::error::PostError;
use crate::items::{Item, Set};
use crate::parts::{Parts, flag};
use crate::reader::{Argument, Reader};

/// How often a value occurs.
#[derive(Clone, Debug)]
enum Occurs {
    /// As often as this says.
    Exactly(Item),
    /// A number of times that lies in the set.
    In(Set),
}

/// Each value occurs as often as it says. If `closed` is set, no other value occurs.
#[derive(Clone, Debug)]
pub(crate) struct Cardinality {
    list: Vec<Item>,
    values: Vec<i64>,
    occurs: Vec<Occurs>,
    closed: bool,
}

impl Cardinality {
    /// Reads the list, the values and their numbers.
    pub(super) fn read(reader: &mut Reader<'_>, node: Node<'_, '_>) -> Result<Self, InputError> {
        let names = ["list", "values", "occurs"];
        let parts = Parts::of(reader, node, &names, &[("values", "closed")])?;
        let list = reader.items(parts.one(reader, "list")?)?;
        let own = parts.one(reader, "values")?;
        let (values, closed) = (reader.numbers(own)?, flag(reader, own, "closed", false)?);
        let text = Text::of(parts.one(reader, "occurs")?);
        let mut cursor = text.cursor();
        let (mut occurs, mut items) = (Vec::new(), Vec::new());
        while cursor.skip_blank() {
            if cursor.peek() == Some(b'%') {
                occurs.extend(reader.parameter(&mut cursor)?.into_iter().map(|own| match own {
                    Argument::Item(item) => Occurs::Exactly(item),
                    Argument::Set(set) => Occurs::In(set),
                }));
                continue;
            }
            let mut ahead = cursor;
            if ahead.integer().is_some() && ahead.take("..") {
                occurs.push(Occurs::In(reader.set(&mut cursor)?));
            } else {
                reader.item(&mut cursor, &mut items)?;
                reader.as_numbers(&mut items);
                occurs.extend(items.drain(..).map(Occurs::Exactly));
            }
        }
        same_length(reader, node, ["values", "numbers"], [values.len(), occurs.len()])?;
        let mut sorted = values.clone();
        sorted.sort_unstable();
        if sorted.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err(reader.fault_in(node, "a value occurs twice in <values>"));
        }
        Ok(Cardinality { list, values, occurs, closed })
    }
}

impl Rule for Cardinality {
    fn element(&self) -> &'static str {
        "cardinality"
    }

    fn holds(&self, values: &Assigned<'_>) -> Option<bool> {
        let numbers = values.numbers(&self.list)?;
        for (&value, occurs) in self.values.iter().zip(&self.occurs) {
            let count = numbers.iter().filter(|&&own| own == i128::from(value)).count() as i128;
            let holds = match occurs {
                Occurs::Exactly(item) => values.number(*item)? == count,
                Occurs::In(set) => set.contains(count),
            };
            if !holds {
                return Some(false);
            }
        }
        let listed = |own: &i128| self.values.iter().any(|&value| i128::from(value) == *own);
        Some(!self.closed || numbers.iter().all(listed))
    }

    fn post(&self, draft: &mut Draft<'_>) -> Result<(), PostError> {
        let scope = draft.slots(&self.list)?;
        let most = scope.len() as u32;
        let times = |number: i64| u32::try_from(number.clamp(0, i64::from(most) + 1)).unwrap_or(0);
        draft.spend(self.values.len())?;
        let mut occurrences = Vec::with_capacity(self.values.len());
        for (&counted, occurs) in self.values.iter().zip(&self.occurs) {
            let counted = value(counted)?;
            let (min, max) = match occurs {
                Occurs::Exactly(Item::Number(number)) if (0..=i64::from(most)).contains(number) => {
                    (times(*number), times(*number))
                }
                Occurs::In(set) if set.intervals().len() == 1 && set.intervals()[0].1 >= 0 => {
                    (times(set.intervals()[0].0), times(set.intervals()[0].1))
                }
                Occurs::Exactly(Item::Number(_)) | Occurs::In(_) => {
                    draft.clause(Vec::new())?;
                    (0, most)
                }
                Occurs::Exactly(item) => {
                    let total = draft.slot(*item)?;
                    let (scope, values) = (scope.clone(), vec![counted]);
                    draft.spend(scope.len())?;
                    draft.post(Count { scope, values, total }.into());
                    (0, most)
                }
            };
            occurrences.push(Occurrence { value: counted, min, max });
        }
        let is_idle = |own: &Occurrence| (own.min, own.max) == (0, most);
        if self.closed || !occurrences.iter().all(is_idle) {
            let closed = self.closed;
            draft.post(GlobalCardinality { scope, occurrences, closed }.into());
        }
        Ok(())
    }
}
