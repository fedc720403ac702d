//! The cells of one sheet of a workbook.

use std::collections::BTreeMap;

use parallax_instance::InputError;
use parallax_xml::{child_elements, first_child, local_attribute, parse_document, text_of};
use roxmltree::Node;

use super::archive::MAX_BYTES;
use super::cell_styles::{BoldBorders, CellStyle};
use super::stored_value_error::StoredValueError;
use super::workbook::{rich_text, unescape_text};
use crate::raw::SourcePlace;

/// Maximum number of cells with text, including cells of merged ranges.
pub(super) const MAX_CELLS: usize = 1_000_000;

/// Number of cells read between two checks of the clock.
const POLL_EVERY: usize = 1 << 12;

/// A row and a column, counted from 0.
pub(super) type At = (u32, u32);

/// The last row and column of a sheet.
const LAST_SHEET_CELL: At = (1_048_575, 16_383);

/// Cells that are merged, with the ends of the range; both belong to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct MergedRange {
    pub from: At,
    pub to: At,
}

/// The cells with text and the merged ranges of a sheet.
#[derive(Debug, Default)]
pub(super) struct WorksheetGrid {
    /// The texts; the text of a merged range is in each of its cells.
    pub cells: BTreeMap<At, String>,
    /// The cells with text that have a bold vertical border.
    pub borders: BTreeMap<At, BoldBorders>,
    /// The merged range of each cell that is in one with text.
    pub merged: BTreeMap<At, MergedRange>,
    /// The bytes of the texts.
    bytes: usize,
    /// The number of rows examined for merged ranges.
    looks: u64,
}

/// The common parts of a workbook that its sheets refer to.
#[derive(Debug, Default)]
pub(super) struct SharedWorkbookParts {
    pub strings: Vec<String>,
    /// The styles of cells.
    pub styles: Vec<CellStyle>,
}

impl SharedWorkbookParts {
    fn cell_style(&self, cell: Node<'_, '_>) -> CellStyle {
        let style = local_attribute(cell, "s").and_then(|style| style.parse::<usize>().ok());
        self.styles.get(style.unwrap_or(0)).copied().unwrap_or_default()
    }
}

type Check<'a> = &'a dyn Fn() -> Result<(), InputError>;

/// An error at a cell.
pub(super) fn cell_error(
    source: &str,
    sheet: &str,
    (row, column): At,
    message: &str,
) -> InputError {
    InputError::new(source, format!("{sheet}!{}: {message}", SourcePlace::Cell(row, column)))
}

impl WorksheetGrid {
    /// Returns the error of a sheet with too many cells or too much text.
    pub(super) fn too_many(&self, source: &str, sheet: &str) -> InputError {
        let message = format!(
            "sheet '{sheet}': more than {MAX_CELLS} cells or {MAX_BYTES} bytes of text, the most \
             that are read"
        );
        InputError::new(source, message)
    }

    /// Puts a text into a cell, if there is room; returns the text that was there.
    fn put_text(&mut self, place: At, text: String) -> Option<Option<String>> {
        self.bytes += text.len();
        let has_room = self.bytes <= MAX_BYTES && self.cells.len() < MAX_CELLS;
        has_room.then(|| self.cells.insert(place, text))
    }
}

/// Reads a sheet.
///
/// # Errors
/// Returns an error at the first cell that is not as expected.
pub(super) fn read_worksheet(
    source: &str,
    sheet: &str,
    part: &str,
    text: &str,
    shared: &SharedWorkbookParts,
    check: Check<'_>,
) -> Result<WorksheetGrid, InputError> {
    let document = parse_document(source, part, text, check)?;
    let root = document.root_element();
    let mut grid = WorksheetGrid::default();
    let (mut next_row, mut read) = (0, 0usize);
    let fault = |place: At, message: &str| cell_error(source, sheet, place, message);
    for row in
        first_child(root, "sheetData").into_iter().flat_map(|data| child_elements(data, "row"))
    {
        // Rows and cells may omit their position: they follow the previous one.
        let number = match local_attribute(row, "r") {
            None => next_row,
            Some(text) => match text.parse::<u32>().ok().and_then(|row| row.checked_sub(1)) {
                Some(row) => row,
                None => return Err(fault((next_row, 0), &format!("row number '{text}'"))),
            },
        };
        next_row = number.saturating_add(1);
        let mut next_column = 0;
        for cell in child_elements(row, "c") {
            read += 1;
            if read.is_multiple_of(POLL_EVERY) {
                check()?;
            }
            let place = match local_attribute(cell, "r") {
                None => (number, next_column),
                Some(text) => parse_reference(text)
                    .ok_or_else(|| fault((number, next_column), &format!("cell name '{text}'")))?,
            };
            if place.0 > LAST_SHEET_CELL.0 || place.1 > LAST_SHEET_CELL.1 {
                return Err(fault(place, "beyond the last row or column of a sheet"));
            }
            next_column = place.1 + 1;
            let text = cell_text(cell, shared).map_err(|error| fault(place, &error.to_string()))?;
            let text = text.trim();
            if text.is_empty() {
                continue;
            }
            match grid.put_text(place, text.to_owned()) {
                None => return Err(grid.too_many(source, sheet)),
                Some(Some(_)) => return Err(fault(place, "the cell is there twice")),
                Some(None) => {}
            }
            let borders = shared.cell_style(cell).borders;
            if borders != BoldBorders::default() {
                grid.borders.insert(place, borders);
            }
        }
    }
    // Merged cells are known only after the cells, whose texts they repeat.
    for range in
        first_child(root, "mergeCells").into_iter().flat_map(|all| child_elements(all, "mergeCell"))
    {
        let text = local_attribute(range, "ref").unwrap_or_default();
        let Some(merged) = parse_range(text) else {
            let message = format!("sheet '{sheet}': merged cells '{text}'");
            return Err(InputError::new(source, message));
        };
        fill_merged_range(source, sheet, &mut grid, merged)?;
        check()?;
    }
    Ok(grid)
}

/// Returns the text of a cell.
fn cell_text(cell: Node<'_, '_>, shared: &SharedWorkbookParts) -> Result<String, StoredValueError> {
    let stored = first_child(cell, "v").map(text_of);
    let held = stored.as_deref().unwrap_or_default().trim();
    let kind = local_attribute(cell, "t").unwrap_or("n");
    // A formula of text may return an empty one; other empty values were never computed.
    let is_empty_text = kind == "str" && stored.is_some();
    if held.is_empty() && first_child(cell, "f").is_some() && !is_empty_text {
        return Err(StoredValueError::NoValue);
    }
    match kind {
        "inlineStr" => Ok(first_child(cell, "is").map(rich_text).unwrap_or_default()),
        _ if held.is_empty() => Ok(String::new()),
        "s" => {
            let string = held.parse::<usize>().ok().and_then(|place| shared.strings.get(place));
            string.cloned().ok_or_else(|| StoredValueError::NoString { place: held.to_owned() })
        }
        "str" => Ok(unescape_text(held)),
        "d" => Err(StoredValueError::Date { date: held.to_owned() }),
        "b" => match held {
            "1" | "true" => Ok("Yes".into()),
            "0" | "false" => Ok("No".into()),
            _ => Err(StoredValueError::NoTruth { text: held.to_owned() }),
        },
        "e" => Err(StoredValueError::Failed { code: held.to_owned() }),
        "n" if shared.cell_style(cell).is_date => {
            Err(StoredValueError::DateFormat { number: held.to_owned() })
        }
        "n" => {
            plain_number(held).ok_or_else(|| StoredValueError::NoNumber { text: held.to_owned() })
        }
        other => Err(StoredValueError::OtherKind { kind: other.to_owned() }),
    }
}

/// A number in plain digits, without a final `.0`.
fn plain_number(text: &str) -> Option<String> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Some(text.to_owned());
    }
    let number = text.parse::<f64>().ok().filter(|number| number.is_finite())?;
    // The shortest digits that mean this number; never with an exponent.
    Some(if number == 0.0 { "0".into() } else { number.to_string() })
}

/// The row and column of a name such as `C7` or `$C$7`.
fn parse_reference(text: &str) -> Option<At> {
    let text = text.strip_prefix('$').unwrap_or(text);
    let end = text.find(|c: char| !c.is_ascii_alphabetic())?;
    let (letters, digits) = text.split_at(end);
    let digits = digits.strip_prefix('$').unwrap_or(digits);
    if letters.is_empty() || letters.len() > 3 || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let letter = |byte: u8| u32::from(byte.to_ascii_uppercase() - b'A') + 1;
    // Letters are digits from 1 to 26, so A is 1 and the result is one too large.
    let column = letters.bytes().fold(0, |column, byte| column * 26 + letter(byte));
    Some((digits.parse::<u32>().ok()?.checked_sub(1)?, column - 1))
}

/// The range of `A1:C2`.
fn parse_range(text: &str) -> Option<MergedRange> {
    let (from, to) = text.split_once(':').unwrap_or((text, text));
    let (from, to) = (parse_reference(from)?, parse_reference(to)?);
    let is_inside =
        from.0 <= to.0 && from.1 <= to.1 && to.0 <= LAST_SHEET_CELL.0 && to.1 <= LAST_SHEET_CELL.1;
    is_inside.then_some(MergedRange { from, to })
}

/// Writes the text of merged cells into each of them.
fn fill_merged_range(
    source: &str,
    sheet: &str,
    grid: &mut WorksheetGrid,
    range: MergedRange,
) -> Result<(), InputError> {
    let MergedRange { from, to } = range;
    // Rows after the last text hide nothing, so a range down to the end of the sheet costs no more
    // than one with text.
    let last = grid.cells.last_key_value().map_or(0, |(last, _)| last.0);
    let rows = from.0..=to.0.min(last);
    grid.looks += u64::from(rows.end().saturating_sub(from.0)) + 1;
    if grid.looks > 8 * MAX_CELLS as u64 {
        return Err(grid.too_many(source, sheet));
    }
    // Only the first cell of a merged range is visible.
    for row in rows {
        let mut cells = grid.cells.range((row, from.1)..=(row, to.1));
        if let Some((&place, _)) = cells.find(|&(&place, _)| place != from) {
            return Err(cell_error(source, sheet, place, "a value that merged cells hide"));
        }
    }
    // A range without text belongs to no table.
    let Some(text) = grid.cells.get(&from).cloned() else { return Ok(()) };
    for row in from.0..=to.0 {
        for column in from.1..=to.1 {
            if grid.put_text((row, column), text.clone()).is_none() {
                return Err(grid.too_many(source, sheet));
            }
            grid.merged.insert((row, column), range);
        }
    }
    Ok(())
}
