//! Writes a puzzle as JSON.

use std::cell::Cell;

use parallax_model::Value;
use serde_json::{Map, Value as Json, json};

use super::MAX_TEXT;
use super::reader::PROSE_KEYS;
use crate::GridPuzzle;
use crate::board::{GridBase, usual_boxes};
use crate::errors::GridFormError;

/// A file as it grows.
pub(crate) struct FPuzzlesWriter<'a> {
    /// The puzzle.
    pub puzzle: &'a GridPuzzle,
    keys: Map<String, Json>,
    /// The digits that cells may have, where they are restricted.
    marks: Vec<Option<Vec<Value>>>,
    /// How many cells the rules have named so far.
    named: Cell<usize>,
}

impl FPuzzlesWriter<'_> {
    /// Adds an entry to the list of a key.
    pub(crate) fn add_entry(&mut self, key: &str, entry: Json) {
        let list = self.keys.entry(key).or_insert_with(|| Json::Array(Vec::new()));
        if let Json::Array(list) = list {
            list.push(entry);
        }
    }

    /// Sets a key to true.
    pub(crate) fn set_flag(&mut self, key: &str) {
        self.keys.insert(key.to_owned(), Json::Bool(true));
    }

    /// Adds a negative rule.
    pub(crate) fn add_negative_rule(&mut self, name: &str) {
        let has = |list: &Json| list.as_array().is_some_and(|list| list.contains(&json!(name)));
        if !self.keys.get("negative").is_some_and(has) {
            self.add_entry("negative", json!(name));
        }
    }

    /// Restricts a cell to digits.
    pub(crate) fn restrict_cell(&mut self, cell: usize, digits: &[Value]) {
        let mark = &mut self.marks[cell];
        let allowed = mark.take().unwrap_or_else(|| digits.to_vec());
        *mark = Some(allowed.into_iter().filter(|digit| digits.contains(digit)).collect());
    }

    /// Returns the name of a row and a column, from 0 to one more than the side.
    pub(crate) fn position_name(row: usize, column: usize) -> Json {
        json!(format!("R{row}C{column}"))
    }

    /// Returns the name of a cell.
    pub(crate) fn cell_name(&self, cell: usize) -> Json {
        let shape = self.puzzle.shape;
        FPuzzlesWriter::position_name(shape.row(cell) + 1, shape.column(cell) + 1)
    }

    /// Returns the names of cells.
    pub(crate) fn cell_names(&self, cells: &[usize]) -> Json {
        self.named.set(self.named.get() + cells.len());
        cells.iter().map(|&cell| self.cell_name(cell)).collect()
    }

    /// Adds a line of a key.
    pub(crate) fn add_line(&mut self, key: &str, cells: &[usize]) {
        let entry = json!({ "lines": [self.cell_names(cells)] });
        self.add_entry(key, entry);
    }

    /// Adds a clue outside of the grid.
    pub(crate) fn add_clue(
        &mut self,
        key: &str,
        side: crate::shape::GridSide,
        place: usize,
        clue: i64,
    ) {
        use crate::shape::GridSide;
        let end = self.puzzle.shape.rows + 1;
        let cell = match side {
            GridSide::Top => FPuzzlesWriter::position_name(0, place + 1),
            GridSide::Bottom => FPuzzlesWriter::position_name(end, place + 1),
            GridSide::Left => FPuzzlesWriter::position_name(place + 1, 0),
            GridSide::Right => FPuzzlesWriter::position_name(place + 1, end),
        };
        self.add_entry(key, json!({ "cell": cell, "value": clue.to_string() }));
    }
}

/// Writes a puzzle; the reader reads it back.
///
/// # Errors
/// Returns an error if the form has no place for the base, the digits or a rule.
pub(super) fn write_json_puzzle(puzzle: &GridPuzzle) -> Result<String, GridFormError> {
    let side = puzzle.shape.rows;
    if !matches!(puzzle.base, GridBase::Sudoku | GridBase::Latin) {
        return Err(GridFormError::FPuzzlesBase { base: puzzle.base });
    }
    if puzzle.digits != (1, side as Value) {
        let (low, high) = puzzle.digits;
        return Err(GridFormError::FPuzzlesDigits { low, high, side });
    }
    let marks = vec![None; puzzle.shape.cell_count()];
    let mut file = FPuzzlesWriter { puzzle, keys: Map::new(), marks, named: Cell::new(0) };
    for rule in &puzzle.rules {
        rule.put(&mut file).map_err(|error| GridFormError::FPuzzlesRule {
            rule: rule.rule().describe_rule(puzzle.shape),
            error: Box::new(error),
        })?;
        // A name has four signs and quotes at least.
        if file.named.get() > MAX_TEXT / 6 {
            return Err(GridFormError::JsonLength);
        }
    }
    // The reader takes an empty list for no restriction, so the form has no way to forbid all
    // digits.
    if let Some(cell) = file.marks.iter().position(|mark| mark.as_ref().is_some_and(Vec::is_empty))
    {
        return Err(GridFormError::NoCandidate { cell: puzzle.shape.cell_place(cell) });
    }
    let FPuzzlesWriter { mut keys, marks, .. } = file;
    keys.insert("size".to_owned(), json!(side));
    keys.insert("grid".to_owned(), write_grid(puzzle, &marks));
    for key in PROSE_KEYS {
        // The reader keeps prose as notes of this form. Notes from other forms have no key here.
        let prefix = format!("{key}: ");
        let text = puzzle.notes.iter().find_map(|note| note.strip_prefix(&prefix));
        keys.extend(text.map(|text| (key.to_owned(), json!(text))));
    }
    let text = Json::Object(keys).to_string();
    if text.len() > MAX_TEXT { Err(GridFormError::JsonLength) } else { Ok(text) }
}

fn write_grid(puzzle: &GridPuzzle, marks: &[Option<Vec<Value>>]) -> Json {
    let usual = match puzzle.base {
        GridBase::Sudoku => puzzle.boxes == usual_boxes(puzzle.shape),
        _ => false,
    };
    // Without boxes, all regions are usual only if there are none.
    let is_usual = usual && (puzzle.boxes.is_some() || puzzle.regions.iter().all(Option::is_none));
    let cell = |cell: usize| {
        let mut fields = Map::new();
        if let Some(value) = puzzle.givens[cell] {
            fields.insert("value".to_owned(), json!(value));
            fields.insert("given".to_owned(), Json::Bool(true));
        }
        if !is_usual {
            fields.insert("region".to_owned(), json!(puzzle.regions[cell]));
        }
        if let Some(digits) = &marks[cell] {
            fields.insert("givenPencilMarks".to_owned(), json!(digits));
        }
        Json::Object(fields)
    };
    let cells: Vec<Json> = (0..puzzle.shape.cell_count()).map(cell).collect();
    cells.chunks(puzzle.shape.columns).map(|row| Json::Array(row.to_vec())).collect()
}
