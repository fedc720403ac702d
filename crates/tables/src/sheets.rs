//! Sorts the tables of the sheets by purpose.

use std::fmt;

use parallax_model::instance::InputError;

use super::raw::{Cell, RawTable};
use super::section::Kind;
use super::table::Policy;

/// A table, with the names that errors need.
#[derive(Clone, Copy, Debug)]
pub struct Section<'a> {
    /// The file.
    pub source: &'a str,
    /// The sheet.
    pub sheet: &'a str,
    /// The table.
    pub raw: &'a RawTable,
}

/// A cell of a table.
#[derive(Clone, Copy, Debug)]
pub struct Located<'a> {
    /// The table.
    pub section: Section<'a>,
    /// The cell.
    pub cell: &'a Cell,
}

impl Located<'_> {
    /// An error at this cell.
    #[must_use]
    pub fn fault(&self, message: impl fmt::Display) -> InputError {
        self.section.fault(self.cell, message)
    }
}

impl<'a> Section<'a> {
    /// The title.
    #[must_use]
    pub fn title(&self) -> &'a str {
        &self.raw.title.text
    }

    /// The rows below the header that are not blank.
    pub fn rows(&self) -> impl Iterator<Item = &'a [Cell]> + use<'a> {
        let rows = self.raw.rows.iter().skip(1).map(Vec::as_slice);
        rows.filter(|row| row.iter().any(|cell| !cell.is_blank()))
    }

    /// Returns a cell of a row; a blank cell if the row is shorter.
    #[must_use]
    pub fn cell(&self, row: &'a [Cell], column: usize) -> Located<'a> {
        static BLANK: Cell = Cell { text: String::new(), place: super::raw::Place::Cell(0, 0) };
        Located { section: *self, cell: row.get(column).unwrap_or(&BLANK) }
    }

    /// An error at a cell.
    #[must_use]
    pub fn fault(&self, cell: &Cell, message: impl fmt::Display) -> InputError {
        cell.fault(self.source, self.sheet, self.title(), message)
    }
}

/// The tables by purpose.
#[derive(Clone, Debug, Default)]
pub(super) struct Sorted<'a> {
    /// Types.
    pub types: Vec<Section<'a>>,
    /// Functions, constants, relations and booleans.
    pub symbols: Vec<(Kind, Section<'a>)>,
    /// Data tables.
    pub data: Vec<Section<'a>>,
    /// Tables of rules.
    pub rules: Vec<(Policy, Section<'a>)>,
    /// Goals.
    pub goals: Vec<Section<'a>>,
}

impl<'a> Sorted<'a> {
    /// Sorts tables.
    ///
    /// # Errors
    /// Returns an error for a table of unknown purpose.
    pub(super) fn of(all: impl Iterator<Item = Section<'a>>) -> Result<Self, InputError> {
        let mut sorted = Sorted::default();
        for section in all {
            sorted.add(section)?;
        }
        Ok(sorted)
    }

    fn add(&mut self, section: Section<'a>) -> Result<(), InputError> {
        let title = section.title().to_lowercase();
        if is_comment(&title) {
            return Ok(());
        }
        let header = section.raw.rows.first().map_or(&[][..], Vec::as_slice);
        let first = header.first().map_or("", |cell| cell.text.as_str());
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
        } else if let Some(policy) = Policy::parse(first) {
            self.rules.push((policy, section));
        } else if !header.is_empty() {
            let place = header.iter().find(|cell| !cell.is_blank()).unwrap_or(&section.raw.title);
            return Err(section.fault(
                place,
                format!("'{first}' is no hit policy; expected E*, U, A, F, D, C+, C<, C> or C# (or Name in a glossary)"),
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
fn glossary_section(title: &str) -> Option<Option<Kind>> {
    let title = title.strip_prefix("partial ").unwrap_or(title);
    [
        ("type", None),
        ("function", Some(Kind::Function)),
        ("constant", Some(Kind::Constant)),
        ("relation", Some(Kind::Relation)),
        ("boolean", Some(Kind::Boolean)),
    ]
    .into_iter()
    .find_map(|(word, kind)| title.starts_with(word).then_some(kind))
}
