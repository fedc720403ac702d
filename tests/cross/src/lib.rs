//! Engines, viewpoints and formats against each other, in one binary. Nothing here starts the
//! program; the tests that do are in the folder `tests` of the workspace.

#![cfg(test)]
#![allow(unreachable_pub, reason = "nothing outside a test reaches it")]

mod agree;
mod chosen;
mod common;
mod copies;
mod cores;
mod data;
mod external;
mod extremes;
mod graded;
mod grids;
mod judged;
mod keisuke;
mod latin_models;
mod plans;
mod reasons;
mod scheduling;
mod streams;
mod tables;
mod verdicts;
