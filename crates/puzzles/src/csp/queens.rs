//! N queens on a board of N by N squares, none of which attacks another.

use std::fmt;
use std::str::FromStr;

use parallax_model::{
    AllDifferent, Compare, ComparisonOperator, Constraint, Domain, Model, ModelError, Value, VarId,
};

use crate::errors::GeneratorNameError;
use crate::name::parse_number;

/// Maximum number of queens.
const MAX_QUEENS: usize = 1000;

const QUEENS_EXAMPLE: &str = "queens:8";

/// N queens: one in each column, and no two in a row or a diagonal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueensProblem {
    /// The number of queens, of columns and of rows.
    pub queens: usize,
}

impl QueensProblem {
    /// Builds the model: a shown variable for each column, whose value is the row of its queen, and
    /// two hidden variables for the diagonals of that queen. The rows are all different, and so are
    /// the diagonals of either direction.
    ///
    /// Three constraints that see all queens and a comparison for each hidden
    /// variable grow with N squared in every encoding. Comparing each pair of queens
    /// instead needs N squared constraints, and N cubed clauses.
    ///
    /// # Errors
    /// Returns an error if there are no queens, or too many.
    pub fn build_model(&self) -> Result<Model, ModelError> {
        let n = self.queens;
        if !(1..=MAX_QUEENS).contains(&n) {
            return Err(ModelError::new(format!(
                "{n} queens; expected 1 to {MAX_QUEENS} (queens:N)"
            )));
        }
        let mut model = Model::new(self.to_string());
        let last = n as Value;
        let rows = (1..=last)
            .map(|column| model.add_shown(format!("q{column}"), Domain::from_range(1, last)))
            .collect::<Result<Vec<VarId>, _>>()?;
        post_different_classes(&mut model, "rows", rows.clone())?;
        // On a rising diagonal, row minus column is the same; on a falling one, row plus column.
        for (name, label, sign) in
            [("rising", "rising diagonals", -1), ("falling", "falling diagonals", 1)]
        {
            let mut diagonals = Vec::with_capacity(n);
            for (&row, column) in rows.iter().zip(1..) {
                let offset: Value = sign * column;
                // The rows from 1 to N, shifted to diagonals: e.g. column 3 of 8 queens has the
                // rising diagonals -2 to 5.
                let domain = Domain::from_range(1 + offset, last + offset);
                let diagonal = model.add_hidden(format!("{name}{column}"), domain)?;
                let offset = offset.into();
                let same = Compare {
                    left: diagonal,
                    relation: ComparisonOperator::Eq,
                    right: row,
                    offset,
                };
                model.post(format!("{name} diagonal {column}"), Constraint::Compare(same))?;
                diagonals.push(diagonal);
            }
            post_different_classes(&mut model, label, diagonals)?;
        }
        Ok(model)
    }
}

fn post_different_classes(
    model: &mut Model,
    label: &str,
    scope: Vec<VarId>,
) -> Result<(), ModelError> {
    model.post(label, Constraint::AllDifferent(AllDifferent { scope }))
}

impl fmt::Display for QueensProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "queens:{}", self.queens)
    }
}

impl FromStr for QueensProblem {
    type Err = GeneratorNameError;

    /// Parses the text after `queens:`.
    fn from_str(text: &str) -> Result<Self, GeneratorNameError> {
        if text.contains('@') {
            return Err(GeneratorNameError::QueensSeed {
                text: text.to_owned(),
                example: QUEENS_EXAMPLE,
            });
        }
        Ok(QueensProblem { queens: parse_number(text, "a number of queens", QUEENS_EXAMPLE)? })
    }
}
