//! Random formulas with clauses of one length: uniform random k-SAT (Mitchell, Selman and Levesque,
//! 'Hard and easy distributions of SAT problems', 1992), and planted formulas, which have a
//! solution.

use std::collections::HashSet;

use parallax_formats::CnfInstance;
use parallax_formats::cnf::CnfFormula;
use parallax_puzzles::GeneratedPuzzle;
use rand::Rng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use serde_json::{Value as Json, json};
use xxhash_rust::xxh3::xxh3_64;

use super::recipe_error::{RandomClausesError, RecipeError};
use super::{InstanceDraw, InstanceRecipe, Outcome, RecipeProduct, SolutionOracle};

/// Maximum number of variables.
pub(super) const MAX_VARIABLES: usize = 1_000_000;
/// Maximum number of literals of all clauses.
pub(super) const MAX_LITERALS: usize = 15_000_000;
/// The largest share of all possible clauses that a formula may have, as a divisor: drawing
/// different ones takes few attempts then.
const MAX_SHARE_DIVISOR: u128 = 2;

/// Formulas of different clauses, each with this number of different variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RandomClauses {
    /// The number of variables, 1 to 1,000,000.
    pub variables: usize,
    /// The number of clauses.
    pub clauses: usize,
    /// The number of literals of each clause.
    pub width: usize,
    /// Whether all clauses hold for one assignment, drawn at random and not written, so that there
    /// is a solution.
    pub planted: bool,
}

impl RandomClauses {
    /// The number of different clauses that there are; `None` beyond 128 bits.
    fn possible_clauses(&self) -> Option<u128> {
        let mut possible: u128 = 1;
        for index in 0..self.width as u128 {
            // The binomial coefficients on the way are whole numbers.
            possible = possible.checked_mul(self.variables as u128 - index)? / (index + 1);
        }
        // Each choice of variables has one clause for each pattern of signs. A planted assignment
        // falsifies exactly one of them.
        let signs = 1_u128.checked_shl(self.width.try_into().ok()?)?;
        possible.checked_mul(signs - u128::from(self.planted))
    }

    fn draw_clauses(&self, rng: &mut ChaCha8Rng, stopped: &dyn Fn() -> bool) -> Option<CnfFormula> {
        let planted: Vec<bool> = if self.planted {
            (0..self.variables).map(|_| rng.random()).collect()
        } else {
            Vec::new()
        };
        let mut formula = CnfFormula::new(self.variables);
        // Digests instead of clauses; two clauses with one digest would only lose the second.
        let mut seen = HashSet::new();
        let mut variables: Vec<i32> = (1..).take(self.variables).collect();
        while formula.len() < self.clauses {
            if formula.len().is_multiple_of(1024) && stopped() {
                return None;
            }
            // The array stays shuffled between clauses: a partial shuffle of any order draws each
            // set of variables with the same probability.
            let mut clause = variables.partial_shuffle(rng, self.width).0.to_vec();
            for literal in &mut clause {
                if rng.random() {
                    *literal = -*literal;
                }
            }
            // Clauses are compared as sets, so their literals are brought into one order.
            clause.sort_unstable_by_key(|literal| literal.unsigned_abs());
            let holds =
                |&literal: &i32| planted[literal.unsigned_abs() as usize - 1] == (literal > 0);
            if self.planted && !clause.iter().any(holds) {
                continue;
            }
            let bytes: Vec<u8> = clause.iter().flat_map(|literal| literal.to_le_bytes()).collect();
            if seen.insert(xxh3_64(&bytes)) {
                formula.add_clause(&clause);
            }
        }
        Some(formula)
    }
}

impl InstanceRecipe for RandomClauses {
    fn puzzle_name(&self) -> &'static str {
        "cnf"
    }

    fn file_extension(&self) -> &'static str {
        "cnf"
    }

    fn check_feasible(&self) -> Result<(), RecipeError> {
        let RandomClauses { variables, clauses, width, .. } = *self;
        if !(1..=MAX_VARIABLES).contains(&variables) {
            return Err(RandomClausesError::Variables { variables }.into());
        }
        if !(1..=variables).contains(&width) {
            return Err(RandomClausesError::Width { width, variables }.into());
        }
        if clauses.checked_mul(width).is_none_or(|literals| literals > MAX_LITERALS) {
            return Err(RandomClausesError::Literals { clauses, width }.into());
        }
        match self.possible_clauses() {
            // At most half of the possible clauses are taken, so an admissible clause is new with
            // probability 1/2 or more.
            Some(possible) if clauses as u128 > possible / MAX_SHARE_DIVISOR => {
                let most = possible / MAX_SHARE_DIVISOR;
                Err(RandomClausesError::Clauses { clauses, most }.into())
            }
            _ => Ok(()),
        }
    }

    fn request_json(&self) -> Json {
        json!({
            "variables": self.variables,
            "clauses": self.clauses,
            "width": self.width,
            "planted": self.planted,
        })
    }

    fn shares_files(&self) -> bool {
        false
    }

    fn make_instance(
        &self,
        rng: &mut ChaCha8Rng,
        _: InstanceDraw,
        oracle: &mut SolutionOracle,
    ) -> Option<Outcome> {
        let control = oracle.control();
        let formula = self.draw_clauses(rng, &|| control.stop_reason().is_some())?;
        let puzzle = CnfInstance::new(formula);
        Some(Ok(RecipeProduct::new(GeneratedPuzzle { puzzle, missed: None }, false)))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use rand::SeedableRng;

    use super::*;

    fn drawn(recipe: RandomClauses, seed: u64) -> Vec<Vec<i32>> {
        recipe.check_feasible().expect("a good recipe");
        let formula = recipe.draw_clauses(&mut ChaCha8Rng::seed_from_u64(seed), &|| false);
        formula.expect("not stopped").iter().map(<[i32]>::to_vec).collect()
    }

    const THREE: RandomClauses =
        RandomClauses { variables: 6, clauses: 60, width: 3, planted: false };

    #[test]
    fn clauses_are_different_and_have_different_variables() {
        let clauses = drawn(THREE, 1);
        assert_eq!(clauses.len(), 60);
        assert_eq!(clauses.iter().collect::<BTreeSet<_>>().len(), 60);
        for clause in clauses {
            assert_eq!(clause.len(), 3);
            assert!(clause.is_sorted_by(|a, b| a.unsigned_abs() < b.unsigned_abs()), "{clause:?}");
        }
    }

    #[test]
    fn a_planted_formula_has_a_solution() {
        // 70 of the 140 clauses that hold; at this density formulas that are not planted have none.
        let planted = RandomClauses { clauses: 70, planted: true, ..THREE };
        for seed in 0..20 {
            let clauses = drawn(planted, seed);
            let holds = |bits: u32, literal: i32| {
                (bits >> (literal.unsigned_abs() - 1)) & 1 == u32::from(literal > 0)
            };
            let solves = |&bits: &u32| {
                clauses.iter().all(|clause| clause.iter().any(|&literal| holds(bits, literal)))
            };
            assert!((0..1 << 6).any(|bits| solves(&bits)), "seed {seed}");
        }
    }

    #[test]
    fn every_clause_is_as_likely_as_any_other() {
        let one = RandomClauses { variables: 4, clauses: 1, width: 2, planted: false };
        let mut seen = BTreeMap::new();
        for seed in 0..2400 {
            *seen.entry(drawn(one, seed).remove(0)).or_insert(0_i32) += 1;
        }
        assert_eq!(seen.len(), 24);
        // 100 each are expected; five standard deviations are 49.
        assert!(seen.values().all(|&times| (51..=149).contains(&times)), "{seen:?}");
    }

    #[test]
    fn impossible_formulas_are_refused() {
        let bad = [
            (RandomClauses { variables: 0, ..THREE }, "0 variables"),
            (RandomClauses { variables: 2, ..THREE }, "clauses of 3 literals; expected 1 to 2"),
            (RandomClauses { width: 0, ..THREE }, "clauses of 0 literals"),
            (RandomClauses { clauses: 81, ..THREE }, "expected at most 80"),
            (RandomClauses { clauses: 71, planted: true, ..THREE }, "expected at most 70"),
            (RandomClauses { clauses: usize::MAX, ..THREE }, "literals"),
        ];
        for (recipe, expected) in bad {
            let error = recipe.check_feasible().expect_err("no such formula");
            let error = error.to_string();
            assert!(error.contains(expected), "{error}");
        }
        let wide = RandomClauses { variables: 1000, clauses: 10, width: 1000, planted: true };
        assert_eq!(wide.check_feasible(), Ok(()));
        let none = RandomClauses { clauses: 0, ..THREE };
        assert_eq!(drawn(none, 0), Vec::<Vec<i32>>::new());
    }
}
