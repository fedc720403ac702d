//! A part of the runs of an experiment.

use std::fmt;
use std::str::FromStr;

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use super::manifest::ExperimentManifest;
use super::results_error::ShardError;

/// One of several parts of the runs, which together are all of them: `2/3` is the second of
/// three.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct RunShard {
    /// The number of this part, from 1.
    pub number: u64,
    /// The number of parts.
    pub of: u64,
}

impl RunShard {
    /// All runs.
    pub const ALL_RUNS: RunShard = RunShard { number: 1, of: 1 };

    /// Returns the numbers of its runs in the order in which they run: all runs shuffled by the
    /// manifest's seed, of which every `of`-th belongs to this part.
    #[must_use]
    pub fn run_numbers(self, manifest: &ExperimentManifest) -> Vec<u64> {
        let mut all: Vec<u64> = (0..manifest.len()).collect();
        // Every shard shuffles all runs with the same seed, so the parts are disjoint and cover
        // all. The shuffle spreads slow engines and instances evenly over shards and time.
        all.shuffle(&mut ChaCha8Rng::seed_from_u64(manifest.order));
        let own = |&(index, _): &(usize, u64)| index as u64 % self.of == self.number - 1;
        all.into_iter().enumerate().filter(own).map(|(_, run)| run).collect()
    }
}

impl fmt::Display for RunShard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl FromStr for RunShard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Self, ShardError> {
        let fault = || ShardError { text: text.to_owned() };
        let (number, of) = text.split_once('/').ok_or_else(fault)?;
        let number: u64 = number.trim().parse().map_err(|_| fault())?;
        let of: u64 = of.trim().parse().map_err(|_| fault())?;
        if (1..=of).contains(&number) { Ok(RunShard { number, of }) } else { Err(fault()) }
    }
}

impl TryFrom<String> for RunShard {
    type Error = ShardError;

    fn try_from(text: String) -> Result<Self, ShardError> {
        text.parse()
    }
}

impl From<RunShard> for String {
    fn from(shard: RunShard) -> String {
        shard.to_string()
    }
}
