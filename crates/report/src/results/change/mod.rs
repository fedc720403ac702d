//! Two files of results compared, run by run: before and after, or two machines. `matching.rs`
//! pairs the runs and refuses files of different tasks; `print.rs` writes the differences.

mod matching;
mod print;
mod result_change;

pub use result_change::StudyChange;
pub(super) use result_change::{EngineChange, MatchedRun};

pub use print::{change_document, change_json};
