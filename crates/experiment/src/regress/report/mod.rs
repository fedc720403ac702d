//! Writes the results of suites for people, CI servers and programs.

mod case_description;
mod github;
mod json;
mod junit;

pub use case_description::describe_difference;

pub use github::github_commands;
pub use json::json_lines;
pub use junit::junit_document;
