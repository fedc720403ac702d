//! Formats of results for people and programs: text, JSON, CSV, Markdown.
//!
//! Rows, verdicts, explanations and records go in; text comes out. Reports only read results and
//! compute no answers; every format is a [`Report`] that receives results as they arrive.
//! [`results`] reports on stored experiments, with statistics of run times. [`explain`] shows the
//! steps of an engine, [`hint`] the steps of a person, and [`worksheet`] puzzles on paper.
//!
//! Common changes: a member of JSON or a column of CSV (with `docs/reference/results.md`, and another
//! `schema` if its meaning changes); a format, which is a [`Report`] in a file of its own.

mod columns;
mod competition;
mod csv;
mod differences;
pub mod explain;
mod fastest;
mod folder;
pub mod hint;
mod json;
mod json_summary;
pub mod latex;
pub mod layout;
mod lines;
mod marks;
mod outcome;
mod overview;
mod rating;
mod report_interface;
pub mod results;
mod sheet;
mod streamed;
mod structures;
mod suite;
mod summary;
mod table;
#[cfg(test)]
mod test_rows;
mod text;
mod viewpoints;
mod why;
pub mod worksheet;

pub use report_interface::Report;
use report_interface::{
    answer, compiler, count, counters, instance_name, numbered, remark, rests_on, seconds,
    supported, verdict,
};

pub use self::csv::Csv;
pub use columns::{Cell, Column, markdown};
pub use competition::Competition;
pub use json::Json;
pub use json_summary::JsonSummary;
pub use lines::{Lines, LinesView};
pub use outcome::{Uniqueness, uniqueness};
pub use rating::{
    Grade, Rating, RatingCsv, RatingJson, RatingText, RatingView, Steps, Totals, step_words,
};
pub use sheet::Sheet;
pub use structures::Structures;
pub use suite::text as suite_text;
pub use summary::Summary;
pub use table::Markdown;
pub use text::{Text, View};
pub use why::{why_json, why_svg, why_text};
