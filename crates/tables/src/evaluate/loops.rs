//! Loops over the variables of a table.

use crate::bindings::variables_of_output;
use crate::expr::Test;
use crate::table::{Head, Output, Rule, Table};

/// The variables of a table in the order in which they get values, and for each number of variables
/// with values the tests whose variables then all have values.
pub(super) struct Loops<'t> {
    pub table: &'t Table,
    pub order: Vec<usize>,
    pub ready: Vec<Vec<(&'t Head, &'t Test)>>,
}

impl<'t> Loops<'t> {
    pub(super) fn of(table: &'t Table, order: Vec<usize>, tests: &[(&'t Head, &'t Test)]) -> Self {
        let mut ready = vec![Vec::new(); order.len() + 1];
        for &(head, test) in tests {
            let mut used = Vec::new();
            variables_of_output(head, &Output::Holds(test.clone()), &mut used);
            let last = order.iter().rposition(|place| used.iter().any(|used| used.0 == *place));
            ready[last.map_or(0, |place| place + 1)].push((head, test));
        }
        Loops { table, order, ready }
    }
}

/// The tests of a rule that require something.
pub(super) fn tests_of<'t>(table: &'t Table, rule: &'t Rule) -> Vec<(&'t Head, &'t Test)> {
    table.inputs.iter().zip(&rule.inputs).filter(|(_, test)| !test.is_any()).collect()
}

/// Returns the variables that rules mention in their tests, and the first ones in an output; for a
/// table that collects, those of all inputs.
pub(super) fn mentioned(table: &Table, rules: &[&Rule], column: usize) -> Vec<usize> {
    let mut found = Vec::new();
    for rule in rules {
        for (head, test) in tests_of(table, rule) {
            variables_of_output(head, &Output::Holds(test.clone()), &mut found);
        }
    }
    variables_of_output(&table.outputs[column], &rules[0].outputs[column], &mut found);
    let mut places: Vec<usize> = found.iter().map(|place| place.0).collect();
    if table.policy.collects() {
        places.extend(table.inputs.iter().filter_map(|head| match head {
            Head::Variable(place) => Some(place.0),
            Head::Term(_) => None,
        }));
    }
    places.sort_unstable();
    places.dedup();
    places
}
