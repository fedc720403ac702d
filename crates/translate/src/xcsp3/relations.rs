//! Conditions, sums and tables.

use std::fmt::Write as _;

use parallax_model::engine_api::PreparationError;
use parallax_model::{ComparisonOperator, Linear, Table, Value};

use super::{Xcsp3Translation, join_names, join_numbers, merge_terms, variable_places};

/// Returns the operator of a relation.
pub(super) fn operator_text(relation: ComparisonOperator) -> &'static str {
    match relation {
        ComparisonOperator::Eq => "eq",
        ComparisonOperator::Ne => "ne",
        ComparisonOperator::Le => "le",
        ComparisonOperator::Lt => "lt",
        ComparisonOperator::Ge => "ge",
        ComparisonOperator::Gt => "gt",
    }
}

impl Xcsp3Translation {
    pub(super) fn write_linear(&mut self, c: &Linear) -> Result<(), PreparationError> {
        let terms = merge_terms(&c.terms)?;
        if terms.is_empty() {
            return if c.relation.holds_between(0, c.constant) {
                Ok(())
            } else {
                self.write_contradiction()
            };
        }
        self.add_element(format!(
            "<sum> <list> {}</list> <coeffs> {}</coeffs> <condition> ({},{}) </condition> </sum>",
            join_names(terms.iter().map(|term| term.1)),
            join_numbers(terms.iter().map(|term| term.0)),
            operator_text(c.relation),
            c.constant
        ))
    }

    pub(super) fn model_table(&mut self, c: &Table) -> Result<(), PreparationError> {
        let scope: Vec<usize> = variable_places(&c.scope).collect();
        self.write_table(&scope, &c.tuples, c.forbidden)
    }

    /// Writes a table. A variable that has two columns keeps the first: rows in which they differ
    /// are those of no assignment.
    pub(super) fn write_table(
        &mut self,
        scope: &[usize],
        tuples: &[Vec<Value>],
        forbidden: bool,
    ) -> Result<(), PreparationError> {
        // Repeated columns must agree with the first one and are then dropped.
        let first = |place: &usize| scope.iter().position(|other| other == place);
        let firsts: Vec<usize> = scope.iter().filter_map(first).collect();
        let columns: Vec<usize> = (0..scope.len()).filter(|&i| firsts[i] == i).collect();
        let mut rows: Vec<Vec<Value>> = tuples
            .iter()
            .filter(|row| (0..scope.len()).all(|i| row[i] == row[firsts[i]]))
            .map(|row| columns.iter().map(|&i| row[i]).collect())
            .collect();
        rows.sort_unstable();
        rows.dedup();
        if rows.is_empty() {
            return if forbidden { Ok(()) } else { self.write_contradiction() };
        }
        if columns.is_empty() {
            return if forbidden { self.write_contradiction() } else { Ok(()) };
        }
        let mut text = String::new();
        for row in &rows {
            let cells: Vec<String> = row.iter().map(Value::to_string).collect();
            let _ = match columns.len() {
                // XCSP3 writes rows of one value without brackets.
                1 => write!(text, "{} ", cells.join("")),
                _ => write!(text, "({})", cells.join(",")),
            };
        }
        let word = if forbidden { "conflicts" } else { "supports" };
        let list = join_names(columns.iter().map(|&i| scope[i]));
        self.add_element(format!(
            "<extension> <list> {list}</list> <{word}> {text}</{word}> </extension>"
        ))
    }
}
