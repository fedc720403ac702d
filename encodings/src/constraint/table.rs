//! Positive and negative tables.

use rustsat::types::Lit;

use super::rows::Rows;
use crate::{EncodeError, Encoder, IntId, draft::Draft};

impl Encoder {
    /// The values of the integers are one of the rows (`positive`), or none of them.
    ///
    /// `rows` holds the rows one after the other, each as long as the scope; a scope without
    /// integers has no rows, so a positive table over it is a contradiction.
    ///
    /// A positive table of two integers becomes support clauses alone (Gent 2002). A longer one
    /// has a literal for each row, which implies the row's values, and for each value a clause
    /// that one of its rows is true (Bacchus 2007); so unit propagation removes every value
    /// without a row left. A negative table is a clause for each row.
    ///
    /// # Errors
    /// [`EncodeError::Unsupported`] if `rows` cannot be cut into rows as long as the scope.
    pub fn table(
        &mut self,
        scope: &[IntId],
        rows: &[i32],
        positive: bool,
    ) -> Result<(), EncodeError> {
        let whole = rows.len().is_multiple_of(scope.len().max(1));
        if !whole || (scope.is_empty() && !rows.is_empty()) {
            let why = format!("{} values are no rows of {}", rows.len(), scope.len());
            return Err(EncodeError::Unsupported(why));
        }
        let table = Rows::new(&mut self.formula, &self.ints, scope, rows)?;
        match (positive, table.scope.len()) {
            (false, _) => self.formula.note("table", "forbidden"),
            (true, 0..=2) => self.formula.note("table", "support"),
            (true, _) => self.formula.note("table", "tuples"),
        }
        match (positive, table.scope.as_slice()) {
            (false, _) => self.forbid_rows(&table),
            (true, _) if table.is_empty() => self.require(false),
            (true, &[x]) => {
                let rows = table.by_place(0, self.size(x)).into_iter().enumerate();
                let mut without = rows.filter(|(_, rows)| rows.is_empty());
                without.try_for_each(|(place, _)| self.remove(x, place))
            }
            (true, &[x, y]) => {
                self.binary_support(&table, (x, 0), (y, 1))?;
                self.binary_support(&table, (y, 1), (x, 0))
            }
            (true, _) => self.row_literals(&table),
        }
    }

    fn forbid_rows(&mut self, table: &Rows) -> Result<(), EncodeError> {
        let mut draft = Draft::default();
        for row in table.iter() {
            draft.start();
            for (&x, &place) in table.scope.iter().zip(row) {
                draft.or_ne(&self.ints, x, place as usize);
            }
            self.formula.add_draft(&draft)?;
        }
        Ok(())
    }

    /// For each value of `x`, that `y` has one of the values it goes with.
    fn binary_support(
        &mut self,
        table: &Rows,
        (x, x_column): (IntId, usize),
        (y, y_column): (IntId, usize),
    ) -> Result<(), EncodeError> {
        let mut draft = Draft::default();
        for (place, rows) in table.by_place(x_column, self.size(x)).into_iter().enumerate() {
            if rows.len() == self.size(y) {
                continue;
            }
            draft.start().or_ne(&self.ints, x, place);
            for index in rows {
                let partner = table.row(index)[y_column];
                draft.or(self.eq_at(y, partner as usize)?);
            }
            self.formula.add_draft(&draft)?;
        }
        Ok(())
    }

    fn row_literals(&mut self, table: &Rows) -> Result<(), EncodeError> {
        let two_way = self.options.keep_counts;
        let mut literals = Vec::with_capacity(table.iter().len());
        for row in table.iter() {
            let lit = self.formula.new_auxiliary()?;
            literals.push(lit);
            let mut whole = Draft::default();
            whole.or(lit);
            for (&x, &place) in table.scope.iter().zip(row) {
                self.row_implies(lit, x, place as usize)?;
                whole.or_ne(&self.ints, x, place as usize);
            }
            if two_way {
                self.formula.define_draft(&whole)?;
            }
        }
        let mut draft = Draft::default();
        for (column, &x) in table.scope.iter().enumerate() {
            for (place, rows) in table.by_place(column, self.size(x)).into_iter().enumerate() {
                draft.start().or_ne(&self.ints, x, place);
                for index in rows {
                    draft.or(literals[index]);
                }
                self.formula.add_draft(&draft)?;
            }
        }
        Ok(())
    }

    /// A row's literal implies a value of the row. If counts are kept this is a definition, else
    /// it is part of the constraint.
    fn row_implies(&mut self, row: Lit, x: IntId, place: usize) -> Result<(), EncodeError> {
        let mut cube = Vec::new();
        self.ints.push_eq_at(x, place, &mut cube);
        for lit in cube {
            if self.options.keep_counts {
                self.formula.add_definition(&[!row, lit])?;
            } else {
                self.formula.add(&[!row, lit])?;
            }
        }
        Ok(())
    }
}
