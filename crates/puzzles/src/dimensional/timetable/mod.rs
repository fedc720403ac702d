//! Timetables in the spirit of Yoshikawa and Wada (1992): variables are lessons, values are triples
//! of teacher, room and time.

mod model;
mod plan;
mod school;
mod timetable_options;

pub use timetable_options::TimetableProblem;

#[cfg(test)]
mod tests {
    use parallax_model::Value;

    use super::school::RandomSchool;
    use super::*;
    use parallax_model::Model;
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn the_timetable_that_the_school_was_drawn_around_is_a_solution() {
        for lessons in (1..40).chain([60, 100, 150, 200]) {
            for seed in 0..if lessons < 40 { 10 } else { 2 } {
                let timetable = TimetableProblem { lessons, seed };
                let school =
                    RandomSchool::draw_school(lessons, &mut ChaCha8Rng::seed_from_u64(seed));
                let model = timetable.build_model().unwrap();
                let places = school.courses.iter().flat_map(|course| &course.places);
                let values: Vec<Value> = places.map(|&place| school.place_value(place)).collect();
                assert_eq!(values.len(), lessons);
                model.check(&[], &values).unwrap_or_else(|why| panic!("{timetable}: {why}"));
                let sizes = model.variables().iter().map(|v| v.domain.len());
                assert!(sizes.max() <= Some(600), "{timetable}");
            }
        }
    }

    #[test]
    fn the_seed_determines_the_school() {
        let models: Vec<Model> = (0..4)
            .map(|seed| TimetableProblem { lessons: 12, seed }.build_model().unwrap())
            .collect();
        assert_eq!(models[2], TimetableProblem { lessons: 12, seed: 2 }.build_model().unwrap());
        assert!((1..4).all(|i| models[i].variables() != models[i - 1].variables()));
    }
}
