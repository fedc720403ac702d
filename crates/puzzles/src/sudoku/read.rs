//! Reads Sudokus: one per line, as grids, or as JSON.

use parallax_model::Value;
use parallax_model::instance::{InputError, Instance, Line, Lines, PuzzleSolution};

use super::super::stream::Batch;
use super::super::token::{Place, counted, shorten};
use super::bands::Bands;
use super::layout::{self, Layout};
use super::sixteen::{self, Sixteen};
use super::{EXPECTED, Sudoku, after, box_height, drawn, json, nearly, symbol};

/// Reads the boards of a file, one after another.
#[derive(Debug, Default)]
pub(crate) struct Reader {
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
    title: Option<Line>,
}

impl Reader {
    /// Reads the next board, or all boards of a JSON file.
    pub(crate) fn step(&mut self, lines: &mut Lines<'_>) -> Batch {
        if json::looks_like(lines)? {
            let boards = json::read(lines)?;
            return Ok(boards
                .into_iter()
                .map(|board| Box::new(board) as Box<dyn Instance>)
                .collect());
        }
        let board = self.board(lines)?;
        Ok(board.into_iter().map(|board| Box::new(board) as Box<dyn Instance>).collect())
    }

    /// Reads the next board; `None` at the end.
    ///
    /// # Errors
    /// Returns an error for a damaged board, and for text that belongs to no board.
    pub(super) fn board(&mut self, lines: &mut Lines<'_>) -> Result<Option<Sudoku>, InputError> {
        let Some(board) = self.next(lines)? else {
            return match self.title.take().filter(|_| self.has_board) {
                Some(title) => Err(after::foreign(lines, &title)),
                None => Ok(None),
            };
        };
        self.title = None;
        let is_first = !std::mem::replace(&mut self.has_board, true);
        // A board of a pipe does not wait for the next one.
        if self.order.is_none() && (is_first || !self.plain) && !lines.may_wait() {
            after::check(lines, board.order(), self.plain)?;
        }
        Ok(Some(board))
    }

    fn next(&mut self, lines: &mut Lines<'_>) -> Result<Option<Sudoku>, InputError> {
        if !self.begun
            && self.order.is_none()
            && let Some(board) = drawn::board(lines)?
        {
            while lines.next()?.is_some() {}
            return Ok(Some(board));
        }
        self.begun = true;
        if let Some(board) = self.board_of_sixteen(lines)? {
            return Ok(Some(board));
        }
        while let Some(layout) = layout::next(lines, self.order, self.plain)? {
            if let Layout::Row(order) = layout {
                self.plain = false;
                if self.order.is_none()
                    && let Some((line, message)) = nearly::odd_row(lines)?
                {
                    return Err(lines.error(message).at_line(line));
                }
                return grid(lines, order).map(Some);
            }
            let Some(line) = lines.next()? else { break };
            let place = Place { source: lines.source(), line: line.number };
            match layout {
                Layout::Symbols(order) => {
                    self.plain = true;
                    self.small = self.small.saturating_sub(1);
                    let board = one_line(place, &line.text, order);
                    return board.map(Some).map_err(InputError::confined);
                }
                Layout::Numbers(order) => {
                    let board = layout::row(&line.text, order * order)
                        .map_err(|found| self.wrong_length(place, found))
                        .and_then(|cells| build(place, order, cells, &line.text));
                    return board.map(Some).map_err(InputError::confined);
                }
                Layout::Length(found) => return Err(self.local(self.wrong_length(place, found))),
                Layout::Other if self.has_board && layout::names_cells(&line.text) => {
                    return Err(after::foreign(lines, &line));
                }
                Layout::Other => return Err(self.local(misfit(place, &line.text))),
                Layout::Around | Layout::Row(_) => {
                    self.plain &= line.text.starts_with('#');
                    self.entitle(lines, line)?;
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
    fn board_of_sixteen(&mut self, lines: &mut Lines<'_>) -> Result<Option<Sudoku>, InputError> {
        if self.order.is_some() || self.small > 0 {
            return Ok(None);
        }
        match sixteen::sixteen(lines)? {
            None => {}
            Some(Sixteen::Boards(number)) => self.small = number,
            Some(Sixteen::Rows) => {
                self.plain = false;
                return grid(lines, 16).map(Some);
            }
            Some(Sixteen::Either(number)) => {
                let at = lines.peek(0)?.map_or(1, |line| line.number);
                return Err(lines.error(sixteen::refusal(number)).at_line(at));
            }
        }
        Ok(None)
    }

    /// Takes a line around boards for the title of the next one, if it is text.
    ///
    /// # Errors
    /// Returns an error if there is a title already.
    fn entitle(&mut self, lines: &Lines<'_>, line: Line) -> Result<(), InputError> {
        let is_text = layout::is_title(&line.text) && !layout::is_border(&line.text, true);
        if !is_text || self.order.is_some() {
            return Ok(());
        }
        match self.title.replace(line) {
            Some(first) if self.has_board => Err(after::foreign(lines, &first)),
            Some(first) => {
                let message = format!(
                    "'{}' and another line of text before the board; expected one title, or \
                     comments (#)",
                    shorten(first.text.trim())
                );
                Err(lines.error(message).at_line(first.number))
            }
            None => Ok(()),
        }
    }

    /// Confines an error to its line if each board is on one line, so that a bad line is one bad
    /// board.
    fn local(&self, error: InputError) -> InputError {
        if self.plain { error.confined() } else { error }
    }

    /// Returns the error for a line with a number of symbols that no board has.
    fn wrong_length(&self, place: Place<'_>, found: usize) -> InputError {
        let symbols = counted(found, "symbol", "symbols");
        if let Some(order) = self.order {
            return place.line(format!(
                "{symbols}; expected {} on a line, or rows of {order}",
                order * order
            ));
        }
        if let Some(message) = nearly::on_a_line(found) {
            return place.line(message);
        }
        let fits = (4..=symbol::MAX_ORDER).filter(|&order| box_height(order).is_ok());
        let below = fits.clone().rfind(|order| order * order < found);
        let above = fits.clone().find(|order| order * order > found);
        let nearest = [below, above]
            .into_iter()
            .flatten()
            .map(|order| format!("{} (order {order})", order * order));
        let nearest = nearest.collect::<Vec<_>>().join(" or ");
        place.line(format!(
            "{symbols}; a Sudoku on a line has n*n, the nearest here would be {nearest}"
        ))
    }
}

fn one_line(place: Place<'_>, text: &str, order: usize) -> Result<Sudoku, InputError> {
    let pieces = layout::first_piece(text).into_iter();
    let cells = pieces.flat_map(|p| {
        p.text.chars().enumerate().map(move |(i, c)| (p.column + i, symbol::value(c)))
    });
    build(place, order, cells.collect(), text)
}

/// Checks the values and builds the board.
fn build(
    place: Place<'_>,
    order: usize,
    cells: Vec<(usize, Option<Value>)>,
    text: &str,
) -> Result<Sudoku, InputError> {
    let mut clues = Vec::with_capacity(cells.len());
    for (column, value) in cells {
        clues.push(clue(place, order, column, value, text)?);
    }
    Sudoku::new(order, clues).map_err(|error| place.line(error.to_string()))
}

fn clue(
    place: Place<'_>,
    order: usize,
    column: usize,
    value: Option<Value>,
    text: &str,
) -> Result<Option<Value>, InputError> {
    match value {
        Some(0) => Ok(None),
        Some(value) if value <= order as Value => Ok(Some(value)),
        _ => {
            let end = |c: &char| !c.is_whitespace() && *c != '|';
            let rest: String = text.chars().skip(column - 1).take_while(end).collect();
            match rest.chars().next().filter(|&c| symbol::is_letter_for_blank(c, order)) {
                Some('x' | 'X') => return Ok(None),
                Some(letter) => {
                    let message = format!("'{letter}' is no digit; 0 or . is an empty cell");
                    return Err(place.column(column, message));
                }
                None => {}
            }
            let found = match value {
                Some(number) if rest.starts_with(&number.to_string()) => number.to_string(),
                _ => rest.chars().take(1).collect(),
            };
            let allowed = if order <= symbol::MAX_ORDER {
                symbol::allowed(order)
            } else {
                format!("1 to {order}, or a blank (. 0 _ - * ? x)")
            };
            Err(place.column(
                column,
                format!("'{found}' in a Sudoku of order {order}; expected {allowed}"),
            ))
        }
    }
}

/// Reads `order` rows.
fn grid(lines: &mut Lines<'_>, order: usize) -> Result<Sudoku, InputError> {
    let mut clues: Vec<Option<Value>> = Vec::with_capacity(order * order);
    let mut last = 0;
    let mut bands = Bands::new(order);
    while clues.len() < order * order {
        let number = clues.len() / order + 1;
        let Some(Line { number: at, text }) = lines.next()? else {
            let message = format!("the board ends after {} of {order} rows", number - 1);
            return Err(lines.error(message).at_line(last));
        };
        last = at;
        let place = Place { source: lines.source(), line: at };
        if text.trim_start().starts_with('#') || layout::is_border(&text, false) {
            continue;
        }
        if text.is_empty() && (clues.is_empty() || bands.end_after(number - 1)) {
            continue;
        }
        if !layout::is_border(&text, true) && !text.is_empty() && !bands.may_continue(number - 1) {
            return Err(place.line(bands.message(number)));
        }
        let cells = match layout::row(&text, order) {
            Ok(cells) => cells,
            Err(_) if layout::is_border(&text, true) => continue,
            Err(0) => {
                return Err(
                    place.line(format!("the board ends after {} of {order} rows", number - 1))
                );
            }
            Err(found) => {
                let message = format!(
                    "row {number} has {found} symbols, expected {order} in a board of order {order}"
                );
                return Err(place.line(message));
            }
        };
        for (column, value) in cells {
            clues.push(clue(place, order, column, value, &text)?);
        }
    }
    bands.end(lines)?;
    Sudoku::new(order, clues).map_err(|error| lines.error(error.to_string()).at_line(last))
}

/// The error for a line that starts no board.
fn misfit(place: Place<'_>, text: &str) -> InputError {
    let pieces = layout::cells(text);
    let symbols = || pieces.iter().flat_map(|piece| piece.text.chars());
    let number = symbols().count();
    // A row of a possible length must have a wrong symbol in it.
    for order in [number, pieces.len()].into_iter().filter(|&order| box_height(order).is_ok()) {
        let cells = layout::row(text, order).unwrap_or_default();
        if let Some(error) =
            cells.into_iter().find_map(|(column, v)| clue(place, order, column, v, text).err())
        {
            return error;
        }
    }
    match box_height(number) {
        Err(why) if symbols().all(|c| symbol::value(c).is_some()) => {
            place.line(format!("{}, but {why}", counted(number, "symbol", "symbols")))
        }
        _ => place.line(format!("'{}'; expected {EXPECTED}", shorten(text))),
    }
}

/// Reads solutions: full boards of a known order.
pub(super) fn solutions(
    order: usize,
    source: &str,
    text: &str,
) -> Result<Vec<PuzzleSolution>, InputError> {
    let mut lines = Lines::new(source, text.as_bytes());
    let mut reader = Reader { order: Some(order), ..Reader::default() };
    let mut found = Vec::new();
    loop {
        let start = lines.peek(0)?.map_or(1, |line| line.number);
        let Some(board) = reader.board(&mut lines)? else { break };
        let solution: Option<PuzzleSolution> = board.clues().iter().copied().collect();
        let blank = || {
            let blanks = board.clues().iter().filter(|clue| clue.is_none()).count();
            let message = format!(
                "{}; expected a solution, a value in every cell",
                counted(blanks, "blank cell", "blank cells")
            );
            lines.error(message).at_line(start)
        };
        found.push(solution.ok_or_else(blank)?);
    }
    if found.is_empty() {
        Err(lines
            .error(format!("no solution; expected {} symbols on a line, or rows", order * order)))
    } else {
        Ok(found)
    }
}
