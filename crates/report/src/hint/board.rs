//! The board of a state in text: values, and the candidates of open cells.

use std::collections::HashMap;

use parallax_hints::{CandidateId, CandidateState, DeductionStep, RulePart, StepFinder};
use parallax_model::VarId;
use unicode_width::UnicodeWidthStr;

/// The mark after a cell of the reason.
const REASON_MARK: char = '*';

/// The mark after a cell of the conclusion.
const CONCLUSION_MARK: char = '?';

/// Returns the marks of a step: the sign after each variable.
pub(super) fn step_marks(
    guide: &StepFinder,
    state: &CandidateState,
    step: &DeductionStep,
) -> HashMap<VarId, char> {
    let rules = &guide.rules;
    let mut marks = HashMap::new();
    for part in &step.parts {
        if let RulePart::Some(unit) = *part {
            marks
                .extend(state.of_unit(rules, unit).map(|c| (rules.given(c).variable, REASON_MARK)));
        }
    }
    // Later marks replace earlier ones, so a cell of both the reason and the conclusion shows the
    // conclusion.
    marks.extend(guide.named_scope(step).into_iter().map(|variable| (variable, REASON_MARK)));
    let concluded = step.places.iter().chain(&step.removes);
    marks.extend(concluded.map(|&c| (rules.given(c).variable, CONCLUSION_MARK)));
    marks
}

/// The legend of the marks.
pub(super) const MARK_LEGEND: &str = "* the reason, ? the conclusion";

/// Maximum width of a board with candidates in a file.
const MAX_FILE_BOARD_WIDTH: usize = 120;

/// Draws the board, if there is one, with the candidates of open cells if these fit into `width`,
/// otherwise without them.
pub(super) fn draw_board(
    guide: &StepFinder,
    state: &CandidateState,
    marks: &HashMap<VarId, char>,
    width: Option<usize>,
) -> Option<String> {
    let max_width = width.unwrap_or(MAX_FILE_BOARD_WIDTH);
    let fits = |text: &String| text.lines().all(|line| line.width() <= max_width);
    let open = draw_grid(guide, state, marks, true).filter(fits);
    open.or_else(|| draw_grid(guide, state, marks, false))
}

fn draw_grid(
    guide: &StepFinder,
    state: &CandidateState,
    marks: &HashMap<VarId, char>,
    open: bool,
) -> Option<String> {
    let board = guide.rules.board()?;
    let mut cells = vec![(String::new(), ' '); board.rows * board.columns];
    for (place, &cell) in board.cells.iter().enumerate() {
        let variable = VarId::new(place);
        let sign = marks.get(&variable).copied().unwrap_or(' ');
        // Variable i is at `board.cells[i]`; positions without a variable stay blank.
        *cells.get_mut(cell)? = (cell_text(guide, state, variable, open), sign);
    }
    let widest = cells.iter().map(|(text, _)| text.width()).max().unwrap_or(1).max(1);
    let (height, width) = board.boxes.unwrap_or((board.rows, board.columns));
    let bands = board.columns / width;
    // Each cell takes a blank, `widest` columns and its sign; one more blank precedes the frame.
    let band = "─".repeat(width * (widest + 2) + 1);
    let rule = |left, middle: &str, right| {
        format!("{left}{}{right}\n", vec![band.as_str(); bands].join(middle))
    };
    let mut text = rule('┌', "┬", '┐');
    for row in 0..board.rows {
        if row > 0 && row % height == 0 {
            text += &rule('├', "┼", '┤');
        }
        text.push('│');
        for column in 0..board.columns {
            let (own, sign) = &cells[row * board.columns + column];
            text += &format!(" {own:>widest$}{sign}");
            if (column + 1) % width == 0 {
                text += " │";
            }
        }
        text.push('\n');
    }
    Some(text + &rule('└', "┴", '┘'))
}

/// Writes the value of a cell, or its candidates.
fn cell_text(guide: &StepFinder, state: &CandidateState, variable: VarId, open: bool) -> String {
    let rules = &guide.rules;
    let all = || rules.of_variable(variable);
    if let Some(placed) = all().find(|&candidate| state.is_placed(candidate)) {
        return guide.value_text(placed);
    }
    if !open {
        return ".".to_owned();
    }
    let live: Vec<CandidateId> =
        all().filter(|&candidate| state.has_candidate(candidate)).collect();
    // More than nine candidates, all of them open, say nothing and would make the board too wide.
    if live.len() == all().count() && live.len() > 9 {
        return ".".to_owned();
    }
    let words: Vec<String> = live.iter().map(|&candidate| guide.value_text(candidate)).collect();
    // Single digits are legible without a separator: `257`; numbers of two digits are not:
    // `2,15,7`.
    let separator = if words.iter().all(|word| word.chars().count() == 1) { "" } else { "," };
    words.join(separator)
}
