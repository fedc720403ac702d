//! Engines that solve through SMT terms.

use std::sync::Arc;

use parallax_encodings::smt::SmtEncoding;
use parallax_model::Model;
use parallax_model::ask::{Control, Refusal, Session};
use parallax_solvers::smt::SmtKind;

/// Makes a session of an SMT solver.
#[cfg(not(feature = "z3"))]
pub(super) fn session(
    _model: &Arc<Model>,
    solver: SmtKind,
    _encoding: SmtEncoding,
    _seed: u64,
    _control: &Control,
) -> Result<Box<dyn Session>, Refusal> {
    Err(Refusal::Unsupported(format!("this build has no {solver} (cargo feature '{solver}')")))
}

/// Makes a session of an SMT solver.
#[cfg(feature = "z3")]
pub(super) fn session(
    model: &Arc<Model>,
    _solver: SmtKind,
    encoding: SmtEncoding,
    seed: u64,
    control: &Control,
) -> Result<Box<dyn Session>, Refusal> {
    let script = parallax_translate::smt::script(&model.narrowed(), control)?;
    let script = script.encode(encoding).map_err(|e| Refusal::Unsupported(e.to_string()))?;
    let solver = parallax_solvers::z3::Z3Solver::start(Arc::new(script), seed, control)?;
    let shown = model.shown().iter().map(|v| v.index()).collect();
    Ok(Box::new(SmtSession { solver, shown, model: model.clone() }))
}

#[cfg(feature = "z3")]
use with_z3::SmtSession;

#[cfg(feature = "z3")]
mod with_z3 {
    use std::ops::ControlFlow;
    use std::sync::Arc;

    use parallax_model::ask::{
        Clock, Control, Counters, Ended, OnCandidate, Outcome, Session, Task,
    };
    use parallax_model::{Given, Model, Objective, Value};
    use parallax_solvers::z3::{Question, Z3Solver};

    /// A model's script inside a solver that lives in a thread of its own.
    pub(super) struct SmtSession {
        pub(super) solver: Z3Solver,
        pub(super) shown: Vec<usize>,
        pub(super) model: Arc<Model>,
    }

    fn cost(objective: &Objective) -> Vec<(i64, usize)> {
        objective.cost().iter().map(|term| (term.coefficient, term.variable.index())).collect()
    }

    impl Session for SmtSession {
        fn ask(
            &mut self,
            givens: &[Given],
            task: Task,
            control: &Control,
            on_candidate: OnCandidate<'_>,
        ) -> Outcome {
            let objective = self.model.objective().filter(|_| task == Task::Optimise);
            if task == Task::Optimise && objective.is_none() {
                return Outcome::without_objective();
            }
            let mut clock = Clock::start();
            let question = Question {
                assume: givens.iter().map(|g| (g.variable.index(), g.value.into())).collect(),
                shown: self.shown.clone(),
                cost: objective.map(cost),
                limit: task.limit(),
                control: control.clone(),
            };
            let variables = self.model.variables().len();
            let mut strange = false;
            let mut values: Vec<Value> = Vec::new();
            let (found, mut ended, counters) = self.solver.enumerate(question, &mut |model| {
                values.clear();
                values.extend(model[..variables].iter().filter_map(|&v| Value::try_from(v).ok()));
                strange |= values.len() < variables;
                if strange {
                    ControlFlow::Break(())
                } else {
                    clock.outside(|| on_candidate(&values))
                }
            });
            if strange {
                ended = Ended::GaveUp("a value of the solver's model is no 32-bit integer".into());
            }
            let mut named = Counters::new();
            counters.into_iter().for_each(|(name, value)| named.add(name, value));
            match objective {
                None => Outcome::enumerated(found, ended, named, clock.elapsed()),
                Some(objective) => {
                    // Every solution is better than the previous one.
                    let best = (found > 0 && !strange).then(|| objective.value(&values));
                    Outcome::optimised(best, ended, named, clock.elapsed())
                }
            }
        }
    }
}
