//! The files and the names of Keisukes.

use parallax_model::instance::{InputError, Instance, Lines};

use super::{instance, read};
use crate::family::{InstanceStream, PuzzleFamily, PuzzleSamples, TextLikeness};
use crate::errors::PuzzleNameError;
use crate::name::{number, seeded};
use crate::stream::Stream;

/// Keisuke.
pub(crate) struct KeisukeFamily;

impl PuzzleFamily for KeisukeFamily {
    const EXPECTED: &'static str = super::EXPECTED;

    const EXTENSIONS: &'static [&'static str] = &["keisuke"];

    const MEMBERS: &'static [&'static str] = &["\"grid\"", "\"across\""];

    const SAMPLES: PuzzleSamples = PuzzleSamples {
        texts: &[
            include_str!("../../../../instances/keisuke-5.keisuke"),
            include_str!("../../../../instances/keisuke-9-clues.keisuke"),
            include_str!("../../../../instances/keisuke-unknown.keisuke"),
        ],
        names: &["keisuke:5@7"],
    };

    fn read(lines: Lines<'_>) -> InstanceStream<'_> {
        Box::new(Stream::new(lines, Self::EXPECTED, read::is_between, read::step))
    }

    fn make(size: &str) -> Result<Box<dyn Instance>, PuzzleNameError> {
        let (side, seed) = seeded(size, "keisuke:12@7")?;
        let side = number(side, "a size", "keisuke:5 or keisuke:5@7")?;
        let keisuke = instance::sized(side, seed.unwrap_or(0))?;
        Ok(Box::new(keisuke))
    }

    fn is_certain(lines: &mut Lines<'_>) -> Result<bool, InputError> {
        read::looks_like(lines)
    }

    fn resembles(
        _first: &[String],
        _lines: &mut Lines<'_>,
    ) -> Result<Option<TextLikeness>, InputError> {
        Ok(None)
    }
}
