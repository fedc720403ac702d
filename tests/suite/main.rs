//! The integration tests, in one binary.

mod agree;
mod cli;
mod common;
mod data;
mod external;
mod floors;
mod jobs;
mod options;
mod reproduce;
mod verdicts;
