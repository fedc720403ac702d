//! Draws grids: a board, a solution, or several solutions compared.

use std::ops::Range;

use parallax_instance::{MarkedPicture, PictureMark, PuzzleSolution, escape_markup};
use parallax_model::Value;

use super::line_fields::count_noun;
use super::{caption, svg};

/// A grid to draw.
pub(super) struct GridDrawing<'a> {
    /// The number of rows.
    pub height: usize,
    /// The number of columns.
    pub width: usize,
    /// Height and width of a box, if the puzzle has boxes.
    pub boxes: Option<(usize, usize)>,
    /// The clue of every cell, row by row.
    pub clues: Vec<Option<Value>>,
    /// Writes a value.
    pub symbol: fn(Value) -> String,
    /// Whether a value fills its cell with black.
    pub filled: fn(Value) -> bool,
    /// The puzzle's text besides the grid, drawn below it.
    pub notes: Vec<String>,
    /// The solutions to draw into the board.
    pub solutions: &'a [PuzzleSolution],
    /// Cells to mark, each with the sign that follows its value in text; not with several
    /// solutions.
    pub marks: Vec<(usize, char)>,
}

/// The sign after a value that differs between solutions.
const DIFFERENCE_SIGN: char = '*';

impl<'a> GridDrawing<'a> {
    /// Makes a square grid without boxes, black cells and notes.
    pub(crate) fn new_square(
        order: usize,
        clues: Vec<Option<Value>>,
        symbol: fn(Value) -> String,
        solutions: &'a [PuzzleSolution],
    ) -> Self {
        let (height, width, boxes) = (order, order, None);
        let (notes, marks) = (Vec::new(), Vec::new());
        GridDrawing {
            height,
            width,
            boxes,
            clues,
            symbol,
            filled: |_| false,
            notes,
            solutions,
            marks,
        }
    }

    /// Sets the marks.
    pub(crate) fn with_marks(self, marks: impl IntoIterator<Item = (usize, char)>) -> Self {
        GridDrawing { marks: marks.into_iter().collect(), ..self }
    }

    /// Draws both pictures.
    pub(crate) fn draw_both(&self, title: &str) -> MarkedPicture {
        MarkedPicture { text: self.draw_text(), svg: self.draw_svg(title) }
    }

    /// Draws the picture in text.
    pub(crate) fn draw_text(&self) -> String {
        self.draw_boards() + &caption::notes_text(&self.notes)
    }

    fn draw_boards(&self) -> String {
        match self.solutions {
            [] => self.draw_board(&self.clues, &self.cell_signs()),
            [only] => self.draw_board(&self.solution_values(only), &self.cell_signs()),
            several => {
                let differs = self.differing_cells();
                let count = differs.iter().filter(|&&d| d).count();
                let signs: Vec<char> =
                    differs.iter().map(|&d| if d { DIFFERENCE_SIGN } else { ' ' }).collect();
                let cells = count_noun(count, "cell differs", "cells differ");
                let mut text = format!("{} solutions; {cells} (marked *)\n", several.len());
                for (i, solution) in several.iter().enumerate() {
                    text.push_str(&format!("\nsolution {}\n", i + 1));
                    text.push_str(&self.draw_board(&self.solution_values(solution), &signs));
                }
                text
            }
        }
    }

    fn solution_values(&self, solution: &PuzzleSolution) -> Vec<Option<Value>> {
        (0..self.height * self.width).map(|cell| solution.get(cell).copied()).collect()
    }

    /// Returns, for each cell, whether its value differs between solutions.
    fn differing_cells(&self) -> Vec<bool> {
        let cell_differs = |cell| {
            self.solutions
                .windows(2)
                .any(|pair: &[PuzzleSolution]| pair[0].get(cell) != pair[1].get(cell))
        };
        (0..self.height * self.width).map(cell_differs).collect()
    }

    /// Returns tests whether a box ends after the row and after the column of this number, from 1.
    fn box_ends(&self) -> (impl Fn(usize) -> bool, impl Fn(usize) -> bool) {
        let (rows, columns) = self.box_size();
        (move |number| number % rows == 0, move |number| number % columns == 0)
    }

    /// Returns the height and the width of a box, or of the grid if there are no boxes.
    fn box_size(&self) -> (usize, usize) {
        let (rows, columns) = self.boxes.unwrap_or((self.height, self.width));
        (rows.max(1), columns.max(1))
    }

    /// Returns the sign after the value of each cell; empty if there are no signs.
    fn cell_signs(&self) -> Vec<char> {
        if self.marks.is_empty() {
            return Vec::new();
        }
        let mut signs = vec![' '; self.height * self.width];
        for &(cell, sign) in &self.marks {
            if let Some(at) = signs.get_mut(cell) {
                *at = sign;
            }
        }
        signs
    }

    fn draw_board(&self, values: &[Option<Value>], signs: &[char]) -> String {
        let written: Vec<String> =
            values.iter().map(|v| v.map_or(".".to_owned(), self.symbol)).collect();
        let width = written.iter().map(|w| w.chars().count()).max().unwrap_or(1);
        let mark_width = usize::from(!signs.is_empty());
        let (ends_row, ends_column) = self.box_ends();
        // A band is the part of a line above one box: a blank before each cell, and one before the
        // border.
        let bands = self.width / self.box_size().1;
        let band = self.width / bands.max(1) * (width + mark_width + 1) + 1;
        let rule = |left: &str, middle: &str, right: &str| {
            format!("{left}{}{right}\n", vec!["─".repeat(band); bands].join(middle))
        };
        let mut text = rule("┌", "┬", "┐");
        for row in 0..self.height {
            text.push('│');
            for column in 0..self.width {
                let cell = row * self.width + column;
                text.push_str(&format!(" {:>width$}", written[cell]));
                text.extend(signs.get(cell));
                if ends_column(column + 1) {
                    text.push_str(" │");
                }
            }
            text.push('\n');
            if ends_row(row + 1) && row + 1 < self.height {
                text.push_str(&rule("├", "┼", "┤"));
            }
        }
        text.push_str(&rule("└", "┴", "┘"));
        text
    }

    /// Draws the picture as an SVG document: clues dark and bold, found values
    /// blue. A cell that differs between solutions shows its values, at most
    /// [`MAX_VALUES_IN_CELL`], on yellow.
    pub(crate) fn draw_svg(&self, title: &str) -> String {
        let mut body = String::new();
        // Marked cells have the colour of differing cells; a drawing has only one kind of mark.
        let mut differs = self.differing_cells();
        for &(cell, _) in &self.marks {
            if let Some(at) = differs.get_mut(cell) {
                *at = true;
            }
        }
        let cells = || {
            (0..self.height * self.width)
                .map(|cell| (cell, cell_corner(cell / self.width, cell % self.width)))
        };
        for (_, (x, y)) in cells().filter(|(cell, _)| differs[*cell]) {
            body.push_str(&format!(
                "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL_SIDE}\" height=\"{CELL_SIDE}\" fill=\"#ffe680\"/>\n"
            ));
        }
        for (cell, place) in cells() {
            body.push_str(&self.svg_cell(cell, place));
        }
        body.push_str(&self.svg_lines());
        let (width, height) =
            (self.width * CELL_SIDE + 2 * GRID_MARGIN, self.height * CELL_SIDE + 2 * GRID_MARGIN);
        let (notes, width, height) = caption::notes_svg(&self.notes, GRID_MARGIN, (width, height));
        body.push_str(&notes);
        svg::svg_document(width, height, title, &body)
    }

    fn svg_cell(&self, cell: usize, (x, y): (usize, usize)) -> String {
        let clue = self.clues.get(cell).copied().flatten();
        let mut values: Vec<Value> = Vec::new();
        for value in self.solutions.iter().filter_map(|s| s.get(cell)) {
            if !values.contains(value) {
                values.push(*value);
            }
        }
        if self.solutions.is_empty() {
            values.extend(clue);
        }
        if values.is_empty() {
            return String::new();
        }
        if let [only] = values[..]
            && (self.filled)(only)
        {
            let ink = svg::INK_COLOUR;
            return format!(
                "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL_SIDE}\" height=\"{CELL_SIDE}\" fill=\"{ink}\"/>\n"
            );
        }
        let shown: Vec<String> =
            values.iter().take(MAX_VALUES_IN_CELL).map(|&v| (self.symbol)(v)).collect();
        let more = if values.len() > MAX_VALUES_IN_CELL { "…" } else { "" };
        let label = escape_markup(&format!("{}{more}", shown.join(" ")));
        // A letter is about two thirds as wide as its font size; the label also gets a margin of
        // one letter.
        let size = (CELL_SIDE * 3 / 2 / (label.chars().count() + 1)).clamp(7, CELL_SIDE * 3 / 5);
        let style = match clue {
            Some(clue) if values == [clue] => {
                format!("fill=\"{}\" font-weight=\"bold\"", svg::INK_COLOUR)
            }
            _ => "fill=\"#1f5fbf\"".to_owned(),
        };
        // The baseline is about a third of the letters' height below the middle.
        let (middle, base) = (x + CELL_SIDE / 2, y + CELL_SIDE / 2 + size * 7 / 20);
        format!(
            "<text x=\"{middle}\" y=\"{base}\" font-size=\"{size}\" text-anchor=\"middle\" {style}>{label}</text>\n"
        )
    }

    fn svg_lines(&self) -> String {
        let (ends_row, ends_column) = self.box_ends();
        let (right, bottom) =
            (GRID_MARGIN + self.width * CELL_SIDE, GRID_MARGIN + self.height * CELL_SIDE);
        let mut thin = String::new();
        let mut thick = String::new();
        // The first and the last line end boxes as well, so the frame is thick.
        for i in 0..=self.height {
            let at = GRID_MARGIN + i * CELL_SIDE;
            let (to, width) = if ends_row(i) { (&mut thick, "2.5") } else { (&mut thin, "0.75") };
            to.push_str(&svg::straight_line((GRID_MARGIN, at), (right, at), width));
        }
        for i in 0..=self.width {
            let at = GRID_MARGIN + i * CELL_SIDE;
            let (to, width) =
                if ends_column(i) { (&mut thick, "2.5") } else { (&mut thin, "0.75") };
            to.push_str(&svg::straight_line((at, GRID_MARGIN), (at, bottom), width));
        }
        thin + &thick
    }
}

/// Returns the marks of variables that are the cells, row by row.
pub(super) fn by_cell(marks: &[PictureMark]) -> impl Iterator<Item = (usize, char)> + '_ {
    marks.iter().map(|mark| (mark.variable.index(), mark.sign))
}

/// The side of a cell in pixels.
const CELL_SIDE: usize = 40;
/// The white margin around the grid in pixels.
const GRID_MARGIN: usize = 8;
/// Maximum number of values in a cell that differs.
const MAX_VALUES_IN_CELL: usize = 4;

/// Returns the upper left corner of a cell: x and y.
fn cell_corner(row: usize, column: usize) -> (usize, usize) {
    (GRID_MARGIN + column * CELL_SIDE, GRID_MARGIN + row * CELL_SIDE)
}

/// Returns the clues without a run of them, counted from the first clue.
pub(super) fn without_clues(clues: &[Option<Value>], run: Range<usize>) -> Vec<Option<Value>> {
    let mut number = 0;
    let mut keep = |clue: &Option<Value>| {
        // The number of clues up to this one, so it is at least 1.
        number += usize::from(clue.is_some());
        clue.filter(|_| !run.contains(&(number - 1)))
    };
    clues.iter().map(|clue| if clue.is_some() { keep(clue) } else { None }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(solutions: &[PuzzleSolution]) -> GridDrawing<'_> {
        let mut clues = vec![None; 16];
        clues[1] = Some(3);
        GridDrawing {
            boxes: Some((2, 2)),
            ..GridDrawing::new_square(4, clues, |v| v.to_string(), solutions)
        }
    }

    #[test]
    fn draws_boxes() {
        insta::assert_snapshot!(grid(&[]).draw_text(), @r"
        ┌─────┬─────┐
        │ . 3 │ . . │
        │ . . │ . . │
        ├─────┼─────┤
        │ . . │ . . │
        │ . . │ . . │
        └─────┴─────┘
        ");
    }

    #[test]
    fn marks_cells_that_differ() {
        let one: PuzzleSolution = vec![1, 3, 2, 4, 2, 4, 1, 3, 3, 1, 4, 2, 4, 2, 3, 1];
        let mut two = one.clone();
        two.swap(0, 2);
        insta::assert_snapshot!(grid(&[one.clone(), two.clone()]).draw_text(), @r"
        2 solutions; 2 cells differ (marked *)

        solution 1
        ┌───────┬───────┐
        │ 1* 3  │ 2* 4  │
        │ 2  4  │ 1  3  │
        ├───────┼───────┤
        │ 3  1  │ 4  2  │
        │ 4  2  │ 3  1  │
        └───────┴───────┘

        solution 2
        ┌───────┬───────┐
        │ 2* 3  │ 1* 4  │
        │ 2  4  │ 1  3  │
        ├───────┼───────┤
        │ 3  1  │ 4  2  │
        │ 4  2  │ 3  1  │
        └───────┴───────┘
        ");
        let picture = grid(&[one, two]).draw_svg("two & more");
        assert_eq!(picture.matches("#ffe680").count(), 2);
        assert!(picture.contains(">1 2</text>") && picture.contains(">2 1</text>"));
        assert!(picture.contains("<title>two &amp; more</title>"));
    }

    #[test]
    fn draws_solutions_of_any_length() {
        let short = grid(&[vec![7]]).draw_text() + &grid(&[vec![7], vec![]]).draw_svg("");
        assert!(short.contains('7'));
    }
}
