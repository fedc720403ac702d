//! A report as data: facts, warnings, and sections with tables. Every format prints this data.

use crate::layout::Paint;

/// A report.
#[derive(Clone, Debug, Default)]
pub struct Document {
    /// Its title.
    pub title: String,
    /// The facts: names and values.
    pub facts: Vec<(String, String)>,
    /// Warnings to read before the numbers.
    pub warnings: Vec<String>,
    /// Its sections, in order.
    pub sections: Vec<Section>,
}

/// A section of a report.
#[derive(Clone, Debug)]
pub struct Section {
    /// Its name in files and links: lower-case letters.
    pub id: &'static str,
    /// Its title.
    pub title: String,
    /// Paragraphs before the table.
    pub notes: Vec<String>,
    /// The colour of the paragraphs.
    pub paint: Paint,
    /// Its table.
    pub sheet: Option<Sheet>,
}

/// A table.
#[derive(Clone, Debug, Default)]
pub struct Sheet {
    /// The titles of the columns, and the kinds of their content.
    pub heads: Vec<Head>,
    /// The rows, as long as the titles.
    pub rows: Vec<Vec<Entry>>,
}

/// The kind of content of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Words.
    Words,
    /// Prose, which may be wrapped. Only the last column.
    Prose,
    /// Numbers.
    Numbers,
    /// Bars, whose length is the number; only in formats that can draw them.
    Bars,
}

/// The title of a column.
#[derive(Clone, Debug)]
pub struct Head {
    /// Its title.
    pub title: String,
    /// The kind of content.
    pub kind: Kind,
}

/// A cell.
#[derive(Clone, Debug, Default)]
pub struct Entry {
    /// Its text.
    pub text: String,
    /// The number behind it, by which rows are sorted.
    pub number: Option<f64>,
    /// Its colour.
    pub paint: Paint,
}

impl Section {
    /// Returns a section with a table.
    pub(super) fn new(id: &'static str, title: impl Into<String>, sheet: Sheet) -> Self {
        debug_assert!(sheet.rows.iter().all(|row| row.len() == sheet.heads.len()), "{id}");
        let (title, sheet) = (title.into(), Some(sheet));
        Section { id, title, notes: Vec::new(), paint: Paint::Plain, sheet }
    }

    /// Adds a paragraph.
    pub(super) fn noting(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }
}

impl Sheet {
    /// Returns an empty table. Titles that begin with `#` are of numbers, with `~` of prose; an
    /// empty title is of bars.
    pub(super) fn new(titles: &[&str]) -> Self {
        let head = |title: &&str| match title.strip_prefix('#') {
            Some(title) => Head { title: title.to_owned(), kind: Kind::Numbers },
            None if title.starts_with('~') => {
                Head { title: title[1..].to_owned(), kind: Kind::Prose }
            }
            None if title.is_empty() => Head { title: String::new(), kind: Kind::Bars },
            None => Head { title: (*title).to_owned(), kind: Kind::Words },
        };
        Sheet { heads: titles.iter().map(head).collect(), rows: Vec::new() }
    }

    /// Removes the columns in which every cell is empty; the first stays.
    pub(super) fn lean(self) -> Self {
        let full = |at: usize| at == 0 || self.rows.iter().any(|row| !row[at].text.is_empty());
        let kept: Vec<bool> = (0..self.heads.len()).map(full).collect();
        let keep = |at: &usize| kept[*at];
        let places: Vec<usize> = (0..kept.len()).filter(keep).collect();
        Sheet {
            heads: places.iter().map(|&at| self.heads[at].clone()).collect(),
            rows: self
                .rows
                .iter()
                .map(|row| places.iter().map(|&at| row[at].clone()).collect())
                .collect(),
        }
    }
}

impl From<String> for Entry {
    fn from(text: String) -> Self {
        Entry { text, ..Entry::default() }
    }
}

impl From<&str> for Entry {
    fn from(text: &str) -> Self {
        Entry::from(text.to_owned())
    }
}

impl Entry {
    /// Returns a number with its text.
    pub(super) fn number(number: f64, text: impl Into<String>) -> Self {
        Entry { text: text.into(), number: Some(number), paint: Paint::Plain }
    }

    /// Sets the colour.
    pub(super) fn painted(mut self, paint: Paint) -> Self {
        self.paint = paint;
        self
    }
}
