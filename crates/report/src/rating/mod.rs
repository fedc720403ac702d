//! Ratings of instances: a grade of difficulty for each, with the effort of every engine.
//! `grade.rs` derives the grade from the minimum number of failures, `sentence.rs` from the steps of
//! a person, and from the number of solutions of a board.

mod csv;
mod grade;
mod json;
mod sentence;
mod steps;
mod text;
mod totals;

pub use self::csv::RatingCsv;
pub use grade::{Grade, Rating};
pub use json::RatingJson;
pub use sentence::step_words;
pub use steps::Steps;
pub use text::{RatingText, RatingView};
pub use totals::Totals;

use parallax_compare::{Compared, Row};

/// Returns the row of an engine, if it has one.
fn row_of<'c>(compared: &'c Compared, engine: &str) -> Option<&'c Row> {
    compared.rows.iter().find(|row| row.engine == engine)
}

/// Returns the number of solutions that the engines that finished found, with a plus if there may
/// be more.
fn solutions(compared: &Compared) -> String {
    compared.rows.iter().find(|row| grade::finished(row)).map(super::count).unwrap_or_default()
}

#[cfg(test)]
mod tests;
