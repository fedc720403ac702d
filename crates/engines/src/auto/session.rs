//! Asks native search first, and then the chosen engine if a slice does not suffice.

use std::sync::Arc;

use parallax_encodings::EncodingOptions;
use parallax_model::engine_api::{
    Answer, AnsweringEngine, CandidateCallback, Control, Engine, PreparationError, QuestionOutcome,
    Session, Task,
};
use parallax_model::{Given, Model};
use parallax_search::SearchState;
use parallax_search::parallel::ParallelSession;
use parallax_solvers::bounded_solver;
use parallax_translate::ModelClauses;

use super::filter::CandidateFilter;
use super::rule::{self, EngineChoice, SearchTask};
use super::{EngineChooser, ModelFeatures};
use crate::Spec;
use crate::plain::on_plain;
use crate::sat::SatSession;

/// A model and the engines that may be asked about it.
pub(super) struct AutoSession {
    auto: EngineChooser,
    model: Arc<Model>,
    seed: u64,
    /// Native search, and its spec; `None` if it cannot take the model.
    native: Option<(ParallelSession, Spec)>,
    /// The choice of what continues after a slice of native search, for the last [`SearchTask`].
    choice: Option<(SearchTask, EngineChoice)>,
    /// The engine that continues, once it is needed.
    other: Option<(Box<dyn Session>, Spec)>,
}

impl AutoSession {
    /// Prepares native search, or else the first engine that takes the model.
    ///
    /// # Errors
    /// If a limit is reached, or no engine of this build takes the model.
    pub(super) fn new(
        auto: EngineChooser,
        model: &Arc<Model>,
        seed: u64,
        control: &Control,
    ) -> Result<Self, PreparationError> {
        let settings = rule::first_settings(model);
        let threads = auto.threads.unwrap_or(1);
        let native = match ParallelSession::new(model, &settings, seed, threads, control) {
            Ok(native) => {
                let native = native.watched_by(auto.watch.clone()).cut_at(auto.cutting);
                if auto.threads.is_none() { native.without_cuts() } else { native }
            }
            Err(PreparationError::Unsupported(why)) => {
                // A model that native search refuses, e.g. because its domains are too large, may
                // suit another engine.
                let mut session = AutoSession::with_native(auto, model, seed, None);
                session.without_native(why, control)?;
                return Ok(session);
            }
            Err(other) => return Err(other),
        };
        let spec = Spec::native_with(settings);
        Ok(AutoSession::with_native(auto, model, seed, Some((native, spec))))
    }

    fn with_native(
        auto: EngineChooser,
        model: &Arc<Model>,
        seed: u64,
        native: Option<(ParallelSession, Spec)>,
    ) -> Self {
        AutoSession { auto, model: model.clone(), seed, native, choice: None, other: None }
    }

    /// Prepares the first engine that takes a model that native search refuses for the reason
    /// `why`.
    fn without_native(&mut self, why: String, control: &Control) -> Result<(), PreparationError> {
        for spec in rule::fallback_engines() {
            match self.auto.wrap_engine(spec.clone()).prepare(&self.model, self.seed, control) {
                Ok(session) => {
                    self.other = Some((session, spec));
                    let why = format!("native search cannot take the model ({why})");
                    self.choice =
                        Some((SearchTask::One, EngineChoice { then: None, trial: false, why }));
                    return Ok(());
                }
                Err(PreparationError::Stopped(stop)) => {
                    return Err(PreparationError::Stopped(stop));
                }
                Err(_) => {}
            }
        }
        Err(PreparationError::Unsupported(why))
    }

    /// Asks native search, which ends after a slice if another engine continues. The slice has the
    /// choice between them, if one had to be made.
    fn run_slice(
        &mut self,
        question: &AutoQuestion<'_>,
        filter: &mut CandidateFilter<'_, '_>,
    ) -> Option<SliceResult> {
        let (native, spec) = self.native.as_mut()?;
        let (model, choice, other) = (&self.model, &mut self.choice, &mut self.other);
        // Native search calls `leaves` when its first slice has not sufficed; its root domains make
        // the features sharper. `asked` tells a choice for this question from one that an earlier
        // question left behind.
        let (rule, mut asked) = (self.auto.rule, false);
        let mut leaves = |search: &SearchState| {
            let Some(way) = SearchTask::from_task(question.task) else { return false };
            asked = true;
            if choice.as_ref().is_none_or(|(known, _)| *known != way) {
                let best = match model.search_plan() {
                    Some(_) => rule::choose_plan(),
                    None => rule(&ModelFeatures::from_model(model, Some(search)), way),
                };
                *choice = Some((way, best));
                // The prepared engine was that of the other choice.
                *other = None;
            }
            choice.as_ref().is_some_and(|(_, choice)| choice.then.is_some() || choice.trial)
        };
        let AutoQuestion { givens, task, control } = *question;
        let (outcome, _) = native.ask_slice(
            givens,
            task,
            control,
            &mut |values| filter.pass_candidate(values),
            &mut leaves,
        );
        let choice = choice.as_ref().filter(|_| asked).map(|(_, choice)| choice.clone());
        Some(SliceResult { outcome, spec: spec.clone(), choice })
    }

    /// Asks a SAT solver, which gives up after a number of decisions. Also returns its spec.
    fn run_trial(
        &self,
        question: &AutoQuestion<'_>,
        filter: &mut CandidateFilter<'_, '_>,
    ) -> (QuestionOutcome, Spec) {
        let (kind, integers) = rule::trial_engine();
        let spec = Spec::sat(kind, integers);
        let options = EncodingOptions { integers, ..EncodingOptions::default() };
        let AutoQuestion { givens, task, control } = *question;
        let session = on_plain(&self.model, control, |model| {
            // A session only for this trial: a solver that has stopped is not asked again.
            let cnf = ModelClauses::with_ceiling(&model.narrow_domains(), &options, control)?;
            let session = SatSession::with_solver(
                model,
                cnf,
                bounded_solver(rule::TRIAL_DECISIONS),
                control,
            )?;
            Ok(Box::new(session) as Box<dyn Session>)
        });
        let outcome = match session {
            Ok(mut session) => {
                session.ask(givens, task, control, &mut |values| filter.pass_candidate(values))
            }
            Err(refusal) => QuestionOutcome::at_once(refusal.into()),
        };
        (outcome, spec)
    }

    /// Asks the engine of a spec to continue.
    fn go_on(
        &mut self,
        spec: &Spec,
        question: &AutoQuestion<'_>,
        filter: &mut CandidateFilter<'_, '_>,
    ) -> QuestionOutcome {
        let AutoQuestion { givens, task, control } = *question;
        let session = match &mut self.other {
            Some((session, _)) => session,
            None => {
                match self.auto.wrap_engine(spec.clone()).prepare(&self.model, self.seed, control) {
                    Ok(session) => &mut self.other.insert((session, spec.clone())).0,
                    Err(refusal) => return QuestionOutcome::at_once(refusal.into()),
                }
            }
        };
        session.ask(givens, task, control, &mut |values| filter.pass_candidate(values))
    }
}

/// A question to the session.
#[derive(Clone, Copy)]
struct AutoQuestion<'q> {
    givens: &'q [Given],
    task: Task,
    control: &'q Control,
}

/// The result of a slice of native search, or of all of it.
struct SliceResult {
    outcome: QuestionOutcome,
    spec: Spec,
    /// The choice made after it, if it did not suffice.
    choice: Option<EngineChoice>,
}

impl Session for AutoSession {
    fn ask(
        &mut self,
        givens: &[Given],
        task: Task,
        control: &Control,
        on_candidate: CandidateCallback<'_>,
    ) -> QuestionOutcome {
        let model = self.model.clone();
        let question = AutoQuestion { givens, task, control };
        let mut filter = CandidateFilter::new(&model, task, on_candidate);
        let Some(SliceResult { outcome: first, spec, choice }) =
            self.run_slice(&question, &mut filter)
        else {
            let why = self.choice.as_ref().map(|(_, choice)| choice.why.clone());
            let Some((session, spec)) = &mut self.other else {
                return QuestionOutcome::at_once(Answer::Unknown(
                    "no engine takes the model".into(),
                ));
            };
            let outcome =
                session.ask(givens, task, control, &mut |values| filter.pass_candidate(values));
            return name_engine(outcome, spec, why.unwrap_or_default());
        };
        let Some(choice) = choice else {
            return name_engine(first, &spec, describe_native(task));
        };
        if choice.then.is_none() && !choice.trial {
            return name_engine(first, &spec, choice.why);
        }
        let (second, then, why) = match choice.then {
            Some(then) => (self.go_on(&then, &question, &mut filter), then, choice.why.clone()),
            None => {
                let (outcome, trial) = self.run_trial(&question, &mut filter);
                (outcome, trial, "a short trial suffices".into())
            }
        };
        // The third stage is native search to the end, unless there is a reason to stop here.
        let gave_up = matches!(second.answer, Answer::Unknown(_) | Answer::Unsupported(_));
        let ends = control.stop_reason().is_some() || second.wrong.is_some() || filter.is_full();
        let reason = second.answer.unknown_reason().unwrap_or("no answer").to_owned();
        let so_far = merge_outcomes(&first, second, filter.found);
        match &mut self.native {
            // The model may be too large for the other engine.
            Some((native, spec)) if gave_up && !ends => {
                let why =
                    if choice.trial { choice.why } else { format!("{then} gives up ({reason})") };
                let third =
                    native.ask(givens, task, control, &mut |values| filter.pass_candidate(values));
                name_engine(merge_outcomes(&so_far, third, filter.found), spec, why)
            }
            _ => name_engine(so_far, &then, why),
        }
    }
}

/// Describes why native search alone answers a question.
fn describe_native(task: Task) -> String {
    match SearchTask::from_task(task) {
        Some(_) => "its first slice suffices".into(),
        None => "it enumerates faster than others".into(),
    }
}

fn name_engine(outcome: QuestionOutcome, engine: &Spec, why: String) -> QuestionOutcome {
    let (family, compiler) = (engine.family(), engine.compiler_name());
    outcome.answered_by(AnsweringEngine { engine: engine.to_string(), family, compiler, why })
}

/// Merges the outcomes of two engines that worked one after the other, after `found` candidates in
/// all.
fn merge_outcomes(first: &QuestionOutcome, second: QuestionOutcome, found: u64) -> QuestionOutcome {
    let mut counters = first.counters.clone();
    counters.add_all(&second.counters);
    let solve = first.solve + second.solve;
    match &second.answer {
        // Candidates that were found count, even if the second engine fails.
        Answer::Unknown(_) | Answer::Unsupported(_) if found > 0 => {
            let stopped = second.answer.end_reason();
            QuestionOutcome { answer: Answer::Satisfiable, stopped, counters, solve, ..second }
        }
        _ => QuestionOutcome { counters, solve, ..second },
    }
}
