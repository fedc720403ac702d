//! Chooses the encoding of a table.

use super::rows::TableRows;
use crate::{ClauseEncoder, EncodeError, IntEncoding, IntId, TableKind, clause_draft::ClauseDraft};

impl ClauseEncoder {
    /// Requires that the values of the integers form one of the rows (`positive`), or none of them.
    ///
    /// `rows` holds the rows one after the other, each as long as the scope. An empty scope has
    /// no rows, so a positive table over it is a contradiction.
    ///
    /// A positive table uses the encoding in [`TableKind`], a negative one a clause for each
    /// row.
    ///
    /// # Errors
    /// [`EncodeError::Unsupported`] if the length of `rows` is not a multiple of the scope's;
    /// [`EncodeError::TooLarge`] if the encoding by support would forbid more combinations than
    /// the options allow.
    pub fn require_table(
        &mut self,
        scope: &[IntId],
        rows: &[i32],
        positive: bool,
    ) -> Result<(), EncodeError> {
        let whole = rows.len().is_multiple_of(scope.len().max(1));
        if !whole || (scope.is_empty() && !rows.is_empty()) {
            let why = format!("{} values do not form rows of {}", rows.len(), scope.len());
            return Err(EncodeError::Unsupported(why));
        }
        let table = TableRows::new(&mut self.formula, &self.ints, scope, rows)?;
        let kind = match (self.options.tables, table.scope.len()) {
            (TableKind::Auto, 0..=2) => TableKind::Support,
            (TableKind::Auto, _) => TableKind::Tuples,
            (kind, _) => kind,
        };
        self.formula.note_encoding("table", if positive { kind.name() } else { "forbidden" });
        if positive && table.scope.len() > 1 {
            self.make_values(&table.scope)?;
        }
        match (table.scope.as_slice(), kind) {
            _ if !positive => self.forbid_rows(&table),
            _ if table.is_empty() => self.require_truth(false),
            // One column needs no auxiliary literals: a value without a row is removed.
            (&[x], _) => {
                let rows = table.by_place(0, self.domain_size(x)).into_iter().enumerate();
                let mut without = rows.filter(|(_, rows)| rows.is_empty());
                without.try_for_each(|(place, _)| self.remove_value(x, place))
            }
            (_, TableKind::Support) => self.table_by_support(&table),
            (_, TableKind::Mdd) => self.table_by_diagram(&table),
            _ => self.table_by_tuples(&table),
        }
    }

    /// Makes the literals of the values of order-encoded integers. Two bounds together imply that a
    /// value is taken, but only its own literal can exclude it, and the rows need that.
    pub(crate) fn make_values(&mut self, scope: &[IntId]) -> Result<(), EncodeError> {
        if self.options.integers == IntEncoding::Order {
            for &x in scope {
                (0..self.domain_size(x)).try_for_each(|place| self.eq_at(x, place).map(drop))?;
            }
        }
        Ok(())
    }

    fn forbid_rows(&mut self, table: &TableRows) -> Result<(), EncodeError> {
        let mut draft = ClauseDraft::default();
        for row in table.iter() {
            draft.start_clause();
            for (&x, &place) in table.scope.iter().zip(row) {
                draft.or_ne(&self.ints, x, place as usize);
            }
            self.formula.add_draft(&draft)?;
        }
        Ok(())
    }
}
