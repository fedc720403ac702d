//! Engines on the plain form of a model.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use parallax_model::engine_api::{
    Answer, CandidateCallback, Control, PreparationError, ProofOutcome, QuestionOutcome, Session,
    Task, UnsatCore,
};
use parallax_model::{ConstraintKind, Given, Model, PlainModel, Value};

/// Prepares a session for the plain form, and gives candidates and cores in terms of the model.
///
/// # Errors
/// Returns the errors of [`Model::plain_model`] and of `prepare`.
pub(crate) fn on_plain(
    model: &Arc<Model>,
    control: &Control,
    prepare: impl FnOnce(&Arc<Model>) -> Result<Box<dyn Session>, PreparationError>,
) -> Result<Box<dyn Session>, PreparationError> {
    prepare_plain(model, control, prepare, Vec::new())
}

/// As [`on_plain`], for a session that certifies: its certificates are about the plain form, and
/// its outcomes state that.
///
/// # Errors
/// As [`on_plain`].
pub(crate) fn on_certified_plain(
    model: &Arc<Model>,
    control: &Control,
    prepare: impl FnOnce(&Arc<Model>) -> Result<Box<dyn Session>, PreparationError>,
) -> Result<Box<dyn Session>, PreparationError> {
    let mut kinds: Vec<String> = Vec::new();
    for posted in model.constraints() {
        let kind = posted.constraint.kind();
        let name = kind.to_string();
        if matches!(kind, ConstraintKind::Global(_)) && !kinds.contains(&name) {
            kinds.push(name);
        }
    }
    prepare_plain(model, control, prepare, kinds)
}

/// Prepares a session for the plain form; certificates name these kinds.
fn prepare_plain(
    model: &Arc<Model>,
    control: &Control,
    prepare: impl FnOnce(&Arc<Model>) -> Result<Box<dyn Session>, PreparationError>,
    kinds: Vec<String>,
) -> Result<Box<dyn Session>, PreparationError> {
    if !model.has_globals() {
        return prepare(model);
    }
    let plain = model.plain_model(control)?;
    let session = prepare(&plain.model)?;
    Ok(Box::new(PlainSession { plain, session, kinds }))
}

/// A session whose model is the plain form of the caller's.
struct PlainSession {
    plain: PlainModel,
    session: Box<dyn Session>,
    /// The kinds that have their plain form, if certificates name them.
    kinds: Vec<String>,
}

impl Session for PlainSession {
    fn ask(
        &mut self,
        givens: &[Given],
        task: Task,
        control: &Control,
        on_candidate: CandidateCallback<'_>,
    ) -> QuestionOutcome {
        let plain = &self.plain;
        let mut shortened = |values: &[Value]| on_candidate(plain.original_values(values));
        let mut outcome = self.session.ask(givens, task, control, &mut shortened);
        if let Some(proof) = outcome.proof.as_mut().filter(|proof| proof.certified.is_some()) {
            proof.plain.clone_from(&self.kinds);
        }
        outcome
    }

    fn core(
        &mut self,
        givens: &[Given],
        constraints: &[usize],
        control: &Control,
    ) -> Result<Option<UnsatCore>, Answer> {
        let posted = self.plain.standing_for(constraints);
        let Some(core) = self.session.core(givens, &posted, control)? else { return Ok(None) };
        let found: Vec<usize> =
            core.constraints.iter().map(|&i| self.plain.original_constraint(i)).collect();
        // Several plain constraints may belong to one of the model. A filter of `constraints` keeps
        // each once, in the order of the question.
        let kept = constraints.iter().copied().filter(|index| found.contains(index)).collect();
        Ok(Some(UnsatCore { constraints: kept, ..core }))
    }
}

/// A session whose answers get no certificate.
pub(crate) struct UncertifiedSession {
    pub(crate) session: Box<dyn Session>,
    /// The reason.
    pub(crate) why: String,
}

impl Session for UncertifiedSession {
    fn ask(
        &mut self,
        givens: &[Given],
        task: Task,
        control: &Control,
        on_candidate: CandidateCallback<'_>,
    ) -> QuestionOutcome {
        let mut go_on = |values: &[Value]| -> ControlFlow<()> { on_candidate(values) };
        let mut outcome = self.session.ask(givens, task, control, &mut go_on);
        outcome.proof = Some(ProofOutcome::new(None, self.why.clone(), Duration::ZERO));
        outcome
    }

    fn core(
        &mut self,
        givens: &[Given],
        constraints: &[usize],
        control: &Control,
    ) -> Result<Option<UnsatCore>, Answer> {
        self.session.core(givens, constraints, control)
    }
}
