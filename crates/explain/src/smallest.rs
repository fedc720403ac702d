//! A smallest set without a solution, by implicit hitting sets (Ignatiev, Previti, Liffiton and
//! Marques-Silva, "Smallest MUS extraction with minimal hitting set dualization", 2015).

use parallax_model::engine_api::{Answer, Control};

use super::ExplanationEngines;
use super::hitting::HittingSetProblem;
use super::oracle::{OracleAnswer, SatisfiabilityOracle, grow_set, shrink_set};

/// A set without a solution, and the sets that prove that none is smaller.
pub(super) struct SmallestConflict {
    pub set: Vec<usize>,
    /// Sets of parts without which the others have a solution. Every set without a solution
    /// has a part of each of them.
    pub corrections: HittingSetProblem,
    /// The reason why the work ended before the set was known to be smallest.
    pub stopped: Option<Answer>,
}

/// Finds a smallest set without a solution, starting from a known minimal one. Stops when it has
/// more than about `max_corrections` corrections.
pub(super) fn find_smallest_set(
    oracle: &mut SatisfiabilityOracle<'_>,
    known: Vec<usize>,
    max_corrections: usize,
    engines: &ExplanationEngines,
    seed: u64,
    control: &Control,
) -> SmallestConflict {
    let mut found =
        SmallestConflict { set: known, corrections: HittingSetProblem::default(), stopped: None };
    loop {
        if found.corrections.len() >= max_corrections {
            let why = format!("{max_corrections} corrections do not suffice");
            return SmallestConflict { stopped: Some(Answer::Unknown(why.into())), ..found };
        }
        match found.tighten_bounds(oracle, engines, seed, control) {
            Ok(true) => return found,
            Ok(false) => {}
            Err(why) => return SmallestConflict { stopped: Some(why), ..found },
        }
    }
}

impl SmallestConflict {
    /// Tightens one of the bounds; returns whether they meet.
    fn tighten_bounds(
        &mut self,
        oracle: &mut SatisfiabilityOracle<'_>,
        engines: &ExplanationEngines,
        seed: u64,
        control: &Control,
    ) -> Result<bool, Answer> {
        let mut hit = self.corrections.find_smallest(&*engines.optimiser, seed, control)?;
        // The size of a hitting set is a lower bound, and that of the known set an upper one.
        if hit.len() >= self.set.len() {
            return Ok(true);
        }
        // Collects disjoint corrections until their union conflicts.
        loop {
            match oracle.decide_set(&hit, control)? {
                OracleAnswer::Conflict(core) => {
                    let (set, stopped) = shrink_set(oracle, core, control);
                    if set.len() < self.set.len() {
                        self.set = set;
                    }
                    return stopped.map_or(Ok(false), Err);
                }
                OracleAnswer::Solution => {
                    // The complement of a maximal set with a solution is a minimal correction,
                    // which restricts hitting sets most.
                    let correction = oracle.problem.other_parts(&grow_set(oracle, &hit, control)?);
                    hit.extend(&correction);
                    hit.sort_unstable();
                    self.corrections.add_set(correction);
                }
            }
        }
    }
}
