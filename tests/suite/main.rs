//! The integration tests, in one binary.

mod agree;
mod cli;
mod common;
mod data;
mod external;
mod floors;
mod options;
mod reproduce;
mod verdicts;
