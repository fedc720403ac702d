//! Tables whose rows are lines of a text: the common parts of Markdown and CSV.

use parallax_instance::InputError;

use crate::raw::{RawCell, RawTable, RuleRequirements, SourcePlace};

/// A row, with the place of its line's end for cells that it lacks.
pub(super) struct TextTableRow {
    pub cells: Vec<RawCell>,
    pub end: SourcePlace,
}

/// Whether a cell is a hit policy or the word Name, with which headers begin.
pub(super) fn is_head(text: &str) -> bool {
    const HEADER_FIRST_CELLS: [&str; 11] =
        ["e*", "u", "a", "f", "d", "c+", "c<", "c>", "c#", "unique", "name"];
    HEADER_FIRST_CELLS.iter().any(|head| text.eq_ignore_ascii_case(head))
}

/// Whether a title is that of a part of the glossary, of data or of the goal.
pub(super) fn is_title(text: &str) -> bool {
    const SECTION_TITLE_PREFIXES: [&str; 8] =
        ["type", "function", "constant", "relation", "boolean", "data table", "datatable", "goal"];
    let text = text.to_lowercase();
    SECTION_TITLE_PREFIXES.iter().any(|title| text.starts_with(title))
}

/// Whether a title is that of data, which needs no hit policy.
pub(super) fn is_data(title: &str) -> bool {
    let title = title.to_lowercase();
    title.starts_with("data table") || title.starts_with("datatable")
}

/// Makes a table of `width` columns from its rows, of which the first is the header.
///
/// # Errors
/// Returns an error for a row with more cells, and for a second blank column between others.
pub(super) fn make_table(
    source: &str,
    title: RawCell,
    rows: Vec<TextTableRow>,
    width: usize,
) -> Result<RawTable, InputError> {
    let mut rows = rows.into_iter().map(|row| {
        let TextTableRow { mut cells, end } = row;
        if let Some(cell) = cells.iter().skip(width).find(|cell| !cell.is_blank()) {
            let message = format!("a cell beyond the {width} columns of the table");
            return Err(cell.cell_error(source, "", &title.text, &message));
        }
        // A row that ends early has blank cells at the end of its line.
        cells.resize(width, RawCell { text: String::new(), place: end });
        Ok(cells)
    });
    let mut rows = rows.by_ref().collect::<Result<Vec<Vec<RawCell>>, InputError>>()?;
    give_policy(&title.text, &mut rows);
    let is_blank = |column: usize| rows.iter().all(|row| row[column].is_blank());
    // Columns without any text at the right end do not count.
    let used = (0..width).rev().find(|&column| !is_blank(column)).map_or(0, |last| last + 1);
    let mut blank = (1..used).filter(|&column| is_blank(column));
    // The only blank column between others separates the inputs from the outputs.
    let separator = blank.next();
    if let Some(second) = blank.next() {
        let cell = &rows[0][second];
        let message = "a second blank column; expected one, between inputs and outputs";
        return Err(cell.cell_error(source, "", &title.text, message));
    }
    for row in &mut rows {
        row.truncate(used);
        if let Some(separator) = separator {
            row.remove(separator);
        }
    }
    let inputs = separator.map(|column| column - 1);
    Ok(RawTable { title, inputs, rows, requirements: RuleRequirements::default() })
}

/// Moves the header of a data table that begins with its first name, not with a hit policy, one
/// column to the right, if the rows have that many columns.
fn give_policy(title: &str, rows: &mut [Vec<RawCell>]) {
    let Some((header, rules)) = rows.split_first_mut() else { return };
    let first = header.first().is_some_and(|cell| !cell.is_blank() && !is_head(&cell.text));
    // The header lacks a cell: it is blank at its end, where the rows have text.
    let is_short = header.last().is_some_and(RawCell::is_blank)
        && rules.iter().any(|row| row.last().is_some_and(|cell| !cell.is_blank()));
    if is_data(title) && first && is_short {
        header.rotate_right(1);
        header[0].place = header.get(1).map_or(header[0].place, |cell| cell.place);
    }
}
