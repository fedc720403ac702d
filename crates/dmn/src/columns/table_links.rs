//! Tables whose inputs are the results of other tables: results that no rule takes, and rules that
//! no result reaches (Corea, Blatt, Delfmann, BPM 2019 demos: faults across tables).

use std::collections::HashMap;

use super::cell_reader::read_literal;
use super::column_table::ColumnTable;
use super::column_test::{ColumnTest, ColumnValue};

/// Maximum number of pairs of a result and a rule that are compared for a column.
const MAX_PAIRS: usize = 10_000_000;

/// A fault between two tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkFault {
    /// The table `from` gives a value that no rule takes.
    Untested {
        /// The name of the table that gives the value.
        from: String,
        /// The column that takes it.
        column: usize,
        /// The value, in FEEL.
        value: String,
    },
    /// The values that the table `from` gives and the rules are too many to be compared.
    Uncompared {
        /// The name of the table that gives the values.
        from: String,
        /// The column that takes them.
        column: usize,
    },
    /// A rule takes no value that the table `from` gives.
    Unreached {
        /// The name of the table that gives the values.
        from: String,
        /// The column that takes them.
        column: usize,
        /// The rule.
        rule: usize,
    },
}

/// The results of tables, by the names under which other tables take them.
pub struct TableLinks<'t> {
    /// The table, unless two have the name.
    results: HashMap<&'t str, Option<&'t ColumnTable>>,
}

impl<'t> TableLinks<'t> {
    /// Collects the names of results.
    #[must_use]
    pub fn from_tables(tables: &'t [ColumnTable]) -> Self {
        let mut results: HashMap<&str, Option<&ColumnTable>> = HashMap::new();
        for table in tables {
            for name in &table.result_names {
                let known = results.entry(name).or_insert(Some(table));
                if known.is_some_and(|known| !std::ptr::eq(known, table)) {
                    *known = None;
                }
            }
        }
        TableLinks { results }
    }

    /// Finds the faults between a table and those whose results it takes. A table with results that
    /// are computed or collected gives any value.
    #[must_use]
    pub fn find_faults(&self, table: &ColumnTable) -> Vec<LinkFault> {
        let mut faults = Vec::new();
        for (index, column) in table.columns.iter().enumerate() {
            let Some(Some(source)) = self.results.get(column.name.as_str()) else { continue };
            let is_other = !std::ptr::eq(*source, table);
            let Some(values) = source.constant_results().filter(|_| is_other) else { continue };
            let from = &source.name;
            if values.len().saturating_mul(column.tests.len()) > MAX_PAIRS {
                faults.push(LinkFault::Uncompared { from: from.clone(), column: index });
                continue;
            }
            for value in &values {
                if !column.tests.iter().any(|test| test.passes_value(value)) {
                    let (from, value) = (from.clone(), value.to_string());
                    faults.push(LinkFault::Untested { from, column: index, value });
                }
            }
            for (rule, test) in column.tests.iter().enumerate() {
                // Null is a result wherever no rule applies.
                let is_open = *test == ColumnTest::Any || test.passes_value(&ColumnValue::Null);
                if !is_open && !values.iter().any(|value| test.passes_value(value)) {
                    let from = from.clone();
                    faults.push(LinkFault::Unreached { from, column: index, rule });
                }
            }
        }
        faults
    }
}

impl ColumnTable {
    /// Returns the different values of the only output; `None` for other tables, and if one of them
    /// is computed.
    fn constant_results(&self) -> Option<Vec<ColumnValue>> {
        if !self.policy.needs_a_rule() || self.output_names.len() != 1 {
            return None;
        }
        let rows = self.outputs.iter().chain(&self.defaults);
        let mut values =
            rows.map(|row| read_literal(row.first()?)).collect::<Option<Vec<ColumnValue>>>()?;
        values.sort();
        values.dedup();
        Some(values)
    }
}
