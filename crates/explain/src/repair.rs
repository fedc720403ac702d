//! A smallest set of parts to drop after which there is a solution: a smallest correction set, by
//! implicit hitting sets, the dual of [`smallest`](mod@super::smallest).

use std::collections::HashSet;

use parallax_model::engine_api::{Answer, Control};

use super::ExplanationEngines;
use super::hitting::HittingSetProblem;
use super::oracle::{OracleAnswer, SatisfiabilityOracle, shrink_beside};

/// Parts to drop, and the sets that prove that no fewer suffice.
pub(super) struct SmallestCorrection {
    /// The parts to drop.
    pub drop: Vec<usize>,
    /// The parts that may not be dropped.
    pub fixed: Vec<usize>,
    /// Sets that have no solution together with `fixed`.
    pub conflicts: HittingSetProblem,
}

/// Finds a smallest set of parts to drop so that the others have a solution, by implicit hitting
/// sets of conflicts. Drops clues only, if there are any and the rules alone have a solution.
///
/// # Errors
/// Returns the engine's answer if it is unknown or unsupported.
pub(super) fn find_smallest_correction(
    oracle: &mut SatisfiabilityOracle<'_>,
    engines: &ExplanationEngines,
    seed: u64,
    control: &Control,
) -> Result<SmallestCorrection, Answer> {
    let parts = oracle.problem.parts();
    let rules: Vec<usize> = (0..parts.len()).filter(|&part| !parts[part].is_clue()).collect();
    // Users can change clues rather than rules, so rules are kept if they have a solution alone.
    let only_clues = rules.len() < parts.len()
        && matches!(oracle.decide_set(&rules, control)?, OracleAnswer::Solution);
    let fixed = if only_clues { rules } else { Vec::new() };
    let free = oracle.problem.other_parts(&fixed);
    let mut correction =
        SmallestCorrection { drop: Vec::new(), fixed, conflicts: HittingSetProblem::default() };
    // A smallest set that hits all known conflicts is a repair once the rest has a solution. Until
    // then, the rest gives further conflicts.
    loop {
        correction.drop = correction.conflicts.find_smallest(&*engines.optimiser, seed, control)?;
        if !correction.collect_conflicts(oracle, &free, control)? {
            return Ok(correction);
        }
    }
}

impl SmallestCorrection {
    /// Collects disjoint conflicts among the parts that are not dropped; false if there is none.
    fn collect_conflicts(
        &mut self,
        oracle: &mut SatisfiabilityOracle<'_>,
        free: &[usize],
        control: &Control,
    ) -> Result<bool, Answer> {
        // The parts of each conflict are taken out of the rest, so the next one is disjoint from
        // it.
        let mut out: HashSet<usize> = self.drop.iter().copied().collect();
        let mut found = false;
        loop {
            let kept: Vec<usize> =
                free.iter().copied().filter(|part| !out.contains(part)).collect();
            let whole = self.with_fixed_parts(&kept);
            let OracleAnswer::Conflict(core) = oracle.decide_set(&whole, control)? else {
                return Ok(found);
            };
            let core: HashSet<usize> = core.into_iter().collect();
            let core = kept.into_iter().filter(|part| core.contains(part)).collect();
            let (core, stopped) = shrink_beside(oracle, &self.fixed, core, control);
            if let Some(why) = stopped {
                return Err(why);
            }
            // The conflict lies in the fixed parts alone.
            if core.is_empty() {
                return Err(Answer::Unknown("nothing that may be dropped is in the way".into()));
            }
            out.extend(&core);
            self.conflicts.add_set(core);
            found = true;
        }
    }

    /// If one part is dropped: the others that are in every known conflict, so that dropping one of
    /// them instead may suffice.
    pub(crate) fn alternative_parts(&self) -> Vec<usize> {
        let [only] = self.drop[..] else { return Vec::new() };
        let mut conflicts = self.conflicts.iter();
        let first = conflicts.next().cloned().unwrap_or_default();
        let rest: Vec<&Vec<usize>> = conflicts.collect();
        let everywhere = |part: &usize| rest.iter().all(|conflict| conflict.contains(part));
        first.into_iter().filter(|&part| part != only).filter(everywhere).collect()
    }

    /// Returns these parts together with the fixed ones, ascending.
    pub(crate) fn with_fixed_parts(&self, kept: &[usize]) -> Vec<usize> {
        let mut whole = [&self.fixed[..], kept].concat();
        whole.sort_unstable();
        whole
    }
}
