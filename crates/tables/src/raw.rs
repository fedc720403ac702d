//! Tables as in the file, before any cell is understood.

use std::fmt;

use parallax_instance::InputError;

/// The place of a cell in its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SourcePlace {
    /// A row and a column of a sheet, both counted from 0. Prints as `C7`.
    Cell(u32, u32),
    /// A line and a column of a text, both counted from 1.
    Text(usize, usize),
}

impl SourcePlace {
    /// Returns the line and the column of a place in a text.
    #[must_use]
    pub fn text_position(self) -> Option<(usize, usize)> {
        match self {
            SourcePlace::Cell(..) => None,
            SourcePlace::Text(line, column) => Some((line, column)),
        }
    }
}

/// The text of a cell, without surrounding space, and its place. A blank cell has no text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RawCell {
    /// The text. Numbers are written as in the file, without a final `.0`.
    pub text: String,
    /// The place.
    pub place: SourcePlace,
}

/// One table: a title, and rows of equal width below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RawTable {
    /// The title.
    pub title: RawCell,
    /// The number of input columns after that of the rule numbers, if the file states it: in a
    /// workbook the columns below the title's merged cells, in a text those before a column with an
    /// empty header.
    pub inputs: Option<usize>,
    /// The rows below the title: the header, then the rules. Columns with an empty header that only
    /// separate are left out.
    pub rows: Vec<Vec<RawCell>>,
    /// The conditions on the rules that apply, beyond those of the hit policy in cDMN.
    pub requirements: RuleRequirements,
}

/// Conditions on the rules of a table that apply. Where they fail, a decision of DMN has no result.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RuleRequirements {
    /// The output columns, from 0, to which a rule that applies must give a value.
    pub decided: Vec<usize>,
    /// The pairs of rules, from 0, that must not apply together.
    pub exclusive: Vec<(usize, usize)>,
}

/// The tables of one sheet of a workbook, or of a whole text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RawSheet {
    /// The name of the sheet; empty in a text, which has one.
    pub name: String,
    /// The tables, in the order of the sheet.
    pub tables: Vec<RawTable>,
}

impl RawCell {
    /// Makes a cell with a text of the file: without surrounding space, and with one space for each
    /// line break and the space around it.
    pub(super) fn from_text(text: &str, place: SourcePlace) -> Self {
        let lines = text.split(['\n', '\r']).map(str::trim).filter(|line| !line.is_empty());
        RawCell { text: lines.collect::<Vec<_>>().join(" "), place }
    }

    /// Whether the cell is blank.
    #[must_use]
    pub fn is_blank(&self) -> bool {
        self.text.is_empty()
    }

    /// An error at this cell of a table. `sheet` is the name of its sheet, if it has one.
    #[must_use]
    pub fn cell_error(
        &self,
        source: &str,
        sheet: &str,
        table: &str,
        message: impl fmt::Display,
    ) -> InputError {
        let table = match table {
            "" => String::new(),
            table => format!("table '{table}': "),
        };
        match self.place {
            SourcePlace::Cell(..) => {
                InputError::new(source, format!("{sheet}!{}: {table}{message}", self.place))
            }
            SourcePlace::Text(line, column) => {
                InputError::new(source, format!("{table}{message}")).at_position(line, column)
            }
        }
    }
}

impl fmt::Display for SourcePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            SourcePlace::Cell(row, column) => {
                // Columns count in base 26 without a zero: Z is followed by AA.
                let (mut letters, mut rest) = (Vec::new(), column + 1);
                while rest > 0 {
                    letters.push(b'A' + ((rest - 1) % 26) as u8);
                    rest = (rest - 1) / 26;
                }
                letters.iter().rev().try_for_each(|&letter| write!(f, "{}", letter as char))?;
                write!(f, "{}", row + 1)
            }
            SourcePlace::Text(line, column) => write!(f, "{line}:{column}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_print_as_in_spreadsheets() {
        let names = [(0, 0, "A1"), (6, 2, "C7"), (0, 25, "Z1"), (0, 26, "AA1"), (9, 701, "ZZ10")];
        for (row, column, name) in names {
            assert_eq!(SourcePlace::Cell(row, column).to_string(), name);
        }
        assert_eq!(SourcePlace::Cell(1_048_575, 16_383).to_string(), "XFD1048576");
    }
}
