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
use super::error::Spot;
use super::read;

/// Reads the rest of the file.
pub(super) fn read(lines: &mut Lines<'_>) -> Result<Vec<Keisuke>, InputError> {
    let puzzles = json::objects(lines)?;
    let read = |(i, puzzle): (usize, &Json)| {
        let fault = |fault: JsonFault| fault.within(&format!("[{i}]"));
        self::puzzle(puzzle).map_err(|error| lines.error(fault(error).to_string()))
    };
    puzzles.iter().enumerate().map(read).collect()
}

fn puzzle(puzzle: &Json) -> Result<Keisuke, JsonFault> {
    let is_fill_in = puzzle.get(ENTRIES).is_some();
    let members: &[&str] =
        if is_fill_in { &["grid", ENTRIES] } else { &["grid", "across", "down"] };
    json::check_members(puzzle, members)?;
    let rows = strings(puzzle, "grid")?;
    let width = rows.first().map_or(0, |row| row.chars().count());
    let mut cells = Vec::new();
    for (i, row) in rows.iter().enumerate() {
        let found = row.chars().count();
        if found != width {
            return Err(JsonError::Row { found, expected: width }.at(format!(".grid[{i}]")));
        }
        for c in row.chars() {
            let fault = || JsonError::KeisukeCell { found: c }.at(format!(".grid[{i}]"));
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
        JsonError::from(fault.error).at(path)
    })
}

fn entries(puzzle: &Json, list: &str) -> Result<Vec<Entry>, JsonFault> {
    let texts = strings(puzzle, list)?;
    let entry = |(i, text): (usize, &&str)| {
        text.parse().map_err(|error| JsonError::Entry(error).at(format!(".{list}[{i}]")))
    };
    texts.iter().enumerate().map(entry).collect()
}

/// The strings of a member.
fn strings<'a>(puzzle: &'a Json, member: &str) -> Result<Vec<&'a str>, JsonFault> {
    let list = puzzle.get(member).and_then(Json::as_array);
    let missing = JsonError::NoMember { expected: "an array of strings" };
    let list = list.ok_or_else(|| missing.at(format!(".{member}")))?;
    let string = |(i, item): (usize, &'a Json)| {
        item.as_str().ok_or_else(|| {
            let found = shorten(&item.to_string());
            let error = JsonError::Mismatch { found, expected: "a string" };
            error.at(format!(".{member}[{i}]"))
        })
    };
    list.iter().enumerate().map(string).collect()
}
