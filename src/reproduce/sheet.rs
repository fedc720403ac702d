//! Text tables for the terminal and for Markdown.

use comfy_table::{CellAlignment, ContentArrangement, Table, presets};

/// The output format of results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// For people, within this many columns if given.
    Text(Option<u16>),
    /// One JSON object per line.
    Json,
    /// A header and records.
    Csv,
    /// Markdown tables.
    Markdown,
}

/// A table: names in the first column, figures in the others.
#[derive(Clone, Debug, Default)]
pub struct Sheet {
    /// The names of the columns.
    pub header: Vec<String>,
    /// The rows, each with as many cells as the header.
    pub rows: Vec<Vec<String>>,
}

impl Sheet {
    /// The table with borders, wrapped to `width` columns if given.
    pub fn text(&self, width: Option<u16>) -> String {
        let mut table = Table::new();
        table.load_style(presets::UTF8_BORDERS_ONLY);
        match width {
            Some(width) => {
                table.set_content_arrangement(ContentArrangement::Dynamic).set_width(width)
            }
            None => table.set_content_arrangement(ContentArrangement::Disabled),
        };
        table.set_header(&self.header);
        self.rows.iter().for_each(|row| {
            table.add_row(row);
        });
        for column in 1..self.header.len() {
            if let Some(column) = table.column_mut(column) {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
        table.to_string() + "\n"
    }

    /// The table in Markdown.
    pub fn markdown(&self) -> String {
        let line = |cells: &[String]| {
            let cells: Vec<String> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
            format!("| {} |\n", cells.join(" | "))
        };
        let rule = "---:|".repeat(self.header.len().saturating_sub(1));
        let rows: String = self.rows.iter().map(|row| line(row)).collect();
        format!("{}|---|{rule}\n{rows}", line(&self.header))
    }
}
