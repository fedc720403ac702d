//! Decision and constraint tables, as instances, and the faults of decision tables.
//!
//! The notation is cDMN (constraint decision model and notation; Aerts, Vandevelde and Vennekens,
//! "Tackling the DMN Challenges with cDMN", 2020), and DMN (OMG). The [`readers`] of workbooks,
//! Markdown, CSV and DMN give [`RawSheet`]s of [`RawTable`]s; everything after that is common to
//! them:
//!
//! ```text
//! RawTable --sheets, section, data, table, goal--> TablesProblem --layout, compile, build--> Model
//!                 (phrase, parse: what cells mean)            (ground: cells for given values)
//! ```
//!
//! `tables_problem.rs` understands the cells, once. `compile/` grounds the rules to expressions for
//! `model/flatten`, and computes at once what data tables state; `evaluate/` checks solutions by
//! the rules with plain values, and shares only the understood cells with `compile/`. The label of
//! a rule's constraints is its title and number. [`lint`] asks an engine for rules that overlap,
//! for inputs without a rule, and for rules that never apply; the decision tables of DMN are linted
//! one by one, by `parallax_dmn::columns`, and [`class_model`] asks engines about them.
//!
//! This crate does not choose the reader of a file (`formats/inputs/` does), and knows no engine.
//! Start with [`TablesInstance`] (`instance.rs`).

mod answers;
mod bindings;
pub mod build;
pub mod build_error;
pub mod cell_error;
mod cell_test_reader;
pub mod class_model;
pub mod compile;
mod cycles;
pub mod data;
mod declare;
mod digits;
pub mod evaluate;
pub mod expr;
pub mod glossary;
pub mod glossary_error;
pub mod goal;
pub mod ground;
mod header;
mod instance;
mod int_range;
pub mod layout;
pub mod lint;
mod numbers;
mod parse;
pub mod phrase;
mod range_propagation;
mod raw;
pub mod readers;
mod rules;
mod section;
mod sheets;
mod solution_text;
pub mod table;
pub mod tables_problem;
mod token;
mod value_names;
mod warnings;
mod wide_ranges;

pub use instance::TablesInstance;
pub use raw::{RawCell, RawSheet, RawTable, RuleRequirements, SourcePlace};
pub use readers::{TableChoice, read_table_file, read_tables};
