//! Pumpkin, a constraint solver that learns, as an engine on the model itself.

use std::sync::Arc;

use crate::ask::{Control, Refusal, Session};
use crate::model::Model;

/// A session of Pumpkin.
#[cfg(not(feature = "pumpkin"))]
pub(super) fn session(
    _model: &Arc<Model>,
    _seed: u64,
    _control: &Control,
) -> Result<Box<dyn Session>, Refusal> {
    Err(Refusal::Unsupported("this build has no Pumpkin (cargo feature 'pumpkin')".into()))
}

/// A session of Pumpkin.
#[cfg(feature = "pumpkin")]
pub(super) fn session(
    model: &Arc<Model>,
    seed: u64,
    control: &Control,
) -> Result<Box<dyn Session>, Refusal> {
    let posted = crate::lower::pumpkin::post(model, seed, control)?;
    Ok(Box::new(with_pumpkin::PumpkinSession { posted, model: model.clone() }))
}

#[cfg(feature = "pumpkin")]
mod with_pumpkin {
    use std::sync::Arc;

    use pumpkin_conflict_resolvers::resolvers::ResolutionResolver;
    use pumpkin_core::predicates::Predicate;
    use pumpkin_core::results::{ProblemSolution, SatisfactionResultUnderAssumptions as Result};
    use pumpkin_core::termination::TerminationCondition;
    use pumpkin_core::variables::Literal;

    use crate::ask::{Clock, Control, Counters, Ended, OnCandidate, Outcome, Session, Stop, Task};
    use crate::lower::pumpkin::Posted;
    use crate::model::{Given, Model, Value};

    /// How many steps the solver takes between two looks at the clock.
    const STEPS_BETWEEN_LOOKS: u64 = 16;

    /// A model inside Pumpkin. Givens are assumed; solutions are enumerated by
    /// blocking clauses that a literal of each question switches on.
    pub(super) struct PumpkinSession {
        pub(super) posted: Posted,
        pub(super) model: Arc<Model>,
    }

    /// Asked at every step: at each decision and after each conflict.
    struct Watch<'c> {
        control: &'c Control,
        steps: u64,
        stopped: Option<Stop>,
    }

    impl TerminationCondition for Watch<'_> {
        fn should_stop(&mut self) -> bool {
            self.steps += 1;
            if self.steps.is_multiple_of(STEPS_BETWEEN_LOOKS) {
                self.stopped = self.stopped.or_else(|| self.control.stopped());
            }
            self.stopped.is_some()
        }
    }

    /// What one call of the solver came to.
    enum Found {
        Values(Vec<Value>),
        Nothing,
        Stopped,
    }

    impl PumpkinSession {
        fn next(&mut self, assumed: &[Predicate], watch: &mut Watch<'_>) -> Found {
            let mut brancher = self.posted.solver.default_brancher();
            let mut resolver = ResolutionResolver::default();
            let solver = &mut self.posted.solver;
            match solver.satisfy_under_assumptions(&mut brancher, watch, &mut resolver, assumed) {
                Result::Satisfiable(found) => {
                    let solution = found.solution();
                    let variables = self.posted.variables.iter();
                    Found::Values(variables.map(|&v| solution.get_integer_value(v)).collect())
                }
                Result::UnsatisfiableUnderAssumptions(_) => Found::Nothing,
                Result::Unsatisfiable(_) => {
                    self.posted.contradictory = true;
                    Found::Nothing
                }
                Result::Unknown(_) => Found::Stopped,
            }
        }

        /// Excludes the shown part of a solution where `guard` is true.
        fn block(&mut self, guard: Literal, values: &[Value]) {
            let shown = self.model.shown().iter();
            let mut clause: Vec<Predicate> =
                shown.map(|&v| !self.posted.equals(v, values[v.index()])).collect();
            clause.push(guard.get_false_predicate());
            let tag = self.posted.solver.new_constraint_tag();
            self.posted.solver.add_clause(clause, tag);
            self.posted.contradictory |= self.posted.solver.is_inconsistent();
        }

        fn run(
            &mut self,
            mut assumed: Vec<Predicate>,
            task: Task,
            watch: &mut Watch<'_>,
            on_candidate: OnCandidate<'_>,
            clock: &mut Clock,
        ) -> (u64, Ended) {
            let mut found = 0;
            let mut guard = None;
            loop {
                if self.posted.contradictory {
                    return (found, Ended::Exhausted);
                }
                let values = match self.next(&assumed, watch) {
                    Found::Values(values) => values,
                    Found::Nothing => return (found, Ended::Exhausted),
                    Found::Stopped => {
                        let stop = watch.stopped.map(Ended::Stopped);
                        let why = || Ended::GaveUp("Pumpkin stopped by itself".into());
                        return (found, stop.unwrap_or_else(why));
                    }
                };
                found += 1;
                let flow = clock.outside(|| on_candidate(&values));
                if flow.is_break() || task.limit().is_some_and(|limit| found >= limit) {
                    return (found, Ended::Enough);
                }
                let guard = *guard.get_or_insert_with(|| {
                    let guard = self.posted.solver.new_literal();
                    assumed.push(guard.get_true_predicate());
                    guard
                });
                self.block(guard, &values);
            }
        }
    }

    impl Session for PumpkinSession {
        fn ask(
            &mut self,
            givens: &[Given],
            task: Task,
            control: &Control,
            on_candidate: OnCandidate<'_>,
        ) -> Outcome {
            if task == Task::Optimise {
                return Outcome::without_best();
            }
            let mut clock = Clock::start();
            let mut watch = Watch { control, steps: 0, stopped: control.stopped() };
            let open = givens.iter().all(|g| self.model.domain(g.variable).contains(g.value));
            let (found, ended) = if let Some(stop) = watch.stopped {
                (0, Ended::Stopped(stop))
            } else if task.limit() == Some(0) {
                (0, Ended::Enough)
            } else if !open {
                (0, Ended::Exhausted)
            } else {
                let assumed = givens.iter().map(|g| self.posted.equals(g.variable, g.value));
                self.run(assumed.collect(), task, &mut watch, on_candidate, &mut clock)
            };
            let mut counters = Counters::new();
            counters.add("steps", watch.steps);
            Outcome::enumerated(found, ended, counters, clock.elapsed())
        }
    }
}
