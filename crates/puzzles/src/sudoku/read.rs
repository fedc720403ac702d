//! Reads Sudokus: one per line, as grids, or as JSON.

use parallax_instance::{InputError, Instance, LineReader, PuzzleSolution, TextLine};
use parallax_model::Value;

use super::super::line_fields::{LinePlace, count_noun, shorten_text};
use super::super::stream::Batch;
use super::bands::BandTracker;
use super::layout::{self, SudokuLineKind};
use super::sixteen_symbols::{self, SixteenSymbolLines};
use super::{
    EXPECTED, SudokuPuzzle, box_height, drawn_board, json, near_miss, symbol, trailing_text,
};

/// Reads the boards of a file, one after another.
#[derive(Debug, Default)]
pub(crate) struct SudokuReader {
    /// The order that boards must have, if known.
    order: Option<usize>,
    /// Whether the previous line was a whole board.
    plain: bool,
    /// Whether any line was read.
    begun: bool,
    /// The number of lines of sixteen symbols to come that are boards of order 4.
    small: usize,
    /// Whether a board was read.
    has_board: bool,
    /// The title of the next board.
    title: Option<TextLine>,
}

impl SudokuReader {
    /// Reads the next board, or all boards of a JSON file.
    pub(crate) fn read_next(&mut self, lines: &mut LineReader<'_>) -> Batch {
        if json::looks_like(lines)? {
            let boards = json::read_json(lines)?;
            return Ok(boards
                .into_iter()
                .map(|board| Box::new(board) as Box<dyn Instance>)
                .collect());
        }
        let board = self.read_board(lines)?;
        Ok(board.into_iter().map(|board| Box::new(board) as Box<dyn Instance>).collect())
    }

    /// Reads the next board; `None` at the end.
    ///
    /// # Errors
    /// Returns an error for a damaged board, and for text that belongs to no board.
    pub(super) fn read_board(
        &mut self,
        lines: &mut LineReader<'_>,
    ) -> Result<Option<SudokuPuzzle>, InputError> {
        let Some(board) = self.next(lines)? else {
            return match self.title.take().filter(|_| self.has_board) {
                Some(title) => Err(trailing_text::foreign_line_error(lines, &title)),
                None => Ok(None),
            };
        };
        self.title = None;
        let is_first = !std::mem::replace(&mut self.has_board, true);
        // A board of a pipe does not wait for the next one.
        if self.order.is_none() && (is_first || !self.plain) && !lines.may_wait() {
            trailing_text::check_end(lines, board.order(), self.plain)?;
        }
        Ok(Some(board))
    }

    fn next(&mut self, lines: &mut LineReader<'_>) -> Result<Option<SudokuPuzzle>, InputError> {
        // Only a whole text can be a drawing, so this is tried once, before any line is consumed.
        if !self.begun
            && self.order.is_none()
            && let Some(board) = drawn_board::read_drawn_board(lines)?
        {
            // The drawing takes the whole text.
            while lines.next_line()?.is_some() {}
            return Ok(Some(board));
        }
        self.begun = true;
        // To `layout::next`, each line of sixteen symbols is a board of order 4, so these are
        // examined first.
        if let Some(board) = self.board_of_sixteen(lines)? {
            return Ok(Some(board));
        }
        while let Some(layout) = layout::next(lines, self.order, self.plain)? {
            if let SudokuLineKind::Row(order) = layout {
                self.plain = false;
                if self.order.is_none()
                    && let Some((line, message)) = near_miss::odd_row(lines)?
                {
                    return Err(lines.make_error(message).at_line(line));
                }
                return read_grid(lines, order).map(Some);
            }
            let Some(line) = lines.next_line()? else { break };
            let place = LinePlace { source: lines.source_name(), line: line.number };
            match layout {
                SudokuLineKind::Symbols(order) => {
                    self.plain = true;
                    // One of the boards that `board_of_sixteen` has found.
                    self.small = self.small.saturating_sub(1);
                    let board = one_line(place, &line.text, order);
                    return board.map(Some).map_err(InputError::confine_to_instance);
                }
                SudokuLineKind::Numbers(order) => {
                    let board = layout::read_row(&line.text, order * order)
                        .map_err(|found| self.wrong_length(place, found))
                        .and_then(|cells| build_board(place, order, cells, &line.text));
                    return board.map(Some).map_err(InputError::confine_to_instance);
                }
                SudokuLineKind::Length(found) => {
                    return Err(self.confine_error(self.wrong_length(place, found)));
                }
                SudokuLineKind::Other if self.has_board && layout::names_cells(&line.text) => {
                    return Err(trailing_text::foreign_line_error(lines, &line));
                }
                SudokuLineKind::Other => {
                    return Err(self.confine_error(misfit_error(place, &line.text)));
                }
                SudokuLineKind::Around | SudokuLineKind::Row(_) => {
                    // Comments may be between boards on single lines; after any other text, rows
                    // may come.
                    self.plain &= line.text.starts_with('#');
                    self.take_title(lines, line)?;
                }
            }
            if let Some(board) = self.board_of_sixteen(lines)? {
                return Ok(Some(board));
            }
        }
        Ok(None)
    }

    /// Reads the next board if it is of order 16, in rows of sixteen symbols without blanks.
    ///
    /// # Errors
    /// Returns an error if the rows may be boards of order 4 as well.
    fn board_of_sixteen(
        &mut self,
        lines: &mut LineReader<'_>,
    ) -> Result<Option<SudokuPuzzle>, InputError> {
        if self.order.is_some() || self.small > 0 {
            return Ok(None);
        }
        match sixteen_symbols::read_sixteen_lines(lines)? {
            None => {}
            Some(SixteenSymbolLines::Boards(number)) => self.small = number,
            Some(SixteenSymbolLines::Rows) => {
                self.plain = false;
                return read_grid(lines, 16).map(Some);
            }
            Some(SixteenSymbolLines::Either(number)) => {
                let at = lines.peek_line(0)?.map_or(1, |line| line.number);
                return Err(lines
                    .make_error(sixteen_symbols::ambiguity_message(number))
                    .at_line(at));
            }
        }
        Ok(None)
    }

    /// Takes a line around boards for the title of the next one, if it is text.
    ///
    /// # Errors
    /// Returns an error if there is a title already.
    fn take_title(&mut self, lines: &LineReader<'_>, line: TextLine) -> Result<(), InputError> {
        let is_text = layout::is_title(&line.text) && !layout::is_border(&line.text, true);
        if !is_text || self.order.is_some() {
            return Ok(());
        }
        match self.title.replace(line) {
            Some(first) if self.has_board => Err(trailing_text::foreign_line_error(lines, &first)),
            Some(first) => {
                let message = format!(
                    "'{}' and another line of text before the board; expected one title, or \
                     comments (#)",
                    shorten_text(first.text.trim())
                );
                Err(lines.make_error(message).at_line(first.number))
            }
            None => Ok(()),
        }
    }

    /// Confines an error to its line if each board is on one line, so that a bad line is one bad
    /// board.
    fn confine_error(&self, error: InputError) -> InputError {
        if self.plain { error.confine_to_instance() } else { error }
    }

    /// Returns the error for a line with a number of symbols that no board has.
    fn wrong_length(&self, place: LinePlace<'_>, found: usize) -> InputError {
        let symbols = count_noun(found, "symbol", "symbols");
        if let Some(order) = self.order {
            return place.line_error(format!(
                "{symbols}; expected {} on a line, or rows of {order}",
                order * order
            ));
        }
        if let Some(message) = near_miss::on_a_line(found) {
            return place.line_error(message);
        }
        let fits = (4..=symbol::MAX_ORDER).filter(|&order| box_height(order).is_ok());
        // The orders whose boards have the nearest numbers of cells below and above.
        let below = fits.clone().rfind(|order| order * order < found);
        let above = fits.clone().find(|order| order * order > found);
        let nearest = [below, above]
            .into_iter()
            .flatten()
            .map(|order| format!("{} (order {order})", order * order));
        let nearest = nearest.collect::<Vec<_>>().join(" or ");
        place.line_error(format!(
            "{symbols}; a Sudoku on a line has n*n, the nearest here would be {nearest}"
        ))
    }
}

fn one_line(place: LinePlace<'_>, text: &str, order: usize) -> Result<SudokuPuzzle, InputError> {
    let pieces = layout::first_piece(text).into_iter();
    let cells = pieces.flat_map(|p| {
        p.text.chars().enumerate().map(move |(i, c)| (p.column + i, symbol::symbol_value(c)))
    });
    build_board(place, order, cells.collect(), text)
}

/// Checks the values and builds the board.
fn build_board(
    place: LinePlace<'_>,
    order: usize,
    cells: Vec<(usize, Option<Value>)>,
    text: &str,
) -> Result<SudokuPuzzle, InputError> {
    let mut clues = Vec::with_capacity(cells.len());
    for (column, value) in cells {
        clues.push(read_clue(place, order, column, value, text)?);
    }
    SudokuPuzzle::new(order, clues).map_err(|error| place.line_error(error.to_string()))
}

fn read_clue(
    place: LinePlace<'_>,
    order: usize,
    column: usize,
    value: Option<Value>,
    text: &str,
) -> Result<Option<Value>, InputError> {
    match value {
        Some(0) => Ok(None),
        Some(value) if value <= order as Value => Ok(Some(value)),
        _ => {
            // The symbol, and the rest of its number in a row of numbers.
            let end = |c: &char| !c.is_whitespace() && *c != '|';
            let rest: String = text.chars().skip(column - 1).take_while(end).collect();
            match rest.chars().next().filter(|&c| symbol::is_letter_for_blank(c, order)) {
                Some('x' | 'X') => return Ok(None),
                Some(letter) => {
                    let message = format!("'{letter}' is no digit; 0 or . is an empty cell");
                    return Err(place.column_error(column, message));
                }
                None => {}
            }
            let found = match value {
                Some(number) if rest.starts_with(&number.to_string()) => number.to_string(),
                _ => rest.chars().take(1).collect(),
            };
            let allowed = if order <= symbol::MAX_ORDER {
                symbol::allowed_symbols(order)
            } else {
                format!("1 to {order}, or a blank (. 0 _ - * ? x)")
            };
            Err(place.column_error(
                column,
                format!("'{found}' in a Sudoku of order {order}; expected {allowed}"),
            ))
        }
    }
}

/// Reads `order` rows.
fn read_grid(lines: &mut LineReader<'_>, order: usize) -> Result<SudokuPuzzle, InputError> {
    let mut clues: Vec<Option<Value>> = Vec::with_capacity(order * order);
    let mut last = 0;
    let mut bands = BandTracker::new(order);
    while clues.len() < order * order {
        // The row that is read next, from 1.
        let number = clues.len() / order + 1;
        let Some(TextLine { number: at, text }) = lines.next_line()? else {
            let message = format!("the board ends after {} of {order} rows", number - 1);
            return Err(lines.make_error(message).at_line(last));
        };
        last = at;
        let place = LinePlace { source: lines.source_name(), line: at };
        if text.trim_start().starts_with('#') || layout::is_border(&text, false) {
            continue;
        }
        // Blank lines may come before the first row and between two bands.
        if text.is_empty() && (clues.is_empty() || bands.end_after(number - 1)) {
            continue;
        }
        if !layout::is_border(&text, true) && !text.is_empty() && !bands.may_continue(number - 1) {
            return Err(place.line_error(bands.band_message(number)));
        }
        // A line of dashes is a row of blanks if it has the right length, and otherwise a border.
        let cells = match layout::read_row(&text, order) {
            Ok(cells) => cells,
            Err(_) if layout::is_border(&text, true) => continue,
            Err(0) => {
                return Err(place
                    .line_error(format!("the board ends after {} of {order} rows", number - 1)));
            }
            Err(found) => {
                let message = format!(
                    "row {number} has {found} symbols, expected {order} in a board of order {order}"
                );
                return Err(place.line_error(message));
            }
        };
        for (column, value) in cells {
            clues.push(read_clue(place, order, column, value, &text)?);
        }
    }
    bands.expect_end(lines)?;
    SudokuPuzzle::new(order, clues)
        .map_err(|error| lines.make_error(error.to_string()).at_line(last))
}

/// Returns the error for a line that starts no board.
fn misfit_error(place: LinePlace<'_>, text: &str) -> InputError {
    let pieces = layout::row_pieces(text);
    let symbols = || pieces.iter().flat_map(|piece| piece.text.chars());
    let number = symbols().count();
    // A row of a possible length must have a wrong symbol in it.
    for order in [number, pieces.len()].into_iter().filter(|&order| box_height(order).is_ok()) {
        let cells = layout::read_row(text, order).unwrap_or_default();
        if let Some(error) =
            cells.into_iter().find_map(|(column, v)| read_clue(place, order, column, v, text).err())
        {
            return error;
        }
    }
    match box_height(number) {
        Err(why) if symbols().all(|c| symbol::symbol_value(c).is_some()) => {
            place.line_error(format!("{}, but {why}", count_noun(number, "symbol", "symbols")))
        }
        _ => place.line_error(format!("'{}'; expected {EXPECTED}", shorten_text(text))),
    }
}

/// Reads solutions: full boards of a known order.
pub(super) fn read_solutions(
    order: usize,
    source: &str,
    text: &str,
) -> Result<Vec<PuzzleSolution>, InputError> {
    let mut lines = LineReader::new(source, text.as_bytes());
    let mut reader = SudokuReader { order: Some(order), ..SudokuReader::default() };
    let mut found = Vec::new();
    loop {
        let start = lines.peek_line(0)?.map_or(1, |line| line.number);
        let Some(board) = reader.read_board(&mut lines)? else { break };
        let solution: Option<PuzzleSolution> = board.clues().iter().copied().collect();
        let blank = || {
            let blanks = board.clues().iter().filter(|clue| clue.is_none()).count();
            let message = format!(
                "{}; expected a solution, a value in every cell",
                count_noun(blanks, "blank cell", "blank cells")
            );
            lines.make_error(message).at_line(start)
        };
        found.push(solution.ok_or_else(blank)?);
    }
    if found.is_empty() {
        Err(lines.make_error(format!(
            "no solution; expected {} symbols on a line, or rows",
            order * order
        )))
    } else {
        Ok(found)
    }
}
