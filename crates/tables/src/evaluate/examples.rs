//! Examples for people: values of a table's variables for which rules apply or do not.

use super::loops::{Loops, mentioned, tests_of};
use super::{Interpretation, Values};
use crate::expr::{Expr, Test};
use crate::glossary::Sort;
use crate::table::{Head, Rule, Table};
use parallax_model::decimal::Decimal;

impl Interpretation<'_> {
    /// Whether a rule applies for these values of its table's variables.
    #[must_use]
    pub fn applies(&self, table: &Table, rule: &Rule, values: &Values) -> bool {
        tests_of(table, rule).iter().all(|(head, test)| self.holds(table, head, test, values))
    }

    /// Whether a test of constants holds for a constant of this sort.
    #[must_use]
    pub fn allows(&self, table: &Table, constant: &Expr, sort: Sort, test: &Test) -> bool {
        self.passes(table, (constant, sort), test, &[])
    }

    /// Returns the first values of the variables of a table that `wanted` accepts.
    pub fn find(&self, table: &Table, wanted: &mut dyn FnMut(&Values) -> bool) -> Option<Vec<i64>> {
        let rules: Vec<&Rule> = table.rules.iter().collect();
        let mut order: Vec<usize> =
            (0..table.outputs.len()).flat_map(|column| mentioned(table, &rules, column)).collect();
        order.sort_unstable();
        order.dedup();
        let (mut values, mut found) = (vec![0; table.variables.len()], None);
        self.go_on(&Loops::of(table, order, &[]), 0, &mut values, &mut |values| {
            let here = wanted(values);
            if here {
                found = Some(values.to_vec());
            }
            !here
        });
        found
    }

    /// The inputs of a table that some rule tests, with their values, as text.
    #[must_use]
    pub fn inputs(&self, table: &Table, values: &Values) -> Vec<(String, String)> {
        let tested = |place: &usize| table.rules.iter().any(|rule| !rule.inputs[*place].is_any());
        let places = (0..table.inputs.len()).filter(tested);
        places
            .map(|place| {
                let name = table.headers[place].clone();
                (name, self.word(table, &table.inputs[place], values))
            })
            .collect()
    }

    /// The value of a column as text.
    fn word(&self, table: &Table, head: &Head, values: &Values) -> String {
        let glossary = self.glossary();
        match head {
            Head::Variable(place) => {
                let kind = table.variables[place.0].kind;
                glossary.word(kind, values[place.0], glossary.digits(kind))
            }
            Head::Term(typed) if typed.sort == Sort::Truth => {
                let truth = self.truth(table, &typed.expr, values);
                if truth { "Yes".into() } else { "No".into() }
            }
            Head::Term(typed) => match (self.worth(table, &typed.expr, values), typed.sort) {
                (Some(worth), Sort::Name(kind)) => {
                    glossary.word(kind, i64::try_from(worth.units).unwrap_or(0), 0)
                }
                (Some(worth), _) => match i64::try_from(worth.units) {
                    Ok(units) => Decimal { units, digits: worth.digits }.to_string(),
                    Err(_) => format!("{} * 10^-{}", worth.units, worth.digits),
                },
                (None, _) => "undefined".into(),
            },
        }
    }
}
