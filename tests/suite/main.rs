//! The integration tests, in one binary.

#![allow(unreachable_pub, reason = "nothing outside a test reaches it")]

mod auto;
mod certificates;
mod certified_cubes;
mod certified_files;
mod check;
mod cli;
mod common;
mod counters;
mod counting;
mod csp;
mod dimensional;
mod docs;
mod encodings;
mod experiment;
mod flatzinc;
mod formats;
mod fuzz;
mod generate;
mod hint_paths;
mod jobs;
mod joins;
mod limits;
mod lost;
mod options;
mod packages;
mod portfolio;
mod programs;
mod proofs;
mod provenance;
mod rate;
mod readings;
mod reform;
mod regress;
mod report;
mod reproduce;
mod reproduce_models;
mod sample;
mod screen;
mod shrink;
mod sudoku_models;
mod threads;
mod veripb;
mod why;
