//! Clues outside of the grid in SVG.

use super::canvas::{CELL_SIDE, Point, text_element};
use super::colours::{INK, OUTLINE_GREY, OUTSIDE_CLUE_COLOURS};
use crate::shape::{GridShape, GridSide, Step};

/// A colour and a text.
type Clue = (&'static str, String);

/// The clues outside of the grid.
#[derive(Default)]
pub(super) struct OutsideClues {
    /// The clues of lines: their side and place; from the grid outwards, the colours and texts.
    clues: Vec<((GridSide, usize), Vec<Clue>)>,
    /// The kinds of clues, each with the colour of its place in [`OUTSIDE_CLUE_COLOURS`].
    kinds: Vec<&'static str>,
    /// The sums of diagonals: the first cell, the direction, the sum.
    diagonals: Vec<(usize, Step, String)>,
}

/// The room around the grid: top, bottom, left, right.
pub(super) type Margins = [f64; 4];

/// The white margin around everything.
pub(super) const PICTURE_MARGIN: f64 = 8.0;
/// The height of a clue above or below the grid, and its width beside it.
const CLUE_SIZE: (f64, f64) = (19.0, 24.0);
/// The size of the letters of clues.
const CLUE_FONT_SIZE: f64 = 14.0;
/// The room for sums of diagonals.
const DIAGONAL_SUM_ROOM: f64 = 36.0;

impl OutsideClues {
    /// Adds clues of a line, from the grid outwards, after those already there. Returns the colour
    /// of their kind.
    pub(super) fn add_clues(
        &mut self,
        kind: &'static str,
        line: (GridSide, usize),
        clues: impl IntoIterator<Item = String>,
    ) -> &'static str {
        let kind_index = self.kinds.iter().position(|known| *known == kind).unwrap_or_else(|| {
            self.kinds.push(kind);
            self.kinds.len() - 1
        });
        let colour = OUTSIDE_CLUE_COLOURS[kind_index % OUTSIDE_CLUE_COLOURS.len()];
        let clues = clues.into_iter().map(|clue| (colour, clue));
        match self.clues.iter_mut().find(|(known, _)| *known == line) {
            Some((_, stack)) => stack.extend(clues),
            None => self.clues.push((line, clues.collect())),
        }
        colour
    }

    /// Adds the sum of a diagonal.
    pub(super) fn add_diagonal(&mut self, start: usize, direction: Step, sum: String) {
        self.diagonals.push((start, direction, sum));
    }

    /// Returns the distance from the grid to the clues of lines.
    fn clue_distance(&self) -> f64 {
        if self.diagonals.is_empty() { 3.0 } else { DIAGONAL_SUM_ROOM }
    }

    /// Returns the room around the grid that the clues take.
    pub(super) fn clue_margins(&self) -> Margins {
        let all_around = if self.diagonals.is_empty() { 0.0 } else { DIAGONAL_SUM_ROOM };
        [GridSide::Top, GridSide::Bottom, GridSide::Left, GridSide::Right].map(|side| {
            let stacks = self.clues.iter().filter(|((clue_side, _), _)| *clue_side == side);
            let max = stacks.map(|(_, stack)| stack.len()).max().unwrap_or(0);
            let length = match side {
                GridSide::Top | GridSide::Bottom => CLUE_SIZE.0,
                GridSide::Left | GridSide::Right => CLUE_SIZE.1,
            };
            let clues =
                if max > 0 { self.clue_distance() + max as f64 * length } else { all_around };
            PICTURE_MARGIN + clues
        })
    }

    /// Draws everything.
    pub(super) fn draw_clues(&self, shape: GridShape) -> String {
        let mut body = String::new();
        for (line, stack) in &self.clues {
            for (level, (colour, clue)) in stack.iter().enumerate() {
                let at = self.clue_position(shape, *line, level as f64 + 0.5);
                let letters = clue.chars().count() as f64;
                let size = CLUE_FONT_SIZE.min(CLUE_SIZE.1 * 1.5 / letters);
                body += &text_element(at, size, "middle", &format!("fill=\"{colour}\""), clue);
                body.push('\n');
            }
        }
        for (start, direction, sum) in &self.diagonals {
            body += &draw_diagonal(shape, *start, *direction, sum);
        }
        body
    }

    /// Returns the middle of a clue; `level` counts clues from the grid outwards.
    fn clue_position(
        &self,
        shape: GridShape,
        (side, index): (GridSide, usize),
        level: f64,
    ) -> Point {
        let along = (index as f64 + 0.5) * CELL_SIDE;
        let (width, height) = (shape.columns as f64 * CELL_SIDE, shape.rows as f64 * CELL_SIDE);
        let (up, left) = (
            self.clue_distance() + level * CLUE_SIZE.0,
            self.clue_distance() + level * CLUE_SIZE.1,
        );
        match side {
            GridSide::Top => (along, -up),
            GridSide::Bottom => (along, height + up),
            GridSide::Left => (-left, along),
            GridSide::Right => (width + left, along),
        }
    }
}

/// Draws the sum of a diagonal and an arrow towards its first cell.
fn draw_diagonal(shape: GridShape, start: usize, (down, right): Step, sum: &str) -> String {
    let (down, right) = (down as f64, right as f64);
    // The corner of the first cell where the diagonal enters.
    let x = (shape.column(start) as f64 + if right > 0.0 { 0.0 } else { 1.0 }) * CELL_SIDE;
    let y = (shape.row(start) as f64 + if down > 0.0 { 0.0 } else { 1.0 }) * CELL_SIDE;
    let at = |back: f64| (x - right * back, y - down * back);
    let ((x1, y1), (x2, y2)) = (at(13.0), at(3.0));
    let style = format!("stroke=\"{OUTLINE_GREY}\" stroke-width=\"1.5\" fill=\"none\"");
    let (wing_x, wing_y) = (x2 - right * 5.0, y2 - down * 5.0);
    let head = format!("M{x1} {y1}L{x2} {y2}M{wing_x} {y2}L{x2} {y2}L{x2} {wing_y}");
    let size = 12.0_f64.min(30.0 / sum.chars().count() as f64);
    // Sums that share a place outside of the grid lie side by side.
    let is_beside = shape.step_from(start, (-down as isize, 0)).is_some();
    let (back, up) = if is_beside { (23.0, 12.0) } else { (10.0, 22.0) };
    let position = (x - right * back, y - down * up);
    let label = text_element(position, size, "middle", &format!("fill=\"{INK}\""), sum);
    format!("<path d=\"{head}\" {style}/>\n{label}\n")
}
