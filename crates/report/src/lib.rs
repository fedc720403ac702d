//! Formats of results for people and programs: text, JSON, CSV, Markdown.
//!
//! Rows, verdicts, explanations and records go in; text comes out. Reports only read results and
//! compute no answers; every format is a [`ResultReporter`] that receives results as they arrive.
//! [`results`] reports on stored experiments, with statistics of run times. [`search_trace`] shows
//! the steps of an engine, [`hint`] the steps of a person, and [`worksheet`] puzzles on paper.
//!
//! Common changes: a member of JSON or a column of CSV (with `docs/reference/results.md`, and
//! another `schema` if its meaning changes); a format, which is a [`ResultReporter`] in a file of
//! its own.

mod columns;
mod competition;
mod csv;
mod differences;
mod fastest;
mod folder;
pub mod hint;
mod instance_explanation;
mod json;
mod json_summary;
pub mod latex;
pub mod layout;
mod marked_cells;
mod outcome;
mod overview;
mod rating;
mod report_interface;
pub mod results;
pub mod search_trace;
mod sheet;
mod solution_reporter;
mod streamed_solutions;
mod structures;
mod suite;
mod summary;
mod table;
#[cfg(test)]
mod test_rows;
mod text;
mod viewpoints;
pub mod worksheet;

pub use report_interface::ResultReporter;
use report_interface::{
    answer_text, answer_with_evidence, claim_compiler, count_text, counters_text, instance_name,
    numbered_source, rests_on, row_remark, seconds_text, verdict_text,
};

pub use self::csv::CsvReporter;
pub use columns::{ReportCell, ReportColumn, markdown_table};
pub use competition::CompetitionReporter;
pub use instance_explanation::{confirmed_json, why_json, why_svg, why_text};
pub use json::JsonReporter;
pub use json_summary::JsonSummary;
pub use outcome::{SolutionUniqueness, solution_uniqueness};
pub use rating::{
    DifficultyGrade, DifficultyRating, RatingCsv, RatingJson, RatingText, RatingTotals, RatingView,
    StepRater, step_words,
};
pub use sheet::ReportTable;
pub use solution_reporter::{LinesView, SolutionReporter};
pub use structures::StructureReporter;
pub use suite::suite_text;
pub use summary::ComparisonSummary;
pub use table::MarkdownReporter;
pub use text::{TextReporter, TextReporterOptions};
