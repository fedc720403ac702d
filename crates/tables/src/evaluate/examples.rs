//! Examples for people: values of a table's variables for which rules apply or do not.

use super::loops::{VariableLoops, mentioned_variables, tests_of};
use super::{TableInterpretation, Values};
use crate::expr::{CellTest, TableExpression};
use crate::glossary::ValueSort;
use crate::table::{ColumnHeader, RuleTable, TableRule};
use parallax_model::decimal::DecimalNumber;

impl TableInterpretation<'_> {
    /// Whether a rule applies for these values of its table's variables.
    #[must_use]
    pub fn rule_applies(&self, table: &RuleTable, rule: &TableRule, values: &Values) -> bool {
        tests_of(table, rule).iter().all(|(head, test)| self.test_holds(table, head, test, values))
    }

    /// Whether a test of constants holds for a constant of this sort.
    #[must_use]
    pub fn test_allows(
        &self,
        table: &RuleTable,
        constant: &TableExpression,
        sort: ValueSort,
        test: &CellTest,
    ) -> bool {
        self.passes_test(table, (constant, sort), test, &[])
    }

    /// Returns the first values of the variables of a table that `wanted` accepts.
    pub fn find_values(
        &self,
        table: &RuleTable,
        wanted: &mut dyn FnMut(&Values) -> bool,
    ) -> Option<Vec<i64>> {
        let rules: Vec<&TableRule> = table.rules.iter().collect();
        // A question may be about any output, so the variables of all outputs get values.
        let mut order: Vec<usize> = (0..table.outputs.len())
            .flat_map(|column| mentioned_variables(table, &rules, column))
            .collect();
        order.sort_unstable();
        order.dedup();
        let (mut values, mut found) = (vec![0; table.variables.len()], None);
        self.go_on(&VariableLoops::for_table(table, order, &[]), 0, &mut values, &mut |values| {
            let accepted = wanted(values);
            if accepted {
                found = Some(values.to_vec());
            }
            !accepted
        });
        found
    }

    /// The inputs of a table that some rule tests, with their values, as text.
    #[must_use]
    pub fn tested_inputs(&self, table: &RuleTable, values: &Values) -> Vec<(String, String)> {
        let tested = |place: &usize| table.rules.iter().any(|rule| !rule.inputs[*place].is_any());
        let places = (0..table.inputs.len()).filter(tested);
        places
            .map(|place| {
                let name = table.headers[place].clone();
                (name, self.column_text(table, &table.inputs[place], values))
            })
            .collect()
    }

    /// The value of a column as text.
    fn column_text(&self, table: &RuleTable, head: &ColumnHeader, values: &Values) -> String {
        let glossary = self.glossary();
        match head {
            ColumnHeader::Variable(variable) => {
                let kind = table.variables[variable.0].kind;
                glossary.value_text(kind, values[variable.0], glossary.type_digits(kind))
            }
            ColumnHeader::Term(typed) if typed.sort == ValueSort::Truth => {
                let truth = self.expression_truth(table, &typed.expr, values);
                if truth { "Yes".into() } else { "No".into() }
            }
            ColumnHeader::Term(typed) => {
                match (self.expression_value(table, &typed.expr, values), typed.sort) {
                    (Some(worth), ValueSort::Name(kind)) => {
                        // The number of a name has no decimal places.
                        glossary.value_text(kind, i64::try_from(worth.units).unwrap_or(0), 0)
                    }
                    (Some(worth), _) => match i64::try_from(worth.units) {
                        Ok(units) => DecimalNumber { units, digits: worth.digits }.to_string(),
                        Err(_) => format!("{} * 10^-{}", worth.units, worth.digits),
                    },
                    (None, _) => "undefined".into(),
                }
            }
        }
    }
}
