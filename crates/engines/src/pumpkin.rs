//! Pumpkin, a constraint solver that learns, as an engine on the model itself.

use std::fmt;
use std::sync::Arc;

use parallax_model::Model;
use parallax_model::engine_api::{
    Control, EngineAbilities, EngineFamily, PreparationError, Session, SolverLineage,
};

use super::spec::{ConfiguredEngine, EngineFacts, EngineKind, Spec, SpecFault, SpecParts};

/// Its spec.
const ENGINE_NAME: &str = "cp:pumpkin";

/// The constraint solver Pumpkin, on the model itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PumpkinEngine;

impl Spec {
    /// Returns Pumpkin.
    #[must_use]
    pub fn pumpkin() -> Self {
        Spec::new(PumpkinEngine)
    }
}

impl fmt::Display for PumpkinEngine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(ENGINE_NAME)
    }
}

impl EngineKind for PumpkinEngine {
    const NAMES: &'static [&'static str] = &[ENGINE_NAME];

    fn parse_spec(text: &str) -> Option<Result<Self, SpecFault>> {
        SpecParts::read_plain(text, ENGINE_NAME, PumpkinEngine)
    }

    fn list_variants() -> Vec<Self> {
        vec![PumpkinEngine]
    }

    fn list_defaults() -> Vec<Self> {
        vec![PumpkinEngine]
    }
}

impl ConfiguredEngine for PumpkinEngine {
    fn family(&self) -> EngineFamily {
        EngineFamily::from_solver(SolverLineage::Pumpkin)
    }

    fn abilities(&self) -> EngineAbilities {
        EngineAbilities { foreign: true, ..EngineAbilities::default() }
    }

    fn description(&self) -> String {
        "constraints and lazy clauses, on the model itself".into()
    }

    fn engine_facts(&self) -> EngineFacts {
        let tasks = &["first", "all", "limit", "count"];
        EngineFacts { tasks, ..EngineFacts::of_feature("pumpkin") }
    }

    fn start_session(
        &self,
        model: &Arc<Model>,
        seed: u64,
        control: &Control,
    ) -> Result<Box<dyn Session>, PreparationError> {
        session(model, seed, control)
    }

    fn is_built(&self) -> bool {
        cfg!(feature = "pumpkin")
    }

    fn version(&self) -> String {
        if self.is_built() {
            parallax_solvers::pumpkin_version().into()
        } else {
            "not built".into()
        }
    }
}

/// Makes a session of Pumpkin.
#[cfg(not(feature = "pumpkin"))]
fn session(
    _model: &Arc<Model>,
    _seed: u64,
    _control: &Control,
) -> Result<Box<dyn Session>, PreparationError> {
    Err(PreparationError::Unsupported("this build has no Pumpkin (cargo feature 'pumpkin')".into()))
}

/// Makes a session of Pumpkin.
#[cfg(feature = "pumpkin")]
fn session(
    model: &Arc<Model>,
    seed: u64,
    control: &Control,
) -> Result<Box<dyn Session>, PreparationError> {
    let posted = parallax_translate::pumpkin::post_model(model, seed, control)?;
    Ok(Box::new(with_pumpkin::PumpkinSession { posted, model: model.clone() }))
}

#[cfg(feature = "pumpkin")]
mod with_pumpkin {
    use std::ops::ControlFlow;
    use std::sync::Arc;

    use parallax_model::engine_api::{
        CandidateCallback, Control, EffortCounters, EnumerationEnd, QuestionClock, QuestionOutcome,
        Session, StopReason, Task,
    };
    use parallax_model::{Given, Model, Value};
    use parallax_translate::pumpkin::PumpkinModel;
    use pumpkin_conflict_resolvers::resolvers::ResolutionResolver;
    use pumpkin_core::predicates::Predicate;
    use pumpkin_core::results::{ProblemSolution, SatisfactionResultUnderAssumptions as Result};
    use pumpkin_core::termination::TerminationCondition;
    use pumpkin_core::variables::Literal;

    /// Steps of the solver between two checks of the clock.
    const STEPS_BETWEEN_POLLS: u64 = 16;

    /// Number of solutions excluded by clauses, after which assumptions find the rest. Pumpkin
    /// never forgets clauses, and the more there are, the longer each solution takes.
    const MAX_BLOCKED_SOLUTIONS: u64 = 32;

    /// A model inside Pumpkin. Givens are assumed; the first solutions are excluded by clauses
    /// that a literal of each question activates, and after that assumptions walk the tree of
    /// the shown variables' values.
    pub(super) struct PumpkinSession {
        pub(super) posted: PumpkinModel,
        pub(super) model: Arc<Model>,
    }

    /// Is polled at every step: at each decision and after each conflict.
    struct PumpkinTermination<'c> {
        control: &'c Control,
        steps: u64,
        stopped: Option<StopReason>,
    }

    impl TerminationCondition for PumpkinTermination<'_> {
        fn should_stop(&mut self) -> bool {
            self.steps += 1;
            if self.steps.is_multiple_of(STEPS_BETWEEN_POLLS) {
                self.stopped = self.stopped.or_else(|| self.control.stop_reason());
            }
            self.stopped.is_some()
        }
    }

    /// The result of one call of the solver.
    enum PumpkinResult {
        Values(Vec<Value>),
        Nothing,
        Stopped,
    }

    impl PumpkinSession {
        fn next(
            &mut self,
            assumed: &[Predicate],
            watch: &mut PumpkinTermination<'_>,
        ) -> PumpkinResult {
            let mut brancher = self.posted.solver.default_brancher();
            let mut resolver = ResolutionResolver::default();
            let solver = &mut self.posted.solver;
            match solver.satisfy_under_assumptions(&mut brancher, watch, &mut resolver, assumed) {
                Result::Satisfiable(found) => {
                    let solution = found.solution();
                    let variables = self.posted.variables.iter();
                    PumpkinResult::Values(
                        variables.map(|&v| solution.get_integer_value(v)).collect(),
                    )
                }
                Result::UnsatisfiableUnderAssumptions(_) => PumpkinResult::Nothing,
                Result::Unsatisfiable(_) => {
                    self.posted.contradictory = true;
                    PumpkinResult::Nothing
                }
                Result::Unknown(_) => PumpkinResult::Stopped,
            }
        }

        /// Excludes the shown part of a solution if `guard` is true.
        fn block_solution(&mut self, guard: Literal, values: &[Value]) {
            let shown = self.model.shown().iter();
            let mut clause: Vec<Predicate> =
                shown.map(|&v| !self.posted.equals_predicate(v, values[v.index()])).collect();
            clause.push(guard.get_false_predicate());
            let tag = self.posted.solver.new_constraint_tag();
            self.posted.solver.add_clause(clause, tag);
            self.posted.contradictory |= self.posted.solver.is_inconsistent();
        }

        fn enumerate_solutions(
            &mut self,
            mut assumed: Vec<Predicate>,
            question: &mut PumpkinQuestion<'_>,
        ) -> EnumerationEnd {
            let mut guard = None;
            while question.found < MAX_BLOCKED_SOLUTIONS {
                let values = match self.find_solution(&assumed, question) {
                    Ok(values) => values,
                    Err(ended) => return ended,
                };
                if question.report_solution(&values).is_break() {
                    return EnumerationEnd::Enough;
                }
                // The literal is made with the first clause, so that a question with one solution
                // needs none.
                let guard = *guard.get_or_insert_with(|| {
                    let guard = self.posted.solver.new_literal();
                    assumed.push(guard.get_true_predicate());
                    guard
                });
                self.block_solution(guard, &values);
            }
            self.walk_assumptions(assumed, question)
        }

        /// Reports the solutions by assumptions alone: the first shown variables have the values of
        /// a path, and the next one differs from the values tried there.
        fn walk_assumptions(
            &mut self,
            mut assumed: Vec<Predicate>,
            question: &mut PumpkinQuestion<'_>,
        ) -> EnumerationEnd {
            let model = self.model.clone();
            let shown = model.shown();
            let base = assumed.len();
            // `path` has values of the first shown variables. `tried[i]` has the values of variable
            // i that are exhausted below the first i of them, so `tried` is one longer than `path`.
            let mut path: Vec<Value> = Vec::with_capacity(shown.len());
            let mut tried: Vec<Vec<Value>> = vec![Vec::new()];
            loop {
                assumed.truncate(base);
                let known = shown.iter().zip(&path);
                assumed.extend(known.map(|(&v, &value)| self.posted.equals_predicate(v, value)));
                // When every value of the domain is exhausted, the solver need not confirm it.
                let all_tried = match (shown.get(path.len()), tried.last()) {
                    (Some(&v), Some(tried)) => {
                        assumed.extend(
                            tried.iter().map(|&value| !self.posted.equals_predicate(v, value)),
                        );
                        tried.len() as u64 >= model.domain(v).len()
                    }
                    _ => false,
                };
                let answer = if all_tried {
                    Err(EnumerationEnd::Exhausted)
                } else {
                    self.find_solution(&assumed, question)
                };
                match answer {
                    Err(EnumerationEnd::Exhausted) => {
                        tried.pop();
                        if path.pop().is_none() {
                            return EnumerationEnd::Exhausted;
                        }
                    }
                    Err(ended) => return ended,
                    Ok(values) => {
                        if question.report_solution(&values).is_break() {
                            return EnumerationEnd::Enough;
                        }
                        // The path goes down to the solution. On the way up, each of its values
                        // counts as tried: the subtree below is searched first, the deepest
                        // variable before the others.
                        for v in &shown[path.len()..] {
                            let value = values[v.index()];
                            if let Some(tried) = tried.last_mut() {
                                tried.push(value);
                            }
                            path.push(value);
                            tried.push(Vec::new());
                        }
                        // Nothing remains below the last variable.
                        tried.pop();
                        if path.pop().is_none() {
                            return EnumerationEnd::Exhausted;
                        }
                    }
                }
            }
        }

        /// Finds a solution under assumptions.
        ///
        /// # Errors
        /// [`EnumerationEnd`], if it finds none.
        fn find_solution(
            &mut self,
            assumed: &[Predicate],
            question: &mut PumpkinQuestion<'_>,
        ) -> std::result::Result<Vec<Value>, EnumerationEnd> {
            if self.posted.contradictory {
                return Err(EnumerationEnd::Exhausted);
            }
            match self.next(assumed, &mut question.watch) {
                PumpkinResult::Values(values) => Ok(values),
                PumpkinResult::Nothing => Err(EnumerationEnd::Exhausted),
                PumpkinResult::Stopped => {
                    let stop = question.watch.stopped.map(EnumerationEnd::Stopped);
                    let why = || EnumerationEnd::GaveUp("Pumpkin stopped on its own".into());
                    Err(stop.unwrap_or_else(why))
                }
            }
        }
    }

    /// One question while it is being answered.
    struct PumpkinQuestion<'q> {
        task: Task,
        watch: PumpkinTermination<'q>,
        clock: QuestionClock,
        found: u64,
        on_candidate: CandidateCallback<'q>,
    }

    impl PumpkinQuestion<'_> {
        /// Reports a solution; breaks if no more are requested.
        fn report_solution(&mut self, values: &[Value]) -> ControlFlow<()> {
            self.found += 1;
            self.clock.run_outside(|| (self.on_candidate)(values))?;
            if self.task.solution_limit().is_some_and(|limit| self.found >= limit) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        }
    }

    impl Session for PumpkinSession {
        fn ask(
            &mut self,
            givens: &[Given],
            task: Task,
            control: &Control,
            on_candidate: CandidateCallback<'_>,
        ) -> QuestionOutcome {
            if task == Task::Optimise {
                return QuestionOutcome::without_best();
            }
            let watch = PumpkinTermination { control, steps: 0, stopped: control.stop_reason() };
            let clock = QuestionClock::start_clock();
            let mut question = PumpkinQuestion { task, watch, clock, found: 0, on_candidate };
            let open = givens.iter().all(|g| self.model.domain(g.variable).contains(g.value));
            let ended = if let Some(stop) = question.watch.stopped {
                EnumerationEnd::Stopped(stop)
            } else if task.solution_limit() == Some(0) {
                EnumerationEnd::Enough
            } else if !open {
                EnumerationEnd::Exhausted
            } else {
                let assumed =
                    givens.iter().map(|g| self.posted.equals_predicate(g.variable, g.value));
                self.enumerate_solutions(assumed.collect(), &mut question)
            };
            let mut counters = EffortCounters::new();
            counters.add_amount("steps", question.watch.steps);
            QuestionOutcome::from_enumeration(
                question.found,
                ended,
                counters,
                question.clock.elapsed_time(),
            )
        }
    }
}
