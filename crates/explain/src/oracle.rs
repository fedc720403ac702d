//! Decides with one engine whether sets of parts have a common solution.

use std::collections::HashSet;
use std::sync::Arc;

use parallax_model::engine_api::{Answer, Control, Engine, Session, catch_panic, delete_unneeded};
use parallax_model::{Given, Solution};

use super::part::ExplanationPart;
use super::problem::{ExplanationProblem, find_checked_solution};

/// The answer of an engine about a set of parts.
pub enum OracleAnswer {
    /// The parts have no common solution; this subset has none either.
    Conflict(Vec<usize>),
    /// The parts have a common solution.
    Solution,
}

/// An engine that decides about sets of parts of one problem. An engine with cores uses one
/// session for all questions, and any other the model of each set.
pub struct SatisfiabilityOracle<'p> {
    pub(super) problem: &'p ExplanationProblem,
    engine: Arc<dyn Engine>,
    /// The session of an engine with cores.
    session: Option<Box<dyn Session>>,
    seed: u64,
}

impl<'p> SatisfiabilityOracle<'p> {
    /// Prepares an engine.
    ///
    /// # Errors
    /// Returns the engine's answer if it is unknown or unsupported.
    pub fn new(
        problem: &'p ExplanationProblem,
        engine: &Arc<dyn Engine>,
        seed: u64,
        control: &Control,
    ) -> Result<Self, Answer> {
        let session = if engine.abilities().cores {
            let prepared = catch_panic(|| engine.prepare(problem.model(), seed, control));
            Some(prepared??)
        } else {
            None
        };
        Ok(SatisfiabilityOracle { problem, engine: engine.clone(), session, seed })
    }

    /// The engine's spec.
    pub(crate) fn spec(&self) -> String {
        self.engine.spec()
    }

    /// Decides whether the parts of a set have a common solution.
    ///
    /// # Errors
    /// Returns the engine's answer if it is unknown or unsupported.
    pub fn decide_set(&mut self, set: &[usize], control: &Control) -> Result<OracleAnswer, Answer> {
        control.check_stop()?;
        let Some(session) = &mut self.session else {
            let found = self.find_solution(set, control)?;
            return Ok(found
                .map_or_else(|| OracleAnswer::Conflict(set.to_vec()), |_| OracleAnswer::Solution));
        };
        let (givens, places) = self.problem.set_contents(set);
        let core = catch_panic(|| session.core(&givens, &places, control))??;
        let Some(core) = core else { return Ok(OracleAnswer::Solution) };
        let givens: HashSet<Given> = core.givens.into_iter().collect();
        let places: HashSet<usize> = core.constraints.into_iter().collect();
        // A core names clues and constraints. A part is in it if one of its constraints is.
        let named = |part: &usize| match &self.problem.parts()[*part] {
            ExplanationPart::Clue(given) => givens.contains(given),
            ExplanationPart::Rule { places: own, .. } => {
                own.iter().any(|index| places.contains(index))
            }
        };
        Ok(OracleAnswer::Conflict(set.iter().copied().filter(named).collect()))
    }

    /// Finds a solution of a set.
    ///
    /// # Errors
    /// Returns the engine's answer if it is unknown or unsupported.
    pub(crate) fn find_solution(
        &self,
        set: &[usize],
        control: &Control,
    ) -> Result<Option<Solution>, Answer> {
        find_checked_solution(
            &*self.engine,
            &Arc::new(self.problem.model_of(set)),
            self.seed,
            control,
        )
    }
}

/// Removes parts from a set without a solution, in its order, until every remaining one is needed.
/// Returns the set, ascending, and the reason if the work ended earlier.
pub fn shrink_set(
    oracle: &mut SatisfiabilityOracle<'_>,
    set: Vec<usize>,
    control: &Control,
) -> (Vec<usize>, Option<Answer>) {
    shrink_beside(oracle, &[], set, control)
}

/// Shrinks a set as [`shrink_set`] does, together with other parts that stay and are not returned.
pub(super) fn shrink_beside(
    oracle: &mut SatisfiabilityOracle<'_>,
    fixed: &[usize],
    set: Vec<usize>,
    control: &Control,
) -> (Vec<usize>, Option<Answer>) {
    let (mut set, stopped) = delete_unneeded(set, &mut |rest: &[usize]| {
        let mut whole = [fixed, rest].concat();
        whole.sort_unstable();
        Ok(match oracle.decide_set(&whole, control)? {
            OracleAnswer::Solution => None,
            OracleAnswer::Conflict(core) => {
                // The core may be much smaller than the rest that was tested, which saves many
                // deletions.
                let core: HashSet<usize> = core.into_iter().collect();
                Some(rest.iter().copied().filter(|part| core.contains(part)).collect())
            }
        })
    });
    set.sort_unstable();
    (set, stopped)
}

/// Adds parts to a set with a solution until no further part can be added.
///
/// # Errors
/// Returns the engine's answer if it is unknown or unsupported.
pub(super) fn grow_set(
    oracle: &mut SatisfiabilityOracle<'_>,
    set: &[usize],
    control: &Control,
) -> Result<Vec<usize>, Answer> {
    let lost = || Answer::Unknown(format!("{} loses a solution", oracle.spec()).into());
    let first = oracle.find_solution(set, control)?.ok_or_else(lost)?;
    // All parts that the solution satisfies by chance join at once.
    let mut grown = oracle.problem.satisfied_parts(&first);
    for part in oracle.problem.other_parts(&grown) {
        let index = grown.partition_point(|&other| other < part);
        grown.insert(index, part);
        if let OracleAnswer::Conflict(_) = oracle.decide_set(&grown, control)? {
            grown.remove(index);
        }
    }
    Ok(grown)
}
