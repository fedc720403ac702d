//! The integration tests, in one binary.

mod agree;
mod cli;
mod common;
mod cores;
mod data;
mod floors;
mod options;
mod reproduce;
mod verdicts;
