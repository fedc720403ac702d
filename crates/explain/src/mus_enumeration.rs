//! All minimal sets of parts without a common solution, by MARCO (Liffiton, Previti, Malik and
//! Marques-Silva, "Fast, flexible MUS enumeration", 2016). A maximal unexplored set is shrunk to a
//! minimal set if it has no solution; if it has one, its complement is a correction.

use std::sync::Arc;

use parallax_model::engine_api::{Answer, Control};
use parallax_model::{
    AtomicConstraint, Clause, ComparisonOperator, Constraint, Domain, Model, ModelError, Value,
    VarId,
};

use super::ExplanationEngines;
use super::oracle::{OracleAnswer, SatisfiabilityOracle, shrink_set};
use super::problem::find_checked_solution;

/// The minimal sets that were found.
pub(super) struct MusEnumeration {
    /// The sets, small ones first.
    pub sets: Vec<Vec<usize>>,
    /// The reason why there may be more sets.
    pub stopped: Option<Answer>,
    /// Whether the limit on the number of sets ended the work.
    pub limited: bool,
}

/// Finds all minimal sets without a solution, at most `limit` of them. `known` are found already.
pub(super) fn find_all_minimal(
    oracle: &mut SatisfiabilityOracle<'_>,
    known: Vec<Vec<usize>>,
    limit: usize,
    engines: &ExplanationEngines,
    seed: u64,
    control: &Control,
) -> MusEnumeration {
    let number = oracle.problem.parts().len();
    let mut map = ExploredSets { number, sets: known, corrections: Vec::new() };
    let mut stopped = None;
    // Each round finds a minimal set or a correction, and excludes it from the map.
    while map.sets.len() < limit {
        match map.explore_next(oracle, engines, seed, control) {
            Ok(true) => {}
            Ok(false) => {
                return MusEnumeration {
                    sets: map.into_sorted_sets(),
                    stopped: None,
                    limited: false,
                };
            }
            Err(why) => {
                stopped = Some(why);
                break;
            }
        }
    }
    // If there was no further set to find, the limit was not what ended the work.
    let limited =
        stopped.is_none() && !matches!(map.find_unexplored(engines, seed, control), Ok(None));
    MusEnumeration { sets: map.into_sorted_sets(), stopped, limited }
}

/// The explored sets of parts.
struct ExploredSets {
    number: usize,
    /// Minimal sets without a solution: no set that contains one is of interest.
    sets: Vec<Vec<usize>>,
    /// Sets of parts, the complements of maximal sets with a solution. Every set without a solution
    /// has a part of each.
    corrections: Vec<Vec<usize>>,
}

impl ExploredSets {
    fn into_sorted_sets(mut self) -> Vec<Vec<usize>> {
        self.sets.sort_by(|one, other| one.len().cmp(&other.len()).then_with(|| one.cmp(other)));
        self.sets
    }

    /// Decides an unexplored set; returns false if there is none.
    fn explore_next(
        &mut self,
        oracle: &mut SatisfiabilityOracle<'_>,
        engines: &ExplanationEngines,
        seed: u64,
        control: &Control,
    ) -> Result<bool, Answer> {
        control.check_stop()?;
        let Some(set) = self.find_unexplored(engines, seed, control)? else { return Ok(false) };
        match oracle.decide_set(&set, control)? {
            OracleAnswer::Conflict(core) => {
                let (core, stopped) = shrink_set(oracle, core, control);
                if let Some(why) = stopped {
                    return Err(why);
                }
                // The unexplored set contains no known set, so a repetition is an error of the
                // engine.
                if self.sets.contains(&core) {
                    return Err(Answer::Unknown(
                        format!("{} contradicts itself", oracle.spec()).into(),
                    ));
                }
                self.sets.push(core);
            }
            // The set is maximal among the unknown ones, so every larger one conflicts.
            OracleAnswer::Solution => self.corrections.push(oracle.problem.other_parts(&set)),
        }
        Ok(true)
    }

    /// Returns a maximal set that contains no known minimal set and has a part of every correction.
    fn find_unexplored(
        &self,
        engines: &ExplanationEngines,
        seed: u64,
        control: &Control,
    ) -> Result<Option<Vec<usize>>, Answer> {
        let model =
            self.exploration_model().map_err(|error| Answer::Unsupported(error.to_string()))?;
        let Some(found) =
            find_checked_solution(&*engines.optimiser, &Arc::new(model), seed, control)?
        else {
            return Ok(None);
        };
        // The model gives any unexplored set. Adding parts makes it maximal, as long as no known
        // set becomes complete.
        let mut is_in: Vec<bool> = found.values().iter().map(|&value| value == 1).collect();
        let mut missing = vec![0; self.sets.len()];
        let mut sets_of = vec![Vec::new(); self.number];
        for (number, set) in self.sets.iter().enumerate() {
            set.iter().for_each(|&part| sets_of[part].push(number));
            missing[number] = set.iter().filter(|&&part| !is_in[part]).count();
        }
        for (part, sets) in sets_of.iter().enumerate() {
            // `missing` counts the parts of each set that are left out, and the last of them must
            // stay out.
            if !is_in[part] && sets.iter().all(|&number| missing[number] > 1) {
                is_in[part] = true;
                sets.iter().for_each(|&number| missing[number] -= 1);
            }
        }
        Ok(Some((0..self.number).filter(|&part| is_in[part]).collect()))
    }

    fn exploration_model(&self) -> Result<Model, ModelError> {
        let mut model = Model::new("sets not yet explored");
        for part in 0..self.number {
            model.add_shown(format!("part {part}"), Domain::boolean())?;
        }
        let mut post = |set: &[usize], value: Value| {
            let atom = |&part: &usize| {
                AtomicConstraint::new(VarId::new(part), ComparisonOperator::Eq, value)
            };
            let atoms = set.iter().map(atom).collect();
            model.post("", Constraint::Clause(Clause { atoms }))
        };
        // Of a set without a solution, one part is left out; of a correction, one part is in.
        self.sets.iter().try_for_each(|set| post(set, 0))?;
        self.corrections.iter().try_for_each(|set| post(set, 1))?;
        Ok(model)
    }
}
