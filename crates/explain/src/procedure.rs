//! The procedure of an explanation: decide, find minimal sets, confirm them, repair.

use std::sync::Arc;

use parallax_instance::{Instance, PuzzleSolution, Viewpoint};
use parallax_model::ModelError;
use parallax_model::engine_api::{Answer, Control, Engine};

use super::confirm::{ClaimConfirmation, ClaimConfirmer};
use super::explanation::{ExplainedFact, InstanceExplanation};
use super::instance_text::InstanceText;
use super::oracle::{OracleAnswer, SatisfiabilityOracle};
use super::repair_check::VerifiedRepair;
use super::value::decide_value;
use super::{ExplanationEngines, ExplanationOptions, ExplanationProblem, MinimalSets};

/// Explains an instance from a viewpoint. If `control` stops the work, returns the results so far.
///
/// # Errors
/// Returns an error if the instance has no such model.
pub fn explain_instance(
    instance: &dyn Instance,
    viewpoint: &Viewpoint,
    request: ExplanationOptions,
    engines: &ExplanationEngines,
    control: &Control,
) -> Result<InstanceExplanation, ModelError> {
    let mut problem = ExplanationProblem::from_instance(instance, viewpoint, control)?;
    if request.rules_only {
        problem = problem.rules_with_facts(&instance.givens(viewpoint));
    }
    let source = InstanceText::new(instance, &engines.confirmers, request.seed);
    let task = ExplanationTask { instance, viewpoint, request, engines, control, source };
    let (engine, problem, finding) = match request.about {
        None => task.decide_finding(problem),
        Some(given) => decide_value(&task, problem, given),
    };
    let mut why = InstanceExplanation {
        viewpoint: viewpoint.clone(),
        engine: engine.as_ref().map(|engine| engine.spec()).unwrap_or_default(),
        problem,
        about: request.about,
        finding,
        sets: Vec::new(),
        more: None,
        repair: None,
    };
    // Only facts that rest on a missing solution have sets to explain them.
    let explains = matches!(
        why.finding,
        ExplainedFact::Unsatisfiable | ExplainedFact::Forced(..) | ExplainedFact::Impossible(..)
    );
    if let (Some(engine), true) = (engine, explains) {
        // An engine of unknown family may be wrong, so its claim is tested before time is spent on
        // sets.
        match task.describe_refutation(&engine, &why.problem) {
            Some(how) => why.finding = ExplainedFact::Contradiction(how),
            None => task.explain_conflict(&engine, &mut why),
        }
    }
    Ok(why)
}

/// An explanation request: its options, engines and limits.
pub(super) struct ExplanationTask<'a> {
    pub instance: &'a dyn Instance,
    pub viewpoint: &'a Viewpoint,
    pub request: ExplanationOptions,
    pub engines: &'a ExplanationEngines,
    pub control: &'a Control,
    pub source: InstanceText<'a>,
}

/// Whether a problem has a solution, and the engine that decided it.
pub(super) struct ProblemDecision {
    pub engine: Option<Arc<dyn Engine>>,
    pub found: Result<Option<PuzzleSolution>, Answer>,
}

impl ExplanationTask<'_> {
    /// Decides whether a problem has a solution, with the first engine that can.
    pub(crate) fn decide_problem(&self, problem: &ExplanationProblem) -> ProblemDecision {
        let mut last = Answer::Unknown("there is no engine".into());
        for engine in &self.engines.deciders {
            match self.decide_with(engine, problem) {
                Ok(found) => {
                    return ProblemDecision { engine: Some(engine.clone()), found: Ok(found) };
                }
                Err(answer) => last = answer,
            }
            // Only an engine that does not support the problem passes it on to the next.
            if !matches!(last, Answer::Unsupported(_)) {
                break;
            }
        }
        ProblemDecision { engine: None, found: Err(last) }
    }

    fn decide_with(
        &self,
        engine: &Arc<dyn Engine>,
        problem: &ExplanationProblem,
    ) -> Result<Option<PuzzleSolution>, Answer> {
        let mut oracle =
            SatisfiabilityOracle::new(problem, engine, self.request.seed, self.control)?;
        // A session with cores may return no values, so the solution is found and checked by a
        // separate question.
        if let OracleAnswer::Conflict(_) = oracle.decide_set(&problem.all_parts(), self.control)? {
            return Ok(None);
        }
        let found = oracle.find_solution(&problem.all_parts(), self.control)?;
        let found = found.ok_or_else(|| {
            Answer::Unknown(format!("{} contradicts itself", engine.spec()).into())
        })?;
        Ok(Some(self.instance.solution(self.viewpoint, &found)))
    }

    fn decide_finding(
        &self,
        problem: ExplanationProblem,
    ) -> (Option<Arc<dyn Engine>>, ExplanationProblem, ExplainedFact) {
        let ProblemDecision { engine, found } = self.decide_problem(&problem);
        let finding = match found {
            Ok(Some(solution)) => ExplainedFact::Satisfiable(solution),
            Ok(None) => ExplainedFact::Unsatisfiable,
            Err(answer) => ExplainedFact::Unknown(unknown_reason(&answer)),
        };
        (engine, problem, finding)
    }

    /// Describes how another engine refutes that a problem has no solution, if the engine that
    /// claims it is of unknown family. The claims of other engines are refuted or confirmed set by
    /// set.
    fn describe_refutation(
        &self,
        engine: &Arc<dyn Engine>,
        problem: &ExplanationProblem,
    ) -> Option<String> {
        if !engine.family().is_unknown() {
            return None;
        }
        let model = problem.model_of(&problem.all_parts());
        match self.make_confirmer(engine).none_of([model], "there is one", self.control) {
            ClaimConfirmation::Refuted(how) => {
                Some(format!("{} claims that there is no solution; {how}", engine.spec()))
            }
            ClaimConfirmation::By(_) | ClaimConfirmation::Not(_) => None,
        }
    }

    /// Finds and confirms what the request asks for, of a problem without a solution.
    fn explain_conflict(&self, engine: &Arc<dyn Engine>, why: &mut InstanceExplanation) {
        let problem = why.problem.clone();
        let mut confirmer = self.make_confirmer(engine);
        let prepared = SatisfiabilityOracle::new(&problem, engine, self.request.seed, self.control);
        let Ok(mut oracle) =
            prepared.map_err(|answer| why.sets.push(self.unminimized_set(&problem, &answer)))
        else {
            return;
        };
        match self.request.sets {
            MinimalSets::All(limit) => self.find_all_sets(&mut oracle, &mut confirmer, limit, why),
            wanted => why.sets.push(self.find_one_set(&mut oracle, &mut confirmer, wanted)),
        }
        for set in &mut why.sets {
            self.narrow_rules(engine, &problem, &mut confirmer, set);
        }
        if self.request.repair {
            why.repair = Some(VerifiedRepair::find_repair(self, &mut oracle, &mut confirmer));
        }
    }

    fn make_confirmer(&self, engine: &Arc<dyn Engine>) -> ClaimConfirmer {
        let (family, seed) = (engine.family(), self.request.seed);
        ClaimConfirmer::new(&self.engines.confirmers, engine.spec(), family, seed)
    }
}

/// The reason of an answer, or its name if it has none.
pub(super) fn unknown_reason(answer: &Answer) -> String {
    answer.unknown_reason().map_or_else(|| answer.name().to_owned(), str::to_owned)
}
