//! Keisukes as JSON: an object with `grid` (an array of rows of `#`, `.` and
//! digits), `across` and `down` (arrays of strings of digits), or an array of such
//! objects. `entries` in the place of the two lists has those of both directions. Other members may
//! only be notes.

use parallax_model::instance::{InputError, Lines};
use serde_json::Value as Json;

use super::super::json;
use super::super::token::shorten;
use super::board::{Direction, ENTRIES, Entry, Keisuke, Pattern, Spot};
use super::read;

/// Reads the rest of the file.
pub(super) fn read(lines: &mut Lines<'_>) -> Result<Vec<Keisuke>, InputError> {
    let puzzles = json::objects(lines)?;
    let read = |(i, puzzle): (usize, &Json)| {
        self::puzzle(puzzle).map_err(|fault| lines.error(format!("[{i}]{fault}")))
    };
    puzzles.iter().enumerate().map(read).collect()
}

fn puzzle(puzzle: &Json) -> Result<Keisuke, String> {
    let is_fill_in = puzzle.get(ENTRIES).is_some();
    let members = if is_fill_in { &["grid", ENTRIES][..] } else { &["grid", "across", "down"] };
    json::check_members(puzzle, members)?;
    let rows = strings(puzzle, "grid")?;
    let width = rows.first().map_or(0, |row| row.chars().count());
    let mut cells = Vec::new();
    for (i, row) in rows.iter().enumerate() {
        let found = row.chars().count();
        if found != width {
            return Err(format!(".grid[{i}]: a row of {found} cells; expected {width}"));
        }
        for c in row.chars() {
            let fault = || format!(".grid[{i}]: '{c}' is not a cell; expected #, . or a digit");
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
        let lists = Direction::BOTH.map(|direction| format!("{}: ", list(direction)));
        let found = lists.iter().find_map(|list| fault.message.strip_prefix(list));
        format!("{path}: {}", found.unwrap_or(&fault.message))
    })
}

fn entries(puzzle: &Json, list: &str) -> Result<Vec<Entry>, String> {
    let texts = strings(puzzle, list)?;
    let entry = |(i, text): (usize, &&str)| {
        text.parse().map_err(|fault: String| format!(".{list}[{i}]: {fault}"))
    };
    texts.iter().enumerate().map(entry).collect()
}

/// The strings of a member.
fn strings<'a>(puzzle: &'a Json, member: &str) -> Result<Vec<&'a str>, String> {
    let list = puzzle.get(member).and_then(Json::as_array);
    let list = list.ok_or_else(|| format!(".{member}: missing; expected an array of strings"))?;
    let string = |(i, item): (usize, &'a Json)| {
        let found = || shorten(&item.to_string());
        item.as_str().ok_or_else(|| format!(".{member}[{i}]: {}; expected a string", found()))
    };
    list.iter().enumerate().map(string).collect()
}
