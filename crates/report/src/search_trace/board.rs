//! The board of a puzzle at a step: which cells are fixed, and which open.

use parallax_model::engine_api::{TraceDomain, TraceStep};
use parallax_model::{Constraint, Model, Value};
use serde::Serialize;

/// The square board that the first shown variables of a model form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct SquareBoard {
    /// The number of cells on a side.
    pub order: usize,
    /// Rows of a box; the order if there are no boxes.
    pub box_height: usize,
    /// Columns of a box; the order if there are no boxes.
    pub box_width: usize,
}

impl SquareBoard {
    /// Returns the board of a model whose first variables are the cells of a grid, with the boxes
    /// that its constraints form.
    pub(super) fn from_model(model: &Model) -> Option<Self> {
        let order = model.grid_order()?;
        let cells = model.shown().iter().take(order * order);
        // Domains of a step are indexed by variable, so the cells must be the first variables, in
        // order.
        if order < 2 || !cells.enumerate().all(|(i, v)| v.index() == i) {
            return None;
        }
        let (box_height, box_width) = box_size(model, order).unwrap_or((order, order));
        Some(SquareBoard { order, box_height, box_width })
    }

    /// Returns the domains of the cells at a step, if the step has all of them.
    pub(super) fn cell_domains<'s>(
        &self,
        step: &'s TraceStep,
        names: &[String],
    ) -> Option<&'s [TraceDomain]> {
        let cells = step.domains.get(..self.order * self.order)?;
        let fits = cells.iter().zip(names).all(|(cell, name)| cell.of == *name);
        fits.then_some(cells)
    }

    /// Draws the board as text, a row a line: `.` is an open cell, and `*` marks a value that is
    /// not fixed in `before`.
    pub(super) fn draw_text(
        &self,
        cells: &[TraceDomain],
        before: Option<&[TraceDomain]>,
    ) -> Vec<String> {
        let values: Vec<Option<Value>> = cells.iter().map(fixed_value).collect();
        let width = values.iter().flatten().map(|v| v.to_string().len()).max().unwrap_or(1);
        let cell = |i: usize| {
            let new = before.is_some_and(|before| fixed_value(&before[i]).is_none());
            match values[i] {
                Some(value) => format!("{value:>width$}{}", if new { '*' } else { ' ' }),
                None => format!("{:>width$} ", '.'),
            }
        };
        let mut lines = Vec::new();
        for row in 0..self.order {
            if row > 0 && row % self.box_height == 0 {
                // A cell takes `width` + 1 characters with its mark, and cells are joined by one
                // blank: box_width (width + 1) + box_width - 1.
                let band = "-".repeat(self.box_width * (width + 2) - 1);
                lines.push(vec![band; self.order / self.box_width].join("-+-"));
            }
            let bands: Vec<String> = (0..self.order)
                .step_by(self.box_width)
                .map(|first| {
                    let columns = first..first + self.box_width;
                    columns.map(|column| cell(row * self.order + column)).collect::<Vec<_>>()
                })
                .map(|cells| cells.join(" "))
                .collect();
            lines.push(bands.join(" | ").trim_end().to_owned());
        }
        let open = cells.iter().filter(|cell| cell.size > 1);
        let (number, candidates) = open.fold((0, 0), |(n, sum), cell| (n + 1, sum + cell.size));
        if number > 0 {
            lines.push(format!("{number} open cells, {candidates} candidates"));
        }
        lines
    }
}

/// Returns the value of a fixed cell.
fn fixed_value(cell: &TraceDomain) -> Option<Value> {
    match cell.values[..] {
        [value] if cell.size == 1 => Some(value),
        _ => None,
    }
}

/// Returns height and width of the boxes: of the first all-different constraint whose cells form a
/// block, as large as a row, of several rows and columns.
fn box_size(model: &Model, order: usize) -> Option<(usize, usize)> {
    model.constraints().iter().find_map(|posted| {
        let Constraint::AllDifferent(different) = &posted.constraint else { return None };
        let cells: Vec<usize> = different.scope.iter().map(|v| v.index()).collect();
        // The first block is at the top left, so its last cell is its bottom right corner. With
        // `order` different cells inside a rectangle of `order` cells, the constraint covers the
        // block exactly.
        let last = *cells.iter().max()?;
        let (height, width) = (last / order + 1, last % order + 1);
        let block = cells.iter().all(|cell| cell % order < width && *cell < order * order);
        let fits = cells.len() == order && height * width == order && height > 1 && width > 1;
        (block && fits).then_some((height, width))
    })
}
