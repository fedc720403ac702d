//! The integration tests, in one binary.

mod agree;
mod cli;
mod common;
mod data;
mod floors;
mod options;
mod proofs;
mod reproduce;
mod verdicts;
