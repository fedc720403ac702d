//! The grid itself in SVG: its lines, its black cells and its digits.

use parallax_model::Value;

use super::borders::RegionBorders;
use super::canvas::{CELL_SIDE, Point, text_element, write_length};
use super::colours::{BLACK_CELL_COLOUR, INK, MARKED_CELL_COLOUR, SOLUTION_DIGIT_COLOUR, WHITE};
use super::values::PictureDigits;
use crate::board::GridBase;

/// The largest number of digits in a cell that differs between solutions.
const MOST_VALUES: usize = 4;

/// Returns a rectangle that fills a cell.
fn cell_rectangle((x, y): Point, colour: &str) -> String {
    let [x, y, side] = [x, y, CELL_SIDE].map(write_length);
    format!("<rect x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\" fill=\"{colour}\"/>\n")
}

fn cell_corner(values: &PictureDigits<'_>, cell: usize) -> Point {
    let shape = values.puzzle.shape;
    (shape.column(cell) as f64 * CELL_SIDE, shape.row(cell) as f64 * CELL_SIDE)
}

/// Colours the marked cells and those that differ between solutions.
pub(super) fn shade_marked_cells(values: &PictureDigits<'_>) -> String {
    let cells =
        (0..values.puzzle.shape.cell_count()).filter(|&cell| values.cell_mark(cell).is_some());
    cells.map(|cell| cell_rectangle(cell_corner(values, cell), MARKED_CELL_COLOUR)).collect()
}

/// Fills the black cells.
pub(super) fn fill_black_cells(values: &PictureDigits<'_>) -> String {
    let cells = (0..values.puzzle.shape.cell_count()).filter(|&cell| values.puzzle.black[cell]);
    cells.map(|cell| cell_rectangle(cell_corner(values, cell), BLACK_CELL_COLOUR)).collect()
}

/// Writes the digits: givens dark and bold, found ones blue.
pub(super) fn draw_digits(values: &PictureDigits<'_>) -> String {
    (0..values.puzzle.shape.cell_count()).map(|cell| draw_digit(values, cell)).collect()
}

fn draw_digit(values: &PictureDigits<'_>, cell: usize) -> String {
    let (x, y) = cell_corner(values, cell);
    let all = values.cell_digits(cell);
    if values.puzzle.base == GridBase::Nonogram
        && let [value] = all[..]
    {
        return if value == 0 { String::new() } else { cell_rectangle((x, y), INK) };
    }
    if all.is_empty() {
        return String::new();
    }
    let shown: Vec<String> = all.iter().take(MOST_VALUES).map(Value::to_string).collect();
    let more = if all.len() > MOST_VALUES { "…" } else { "" };
    let text = format!("{}{more}", shown.join(" "));
    // Single digits have one size in a grid.
    let letters = text.chars().count().max(values.puzzle.digits.1.to_string().len());
    let size = (CELL_SIDE * 1.5 / (letters + 1) as f64).clamp(7.0, CELL_SIDE * 0.6).floor();
    let is_given = values.puzzle.givens[cell].is_some_and(|given| all == [given]);
    let style = match (values.puzzle.black[cell], is_given) {
        (true, _) => format!("fill=\"{WHITE}\" font-weight=\"bold\""),
        (false, true) => format!("fill=\"{INK}\" font-weight=\"bold\""),
        (false, false) => format!("fill=\"{SOLUTION_DIGIT_COLOUR}\""),
    };
    text_element((x + CELL_SIDE / 2.0, y + CELL_SIDE / 2.0), size, "middle", &style, &text) + "\n"
}

/// Draws thin lines between cells, and thick ones between regions and around the grid.
pub(super) fn draw_grid_lines(values: &PictureDigits<'_>) -> String {
    let shape = values.puzzle.shape;
    let (width, height) = (shape.columns as f64 * CELL_SIDE, shape.rows as f64 * CELL_SIDE);
    let mut thin = String::new();
    for gap in 1..shape.rows {
        thin += &format!("M0 {}H{}", write_length(gap as f64 * CELL_SIDE), write_length(width));
    }
    for gap in 1..shape.columns {
        thin += &format!("M{} 0V{}", write_length(gap as f64 * CELL_SIDE), write_length(height));
    }
    let borders = RegionBorders { shape, regions: &values.puzzle.regions };
    let mut thick = String::new();
    for gap in 0..=shape.rows {
        for (from, to) in
            longest_stretches(shape.columns, |column| borders.has_horizontal_border(gap, column))
        {
            let [y, from, to] = [gap, from, to].map(|at| write_length(at as f64 * CELL_SIDE));
            thick += &format!("M{from} {y}H{to}");
        }
    }
    for gap in 0..=shape.columns {
        for (from, to) in longest_stretches(shape.rows, |row| borders.has_vertical_border(row, gap))
        {
            let [x, from, to] = [gap, from, to].map(|at| write_length(at as f64 * CELL_SIDE));
            thick += &format!("M{x} {from}V{to}");
        }
    }
    let path = |lines: &str, width: &str| {
        format!(
            "<path d=\"{lines}\" stroke=\"{INK}\" stroke-width=\"{width}\" \
             stroke-linecap=\"square\" fill=\"none\"/>\n"
        )
    };
    path(&thin, "0.75") + &path(&thick, "2.5")
}

/// Returns the maximal stretches of indices with a property: the first index and the one after the
/// last.
fn longest_stretches(count: usize, has: impl Fn(usize) -> bool) -> Vec<(usize, usize)> {
    let mut found: Vec<(usize, usize)> = Vec::new();
    for index in (0..count).filter(|&index| has(index)) {
        match found.last_mut() {
            Some((_, end)) if *end == index => *end += 1,
            _ => found.push((index, index + 1)),
        }
    }
    found
}
