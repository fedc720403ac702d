//! Conditions, sums and tables.

use std::fmt::Write as _;

use parallax_model::ask::Refusal;
use parallax_model::{Linear, Relation, Table, Value};

use super::{Xcsp3, merged, names, numbers, places};

/// Returns the operator of a relation.
pub(super) fn operator(relation: Relation) -> &'static str {
    match relation {
        Relation::Eq => "eq",
        Relation::Ne => "ne",
        Relation::Le => "le",
        Relation::Lt => "lt",
        Relation::Ge => "ge",
        Relation::Gt => "gt",
    }
}

impl Xcsp3 {
    pub(super) fn linear(&mut self, c: &Linear) -> Result<(), Refusal> {
        let terms = merged(&c.terms)?;
        if terms.is_empty() {
            return if c.relation.holds(0, c.constant) { Ok(()) } else { self.falsum() };
        }
        self.element(format!(
            "<sum> <list> {}</list> <coeffs> {}</coeffs> <condition> ({},{}) </condition> </sum>",
            names(terms.iter().map(|term| term.1)),
            numbers(terms.iter().map(|term| term.0)),
            operator(c.relation),
            c.constant
        ))
    }

    pub(super) fn model_table(&mut self, c: &Table) -> Result<(), Refusal> {
        let scope: Vec<usize> = places(&c.scope).collect();
        self.table(&scope, &c.tuples, c.forbidden)
    }

    /// Writes a table. A variable that has two columns keeps the first: rows in which they differ
    /// are those of no assignment.
    pub(super) fn table(
        &mut self,
        scope: &[usize],
        tuples: &[Vec<Value>],
        forbidden: bool,
    ) -> Result<(), Refusal> {
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
            return if forbidden { Ok(()) } else { self.falsum() };
        }
        if columns.is_empty() {
            return if forbidden { self.falsum() } else { Ok(()) };
        }
        let mut text = String::new();
        for row in &rows {
            let cells: Vec<String> = row.iter().map(Value::to_string).collect();
            let _ = match columns.len() {
                1 => write!(text, "{} ", cells.join("")),
                _ => write!(text, "({})", cells.join(",")),
            };
        }
        let word = if forbidden { "conflicts" } else { "supports" };
        let list = names(columns.iter().map(|&i| scope[i]));
        self.element(format!(
            "<extension> <list> {list}</list> <{word}> {text}</{word}> </extension>"
        ))
    }
}
