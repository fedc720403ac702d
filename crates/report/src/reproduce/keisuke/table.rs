//! A table of counts with its name and title, in every form but those of [`Sheet`].

use std::io::{self, Write};

use serde_json::{Map, Value as Json};

use super::super::sheet::Sheet;

/// A table of counts.
#[derive(Clone, Debug)]
pub struct Table {
    /// The name in files.
    pub name: &'static str,
    /// The title of the table.
    pub title: String,
    /// The cells.
    pub sheet: Sheet,
}

impl Table {
    /// A table with these titles of columns.
    pub(super) fn new(name: &'static str, title: String, header: &[&str]) -> Self {
        let header = header.iter().map(|&title| title.to_owned()).collect();
        Table { name, title, sheet: Sheet { header, rows: Vec::new() } }
    }

    /// Adds a row.
    pub(super) fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        let cells: Vec<String> = cells.into_iter().collect();
        debug_assert_eq!(cells.len(), self.sheet.header.len(), "{}", self.name);
        self.sheet.rows.push(cells);
    }

    /// The table as CSV.
    ///
    /// # Errors
    /// Returns the errors of the output.
    pub(super) fn csv(&self, out: impl Write) -> io::Result<()> {
        let mut out = csv::Writer::from_writer(out);
        out.write_record(&self.sheet.header)?;
        self.sheet.rows.iter().try_for_each(|row| {
            let cells = row.iter().map(|cell| cell.trim());
            out.write_record(cells)
        })?;
        out.flush()
    }

    /// The rows as JSON objects, one a line. Numbers are numbers, and an empty cell is null.
    ///
    /// # Errors
    /// Returns the errors of the output.
    pub(super) fn json(&self, out: &mut impl Write) -> io::Result<()> {
        for row in &self.sheet.rows {
            let cells = self.sheet.header.iter().cloned().zip(row.iter().map(|cell| value(cell)));
            let named = std::iter::once(("table".to_owned(), self.name.into()));
            serde_json::to_writer(&mut *out, &named.chain(cells).collect::<Map<_, _>>())?;
            writeln!(out)?;
        }
        Ok(())
    }
}

fn value(cell: &str) -> Json {
    match cell.trim() {
        "" => Json::Null,
        cell => match serde_json::from_str::<serde_json::Number>(cell) {
            Ok(number) => Json::Number(number),
            Err(_) => Json::from(cell),
        },
    }
}

/// The value below which a share of sorted values lies, by the nearest rank; 0 if there are none.
pub(super) fn quantile(sorted: &[f64], share: f64) -> f64 {
    let rank = (share * sorted.len() as f64).ceil().max(1.0) as usize;
    sorted.get(rank.min(sorted.len()).wrapping_sub(1)).copied().unwrap_or(0.0)
}

/// The values in ascending order.
pub(super) fn sorted(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values
}

/// The mean; 0 if there are no values.
pub(super) fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_by_the_nearest_rank() {
        let values = [1.0, 2.0, 3.0, 4.0];
        let at = |share| quantile(&values, share);
        assert_eq!([at(0.0), at(0.25), at(0.5), at(0.51), at(1.0)], [1.0, 1.0, 2.0, 3.0, 4.0]);
        assert_eq!(quantile(&[], 0.5), 0.0);
    }

    #[test]
    fn cells_are_numbers_or_texts() {
        let mut table = Table::new("t", String::new(), &["name", "a", "b"]);
        table.row(["  x, y", "12", ""].map(str::to_owned));
        let (mut csv, mut json) = (Vec::new(), Vec::new());
        table.csv(&mut csv).unwrap();
        table.json(&mut json).unwrap();
        assert_eq!(String::from_utf8(csv).unwrap(), "name,a,b\n\"x, y\",12,\n");
        let json = String::from_utf8(json).unwrap();
        assert_eq!(json, "{\"a\":12,\"b\":null,\"name\":\"x, y\",\"table\":\"t\"}\n");
    }
}
