//! Unequal: a Latin square with signs between cells, or with all marks of digits that differ by 1.

use parallax_model::Value;

use super::finish_puzzle;
use super::id::TathamGameId;
use crate::GridPuzzle;
use crate::board::GridBase;
use crate::errors::{CodePart, GameError, GridFormError, GridRuleError, LocatedTextError};
use crate::rules::{AnyRule, Dot, Inequality, UnmarkedDots};
use crate::shape::{GridShape, Step};

/// The letters of the sides, in the order in which the program writes them.
const SIDE_LETTERS: [(char, Step); 4] =
    [('U', (-1, 0)), ('R', (0, 1)), ('D', (1, 0)), ('L', (0, -1))];

/// Reads an ID of unequal.
pub(super) fn read_unequal(id: &TathamGameId<'_>) -> Result<GridPuzzle, LocatedTextError> {
    id.letters_of("a")?;
    let adjacent = id.has_letter('a');
    let mut puzzle = id.square_grid(GridBase::Latin)?;
    let shape = puzzle.shape;
    let side = shape.rows as i64;
    let mut symbols = id.description_symbols();
    let mut marks: Vec<[bool; 4]> = vec![[false; 4]; shape.cell_count()];
    for (cell, cell_marks) in marks.iter_mut().enumerate() {
        let at = shape.cell_place(cell);
        let digit = match symbols.take_decimal()? {
            Some(digit) if digit <= side => digit,
            Some(digit) => {
                return Err(symbols.symbol_error(GridRuleError::Digit {
                    digit,
                    low: 0,
                    high: side,
                }));
            }
            None => return Err(symbols.unexpected_symbol(CodePart::Digit { cell: at })),
        };
        // The digit 0 is a blank cell.
        puzzle.givens[cell] = Some(digit as Value).filter(|digit| *digit > 0);
        while !symbols.take_if(',') {
            let index =
                SIDE_LETTERS.iter().position(|(letter, _)| symbols.peek_symbol() == Some(*letter));
            let Some(index) = index else {
                return Err(symbols.unexpected_symbol("U, R, D, L or ','"));
            };
            if shape.step_from(cell, SIDE_LETTERS[index].1).is_none() {
                return Err(symbols.symbol_error(GameError::OutwardMark { cell: at }));
            }
            if std::mem::replace(&mut cell_marks[index], true) {
                return Err(symbols.symbol_error(GameError::MarkRepeat { cell: at }));
            }
            symbols.next();
        }
    }
    symbols.expect_end()?;
    let rules = if adjacent { dot_rules(shape, &marks) } else { sign_rules(shape, &marks) };
    finish_puzzle(puzzle, rules?)
}

/// Returns the inequalities: a cell with a mark is greater.
fn sign_rules(shape: GridShape, marks: &[[bool; 4]]) -> Result<Vec<AnyRule>, GameError> {
    let mut rules: Vec<AnyRule> = Vec::new();
    for upper in 0..shape.cell_count() {
        for (index, (_, step)) in SIDE_LETTERS.into_iter().enumerate() {
            let Some(lower) = shape.step_from(upper, step).filter(|_| marks[upper][index]) else {
                continue;
            };
            // Opposite sides are two apart in `SIDE_STEPS`.
            if marks[lower][(index + 2) % 4] {
                let cells = shape.locate_all(&[upper, lower]);
                return Err(GameError::MutualSigns { cells });
            }
            rules.push(Inequality { lower, upper }.into());
        }
    }
    Ok(rules)
}

/// Returns the dots of the adjacent game, whose marks are on both sides, and the rule that all
/// are there.
fn dot_rules(shape: GridShape, marks: &[[bool; 4]]) -> Result<Vec<AnyRule>, GameError> {
    let mut rules: Vec<AnyRule> = Vec::new();
    for cell in 0..shape.cell_count() {
        for (index, (_, step)) in SIDE_LETTERS.into_iter().enumerate() {
            let Some(other) = shape.step_from(cell, step).filter(|_| marks[cell][index]) else {
                continue;
            };
            let cells = [cell, other];
            if !marks[other][(index + 2) % 4] {
                return Err(GameError::HalfMark { cells: shape.locate_all(&cells) });
            }
            // Both cells have the mark, so the pair occurs twice.
            if cell < other {
                rules.push(Dot { cells, black: false, number: 1 }.into());
            }
        }
    }
    rules.push(UnmarkedDots { differences: vec![1], ratios: Vec::new() }.into());
    Ok(rules)
}

/// Writes an ID of unequal.
pub(super) fn write_unequal(puzzle: &GridPuzzle) -> Result<String, GridFormError> {
    let shape = puzzle.shape;
    let adjacent = puzzle.rules.iter().any(is_all_white);
    let mut marks: Vec<[bool; 4]> = vec![[false; 4]; shape.cell_count()];
    let mut mark = |from: usize, to: usize| {
        match SIDE_LETTERS.iter().position(|(_, step)| shape.step_from(from, *step) == Some(to)) {
            Some(index) => marks[from][index] = true,
            None => {
                return Err(GridFormError::ApartCells { cells: shape.locate_all(&[from, to]) });
            }
        }
        Ok(())
    };
    for rule in &puzzle.rules {
        match rule {
            AnyRule::Inequality(sign) if !adjacent => mark(sign.upper, sign.lower)?,
            AnyRule::Dot(Dot { cells: [a, b], black: false, number: 1 }) if adjacent => {
                mark(*a, *b)?;
                mark(*b, *a)?;
            }
            _ if is_all_white(rule) => {}
            _ => return Err(GridFormError::no_place("unequal", rule, puzzle)),
        }
    }
    // Only for its check that no two cells are each greater than the other.
    if !adjacent {
        sign_rules(shape, &marks)?;
    }
    let mut text = format!("{}{}:", shape.rows, if adjacent { "a" } else { "" });
    for (cell, marks) in marks.iter().enumerate() {
        text += &puzzle.givens[cell].unwrap_or(0).to_string();
        text.extend(
            SIDE_LETTERS.iter().zip(marks).filter(|(_, mark)| **mark).map(|((c, _), _)| *c),
        );
        text.push(',');
    }
    Ok(text)
}

/// Whether a rule gives all pairs with difference 1 a white dot, and forbids nothing else.
fn is_all_white(rule: &AnyRule) -> bool {
    matches!(rule, AnyRule::UnmarkedDots(all) if all.differences == [1] && all.ratios.is_empty())
}
