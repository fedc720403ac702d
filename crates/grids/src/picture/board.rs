//! A board of text: the cells of a grid, and what is around them.

use parallax_instance::PuzzleSolution;
use parallax_model::Value;

use super::borders::RegionBorders;
use super::sketch::TextBoardSketch;
use super::values::PictureDigits;
use crate::GridPuzzle;
use crate::board::GridBase;

/// The largest number of characters of a line with blanks between its cells.
const MOST_CHARACTERS: usize = 100;
/// A board of text: cells of one width, with lines between regions.
pub(super) struct TextBoard<'a> {
    puzzle: &'a GridPuzzle,
    borders: RegionBorders<'a>,
    sketch: &'a TextBoardSketch,
    /// The text of each cell, and the sign after it.
    cells: Vec<(String, Option<char>)>,
    /// The width of the widest text.
    width: usize,
    /// The width of a sign: 0 without signs.
    mark: usize,
    /// The number of blanks before a cell.
    pad: usize,
    /// For each gap between columns, whether it has a line in some row.
    lined: Vec<bool>,
    /// The width of the clues on the left, with a blank after them.
    left: usize,
}

impl<'a> TextBoard<'a> {
    /// Lays the board out for a solution, or for the givens.
    pub(super) fn new(
        values: &PictureDigits<'a>,
        sketch: &'a TextBoardSketch,
        solution: Option<&PuzzleSolution>,
    ) -> Self {
        let puzzle = values.puzzle;
        let shape = puzzle.shape;
        let has_regions = puzzle.regions.iter().any(Option::is_some);
        // Without regions, the lines of the board are free to show cages.
        let regions = if has_regions { &puzzle.regions } else { sketch.cell_cages() };
        let borders = RegionBorders { shape, regions };
        let value = |cell| match solution {
            Some(solution) => values.solution_digit(solution, cell),
            None => puzzle.givens[cell],
        };
        let cells: Vec<_> = (0..shape.cell_count())
            .map(|cell| (cell_text(puzzle, sketch, cell, value(cell)), values.cell_mark(cell)))
            .collect();
        let (rows, columns) = (shape.rows as isize, shape.columns as isize);
        // Clues above and below the grid share the columns with its cells, and may be the widest
        // texts.
        let ends = (0..columns).flat_map(|column| [(-1, column), (rows, column)]);
        let ends = ends.flat_map(|(row, column)| sketch.clues_outside(row, column));
        let texts = cells.iter().map(|(text, _)| text).chain(ends);
        let width = texts.map(|text| text.chars().count()).max().unwrap_or(1);
        let lines = (0..rows).map(|row| sketch.clues_outside(row, -1).join(" ").chars().count());
        let corners = [-1, rows].into_iter().flat_map(|row| sketch.clues_outside(row, -1));
        let left = lines.chain(corners.map(|clue| clue.chars().count())).max().unwrap_or(0);
        let lined = (0..=shape.columns).map(|gap| borders.has_column(gap)).collect();
        let mark = usize::from(values.marked_count() > 0);
        let left = if left > 0 { left + 1 } else { 0 };
        let mut board =
            TextBoard { puzzle, borders, sketch, cells, width, mark, pad: 1, lined, left };
        // A wide board drops its blanks, if nothing needs them: signs in rows take their place, and
        // longer texts would run together.
        if width == 1 && !sketch.has_sign_in_row() && board.board_width() > MOST_CHARACTERS {
            board.pad = 0;
        }
        board
    }

    /// Returns the width of the board, with the clues on its left.
    fn board_width(&self) -> usize {
        let lines = self.lined.iter().filter(|lined| **lined).count();
        let cell = self.pad + self.width + self.mark;
        self.left + self.lined.len().saturating_sub(1) * cell + lines * (self.pad + 1)
    }

    /// Draws the board, a line for each row.
    pub(super) fn draw_board(&self) -> String {
        let rows = self.puzzle.shape.rows;
        let mut lines = self.draw_outer_clues(-1);
        for row in 0..rows {
            lines.extend(self.draw_gap(row));
            lines.push(self.draw_row(row));
        }
        lines.extend(self.draw_gap(rows));
        lines.extend(self.draw_outer_clues(rows as isize));
        lines.into_iter().map(|line| line.trim_end().to_owned() + "\n").collect()
    }

    /// Draws the clues above the grid (row -1) or below it, a line for each.
    fn draw_outer_clues(&self, row: isize) -> Vec<String> {
        let columns = self.puzzle.shape.columns;
        let stack = |column: isize| self.sketch.clues_outside(row, column);
        let height = (-1..=columns as isize).map(|column| stack(column).len()).max().unwrap_or(0);
        let clue = |column: isize, line: usize| {
            let clues = stack(column);
            // Above the grid, stacks of clues end at the same line; below it, they begin at the
            // same one.
            let index = if row < 0 { (line + clues.len()).checked_sub(height) } else { Some(line) };
            index.and_then(|index| clues.get(index)).map_or("", String::as_str)
        };
        let draw = |line: usize| {
            let mut text = self.on_left(clue(-1, line));
            for column in 0..columns {
                text += &self.column_gap(column, ' ', ' ');
                let (width, mark) = (self.pad + self.width, self.mark);
                text += &format!("{:>width$}{:mark$}", clue(column as isize, line), "");
            }
            text + &self.column_gap(columns, ' ', ' ') + " " + clue(columns as isize, line)
        };
        (0..height).map(draw).collect()
    }

    fn on_left(&self, clue: &str) -> String {
        match self.left.checked_sub(1) {
            Some(width) => format!("{clue:>width$} "),
            None => String::new(),
        }
    }

    /// Returns the text of a gap between columns: a blank and a line, or nothing.
    fn column_gap(&self, gap: usize, blank: char, line: char) -> String {
        let blanks = if gap == 0 { 0 } else { self.pad };
        let mut text = String::new();
        if self.lined[gap] {
            text.extend(std::iter::repeat_n(blank, blanks));
            text.push(line);
        }
        text
    }

    fn draw_row(&self, row: usize) -> String {
        let shape = self.puzzle.shape;
        let mut text = self.on_left(&self.sketch.clues_outside(row as isize, -1).join(" "));
        let width = self.width;
        for column in 0..shape.columns {
            let cell = shape.cell_at(row, column);
            let sign = (column > 0).then(|| self.sketch.sign_between(cell - 1, cell)).flatten();
            let line = if self.borders.has_vertical_border(row, column) { '│' } else { ' ' };
            text += &self.column_gap(column, ' ', sign.unwrap_or(line));
            // A column with lines has a character for the sign; in others, the sign replaces the
            // blank.
            let before = sign.filter(|_| !self.lined[column]).unwrap_or(' ');
            text.extend(std::iter::repeat_n(before, self.pad));
            let (written, mark) = &self.cells[cell];
            match written.as_str() {
                "#" => text += &"#".repeat(width),
                written => text += &format!("{written:>width$}"),
            }
            text.extend(std::iter::repeat_n(mark.unwrap_or(' '), self.mark));
        }
        let right = self.sketch.clues_outside(row as isize, shape.columns as isize).join(" ");
        text + &self.column_gap(shape.columns, ' ', '│') + " " + &right
    }

    /// Draws the line between two rows, if it has a border or a sign.
    fn draw_gap(&self, gap: usize) -> Option<String> {
        let shape = self.puzzle.shape;
        let sign = |column: usize| {
            let above = gap.checked_sub(1).map(|row| shape.cell_at(row, column))?;
            self.sketch.sign_between(above, above + shape.columns)
        };
        if !self.borders.has_row(gap) && (0..shape.columns).all(|column| sign(column).is_none()) {
            return None;
        }
        let dash = |is_line: bool| if is_line { '─' } else { ' ' };
        let mut text = self.on_left("");
        for column in 0..=shape.columns {
            let before = column > 0 && self.borders.has_horizontal_border(gap, column - 1);
            text += &self.column_gap(
                column,
                dash(before),
                joint_sign(self.borders.corner_arms(gap, column)),
            );
            if column < shape.columns {
                let line = dash(self.borders.has_horizontal_border(gap, column));
                text.extend(std::iter::repeat_n(line, self.pad + self.width - 1));
                // Digits are aligned to the right, so the sign is under the last character.
                text.push(sign(column).unwrap_or(line));
                text.extend(std::iter::repeat_n(line, self.mark));
            }
        }
        Some(text)
    }
}

/// Returns the text of a cell.
fn cell_text(
    puzzle: &GridPuzzle,
    sketch: &TextBoardSketch,
    cell: usize,
    value: Option<Value>,
) -> String {
    match (puzzle.black[cell], value) {
        (true, Some(value)) => format!("#{value}"),
        (true, None) => sketch.black_cell_sums(cell).unwrap_or_else(|| "#".to_owned()),
        (false, None) => ".".to_owned(),
        (false, Some(0)) if puzzle.base == GridBase::Nonogram => " ".to_owned(),
        (false, Some(_)) if puzzle.base == GridBase::Nonogram => "#".to_owned(),
        (false, Some(value)) => value.to_string(),
    }
}

/// Returns the sign for lines upwards, downwards, to the left and to the right.
fn joint_sign(arms: [bool; 4]) -> char {
    match arms {
        [false, false, false, false] => ' ',
        [_, _, false, false] => '│',
        [false, false, _, _] => '─',
        [false, true, false, true] => '┌',
        [false, true, true, false] => '┐',
        [true, false, false, true] => '└',
        [true, false, true, false] => '┘',
        [true, true, false, true] => '├',
        [true, true, true, false] => '┤',
        [false, true, true, true] => '┬',
        [true, false, true, true] => '┴',
        [true, true, true, true] => '┼',
    }
}
