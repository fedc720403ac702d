//! The items of a constraint string.

use parallax_instance::{LineField, shorten_text};
use parallax_model::Value;

use crate::GridPuzzle;
use crate::board::MAX_NUMBER;
use crate::errors::{ItemError, LocatedTextError, TextError};
use crate::shape::{GridShape, GridSide};

/// The base of the digits in names of cells.
const CELL_NAME_BASE: u32 = 17;

/// A type and its arguments.
pub(super) struct IssItemParts<'a> {
    pub kind: LineField<'a>,
    pub arguments: Vec<LineField<'a>>,
}

impl<'a> IssItemParts<'a> {
    /// Returns the item on a board.
    pub(super) fn to_item(&'a self, puzzle: &GridPuzzle) -> IssItem<'a> {
        IssItem { parts: self, shape: puzzle.shape, digits: puzzle.digits }
    }

    /// Creates a fault of the whole item.
    pub(super) fn item_error(&self, error: impl Into<ItemError>) -> LocatedTextError {
        let (kind, error) = (shorten_text(self.kind.text), error.into());
        LocatedTextError::at_column(self.kind.column, TextError::WholeItem { kind, error })
    }

    /// Creates a fault of the whole item that lacks a part.
    pub(super) fn absence_error(&self, expected: &'static str) -> LocatedTextError {
        self.item_error(ItemError::Absence { expected })
    }
}

/// Splits a text into its items. White space around items and arguments is skipped.
pub(super) fn split_items(text: &str) -> Result<Vec<IssItemParts<'_>>, LocatedTextError> {
    let mut items = Vec::new();
    let mut column = 1;
    for (number, part) in text.split('.').enumerate() {
        // Columns count characters, from 1; a dot follows each part.
        let mut at = column;
        column += part.chars().count() + 1;
        if part.trim().is_empty() {
            continue;
        }
        if number == 0 {
            let (found, expected) = (shorten_text(part.trim()), "'.' and a type: '.Cage~5~R1C1'");
            return Err(LocatedTextError::at_column(1, ItemError::Mismatch { found, expected }));
        }
        let mut fields = part.split('~').map(|field| {
            let blank = field.chars().take_while(|c| c.is_whitespace()).count();
            let column = at + blank;
            at += field.chars().count() + 1;
            LineField { column, text: field.trim() }
        });
        let Some(kind) = fields.next() else { continue };
        items.push(IssItemParts { kind, arguments: fields.collect() });
    }
    if items.is_empty() {
        let expected = "constraints, such as '.Cage~5~R1C1~R1C2'";
        return Err(ItemError::Absence { expected }.into());
    }
    Ok(items)
}

/// An item of a constraint string, and the board on which it is.
pub(crate) struct IssItem<'a> {
    parts: &'a IssItemParts<'a>,
    /// The shape of the grid.
    pub shape: GridShape,
    /// The lowest and the highest digit.
    pub digits: (Value, Value),
}

impl<'a> IssItem<'a> {
    /// Returns the type.
    pub(crate) fn item_type(&self) -> &'a str {
        self.parts.kind.text
    }

    /// Returns the arguments.
    pub(crate) fn argument_fields(&self) -> &'a [LineField<'a>] {
        &self.parts.arguments
    }

    /// Creates a fault of the whole item.
    pub(crate) fn item_error(&self, error: impl Into<ItemError>) -> LocatedTextError {
        self.parts.item_error(error)
    }

    /// Creates a fault of the whole item that lacks a part.
    pub(crate) fn absence_error(&self, expected: &'static str) -> LocatedTextError {
        self.parts.absence_error(expected)
    }

    fn read_argument(&self, index: usize) -> Result<LineField<'a>, LocatedTextError> {
        let found = self.argument_fields().get(index).copied();
        found.ok_or_else(|| self.item_error(ItemError::FewArguments { found: index }))
    }

    /// Returns the text of an argument.
    pub(crate) fn argument_text(&self, index: usize) -> Result<&'a str, LocatedTextError> {
        Ok(self.read_argument(index)?.text)
    }

    /// Requires that there are no arguments.
    pub(crate) fn require_no_arguments(&self) -> Result<(), LocatedTextError> {
        match self.argument_fields() {
            [] => Ok(()),
            [first, ..] => {
                Err(self.item_error(ItemError::ExtraArgument { found: shorten_text(first.text) }))
            }
        }
    }

    /// Returns an argument as a number.
    pub(crate) fn argument_number(&self, index: usize) -> Result<i64, LocatedTextError> {
        read_number(self.read_argument(index)?)
    }

    /// Returns the distinct cells from an argument on, at least `least`.
    pub(crate) fn read_cells(
        &self,
        from: usize,
        least: usize,
    ) -> Result<Vec<usize>, LocatedTextError> {
        self.require_distinct_cells(self.read_path(from, least)?)
    }

    /// Returns the cells of a line from an argument on, at least `least`. They are distinct, except
    /// for the first at the end of a closed line.
    pub(crate) fn read_track(
        &self,
        from: usize,
        least: usize,
    ) -> Result<Vec<usize>, LocatedTextError> {
        let path = self.read_path(from, least)?;
        match path[..] {
            [first, _, .., last] if first == last => {
                let mut cells = self.require_distinct_cells(path[..path.len() - 1].to_vec())?;
                cells.push(first);
                Ok(cells)
            }
            _ => self.require_distinct_cells(path),
        }
    }

    fn require_distinct_cells(&self, cells: Vec<usize>) -> Result<Vec<usize>, LocatedTextError> {
        let mut seen = vec![false; self.shape.cell_count()];
        for &cell in &cells {
            if std::mem::replace(&mut seen[cell], true) {
                return Err(
                    self.item_error(ItemError::CellRepeat { cell: self.shape.cell_place(cell) })
                );
            }
        }
        Ok(cells)
    }

    /// Returns the cells from an argument on, at least `least`.
    pub(crate) fn read_path(
        &self,
        from: usize,
        least: usize,
    ) -> Result<Vec<usize>, LocatedTextError> {
        self.path_to(from, self.argument_fields().len(), least)
    }

    fn path_to(
        &self,
        from: usize,
        end: usize,
        least: usize,
    ) -> Result<Vec<usize>, LocatedTextError> {
        let fields = self.argument_fields().get(from..end).unwrap_or_default();
        if fields.len() < least {
            return Err(self.item_error(ItemError::Cells { found: fields.len(), least }));
        }
        fields.iter().map(|&field| read_cell(self.shape, field)).collect()
    }

    /// Returns the cells from an argument on, with the first again at the end if the last argument
    /// is `LOOP`.
    pub(crate) fn loop_path(
        &self,
        from: usize,
        least: usize,
    ) -> Result<Vec<usize>, LocatedTextError> {
        let is_loop = self.argument_fields().last().is_some_and(|field| field.text == "LOOP");
        let end = self.argument_fields().len() - usize::from(is_loop);
        let mut cells = self.path_to(from, end, least)?;
        if is_loop {
            cells.extend(cells.first().copied());
        }
        Ok(cells)
    }

    /// Returns the cell of the first argument.
    pub(crate) fn first_cell(&self) -> Result<usize, LocatedTextError> {
        read_cell(self.shape, self.read_argument(0)?)
    }

    /// Returns the pairs of cells of the list that share a side, the earlier one first.
    pub(crate) fn touching_pairs(&self) -> Result<Vec<[usize; 2]>, LocatedTextError> {
        let cells = self.read_cells(0, 2)?;
        // The index of each cell in the list; `usize::MAX` for all others.
        let mut order = vec![usize::MAX; self.shape.cell_count()];
        for (at, &cell) in cells.iter().enumerate() {
            order[cell] = at;
        }
        let mut pairs = Vec::new();
        for (at, &cell) in cells.iter().enumerate() {
            let beside = || self.shape.reached_cells(cell, &crate::shape::SIDE_STEPS);
            if beside().all(|other| order[other] == usize::MAX) {
                return Err(
                    self.item_error(ItemError::LooseCell { cell: self.shape.cell_place(cell) })
                );
            }
            // Each pair is listed at its earlier cell.
            let later = beside().filter(|&other| order[other] != usize::MAX && order[other] > at);
            pairs.extend(later.map(|other| [cell, other]));
        }
        Ok(pairs)
    }

    /// Returns the line of an argument such as `R1` or `C9`, from its top or left side.
    fn read_line_name(&self, at: usize) -> Result<(GridSide, usize), LocatedTextError> {
        let field = self.read_argument(at)?;
        let side = match field.text.chars().next() {
            Some('R') => GridSide::Left,
            Some('C') => GridSide::Top,
            _ => {
                let error = ItemError::Absence { expected: "a line, such as R1 or C9" };
                return Err(LocatedTextError::at_column(field.column, error));
            }
        };
        // The first letter is `R` or `C`, so one byte is cut off.
        let number = read_number(LineField { column: field.column + 1, text: &field.text[1..] })?;
        match usize::try_from(number) {
            Ok(number) if (1..=self.shape.line_count(side)).contains(&number) => {
                Ok((side, number - 1))
            }
            _ => Err(LocatedTextError::at_column(field.column, ItemError::LineOutsideGrid)),
        }
    }

    /// Returns the clues of `~C1~FORWARDS~BACKWARDS`, with sides and numbers of lines.
    pub(crate) fn outside_clues(&self) -> Result<Vec<(GridSide, usize, i64)>, LocatedTextError> {
        let (side, index) = self.read_line_name(0)?;
        let other = if side == GridSide::Top { GridSide::Bottom } else { GridSide::Right };
        let mut clues = Vec::new();
        for (at, side) in [(1, side), (2, other)] {
            if let Some(field) =
                self.argument_fields().get(at).filter(|field| !field.text.is_empty())
            {
                clues.push((side, index, read_number(*field)?));
            }
        }
        if self.argument_fields().len() > 3 || clues.is_empty() {
            return Err(self.absence_error("a line and one or two clues"));
        }
        Ok(clues)
    }

    /// Returns the clue of `~CLUE~C1`, with the side and the number of the line.
    pub(crate) fn sum_outside(&self) -> Result<(GridSide, usize, i64), LocatedTextError> {
        let (clue, (side, index)) = (self.argument_number(0)?, self.read_line_name(1)?);
        if self.argument_fields().len() > 2 {
            return Err(self.absence_error("a clue and a line"));
        }
        Ok((side, index, clue))
    }

    /// Requires that the digits begin with 1.
    pub(crate) fn digits_from_one(&self) -> Result<(), LocatedTextError> {
        match self.digits.0 {
            1 => Ok(()),
            low => Err(self.item_error(ItemError::LowestDigit { low })),
        }
    }
}

/// Reads a number from 0 to 1,000,000.
pub(super) fn read_number(field: LineField<'_>) -> Result<i64, LocatedTextError> {
    let is_number = !field.text.is_empty() && field.text.bytes().all(|b| b.is_ascii_digit());
    match field.text.parse() {
        Ok(number @ 0..=MAX_NUMBER) if is_number => Ok(number),
        _ => Err(LocatedTextError::at_column(
            field.column,
            ItemError::Number { found: shorten_text(field.text) },
        )),
    }
}

/// Reads the name of a cell.
pub(super) fn read_cell(shape: GridShape, field: LineField<'_>) -> Result<usize, LocatedTextError> {
    // A name has four characters; a fifth tells that the text is longer.
    let chars: Vec<char> = field.text.chars().take(5).collect();
    let coordinate = |c: char| c.to_digit(CELL_NAME_BASE).map(|n| n as usize).filter(|n| *n > 0);
    let found = match chars[..] {
        ['R' | 'r', row, 'C' | 'c', column] => coordinate(row).zip(coordinate(column)),
        _ => None,
    };
    let Some((row, column)) = found else {
        let (found, expected) = (shorten_text(field.text), "a cell, such as R1C1");
        return Err(LocatedTextError::at_column(
            field.column,
            ItemError::Mismatch { found, expected },
        ));
    };
    if row > shape.rows || column > shape.columns {
        return Err(LocatedTextError::at_column(
            field.column,
            ItemError::OutsideGrid { found: shorten_text(field.text) },
        ));
    }
    Ok(shape.cell_at(row - 1, column - 1))
}

/// Returns the name of a cell.
pub(crate) fn cell_name(shape: GridShape, cell: usize) -> String {
    let digit = |index: usize| char::from_digit(index as u32 + 1, CELL_NAME_BASE).unwrap_or('?');
    format!("R{}C{}", digit(shape.row(cell)), digit(shape.column(cell)))
}

/// Returns an item: its head, and the names of cells.
pub(crate) fn cell_names(head: &str, shape: GridShape, cells: &[usize]) -> String {
    cells.iter().fold(head.to_owned(), |text, &cell| text + "~" + &cell_name(shape, cell))
}

/// Returns the name of a line, and whether its side reads it forwards.
pub(crate) fn line_name(side: GridSide, index: usize) -> (String, bool) {
    let letter = if matches!(side, GridSide::Left | GridSide::Right) { 'R' } else { 'C' };
    (format!("{letter}{}", index + 1), matches!(side, GridSide::Left | GridSide::Top))
}
