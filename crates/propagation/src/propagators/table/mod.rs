//! Allowed and forbidden tuples.
//!
//! Three propagators, chosen by the size of the table: Compact-Table on bit sets of tuples
//! (`compact.rs`, `tuples.rs`; Demeulenaere and others 2016), simple tabular reduction on a list,
//! which needs less memory (`tabular_reduction.rs`; Ullmann 2007), and counting for forbidden
//! tuples (`negative_table.rs`; Verhaeghe, Lecoutre and Schaus 2017). A forbidden table that is too
//! large, or that names a variable twice, gets forward checking from the caller.

mod compact;
mod cover;
mod make_table;
mod negative_table;
mod tabular_reduction;
mod tuples;

pub(super) use make_table::build_table;
