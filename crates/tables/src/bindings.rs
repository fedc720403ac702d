//! The combinations of values for which a rule may apply.

use super::expr::{CellTest, QuantifiedVariable, TableExpression};
use super::ground::{GroundTruth, TableGrounder, VariableBindings};
use super::layout::type_values;
use super::table::{ColumnHeader, OutputCell, RuleTable, TableRule};
use crate::build_error::CompileError;

/// A function that takes the values of a table's variables, and the condition under which a rule
/// then applies.
type Visit<'v> =
    dyn FnMut(&mut TableGrounder<'_>, &[i64], GroundTruth) -> Result<(), CompileError> + 'v;

/// The parts of a rule that decide whether it applies.
pub(super) struct RuleConditions<'t> {
    table: &'t RuleTable,
    /// The tests that require something, with their columns.
    tests: Vec<(&'t ColumnHeader, &'t CellTest)>,
    /// The variables in the order in which they get values.
    order: Vec<QuantifiedVariable>,
    /// For each number of variables with values: the tests whose variables then all have values.
    ready: Vec<Vec<usize>>,
    /// The values of each variable of the table.
    values: Vec<Vec<i64>>,
}

/// Adds the variables of an expression to a list.
fn add_variables(expr: &TableExpression, found: &mut Vec<QuantifiedVariable>) {
    expr.visit_parts(&mut |part| {
        if let TableExpression::Variable(variable) = part
            && !found.contains(variable)
        {
            found.push(*variable);
        }
    });
}

/// The variables of a test and its column.
fn variables_of(head: &ColumnHeader, test: &CellTest) -> Vec<QuantifiedVariable> {
    let mut found = Vec::new();
    add_variables(&head.column_expression(), &mut found);
    test.visit_expressions(&mut |expr| add_variables(expr, &mut found));
    found
}

/// Adds the variables of a rule's output to a list.
pub(super) fn variables_of_output(
    head: &ColumnHeader,
    output: &OutputCell,
    found: &mut Vec<QuantifiedVariable>,
) {
    match output {
        OutputCell::Nothing => return,
        OutputCell::Holds(test) => test.visit_expressions(&mut |expr| add_variables(expr, found)),
        OutputCell::Value(expr) => add_variables(expr, found),
        OutputCell::Truth(_) => {}
    }
    add_variables(&head.column_expression(), found);
}

impl<'t> RuleConditions<'t> {
    /// Makes the conditions of a rule. Only variables that its tests mention, and those in `also`,
    /// get values: the others make no difference.
    ///
    /// # Errors
    /// Returns an error for a variable whose type has no list of values.
    pub(super) fn for_rule(
        grounder: &TableGrounder<'_>,
        table: &'t RuleTable,
        rule: &'t TableRule,
        also: &[QuantifiedVariable],
    ) -> Result<Self, CompileError> {
        let pairs = table.inputs.iter().zip(&rule.inputs);
        let mut tests: Vec<(&ColumnHeader, &CellTest)> =
            pairs.filter(|(_, test)| !test.is_any()).collect();
        // Tests of single variables are cheapest, and exclude most combinations.
        tests.sort_by_key(|(head, test)| variables_of(head, test).len());
        let mut order = also.to_vec();
        for (head, test) in &tests {
            for variable in variables_of(head, test) {
                if !order.contains(&variable) {
                    order.push(variable);
                }
            }
        }
        let mut ready = vec![Vec::new(); order.len() + 1];
        for (number, (head, test)) in tests.iter().enumerate() {
            let mentioned = variables_of(head, test);
            // A test runs as soon as the last of its variables has a value, so that a false one
            // excludes all combinations of the variables after it. Tests without variables run
            // first.
            let last = order.iter().rposition(|variable| mentioned.contains(variable));
            ready[last.map_or(0, |variable| variable + 1)].push(number);
        }
        let mut values = vec![Vec::new(); table.variables.len()];
        for variable in &order {
            values[variable.0] = type_values(grounder.glossary, table.variables[variable.0].kind)?;
        }
        Ok(RuleConditions { table, tests, order, ready, values })
    }

    /// Calls `visit` with every combination of values for which the rule may apply, and the
    /// condition under which it does.
    ///
    /// # Errors
    /// Returns the errors of grounding, and of `visit`.
    pub(super) fn visit_bindings(
        &self,
        grounder: &mut TableGrounder<'_>,
        visit: &mut Visit<'_>,
    ) -> Result<(), CompileError> {
        let mut values = vec![0; self.table.variables.len()];
        let mut held = Vec::new();
        self.go_on(grounder, 0, &mut values, &mut held, visit)
    }

    /// Gives values to the variables from `depth` on. A table has few variables, so the recursion
    /// is shallow.
    fn go_on(
        &self,
        grounder: &mut TableGrounder<'_>,
        depth: usize,
        values: &mut Vec<i64>,
        held: &mut Vec<GroundTruth>,
        visit: &mut Visit<'_>,
    ) -> Result<(), CompileError> {
        // Bounds the total number of combinations, and polls the clock.
        grounder.count_binding()?;
        let before = held.len();
        // Tests that became ready with the latest variable. Constants decide at once; the others
        // are collected as parts of the condition.
        for &number in &self.ready[depth] {
            let (head, test) = self.tests[number];
            let bound = VariableBindings { variables: &self.table.variables, values };
            match grounder.holds_at(head, test, &bound)? {
                GroundTruth::Known(true) => {}
                GroundTruth::Known(false) => {
                    held.truncate(before);
                    return Ok(());
                }
                term => held.push(term),
            }
        }
        match self.order.get(depth) {
            None => {
                let condition = grounder.conjoin_truths(held);
                visit(grounder, values, condition)?;
            }
            Some(variable) => {
                for &value in &self.values[variable.0] {
                    values[variable.0] = value;
                    self.go_on(grounder, depth + 1, values, held, visit)?;
                }
            }
        }
        // The terms of this depth do not belong to the next value of the variable before it.
        held.truncate(before);
        Ok(())
    }
}
