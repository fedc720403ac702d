//! The files and the names of Keisukes.

use parallax_instance::{InputError, Instance, LineReader};

use super::{KeisukeGenerationError, instance, read};
use crate::errors::PuzzleNameError;
use crate::family::{InstanceStream, PuzzleFamily, PuzzleSamples, TextLikeness};
use crate::name::{parse_number, split_seed};
use crate::stream::InstanceIterator;

/// Keisuke.
pub(crate) struct KeisukeFamily;

impl PuzzleFamily for KeisukeFamily {
    const EXPECTED_CONTENT: &'static str = super::EXPECTED;

    const EXTENSIONS: &'static [&'static str] = &["keisuke"];

    const JSON_MEMBERS: &'static [&'static str] = &["\"grid\"", "\"across\""];

    const SAMPLES: PuzzleSamples = PuzzleSamples {
        texts: &[
            "\
#....
.....
..###
#.#..
....#
across: 13, 69, 1584, 4486, 18114
down: 16, 16, 44, 51, 81, 18934
",
            "\
% Digits 1 and 2, with clues; one solution.
#....#..#
..##...#.
##...###.
.........
#.#....#.
..####.#.
#.#.#...#
1#..1.#.#
2#.###...
across: 11, 21, 22, 111, 111, 211, 212, 2122, 2211, 2221, 122212121
down: 12, 21, 21, 21, 21, 22, 22, 22, 121, 122, 1221, 2222, 11211, 12122
",
            "\
% Black cells are to be found, too; one solution.
size: 4x5, apart
across: 12, 32, 33, 33, 132, 23232
down: 33, 1132, 2333, 3322
",
            r#"[{"grid": ["1.", ".#"], "across": ["12"], "down": ["13"]}]"#,
            "\
2 2
..
.#
A 12
D 13
",
            "\
size: 2x3, apart
across: 12
down: 13, 14
",
        ],
        names: &["keisuke:5@7"],
    };

    const EXAMPLE: &'static str = "keisuke:5@7";

    const DRAWN_EXAMPLE: Option<&'static str> = Some("keisuke:5");

    fn read_instances(lines: LineReader<'_>) -> InstanceStream<'_> {
        Box::new(InstanceIterator::new(
            lines,
            Self::EXPECTED_CONTENT,
            read::is_between,
            read::read_next,
        ))
    }

    fn make_instance(size: &str) -> Result<Box<dyn Instance>, PuzzleNameError> {
        let (side, seed) = split_seed(size, "keisuke:12@7")?;
        let side = parse_number(side, "a size", "keisuke:5 or keisuke:5@7")?;
        let drawn = instance::random_square(side, seed.unwrap_or(0));
        let undrawn =
            |fault: KeisukeGenerationError| PuzzleNameError::Undrawn { reason: fault.to_string() };
        Ok(Box::new(drawn.map_err(undrawn)?))
    }

    fn is_certain(lines: &mut LineReader<'_>) -> Result<bool, InputError> {
        read::looks_like(lines)
    }

    fn compare_text(
        _first: &[String],
        _lines: &mut LineReader<'_>,
    ) -> Result<Option<TextLikeness>, InputError> {
        Ok(None)
    }
}
