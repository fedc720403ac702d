//! One row of ratings.

use parallax_compare::{InstanceComparison, Row};

use super::grade;

/// Returns the row of an engine, if it has one.
pub(super) fn row_of<'c>(compared: &'c InstanceComparison, engine: &str) -> Option<&'c Row> {
    compared.rows.iter().find(|row| row.engine == engine)
}

/// Returns the number of solutions that the engines that finished found, with a plus if there may
/// be more.
pub(super) fn solution_count_text(compared: &InstanceComparison) -> String {
    compared
        .rows
        .iter()
        .find(|row| grade::finished_correctly(row))
        .map(crate::count_text)
        .unwrap_or_default()
}
