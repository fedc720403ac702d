//! Reads Keisukes in text: the rows of the grid, or its size, then the lists
//! `across:` and `down:`. The form with `h w` before the rows and lists `A` and
//! `D` is read too. Instances are separated by blank lines.

use parallax_instance::{InputError, Instance, LineReader};

use super::super::json as any_json;
use super::super::line_fields::{LinePlace, shorten_text, split_words};
use super::super::stream::Batch;
use super::board::{ENTRIES_LIST_NAME, KeisukeCell, KeisukePuzzle, MAX_SIDE, RunDirection};
use super::draft::KeisukeDraft;
use super::json;

/// Reads the next puzzle of a text, or all puzzles of a JSON file.
pub(crate) fn read_next(lines: &mut LineReader<'_>) -> Batch {
    let found = if any_json::starts_json(lines)? {
        json::read_json(lines)?
    } else {
        next(lines)?.into_iter().collect()
    };
    Ok(found.into_iter().map(|keisuke| Box::new(keisuke) as Box<dyn Instance>).collect())
}

/// Whether a line is a comment. A row may start with `#` too, but has no space.
fn is_comment(text: &str) -> bool {
    let text = text.trim_start();
    text.starts_with('%') || text.starts_with("# ") || text.starts_with("#\t")
}

/// Whether a line belongs to no puzzle.
pub(crate) fn is_between(text: &str) -> bool {
    text.trim().is_empty() || is_comment(text)
}

/// Returns the cell that a character denotes.
pub(super) fn read_cell(c: char) -> Option<KeisukeCell> {
    match c {
        '#' => Some(KeisukeCell::Black),
        '.' => Some(KeisukeCell::White),
        digit => digit.to_digit(10).map(|digit| KeisukeCell::Clue(digit as u8)),
    }
}

pub(super) fn is_row(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| read_cell(c).is_some())
}

/// A line that starts a list or states the size.
pub(super) enum KeisukeHeader {
    Size,
    List(RunDirection),
    /// The list of both directions, or its entries of one length.
    Entries(Option<usize>),
}

/// Names of a list of both directions.
const SHARED_LIST_NAMES: [&str; 3] = [ENTRIES_LIST_NAME, "numbers", "both"];

/// Words after the length of the entries that follow: `3 digits:`.
const LENGTH_SUFFIXES: [&str; 6] =
    ["", "digits", "digit", "figures", "digit numbers", "digit entries"];

/// Returns the header of a list of both directions: `entries:`, `3:`, `3 digits:`, `3-digit
/// numbers`.
fn entries_header(name: &str) -> Option<KeisukeHeader> {
    let name = name.trim().to_lowercase();
    if SHARED_LIST_NAMES.contains(&name.as_str()) {
        return Some(KeisukeHeader::Entries(None));
    }
    let end = name.find(|c: char| !c.is_ascii_digit()).unwrap_or(name.len());
    let length = name[..end].parse().ok()?;
    let rest = name[end..].trim_start_matches(['-', ' ']);
    LENGTH_SUFFIXES.contains(&rest).then_some(KeisukeHeader::Entries(Some(length)))
}

/// Whether the first lines are those of a Keisuke: rows, then a list. Consumes
/// nothing.
pub(crate) fn looks_like(lines: &mut LineReader<'_>) -> Result<bool, InputError> {
    const MAX_LOOKAHEAD_LINES: usize = 3 * MAX_SIDE;
    let (mut rows, mut announced, mut drawn) = (0, None, false);
    for distance in 0..MAX_LOOKAHEAD_LINES {
        let Some(line) = lines.peek_line(distance)? else { break };
        let text = line.text.trim();
        if text.is_empty() || is_comment(text) {
            continue;
        }
        // Faults of a header are not reported here, so they need no place.
        let place = LinePlace { source: "", line: 0 };
        // `3:` occurs in other texts as well, so a list of both directions needs a drawn grid
        // before it.
        match read_header(place, &line.text, announced.is_some()) {
            Ok(Some((KeisukeHeader::Entries(_), _))) => return Ok(rows > 0 && drawn),
            Ok(Some(_)) => return Ok(true),
            _ => {}
        }
        match split_words(text)[..] {
            [height, width] if rows == 0 && announced.is_none() => {
                let (Ok(height), Ok(width)) = (height.text.parse(), width.text.parse()) else {
                    return Ok(false);
                };
                announced = Some((height, width));
            }
            [row] if is_row(row.text) && rows < MAX_SIDE => {
                // A row has ASCII characters only, so bytes count its cells.
                if announced
                    .is_some_and(|size: (usize, usize)| size.0 == rows || size.1 != row.text.len())
                {
                    return Ok(false);
                }
                rows += 1;
                // Rows of digits alone are boards of other puzzles.
                drawn |= row.text.contains(['#', '.']);
            }
            _ => return Ok(false),
        }
    }
    Ok(false)
}

/// Returns the list or the size that starts on a line, and the column after the header, from 1.
pub(super) fn read_header(
    place: LinePlace<'_>,
    text: &str,
    short: bool,
) -> Result<Option<(KeisukeHeader, usize)>, InputError> {
    // `A` and `D` are headers only in the form that has the sides before the rows.
    let Some(first) = split_words(text).first().copied() else { return Ok(None) };
    let letter = match first.text {
        "A" if short => Some(RunDirection::Across),
        "D" if short => Some(RunDirection::Down),
        _ => None,
    };
    if let Some(direction) = letter {
        return Ok(Some((KeisukeHeader::List(direction), first.column + 1)));
    }
    let Some((name, _)) = text.split_once(':') else {
        // A line of digits is no header, but `3-digit numbers` is one without a colon.
        let has_words = text.trim().contains(|c: char| c.is_alphabetic());
        let header = entries_header(text).filter(|_| has_words);
        return Ok(header.map(|header| (header, text.chars().count() + 1)));
    };
    // The column after the colon.
    let after = name.chars().count() + 2;
    if let Some(header) = entries_header(name) {
        return Ok(Some((header, after)));
    }
    let header = match name.trim().to_lowercase().as_str() {
        "size" => KeisukeHeader::Size,
        "across" => KeisukeHeader::List(RunDirection::Across),
        "down" => KeisukeHeader::List(RunDirection::Down),
        _ => {
            let message = format!(
                "'{}:'; expected across: and down:, or 2: and 3: for entries of both directions, \
                 or size:",
                shorten_text(name.trim())
            );
            return Err(place.column_error(first.column, message));
        }
    };
    Ok(Some((header, after)))
}

/// Reads the next puzzle; `None` at the end.
fn next(lines: &mut LineReader<'_>) -> Result<Option<KeisukePuzzle>, InputError> {
    let mut draft = KeisukeDraft::default();
    while let Some(line) = lines.peek_line(0)? {
        if line.text.trim().is_empty() {
            // A blank line may also be between the grid and its lists, so it ends only a complete
            // puzzle.
            if draft.is_complete() {
                break;
            }
            draft.close_list();
        } else if !is_comment(&line.text) {
            let line = line.clone();
            draft.add_line(LinePlace { source: lines.source_name(), line: line.number }, &line)?;
        }
        lines.next_line()?;
    }
    match draft.last {
        0 => Ok(None),
        _ => draft.finish_puzzle(lines.source_name()).map(Some),
    }
}
