//! Sudokus.

use parallax_puzzles::sudoku::generate::make;
use rand_chacha::ChaCha8Rng;
use serde_json::{Value as Json, json};

use super::{Draw, Oracle, Outcome, Product, Recipe, RecipeError, SudokuClues, SudokuOptions};

impl Recipe for SudokuOptions {
    fn puzzle(&self) -> &'static str {
        "sudoku"
    }

    fn extension(&self) -> &'static str {
        "sudoku"
    }

    fn check(&self) -> Result<(), RecipeError> {
        Ok(SudokuOptions::check(self)?)
    }

    fn asked(&self) -> Json {
        let clues = match self.clues {
            SudokuClues::All => json!("all"),
            SudokuClues::Fewest => json!("fewest"),
            SudokuClues::Number(clues) => json!(clues),
        };
        let symmetry = self.symmetry.name();
        json!({"order": self.order, "clues": clues, "minimal": self.minimal, "symmetric": symmetry})
    }

    /// Sixteen lines of sixteen symbols may be one board of order 16, so an empty line separates
    /// boards of order 4.
    fn separator(&self) -> &'static str {
        if self.order == 4 { "\n" } else { "" }
    }

    fn make(&self, rng: &mut ChaCha8Rng, _: Draw, oracle: &mut Oracle) -> Option<Outcome> {
        let made = make(self, rng, &mut |board| oracle.count(board))?;
        Some(Ok(Product::new(made, true)))
    }
}
