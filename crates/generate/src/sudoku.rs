//! Sudokus.

use parallax_puzzles::sudoku::generate::generate_sudoku;
use rand_chacha::ChaCha8Rng;
use serde_json::{Value as Json, json};

use super::{
    InstanceDraw, InstanceRecipe, Outcome, RecipeError, RecipeProduct, SolutionOracle, SudokuClues,
    SudokuOptions,
};

impl InstanceRecipe for SudokuOptions {
    fn puzzle_name(&self) -> &'static str {
        "sudoku"
    }

    fn file_extension(&self) -> &'static str {
        "sudoku"
    }

    fn check_feasible(&self) -> Result<(), RecipeError> {
        Ok(SudokuOptions::check_options(self)?)
    }

    fn request_json(&self) -> Json {
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
    fn file_separator(&self) -> &'static str {
        if self.order == 4 { "\n" } else { "" }
    }

    fn make_instance(
        &self,
        rng: &mut ChaCha8Rng,
        _: InstanceDraw,
        oracle: &mut SolutionOracle,
    ) -> Option<Outcome> {
        let made = generate_sudoku(self, rng, &mut |board| oracle.count_solutions(board))?;
        Some(Ok(RecipeProduct::new(made, true)))
    }
}
