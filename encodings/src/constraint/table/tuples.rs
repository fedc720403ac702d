//! A positive table by a literal for each row.

use rustsat::types::Lit;

use super::rows::TableRows;
use crate::{ClauseEncoder, EncodeError, IntId, clause_draft::ClauseDraft};

impl ClauseEncoder {
    /// Makes a literal for each row, which implies its values, and each value implies one of its
    /// rows (Bacchus 2007); so unit propagation removes every value that has lost all its rows.
    pub(super) fn table_by_tuples(&mut self, table: &TableRows) -> Result<(), EncodeError> {
        let two_way = self.options.keep_counts;
        let mut literals = Vec::with_capacity(table.iter().len());
        for row in table.iter() {
            let lit = self.formula.new_auxiliary()?;
            literals.push(lit);
            // The converse of the implications below: the values of a row imply its literal, which
            // makes the literal a function of them.
            let mut whole = ClauseDraft::default();
            whole.or_literal(lit);
            for (&x, &place) in table.scope.iter().zip(row) {
                self.row_implies(lit, x, place as usize)?;
                whole.or_ne(&self.ints, x, place as usize);
            }
            if two_way {
                self.formula.define_draft(&whole)?;
            }
        }
        let mut draft = ClauseDraft::default();
        for (column, &x) in table.scope.iter().enumerate() {
            for (place, rows) in table.by_place(column, self.domain_size(x)).into_iter().enumerate()
            {
                draft.start_clause().or_ne(&self.ints, x, place);
                for index in rows {
                    draft.or_literal(literals[index]);
                }
                self.formula.add_draft(&draft)?;
            }
        }
        Ok(())
    }

    /// Adds that the literal of a row implies a value of the row: a definition if counts are kept,
    /// otherwise part of the constraint.
    fn row_implies(&mut self, row: Lit, x: IntId, place: usize) -> Result<(), EncodeError> {
        let mut cube = Vec::new();
        self.ints.push_eq_at(x, place, &mut cube);
        for lit in cube {
            if self.options.keep_counts {
                self.formula.add_definition(&[!row, lit])?;
            } else {
                self.formula.add_clause(&[!row, lit])?;
            }
        }
        Ok(())
    }
}
