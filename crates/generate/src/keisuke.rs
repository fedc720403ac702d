//! Keisukes: random ones, and hard ones whose runs all have one length.

use parallax_puzzles::GeneratedPuzzle;
use parallax_puzzles::keisuke::{
    DrawnKeisuke, KeisukeGenerationError, KeisukePattern, KeisukePuzzle, KeisukeShape,
    RunDirection, hard_keisuke, random_keisuke, unique_keisuke,
};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde_json::{Value as Json, json};

use super::{InstanceDraw, InstanceRecipe, Outcome, RecipeError, RecipeProduct, SolutionOracle};

/// A Keisuke to generate.
#[derive(Clone, Debug, PartialEq)]
pub struct KeisukeOptions {
    /// The grid.
    pub shape: KeisukeShape,
    /// Whether the solution is to be unique.
    pub unique: bool,
    /// Maximum number of puzzles whose solutions are counted for one instance.
    pub effort: u64,
    /// Whether the black cells are also unknown: the instance has only the size and the lists. The
    /// solution is then not made unique.
    pub unknown: bool,
}

impl KeisukeOptions {
    fn draw_puzzle(
        &self,
        rng: &mut ChaCha8Rng,
        count: &mut dyn FnMut(&KeisukePuzzle) -> Option<u64>,
    ) -> Result<DrawnKeisuke, KeisukeGenerationError> {
        match &self.shape {
            shape if self.unique => unique_keisuke(rng, shape, self.effort, count),
            KeisukeShape::Random(options) => random_keisuke(rng, options),
            KeisukeShape::Blocks(blocks) => hard_keisuke(rng, blocks),
        }
    }

    /// Returns the puzzle in its written form: with its black cells, or without them.
    fn written_form(
        &self,
        DrawnKeisuke { puzzle, .. }: DrawnKeisuke,
    ) -> Result<KeisukePuzzle, RecipeError> {
        if !self.unknown {
            return Ok(puzzle);
        }
        let apart = matches!(&self.shape, KeisukeShape::Random(options) if !options.touching);
        let [across, down] = RunDirection::BOTH.map(|direction| puzzle.entries(direction).to_vec());
        let pattern = KeisukePattern::Unknown { apart };
        let hidden = KeisukePuzzle::new(puzzle.height(), puzzle.width(), pattern, across, down);
        Ok(hidden?)
    }
}

impl InstanceRecipe for KeisukeOptions {
    fn puzzle_name(&self) -> &'static str {
        "keisuke"
    }

    fn file_extension(&self) -> &'static str {
        "keisuke"
    }

    /// A list may continue on the next line, so an empty line ends it.
    fn file_separator(&self) -> &'static str {
        "\n"
    }

    fn check_feasible(&self) -> Result<(), RecipeError> {
        // The errors do not depend on the random numbers, and one count suffices to meet them.
        let rng = &mut ChaCha8Rng::seed_from_u64(0);
        Ok(self.draw_puzzle(rng, &mut |_| Some(1)).map(|_| ())?)
    }

    fn request_json(&self) -> Json {
        let mut asked = match &self.shape {
            KeisukeShape::Random(options) => json!({
                "height": options.height,
                "width": options.width,
                "digits": options.digits,
                "density": options.density,
                "apart": !options.touching,
            }),
            KeisukeShape::Blocks(blocks) => json!({
                "blocks_down": blocks.down,
                "blocks_across": blocks.across,
                "length": blocks.length,
                "digits": blocks.digits,
                "distinct": blocks.distinct,
            }),
        };
        asked["unique"] = self.unique.into();
        asked["unknown"] = self.unknown.into();
        asked
    }

    fn make_instance(
        &self,
        rng: &mut ChaCha8Rng,
        _: InstanceDraw,
        oracle: &mut SolutionOracle,
    ) -> Option<Outcome> {
        match self.draw_puzzle(rng, &mut |puzzle| oracle.count_solutions(puzzle)) {
            Ok(drawn) => Some(self.written_form(drawn).map(|puzzle| {
                RecipeProduct::new(GeneratedPuzzle { puzzle, missed: None }, self.unique)
            })),
            Err(KeisukeGenerationError::Uncounted) => None,
            Err(why) => Some(Err(why.into())),
        }
    }
}
