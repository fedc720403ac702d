//! The signs that rules share: marks between two cells, labels, clues.

use super::canvas::{CELL_SIDE, GridPicture, PictureLayer};
use super::colours::{INK, OUTLINE_GREY, WHITE};
use super::shapes::point_towards;
use crate::shape::{GridSide, Step};

impl GridPicture {
    /// Draws a thin line between two cells that do not share a side, for a mark between them.
    fn draw_bridge(&mut self, left: usize, right: usize) {
        if !self.shape.share_side(left, right) {
            self.draw_rail(&[left, right], OUTLINE_GREY, 1.0);
        }
    }

    /// Draws a dot between two cells, with a text in it.
    pub(crate) fn draw_dot(
        &mut self,
        [left, right]: [usize; 2],
        black: bool,
        text: Option<String>,
    ) {
        self.draw_bridge(left, right);
        let at = self.pair_centre(left, right);
        let (fill, letters) = if black { (INK, WHITE) } else { (WHITE, INK) };
        let style = format!("fill=\"{fill}\" stroke=\"{INK}\"");
        self.add_circle(PictureLayer::Above, at, if text.is_some() { 7.5 } else { 5.5 }, &style);
        if let Some(text) = text {
            let size = 10.0_f64.min(20.0 / text.chars().count() as f64);
            self.add_text(PictureLayer::Above, at, size, &format!("fill=\"{letters}\""), &text);
        }
    }

    /// Draws a text between two cells.
    pub(crate) fn draw_sign(&mut self, [left, right]: [usize; 2], text: &str) {
        self.draw_bridge(left, right);
        // The halo keeps the sign legible on lines of the grid.
        let halo = format!("stroke=\"{WHITE}\" stroke-width=\"4\" paint-order=\"stroke\"");
        let style = format!("fill=\"{INK}\" {halo}");
        self.add_text(PictureLayer::Above, self.pair_centre(left, right), 13.0, &style, text);
    }

    /// Draws a sign between two cells whose tip points at the lower one.
    pub(crate) fn draw_inequality(&mut self, lower: usize, upper: usize) {
        self.draw_bridge(lower, upper);
        let (middle, low) = (self.pair_centre(lower, upper), self.cell_centre(lower));
        let tip = point_towards(middle, low, 4.0);
        let style = format!("stroke=\"{INK}\" stroke-width=\"1.5\"");
        self.draw_chevron(PictureLayer::Above, point_towards(middle, low, -8.0), tip, &style);
    }

    /// Writes a small text into the first of some cells, at a distance from its upper left corner.
    pub(crate) fn draw_label(&mut self, cells: &[usize], inset: f64, colour: &str, text: &str) {
        let Some(&cell) = cells.iter().min() else { return };
        let (x, y) = self.cell_corner(cell);
        let letters = text.chars().count() as f64;
        let size = 10.0_f64.min(CELL_SIDE * 1.5 / letters);
        // An average letter is about 0.56 of its size wide.
        let width = letters * size * 0.56 + 1.5;
        let white = format!("fill=\"{WHITE}\"");
        self.add_rectangle(PictureLayer::Above, (x + inset, y + inset), (width, size), &white);
        let at = (x + inset + width / 2.0, y + inset + size / 2.0);
        self.add_text(PictureLayer::Above, at, size, &format!("fill=\"{colour}\""), text);
    }

    /// Writes clues outside of a line, from the grid outwards, in the colour of their kind.
    pub(crate) fn draw_clues(
        &mut self,
        kind: &'static str,
        line: (GridSide, usize),
        clues: impl IntoIterator<Item = String>,
    ) {
        let colour = self.outside.add_clues(kind, line, clues);
        self.add_legend(Some(colour), &format!("outside: {kind}"));
    }

    /// Writes runs outside of a line, from the grid outwards.
    pub(crate) fn draw_runs(
        &mut self,
        line: (GridSide, usize),
        runs: impl IntoIterator<Item = String>,
    ) {
        self.outside.add_clues("runs", line, runs);
    }

    /// Writes the sum of a diagonal outside of its first cell, with an arrow.
    pub(crate) fn diagonal_sum(&mut self, start: usize, direction: Step, sum: i64) {
        self.outside.add_diagonal(start, direction, sum.to_string());
    }

    /// Writes a sum into the black cell before a run.
    pub(crate) fn run_sum(&mut self, first: usize, down: bool, sum: i64) {
        let back = if down { (-1, 0) } else { (0, -1) };
        let Some(cell) = self.shape.step_from(first, back) else { return };
        let (x, y) = self.cell_corner(cell);
        let style = format!("stroke=\"{WHITE}\" stroke-width=\"0.8\"");
        self.add_polyline(PictureLayer::Above, &[(x, y), (x + CELL_SIDE, y + CELL_SIDE)], &style);
        let at = if down { (x + 12.0, y + 30.0) } else { (x + 28.0, y + 10.0) };
        let text = sum.to_string();
        let size = 13.0_f64.min(32.0 / text.chars().count() as f64);
        self.add_text(PictureLayer::Above, at, size, &format!("fill=\"{WHITE}\""), &text);
    }
}
