//! A repair, verified by a solution of the remaining parts.

use parallax_instance::PuzzleSolution;
use parallax_model::engine_api::Answer;
use parallax_model::{Given, Solution};

use super::confirm::{ClaimConfirmation, ClaimConfirmer};
use super::oracle::SatisfiabilityOracle;
use super::part::ExplanationPart;
use super::procedure::ExplanationTask;
use super::repair::{SmallestCorrection, find_smallest_correction};
use super::{ExplanationProblem, OpenReason};

/// A smallest set of parts to drop so that there is a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct VerifiedRepair {
    /// Indices in [`ExplanationProblem::parts`], ascending.
    pub drop: Vec<usize>,
    /// For each clue that is dropped, the variable with its value in the solution.
    pub instead: Vec<Given>,
    /// If one part is dropped: the others that could be dropped instead, and for a clue its
    /// variable with the value in a solution.
    pub others: Vec<(usize, Option<Given>)>,
    /// A solution of the remaining parts, which was checked.
    pub solution: PuzzleSolution,
    /// Whether engines of other families agree that the rest has a solution and that dropping fewer
    /// parts does not suffice.
    pub confirmed: ClaimConfirmation,
    /// Whether only clues could be dropped, because the rules are kept.
    pub clues_only: bool,
}

impl VerifiedRepair {
    /// Finds and confirms a smallest repair.
    pub(super) fn find_repair(
        task: &ExplanationTask<'_>,
        oracle: &mut SatisfiabilityOracle<'_>,
        confirmer: &mut ClaimConfirmer,
    ) -> Result<VerifiedRepair, OpenReason> {
        let (control, seed) = (task.control, task.request.seed);
        let correction = find_smallest_correction(oracle, task.engines, seed, control)?;
        let problem = oracle.problem;
        let left = problem.other_parts(&correction.drop);
        let lost = || Answer::Unknown("the rest has no solution after all".into());
        let solution = oracle.find_solution(&left, control);
        let solution = solution.and_then(|found| found.ok_or_else(lost))?;
        let instead = |part: usize, solution: &Solution| match &problem.parts()[part] {
            ExplanationPart::Clue(given) => {
                Some(Given { value: solution.value(given.variable), ..*given })
            }
            ExplanationPart::Rule { .. } => None,
        };
        let mut others = Vec::new();
        // A part in every known conflict may still not suffice, so each alternative is tried.
        for part in correction.alternative_parts() {
            match oracle.find_solution(&problem.other_parts(&[part]), control) {
                Ok(Some(found)) => others.push((part, instead(part, &found))),
                Ok(None) => {}
                Err(_) => break,
            }
        }
        Ok(VerifiedRepair {
            instead: correction.drop.iter().filter_map(|&part| instead(part, &solution)).collect(),
            others,
            confirmed: confirm_repair(task, confirmer, problem, &correction),
            solution: task.instance.solution(task.viewpoint, &solution),
            clues_only: !correction.fixed.is_empty(),
            drop: correction.drop,
        })
    }
}

fn confirm_repair(
    task: &ExplanationTask<'_>,
    confirmer: &mut ClaimConfirmer,
    problem: &ExplanationProblem,
    correction: &SmallestCorrection,
) -> ClaimConfirmation {
    let left = problem.model_of(&problem.other_parts(&correction.drop));
    let conflicts =
        correction.conflicts.iter().map(|set| problem.model_of(&correction.with_fixed_parts(set)));
    let solved = confirmer.each_of([left], "of the rest", task.control);
    let conflicting = confirmer.none_of(conflicts, "a conflict has a solution", task.control);
    let bound = match correction.conflicts.fewer_than(correction.drop.len()) {
        Ok(bound) => confirmer.none_of([bound], "fewer parts may suffice", task.control),
        Err(error) => ClaimConfirmation::Not(error.to_string()),
    };
    let in_model = solved.combine_with(conflicting).combine_with(bound);
    // Parts that the model always has were never dropped, so the bound says nothing about them.
    if !task.source.always_posted(problem).is_empty() {
        let why = "to drop one of the parts that the model always has may suffice".to_owned();
        return in_model.combine_with(ClaimConfirmation::Not(why));
    }
    let rest = [problem.other_parts(&correction.drop)];
    let conflicts = correction.conflicts.iter().map(|set| correction.with_fixed_parts(set));
    let solved = task.source.each_has(problem, rest, true, task.control);
    let conflicting = task.source.each_has(problem, conflicts, false, task.control);
    let in_text = solved.and_then(|solved| Some(solved.combine_with(conflicting?)));
    in_text.map_or(in_model.clone(), |own| in_model.combine_with(own))
}
