//! Brute force: enumerates all assignments and checks each with the plain check.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use parallax_model::engine_api::{
    CandidateCallback, Control, EffortCounters, EngineFamily, EnumerationEnd, PreparationError,
    QuestionClock, QuestionOutcome, Session, SolverLineage, Task,
};
use parallax_model::{Domain, Given, Model, Objective, Value, VarId};

use crate::spec::{ConfiguredEngine, EngineFacts, EngineKind, Spec, SpecFault, SpecParts};

/// The spec of brute force.
const ENGINE_NAME: &str = "brute";

/// Enumerates all assignments with the plain check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BruteForce;

impl Spec {
    /// Returns brute force.
    #[must_use]
    pub fn brute() -> Self {
        Spec::new(BruteForce)
    }
}

impl fmt::Display for BruteForce {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(ENGINE_NAME)
    }
}

impl EngineKind for BruteForce {
    const NAMES: &'static [&'static str] = &[ENGINE_NAME];

    fn parse_spec(text: &str) -> Option<Result<Self, SpecFault>> {
        SpecParts::read_plain(text, ENGINE_NAME, BruteForce)
    }

    fn list_variants() -> Vec<Self> {
        vec![BruteForce]
    }

    fn list_defaults() -> Vec<Self> {
        vec![BruteForce]
    }
}

impl ConfiguredEngine for BruteForce {
    fn family(&self) -> EngineFamily {
        EngineFamily::from_solver(SolverLineage::Brute)
    }

    fn description(&self) -> String {
        "every assignment, with the plain check".into()
    }

    fn engine_facts(&self) -> EngineFacts {
        EngineFacts { instances: "models of up to 10^7 assignments", ..EngineFacts::default() }
    }

    fn takes_globals(&self) -> bool {
        true
    }

    fn start_session(
        &self,
        model: &Arc<Model>,
        _seed: u64,
        _control: &Control,
    ) -> Result<Box<dyn Session>, PreparationError> {
        Ok(Box::new(BruteForceSession::new(model.clone())))
    }
}

/// Maximum product of domain sizes to enumerate.
pub const MAX_ASSIGNMENTS: u128 = 10_000_000;

/// Assignments between two checks of the clock. Checking an assignment takes much longer than
/// reading the clock, in proportion to the size of the model.
const CHECKS_BETWEEN_POLLS: u64 = 8;

/// Enumerates every assignment in lexicographic order, shown variables outermost; the oracle
/// with which every other engine is compared.
pub struct BruteForceSession {
    model: Arc<Model>,
    /// The variables, shown ones first.
    order: Vec<VarId>,
}

impl BruteForceSession {
    /// Makes brute force for a model. The limit applies to the assignments that the givens of a
    /// question leave open, so `ask` checks it.
    pub fn new(model: Arc<Model>) -> Self {
        let (mut order, hidden): (Vec<VarId>, Vec<VarId>) = (0..model.variables().len())
            .map(VarId::new)
            .partition(|v| model.variables()[v.index()].shown);
        order.extend(hidden);
        BruteForceSession { model, order }
    }

    /// Returns the domains under the givens.
    fn domains_under_givens(&self, givens: &[Given]) -> Vec<Domain> {
        let variables = self.model.variables().iter();
        let mut domains: Vec<Domain> = variables.map(|v| v.domain.clone()).collect();
        for given in givens {
            let domain = &mut domains[given.variable.index()];
            *domain = Domain::from_values(domain.contains(given.value).then_some(given.value));
        }
        domains
    }

    /// Returns the variables with more than one value, in order. No domain is empty and their
    /// product is limited, so there are few.
    fn open_variables(&self, domains: &[Domain]) -> Vec<VariableCursor> {
        let open = self.order.iter().filter(|v| domains[v.index()].len() > 1);
        open.map(|&variable| VariableCursor {
            variable,
            shown: self.model.variables()[variable.index()].shown,
            values: domains[variable.index()].to_vec(),
            at: 0,
        })
        .collect()
    }
}

/// A variable with several values, and the index of its current one.
struct VariableCursor {
    variable: VarId,
    shown: bool,
    values: Vec<Value>,
    at: usize,
}

/// One walk through the assignments.
struct AssignmentWalk<'a> {
    model: &'a Model,
    givens: &'a [Given],
    open: Vec<VariableCursor>,
    values: Vec<Value>,
    tried: u64,
    found: u64,
    /// The objective and the best value so far, for an optimisation.
    aim: Option<(&'a Objective, Option<i64>)>,
    clock: QuestionClock,
    task: Task,
    control: &'a Control,
    on_candidate: CandidateCallback<'a>,
}

impl AssignmentWalk<'_> {
    fn enumerate_assignments(&mut self) -> EnumerationEnd {
        let shown = self.open.iter().filter(|open| open.shown).count();
        loop {
            if self.tried.is_multiple_of(CHECKS_BETWEEN_POLLS)
                && let Some(stop) = self.control.stop_reason()
            {
                return EnumerationEnd::Stopped(stop);
            }
            self.tried += 1;
            let holds = self.model.check(self.givens, &self.values).is_ok();
            if holds && self.is_wanted() && self.report_candidate().is_break() {
                return EnumerationEnd::Enough;
            }
            // Another value of a hidden variable does not make another solution.
            let all = !holds || self.aim.is_some();
            if !self.advance_assignment(if all { self.open.len() } else { shown }) {
                return EnumerationEnd::Exhausted;
            }
        }
    }

    /// Advances to the next assignment that differs in the first `max_moving` open variables;
    /// returns false if none remains.
    fn advance_assignment(&mut self, max_moving: usize) -> bool {
        // An odometer: from the last variable on, those that have no next value, or that are not to
        // move, return to their first one, until a variable moves.
        for (index, open) in self.open.iter_mut().enumerate().rev() {
            let next = open.at + 1;
            let moves = index < max_moving && next < open.values.len();
            open.at = if moves { next } else { 0 };
            self.values[open.variable.index()] = open.values[open.at];
            if moves {
                return true;
            }
        }
        false
    }

    /// Whether a solution is to be reported: for an optimisation, only if it is the best so far.
    fn is_wanted(&mut self) -> bool {
        let Some((objective, best)) = &mut self.aim else { return true };
        let value = objective.value_under(&self.values);
        let better = best.is_none_or(|best| objective.is_better(value, best));
        if better {
            *best = Some(value);
        }
        better
    }

    fn report_candidate(&mut self) -> ControlFlow<()> {
        self.found += 1;
        self.clock.run_outside(|| (self.on_candidate)(&self.values))?;
        if self.task.solution_limit().is_some_and(|limit| self.found >= limit) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

/// Returns the reason if there are too many assignments. An empty domain leaves none, even if the
/// others are large.
fn too_many(domains: &[Domain]) -> Option<String> {
    let sizes = || domains.iter().map(|domain| u128::from(domain.len()));
    if sizes().any(|size| size == 0) {
        return None;
    }
    let count = sizes().try_fold(1u128, u128::checked_mul);
    if count.is_some_and(|count| count <= MAX_ASSIGNMENTS) {
        return None;
    }
    let count = count.map_or("more than 2^128".to_owned(), |count| count.to_string());
    Some(format!("{count} assignments, brute force takes at most {MAX_ASSIGNMENTS}"))
}

impl Session for BruteForceSession {
    fn ask(
        &mut self,
        givens: &[Given],
        task: Task,
        control: &Control,
        on_candidate: CandidateCallback<'_>,
    ) -> QuestionOutcome {
        let clock = QuestionClock::start_clock();
        let aim = match (task, self.model.objective()) {
            (Task::Optimise, None) => return QuestionOutcome::without_objective(),
            (Task::Optimise, Some(objective)) => Some((objective, None)),
            _ => None,
        };
        let domains = self.domains_under_givens(givens);
        if let Some(why) = too_many(&domains) {
            return QuestionOutcome::at_once(PreparationError::Unsupported(why).into());
        }
        // The smallest values; `None` if a domain is empty.
        let values: Option<Vec<Value>> = domains.iter().map(Domain::min).collect();
        let mut walk = AssignmentWalk {
            model: &self.model,
            givens,
            open: values.as_ref().map_or_else(Vec::new, |_| self.open_variables(&domains)),
            values: values.clone().unwrap_or_default(),
            tried: 0,
            found: 0,
            aim,
            clock,
            task,
            control,
            on_candidate,
        };
        let ended = match (control.stop_reason(), task.solution_limit(), values) {
            (Some(stop), ..) => EnumerationEnd::Stopped(stop),
            (None, Some(0), _) => EnumerationEnd::Enough,
            (None, _, None) => EnumerationEnd::Exhausted,
            _ => walk.enumerate_assignments(),
        };
        let mut counters = EffortCounters::new();
        counters.add_amount("assignments", walk.tried);
        match walk.aim {
            None => QuestionOutcome::from_enumeration(
                walk.found,
                ended,
                counters,
                walk.clock.elapsed_time(),
            ),
            Some((_, best)) => {
                QuestionOutcome::from_optimisation(best, ended, counters, walk.clock.elapsed_time())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use parallax_model::engine_api::Answer;
    use parallax_model::{AllDifferent, Compare, ComparisonOperator, Constraint};

    use super::*;

    fn ask(
        model: &Arc<Model>,
        task: Task,
        control: &Control,
    ) -> (Vec<Vec<Value>>, QuestionOutcome) {
        let mut found = Vec::new();
        let outcome =
            BruteForceSession::new(model.clone()).ask(&[], task, control, &mut |values| {
                found.push(values.to_vec());
                ControlFlow::Continue(())
            });
        (found, outcome)
    }

    #[test]
    fn an_empty_domain_answers_at_once_next_to_any_other() {
        for empty_first in [true, false] {
            let mut model = Model::new("empty");
            let mut domains = vec![Domain::from_range(0, 1_000_000_000); 8];
            domains.insert(if empty_first { 0 } else { 8 }, Domain::from_values([]));
            for (i, domain) in domains.into_iter().enumerate() {
                model.add_shown(format!("x{i}"), domain).unwrap();
            }
            let (found, outcome) = ask(&Arc::new(model), Task::All, &Control::unlimited());
            assert!(found.is_empty());
            assert_eq!((outcome.answer, outcome.complete), (Answer::Unsatisfiable, true));
        }
    }

    #[test]
    fn a_hundred_thousand_variables_need_no_deep_stack() {
        let mut model = Model::new("wide");
        for i in 0..100_000 {
            let domain =
                if i == 50_000 { Domain::from_range(1, 3) } else { Domain::from_range(7, 7) };
            model.add_shown(format!("x{i}"), domain).unwrap();
        }
        let (found, outcome) = ask(&Arc::new(model), Task::All, &Control::unlimited());
        assert_eq!(found.iter().map(|values| values[50_000]).collect::<Vec<_>>(), [1, 2, 3]);
        assert!(outcome.complete);
    }

    #[test]
    fn the_clock_is_looked_at_from_the_first_assignment_on() {
        let mut model = Model::new("long");
        for i in 0..7 {
            model.add_shown(format!("x{i}"), Domain::from_range(0, 9)).unwrap();
        }
        let all = (0..7).map(VarId::new).collect();
        model.post("", Constraint::AllDifferent(AllDifferent { scope: all })).unwrap();
        let control = Control::unlimited();
        let mut found = 0;
        let model = Arc::new(model);
        let outcome = BruteForceSession::new(model).ask(&[], Task::All, &control, &mut |_| {
            found += 1;
            control.cancel_work();
            ControlFlow::Continue(())
        });
        assert!(!outcome.complete && found <= CHECKS_BETWEEN_POLLS);
    }

    #[test]
    fn values_of_hidden_variables_make_no_other_solution() {
        let mut model = Model::new("hidden");
        let x = model.add_shown("x", Domain::from_range(0, 2)).unwrap();
        let y = model.add_hidden("y", Domain::from_range(0, 9)).unwrap();
        model.post("", Constraint::Compare(Compare::new(x, ComparisonOperator::Lt, y))).unwrap();
        let (found, outcome) = ask(&Arc::new(model), Task::All, &Control::unlimited());
        assert_eq!(found, [[0, 1], [1, 2], [2, 3]]);
        // Three leaps past the rest of y, and the assignments before each solution.
        assert_eq!(outcome.counters.get("assignments"), Some(2 + 3 + 4));
    }
}
