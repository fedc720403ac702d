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
mod generate;
mod jobs;
mod judged;
mod limits;
mod lost;
mod options;
mod proofs;
mod provenance;
mod rate;
mod reform;
mod reproduce;
mod screen;
mod verdicts;
