//! Draws a grid in text: its boards, and the lines below them.

use parallax_model::instance::{Mark, PuzzleSolution};

use super::board::Board;
use super::caption::{settings, shortened, wrapped};
use super::sketch::Sketch;
use super::values::Values;
use crate::GridPuzzle;
use crate::board::Base;
use crate::rules::AnyRule;

/// The largest number of characters of a line below the grid.
const CAPTION: usize = 76;

/// Draws the grid in text. Below it are the rules that it does not show, in words, and the notes.
pub(crate) fn text(puzzle: &GridPuzzle, solutions: &[PuzzleSolution], marks: &[Mark]) -> String {
    let mut sketch = Sketch::new(puzzle.shape);
    // Rules about the whole grid come first.
    let (mut rules, mut others) = (Vec::new(), Vec::new());
    for rule in &puzzle.rules {
        let is_diagonal = matches!(rule, AnyRule::Diagonal(_));
        let rule = rule.rule();
        if !rule.sketch(&mut sketch, puzzle.shape) {
            let is_whole = rule.cells(puzzle.shape).is_empty() || is_diagonal;
            let words = rule.words(puzzle.shape);
            if is_whole { rules.push(words) } else { others.push(words) }
        }
    }
    rules.extend(others);
    let values = Values::new(puzzle, solutions, marks);
    let mut text = boards(&values, &sketch);
    let kind = sketch.kind().filter(|_| puzzle.base != Base::Nonogram);
    let kind = kind.map(|kind| format!("outside: {kind}"));
    let lines = kind.into_iter().chain(settings(puzzle)).chain(shortened(rules));
    for line in lines.chain(puzzle.notes.iter().cloned()) {
        text.extend(wrapped(&line, CAPTION).into_iter().map(|line| line + "\n"));
    }
    text
}

fn boards(values: &Values<'_>, sketch: &Sketch) -> String {
    let board = |solution: Option<&PuzzleSolution>| Board::new(values, sketch, solution).draw();
    if values.solutions.len() < 2 {
        return board(values.solutions.first());
    }
    let cells = match values.marked() {
        1 => "1 cell differs".to_owned(),
        count => format!("{count} cells differ"),
    };
    let mut text = format!("{} solutions; {cells} (marked *)\n", values.solutions.len());
    for (place, solution) in values.solutions.iter().enumerate() {
        text += &format!("\nsolution {}\n{}", place + 1, board(Some(solution)));
    }
    text
}
