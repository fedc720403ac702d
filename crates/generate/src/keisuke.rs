//! Keisukes: random ones, and hard ones whose runs all have one length.

use parallax_puzzles::Made;
use parallax_puzzles::keisuke::{
    Direction, Drawn, Keisuke, Pattern, Shape, Ungenerated, hard, random, unique,
};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde_json::{Value as Json, json};

use super::{Draw, Oracle, Outcome, Product, Recipe, RecipeError};

/// A Keisuke to generate.
#[derive(Clone, Debug, PartialEq)]
pub struct KeisukeOptions {
    /// The grid.
    pub shape: Shape,
    /// Whether the solution is to be unique.
    pub unique: bool,
    /// Maximum number of puzzles whose solutions are counted for one instance.
    pub effort: u64,
    /// Whether the black cells are also unknown: the instance has only the size and the lists. The
    /// solution is then not made unique.
    pub unknown: bool,
}

impl KeisukeOptions {
    fn draw(
        &self,
        rng: &mut ChaCha8Rng,
        count: &mut dyn FnMut(&Keisuke) -> Option<u64>,
    ) -> Result<Drawn, Ungenerated> {
        match &self.shape {
            shape if self.unique => unique(rng, shape, self.effort, count),
            Shape::Random(options) => random(rng, options),
            Shape::Blocks(blocks) => hard(rng, blocks),
        }
    }

    /// Returns the puzzle in its written form: with its black cells, or without them.
    fn written(&self, Drawn { puzzle, .. }: Drawn) -> Result<Keisuke, RecipeError> {
        if !self.unknown {
            return Ok(puzzle);
        }
        let apart = matches!(&self.shape, Shape::Random(options) if !options.touching);
        let [across, down] = Direction::BOTH.map(|direction| puzzle.entries(direction).to_vec());
        let pattern = Pattern::Unknown { apart };
        let hidden = Keisuke::new(puzzle.height(), puzzle.width(), pattern, across, down);
        Ok(hidden?)
    }
}

impl Recipe for KeisukeOptions {
    fn puzzle(&self) -> &'static str {
        "keisuke"
    }

    fn extension(&self) -> &'static str {
        "keisuke"
    }

    /// A list may continue on the next line, so an empty line ends it.
    fn separator(&self) -> &'static str {
        "\n"
    }

    fn check(&self) -> Result<(), RecipeError> {
        // The errors do not depend on the random numbers, and one count suffices to meet them.
        let rng = &mut ChaCha8Rng::seed_from_u64(0);
        Ok(self.draw(rng, &mut |_| Some(1)).map(|_| ())?)
    }

    fn asked(&self) -> Json {
        let mut asked = match &self.shape {
            Shape::Random(options) => json!({
                "height": options.height,
                "width": options.width,
                "digits": options.digits,
                "density": options.density,
                "apart": !options.touching,
            }),
            Shape::Blocks(blocks) => json!({
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

    fn make(&self, rng: &mut ChaCha8Rng, _: Draw, oracle: &mut Oracle) -> Option<Outcome> {
        match self.draw(rng, &mut |puzzle| oracle.count(puzzle)) {
            Ok(drawn) => Some(
                self.written(drawn)
                    .map(|puzzle| Product::new(Made { puzzle, missed: None }, self.unique)),
            ),
            Err(Ungenerated::Uncounted) => None,
            Err(why) => Some(Err(why.into())),
        }
    }
}
