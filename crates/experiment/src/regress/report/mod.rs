//! Writes the results of suites for people, CI servers and programs.

mod case_description;
mod github;
mod json;
mod junit;

pub use case_description::about;

pub use github::github;
pub use json::json;
pub use junit::junit;
