//! Solutions that lie far apart, without counts.

use parallax_instance::PuzzleSolution;
use parallax_model::Value;
use parallax_model::engine_api::{Control, Engine};
use rand::{RngCore, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::population_session::PopulationSession;
use super::solution_prefix::SolutionPrefix;
use super::{MissingSampleError, SamplePopulation};

/// The number of searches, of which the farthest solution is taken.
const CANDIDATE_SEARCHES: u32 = 10;

/// A solution, and its distance from the earlier ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DistantSolution {
    /// The solution, checked by the model and by the rules.
    pub solution: PuzzleSolution,
    /// The smallest number of shown variables that differ from an earlier solution; `None` for
    /// the first one.
    pub distance: Option<usize>,
}

/// Different solutions, each the farthest of ten that searches with different seeds find: the one
/// whose smallest Hamming distance to the earlier ones is largest. They depend on the search and
/// are not uniform.
pub struct DiverseSample<'a> {
    problem: &'a SamplePopulation<'a>,
    random: &'a dyn Engine,
    control: &'a Control,
    rng: ChaCha8Rng,
    /// The shown values of all solutions so far.
    found: Vec<Vec<Value>>,
}

impl<'a> DiverseSample<'a> {
    /// Takes solutions from an engine whose search depends on its seed.
    #[must_use]
    pub fn new(
        problem: &'a SamplePopulation<'a>,
        random: &'a dyn Engine,
        seed: u64,
        control: &'a Control,
    ) -> Self {
        let rng = ChaCha8Rng::seed_from_u64(seed);
        DiverseSample { problem, random, control, rng, found: Vec::new() }
    }

    /// Returns the next solution; `None` if there are no more.
    ///
    /// # Errors
    /// Returns an error if the engine does not decide, or returns a wrong solution.
    pub fn choose_solution(&mut self) -> Result<Option<DistantSolution>, MissingSampleError> {
        let searches = if self.found.is_empty() { 1 } else { CANDIDATE_SEARCHES };
        let mut best = FarthestSolution::default();
        for _ in 0..searches {
            let seed = self.rng.next_u64();
            // A new session for each search, since the seed is set when it is prepared.
            let mut asker = PopulationSession::new(self.problem, self.random, seed, self.control);
            let Some(values) = asker.solve_part(&SolutionPrefix::default())? else {
                return Ok(None);
            };
            best.offer_solution(self.smallest_distance(&values), &values);
        }
        // Every search found an old solution. A listing decides whether a new one exists.
        if best.distance == Some(0) {
            best = self.search_farthest()?;
        }
        let FarthestSolution { distance, values: Some(values) } = best else { return Ok(None) };
        self.found.push(self.problem.shown_values(&values).collect());
        let solution = self.problem.check_values(&values)?;
        Ok(Some(DistantSolution { solution, distance }))
    }

    /// Returns the smallest distance to an earlier solution.
    fn smallest_distance(&self, values: &[Value]) -> Option<usize> {
        let differ = |earlier: &Vec<Value>| {
            self.problem.shown_values(values).zip(earlier).filter(|(a, b)| a != *b).count()
        };
        self.found.iter().map(differ).min()
    }

    /// Returns the farthest of the first solutions that one search lists: enough of them to include
    /// a new one if there is any.
    fn search_farthest(&mut self) -> Result<FarthestSolution, MissingSampleError> {
        let mut asker =
            PopulationSession::new(self.problem, self.random, self.rng.next_u64(), self.control);
        let mut best = FarthestSolution::default();
        // Listed solutions differ, so at most `found.len()` of them are old: the list has a new one
        // if any exists, and more for a choice.
        let limit = self.found.len() as u64 * 2 + u64::from(CANDIDATE_SEARCHES);
        asker.list_part(&SolutionPrefix::default(), limit, &mut |values| {
            if let Some(distance) = self.smallest_distance(values).filter(|&distance| distance > 0)
            {
                best.offer_solution(Some(distance), values);
            }
        })?;
        Ok(best)
    }
}

/// The farthest solution so far; ties go to the first.
#[derive(Default)]
struct FarthestSolution {
    distance: Option<usize>,
    values: Option<Vec<Value>>,
}

impl FarthestSolution {
    fn offer_solution(&mut self, distance: Option<usize>, values: &[Value]) {
        if self.values.is_none() || distance > self.distance {
            *self = FarthestSolution { distance, values: Some(values.to_vec()) };
        }
    }
}
