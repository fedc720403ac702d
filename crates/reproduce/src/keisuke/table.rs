//! A table of counts with its name and title, as records and as a [`ReportTable`].

use std::io;

use serde_json::{Map, Value as Json};

use parallax_report::ReportTable;

/// A table of counts.
#[derive(Clone, Debug)]
pub struct CountTable {
    /// The name in files.
    pub name: &'static str,
    /// The title of the table.
    pub title: String,
    /// The titles of the columns.
    header: Vec<String>,
    /// The rows, each with a cell for each column.
    pub rows: Vec<Vec<String>>,
}

impl CountTable {
    /// Returns an empty table with these titles of columns.
    pub(super) fn new(name: &'static str, title: String, header: &[&str]) -> Self {
        let header = header.iter().map(|&title| title.to_owned()).collect();
        CountTable { name, title, header, rows: Vec::new() }
    }

    /// Adds a row.
    pub(super) fn add_row(&mut self, cells: impl IntoIterator<Item = String>) {
        let cells: Vec<String> = cells.into_iter().collect();
        debug_assert_eq!(cells.len(), self.header.len(), "{}", self.name);
        self.rows.push(cells);
    }

    /// Returns the table for people.
    pub(super) fn report_table(&self) -> ReportTable {
        ReportTable::from_figures(&self.header, self.rows.iter().cloned())
    }

    /// Returns the table as CSV.
    ///
    /// # Errors
    /// Returns the error of a row that CSV cannot hold.
    pub(super) fn table_csv(&self) -> io::Result<Vec<u8>> {
        let mut out = csv::Writer::from_writer(Vec::new());
        out.write_record(&self.header)?;
        for row in &self.rows {
            // Indented names group the rows of a printed table; a reader of the file compares the
            // names.
            out.write_record(row.iter().map(|cell| cell.trim()))?;
        }
        out.into_inner().map_err(csv::IntoInnerError::into_error)
    }

    /// Returns the rows as JSON objects. Numbers are numbers, and an empty cell is null.
    pub(super) fn json_records(&self) -> impl Iterator<Item = Map<String, Json>> + '_ {
        self.rows.iter().map(|row| {
            let cells = self.header.iter().cloned().zip(row.iter().map(|cell| json_value(cell)));
            std::iter::once(("table".to_owned(), self.name.into())).chain(cells).collect()
        })
    }
}

fn json_value(cell: &str) -> Json {
    match cell.trim() {
        "" => Json::Null,
        // Bounds such as `>= 400000` are no numbers and stay texts.
        cell => match serde_json::from_str::<serde_json::Number>(cell) {
            Ok(number) => Json::Number(number),
            Err(_) => Json::from(cell),
        },
    }
}

/// Returns the quantile of sorted values by the nearest rank; 0 if there are none.
pub(super) fn nearest_quantile(sorted: &[f64], share: f64) -> f64 {
    // Ranks count from 1. Without values the rank 0 wraps to `usize::MAX`, where `get` finds
    // nothing.
    let rank = (share * sorted.len() as f64).ceil().max(1.0) as usize;
    sorted.get(rank.min(sorted.len()).wrapping_sub(1)).copied().unwrap_or(0.0)
}

/// Returns the values in ascending order.
pub(super) fn sorted_values(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values
}

/// Returns the mean; 0 if there are no values.
pub(super) fn mean_value(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_by_the_nearest_rank() {
        let values = [1.0, 2.0, 3.0, 4.0];
        let at = |share| nearest_quantile(&values, share);
        assert_eq!([at(0.0), at(0.25), at(0.5), at(0.51), at(1.0)], [1.0, 1.0, 2.0, 3.0, 4.0]);
        assert_eq!(nearest_quantile(&[], 0.5), 0.0);
    }

    #[test]
    fn cells_are_numbers_or_texts() {
        let mut table = CountTable::new("t", String::new(), &["name", "a", "b"]);
        table.add_row(["  x, y", "12", ""].map(str::to_owned));
        let csv = String::from_utf8(table.table_csv().unwrap()).unwrap();
        assert_eq!(csv, "name,a,b\n\"x, y\",12,\n");
        let json: Vec<String> =
            table.json_records().map(|record| serde_json::to_string(&record).unwrap()).collect();
        assert_eq!(json, ["{\"a\":12,\"b\":null,\"name\":\"x, y\",\"table\":\"t\"}"]);
    }
}
