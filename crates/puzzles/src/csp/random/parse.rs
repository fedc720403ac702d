//! Reads and writes the names of random problems.

use std::fmt::{self, Display};
use std::str::FromStr;

use super::{BlockPartition, RandomBinaryProblem};
use crate::errors::GeneratorNameError;
use crate::name::{parse_number, split_seed};

const RANDOM_EXAMPLE: &str = "random:n=12,d=8,density=0.5,tightness=0.25,blocks=2@7";

/// The parameters, in the order in which they are written.
const PARAMETER_KEYS: [&str; 6] = ["n", "d", "density", "tightness", "blocks", "partition"];

impl fmt::Display for RandomBinaryProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts: [&dyn Display; 6] = [
            &self.variables,
            &self.values,
            &self.density,
            &self.tightness,
            &self.blocks,
            &self.partition,
        ];
        for (index, (key, part)) in PARAMETER_KEYS.iter().zip(parts).enumerate() {
            let before = if index == 0 { "random:" } else { "," };
            write!(f, "{before}{key}={part}")?;
        }
        write!(f, "@{}", self.seed)
    }
}

impl FromStr for RandomBinaryProblem {
    type Err = GeneratorNameError;

    /// Parses the text after `random:`.
    fn from_str(text: &str) -> Result<Self, GeneratorNameError> {
        let (text, seed) = split_seed(text, RANDOM_EXAMPLE)?;
        let mut given: [Option<&str>; PARAMETER_KEYS.len()] = [None; PARAMETER_KEYS.len()];
        for part in text.split(',') {
            let named = part.split_once('=').map(|(key, value)| (key.trim(), value.trim()));
            let named = named.and_then(|(key, value)| {
                Some((value, PARAMETER_KEYS.iter().position(|known| *known == key)?))
            });
            let Some((value, index)) = named else {
                let part = part.to_owned();
                return Err(GeneratorNameError::Key {
                    part,
                    keys: &PARAMETER_KEYS,
                    example: RANDOM_EXAMPLE,
                });
            };
            if given[index].replace(value).is_some() {
                return Err(GeneratorNameError::KeyRepeat {
                    key: PARAMETER_KEYS[index],
                    example: RANDOM_EXAMPLE,
                });
            }
        }
        let part = |index: usize| {
            given[index].ok_or(GeneratorNameError::NoKey {
                key: PARAMETER_KEYS[index],
                example: RANDOM_EXAMPLE,
            })
        };
        let share = |index: usize| {
            let parsed = part(index)?.parse();
            parsed.map_err(|error| GeneratorNameError::Share { key: PARAMETER_KEYS[index], error })
        };
        // Parsed first, because it is the default of the blocks.
        let values = parse_number(part(1)?, "a number of values", RANDOM_EXAMPLE)?;
        Ok(RandomBinaryProblem {
            variables: parse_number(part(0)?, "a number of variables", RANDOM_EXAMPLE)?,
            values,
            density: share(2)?,
            tightness: share(3)?,
            blocks: given[4]
                .map_or(Ok(values), |b| parse_number(b, "a number of blocks", RANDOM_EXAMPLE))?,
            partition: given[5].map_or(Ok(BlockPartition::Own), str::parse)?,
            seed: seed.unwrap_or(0),
        })
    }
}
