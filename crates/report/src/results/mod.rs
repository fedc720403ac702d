//! Reports on results of experiments: the answers of engines, their disagreements and their costs.
//!
//! [`ResultStudy::join_files`] joins files, [`StudyAnalysis::from_study`] computes, and each format
//! only prints: [`report_document`] has the sections that text, Markdown, LaTeX and the page share.
//! [`change`] compares two files.

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
mod encoding_front;
mod json;
mod instance_judgement;
mod lanes;
mod latex;
mod options;
mod page;
mod pairs;
mod record_placement;
mod population;
mod text_formats;
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
mod number_cells;

pub use self::csv::{lanes_csv, runs_csv};
pub use analysis::StudyAnalysis;
pub use document::{ConclusionSentence, ReportDocument, ReportSection, report_document};
pub use json::{runs_json, write_json};
pub use latex::latex_tables;
pub use options::{PairChoice, ReportOptions, RunClock};
pub use page::{plain_page, render_result_page};
pub use text_formats::{describe_race, render_markdown, render_text};
pub use study::ResultStudy;
pub use verdicts::VerdictCounts;
