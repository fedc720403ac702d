//! The entries of a person in an instance, and the check whether they can be right.

use std::sync::Arc;

use parallax_model::engine_api::{Answer, Control, Engine, Task, catch_panic, delete_unneeded};
use parallax_model::{
    AtomicConstraint, Clause, ComparisonOperator, Constraint, Given, Model, Value,
};

use super::state::CandidateState;
use super::step_finder::StepFinder;
use super::unit::{CandidateId, UnitId};
use parallax_explain::{
    ClaimConfirmation, ClaimConfirmer, OracleAnswer, SatisfiabilityOracle, shrink_set,
};

/// Values that a person has written in addition to the givens.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PersonEntries {
    /// Values of variables.
    pub placed: Vec<Given>,
    /// Values that the person has ruled out: removed pencil marks.
    pub removed: Vec<Given>,
}

/// The number of solutions of an instance, as hints need it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SolutionStatus {
    /// Exactly one, with the values of all variables.
    Unique(Vec<Value>),
    /// More than one.
    Several,
}

/// A reason why there is no next step: the entries cannot be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HintFault {
    /// The instance has no solution, whatever the entries.
    Unsolvable,
    /// These entries contradict the instance: each alone if the instance has one solution,
    /// otherwise all together.
    Entries {
        /// The entries.
        wrong: Vec<Given>,
        /// Descriptions of clues and rules that contradict the first entry.
        conflict: Vec<String>,
        /// Whether engines of other families agree.
        confirmed: ClaimConfirmation,
    },
    /// These values are ruled out although they are right, or, if there are several solutions, no
    /// solution remains without all of them.
    Removed(Vec<Given>),
}

/// The state and solutions, or else a fault or an undecided answer.
pub(super) type Checked = Result<(CandidateState, SolutionStatus), Result<HintFault, Answer>>;

impl PersonEntries {
    /// Checks the entries and returns the state that they make.
    pub(super) fn check_entries(
        &self,
        guide: &StepFinder,
        givens: &[Given],
        confirmer: &mut ClaimConfirmer,
        control: &Control,
    ) -> Checked {
        let model = Arc::new(guide.model().restrict_givens(givens));
        // Two solutions show that there are several.
        let found = list_solutions(guide, &model, 2, control).map_err(Err)?;
        let solved = match &found[..] {
            [] => return Err(Ok(HintFault::Unsolvable)),
            [only] => SolutionStatus::Unique(only.clone()),
            _ => SolutionStatus::Several,
        };
        let wrong = self.wrong_values(guide, &model, &solved, control).map_err(Err)?;
        if let Some(&first) = wrong.first() {
            let conflict =
                describe_conflict(guide, givens, &self.placed, first, control).map_err(Err)?;
            // With one solution, each wrong entry contradicts the instance alone.
            let models = match solved {
                SolutionStatus::Unique(_) => {
                    wrong.iter().map(|&one| model.restrict_givens(&[one])).collect()
                }
                SolutionStatus::Several => vec![model.restrict_givens(&wrong)],
            };
            let confirmed = confirmer.none_of(models, "the entries have a solution", control);
            return Err(Ok(HintFault::Entries { wrong, conflict, confirmed }));
        }
        let lost = self.lost_values(guide, &model, &solved, control).map_err(Err)?;
        if !lost.is_empty() {
            return Err(Ok(HintFault::Removed(lost)));
        }
        Ok((self.entered_state(guide, givens), solved))
    }

    fn entered_state(&self, guide: &StepFinder, givens: &[Given]) -> CandidateState {
        let rules = &guide.rules;
        // The instance has a solution, so the domains contain its givens.
        let mut state = CandidateState::from_givens(rules, givens)
            .unwrap_or_else(|_| CandidateState::without_candidates(rules));
        let candidates = |list: &[Given]| -> Vec<CandidateId> {
            list.iter().filter_map(|&given| rules.find_candidate(given)).collect()
        };
        candidates(&self.placed).into_iter().for_each(|c| state.place_candidate(rules, c));
        candidates(&self.removed).into_iter().for_each(|c| state.remove_candidate(c));
        state
    }

    /// Returns the wrong entries: each that differs from the only solution, otherwise a minimal set
    /// that has no solution.
    fn wrong_values(
        &self,
        guide: &StepFinder,
        model: &Arc<Model>,
        solved: &SolutionStatus,
        control: &Control,
    ) -> Result<Vec<Given>, Answer> {
        if let SolutionStatus::Unique(values) = solved {
            let differs = |given: &&Given| values[given.variable.index()] != given.value;
            return Ok(self.placed.iter().filter(differs).copied().collect());
        }
        // Without a unique solution, entries are wrong only together.
        minimal_conflict(self.placed.clone(), |entries| {
            let model = Arc::new(model.restrict_givens(entries));
            Ok(!list_solutions(guide, &model, 1, control)?.is_empty())
        })
    }

    /// Returns the values that are ruled out and right, or a minimal set without which there is no
    /// solution.
    fn lost_values(
        &self,
        guide: &StepFinder,
        model: &Arc<Model>,
        solved: &SolutionStatus,
        control: &Control,
    ) -> Result<Vec<Given>, Answer> {
        if let SolutionStatus::Unique(values) = solved {
            let is_right = |given: &&Given| values[given.variable.index()] == given.value;
            return Ok(self.removed.iter().filter(is_right).copied().collect());
        }
        let model = model.restrict_givens(&self.placed);
        minimal_conflict(self.removed.clone(), |removed| {
            let without =
                |model: Model, given: &Given| model.without_value(given.variable, given.value);
            let model = Arc::new(removed.iter().fold(model.clone(), without));
            Ok(!list_solutions(guide, &model, 1, control)?.is_empty())
        })
    }
}

/// Returns nothing if the set has a solution, otherwise a minimal part of it that has none.
fn minimal_conflict(
    set: Vec<Given>,
    mut is_solvable: impl FnMut(&[Given]) -> Result<bool, Answer>,
) -> Result<Vec<Given>, Answer> {
    if set.is_empty() || is_solvable(&set)? {
        return Ok(Vec::new());
    }
    // Deletes one value after the other as long as the rest has no solution.
    let (set, stopped) =
        delete_unneeded(
            set,
            &mut |rest: &[Given]| Ok((!is_solvable(rest)?).then(|| rest.to_vec())),
        );
    stopped.map_or(Ok(set), Err)
}

/// Returns the values of up to `limit` solutions that differ in shown variables, all checked.
fn list_solutions(
    guide: &StepFinder,
    model: &Arc<Model>,
    limit: u64,
    control: &Control,
) -> Result<Vec<Vec<Value>>, Answer> {
    let mut last = Answer::Unknown("there is no engine".into());
    for engine in &guide.engines.deciders {
        match solutions_by(&**engine, model, limit, control) {
            Err(answer @ Answer::Unsupported(_)) => last = answer,
            found => return found,
        }
    }
    Err(last)
}

fn solutions_by(
    engine: &dyn Engine,
    model: &Arc<Model>,
    limit: u64,
    control: &Control,
) -> Result<Vec<Vec<Value>>, Answer> {
    let wrong = |why: String| Answer::Unknown(format!("{}: {why}", engine.spec()).into());
    let mut found = Vec::new();
    let mut fault = None;
    let outcome = catch_panic(|| {
        let mut session = engine.prepare(model, 0, control)?;
        let outcome = session.ask(&[], Task::Limit(limit), control, &mut |values| {
            match model.check(&[], values) {
                Ok(solution) => found.push(solution.values().to_vec()),
                Err(violation) => fault = Some(violation.to_string()),
            }
            std::ops::ControlFlow::Continue(())
        });
        Ok::<_, parallax_model::engine_api::PreparationError>(outcome)
    });
    let outcome = outcome.map_err(|panic| wrong(panic.to_string()))??;
    if let Some(violation) = fault {
        return Err(wrong(format!("returns no solution: {violation}")));
    }
    // The limit ends the list before the answer is complete.
    let is_whole = found.len() as u64 >= limit;
    match outcome.answer {
        Answer::Unsatisfiable if found.is_empty() => Ok(found),
        Answer::Satisfiable | Answer::Optimal(_) if is_whole || outcome.complete => Ok(found),
        answer @ (Answer::Unknown(_) | Answer::Unsupported(_)) => Err(answer),
        answer => {
            Err(outcome.stopped.map_or_else(|| wrong(format!("answers {answer}")), Answer::Unknown))
        }
    }
}

/// Describes the contradiction of an entry: another value of one of its units, otherwise a minimal
/// set of clues and rules.
fn describe_conflict(
    guide: &StepFinder,
    givens: &[Given],
    entries: &[Given],
    wrong: Given,
    control: &Control,
) -> Result<Vec<String>, Answer> {
    // A value that occurs twice in a house explains the fault at a glance.
    if let Some(words) = visible_conflict(guide, givens, entries, wrong) {
        return Ok(vec![words]);
    }
    let problem = guide.problem.with_value(wrong);
    let mut last = Answer::Unknown("there is no engine".into());
    for engine in &guide.engines.deciders {
        let decided = SatisfiabilityOracle::new(&problem, engine, 0, control)
            .and_then(|mut oracle| Ok((oracle.decide_set(&problem.all_parts(), control)?, oracle)));
        match decided {
            Ok((OracleAnswer::Conflict(core), mut oracle)) => {
                let (set, _) = shrink_set(&mut oracle, core, control);
                let words = |&part: &usize| problem.parts()[part].description(problem.model());
                return Ok(set.iter().map(words).collect());
            }
            // The entry is wrong only together with other entries.
            Ok((OracleAnswer::Solution, _)) => return Ok(Vec::new()),
            Err(answer) => last = answer,
        }
    }
    Err(last)
}

/// Describes another value in a unit of a wrong entry.
fn visible_conflict(
    guide: &StepFinder,
    givens: &[Given],
    entries: &[Given],
    wrong: Given,
) -> Option<String> {
    let rules = &guide.rules;
    let own = rules.find_candidate(wrong)?;
    let others = givens.iter().chain(entries).filter(|given| **given != wrong);
    let shared = |other: CandidateId| -> Option<UnitId> {
        rules.units_of(own).iter().copied().find(|unit| rules.units_of(other).contains(unit))
    };
    let (unit, other) = others
        .filter_map(|&given| rules.find_candidate(given))
        .find_map(|other| Some((shared(other)?, other)))?;
    let kind = if givens.contains(&rules.given(other)) { "given" } else { "entry" };
    Some(format!("{} has it already: {kind} {}", guide.house_name(unit), guide.description(other)))
}

/// Confirms with engines of other families that there is no other solution than this one.
pub(super) fn confirm_unique(
    guide: &StepFinder,
    givens: &[Given],
    values: &[Value],
    confirmer: &mut ClaimConfirmer,
    control: &Control,
) -> ClaimConfirmation {
    let mut model = guide.model().restrict_givens(givens);
    let shown = model.shown().iter();
    // Another solution differs from the known one in some shown variable.
    let atoms = shown
        .map(|&v| AtomicConstraint::new(v, ComparisonOperator::Ne, values[v.index()]))
        .collect();
    match model.post("another solution", Constraint::Clause(Clause { atoms })) {
        Ok(()) => confirmer.none_of([model], "there is another solution", control),
        Err(error) => ClaimConfirmation::Not(error.to_string()),
    }
}
