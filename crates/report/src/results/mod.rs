//! Reports on results of experiments: the answers of engines, their disagreements and their costs.
//!
//! [`Study::gather`] joins files, [`Analysis::of`] computes, and each format only prints:
//! [`document`] has the sections that text, Markdown, LaTeX and the page share. [`change`] compares
//! two files.

mod analysis;
mod best;
mod cases;
pub mod change;
pub mod chart;
mod conclusions;
mod coverage;
mod csv;
mod document;
mod effort;
mod facts;
mod fastest;
mod front;
mod json;
mod judged;
mod lanes;
mod latex;
mod options;
mod page;
mod pairs;
mod place;
mod population;
mod prose;
mod ranking;
mod rows;
mod sections;
mod spread;
pub mod statistics;
mod study;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod thinned;
mod verdicts;
mod words;

pub use self::csv::{lanes_csv, runs_csv};
pub use analysis::Analysis;
pub use document::{Conclusion, Document, Section, document};
pub use json::{json, runs_json};
pub use latex::latex;
pub use options::{Clock, Options, PairChoice};
pub use page::{page, plain_page};
pub use prose::{markdown, race, text};
pub use study::Study;
pub use verdicts::Verdicts;
