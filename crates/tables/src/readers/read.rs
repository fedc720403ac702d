//! Chooses the reader of a file of tables.

use parallax_dmn::columns::{SeparateTables, read_column_tables};
use parallax_dmn::decisions::DecisionModel;
use parallax_instance::{InputError, LineReader};

use super::choose::TableChoice;
use super::{csv, dmn, markdown, workbook};
use crate::raw::{RawSheet, RawTable};

/// Maximum size of a file, in bytes.
pub const MAX_FILE: usize = 32 << 20;

/// The first bytes of zip archives: with files, and empty.
const ZIP_SIGNATURES: [&[u8]; 2] = [b"PK\x03\x04", b"PK\x05\x06"];

/// The first bytes of a compound file, in which old and encrypted workbooks are stored.
const COMPOUND_FILE_SIGNATURE: &[u8] = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1";

/// Maximum number of lines that are examined to recognise a text.
const LOOKAHEAD_LINES: usize = 2000;

/// Maximum number of bytes that are examined to recognise a text.
const LOOKAHEAD_BYTES: usize = 1 << 20;

type Check<'a> = &'a dyn Fn() -> Result<(), InputError>;

/// Reads the sheets of a workbook, or the tables of a text as one sheet. The content decides on the
/// reader, or if it fits several, the extension (in lower case, without a dot).
///
/// # Errors
/// Returns an error at the first place that is not as expected.
pub fn read_table_file(
    source: &str,
    extension: Option<&str>,
    bytes: Vec<u8>,
    check: Check<'_>,
) -> Result<Vec<RawSheet>, InputError> {
    read_sheets(source, extension, bytes, &TableChoice::default(), check)
}

/// Reads the tables of the chosen sheets, each with the name of its sheet.
///
/// # Errors
/// Returns the errors of [`read_table_file`], and an error for a sheet that does not exist, or if
/// none is chosen and several have tables.
pub fn read_tables(
    source: &str,
    extension: Option<&str>,
    bytes: Vec<u8>,
    choice: &TableChoice<'_>,
    check: Check<'_>,
) -> Result<Vec<(String, RawTable)>, InputError> {
    let sheets = read_sheets(source, extension, bytes, choice, check)?;
    choice.chosen_tables(source, sheets)
}

/// Reads the decision tables of a file of DMN, each by itself; `None` for other files, whose tables
/// state one problem together.
///
/// # Errors
/// Returns an error for a file of DMN without a table that can be checked.
pub fn read_separate_tables(
    source: &str,
    extension: Option<&str>,
    bytes: &[u8],
    check: Check<'_>,
) -> Result<Option<SeparateTables>, InputError> {
    if !is_dmn(extension, bytes) {
        return Ok(None);
    }
    let text = decode_text(source, bytes.to_vec())?;
    if text.trim_start().is_empty() {
        return Err(InputError::new(source, "empty; expected tables"));
    }
    read_column_tables(source, &text, check).map(Some)
}

/// Reads the decisions of a file of DMN, to be evaluated; `None` for other files.
///
/// # Errors
/// Returns an error for a file of DMN without decisions.
pub fn read_decisions(
    source: &str,
    extension: Option<&str>,
    bytes: &[u8],
    check: Check<'_>,
) -> Result<Option<DecisionModel>, InputError> {
    if !is_dmn(extension, bytes) {
        return Ok(None);
    }
    let text = decode_text(source, bytes.to_vec())?;
    DecisionModel::read_model(source, &text, check).map(Some)
}

/// Whether a file is one of DMN, and no workbook and no other text.
fn is_dmn(extension: Option<&str>, bytes: &[u8]) -> bool {
    let is_other =
        is_binary(bytes) || bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff");
    let is_xml = bytes.trim_ascii_start().starts_with(b"<") || bytes.starts_with(b"\xef\xbb\xbf<");
    !is_other && (is_xml || extension == Some("dmn"))
}

fn read_sheets(
    source: &str,
    extension: Option<&str>,
    bytes: Vec<u8>,
    choice: &TableChoice<'_>,
    check: Check<'_>,
) -> Result<Vec<RawSheet>, InputError> {
    let fault = |message: &str| Err(InputError::new(source, message));
    if choice.decision.is_some() && !is_dmn(extension, &bytes) {
        return fault("--decision names a decision of a DMN file; these are tables of cDMN");
    }
    // The first bytes decide before the extension, which may be wrong.
    if is_binary(&bytes) {
        if bytes.starts_with(COMPOUND_FILE_SIGNATURE) {
            return fault(
                "an old Excel workbook (.xls) or an encrypted one; save it as .xlsx without a \
                 password",
            );
        }
        return workbook::read_workbook(source, bytes, choice, check);
    }
    if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
        return fault("UTF-16; expected UTF-8");
    }
    if extension == Some("xlsx") {
        return fault("no workbook; expected the zip archive of an .xlsx file");
    }
    let text = decode_text(source, bytes)?;
    if text.trim_start().is_empty() {
        return fault("empty; expected tables");
    }
    // A text is one sheet without a name, so the choice of any other is an error.
    choice.sheet_indices(source, &[""])?;
    // Markdown is tried before CSV, because its cells may contain commas.
    Ok(vec![if text.trim_start().starts_with('<') || extension == Some("dmn") {
        dmn::read_dmn(source, &text, choice.decision, check)?
    } else if is_csv(extension) || !markdown::is_likely(text.lines()) && csv::is_likely(&text) {
        csv::read_csv(source, &text, check)?
    } else {
        markdown::read_markdown(source, &text, check)?
    }])
}

fn is_csv(extension: Option<&str>) -> bool {
    matches!(extension, Some("csv" | "tsv"))
}

/// Decodes a text; a byte order mark at its start is left out.
fn decode_text(source: &str, mut bytes: Vec<u8>) -> Result<String, InputError> {
    if bytes.starts_with(b"\xef\xbb\xbf") {
        bytes.drain(..3);
    }
    // The first NUL or the first invalid byte is where the text ends, so the error points there.
    let place = bytes.iter().position(|&byte| byte == 0);
    let error = match (String::from_utf8(bytes), place) {
        (Ok(text), None) => return Ok(text),
        (Ok(text), Some(place)) => (text[..place].to_owned(), "a NUL byte"),
        (Err(error), place) => {
            let valid = error.utf8_error().valid_up_to();
            let end = place.unwrap_or(valid).min(valid);
            (String::from_utf8_lossy(&error.as_bytes()[..end]).into_owned(), "not UTF-8")
        }
    };
    let (before, what) = error;
    let line = before.rfind('\n').map_or(0, |place| place + 1);
    let (number, column) = (before.matches('\n').count() + 1, before[line..].chars().count() + 1);
    let message = format!("{what}; expected text, this looks like a binary file");
    Err(InputError::new(source, message).at_position(number, column))
}

/// Whether these first bytes identify a zip archive or a compound file.
#[must_use]
pub fn is_binary(bytes: &[u8]) -> bool {
    ZIP_SIGNATURES.iter().any(|start| bytes.starts_with(start))
        || bytes.starts_with(COMPOUND_FILE_SIGNATURE)
}

/// Whether a text contains tables, by its content: DMN, or Markdown or CSV with a hit policy or a
/// part of the glossary.
///
/// # Errors
/// Returns an error if the text cannot be read.
pub fn starts_table(
    extension: Option<&str>,
    lines: &mut LineReader<'_>,
) -> Result<bool, InputError> {
    let is_text = matches!(extension, None | Some("md" | "markdown" | "txt" | "csv" | "tsv"));
    let Some(first) = first_line(lines)? else { return Ok(false) };
    let is_xml = first.starts_with('<');
    if !is_xml && !is_text {
        return Ok(false);
    }
    // The root element of DMN and its namespace are near the beginning; the first table of a text
    // may follow long prose.
    let (max_lines, mut bytes, mut text) =
        (if is_xml { 64 } else { LOOKAHEAD_LINES }, 0, String::new());
    for distance in 0..max_lines {
        let Some(line) = lines.peek_line(distance)? else { break };
        bytes += line.text.len() + 1;
        text.push_str(&line.text);
        text.push('\n');
        if bytes > LOOKAHEAD_BYTES {
            break;
        }
    }
    Ok(if is_xml {
        let is_root = ["<definitions", ":definitions"].iter().any(|tag| text.contains(tag));
        is_root && text.contains("/DMN/")
    } else if is_csv(extension) {
        csv::is_likely(&text)
    } else {
        markdown::is_likely(text.lines())
    })
}

/// The first line that is not blank, without surrounding space.
fn first_line(lines: &mut LineReader<'_>) -> Result<Option<String>, InputError> {
    for distance in 0..LOOKAHEAD_LINES {
        match lines.peek_line(distance)? {
            None => return Ok(None),
            Some(line) if line.text.trim().is_empty() => {}
            Some(line) => return Ok(Some(line.text.trim().to_owned())),
        }
    }
    Ok(None)
}
