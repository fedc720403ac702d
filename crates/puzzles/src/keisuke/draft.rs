//! A puzzle while its text is read, line by line.

use parallax_instance::{InputError, TextLine};

use super::super::line_fields::{
    LineField, LinePlace, count_noun, iterate_fields, shorten_text, split_words,
};
use super::EXPECTED;
use super::board::{
    ENTRIES_LIST_NAME, KeisukeCell, KeisukeEntry, KeisukePattern, KeisukePuzzle, MAX_ENTRIES,
    MAX_SIDE, RunDirection,
};
use super::error::{EntryError, KeisukeSpot, LocatedKeisukeError};
use super::layout::direction_runs;
use super::read::{KeisukeHeader, is_row, read_cell, read_header};

/// An entry with its line and column.
struct ListedEntry {
    entry: KeisukeEntry,
    line: usize,
    column: usize,
}

/// A list with its line.
struct EntryList {
    line: usize,
    entries: Vec<ListedEntry>,
}

/// The parts of a puzzle that have been read.
#[derive(Default)]
pub(super) struct KeisukeDraft {
    /// The line, height and width of `h w` before the rows.
    announced: Option<(usize, usize, usize)>,
    /// The line, height and width of an unknown grid, and whether its black cells
    /// are apart.
    size: Option<(usize, usize, usize, bool)>,
    /// The line and the column of the first cell of each row.
    rows: Vec<(usize, usize)>,
    width: usize,
    cells: Vec<KeisukeCell>,
    lists: [Option<EntryList>; 2],
    /// Whether the first list has both directions.
    shared: bool,
    /// The length of the entries that follow, if a header states it.
    length: Option<usize>,
    /// The list that the next line may continue.
    open: Option<RunDirection>,
    /// The line that was added last; 0 if there is none.
    pub(super) last: usize,
}

impl KeisukeDraft {
    /// Whether both lists are there, or as many entries for both directions as there are runs.
    pub(super) fn is_complete(&self) -> bool {
        match &self.lists {
            [Some(list), None] if self.shared => list.entries.len() >= self.run_count(),
            lists => lists.iter().all(Option::is_some),
        }
    }

    /// Returns the number of runs of the grid.
    fn run_count(&self) -> usize {
        let is_black = |cell: usize| self.cells.get(cell) == Some(&KeisukeCell::Black);
        let count =
            |direction| direction_runs(self.rows.len(), self.width, direction, is_black).len();
        RunDirection::BOTH.into_iter().map(count).sum()
    }

    /// Ends a list at a blank line. A list of both directions continues after it.
    pub(super) fn close_list(&mut self) {
        if !self.shared {
            self.open = None;
        }
    }

    fn has_grid(&self) -> bool {
        self.size.is_some() || !self.rows.is_empty()
    }

    /// Adds a line that is neither blank nor a comment.
    pub(super) fn add_line(
        &mut self,
        place: LinePlace<'_>,
        line: &TextLine,
    ) -> Result<(), InputError> {
        self.last = line.number;
        match read_header(place, &line.text, self.announced.is_some())? {
            Some((KeisukeHeader::Size, behind)) => {
                return self.read_size(place, rest_field(&line.text, behind));
            }
            Some((KeisukeHeader::List(direction), behind)) => {
                self.start_list(place, direction)?;
                return self.add_entries(place, direction, rest_field(&line.text, behind));
            }
            Some((KeisukeHeader::Entries(length), behind)) => {
                self.open_entries(place, length)?;
                return self.add_entries(
                    place,
                    RunDirection::Across,
                    rest_field(&line.text, behind),
                );
            }
            None => {}
        }
        // A line of digits may be a row or entries. While a list is open it has entries, unless it
        // has cells that no entry can have.
        if let Some(direction) = self.open {
            if is_row(line.text.trim()) && line.text.contains(['.', '#']) {
                if self.shared {
                    let found = self.lists[0].as_ref().map_or(0, |list| list.entries.len());
                    let runs = count_noun(self.run_count(), "run", "runs");
                    let message = format!("a row behind {found} entries, but the grid has {runs}");
                    return Err(place.line_error(message));
                }
                let message = "a row behind a list; expected a blank line before the next puzzle";
                return Err(place.line_error(message));
            }
            return self.add_entries(place, direction, LineField { column: 1, text: &line.text });
        }
        // Two numbers before the grid are its sides; a row is one word.
        if let [height, width] = split_words(&line.text)[..]
            && !self.has_grid()
            && self.announced.is_none()
            && [height, width].iter().all(|field| field.text.bytes().all(|b| b.is_ascii_digit()))
        {
            self.announced =
                Some((line.number, read_side(place, height)?, read_side(place, width)?));
            return Ok(());
        }
        self.add_row(place, &line.text)
    }

    fn read_size(&mut self, place: LinePlace<'_>, text: LineField<'_>) -> Result<(), InputError> {
        if self.has_grid() || self.announced.is_some() {
            return Err(place.line_error("a second grid; expected `across:` or `down:`"));
        }
        let separator = |c: char| c.is_whitespace() || matches!(c, 'x' | 'X' | ',');
        let fields: Vec<LineField<'_>> = iterate_fields(text.text, separator)
            .map(|field| LineField { column: field.column + text.column - 1, ..field })
            .collect();
        let (height, width, apart) = match fields[..] {
            [height, width] => (height, width, false),
            [height, width, word] if word.text.eq_ignore_ascii_case("apart") => {
                (height, width, true)
            }
            _ => {
                let found = shorten_text(text.text.trim());
                let message =
                    format!("'{found}' is no size; expected a text like 5x5 or 5x5, apart");
                return Err(place.column_error(text.column, message));
            }
        };
        self.size = Some((place.line, read_side(place, height)?, read_side(place, width)?, apart));
        Ok(())
    }

    fn add_row(&mut self, place: LinePlace<'_>, text: &str) -> Result<(), InputError> {
        let start = text.chars().take_while(|c| c.is_whitespace()).count() + 1;
        if let Some(missing) =
            self.missing_list().filter(|_| self.lists.iter().any(Option::is_some))
        {
            let found = shorten_text(text.trim());
            return Err(place.line_error(format!("'{found}'; expected the list `{missing}:`")));
        }
        let row = text.trim();
        for (i, c) in row.chars().enumerate() {
            let Some(cell) = read_cell(c) else {
                let message = if self.rows.is_empty() && i == 0 {
                    format!("'{}'; expected {EXPECTED}", shorten_text(row))
                } else {
                    format!("'{c}' is not a cell; expected # (black), . (white) or a digit")
                };
                return Err(place.column_error(start + i, message));
            };
            self.cells.push(cell);
            if i == MAX_SIDE {
                return Err(place.line_error(format!("a row of more than {MAX_SIDE} cells")));
            }
        }
        if self.size.is_some() {
            return Err(
                place.line_error("a row, but `size:` stands for an unknown grid; expected a list")
            );
        }
        let width = row.chars().count();
        let expected = match self.announced {
            Some((_, _, width)) => width,
            None if self.rows.is_empty() => width,
            None => self.width,
        };
        if width != expected {
            return Err(place.line_error(format!("a row of {width} cells; expected {expected}")));
        }
        if self.rows.len() == MAX_SIDE {
            return Err(place.line_error(format!("more than {MAX_SIDE} rows")));
        }
        self.width = width;
        self.rows.push((place.line, start));
        Ok(())
    }

    /// Starts or continues the list of both directions.
    fn open_entries(
        &mut self,
        place: LinePlace<'_>,
        length: Option<usize>,
    ) -> Result<(), InputError> {
        if self.size.is_some() {
            let message = "a list for both directions of an unknown grid; expected `across:` and \
                           `down:`, or the rows of the grid";
            return Err(place.line_error(message));
        }
        if !self.shared {
            self.start_list(place, RunDirection::Across)?;
            self.shared = true;
        }
        (self.length, self.open) = (length, Some(RunDirection::Across));
        Ok(())
    }

    /// Starts a list.
    fn start_list(
        &mut self,
        place: LinePlace<'_>,
        direction: RunDirection,
    ) -> Result<(), InputError> {
        if self.shared {
            let message =
                format!("`{direction}:` behind a list for both directions; expected no other list");
            return Err(place.line_error(message));
        }
        if !self.has_grid() {
            let message = "a list before the grid; expected rows of # and ., or `size: 5x5`";
            return Err(place.line_error(message));
        }
        if let Some((at, height, _)) = self.announced
            && height != self.rows.len()
        {
            let found = count_noun(self.rows.len(), "row", "rows");
            let message = format!("{found}, but line {at} announces {height}");
            return Err(place.line_error(message));
        }
        if let Some(first) = &self.lists[direction as usize] {
            let message = format!("a second list {direction}; the first is on line {}", first.line);
            return Err(place.line_error(message));
        }
        self.lists[direction as usize] = Some(EntryList { line: place.line, entries: Vec::new() });
        self.open = Some(direction);
        Ok(())
    }

    /// Adds the entries of a line, separated by commas, spaces or both.
    fn add_entries(
        &mut self,
        place: LinePlace<'_>,
        direction: RunDirection,
        text: LineField<'_>,
    ) -> Result<(), InputError> {
        let Some(list) = &mut self.lists[direction as usize] else { return Ok(()) };
        let name = if self.shared { ENTRIES_LIST_NAME } else { direction.direction_name() };
        let most = MAX_ENTRIES * if self.shared { 2 } else { 1 };
        let mut column = text.column;
        let last = text.text.split(',').count() - 1;
        for (i, part) in text.text.split(',').enumerate() {
            // Only between two others must a part have entries: a comma may end a line, or begin
            // it.
            if part.trim().is_empty() && i > 0 && i < last {
                return Err(
                    place.column_error(column, "nothing between two commas; expected an entry")
                );
            }
            for field in iterate_fields(part, char::is_whitespace) {
                let at = column + field.column - 1;
                let fault = |message: String| place.column_error(at, format!("{name}: {message}"));
                let digits = field.text.chars().count();
                if digits > MAX_SIDE {
                    let message =
                        format!("an entry of {digits} characters; the limit is {MAX_SIDE}");
                    return Err(fault(message));
                }
                if list.entries.len() == most {
                    return Err(fault(format!("more than {most} entries")));
                }
                let entry =
                    field.text.parse().map_err(|error: EntryError| fault(error.to_string()))?;
                if let Some(length) = self.length.filter(|length| *length != digits) {
                    let found = count_noun(digits, "digit", "digits");
                    return Err(fault(format!(
                        "the entry {entry} has {found}, below the header `{length}:`"
                    )));
                }
                list.entries.push(ListedEntry { entry, line: place.line, column: at });
            }
            // The comma takes one column.
            column += part.chars().count() + 1;
        }
        Ok(())
    }

    /// Returns the direction whose list is missing.
    fn missing_list(&self) -> Option<RunDirection> {
        let is_missing = |direction: &RunDirection| self.lists[*direction as usize].is_none();
        RunDirection::BOTH.into_iter().filter(|_| !self.shared).find(is_missing)
    }

    /// Builds the puzzle at the end of its text.
    pub(super) fn finish_puzzle(self, source: &str) -> Result<KeisukePuzzle, InputError> {
        let place = LinePlace { source, line: self.last };
        if let Some(missing) = self.missing_list() {
            let other = if self.lists.iter().any(Option::is_some) {
                ""
            } else {
                ", or entries for both directions: `2: 12, 34`"
            };
            let message = format!("the puzzle ends without the list `{missing}:`{other}");
            return Err(place.line_error(message));
        }
        let (height, width, pattern) = match self.size {
            Some((_, height, width, apart)) => (height, width, KeisukePattern::Unknown { apart }),
            None => (self.rows.len(), self.width, KeisukePattern::Known(self.cells)),
        };
        let [across, down] = self.lists.each_ref().map(|list| {
            list.iter().flat_map(|list| &list.entries).map(|listed| listed.entry.clone()).collect()
        });
        let lists = self.lists.each_ref().map(Option::as_ref);
        let puzzle = match pattern {
            KeisukePattern::Known(cells) if self.shared => {
                KeisukePuzzle::fill_in(height, width, cells, across)
            }
            pattern => KeisukePuzzle::new(height, width, pattern, across, down),
        };
        puzzle.map_err(|fault: LocatedKeisukeError| {
            // The error is about a cell, a list or an entry. Only the draft knows their lines and
            // columns.
            let list = |direction: RunDirection| lists[direction as usize];
            let (line, column) = match fault.spot {
                Some(KeisukeSpot::Cell(cell)) => {
                    let row = self.rows.get(cell / width);
                    row.map_or((place.line, None), |row| (row.0, Some(row.1 + cell % width)))
                }
                Some(KeisukeSpot::List(direction)) => {
                    (list(direction).map_or(place.line, |list| list.line), None)
                }
                Some(KeisukeSpot::Entry(direction, i)) => {
                    let listed = list(direction).and_then(|list| list.entries.get(i));
                    listed.map_or((place.line, None), |entry| (entry.line, Some(entry.column)))
                }
                None => (place.line, None),
            };
            let place = LinePlace { source, line };
            match column {
                Some(column) => place.column_error(column, fault.to_string()),
                None => place.line_error(fault.to_string()),
            }
        })
    }
}

/// Returns the text of a line from a column on.
fn rest_field(text: &str, column: usize) -> LineField<'_> {
    let start = text.char_indices().nth(column - 1).map_or(text.len(), |(start, _)| start);
    LineField { column, text: &text[start..] }
}

fn read_side(place: LinePlace<'_>, field: LineField<'_>) -> Result<usize, InputError> {
    Ok(place.parse_integer(field, "a side", 1..=MAX_SIDE as i32)? as usize)
}
