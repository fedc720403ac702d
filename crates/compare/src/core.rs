//! Unsatisfiable cores, by the labels of the model.

use parallax_instance::Instance;
use parallax_model::engine_api::{
    Answer, CandidateCallback, Control, QuestionOutcome, Session, Task, UnsatCore, minimize_core,
};
use parallax_model::{Given, Model};
use serde::Serialize;

use super::CoreDetail;

/// Constraints and givens that have no common solution.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct CoreRow {
    /// The constraints by their labels. A description of the constraint follows a label that
    /// several constraints share, and replaces an empty one.
    pub constraints: Vec<String>,
    /// The givens, as `r1c2 = 4`.
    pub givens: Vec<String>,
    /// Whether the core is minimal: without any one of its parts, the others
    /// have a common solution.
    pub minimal: bool,
}

/// Why a session gives no core.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum CoreRowError {
    /// It has no answer.
    #[error("no core: {0}")]
    NoAnswer(Answer),
    /// It finds a solution.
    #[error("no core: there is a solution")]
    Solution,
}

impl CoreRow {
    /// Asks a session for a core of a model without a solution. Returns `None`
    /// when the plan asks for no cores.
    ///
    /// # Errors
    /// Returns the reason if the session gives no core.
    pub(super) fn ask_session(
        session: &mut dyn Session,
        instance: &dyn Instance,
        model: &Model,
        givens: &[Given],
        wanted: CoreDetail,
        control: &Control,
    ) -> Result<Option<Self>, CoreRowError> {
        if wanted == CoreDetail::None {
            return Ok(None);
        }
        let reasons = instance.explanation_source();
        // Partition keeps the order, so the indices of the facts ascend, as the binary search in
        // `FactSession::core` needs.
        let (facts, others): (Vec<usize>, Vec<usize>) =
            (0..model.constraints().len()).partition(|&index| {
                reasons.is_some_and(|source| source.is_definition(&model.constraints()[index]))
            });
        let mut session = FactSession { session, facts };
        let core = session.core(givens, &others, control).map_err(CoreRowError::NoAnswer)?;
        let core = core.ok_or(CoreRowError::Solution)?;
        let (core, minimal) = match wanted {
            CoreDetail::Minimal => minimize_core(&mut session, core, control),
            _ => (core, false),
        };
        Ok(Some(CoreRow {
            constraints: core
                .constraints
                .iter()
                .map(|&index| constraint_label(model, index))
                .collect(),
            givens: core.givens.iter().map(|&given| model.given_words(given)).collect(),
            minimal,
        }))
    }

    /// All parts of the core: the constraints, then the givens.
    pub fn list_parts(&self) -> impl Iterator<Item = String> + '_ {
        let givens = self.givens.iter().map(|given| format!("given {given}"));
        self.constraints.iter().cloned().chain(givens)
    }
}

/// A session in which some constraints always hold and are in no core: definitions of hidden
/// variables, which the user never wrote.
struct FactSession<'s> {
    session: &'s mut dyn Session,
    /// The indices of these constraints, ascending.
    facts: Vec<usize>,
}

impl Session for FactSession<'_> {
    fn ask(
        &mut self,
        givens: &[Given],
        task: Task,
        control: &Control,
        on_candidate: CandidateCallback<'_>,
    ) -> QuestionOutcome {
        self.session.ask(givens, task, control, on_candidate)
    }

    fn core(
        &mut self,
        givens: &[Given],
        constraints: &[usize],
        control: &Control,
    ) -> Result<Option<UnsatCore>, Answer> {
        // The solver gets the facts like other constraints, since without them a core might not
        // exist. They are only left out of the reported core.
        let mut all = [&self.facts[..], constraints].concat();
        all.sort_unstable();
        let mut core = self.session.core(givens, &all, control)?;
        if let Some(core) = &mut core {
            core.constraints.retain(|index| self.facts.binary_search(index).is_err());
        }
        Ok(core)
    }
}

fn constraint_label(model: &Model, index: usize) -> String {
    let posted = &model.constraints()[index];
    let label = posted.label.as_str();
    let namesakes = model.constraints().iter().filter(|other| other.label == label).count();
    if label.is_empty() || namesakes > 1 { posted.description(model) } else { label.to_owned() }
}
