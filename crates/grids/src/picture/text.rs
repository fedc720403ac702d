//! Draws a grid in text: its boards, and the lines below them.

use parallax_instance::{PictureMark, PuzzleSolution};

use super::board::TextBoard;
use super::caption::{shorten_rules, unusual_settings, wrap_text};
use super::sketch::TextBoardSketch;
use super::values::PictureDigits;
use crate::GridPuzzle;
use crate::board::GridBase;
use crate::rules::AnyRule;

/// The largest number of characters of a line below the grid.
const MAX_CAPTION_CHARACTERS: usize = 76;

/// Draws the grid in text. Below it are the rules that it does not show, in words, and the notes.
pub(crate) fn draw_text(
    puzzle: &GridPuzzle,
    solutions: &[PuzzleSolution],
    marks: &[PictureMark],
) -> String {
    let mut sketch = TextBoardSketch::new(puzzle.shape);
    // Rules about the whole grid come first.
    let (mut rules, mut others) = (Vec::new(), Vec::new());
    for rule in &puzzle.rules {
        // A diagonal names cells, but is about the whole grid.
        let is_diagonal = matches!(rule, AnyRule::Diagonal(_));
        let rule = rule.rule();
        if !rule.sketch_signs(&mut sketch, puzzle.shape) {
            let is_whole = rule.named_cells(puzzle.shape).is_empty() || is_diagonal;
            let words = rule.describe_rule(puzzle.shape);
            if is_whole { rules.push(words) } else { others.push(words) }
        }
    }
    rules.extend(others);
    let values = PictureDigits::new(puzzle, solutions, marks);
    let mut text = draw_boards(&values, &sketch);
    let kind = sketch.outside_kind().filter(|_| puzzle.base != GridBase::Nonogram);
    let kind = kind.map(|kind| format!("outside: {kind}"));
    let lines = kind.into_iter().chain(unusual_settings(puzzle)).chain(shorten_rules(rules));
    for line in lines.chain(puzzle.notes.iter().cloned()) {
        text.extend(wrap_text(&line, MAX_CAPTION_CHARACTERS).into_iter().map(|line| line + "\n"));
    }
    text
}

fn draw_boards(values: &PictureDigits<'_>, sketch: &TextBoardSketch) -> String {
    let board =
        |solution: Option<&PuzzleSolution>| TextBoard::new(values, sketch, solution).draw_board();
    if values.solutions.len() < 2 {
        return board(values.solutions.first());
    }
    let cells = match values.marked_count() {
        1 => "1 cell differs".to_owned(),
        count => format!("{count} cells differ"),
    };
    let mut text = format!("{} solutions; {cells} (marked *)\n", values.solutions.len());
    for (index, solution) in values.solutions.iter().enumerate() {
        text += &format!("\nsolution {}\n{}", index + 1, board(Some(solution)));
    }
    text
}
