//! Ratings of instances: a grade of difficulty for each, with the effort of every engine.
//! `grade.rs` derives the grade from the minimum number of failures, `sentence.rs` from the steps
//! of a person, and from the number of solutions of a board.

mod csv;
mod grade;
mod json;
mod rating_row;
mod sentence;
mod steps;
mod text;
mod totals;

use rating_row::{row_of, solution_count_text};

pub use self::csv::RatingCsv;
pub use grade::{DifficultyGrade, DifficultyRating};
pub use json::RatingJson;
pub use sentence::step_words;
pub use steps::StepRater;
pub use text::{RatingText, RatingView};
pub use totals::RatingTotals;

#[cfg(test)]
mod tests;
