//! `precedence`: a value occurs only after the one before it.

use parallax_instance::InputError;
use std::sync::Arc;

use parallax_model::{DeterministicAutomaton, Domain, Regular, Value};
use roxmltree::Node;

use super::ConstraintRule;
use crate::assigned::Xcsp3Assignment;
use crate::draft::Xcsp3ModelDraft;
use crate::element_parts::{ElementParts, flag_attribute};
use crate::error::Xcsp3PostError;
use crate::items::{ListItem, narrow_value};
use crate::reader::Xcsp3Reader;

/// Maximum number of transitions of the automaton.
pub(crate) const MAX_TRANSITIONS: u64 = 4_000_000;

/// Each value but the first occurs only after the one before it.
#[derive(Clone, Debug)]
pub(crate) struct Xcsp3Precedence {
    list: Vec<ListItem>,
    values: Vec<i64>,
    /// Whether the last value occurs.
    covered: bool,
}

impl Xcsp3Precedence {
    /// Reads the list and the values: without these, all values of the list in ascending order.
    pub(super) fn read(
        reader: &mut Xcsp3Reader<'_>,
        node: Node<'_, '_>,
    ) -> Result<Self, InputError> {
        let attributes = [("precedence", "covered"), ("values", "covered")];
        let parts = ElementParts::from_node(reader, node, &["list", "values"], &attributes)?;
        let list = reader.read_items(parts.list_part(reader)?)?;
        // The attribute may be on either element.
        let mut covered = flag_attribute(reader, node, "covered", false)?;
        let values = match parts.optional_part(reader, "values")? {
            Some(values) => {
                covered = flag_attribute(reader, values, "covered", covered)?;
                reader.read_numbers(values)?
            }
            None => all_values(reader, node, &list)?,
        };
        let mut sorted = values.clone();
        sorted.sort_unstable();
        if sorted.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err(reader.fault_in(node, "a value occurs twice in <values>"));
        }
        Ok(Xcsp3Precedence { list, values, covered })
    }
}

/// Returns the values of the variables of a list in ascending order.
fn all_values(
    reader: &mut Xcsp3Reader<'_>,
    node: Node<'_, '_>,
    list: &[ListItem],
) -> Result<Vec<i64>, InputError> {
    let mut intervals = Vec::new();
    for item in list {
        match item {
            ListItem::Number(number) => {
                intervals.extend(narrow_value(*number).map(|value| (value, value)));
            }
            ListItem::Variable(variable) => {
                let domain = &reader.variables[*variable as usize].domain;
                intervals.extend(domain.intervals());
            }
            _ => return Err(reader.fault_in(node, "expressions need <values>")),
        }
    }
    let domain = Domain::from_intervals(intervals);
    reader.spend_pieces(node.range().start, usize::try_from(domain.len()).unwrap_or(usize::MAX))?;
    Ok(domain.iter().map(i64::from).collect())
}

impl ConstraintRule for Xcsp3Precedence {
    fn element_name(&self) -> &'static str {
        "precedence"
    }

    fn holds_for(&self, values: &Xcsp3Assignment<'_>) -> Option<bool> {
        let numbers = values.item_values(&self.list)?;
        let first = |value: i64| numbers.iter().position(|&number| number == i128::from(value));
        let in_order = self.values.windows(2).all(|pair| match (first(pair[0]), first(pair[1])) {
            (_, None) => true,
            (Some(before), Some(after)) => before < after,
            (None, Some(_)) => false,
        });
        let last = self.values.last();
        let is_covered = last.is_none_or(|&last| first(last).is_some());
        Some(in_order && (is_covered || !self.covered))
    }

    /// Posts an automaton whose state is the number of values that have occurred.
    fn post_rule(&self, draft: &mut Xcsp3ModelDraft<'_>) -> Result<(), Xcsp3PostError> {
        let scope = draft.item_slots(&self.list)?;
        let values: Option<Vec<Value>> = self.values.iter().map(|&v| narrow_value(v)).collect();
        let Some(all) = draft.union_domain(&self.list) else {
            return Err(Xcsp3PostError::ListedExpression);
        };
        let Some(values) = values else {
            return Err(Xcsp3PostError::OtherValue);
        };
        // Values that are not listed may occur anywhere.
        let others = all.without_values(&values);
        let states = values.len() as u64 + 1;
        let count = states.saturating_mul(others.len().saturating_add(values.len() as u64));
        if count > MAX_TRANSITIONS {
            return Err(Xcsp3PostError::TooManyTransitions { transitions: count });
        }
        draft.spend_pieces(count as usize)?;
        let mut transitions = Vec::with_capacity(count as usize);
        // In state s, the first s values have occurred. The next one leads to state s + 1, earlier
        // ones change nothing, and later ones have no transition.
        for state in 0..states as u32 {
            transitions.extend(others.iter().map(|value| (state, value, state)));
            for (index, &value) in (0u32..).zip(&values) {
                match index.cmp(&state) {
                    std::cmp::Ordering::Less => transitions.push((state, value, state)),
                    std::cmp::Ordering::Equal => transitions.push((state, value, state + 1)),
                    std::cmp::Ordering::Greater => {}
                }
            }
        }
        let last = values.len() as u32;
        let finals = if self.covered { vec![last] } else { (0..=last).collect() };
        let automaton = Arc::new(DeterministicAutomaton::new(0, finals, transitions)?);
        draft.post_constraint(Regular { scope, automaton }.into());
        Ok(())
    }
}
