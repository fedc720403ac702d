//! Positive and negative tables: lists of allowed or of forbidden rows.
//!
//! A negative table is a clause for each row. For positive tables [`TableKind`] chooses: supports
//! without auxiliary literals (`support.rs`), a literal for each row (`tuples.rs`), or a decision
//! diagram of the rows (`diagram_clauses.rs`, `diagram.rs`). Rows outside the domains are dropped
//! first (`rows.rs`).

mod diagram;
mod diagram_clauses;
mod encode_table;
mod rows;
mod support;
mod tuples;
