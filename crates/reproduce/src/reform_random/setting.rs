//! The settings of the measurement: the random problems and the engines.

use parallax_engines::Spec;
use parallax_puzzles::csp::{BlockPartition, ExactShare, RandomBinaryProblem};

use super::ReformSettingError;

/// The engines, as specs. Times are compared with those of the first.
pub const COMPARED_ENGINES: [&str; 7] = [
    "native",
    "reform:use=none",
    "reform:use=abstract",
    "reform:use=values",
    "reform:use=parts",
    "reform",
    "sat:batsat",
];

/// The problems to measure, and the engines.
#[derive(Clone, Debug)]
pub struct RandomProblemSetting {
    /// The numbers of variables.
    pub sizes: Vec<usize>,
    /// The number of values.
    pub values: usize,
    /// The density.
    pub density: ExactShare,
    /// The tightness.
    pub tightness: ExactShare,
    /// The numbers of blocks of interchangeable values.
    pub blocks: Vec<usize>,
    /// How constraints divide the values.
    pub partitions: Vec<BlockPartition>,
    /// The number of problems of each kind.
    pub number: u64,
    /// The seed of the first problem; each following one has the next seed.
    pub seed: u64,
    /// The engines.
    pub engines: Vec<Spec>,
}

/// Problems that differ only in their seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RandomProblemPoint {
    /// The number of variables.
    pub variables: usize,
    /// How constraints divide the values.
    pub partition: BlockPartition,
    /// The number of blocks.
    pub blocks: usize,
}

impl RandomProblemSetting {
    /// Returns all points, by size, partition and blocks.
    ///
    /// # Errors
    /// Returns an error if some point has no problem, there is nothing to measure, or a seed is too
    /// large.
    pub fn all_points(&self) -> Result<Vec<RandomProblemPoint>, ReformSettingError> {
        let mut points = Vec::new();
        for &variables in &self.sizes {
            for &partition in &self.partitions {
                for &blocks in &self.blocks {
                    let point = RandomProblemPoint { variables, partition, blocks };
                    let problem = self.random_problem(point, 0)?;
                    problem.check_sizes().map_err(|error| {
                        let problem = Box::new(problem);
                        ReformSettingError::Problem { problem, error }
                    })?;
                    points.push(point);
                }
            }
        }
        // Seeds ascend, so if the last one exists, all of them do.
        self.problem_seed(self.number.saturating_sub(1))?;
        if points.is_empty() || self.number == 0 || self.engines.is_empty() {
            return Err(ReformSettingError::Nothing);
        }
        Ok(points)
    }

    /// Returns problem `number` of a point.
    ///
    /// # Errors
    /// Returns an error if the seed would be too large.
    pub fn random_problem(
        &self,
        point: RandomProblemPoint,
        number: u64,
    ) -> Result<RandomBinaryProblem, ReformSettingError> {
        Ok(RandomBinaryProblem {
            variables: point.variables,
            values: self.values,
            density: self.density,
            tightness: self.tightness,
            blocks: point.blocks,
            partition: point.partition,
            seed: self.problem_seed(number)?,
        })
    }

    fn problem_seed(&self, number: u64) -> Result<u64, ReformSettingError> {
        let seed = self.seed.checked_add(number);
        seed.ok_or(ReformSettingError::Seed { seed: self.seed, number })
    }
}
