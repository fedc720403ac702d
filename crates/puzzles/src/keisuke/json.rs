//! Keisukes as JSON: an object with `grid` (an array of rows of `#`, `.` and
//! digits), `across` and `down` (arrays of strings of digits), or an array of such
//! objects. `entries` in the place of the two lists has those of both directions. Other members may
//! only be notes.

use parallax_model::instance::{InputError, Lines};
use serde_json::Value as Json;

use super::super::json;
use super::super::json_error::{JsonError, JsonFault};
use super::super::token::shorten;
use super::board::{Direction, ENTRIES, Entry, Keisuke, Pattern};
use super::error::{EntryError, KeisukeError, Spot};
use super::read;

/// An error in the JSON of a Keisuke, and its place.
type KeisukeJsonFault = JsonFault<KeisukeJsonError>;

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
    Json(#[from] JsonError),
}

/// Reads the rest of the file.
pub(super) fn read(lines: &mut Lines<'_>) -> Result<Vec<Keisuke>, InputError> {
    let puzzles = json::objects(lines)?;
    let read = |(i, puzzle): (usize, &Json)| {
        let fault = |fault: KeisukeJsonFault| fault.within(&format!("[{i}]"));
        self::puzzle(puzzle).map_err(|error| lines.error(fault(error).to_string()))
    };
    puzzles.iter().enumerate().map(read).collect()
}

fn puzzle(puzzle: &Json) -> Result<Keisuke, KeisukeJsonFault> {
    let is_fill_in = puzzle.get(ENTRIES).is_some();
    let members: &[&str] =
        if is_fill_in { &["grid", ENTRIES] } else { &["grid", "across", "down"] };
    json::check_members::<KeisukeJsonError>(puzzle, members)?;
    let rows = strings(puzzle, "grid")?;
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
            cells.push(read::cell(c).ok_or_else(fault)?);
        }
    }
    let made = if is_fill_in {
        Keisuke::fill_in(rows.len(), width, cells, entries(puzzle, ENTRIES)?)
    } else {
        let [across, down] = Direction::BOTH.map(|direction| entries(puzzle, direction.name()));
        Keisuke::new(rows.len(), width, Pattern::Known(cells), across?, down?)
    };
    made.map_err(|fault| {
        let list = |direction: Direction| if is_fill_in { ENTRIES } else { direction.name() };
        let path = match fault.spot {
            Some(Spot::Cell(cell)) => format!(".grid[{}]", cell / width),
            Some(Spot::List(direction)) => format!(".{}", list(direction)),
            Some(Spot::Entry(direction, i)) => format!(".{}[{i}]", list(direction)),
            None => String::new(),
        };
        // The path names the list already.
        KeisukeJsonFault::new(path, fault.error)
    })
}

fn entries(puzzle: &Json, list: &str) -> Result<Vec<Entry>, KeisukeJsonFault> {
    let texts = strings(puzzle, list)?;
    let entry = |(i, text): (usize, &&str)| {
        let fault = |error: EntryError| KeisukeJsonFault::new(format!(".{list}[{i}]"), error);
        text.parse().map_err(fault)
    };
    texts.iter().enumerate().map(entry).collect()
}

/// The strings of a member.
fn strings<'a>(puzzle: &'a Json, member: &str) -> Result<Vec<&'a str>, KeisukeJsonFault> {
    let list = puzzle.get(member).and_then(Json::as_array);
    let missing = JsonError::NoMember { expected: "an array of strings" };
    let list = list.ok_or_else(|| KeisukeJsonFault::new(format!(".{member}"), missing))?;
    let string = |(i, item): (usize, &'a Json)| {
        item.as_str().ok_or_else(|| {
            let found = shorten(&item.to_string());
            let error = JsonError::Mismatch { found, expected: "a string" };
            KeisukeJsonFault::new(format!(".{member}[{i}]"), error)
        })
    };
    list.iter().enumerate().map(string).collect()
}
