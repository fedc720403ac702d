//! Reports on results of experiments: the answers of engines, their disagreements and their costs.
//!
//! [`ResultStudy::join_files`] joins files, [`StudyAnalysis::from_study`] computes, and each format
//! only prints: [`report_document`] has the sections that text, Markdown, LaTeX and the page share.
//! [`change`] compares two files.

mod analysis;
mod answer_words;
mod best;
mod cases;
pub mod change;
pub mod chart;
mod conclusions;
mod coverage;
mod csv;
mod document;
mod effort;
mod encoding_front;
mod facts;
mod fastest;
mod instance_judgement;
mod json;
mod lanes;
mod latex;
mod number_cells;
mod options;
mod page;
mod pairs;
mod population;
mod ranking;
mod record_placement;
mod rows;
mod sections;
mod spread;
pub mod statistics;
mod study;
#[cfg(test)]
mod tests;
mod text_formats;
#[cfg(test)]
mod thinned;
mod verdicts;

pub use self::csv::{lanes_csv, runs_csv};
pub use analysis::StudyAnalysis;
pub use document::{ConclusionSentence, ReportDocument, ReportSection, report_document};
pub use json::{runs_json, write_json};
pub use latex::latex_tables;
pub use options::{PairChoice, ReportOptions, RunClock};
pub use page::{plain_page, render_result_page};
pub use study::ResultStudy;
pub use text_formats::{describe_race, render_markdown, render_text};
pub use verdicts::VerdictCounts;
