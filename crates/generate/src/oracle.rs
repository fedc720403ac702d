//! Counts the solutions of instances for generators.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use parallax_engines::Spec;
use parallax_instance::{Instance, PuzzleSolution, Viewpoint};
use parallax_model::engine_api::{Answer, Control, Engine, Session, Task};
use parallax_model::{Given, Model};

use super::oracle_error::{OracleError, OracleFault, WrongSolution};

/// Counts solutions with one engine, up to two. Instances of one shape share a session.
pub struct SolutionOracle {
    engine: Spec,
    control: Control,
    prepared: Option<OracleSession>,
    fault: Option<OracleFault>,
}

/// A session for all instances of one shape.
struct OracleSession {
    shape: String,
    viewpoint: Viewpoint,
    model: Arc<Model>,
    session: Box<dyn Session>,
}

impl SolutionOracle {
    /// Returns an oracle that queries this engine until `control` stops the work.
    #[must_use]
    pub fn new(engine: Spec, control: &Control) -> Self {
        SolutionOracle { engine, control: control.clone(), prepared: None, fault: None }
    }

    /// Returns the number of solutions, 2 for several. Returns `None` if the engine was stopped, or
    /// cannot answer, or returned a wrong solution; then [`fault`](SolutionOracle::last_fault)
    /// gives the reason.
    pub fn count_solutions(&mut self, instance: &dyn Instance) -> Option<u64> {
        self.find_solutions(instance, &[], 2).map(|found| found.len() as u64)
    }

    /// Returns the first `limit` solutions with more givens, all of them if there are fewer.
    /// Returns `None` as [`count_solutions`](SolutionOracle::count_solutions) does.
    pub(super) fn find_solutions(
        &mut self,
        instance: &dyn Instance,
        more: &[Given],
        limit: u64,
    ) -> Option<Vec<PuzzleSolution>> {
        match self.ask_engine(instance, more, limit) {
            Ok(found) => found,
            Err(error) => {
                // After a fault, the session may be in any state; the next question prepares a new
                // one.
                self.prepared = None;
                self.fault = Some(OracleFault { engine: self.engine.spec(), error });
                None
            }
        }
    }

    /// Returns the reason why the last count failed, if it was not stopped.
    #[must_use]
    pub fn last_fault(&self) -> Option<&OracleFault> {
        self.fault.as_ref()
    }

    /// Returns the control of the run.
    #[must_use]
    pub fn control(&self) -> &Control {
        &self.control
    }

    fn ask_engine(
        &mut self,
        instance: &dyn Instance,
        more: &[Given],
        limit: u64,
    ) -> Result<Option<Vec<PuzzleSolution>>, OracleError> {
        if self.control.stop_reason().is_some() {
            return Ok(None);
        }
        let control = self.control.clone();
        let Some(prepared) = self.prepare_session(instance)? else { return Ok(None) };
        let OracleSession { viewpoint, model, session, .. } = prepared;
        let mut givens = instance.givens(viewpoint);
        givens.extend(more);
        let mut found: Vec<PuzzleSolution> = Vec::new();
        let mut seen = HashSet::new();
        let mut wrong: Option<WrongSolution> = None;
        let outcome = session.ask(&givens, Task::Limit(limit), &control, &mut |values| {
            match model.check(&givens, values) {
                Ok(solution) => {
                    let solution = instance.solution(viewpoint, &solution);
                    wrong = instance.rules(&solution).err().map(WrongSolution::from);
                    // Two solutions of the model that are one solution of the puzzle would make a
                    // unique puzzle look ambiguous.
                    if wrong.is_none() && !seen.insert(solution.clone()) {
                        wrong = Some(WrongSolution::Repeat);
                    }
                    found.push(solution);
                }
                Err(broken) => wrong = Some(broken.into()),
            }
            if wrong.is_none() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        if let Some(wrong) = wrong {
            return Err(wrong.into());
        }
        match (outcome.answer, outcome.stopped) {
            // A stop comes first, since it also makes answers unknown or incomplete.
            _ if control.stop_reason().is_some() => Ok(None),
            (answer @ (Answer::Unknown(_) | Answer::Unsupported(_)), _) => {
                Err(OracleError::Unanswered(answer))
            }
            (_, Some(reason)) => Err(OracleError::EngineEnd(reason)),
            _ => Ok(Some(found)),
        }
    }

    /// Returns the session for an instance; `None` if `control` stopped its preparation.
    fn prepare_session(
        &mut self,
        instance: &dyn Instance,
    ) -> Result<Option<&mut OracleSession>, OracleError> {
        let viewpoint = instance.default_viewpoint();
        let shape = instance.shape_key(&viewpoint);
        // A generator asks about many boards that differ in their givens only. Equal shapes have
        // equal models, and the givens are assumptions.
        if self.prepared.as_ref().is_none_or(|prepared| prepared.shape != shape) {
            let model = Arc::new(instance.model(&viewpoint)?);
            let session = match self.engine.prepare(&model, 0, &self.control) {
                Ok(session) => session,
                Err(_) if self.control.stop_reason().is_some() => return Ok(None),
                Err(refusal) => return Err(OracleError::Refused(refusal)),
            };
            self.prepared = Some(OracleSession { shape, viewpoint, model, session });
        }
        Ok(self.prepared.as_mut())
    }
}

#[cfg(test)]
mod tests {
    use parallax_puzzles::Puzzle;
    use parallax_puzzles::latin::LatinPuzzle;

    use super::*;

    #[test]
    fn solutions_are_counted_up_to_two_by_every_engine() {
        let control = Control::unlimited();
        for engine in ["native", "sat:batsat+direct", "brute"] {
            let mut oracle = SolutionOracle::new(engine.parse().unwrap(), &control);
            let mut count = |clues: [i32; 4]| {
                let clues = clues.map(|value| (value > 0).then_some(value)).to_vec();
                oracle.count_solutions(&LatinPuzzle::new(2, clues).unwrap())
            };
            let counts = [[0; 4], [1, 0, 0, 0], [1, 1, 0, 0], [1, 2, 2, 1], [0; 4]].map(&mut count);
            assert_eq!(counts, [2, 1, 0, 1, 2].map(Some), "{engine}");
            let three = Puzzle::from_name("magic:3").unwrap().unwrap();
            if engine != "brute" {
                assert_eq!(oracle.count_solutions(&*three), Some(2), "{engine}");
            }
        }
    }

    #[test]
    fn what_stops_or_fails_is_told_apart() {
        let control = Control::unlimited();
        let mut oracle = SolutionOracle::new("native,limit=1".parse().unwrap(), &control);
        assert_eq!(oracle.count_solutions(&LatinPuzzle::without_clues(5).unwrap()), None);
        assert!(
            oracle
                .last_fault()
                .is_some_and(|fault| fault.to_string().starts_with("native,limit=1: "))
        );
        let mut oracle = SolutionOracle::new(Spec::native(), &control);
        control.cancel_work();
        assert_eq!(oracle.count_solutions(&LatinPuzzle::without_clues(5).unwrap()), None);
        assert_eq!(oracle.last_fault(), None);
    }
}
