//! The items of a constraint string.

use parallax_model::Value;
use parallax_model::instance::{Field, shorten};

use crate::GridPuzzle;
use crate::board::MAX_NUMBER;
use crate::errors::{Fault, ItemError, TextError};
use crate::shape::{Shape, Side};

/// The base of the digits in names of cells.
const BASE: u32 = 17;

/// A type and its arguments.
pub(super) struct Parts<'a> {
    pub kind: Field<'a>,
    pub arguments: Vec<Field<'a>>,
}

impl<'a> Parts<'a> {
    /// Returns the item on a board.
    pub(super) fn on(&'a self, puzzle: &GridPuzzle) -> Item<'a> {
        Item { parts: self, shape: puzzle.shape, digits: puzzle.digits }
    }

    /// Creates a fault of the whole item.
    pub(super) fn fault(&self, error: impl Into<ItemError>) -> Fault {
        let (kind, error) = (shorten(self.kind.text), error.into());
        Fault::at(self.kind.column, TextError::WholeItem { kind, error })
    }

    /// Creates a fault of the whole item, in which a part is not there.
    pub(super) fn absence(&self, expected: &'static str) -> Fault {
        self.fault(ItemError::Absence { expected })
    }
}

/// Splits a text into its items. White space around items and arguments is skipped.
pub(super) fn split(text: &str) -> Result<Vec<Parts<'_>>, Fault> {
    let mut items = Vec::new();
    let mut column = 1;
    for (number, part) in text.split('.').enumerate() {
        let mut at = column;
        column += part.chars().count() + 1;
        if part.trim().is_empty() {
            continue;
        }
        if number == 0 {
            let (found, expected) = (shorten(part.trim()), "'.' and a type: '.Cage~5~R1C1'");
            return Err(Fault::at(1, ItemError::Mismatch { found, expected }));
        }
        let mut fields = part.split('~').map(|field| {
            let blank = field.chars().take_while(|c| c.is_whitespace()).count();
            let column = at + blank;
            at += field.chars().count() + 1;
            Field { column, text: field.trim() }
        });
        let Some(kind) = fields.next() else { continue };
        items.push(Parts { kind, arguments: fields.collect() });
    }
    if items.is_empty() {
        let expected = "constraints, such as '.Cage~5~R1C1~R1C2'";
        return Err(ItemError::Absence { expected }.into());
    }
    Ok(items)
}

/// An item of a constraint string, and the board on which it is.
pub(crate) struct Item<'a> {
    parts: &'a Parts<'a>,
    /// The shape of the grid.
    pub shape: Shape,
    /// The lowest and the highest digit.
    pub digits: (Value, Value),
}

impl<'a> Item<'a> {
    /// Returns the type.
    pub(crate) fn kind(&self) -> &'a str {
        self.parts.kind.text
    }

    /// Returns the arguments.
    pub(crate) fn arguments(&self) -> &'a [Field<'a>] {
        &self.parts.arguments
    }

    /// Creates a fault of the whole item.
    pub(crate) fn fault(&self, error: impl Into<ItemError>) -> Fault {
        self.parts.fault(error)
    }

    /// Creates a fault of the whole item, in which a part is not there.
    pub(crate) fn absence(&self, expected: &'static str) -> Fault {
        self.parts.absence(expected)
    }

    fn argument(&self, place: usize) -> Result<Field<'a>, Fault> {
        let found = self.arguments().get(place).copied();
        found.ok_or_else(|| self.fault(ItemError::FewArguments { found: place }))
    }

    /// Returns the text of an argument.
    pub(crate) fn text(&self, place: usize) -> Result<&'a str, Fault> {
        Ok(self.argument(place)?.text)
    }

    /// Requires that there are no arguments.
    pub(crate) fn bare(&self) -> Result<(), Fault> {
        match self.arguments() {
            [] => Ok(()),
            [first, ..] => Err(self.fault(ItemError::ExtraArgument { found: shorten(first.text) })),
        }
    }

    /// Returns an argument as a number.
    pub(crate) fn number(&self, place: usize) -> Result<i64, Fault> {
        number(self.argument(place)?)
    }

    /// Returns the cells from an argument on, none of them twice, at least `least`.
    pub(crate) fn cells(&self, from: usize, least: usize) -> Result<Vec<usize>, Fault> {
        self.once(self.path(from, least)?)
    }

    /// Returns the cells of a line from an argument on, at least `least`, none of them twice but the
    /// first at the end of a closed line.
    pub(crate) fn track(&self, from: usize, least: usize) -> Result<Vec<usize>, Fault> {
        let path = self.path(from, least)?;
        match path[..] {
            [first, _, .., last] if first == last => {
                let mut cells = self.once(path[..path.len() - 1].to_vec())?;
                cells.push(first);
                Ok(cells)
            }
            _ => self.once(path),
        }
    }

    fn once(&self, cells: Vec<usize>) -> Result<Vec<usize>, Fault> {
        let mut seen = vec![false; self.shape.cells()];
        for &cell in &cells {
            if std::mem::replace(&mut seen[cell], true) {
                return Err(self.fault(ItemError::CellRepeat { cell: self.shape.locate(cell) }));
            }
        }
        Ok(cells)
    }

    /// Returns the cells from an argument on, at least `least`.
    pub(crate) fn path(&self, from: usize, least: usize) -> Result<Vec<usize>, Fault> {
        self.path_to(from, self.arguments().len(), least)
    }

    fn path_to(&self, from: usize, end: usize, least: usize) -> Result<Vec<usize>, Fault> {
        let fields = self.arguments().get(from..end).unwrap_or_default();
        if fields.len() < least {
            return Err(self.fault(ItemError::Cells { found: fields.len(), least }));
        }
        fields.iter().map(|&field| cell(self.shape, field)).collect()
    }

    /// Returns the cells from an argument on, with the first at the end if `LOOP` is there.
    pub(crate) fn loop_path(&self, from: usize, least: usize) -> Result<Vec<usize>, Fault> {
        let is_loop = self.arguments().last().is_some_and(|field| field.text == "LOOP");
        let end = self.arguments().len() - usize::from(is_loop);
        let mut cells = self.path_to(from, end, least)?;
        if is_loop {
            cells.extend(cells.first().copied());
        }
        Ok(cells)
    }

    /// Returns the cell of the first argument.
    pub(crate) fn first_cell(&self) -> Result<usize, Fault> {
        cell(self.shape, self.argument(0)?)
    }

    /// Returns the pairs of cells of the list that share a side, the earlier one first.
    pub(crate) fn touching(&self) -> Result<Vec<[usize; 2]>, Fault> {
        let cells = self.cells(0, 2)?;
        let mut place = vec![usize::MAX; self.shape.cells()];
        for (at, &cell) in cells.iter().enumerate() {
            place[cell] = at;
        }
        let mut pairs = Vec::new();
        for (at, &cell) in cells.iter().enumerate() {
            let beside = || self.shape.reached(cell, &crate::shape::SIDES);
            if beside().all(|other| place[other] == usize::MAX) {
                return Err(self.fault(ItemError::LooseCell { cell: self.shape.locate(cell) }));
            }
            let later = beside().filter(|&other| place[other] != usize::MAX && place[other] > at);
            pairs.extend(later.map(|other| [cell, other]));
        }
        Ok(pairs)
    }

    /// Returns the line of an argument such as `R1` or `C9`, from its top or left side.
    fn line(&self, at: usize) -> Result<(Side, usize), Fault> {
        let field = self.argument(at)?;
        let side = match field.text.chars().next() {
            Some('R') => Side::Left,
            Some('C') => Side::Top,
            _ => {
                let error = ItemError::Absence { expected: "a line, such as R1 or C9" };
                return Err(Fault::at(field.column, error));
            }
        };
        let place = number(Field { column: field.column + 1, text: &field.text[1..] })?;
        match usize::try_from(place) {
            Ok(place) if (1..=self.shape.lines(side)).contains(&place) => Ok((side, place - 1)),
            _ => Err(Fault::at(field.column, ItemError::LineOutsideGrid)),
        }
    }

    /// Returns the clues of `~C1~FORWARDS~BACKWARDS`, with sides and numbers of lines.
    pub(crate) fn outside(&self) -> Result<Vec<(Side, usize, i64)>, Fault> {
        let (side, place) = self.line(0)?;
        let other = if side == Side::Top { Side::Bottom } else { Side::Right };
        let mut clues = Vec::new();
        for (at, side) in [(1, side), (2, other)] {
            if let Some(field) = self.arguments().get(at).filter(|field| !field.text.is_empty()) {
                clues.push((side, place, number(*field)?));
            }
        }
        if self.arguments().len() > 3 || clues.is_empty() {
            return Err(self.absence("a line and one or two clues"));
        }
        Ok(clues)
    }

    /// Returns the clue of `~CLUE~C1`, with the side and the number of the line.
    pub(crate) fn sum_outside(&self) -> Result<(Side, usize, i64), Fault> {
        let (clue, (side, place)) = (self.number(0)?, self.line(1)?);
        if self.arguments().len() > 2 {
            return Err(self.absence("a clue and a line"));
        }
        Ok((side, place, clue))
    }

    /// Requires that the digits begin with 1.
    pub(crate) fn digits_from_one(&self) -> Result<(), Fault> {
        match self.digits.0 {
            1 => Ok(()),
            low => Err(self.fault(ItemError::LowestDigit { low })),
        }
    }
}

/// Reads a number from 0 to 1,000,000.
pub(super) fn number(field: Field<'_>) -> Result<i64, Fault> {
    let is_number = !field.text.is_empty() && field.text.bytes().all(|b| b.is_ascii_digit());
    match field.text.parse() {
        Ok(number @ 0..=MAX_NUMBER) if is_number => Ok(number),
        _ => Err(Fault::at(field.column, ItemError::Number { found: shorten(field.text) })),
    }
}

/// Reads the name of a cell.
pub(super) fn cell(shape: Shape, field: Field<'_>) -> Result<usize, Fault> {
    let chars: Vec<char> = field.text.chars().take(5).collect();
    let place = |c: char| c.to_digit(BASE).map(|n| n as usize).filter(|n| *n > 0);
    let found = match chars[..] {
        ['R' | 'r', row, 'C' | 'c', column] => place(row).zip(place(column)),
        _ => None,
    };
    let Some((row, column)) = found else {
        let (found, expected) = (shorten(field.text), "a cell, such as R1C1");
        return Err(Fault::at(field.column, ItemError::Mismatch { found, expected }));
    };
    if row > shape.rows || column > shape.columns {
        return Err(Fault::at(field.column, ItemError::OutsideGrid { found: shorten(field.text) }));
    }
    Ok(shape.cell(row - 1, column - 1))
}

/// Returns the name of a cell.
pub(crate) fn cell_name(shape: Shape, cell: usize) -> String {
    let digit = |place: usize| char::from_digit(place as u32 + 1, BASE).unwrap_or('?');
    format!("R{}C{}", digit(shape.row(cell)), digit(shape.column(cell)))
}

/// Returns an item: its head, and the names of cells.
pub(crate) fn cell_names(head: &str, shape: Shape, cells: &[usize]) -> String {
    cells.iter().fold(head.to_owned(), |text, &cell| text + "~" + &cell_name(shape, cell))
}

/// Returns the name of a line, and whether its side reads it forwards.
pub(crate) fn line_name(side: Side, place: usize) -> (String, bool) {
    let letter = if matches!(side, Side::Left | Side::Right) { 'R' } else { 'C' };
    (format!("{letter}{}", place + 1), matches!(side, Side::Left | Side::Top))
}
