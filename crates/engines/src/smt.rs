//! Engines that solve through SMT terms.

use std::fmt;
use std::sync::Arc;

use parallax_encodings::smt::SmtEncoding;
use parallax_model::Model;
use parallax_model::engine_api::{
    Control, EngineAbilities, EngineFamily, PreparationError, Session, SolverLineage,
};
use parallax_solvers::smt::SmtKind;

use super::spec::{
    ConfiguredEngine, EngineFacts, EngineKind, Spec, SpecFault, SpecParts, describe_terms,
    read_terms,
};

/// Maximum size of a model for SMT solvers, which translate and simplify without checking the
/// clock: a sum of 480 truth values keeps Z3 busy for 44 s.
const LARGEST_HERE: u64 = 1 << 7;

/// SMT terms and an SMT solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SmtEngine {
    /// The solver.
    pub solver: SmtKind,
    /// The representation of integers.
    pub encoding: SmtEncoding,
}

impl Spec {
    /// Returns an SMT engine with its default encoding.
    #[must_use]
    pub fn smt(solver: SmtKind) -> Self {
        Spec::new(SmtEngine { solver, encoding: SmtEncoding::Fd })
    }
}

impl fmt::Display for SmtEngine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "smt:{}+{}", self.solver, self.encoding)
    }
}

impl EngineKind for SmtEngine {
    const NAMES: &'static [&'static str] = &["smt"];

    fn parse_spec(text: &str) -> Option<Result<Self, SpecFault>> {
        let parts = SpecParts::split_parts(text);
        let solver = parts.name.strip_prefix("smt:")?;
        let read = || {
            let solver = solver.parse().map_err(SpecFault::part_fault)?;
            let encoding = parts.encoding.map_or(Ok(SmtEncoding::Fd), read_terms)?;
            parts.refuse_choices()?;
            Ok(SmtEngine { solver, encoding })
        };
        Some(read())
    }

    fn list_variants() -> Vec<Self> {
        let with = |&encoding| SmtEngine { solver: SmtKind::Z3, encoding };
        SmtEncoding::ALL.iter().map(with).collect()
    }

    fn list_defaults() -> Vec<Self> {
        vec![SmtEngine { solver: SmtKind::Z3, encoding: SmtEncoding::Fd }]
    }
}

impl ConfiguredEngine for SmtEngine {
    fn family(&self) -> EngineFamily {
        match self.solver {
            SmtKind::Z3 => EngineFamily::from_solver(SolverLineage::Z3),
        }
    }

    fn abilities(&self) -> EngineAbilities {
        EngineAbilities {
            foreign: true,
            stack_bytes: self.solver.stack_bytes(),
            ..EngineAbilities::default()
        }
    }

    fn description(&self) -> String {
        describe_terms(self.encoding).into()
    }

    fn engine_facts(&self) -> EngineFacts {
        EngineFacts::of_feature(self.solver.name())
    }

    fn start_session(
        &self,
        model: &Arc<Model>,
        seed: u64,
        control: &Control,
    ) -> Result<Box<dyn Session>, PreparationError> {
        session(model, self.solver, self.encoding, seed, control)
    }

    fn is_built(&self) -> bool {
        self.solver.is_built()
    }

    fn version(&self) -> String {
        self.solver.solver_version()
    }

    fn largest_here(&self) -> u64 {
        LARGEST_HERE
    }
}

/// Makes a session of an SMT solver.
#[cfg(not(feature = "z3"))]
fn session(
    _model: &Arc<Model>,
    solver: SmtKind,
    _encoding: SmtEncoding,
    _seed: u64,
    _control: &Control,
) -> Result<Box<dyn Session>, PreparationError> {
    Err(PreparationError::Unsupported(format!(
        "this build has no {solver} (cargo feature '{solver}')"
    )))
}

/// Makes a session of an SMT solver.
#[cfg(feature = "z3")]
fn session(
    model: &Arc<Model>,
    _solver: SmtKind,
    encoding: SmtEncoding,
    seed: u64,
    control: &Control,
) -> Result<Box<dyn Session>, PreparationError> {
    let script = parallax_translate::smt::write_script(&model.narrow_domains(), control)?;
    let script =
        script.encode_script(encoding).map_err(|e| PreparationError::Unsupported(e.to_string()))?;
    let solver = parallax_solvers::z3::Z3Solver::start_solver(Arc::new(script), seed, control)?;
    let shown = model.shown().iter().map(|v| v.index()).collect();
    Ok(Box::new(SmtSession { solver, shown, model: model.clone() }))
}

#[cfg(feature = "z3")]
use with_z3::SmtSession;

#[cfg(feature = "z3")]
mod with_z3 {
    use std::ops::ControlFlow;
    use std::sync::Arc;

    use parallax_model::engine_api::{
        CandidateCallback, Control, EffortCounters, EnumerationEnd, QuestionClock, QuestionOutcome,
        Session, Task,
    };
    use parallax_model::{Given, Model, Objective, Value};
    use parallax_solvers::z3::{Z3Question, Z3Solver};

    /// A model's script in a solver that works in a separate thread.
    pub(super) struct SmtSession {
        pub(super) solver: Z3Solver,
        pub(super) shown: Vec<usize>,
        pub(super) model: Arc<Model>,
    }

    fn cost_terms(objective: &Objective) -> Vec<(i64, usize)> {
        objective
            .cost_terms()
            .iter()
            .map(|term| (term.coefficient, term.variable.index()))
            .collect()
    }

    impl Session for SmtSession {
        fn ask(
            &mut self,
            givens: &[Given],
            task: Task,
            control: &Control,
            on_candidate: CandidateCallback<'_>,
        ) -> QuestionOutcome {
            let objective = self.model.objective().filter(|_| task == Task::Optimise);
            if task == Task::Optimise && objective.is_none() {
                return QuestionOutcome::without_objective();
            }
            let mut clock = QuestionClock::start_clock();
            let question = Z3Question {
                assume: givens.iter().map(|g| (g.variable.index(), g.value.into())).collect(),
                shown: self.shown.clone(),
                cost: objective.map(cost_terms),
                limit: task.solution_limit(),
                control: control.clone(),
            };
            let variables = self.model.variables().len();
            let mut strange = false;
            let mut values: Vec<Value> = Vec::new();
            let (found, mut ended, counters) =
                self.solver.enumerate_solutions(question, &mut |model| {
                    values.clear();
                    values
                        .extend(model[..variables].iter().filter_map(|&v| Value::try_from(v).ok()));
                    strange |= values.len() < variables;
                    if strange {
                        ControlFlow::Break(())
                    } else {
                        clock.run_outside(|| on_candidate(&values))
                    }
                });
            if strange {
                ended = EnumerationEnd::GaveUp(
                    "a value of the solver's model is not a 32-bit integer".into(),
                );
            }
            let mut named = EffortCounters::new();
            counters.into_iter().for_each(|(name, value)| named.add_amount(name, value));
            match objective {
                None => {
                    QuestionOutcome::from_enumeration(found, ended, named, clock.elapsed_time())
                }
                Some(objective) => {
                    // Every solution is better than the previous one.
                    let best = (found > 0 && !strange).then(|| objective.value_under(&values));
                    QuestionOutcome::from_optimisation(best, ended, named, clock.elapsed_time())
                }
            }
        }
    }
}
