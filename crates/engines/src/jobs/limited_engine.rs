//! Enforces the limits of an engine, even against its solver.

use std::sync::Arc;

use parallax_model::engine_api::{
    Answer, CandidateCallback, Control, Engine, PreparationError, QuestionOutcome, Session, Task,
    UnsatCore,
};
use parallax_model::{Constraint, Given, Kind, Model};

use super::IsolatedEngine;
use crate::Spec;
use crate::auto::EngineChooser;

/// An engine with a foreign solver that may not check the clock for a long time. Under a time
/// limit or in a race it works in a child process, which can be killed, unless the model is small.
#[derive(Clone, Debug)]
pub struct LimitedEngine(pub IsolatedEngine);

impl LimitedEngine {
    /// Makes the engine `auto` with its foreign engines in children; `child` gives their program
    /// and limits.
    #[must_use]
    pub fn auto_engine(child: IsolatedEngine) -> EngineChooser {
        EngineChooser::default().run_as(Arc::new(move |engine: Spec| {
            if engine.abilities().foreign {
                Arc::new(LimitedEngine(IsolatedEngine { engine, ..child.clone() }))
            } else {
                Arc::new(engine)
            }
        }))
    }
}

impl Engine for LimitedEngine {
    fn spec(&self) -> String {
        self.0.spec()
    }

    fn inner_engine(&self) -> Option<&dyn Engine> {
        Some(&self.0.engine)
    }

    fn prepare(
        &self,
        model: &Arc<Model>,
        seed: u64,
        control: &Control,
    ) -> Result<Box<dyn Session>, PreparationError> {
        let engine = &self.0.engine;
        let may_end_early = control.deadline().is_some() || control.is_racing();
        // A small model does not occupy a foreign solver for long, and a child takes milliseconds
        // to start.
        if !may_end_early || model_size(model, engine.largest_here()).is_some() {
            return engine.prepare(model, seed, control);
        }
        let child = self.0.prepare(model, seed, control)?;
        let (engine, model) = (engine.clone(), model.clone());
        Ok(Box::new(ChildSession { child, engine, model, seed, here: None }))
    }
}

/// A session in a child. Children do not compute cores; another session in this process does.
struct ChildSession {
    child: Box<dyn Session>,
    engine: Spec,
    model: Arc<Model>,
    seed: u64,
    here: Option<Box<dyn Session>>,
}

impl Session for ChildSession {
    fn ask(
        &mut self,
        givens: &[Given],
        task: Task,
        control: &Control,
        on_candidate: CandidateCallback<'_>,
    ) -> QuestionOutcome {
        self.child.ask(givens, task, control, on_candidate)
    }

    fn core(
        &mut self,
        givens: &[Given],
        constraints: &[usize],
        control: &Control,
    ) -> Result<Option<UnsatCore>, Answer> {
        // Most callers ask for no core, so the second session is prepared at the first request.
        let session = match &mut self.here {
            Some(session) => session,
            None => self.here.insert(self.engine.prepare(&self.model, self.seed, control)?),
        };
        session.core(givens, constraints, control)
    }
}

/// Returns the size of a model, if it is at most `max_size`: for each constraint, the number of
/// values of each variable that it names, plus the numbers in tables.
fn model_size(model: &Model, max_size: u64) -> Option<u64> {
    let mut size = 0u64;
    for posted in model.constraints() {
        let values = |v| model.domain(v).len();
        posted.constraint.each_variable(&mut |v| size = size.saturating_add(values(v)));
        if let Constraint::Table(table) = &posted.constraint {
            size = size.saturating_add((table.tuples.len() * table.scope.len()) as u64);
        }
        // The caller only compares, so the rest of a large model need not be visited.
        if size > max_size {
            return None;
        }
    }
    Some(size)
}

#[cfg(test)]
mod tests {
    use parallax_model::{AllDifferent, Domain, VarId};

    use super::*;
    use crate::spec::USUAL_SIZE;

    #[test]
    fn a_model_is_as_large_as_what_its_constraints_name() {
        let different = |variables: usize, values: i32| {
            let mut model = Model::new("different");
            for i in 0..variables {
                model.add_shown(format!("x{i}"), Domain::from_range(1, values)).unwrap();
            }
            let scope = (0..variables).map(VarId::new).collect();
            model.post("", Constraint::AllDifferent(AllDifferent { scope })).unwrap();
            model_size(&model, USUAL_SIZE)
        };
        assert_eq!((different(9, 9), different(128, 128)), (Some(81), Some(USUAL_SIZE)));
        assert_eq!((different(129, 128), different(2, 1_000_000_000)), (None, None));
    }

    #[test]
    fn the_family_is_that_of_the_engine() {
        let engine: Spec = "sat:batsat".parse().unwrap();
        let family = engine.family();
        let child = IsolatedEngine::new(engine, "parallax".into());
        assert_eq!(LimitedEngine(child).family(), family);
    }

    #[test]
    fn engines_are_large_by_their_leaves() {
        let of = |text: &str| text.parse::<Spec>().unwrap().largest_here();
        assert_eq!([of("sat:batsat"), of("reform"), of("cp:pumpkin")], [USUAL_SIZE; 3]);
        assert_eq!([of("smt:z3+bv"), of("reform:leaf=smt:z3")], [1 << 7; 2]);
    }
}
