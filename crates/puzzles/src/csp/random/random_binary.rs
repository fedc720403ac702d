//! A random binary problem.

use std::sync::Arc;

use parallax_model::{Constraint, Domain, Model, ModelError, Table, Value, VarId};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use super::blocks;
use super::blocks::ForbiddenBlockMatrix;
use super::share::ExactShare;
use crate::errors::ProblemError;

/// Maximum number of variables.
const MAX_VARIABLES: usize = 1000;
/// Maximum number of values; a row of a matrix has 128 bits.
const MAX_VALUES: usize = 100;
/// Maximum number of pairs of values of all constraints.
const MAX_VALUE_PAIRS: usize = 1_000_000;

/// A random binary constraint problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RandomBinaryProblem {
    /// The number of variables, 1 to 1000.
    pub variables: usize,
    /// The number of values of each, 1 to 100.
    pub values: usize,
    /// The share of the pairs of variables that have a constraint, to the nearest whole number.
    pub density: ExactShare,
    /// The share of the pairs of blocks that each constraint forbids, to the nearest whole number.
    /// Blocks of equal size give pairs of values that share.
    pub tightness: ExactShare,
    /// The number of classes of interchangeable values that each constraint has on either side.
    /// With as many blocks as values, none are interchangeable.
    pub blocks: usize,
    /// Whether all constraints of a variable divide its values in one way.
    pub partition: BlockPartition,
    /// The seed. Models that differ only in tightness, blocks and partition have constraints
    /// between the same variables.
    pub seed: u64,
}

/// How constraints divide the values of a variable into blocks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum BlockPartition {
    /// Each constraint has its own blocks: it may distinguish values that another one does not.
    /// Interchangeable values arise during search.
    #[default]
    Own,
    /// All constraints have the same blocks: the values of a block are interchangeable in the whole
    /// problem.
    Shared,
}

impl RandomBinaryProblem {
    /// Builds the model: variables `v1`, `v2`, …, with the values from 1, and a table of the
    /// allowed pairs of values for each constraint.
    ///
    /// # Errors
    /// Returns an error if a number is out of range, or no constraint has this tightness with this
    /// number of blocks.
    pub fn build_model(&self) -> Result<Model, ModelError> {
        self.check_sizes().map_err(|error| ModelError::new(error.to_string()))?;
        let mut model = Model::new(self.to_string());
        let domain = Domain::from_range(1, self.values as Value);
        let variables = (1..=self.variables)
            .map(|number| model.add_shown(format!("v{number}"), domain.clone()))
            .collect::<Result<Vec<VarId>, _>>()?;
        // Stream 0 draws the scopes, stream 1 the shared blocks, and each constraint has one from 2
        // on.
        let shared = &mut self.random_stream(1);
        let shared: Vec<Vec<usize>> = variables
            .iter()
            .map(|_| blocks::partition_values(self.values, self.blocks, shared))
            .collect();
        for (number, (left, right)) in (2..).zip(self.constraint_scopes()) {
            // Each constraint has its own random stream, so it does not depend on the others.
            let rng = &mut self.random_stream(number);
            // Drawn for either partition, so that the matrix drawn after them is the same for both.
            let drawn = [(); 2].map(|()| blocks::partition_values(self.values, self.blocks, rng));
            let matrix =
                ForbiddenBlockMatrix::draw_matrix(self.blocks, self.forbidden_count(), rng);
            let sides = match self.partition {
                BlockPartition::Own => [&drawn[0], &drawn[1]],
                BlockPartition::Shared => [&shared[left], &shared[right]],
            };
            let table = Table {
                scope: vec![variables[left], variables[right]],
                tuples: Arc::new(allowed_pairs(&matrix, sides)),
                forbidden: false,
            };
            let label = format!("v{} and v{}", left + 1, right + 1);
            model.post(label, Constraint::Table(table))?;
        }
        Ok(model)
    }

    /// Returns the number of constraints.
    #[must_use]
    pub fn constraint_count(&self) -> usize {
        self.density.round_product(self.variables * self.variables.saturating_sub(1) / 2)
    }

    /// Returns the number of pairs of blocks that each constraint forbids.
    #[must_use]
    pub fn forbidden_count(&self) -> usize {
        self.tightness.round_product(self.blocks * self.blocks)
    }

    fn random_stream(&self, number: u64) -> ChaCha8Rng {
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        rng.set_stream(number);
        rng
    }

    /// Returns the pairs of variables that have a constraint, ascending.
    fn constraint_scopes(&self) -> Vec<(usize, usize)> {
        let n = self.variables;
        let mut pairs: Vec<(usize, usize)> =
            (0..n).flat_map(|left| (left + 1..n).map(move |right| (left, right))).collect();
        let mut drawn =
            pairs.partial_shuffle(&mut self.random_stream(0), self.constraint_count()).0.to_vec();
        drawn.sort_unstable();
        drawn
    }

    /// Checks that such a model exists.
    ///
    /// # Errors
    /// Returns the errors of [`model`](RandomBinaryProblem::build_model).
    pub fn check_sizes(&self) -> Result<(), ProblemError> {
        let within = |parts: &'static str, number: usize, most: usize| match number {
            n if (1..=most).contains(&n) => Ok(()),
            number => Err(ProblemError::Range { number, parts, most }),
        };
        within("variables", self.variables, MAX_VARIABLES)?;
        within("values", self.values, MAX_VALUES)?;
        within("blocks of values", self.blocks, self.values)?;
        let pairs = self.constraint_count() * self.values * self.values;
        if pairs > MAX_VALUE_PAIRS {
            let (constraints, pairs) = (self.constraint_count(), self.values * self.values);
            return Err(ProblemError::Pairs { constraints, pairs, most: MAX_VALUE_PAIRS });
        }
        let (forbidden, possible) = (self.forbidden_count(), blocks::possible_counts(self.blocks));
        if !possible.contains(&forbidden) {
            let (tightness, blocks) = (self.tightness, self.blocks);
            let (least, most) = possible.into_inner();
            return Err(ProblemError::Tightness { tightness, forbidden, blocks, least, most });
        }
        Ok(())
    }
}

/// Returns the pairs of values, from 1, whose blocks are allowed together.
pub(super) fn allowed_pairs(
    matrix: &ForbiddenBlockMatrix,
    [left, right]: [&Vec<usize>; 2],
) -> Vec<Vec<Value>> {
    let pairs = (1..).zip(left).flat_map(|(x, &row)| {
        let fits = move |&(_, &column): &(Value, &usize)| !matrix.forbids_pair(row, column);
        (1..).zip(right).filter(fits).map(move |(y, _)| vec![x, y])
    });
    pairs.collect()
}
