//! A clue to add, and the puzzle with it.

use parallax_model::Value;

use super::clue_rule::ClueRule;
use super::draw;
use crate::GridPuzzle;
use crate::filled_grid::FilledGrid;
use crate::rules::AnyRule;

/// A clue that a puzzle does not have.
#[derive(Clone, Debug, PartialEq)]
pub struct ExtraClue {
    pub(super) rule: AnyRule,
    pub(super) words: String,
}

impl ExtraClue {
    /// Returns the description of the clue, with its cells. Two clues with the same description are
    /// the same.
    #[must_use]
    pub fn clue_description(&self) -> &str {
        &self.words
    }
}

impl GridPuzzle {
    /// Returns the clues of a rule that hold in a full grid, each once, and fit the board. `values`
    /// has the digit of each cell that takes one, row by row; a list of another length gives no
    /// clues.
    #[must_use]
    pub fn clues_of(&self, rule: ClueRule, values: &[Value]) -> Vec<ExtraClue> {
        let Some(filled) = FilledGrid::new(self, values) else { return Vec::new() };
        let mut clues: Vec<ExtraClue> = Vec::new();
        draw::visit_clues(rule, &filled, &mut |rule| {
            let own = rule.rule();
            if own.check_filled(&filled).is_ok() && self.validate_fit(&rule).is_ok() {
                let words = own.describe_rule(self.shape);
                clues.push(ExtraClue { rule, words });
            }
        });
        clues
    }

    /// Returns the puzzle with one more clue; `None` if the clue does not fit the board.
    #[must_use]
    pub fn with_clue(&self, clue: &ExtraClue) -> Option<GridPuzzle> {
        let mut larger = self.clone();
        larger.rules.push(clue.rule.clone());
        larger.validate_puzzle().ok()?;
        Some(larger)
    }

    /// Returns the puzzle with more givens: the index of a cell among those that take a digit, row
    /// by row, and the digit. `None` if a digit does not fit its cell, or differs from the cell's
    /// given.
    #[must_use]
    pub fn with_givens(&self, givens: &[(usize, Value)]) -> Option<GridPuzzle> {
        let (cells, mut larger) = (self.valued_cells(), self.clone());
        for &(index, value) in givens {
            let given = larger.givens.get_mut(*cells.get(index)?)?;
            if *given.get_or_insert(value) != value {
                return None;
            }
        }
        larger.validate_puzzle().ok()?;
        Some(larger)
    }

    /// Returns the reason why a clue of the rule may also allow what the puzzle forbids, as a dot
    /// does where all dots are given: a clue then adds solutions. `None` if it only forbids.
    #[must_use]
    pub fn clue_conflict(&self, rule: ClueRule) -> Option<&'static str> {
        let has = |is: fn(&AnyRule) -> bool| self.rules.iter().any(is);
        match rule {
            ClueRule::White | ClueRule::Black
                if has(|own| matches!(own, AnyRule::UnmarkedDots(_))) =>
            {
                Some("all dots are given, so that a dot also spares its cells from that rule")
            }
            ClueRule::X | ClueRule::V if has(|own| matches!(own, AnyRule::UnmarkedXv(_))) => {
                Some("all X and V are given, so that one also spares its cells from that rule")
            }
            _ => None,
        }
    }
}
