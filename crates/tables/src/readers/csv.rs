//! Tables in comma-separated values (RFC 4180), also with semicolons or tabs.

use ::csv::{ReaderBuilder, StringRecord};
use parallax_instance::InputError;

use super::lines::{TextTableRow, is_head, is_title, make_table};
use crate::raw::{RawCell, RawSheet, SourcePlace};

/// Number of records between two checks of the clock.
const POLL_EVERY: usize = 1 << 10;

/// Maximum number of cells of all tables together.
const MAX_CELLS: usize = 1_000_000;

/// Number of lines that are searched for the separator.
const SEPARATOR_LOOKAHEAD_LINES: usize = 64;

/// Whether the beginning of a text has a table that this reader takes: a title alone, and below it
/// a header with a hit policy, or of the glossary.
pub(super) fn is_likely(text: &str) -> bool {
    let mut reader = ReaderBuilder::new();
    reader.has_headers(false).flexible(true).delimiter(detect_separator(text));
    let mut reader = reader.from_reader(text.as_bytes());
    let mut is_below = false;
    // A title alone in its row, followed by a header that begins like one.
    for record in reader.records() {
        let Ok(record) = record else { return false };
        let first = record.get(0).unwrap_or_default().trim();
        let is_alone = record.iter().skip(1).all(|field| field.trim().is_empty());
        if is_below && is_head(first) {
            return true;
        }
        is_below = is_alone && !first.is_empty() && (!is_head(first) || is_title(first));
    }
    false
}

/// Returns the separator: the one that occurs most often between fields of the first lines.
fn detect_separator(text: &str) -> u8 {
    let mut counts = [(b',', 0), (b';', 0), (b'\t', 0)];
    let (mut quoted, mut lines) = (false, 0);
    for byte in text.bytes() {
        match byte {
            // A doubled quotation mark switches twice, and so changes nothing.
            b'"' => quoted = !quoted,
            b'\n' if !quoted => lines += 1,
            _ if quoted => {}
            _ => counts.iter_mut().filter(|c| c.0 == byte).for_each(|count| count.1 += 1),
        }
        if lines == SEPARATOR_LOOKAHEAD_LINES {
            break;
        }
    }
    let max_count = counts.iter().map(|count| count.1).max().unwrap_or(0);
    counts.iter().find(|count| count.1 == max_count).map_or(b',', |count| count.0)
}

/// Reads the tables of a text.
///
/// # Errors
/// Returns an error at the first record or table that is not as expected.
pub(super) fn read_csv(
    source: &str,
    text: &str,
    check: &dyn Fn() -> Result<(), InputError>,
) -> Result<RawSheet, InputError> {
    // The CSV reader counts lines by their line feeds.
    let text = text.replace("\r\n", "\n").replace('\r', "\n") + "\n";
    let mut builder = ReaderBuilder::new();
    builder.has_headers(false).flexible(true).delimiter(detect_separator(&text));
    let mut reader = builder.from_reader(text.as_bytes());
    let (mut sheet, mut rows) = (RawSheet { name: String::new(), tables: Vec::new() }, Vec::new());
    let (mut record, mut cells, mut number) = (StringRecord::new(), 0usize, 0usize);
    loop {
        number += 1;
        if number.is_multiple_of(POLL_EVERY) {
            check()?;
        }
        let start = reader.position().line() as usize;
        let is_there = reader
            .read_record(&mut record)
            .map_err(|error| InputError::new(source, format!("damaged CSV: {error}")))?;
        // The record may span several lines: its own line breaks lead back to the line where it
        // begins.
        let breaks: usize = record.iter().map(|field| field.matches('\n').count()).sum();
        let line = (reader.position().line() as usize).saturating_sub(1 + breaks);
        let is_blank = !is_there || record.iter().all(|field| field.trim().is_empty());
        // The reader skips blank lines, which end a table.
        if is_blank || line > start {
            finish_table(source, &mut sheet, std::mem::take(&mut rows))?;
        }
        if !is_there {
            return Ok(sheet);
        }
        if !is_blank {
            cells += record.len();
            if cells > MAX_CELLS {
                let message = format!("more than {MAX_CELLS} cells, the most that are read");
                return Err(InputError::new(source, message));
            }
            rows.push(record_row(&record, line));
        }
    }
}

/// Makes the row of a record. Its columns count the characters of the fields and their separators,
/// but not quotation marks.
fn record_row(record: &StringRecord, line: usize) -> TextTableRow {
    let mut column = 1;
    let mut cells = Vec::with_capacity(record.len());
    for field in record {
        let blank = field.chars().take_while(|letter| letter.is_whitespace()).count();
        let place = SourcePlace::Text(line, column + blank);
        cells.push(RawCell::from_text(field, place));
        column += field.chars().count() + 1;
    }
    TextTableRow { cells, end: SourcePlace::Text(line, column.saturating_sub(1).max(1)) }
}

/// Makes a table of the rows, of which the first is the title.
fn finish_table(
    source: &str,
    sheet: &mut RawSheet,
    mut rows: Vec<TextTableRow>,
) -> Result<(), InputError> {
    if rows.is_empty() {
        return Ok(());
    }
    let mut first = rows.remove(0).cells;
    // The title may be in any column.
    let index = first.iter().position(|cell| !cell.is_blank()).unwrap_or(0);
    let others = first.split_off(index + 1);
    let title = first.remove(index);
    if let Some(other) = others.iter().find(|cell| !cell.is_blank()) {
        let message = format!(
            "'{}' beside '{}'; expected a title alone in the first row of a table, and a blank \
             row between tables",
            other.text, title.text
        );
        return Err(other.cell_error(source, "", "", &message));
    }
    let filled = |row: &TextTableRow| {
        // Separators after the last filled cell add no column.
        row.cells.iter().rposition(|cell| !cell.is_blank()).map_or(0, |i| i + 1)
    };
    let width = rows.iter().map(filled).max().unwrap_or(0);
    let table = make_table(source, title, rows, width)?;
    sheet.tables.push(table);
    Ok(())
}
