//! One row of ratings.

use parallax_compare::{Compared, Row};

use super::grade;

/// Returns the row of an engine, if it has one.
pub(super) fn row_of<'c>(compared: &'c Compared, engine: &str) -> Option<&'c Row> {
    compared.rows.iter().find(|row| row.engine == engine)
}

/// Returns the number of solutions that the engines that finished found, with a plus if there may
/// be more.
pub(super) fn solutions(compared: &Compared) -> String {
    compared.rows.iter().find(|row| grade::finished(row)).map(crate::count).unwrap_or_default()
}
