//! The integration tests, in one binary.

mod agree;
mod cli;
mod common;
mod cores;
mod data;
mod dimensional;
mod docs;
mod encodings;
mod external;
mod extremes;
mod floors;
mod formats;
mod fuzz;
mod jobs;
mod judged;
mod limits;
mod lost;
mod options;
mod proofs;
mod provenance;
mod reform;
mod reproduce;
mod reproduce_models;
mod screen;
mod sudoku_models;
mod verdicts;
