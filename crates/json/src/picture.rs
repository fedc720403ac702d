//! Pictures of a model's solutions: rows of cells, then one line for each
//! variable outside the rows.

use std::collections::HashSet;
use std::fmt::Write;

use crate::presentation::{SolutionPresentation, value_classes};
use parallax_instance::{PuzzleSolution, escape_markup};
use parallax_model::{Model, Value, ValueDimension, VarId};

/// The solutions of a model, to be drawn.
pub(super) struct ModelPicture<'a> {
    pub model: &'a Model,
    pub presentation: &'a SolutionPresentation,
    pub solutions: &'a [PuzzleSolution],
    /// The dimensions whose classes explain a value.
    pub dimensions: &'a [ValueDimension],
}

/// A variable with its value in each solution as text, and whether these differ.
struct PictureLine<'a> {
    label: &'a str,
    words: Vec<String>,
    differ: bool,
}

impl<'a> ModelPicture<'a> {
    /// The picture in text.
    pub(crate) fn draw_text(&self) -> String {
        let (rows, lines) = (self.presentation.picture_rows(self.model), self.variable_lines());
        let mut text = String::new();
        if !rows.is_empty() {
            for (i, solution) in self.solutions.iter().enumerate() {
                if self.solutions.len() > 1 {
                    let _ = writeln!(text, "{}solution {}", if i > 0 { "\n" } else { "" }, i + 1);
                }
                text += &self.framed_cells(&rows, solution);
            }
        }
        for PictureLine { label, words, differ } in &lines {
            let mark = if *differ { "  *" } else { "" };
            let _ = writeln!(text, "{label} = {}{mark}", words.join(" | "));
        }
        text
    }

    /// Draws the picture as an SVG document.
    pub(crate) fn draw_svg(&self) -> String {
        const CELL_WIDTH: usize = 90;
        let rows = self.presentation.picture_rows(self.model);
        let lines = self.variable_lines();
        let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
        let width = (220 + CELL_WIDTH * self.solutions.len().max(1)).max(16 + CELL_WIDTH * columns);
        let top = if rows.is_empty() { 0 } else { 28 * rows.len() + 16 };
        let height = top + 24 * lines.len().max(usize::from(rows.is_empty())) + 16;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             font-family=\"sans-serif\" font-size=\"14\">\n"
        );
        for (r, row) in rows.iter().enumerate() {
            for (c, cell) in row.iter().enumerate() {
                let Some(v) = *cell else { continue };
                let (x, y, words) = (8 + CELL_WIDTH * c, 8 + 28 * r, self.description(v));
                let fill = if self.is_different(v) { "#fff3b0" } else { "none" };
                let words = escape_markup(&words.join(" | "));
                let _ = writeln!(
                    svg,
                    "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL_WIDTH}\" height=\"28\" fill=\"{fill}\" stroke=\"#888\"/>\n\
                     <text x=\"{}\" y=\"{}\" text-anchor=\"middle\" fill=\"#1f4fb4\">{words}</text>",
                    x + CELL_WIDTH / 2,
                    y + 19,
                );
            }
        }
        for (i, PictureLine { label, words, differ }) in lines.iter().enumerate() {
            let y = top + 24 * i + 24;
            if *differ {
                let above = y - 17;
                let _ = writeln!(
                    svg,
                    "<rect x=\"0\" y=\"{above}\" width=\"{width}\" height=\"24\" fill=\"#fff3b0\"/>"
                );
            }
            let _ = writeln!(svg, "<text x=\"8\" y=\"{y}\">{}</text>", escape_markup(label));
            for (column, word) in words.iter().enumerate() {
                let (x, word) = (200 + CELL_WIDTH * column, escape_markup(word));
                let _ = writeln!(svg, "<text x=\"{x}\" y=\"{y}\" fill=\"#1f4fb4\">{word}</text>");
            }
        }
        svg.push_str("</svg>\n");
        svg
    }

    /// One line for each shown variable outside the rows.
    fn variable_lines(&self) -> Vec<PictureLine<'a>> {
        let drawn: HashSet<VarId> =
            self.presentation.picture_rows(self.model).into_iter().flatten().flatten().collect();
        let lines = self.model.shown().iter().filter(|v| !drawn.contains(v));
        let line = |&v: &VarId| PictureLine {
            label: self.presentation.variable_label(self.model, v),
            words: self.description(v),
            differ: self.is_different(v),
        };
        lines.map(line).collect()
    }

    fn solution_value(&self, variable: VarId, solution: &PuzzleSolution) -> Option<Value> {
        // Shown variables ascend, in the order of the values of a solution.
        let place = self.model.shown().binary_search(&variable).ok()?;
        solution.get(place).copied()
    }

    fn description(&self, variable: VarId) -> Vec<String> {
        let values =
            self.solutions.iter().filter_map(|solution| self.solution_value(variable, solution));
        values.map(|value| self.value_text(variable, value)).collect()
    }

    fn value_text(&self, variable: VarId, value: Value) -> String {
        format!(
            "{}{}",
            self.model.describe_value(variable, value),
            value_classes(self.dimensions, value)
        )
    }

    fn is_different(&self, variable: VarId) -> bool {
        let mut values =
            self.solutions.iter().map(|solution| self.solution_value(variable, solution));
        let first = values.next();
        values.any(|value| Some(value) != first)
    }

    /// The rows of one solution, framed.
    fn framed_cells(&self, rows: &[Vec<Option<VarId>>], solution: &PuzzleSolution) -> String {
        let word = |v: VarId| {
            let mark = if self.is_different(v) { "*" } else { "" };
            let word = self.solution_value(v, solution).map(|value| self.value_text(v, value));
            word.unwrap_or_default() + mark
        };
        let cell = |v: &Option<VarId>| v.map(word).unwrap_or_default();
        let rows: Vec<Vec<String>> =
            rows.iter().map(|row| row.iter().map(cell).collect()).collect();
        let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
        let number = |word: &str| word.trim_end_matches('*').parse::<Value>().is_ok();
        // Numbers are aligned to the right, words to the left.
        let is_numbers = rows.iter().flatten().all(|word| word.is_empty() || number(word));
        let in_column = |c: usize| rows.iter().filter_map(move |row| row.get(c));
        let widths: Vec<usize> = (0..columns)
            .map(|c| in_column(c).map(|word| word.chars().count()).max().unwrap_or(0))
            .collect();
        let rule = "─".repeat(widths.iter().map(|width| width + 2).sum::<usize>());
        let mut text = format!("┌{rule}┐\n");
        for row in &rows {
            text.push('│');
            for (c, &width) in widths.iter().enumerate() {
                let word = row.get(c).map_or("", String::as_str);
                if is_numbers {
                    text += &format!(" {word:>width$} ");
                } else {
                    text += &format!(" {word:<width$} ");
                }
            }
            text += "│\n";
        }
        text + &format!("└{rule}┘\n")
    }
}
