//! `precedence`: a value occurs only after the one before it.

use parallax_model::instance::InputError;
use std::sync::Arc;

use parallax_model::{Automaton, Domain, Regular, Value};
use roxmltree::Node;

use super::Rule;
use crate::assigned::Assigned;
use crate::draft::Draft;
use crate::error::PostError;
use crate::items::{Item, narrow};
use crate::parts::{Parts, flag};
use crate::reader::Reader;

/// Maximum number of transitions of the automaton.
pub(crate) const MAX_TRANSITIONS: u64 = 4_000_000;

/// Each value but the first occurs only after the one before it.
#[derive(Clone, Debug)]
pub(crate) struct Precedence {
    list: Vec<Item>,
    values: Vec<i64>,
    /// Whether the last value occurs.
    covered: bool,
}

impl Precedence {
    /// Reads the list and the values: without these, all values of the list in ascending order.
    pub(super) fn read(reader: &mut Reader<'_>, node: Node<'_, '_>) -> Result<Self, InputError> {
        let attributes = [("precedence", "covered"), ("values", "covered")];
        let parts = Parts::of(reader, node, &["list", "values"], &attributes)?;
        let list = reader.items(parts.list(reader)?)?;
        let mut covered = flag(reader, node, "covered", false)?;
        let values = match parts.maybe(reader, "values")? {
            Some(values) => {
                covered = flag(reader, values, "covered", covered)?;
                reader.numbers(values)?
            }
            None => all_values(reader, node, &list)?,
        };
        let mut sorted = values.clone();
        sorted.sort_unstable();
        if sorted.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err(reader.fault_in(node, "a value occurs twice in <values>"));
        }
        Ok(Precedence { list, values, covered })
    }
}

/// Returns the values of the variables of a list in ascending order.
fn all_values(
    reader: &mut Reader<'_>,
    node: Node<'_, '_>,
    list: &[Item],
) -> Result<Vec<i64>, InputError> {
    let mut intervals = Vec::new();
    for item in list {
        match item {
            Item::Number(number) => intervals.extend(narrow(*number).map(|value| (value, value))),
            Item::Variable(variable) => {
                let domain = &reader.variables[*variable as usize].domain;
                intervals.extend(domain.intervals());
            }
            _ => return Err(reader.fault_in(node, "expressions need <values>")),
        }
    }
    let domain = Domain::from_intervals(intervals);
    reader.spend(node.range().start, usize::try_from(domain.len()).unwrap_or(usize::MAX))?;
    Ok(domain.iter().map(i64::from).collect())
}

impl Rule for Precedence {
    fn element(&self) -> &'static str {
        "precedence"
    }

    fn holds(&self, values: &Assigned<'_>) -> Option<bool> {
        let numbers = values.numbers(&self.list)?;
        let first = |value: i64| numbers.iter().position(|&own| own == i128::from(value));
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
    fn post(&self, draft: &mut Draft<'_>) -> Result<(), PostError> {
        let scope = draft.slots(&self.list)?;
        let values: Option<Vec<Value>> = self.values.iter().map(|&v| narrow(v)).collect();
        let Some(all) = draft.union(&self.list) else {
            return Err(PostError::ListedExpression);
        };
        let Some(values) = values else {
            return Err(PostError::OtherValue);
        };
        let others = all.without(&values);
        let states = values.len() as u64 + 1;
        let count = states.saturating_mul(others.len().saturating_add(values.len() as u64));
        if count > MAX_TRANSITIONS {
            return Err(PostError::TooManyTransitions { transitions: count });
        }
        draft.spend(count as usize)?;
        let mut transitions = Vec::with_capacity(count as usize);
        for state in 0..states as u32 {
            transitions.extend(others.iter().map(|value| (state, value, state)));
            for (place, &value) in (0u32..).zip(&values) {
                match place.cmp(&state) {
                    std::cmp::Ordering::Less => transitions.push((state, value, state)),
                    std::cmp::Ordering::Equal => transitions.push((state, value, state + 1)),
                    std::cmp::Ordering::Greater => {}
                }
            }
        }
        let last = values.len() as u32;
        let finals = if self.covered { vec![last] } else { (0..=last).collect() };
        let automaton = Arc::new(Automaton::new(0, finals, transitions)?);
        draft.post(Regular { scope, automaton }.into());
        Ok(())
    }
}
