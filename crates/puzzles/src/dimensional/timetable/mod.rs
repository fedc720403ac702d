//! Timetables in the spirit of Yoshikawa and Wada (1992): variables are lessons, values are triples
//! of teacher, room and time.

mod model;
mod plan;
mod school;

use std::fmt;
use std::str::FromStr;

use parallax_model::{Model, ModelError};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::errors::NameError;
use crate::name::{number, seeded};
use school::School;

/// Maximum number of lessons.
const LESSONS: usize = 200;

const EXAMPLE: &str = "timetable:12 or timetable:12@7";

/// The timetable of a random school, which has at least one solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timetable {
    /// The number of lessons.
    pub lessons: usize,
    /// The seed of the random school.
    pub seed: u64,
}

impl Timetable {
    /// The model: a variable for each lesson, whose values represent a slot, a room and a teacher.
    /// Values ascend by slot first: a lesson with a smaller value than another is not later.
    ///
    /// # Errors
    /// Returns an error if there are no lessons, or too many.
    pub fn model(&self) -> Result<Model, ModelError> {
        if !(1..=LESSONS).contains(&self.lessons) {
            let message = format!(
                "{} lessons; expected 1 to {LESSONS} (timetable:LESSONS[@SEED])",
                self.lessons
            );
            return Err(ModelError::new(message));
        }
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        let school = School::drawn(self.lessons, &mut rng);
        model::of(&school, self.to_string(), &mut rng)
    }
}

impl fmt::Display for Timetable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "timetable:{}@{}", self.lessons, self.seed)
    }
}

impl FromStr for Timetable {
    type Err = NameError;

    /// Parses the text after `timetable:`.
    fn from_str(text: &str) -> Result<Self, NameError> {
        let (lessons, seed) = seeded(text, EXAMPLE)?;
        let lessons = number(lessons, "a number of lessons", EXAMPLE)?;
        Ok(Timetable { lessons, seed: seed.unwrap_or(0) })
    }
}

#[cfg(test)]
mod tests {
    use parallax_model::Value;

    use super::*;

    #[test]
    fn the_timetable_that_the_school_was_drawn_around_is_a_solution() {
        for lessons in (1..40).chain([60, 100, 150, 200]) {
            for seed in 0..if lessons < 40 { 10 } else { 2 } {
                let timetable = Timetable { lessons, seed };
                let school = School::drawn(lessons, &mut ChaCha8Rng::seed_from_u64(seed));
                let model = timetable.model().unwrap();
                let places = school.courses.iter().flat_map(|course| &course.places);
                let values: Vec<Value> = places.map(|&place| school.value(place)).collect();
                assert_eq!(values.len(), lessons);
                model.check(&[], &values).unwrap_or_else(|why| panic!("{timetable}: {why}"));
                let sizes = model.variables().iter().map(|v| v.domain.len());
                assert!(sizes.max() <= Some(600), "{timetable}");
            }
        }
    }

    #[test]
    fn the_seed_determines_the_school() {
        let models: Vec<Model> =
            (0..4).map(|seed| Timetable { lessons: 12, seed }.model().unwrap()).collect();
        assert_eq!(models[2], Timetable { lessons: 12, seed: 2 }.model().unwrap());
        assert!((1..4).all(|i| models[i].variables() != models[i - 1].variables()));
    }
}
