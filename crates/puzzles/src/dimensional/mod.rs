//! Generators of multi-dimensional models: constraint problems whose values have several
//! attributes, and whose constraints each concern one attribute.
//!
//! Each generator is a description with a name (`sets:4x3x3`, `timetable:12@7`, `zebra:4`) and
//! builds a `Model`. A description gives one model on every machine. No generator needs an
//! engine.

mod dimensional_names;
mod sets;
mod timetable;
mod zebra;

use dimensional_names::post_relation;
pub use dimensional_names::{GENERATOR_NAMES, from_name};

pub use sets::SetSearchProblem;
pub use timetable::TimetableProblem;
pub use zebra::ZebraPuzzle;

#[cfg(test)]
mod tests {
    use super::from_name;

    fn summary(text: &str) -> String {
        match from_name(text) {
            None => "no generator".into(),
            Some(Err(error)) => error.to_string(),
            Some(Ok(model)) => {
                let (variables, dimensions) = (model.variables().len(), model.dimensions().len());
                let constraints = model.constraints().len();
                format!(
                    "{}, {variables} variables, {dimensions} dimensions, {constraints} constraints",
                    model.name()
                )
            }
        }
    }

    #[test]
    #[allow(clippy::too_many_lines, reason = "a list of cases")]
    fn names_make_models_or_errors_with_the_expected_form() {
        let texts = [
            "sets:4x3x3",
            "sets:4x3x3@2",
            "sets:3x4x4:20",
            "sets:3x2,3,4x3:20@7",
            "sets:4x3",
            "sets:4x3x3x3",
            "sets:x3x3",
            "sets:4x3,3x3",
            "sets:4x3x3:",
            "sets:4x3x3:12@x",
            "sets:0x3x3",
            "sets:4x0x3",
            "sets:4x3x1",
            "sets:4x3x3:82",
            "sets:4x3x3:2",
            "sets:12x3x3",
            "sets:101x3x3:9",
            "timetable:6",
            "timetable:6@9",
            "timetable:0",
            "timetable:201",
            "timetable:six",
            "timetable:6@-1",
            "zebra:3",
            "zebra:2",
            "zebra:7@1",
            "zebra:",
            "zebras:4",
            "zebra",
        ];
        let all = texts.map(|text| format!("{text} => {}", summary(text)));
        insta::assert_snapshot!(all.join("\n"), @r#"
        sets:4x3x3 => sets:4x3x3, 3 variables, 4 dimensions, 6 constraints
        sets:4x3x3@2 => sets:4x3x3@2, 3 variables, 4 dimensions, 6 constraints
        sets:3x4x4:20 => sets:3x4x4:20@0, 4 variables, 3 dimensions, 6 constraints
        sets:3x2,3,4x3:20@7 => sets:3x2,3,4x3:20@7, 3 variables, 3 dimensions, 5 constraints
        sets:4x3 => '4x3' does not fit sets:ATTRIBUTESxVALUESxCARDS[:TABLE][@SEED]; expected a text like sets:4x3x3 or sets:3x4x4:20@7
        sets:4x3x3x3 => '4x3x3x3' does not fit sets:ATTRIBUTESxVALUESxCARDS[:TABLE][@SEED]; expected a text like sets:4x3x3 or sets:3x4x4:20@7
        sets:x3x3 => 'x3x3' does not fit sets:ATTRIBUTESxVALUESxCARDS[:TABLE][@SEED]; expected a text like sets:4x3x3 or sets:3x4x4:20@7
        sets:4x3,3x3 => 2 numbers of values for 4 attributes; expected one, or one each (sets:3x2,3,4x3)
        sets:4x3x3: => '' is not a number of cards; expected a text like sets:4x3x3 or sets:3x4x4:20@7
        sets:4x3x3:12@x => the seed after @ is not a whole number; expected a text like sets:4x3x3 or sets:3x4x4:20@7
        sets:0x3x3 => 0 attributes; expected 1 to 100 (sets:ATTRIBUTESxVALUESxCARDS[:TABLE][@SEED])
        sets:4x0x3 => 0 values of an attribute; expected 1 to 100 (sets:ATTRIBUTESxVALUESxCARDS[:TABLE][@SEED])
        sets:4x3x1 => 1 cards of a set; expected 2 to 20 (sets:ATTRIBUTESxVALUESxCARDS[:TABLE][@SEED])
        sets:4x3x3:82 => 82 cards on the table of a deck of 81 (sets:ATTRIBUTESxVALUESxCARDS[:TABLE][@SEED])
        sets:4x3x3:2 => 2 cards on the table; expected 3 to 59049 (sets:ATTRIBUTESxVALUESxCARDS[:TABLE][@SEED])
        sets:12x3x3 => a deck of 531441 cards; at most 59049 lie on the table, so give their number (sets:ATTRIBUTESxVALUESxCARDS[:TABLE][@SEED])
        sets:101x3x3:9 => 101 attributes; expected 1 to 100 (sets:ATTRIBUTESxVALUESxCARDS[:TABLE][@SEED])
        timetable:6 => timetable:6@0, 6 variables, 6 dimensions, 12 constraints
        timetable:6@9 => timetable:6@9, 6 variables, 6 dimensions, 12 constraints
        timetable:0 => 0 lessons; expected 1 to 200 (timetable:LESSONS[@SEED])
        timetable:201 => 201 lessons; expected 1 to 200 (timetable:LESSONS[@SEED])
        timetable:six => 'six' is not a number of lessons; expected a text like timetable:12 or timetable:12@7
        timetable:6@-1 => the seed after @ is not a whole number; expected a text like timetable:12 or timetable:12@7
        zebra:3 => zebra:3@0, 3 variables, 7 dimensions, 7 constraints
        zebra:2 => 2 houses; expected 3 to 6 (zebra:HOUSES[@SEED])
        zebra:7@1 => 7 houses; expected 3 to 6 (zebra:HOUSES[@SEED])
        zebra: => '' is not a number of houses; expected a text like zebra:4 or zebra:4@7
        zebras:4 => no generator
        zebra => no generator
        "#);
    }

    #[test]
    fn the_name_of_a_model_makes_the_same_model() {
        for text in ["sets:2x3x3", "sets:3x2,3,4x3:20@7", "timetable:17@4", "zebra:4@3"] {
            let model = from_name(text).unwrap().unwrap();
            assert_eq!(model.name(), text);
            assert_eq!(from_name(model.name()), Some(Ok(model)));
        }
        let seed = |text: &str| from_name(text).unwrap().unwrap().name().to_owned();
        assert_eq!(seed("sets:3x4x4:20"), "sets:3x4x4:20@0");
        assert_eq!(seed("timetable:6"), "timetable:6@0");
        assert_eq!(seed("zebra:3"), "zebra:3@0");
    }
}
