//! Loops over the variables of a table.

use crate::bindings::variables_of_output;
use crate::expr::CellTest;
use crate::table::{ColumnHeader, OutputCell, RuleTable, TableRule};

/// The variables of a table in the order in which they get values, and for each number of variables
/// with values the tests whose variables then all have values.
pub(super) struct VariableLoops<'t> {
    pub table: &'t RuleTable,
    pub order: Vec<usize>,
    pub ready: Vec<Vec<(&'t ColumnHeader, &'t CellTest)>>,
}

impl<'t> VariableLoops<'t> {
    pub(super) fn for_table(
        table: &'t RuleTable,
        order: Vec<usize>,
        tests: &[(&'t ColumnHeader, &'t CellTest)],
    ) -> Self {
        // A test is checked as soon as the last of its variables has a value.
        let mut ready = vec![Vec::new(); order.len() + 1];
        for &(head, test) in tests {
            let mut used = Vec::new();
            variables_of_output(head, &OutputCell::Holds(test.clone()), &mut used);
            let last = order.iter().rposition(|index| used.iter().any(|used| used.0 == *index));
            ready[last.map_or(0, |index| index + 1)].push((head, test));
        }
        VariableLoops { table, order, ready }
    }
}

/// The tests of a rule that require something.
pub(super) fn tests_of<'t>(
    table: &'t RuleTable,
    rule: &'t TableRule,
) -> Vec<(&'t ColumnHeader, &'t CellTest)> {
    table.inputs.iter().zip(&rule.inputs).filter(|(_, test)| !test.is_any()).collect()
}

/// Returns the variables that rules mention in their tests, and the first ones in an output; for a
/// table that collects, the variables of all inputs.
pub(super) fn mentioned_variables(
    table: &RuleTable,
    rules: &[&TableRule],
    column: usize,
) -> Vec<usize> {
    let mut found = Vec::new();
    for rule in rules {
        for (head, test) in tests_of(table, rule) {
            variables_of_output(head, &OutputCell::Holds(test.clone()), &mut found);
        }
    }
    variables_of_output(&table.outputs[column], &rules[0].outputs[column], &mut found);
    let mut places: Vec<usize> = found.iter().map(|variable| variable.0).collect();
    if table.policy.collects_values() {
        places.extend(table.inputs.iter().filter_map(|head| match head {
            ColumnHeader::Variable(variable) => Some(variable.0),
            ColumnHeader::Term(_) => None,
        }));
    }
    places.sort_unstable();
    places.dedup();
    places
}
