//! Sandwich sums: the sum between the lowest and the highest digit of the puzzle in a line. In a
//! lunchbox, the ends are the least and the greatest digit of the line itself, which are others if
//! the puzzle has more digits than the line has cells.

use parallax_model::{ModelError, Value};

use super::{GridRule, PlainRuleForm};
use crate::GridPuzzle;
use crate::errors::{
    GridFormError, GridRuleError, LocatedFPuzzlesError, LocatedTextError, RuleBreach,
};
use crate::filled_grid::FilledGrid;
use crate::fpuzzles::{FPuzzlesEntry, FPuzzlesRuleForm, FPuzzlesWriter};
use crate::iss::{IssItem, IssRuleForm, line_name};
use crate::model::GridModelBuilder;
use crate::picture::{GridPicture, TextBoardSketch};
use crate::plain::KeyLine;
use crate::shape::{GridShape, GridSide};

/// The digits of a line between two of its digits have a sum.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Sandwich {
    /// The side from which one reads the line.
    pub side: GridSide,
    /// The number of the column or row, from 0.
    pub line_index: usize,
    /// The sum.
    pub clue: i64,
    /// Whether the two are the least and the greatest digit of the line, as in a lunchbox.
    /// Otherwise they are the lowest and the highest digit of the puzzle, which the line then has.
    pub local: bool,
}

/// The key of clues whose ends are those of the line.
const LUNCHBOX_KEY: &str = "lunchbox";

impl PlainRuleForm for Sandwich {
    const KEYS: &'static [&'static str] = &["sandwich", LUNCHBOX_KEY];

    fn read_line(line: &KeyLine<'_>) -> Result<Vec<Self>, LocatedTextError> {
        let (side, clues) = line.read_outside_clues()?;
        let local = line.key == LUNCHBOX_KEY;
        let clue = |(place, clue)| Sandwich { side, line_index: place, clue, local };
        Ok(clues.into_iter().map(clue).collect())
    }
}

impl Sandwich {
    fn plain_key(&self) -> &'static str {
        if self.local { LUNCHBOX_KEY } else { "sandwich" }
    }

    /// Returns the pairs of digits that may be the ends, as many apart as a line of different
    /// digits has cells at least.
    fn end_pairs((low, high): (Value, Value), cells: usize) -> Vec<(Value, Value)> {
        let span = cells.saturating_sub(1).max(1);
        let above = |first: Value| (first..=high).skip(span).map(move |last| (first, last));
        (low..=high).flat_map(above).collect()
    }

    /// Posts the sum for the lines whose least and greatest digit are these.
    fn post_between(
        &self,
        builder: &mut GridModelBuilder<'_>,
        label: &str,
        (low, high): (Value, Value),
    ) -> Result<(), ModelError> {
        let clue = self.clue;
        let next = |state: &SandwichState, _: usize, digit: Value| {
            Some(match *state {
                _ if digit < low || digit > high => SandwichState::Others,
                SandwichState::Before if digit == low || digit == high => {
                    SandwichState::Open(digit, 0)
                }
                SandwichState::Open(first, sum)
                    if first != digit && (digit == low || digit == high) =>
                {
                    if sum == clue {
                        SandwichState::Right
                    } else {
                        SandwichState::Wrong
                    }
                }
                SandwichState::Open(first, sum) => {
                    // Digits are never negative, so a sum beyond the clue stays beyond it; one
                    // state is enough for all.
                    SandwichState::Open(first, (sum + i64::from(digit)).min(clue + 1))
                }
                state => state,
            })
        };
        let cells = self.named_cells(builder.grid_shape());
        // A line with other ends satisfies this constraint: the one of its two ends decides about
        // it.
        builder.post_machine(label, &cells, SandwichState::Before, next, |state| {
            *state != SandwichState::Wrong
        })
    }
}

/// The part of a line that was read, for two digits that may be its least and its greatest.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum SandwichState {
    /// Neither of the two.
    Before,
    /// The first of the two, and the sum of the digits after it.
    Open(Value, i64),
    /// Both, with the sum of the clue.
    Right,
    /// Both, with another sum.
    Wrong,
    /// A digit beyond one of the two: they are not the ends.
    Others,
}

impl IssRuleForm for Sandwich {
    const TYPES: &'static [&'static str] = &["Sandwich"];

    fn read_iss(item: &IssItem<'_>) -> Result<Vec<Self>, LocatedTextError> {
        let (side, line_index, clue) = item.sum_outside()?;
        let local = has_more_digits(item.digits, item.shape.line_cells(side, line_index).len());
        Ok(vec![Sandwich { side, line_index, clue, local }])
    }

    /// Writes the clue at the top or left side; the sum is the same from both sides. There, the
    /// ends are those of the line.
    fn write_iss(&self, puzzle: &GridPuzzle) -> Option<String> {
        let cells = self.named_cells(puzzle.shape).len();
        let fits = self.local || !has_more_digits(puzzle.digits, cells);
        fits.then(|| format!("Sandwich~{}~{}", self.clue, line_name(self.side, self.line_index).0))
    }
}

/// Whether a puzzle has more digits than a line has cells, so that a line may lack its ends.
fn has_more_digits((low, high): (Value, Value), cells: usize) -> bool {
    (high - low) as usize + 1 > cells
}

impl GridRule for Sandwich {
    fn describe_rule(&self, _: GridShape) -> String {
        format!(
            "{} {} {} = {}",
            self.plain_key(),
            self.side.plain_word(),
            self.line_index + 1,
            self.clue
        )
    }

    fn draw_rule(&self, picture: &mut GridPicture, _: GridShape) {
        let clue = Some(self.clue.to_string());
        picture.draw_clues(self.plain_key(), (self.side, self.line_index), clue);
    }

    fn sketch_signs(&self, sketch: &mut TextBoardSketch, _: GridShape) -> bool {
        sketch.put_outside_clues(
            self.plain_key(),
            (self.side, self.line_index),
            Some(self.clue.to_string()),
        )
    }

    fn named_cells(&self, shape: GridShape) -> Vec<usize> {
        shape.line_cells(self.side, self.line_index)
    }

    fn validate_rule(&self, puzzle: &GridPuzzle) -> Result<(), GridRuleError> {
        let has_ends = !self.local || self.named_cells(puzzle.shape).len() > 1;
        if puzzle.base.is_square() && puzzle.digit_count() > 1 && has_ends {
            return Ok(());
        }
        Err(GridRuleError::SandwichLines { key: self.plain_key() })
    }

    fn post_rule(&self, builder: &mut GridModelBuilder<'_>) -> Result<(), ModelError> {
        let (label, cells) =
            (self.describe_rule(builder.grid_shape()), self.named_cells(builder.grid_shape()));
        let (low, high) = builder.puzzle.digits;
        if self.local {
            let ends = Sandwich::end_pairs((low, high), cells.len());
            // The ends are not known yet, so there is a constraint for each pair that they may be.
            return ends.into_iter().try_for_each(|two| self.post_between(builder, &label, two));
        }
        let clue = self.clue;
        // The state is the digit that opens the sandwich, whether the other has closed it, and the
        // sum so far.
        let next = |&(open, closed, sum): &(Option<Value>, bool, i64), _: usize, digit: Value| {
            match open {
                _ if closed => Some((open, true, sum)),
                None if digit == low || digit == high => Some((Some(digit), false, 0)),
                None => Some((None, false, 0)),
                Some(first) if digit != first && (digit == low || digit == high) => {
                    (sum == clue).then_some((open, true, sum))
                }
                Some(_) => {
                    let sum = sum + i64::from(digit);
                    (sum <= clue || low < 0).then_some((open, false, sum))
                }
            }
        };
        builder.post_machine(&label, &cells, (None, false, 0), next, |&(_, closed, _)| closed)
    }

    fn check_filled(&self, filled: &FilledGrid<'_>) -> Result<(), RuleBreach> {
        let values = filled.cell_values(&self.named_cells(filled.grid_shape()));
        let (low, high) = match (self.local, values.iter().min(), values.iter().max()) {
            (true, Some(&least), Some(&most)) => (least, most),
            _ => (filled.puzzle.digits.0.into(), filled.puzzle.digits.1.into()),
        };
        let at = |digit: i64| values.iter().position(|&value| value == digit);
        let (Some(left), Some(right)) = (at(low), at(high)) else {
            return Err(RuleBreach::NoCrust { low, high });
        };
        let inner = values.get(left.min(right) + 1..left.max(right)).unwrap_or_default();
        let found: i64 = inner.iter().sum();
        if found == self.clue { Ok(()) } else { Err(RuleBreach::ClueSum { found }) }
    }

    fn write_line(&self, shape: GridShape) -> Option<String> {
        let clue =
            |place| if place == self.line_index { self.clue.to_string() } else { ".".to_owned() };
        let clues: Vec<String> = (0..shape.line_count(self.side)).map(clue).collect();
        Some(format!("{} {}: {}", self.plain_key(), self.side.plain_word(), clues.join(" ")))
    }
}

impl FPuzzlesRuleForm for Sandwich {
    const NAMES: &'static [&'static str] = &["sandwichsum"];
    const FIELDS: &'static [&'static str] = &["cell", "value"];

    fn read_entry(entry: &FPuzzlesEntry<'_>) -> Result<Vec<Self>, LocatedFPuzzlesError> {
        let clue = entry.read_clue()?.into_iter();
        let local = false;
        Ok(clue
            .map(|(side, place, clue)| Sandwich { side, line_index: place, clue, local })
            .collect())
    }

    /// Writes the clue. The form has as many digits as a line has cells.
    fn write_entries(&self, file: &mut FPuzzlesWriter<'_>) -> Result<(), GridFormError> {
        file.add_clue("sandwichsum", self.side, self.line_index, self.clue);
        Ok(())
    }
}
