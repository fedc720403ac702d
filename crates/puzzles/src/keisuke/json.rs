//! Keisukes as JSON: an object with `grid` (an array of rows of `#`, `.` and
//! digits), `across` and `down` (arrays of strings of digits), or an array of such
//! objects. `entries` in the place of the two lists has those of both directions. Other members may
//! only be notes.

use parallax_instance::{InputError, LineReader};
use serde_json::Value as Json;

use super::super::json;
use super::super::json_error::{LocatedPuzzleJsonError, PuzzleJsonError};
use super::super::line_fields::shorten_text;
use super::board::{ENTRIES_LIST_NAME, KeisukeEntry, KeisukePattern, KeisukePuzzle, RunDirection};
use super::error::{EntryError, KeisukeError, KeisukeSpot};
use super::read;

/// An error in the JSON of a Keisuke, and its place.
type KeisukeJsonFault = LocatedPuzzleJsonError<KeisukeJsonError>;

/// A value of JSON that makes no Keisuke. Values that were found are shortened.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
enum KeisukeJsonError {
    #[error("a row of {found} cells; expected {expected}")]
    Row { found: usize, expected: usize },
    #[error("'{found}' is not a cell; expected #, . or a digit")]
    Cell { found: char },
    #[error(transparent)]
    Entry(#[from] EntryError),
    #[error(transparent)]
    Keisuke(#[from] KeisukeError),
    #[error(transparent)]
    Json(#[from] PuzzleJsonError),
}

/// Reads the rest of the file.
pub(super) fn read_json(lines: &mut LineReader<'_>) -> Result<Vec<KeisukePuzzle>, InputError> {
    let puzzles = json::read_objects(lines)?;
    let read = |(i, puzzle): (usize, &Json)| {
        let fault = |fault: KeisukeJsonFault| fault.within_path(&format!("[{i}]"));
        self::read_puzzle(puzzle).map_err(|error| lines.make_error(fault(error).to_string()))
    };
    puzzles.iter().enumerate().map(read).collect()
}

fn read_puzzle(puzzle: &Json) -> Result<KeisukePuzzle, KeisukeJsonFault> {
    let is_fill_in = puzzle.get(ENTRIES_LIST_NAME).is_some();
    let members: &[&str] =
        if is_fill_in { &["grid", ENTRIES_LIST_NAME] } else { &["grid", "across", "down"] };
    json::check_members::<KeisukeJsonError>(puzzle, members)?;
    let rows = read_strings(puzzle, "grid")?;
    let width = rows.first().map_or(0, |row| row.chars().count());
    let mut cells = Vec::new();
    for (i, row) in rows.iter().enumerate() {
        let found = row.chars().count();
        if found != width {
            let error = KeisukeJsonError::Row { found, expected: width };
            return Err(KeisukeJsonFault::new(format!(".grid[{i}]"), error));
        }
        for c in row.chars() {
            let error = KeisukeJsonError::Cell { found: c };
            let fault = || KeisukeJsonFault::new(format!(".grid[{i}]"), error);
            cells.push(read::read_cell(c).ok_or_else(fault)?);
        }
    }
    let made = if is_fill_in {
        KeisukePuzzle::fill_in(rows.len(), width, cells, read_entries(puzzle, ENTRIES_LIST_NAME)?)
    } else {
        let [across, down] =
            RunDirection::BOTH.map(|direction| read_entries(puzzle, direction.direction_name()));
        KeisukePuzzle::new(rows.len(), width, KeisukePattern::Known(cells), across?, down?)
    };
    made.map_err(|fault| {
        let list = |direction: RunDirection| {
            if is_fill_in { ENTRIES_LIST_NAME } else { direction.direction_name() }
        };
        let path = match fault.spot {
            // A puzzle of width 0 fails by its size, an error without a spot, so this does not
            // divide by 0.
            Some(KeisukeSpot::Cell(cell)) => format!(".grid[{}]", cell / width),
            Some(KeisukeSpot::List(direction)) => format!(".{}", list(direction)),
            Some(KeisukeSpot::Entry(direction, i)) => format!(".{}[{i}]", list(direction)),
            None => String::new(),
        };
        // The path names the list already.
        KeisukeJsonFault::new(path, fault.error)
    })
}

fn read_entries(puzzle: &Json, list: &str) -> Result<Vec<KeisukeEntry>, KeisukeJsonFault> {
    let texts = read_strings(puzzle, list)?;
    let entry = |(i, text): (usize, &&str)| {
        let fault = |error: EntryError| KeisukeJsonFault::new(format!(".{list}[{i}]"), error);
        text.parse().map_err(fault)
    };
    texts.iter().enumerate().map(entry).collect()
}

/// Reads the strings of a member.
fn read_strings<'a>(puzzle: &'a Json, member: &str) -> Result<Vec<&'a str>, KeisukeJsonFault> {
    let list = puzzle.get(member).and_then(Json::as_array);
    let missing = PuzzleJsonError::NoMember { expected: "an array of strings" };
    let list = list.ok_or_else(|| KeisukeJsonFault::new(format!(".{member}"), missing))?;
    let string = |(i, item): (usize, &'a Json)| {
        item.as_str().ok_or_else(|| {
            let found = shorten_text(&item.to_string());
            let error = PuzzleJsonError::Mismatch { found, expected: "a string" };
            KeisukeJsonFault::new(format!(".{member}[{i}]"), error)
        })
    };
    list.iter().enumerate().map(string).collect()
}
