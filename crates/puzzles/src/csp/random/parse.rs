//! Reads and writes the names of random problems.

use std::fmt::{self, Display};
use std::str::FromStr;

use super::{Partition, Random};
use crate::errors::NameError;
use crate::name::{number, seeded};

const EXAMPLE: &str = "random:n=12,d=8,density=0.5,tightness=0.25,blocks=2@7";

/// The parameters, in the order in which they are written.
const KEYS: [&str; 6] = ["n", "d", "density", "tightness", "blocks", "partition"];

impl fmt::Display for Random {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts: [&dyn Display; 6] = [
            &self.variables,
            &self.values,
            &self.density,
            &self.tightness,
            &self.blocks,
            &self.partition,
        ];
        for (place, (key, part)) in KEYS.iter().zip(parts).enumerate() {
            let before = if place == 0 { "random:" } else { "," };
            write!(f, "{before}{key}={part}")?;
        }
        write!(f, "@{}", self.seed)
    }
}

impl FromStr for Random {
    type Err = NameError;

    /// Parses the text after `random:`.
    fn from_str(text: &str) -> Result<Self, NameError> {
        let (text, seed) = seeded(text, EXAMPLE)?;
        let mut given: [Option<&str>; KEYS.len()] = [None; KEYS.len()];
        for part in text.split(',') {
            let named = part.split_once('=').map(|(key, value)| (key.trim(), value.trim()));
            let named = named.and_then(|(key, value)| {
                Some((value, KEYS.iter().position(|known| *known == key)?))
            });
            let Some((value, place)) = named else {
                let part = part.to_owned();
                return Err(NameError::Key { part, keys: &KEYS, example: EXAMPLE });
            };
            if given[place].replace(value).is_some() {
                return Err(NameError::KeyRepeat { key: KEYS[place], example: EXAMPLE });
            }
        }
        let part = |place: usize| {
            given[place].ok_or(NameError::NoKey { key: KEYS[place], example: EXAMPLE })
        };
        let share = |place: usize| {
            let parsed = part(place)?.parse();
            parsed.map_err(|error| NameError::Share { key: KEYS[place], error })
        };
        let values = number(part(1)?, "a number of values", EXAMPLE)?;
        Ok(Random {
            variables: number(part(0)?, "a number of variables", EXAMPLE)?,
            values,
            density: share(2)?,
            tightness: share(3)?,
            blocks: given[4].map_or(Ok(values), |b| number(b, "a number of blocks", EXAMPLE))?,
            partition: given[5].map_or(Ok(Partition::Own), str::parse)?,
            seed: seed.unwrap_or(0),
        })
    }
}
