//! Decision tables linted one by one: each column any value of its own, exact by classes of values.
//!
//! ```text
//! cells --cell_reader--> ColumnTest --value_classes--> classes --gap_sweep, table_facts--> facts
//! ```
//!
//! [`ColumnTable`] is a table whose cells are understood; what its inputs are called, and whether
//! other tables give them, does not matter. No engine is asked: values that compare alike with every
//! constant of their column pass the same cells, so the classes of each column are finite, however
//! many values it has.

mod cell_reader;
mod class_index;
mod column_table;
mod column_test;
mod column_types;
mod gap_sweep;
mod output_search;
mod output_values;
mod rule_advice;
mod separate_tables;
mod table_facts;
mod table_links;
mod table_versions;
#[cfg(test)]
mod tests;
mod value_classes;

pub use cell_reader::{UnknownCell, read_cell, read_literal, split_list};
pub use column_table::ColumnTable;
pub use column_test::{ColumnTest, ColumnValue, RangeEnd, TestRelation};
pub use output_search::{OutputSearch, OutputSearchError};
pub use output_values::{OutputKey, output_keys, output_value};
pub use rule_advice::RuleAdvice;
pub use separate_tables::{SeparateTables, UncheckedDecision, UncheckedReason, read_column_tables};
pub use table_facts::{InputBox, RuleOverlap, TableFacts};
pub use table_links::{LinkFault, TableLinks};
pub use table_versions::{TableDifferences, TableResult, VersionDifference, VersionError};
pub use value_classes::{ClassSpan, ColumnKind, TableColumn, ValueClass};

use cell_reader::{message_text, one_line};
