//! Sorts the tables of the sheets by purpose.

use std::fmt;

use parallax_instance::InputError;

use super::raw::{RawCell, RawTable};
use super::section::SymbolKind;
use super::table::HitPolicy;

/// A table, with the names that errors need.
#[derive(Clone, Copy, Debug)]
pub struct TableSection<'a> {
    /// The file.
    pub source: &'a str,
    /// The sheet.
    pub sheet: &'a str,
    /// The table.
    pub raw: &'a RawTable,
}

/// A cell of a table.
#[derive(Clone, Copy, Debug)]
pub struct LocatedCell<'a> {
    /// The table.
    pub section: TableSection<'a>,
    /// The cell.
    pub cell: &'a RawCell,
}

impl LocatedCell<'_> {
    /// An error at this cell.
    #[must_use]
    pub fn cell_error(&self, message: impl fmt::Display) -> InputError {
        self.section.cell_error(self.cell, message)
    }
}

impl<'a> TableSection<'a> {
    /// The title.
    #[must_use]
    pub fn section_title(&self) -> &'a str {
        &self.raw.title.text
    }

    /// The rows below the header that are not blank.
    pub fn filled_rows(&self) -> impl Iterator<Item = &'a [RawCell]> + use<'a> {
        let rows = self.raw.rows.iter().skip(1).map(Vec::as_slice);
        rows.filter(|row| row.iter().any(|cell| !cell.is_blank()))
    }

    /// Returns a cell of a row; a blank cell if the row is shorter.
    #[must_use]
    pub fn row_cell(&self, row: &'a [RawCell], column: usize) -> LocatedCell<'a> {
        static BLANK_CELL: RawCell =
            RawCell { text: String::new(), place: super::raw::SourcePlace::Cell(0, 0) };
        LocatedCell { section: *self, cell: row.get(column).unwrap_or(&BLANK_CELL) }
    }

    /// An error at a cell.
    #[must_use]
    pub fn cell_error(&self, cell: &RawCell, message: impl fmt::Display) -> InputError {
        cell.cell_error(self.source, self.sheet, self.section_title(), message)
    }
}

/// The tables by purpose.
#[derive(Clone, Debug, Default)]
pub(super) struct SortedTables<'a> {
    /// Types.
    pub types: Vec<TableSection<'a>>,
    /// Functions, constants, relations and booleans.
    pub symbols: Vec<(SymbolKind, TableSection<'a>)>,
    /// Data tables.
    pub data: Vec<TableSection<'a>>,
    /// Tables of rules.
    pub rules: Vec<(HitPolicy, TableSection<'a>)>,
    /// Goals.
    pub goals: Vec<TableSection<'a>>,
}

impl<'a> SortedTables<'a> {
    /// Sorts tables.
    ///
    /// # Errors
    /// Returns an error for a table of unknown purpose.
    pub(super) fn from_sections(
        all: impl Iterator<Item = TableSection<'a>>,
    ) -> Result<Self, InputError> {
        let mut sorted = SortedTables::default();
        for section in all {
            sorted.add_section(section)?;
        }
        Ok(sorted)
    }

    fn add_section(&mut self, section: TableSection<'a>) -> Result<(), InputError> {
        let title = section.section_title().to_lowercase();
        if is_comment(&title) {
            return Ok(());
        }
        let header = section.raw.rows.first().map_or(&[][..], Vec::as_slice);
        let first = header.first().map_or("", |cell| cell.text.as_str());
        // The title of a glossary may begin a title of rules as well, so the header decides.
        if first.eq_ignore_ascii_case("name")
            && let Some(kind) = glossary_section(&title)
        {
            match kind {
                None => self.types.push(section),
                Some(kind) => self.symbols.push((kind, section)),
            }
            return Ok(());
        }
        let is_data = title.starts_with("data table") || title.starts_with("datatable");
        if title.starts_with("goal") || title.starts_with("execute") {
            self.goals.push(section);
        } else if first.eq_ignore_ascii_case("d") || is_data {
            self.data.push(section);
        } else if let Some(policy) = HitPolicy::from_code(first) {
            self.rules.push((policy, section));
        } else if !header.is_empty() {
            let place = header.iter().find(|cell| !cell.is_blank()).unwrap_or(&section.raw.title);
            return Err(section.cell_error(
                place,
                format!("'{first}' is not a hit policy; expected E*, U, A, F, D, C+, C<, C> or C# (or Name in a glossary)"),
            ));
        }
        Ok(())
    }
}

/// Whether the title of a table marks it as a comment.
pub(super) fn is_comment(title: &str) -> bool {
    title.get(..7).is_some_and(|word| word.eq_ignore_ascii_case("comment"))
}

/// Returns the part of the glossary with this title; the inner `None` means types.
fn glossary_section(title: &str) -> Option<Option<SymbolKind>> {
    let title = title.strip_prefix("partial ").unwrap_or(title);
    [
        ("type", None),
        ("function", Some(SymbolKind::Function)),
        ("constant", Some(SymbolKind::Constant)),
        ("relation", Some(SymbolKind::Relation)),
        ("boolean", Some(SymbolKind::Boolean)),
    ]
    .into_iter()
    .find_map(|(word, kind)| title.starts_with(word).then_some(kind))
}
