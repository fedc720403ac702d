//! The procedure of an explanation: decide, find minimal sets, confirm them, repair.

use std::sync::Arc;

use parallax_model::ModelError;
use parallax_model::ask::{Answer, Control, Engine};
use parallax_model::instance::{Instance, PuzzleSolution, Viewpoint};

use super::confirm::{Confirmed, Confirmer};
use super::explained::{Finding, Why};
use super::oracle::{Decision, Oracle};
use super::repair_check::Repair;
use super::source::Source;
use super::value::sides;
use super::{Engines, MinimalSets, Problem, Request};

/// Explains an instance from a viewpoint. If `control` stops the work, returns the results so far.
///
/// # Errors
/// Returns an error if the instance has no such model.
pub fn explain(
    instance: &dyn Instance,
    viewpoint: &Viewpoint,
    request: Request,
    engines: &Engines,
    control: &Control,
) -> Result<Why, ModelError> {
    let mut problem = Problem::of(instance, viewpoint, control)?;
    if request.rules_only {
        problem = problem.rules(&instance.givens(viewpoint));
    }
    let source = Source::new(instance, &engines.confirmers, request.seed);
    let task = Task { instance, viewpoint, request, engines, control, source };
    let (engine, problem, finding) = match request.about {
        None => task.decided(problem),
        Some(given) => sides(&task, problem, given),
    };
    let mut why = Why {
        viewpoint: viewpoint.clone(),
        engine: engine.as_ref().map(|engine| engine.spec()).unwrap_or_default(),
        problem,
        about: request.about,
        finding,
        sets: Vec::new(),
        more: None,
        repair: None,
    };
    let explains = matches!(
        why.finding,
        Finding::Unsatisfiable | Finding::Forced(..) | Finding::Impossible(..)
    );
    if let (Some(engine), true) = (engine, explains) {
        match task.refuted(&engine, &why.problem) {
            Some(how) => why.finding = Finding::Contradiction(how),
            None => task.explain(&engine, &mut why),
        }
    }
    Ok(why)
}

/// An explanation request: its options, engines and limits.
pub(super) struct Task<'a> {
    pub instance: &'a dyn Instance,
    pub viewpoint: &'a Viewpoint,
    pub request: Request,
    pub engines: &'a Engines,
    pub control: &'a Control,
    pub source: Source<'a>,
}

/// Whether a problem has a solution, and the engine that decided it.
pub(super) struct Decided {
    pub engine: Option<Arc<dyn Engine>>,
    pub found: Result<Option<PuzzleSolution>, Answer>,
}

impl Task<'_> {
    /// Decides whether a problem has a solution, with the first engine that can.
    pub(crate) fn decide(&self, problem: &Problem) -> Decided {
        let mut last = Answer::Unknown("there is no engine".into());
        for engine in &self.engines.deciders {
            match self.decide_with(engine, problem) {
                Ok(found) => return Decided { engine: Some(engine.clone()), found: Ok(found) },
                Err(answer) => last = answer,
            }
            if !matches!(last, Answer::Unsupported(_)) {
                break;
            }
        }
        Decided { engine: None, found: Err(last) }
    }

    fn decide_with(
        &self,
        engine: &Arc<dyn Engine>,
        problem: &Problem,
    ) -> Result<Option<PuzzleSolution>, Answer> {
        let mut oracle = Oracle::new(problem, engine, self.request.seed, self.control)?;
        if let Decision::Conflict(_) = oracle.decide(&problem.all(), self.control)? {
            return Ok(None);
        }
        let found = oracle.solution(&problem.all(), self.control)?;
        let found = found.ok_or_else(|| {
            Answer::Unknown(format!("{} contradicts itself", engine.spec()).into())
        })?;
        Ok(Some(self.instance.solution(self.viewpoint, &found)))
    }

    fn decided(&self, problem: Problem) -> (Option<Arc<dyn Engine>>, Problem, Finding) {
        let Decided { engine, found } = self.decide(&problem);
        let finding = match found {
            Ok(Some(solution)) => Finding::Satisfiable(solution),
            Ok(None) => Finding::Unsatisfiable,
            Err(answer) => Finding::Unknown(reason(&answer)),
        };
        (engine, problem, finding)
    }

    /// Describes how another engine refutes that a problem has no solution, if the engine that
    /// claims it is of unknown family. The claims of other engines are refuted or confirmed set by
    /// set.
    fn refuted(&self, engine: &Arc<dyn Engine>, problem: &Problem) -> Option<String> {
        if !engine.family().is_unknown() {
            return None;
        }
        let model = problem.model_of(&problem.all());
        match self.confirmer(engine).none_of([model], "there is one", self.control) {
            Confirmed::Refuted(how) => {
                Some(format!("{} claims that there is no solution; {how}", engine.spec()))
            }
            Confirmed::By(_) | Confirmed::Not(_) => None,
        }
    }

    /// Finds and confirms what the request asks for, of a problem without a solution.
    fn explain(&self, engine: &Arc<dyn Engine>, why: &mut Why) {
        let problem = why.problem.clone();
        let mut confirmer = self.confirmer(engine);
        let prepared = Oracle::new(&problem, engine, self.request.seed, self.control);
        let Ok(mut oracle) =
            prepared.map_err(|answer| why.sets.push(self.unminimized(&problem, &answer)))
        else {
            return;
        };
        match self.request.sets {
            MinimalSets::All(limit) => self.all(&mut oracle, &mut confirmer, limit, why),
            wanted => why.sets.push(self.one(&mut oracle, &mut confirmer, wanted)),
        }
        for set in &mut why.sets {
            self.narrow(engine, &problem, &mut confirmer, set);
        }
        if self.request.repair {
            why.repair = Some(Repair::find(self, &mut oracle, &mut confirmer));
        }
    }

    fn confirmer(&self, engine: &Arc<dyn Engine>) -> Confirmer {
        let (family, seed) = (engine.family(), self.request.seed);
        Confirmer::new(&self.engines.confirmers, engine.spec(), family, seed)
    }
}

/// The reason of an answer, or its name if it has none.
pub(super) fn reason(answer: &Answer) -> String {
    answer.reason().map_or_else(|| answer.name().to_owned(), str::to_owned)
}
