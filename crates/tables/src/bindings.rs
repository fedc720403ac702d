//! The combinations of values for which a rule may apply.

use super::expr::{Expr, Quantified, Test};
use super::ground::{Bound, Grounder, Truth};
use super::layout::listed;
use super::table::{Head, Output, Rule, Table};
use crate::build_error::CompileError;

/// A function that takes the values of a table's variables, and the condition under which a rule
/// then applies.
type Visit<'v> = dyn FnMut(&mut Grounder<'_>, &[i64], Truth) -> Result<(), CompileError> + 'v;

/// The parts of a rule that decide whether it applies.
pub(super) struct Conditions<'t> {
    table: &'t Table,
    /// The tests that require something, with their columns.
    tests: Vec<(&'t Head, &'t Test)>,
    /// The variables in the order in which they get values.
    order: Vec<Quantified>,
    /// For each number of variables with values: the tests whose variables then all have values.
    ready: Vec<Vec<usize>>,
    /// The values of each variable of the table.
    values: Vec<Vec<i64>>,
}

/// Adds the variables of an expression to a list.
fn add_variables(expr: &Expr, found: &mut Vec<Quantified>) {
    expr.each(&mut |part| {
        if let Expr::Variable(place) = part
            && !found.contains(place)
        {
            found.push(*place);
        }
    });
}

/// The variables of a test and its column.
fn variables_of(head: &Head, test: &Test) -> Vec<Quantified> {
    let mut found = Vec::new();
    add_variables(&head.expr(), &mut found);
    test.each(&mut |expr| add_variables(expr, &mut found));
    found
}

/// Adds the variables of a rule's output to a list.
pub(super) fn variables_of_output(head: &Head, output: &Output, found: &mut Vec<Quantified>) {
    match output {
        Output::Nothing => return,
        Output::Holds(test) => test.each(&mut |expr| add_variables(expr, found)),
        Output::Value(expr) => add_variables(expr, found),
        Output::Truth(_) => {}
    }
    add_variables(&head.expr(), found);
}

impl<'t> Conditions<'t> {
    /// Makes the conditions of a rule. Only variables that its tests mention, and those in `also`,
    /// get values: the others make no difference.
    ///
    /// # Errors
    /// Returns an error for a variable whose type has no list of values.
    pub(super) fn of(
        grounder: &Grounder<'_>,
        table: &'t Table,
        rule: &'t Rule,
        also: &[Quantified],
    ) -> Result<Self, CompileError> {
        let pairs = table.inputs.iter().zip(&rule.inputs);
        let mut tests: Vec<(&Head, &Test)> = pairs.filter(|(_, test)| !test.is_any()).collect();
        // Tests of single variables are cheapest, and exclude most combinations.
        tests.sort_by_key(|(head, test)| variables_of(head, test).len());
        let mut order = also.to_vec();
        for (head, test) in &tests {
            for place in variables_of(head, test) {
                if !order.contains(&place) {
                    order.push(place);
                }
            }
        }
        let mut ready = vec![Vec::new(); order.len() + 1];
        for (number, (head, test)) in tests.iter().enumerate() {
            let mentioned = variables_of(head, test);
            let last = order.iter().rposition(|place| mentioned.contains(place));
            ready[last.map_or(0, |place| place + 1)].push(number);
        }
        let mut values = vec![Vec::new(); table.variables.len()];
        for place in &order {
            values[place.0] = listed(grounder.glossary, table.variables[place.0].kind)?;
        }
        Ok(Conditions { table, tests, order, ready, values })
    }

    /// Calls `visit` with every combination of values for which the rule may apply, and the
    /// condition under which it does.
    ///
    /// # Errors
    /// Returns the errors of grounding, and of `visit`.
    pub(super) fn each(
        &self,
        grounder: &mut Grounder<'_>,
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
        grounder: &mut Grounder<'_>,
        depth: usize,
        values: &mut Vec<i64>,
        held: &mut Vec<Truth>,
        visit: &mut Visit<'_>,
    ) -> Result<(), CompileError> {
        grounder.step()?;
        let before = held.len();
        for &number in &self.ready[depth] {
            let (head, test) = self.tests[number];
            let bound = Bound { variables: &self.table.variables, values };
            match grounder.holds_at(head, test, &bound)? {
                Truth::Known(true) => {}
                Truth::Known(false) => {
                    held.truncate(before);
                    return Ok(());
                }
                term => held.push(term),
            }
        }
        match self.order.get(depth) {
            None => {
                let condition = grounder.and(held);
                visit(grounder, values, condition)?;
            }
            Some(place) => {
                for &value in &self.values[place.0] {
                    values[place.0] = value;
                    self.go_on(grounder, depth + 1, values, held, visit)?;
                }
            }
        }
        held.truncate(before);
        Ok(())
    }
}
