//! The size of a timetable, and its form in names.

use std::fmt;
use std::str::FromStr;

use parallax_model::{Model, ModelError};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::model;
use super::school::RandomSchool;
use crate::errors::GeneratorNameError;
use crate::name::{parse_number, split_seed};

/// Maximum number of lessons.
const MAX_LESSONS: usize = 200;

const TIMETABLE_EXAMPLE: &str = "timetable:12 or timetable:12@7";

/// The timetable of a random school, which has at least one solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimetableProblem {
    /// The number of lessons.
    pub lessons: usize,
    /// The seed of the random school.
    pub seed: u64,
}

impl TimetableProblem {
    /// Builds the model: a variable for each lesson, whose values represent a slot, a room and a
    /// teacher. Values ascend by slot first: a lesson with a smaller value than another is not
    /// later.
    ///
    /// # Errors
    /// Returns an error if there are no lessons, or too many.
    pub fn build_model(&self) -> Result<Model, ModelError> {
        if !(1..=MAX_LESSONS).contains(&self.lessons) {
            let message = format!(
                "{} lessons; expected 1 to {MAX_LESSONS} (timetable:LESSONS[@SEED])",
                self.lessons
            );
            return Err(ModelError::new(message));
        }
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        let school = RandomSchool::draw_school(self.lessons, &mut rng);
        model::build_model(&school, self.to_string(), &mut rng)
    }
}

impl fmt::Display for TimetableProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "timetable:{}@{}", self.lessons, self.seed)
    }
}

impl FromStr for TimetableProblem {
    type Err = GeneratorNameError;

    /// Parses the text after `timetable:`.
    fn from_str(text: &str) -> Result<Self, GeneratorNameError> {
        let (lessons, seed) = split_seed(text, TIMETABLE_EXAMPLE)?;
        let lessons = parse_number(lessons, "a number of lessons", TIMETABLE_EXAMPLE)?;
        Ok(TimetableProblem { lessons, seed: seed.unwrap_or(0) })
    }
}
