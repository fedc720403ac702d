//! A step on the board as an SVG document.

use std::fmt::Write;

use parallax_hints::{CandidateId, CandidateState, DeductionStep, StepFinder};
use parallax_instance::{BoardLayout, escape_markup};
use parallax_model::VarId;

use super::board::step_marks;

/// The side of a cell in pixels, and the margin around the board.
const CELL_SIDE: usize = 54;
const BOARD_MARGIN: usize = 12;

const INK_COLOUR: &str = "#1a1a1a";
const FOUND_VALUE_COLOUR: &str = "#1b5fa8";
const REMOVED_CANDIDATE_COLOUR: &str = "#c62828";
const REASON_COLOUR: &str = "#fff3bf";
const CONCLUSION_COLOUR: &str = "#d3f2d6";

/// Draws the board of a state with a step: cells of the reason yellow, those of the conclusion
/// green, removed candidates red and struck through. `None` if the puzzle has no board.
#[must_use]
pub fn step_svg(
    guide: &StepFinder,
    state: &CandidateState,
    step: Option<&DeductionStep>,
    title: &str,
) -> Option<String> {
    let board = guide.rules.board()?;
    let (width, height) =
        (board.columns * CELL_SIDE + 2 * BOARD_MARGIN, board.rows * CELL_SIDE + 2 * BOARD_MARGIN);
    let marks = step.map(|step| step_marks(guide, state, step)).unwrap_or_default();
    let mut body = String::new();
    for (place, &cell) in board.cells.iter().enumerate() {
        let variable = VarId::new(place);
        let (x, y) = (
            BOARD_MARGIN + board.column_of(cell) * CELL_SIDE,
            BOARD_MARGIN + board.row_of(cell) * CELL_SIDE,
        );
        if let Some(&sign) = marks.get(&variable) {
            let colour = if sign == '*' { REASON_COLOUR } else { CONCLUSION_COLOUR };
            body += &format!(
                "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL_SIDE}\" height=\"{CELL_SIDE}\" fill=\"{colour}\"/>\n"
            );
        }
        body += &cell_svg(guide, state, step, variable, (x, y));
    }
    body += &grid_lines(board);
    let title = escape_markup(title);
    Some(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" font-family=\"Helvetica, Arial, sans-serif\" \
         role=\"img\">\n<title>{title}</title>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n{body}</svg>\n"
    ))
}

/// Draws the value of a cell, or its candidates in a small square.
fn cell_svg(
    guide: &StepFinder,
    state: &CandidateState,
    step: Option<&DeductionStep>,
    variable: VarId,
    (x, y): (usize, usize),
) -> String {
    let all: Vec<CandidateId> = guide.rules.of_variable(variable).collect();
    if let Some(&placed) = all.iter().find(|&&candidate| state.is_placed(candidate)) {
        let colour = if state.is_given(placed) { INK_COLOUR } else { FOUND_VALUE_COLOUR };
        let weight = if state.is_given(placed) { "bold" } else { "normal" };
        return svg_text(
            (x + CELL_SIDE / 2, y + CELL_SIDE / 2 + 9),
            26,
            colour,
            weight,
            &guide.value_text(placed),
        );
    }
    // The candidates form the smallest square that holds them: 9 in 3x3, 10 to 16 in 4x4. A
    // candidate keeps its position when others are removed.
    let side = (1..).find(|side| side * side >= all.len()).unwrap_or(1);
    let mut body = String::new();
    for (place, &candidate) in all.iter().enumerate().filter(|(_, c)| state.has_candidate(**c)) {
        let small = CELL_SIDE / side;
        let at = (x + place % side * small + small / 2, y + place / side * small + small / 2 + 4);
        let (colour, weight) = match step {
            Some(step) if step.places.contains(&candidate) => ("#1b7a2f", "bold"),
            Some(step) if step.removes.contains(&candidate) => (REMOVED_CANDIDATE_COLOUR, "bold"),
            _ => (INK_COLOUR, "normal"),
        };
        body += &svg_text(
            at,
            (small * 2 / 3).clamp(5, 13),
            colour,
            weight,
            &guide.value_text(candidate),
        );
        if step.is_some_and(|step| step.removes.contains(&candidate)) {
            let _ = writeln!(
                body,
                "<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"{REMOVED_CANDIDATE_COLOUR}\" stroke-width=\"1.5\"/>",
                at.0 - small / 3,
                at.1 - 4,
                at.0 + small / 3,
                at.1 - 4
            );
        }
    }
    body
}

fn svg_text(
    (x, y): (usize, usize),
    size: usize,
    colour: &str,
    weight: &str,
    words: &str,
) -> String {
    let words = escape_markup(words);
    format!(
        "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" font-weight=\"{weight}\" fill=\"{colour}\" \
         text-anchor=\"middle\">{words}</text>\n"
    )
}

/// Draws thin lines around cells, thick ones around boxes.
fn grid_lines(board: &BoardLayout) -> String {
    let (height, width) = board.boxes.unwrap_or((board.rows, board.columns));
    let stroke = |is_thick| if is_thick { "2.5" } else { "0.7" };
    let (right, bottom) =
        (BOARD_MARGIN + board.columns * CELL_SIDE, BOARD_MARGIN + board.rows * CELL_SIDE);
    let mut body = String::new();
    for row in 0..=board.rows {
        let (y, width) = (BOARD_MARGIN + row * CELL_SIDE, stroke(row % height == 0));
        let _ = writeln!(
            body,
            "<line x1=\"{BOARD_MARGIN}\" y1=\"{y}\" x2=\"{right}\" y2=\"{y}\" stroke=\"{INK_COLOUR}\" stroke-width=\"{width}\"/>"
        );
    }
    for column in 0..=board.columns {
        let (x, width) = (BOARD_MARGIN + column * CELL_SIDE, stroke(column % width == 0));
        let _ = writeln!(
            body,
            "<line x1=\"{x}\" y1=\"{BOARD_MARGIN}\" x2=\"{x}\" y2=\"{bottom}\" stroke=\"{INK_COLOUR}\" stroke-width=\"{width}\"/>"
        );
    }
    body
}
