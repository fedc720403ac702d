//! Asks native search first, and then the chosen engine if a slice does not suffice.

use std::sync::Arc;

use parallax_encodings::Options;
use parallax_model::ask::{
    Answer, AnsweredBy, Control, Engine, OnCandidate, Outcome, Refusal, Session, Task,
};
use parallax_model::{Given, Model};
use parallax_search::Search;
use parallax_search::parallel::Parallel;
use parallax_solvers::bounded;
use parallax_translate::Cnf;

use super::filter::Filter;
use super::rule::{self, Choice, SearchTask};
use super::{Auto, Features};
use crate::Spec;
use crate::plain::on_plain;
use crate::sat::SatSession;

/// A model and the engines that may be asked about it.
pub(super) struct AutoSession {
    auto: Auto,
    model: Arc<Model>,
    seed: u64,
    /// Native search, and its spec; `None` if it cannot take the model.
    native: Option<(Parallel, Spec)>,
    /// The choice of what continues after a slice of native search, for the last [`SearchTask`].
    choice: Option<(SearchTask, Choice)>,
    /// The engine that continues, once it is needed.
    other: Option<(Box<dyn Session>, Spec)>,
}

impl AutoSession {
    /// Prepares native search, or else the first engine that takes the model.
    ///
    /// # Errors
    /// If a limit is reached, or no engine of this build takes the model.
    pub(super) fn new(
        auto: Auto,
        model: &Arc<Model>,
        seed: u64,
        control: &Control,
    ) -> Result<Self, Refusal> {
        let settings = rule::settings(model);
        let threads = auto.threads.unwrap_or(1);
        let native = match Parallel::new(model, &settings, seed, threads, control) {
            Ok(native) => {
                let native = native.watched_by(auto.watch.clone()).cut_at(auto.cutting);
                if auto.threads.is_none() { native.uncut() } else { native }
            }
            Err(Refusal::Unsupported(why)) => {
                let mut session = AutoSession::with(auto, model, seed, None);
                session.without_native(why, control)?;
                return Ok(session);
            }
            Err(other) => return Err(other),
        };
        let spec = Spec::native_with(settings);
        Ok(AutoSession::with(auto, model, seed, Some((native, spec))))
    }

    fn with(auto: Auto, model: &Arc<Model>, seed: u64, native: Option<(Parallel, Spec)>) -> Self {
        AutoSession { auto, model: model.clone(), seed, native, choice: None, other: None }
    }

    /// Prepares the first engine that takes a model that native search refuses for the reason
    /// `why`.
    fn without_native(&mut self, why: String, control: &Control) -> Result<(), Refusal> {
        for spec in rule::instead_of_native() {
            match self.auto.engine(spec.clone()).prepare(&self.model, self.seed, control) {
                Ok(session) => {
                    self.other = Some((session, spec));
                    let why = format!("native search cannot take the model ({why})");
                    self.choice = Some((SearchTask::One, Choice { then: None, trial: false, why }));
                    return Ok(());
                }
                Err(Refusal::Stopped(stop)) => return Err(Refusal::Stopped(stop)),
                Err(_) => {}
            }
        }
        Err(Refusal::Unsupported(why))
    }

    /// Asks native search, which ends after a slice if another engine continues. The slice has the
    /// choice between them, if one had to be made.
    fn slice(&mut self, question: &Question<'_>, filter: &mut Filter<'_, '_>) -> Option<Slice> {
        let (native, spec) = self.native.as_mut()?;
        let (model, choice, other) = (&self.model, &mut self.choice, &mut self.other);
        let (rule, mut asked) = (self.auto.rule, false);
        let mut leaves = |search: &Search| {
            let Some(way) = SearchTask::of(question.task) else { return false };
            asked = true;
            if choice.as_ref().is_none_or(|(known, _)| *known != way) {
                let best = match model.search_plan() {
                    Some(_) => rule::planned(),
                    None => rule(&Features::of(model, Some(search)), way),
                };
                *choice = Some((way, best));
                *other = None;
            }
            choice.as_ref().is_some_and(|(_, choice)| choice.then.is_some() || choice.trial)
        };
        let Question { givens, task, control } = *question;
        let (outcome, _) =
            native.slice(givens, task, control, &mut |values| filter.pass(values), &mut leaves);
        let choice = choice.as_ref().filter(|_| asked).map(|(_, choice)| choice.clone());
        Some(Slice { outcome, spec: spec.clone(), choice })
    }

    /// Asks a SAT solver, which gives up after a number of decisions. Returns its spec, too.
    fn trial(&self, question: &Question<'_>, filter: &mut Filter<'_, '_>) -> (Outcome, Spec) {
        let (kind, integers) = rule::of_trial();
        let spec = Spec::sat(kind, integers);
        let options = Options { integers, ..Options::default() };
        let Question { givens, task, control } = *question;
        let session = on_plain(&self.model, control, |model| {
            let cnf = Cnf::with_ceiling(&model.narrowed(), &options, control)?;
            let session = SatSession::with(model, cnf, bounded(rule::TRIAL), control)?;
            Ok(Box::new(session) as Box<dyn Session>)
        });
        let outcome = match session {
            Ok(mut session) => {
                session.ask(givens, task, control, &mut |values| filter.pass(values))
            }
            Err(refusal) => Outcome::at_once(refusal.into()),
        };
        (outcome, spec)
    }

    /// Asks the engine of a spec to continue.
    fn go_on(
        &mut self,
        spec: &Spec,
        question: &Question<'_>,
        filter: &mut Filter<'_, '_>,
    ) -> Outcome {
        let Question { givens, task, control } = *question;
        let session = match &mut self.other {
            Some((session, _)) => session,
            None => match self.auto.engine(spec.clone()).prepare(&self.model, self.seed, control) {
                Ok(session) => &mut self.other.insert((session, spec.clone())).0,
                Err(refusal) => return Outcome::at_once(refusal.into()),
            },
        };
        session.ask(givens, task, control, &mut |values| filter.pass(values))
    }
}

/// A question to the session.
#[derive(Clone, Copy)]
struct Question<'q> {
    givens: &'q [Given],
    task: Task,
    control: &'q Control,
}

/// The result of a slice of native search, or of all of it.
struct Slice {
    outcome: Outcome,
    spec: Spec,
    /// The choice made after it, if it did not suffice.
    choice: Option<Choice>,
}

impl Session for AutoSession {
    fn ask(
        &mut self,
        givens: &[Given],
        task: Task,
        control: &Control,
        on_candidate: OnCandidate<'_>,
    ) -> Outcome {
        let model = self.model.clone();
        let question = Question { givens, task, control };
        let mut filter = Filter::new(&model, task, on_candidate);
        let Some(Slice { outcome: first, spec, choice }) = self.slice(&question, &mut filter)
        else {
            let why = self.choice.as_ref().map(|(_, choice)| choice.why.clone());
            let Some((session, spec)) = &mut self.other else {
                return Outcome::at_once(Answer::Unknown("no engine takes the model".into()));
            };
            let outcome = session.ask(givens, task, control, &mut |values| filter.pass(values));
            return by(outcome, spec, why.unwrap_or_default());
        };
        let Some(choice) = choice else {
            return by(first, &spec, only(task));
        };
        if choice.then.is_none() && !choice.trial {
            return by(first, &spec, choice.why);
        }
        let (second, then, why) = match choice.then {
            Some(then) => (self.go_on(&then, &question, &mut filter), then, choice.why.clone()),
            None => {
                let (outcome, trial) = self.trial(&question, &mut filter);
                (outcome, trial, "a short trial suffices".into())
            }
        };
        let gave_up = matches!(second.answer, Answer::Unknown(_) | Answer::Unsupported(_));
        let ends = control.stopped().is_some() || second.wrong.is_some() || filter.is_full();
        let reason = second.answer.reason().unwrap_or("no answer").to_owned();
        let so_far = after(&first, second, filter.found);
        match &mut self.native {
            // The model may be too large for the other engine.
            Some((native, spec)) if gave_up && !ends => {
                let why =
                    if choice.trial { choice.why } else { format!("{then} gives up ({reason})") };
                let third = native.ask(givens, task, control, &mut |values| filter.pass(values));
                by(after(&so_far, third, filter.found), spec, why)
            }
            _ => by(so_far, &then, why),
        }
    }
}

/// Describes why native search alone answers a question.
fn only(task: Task) -> String {
    match SearchTask::of(task) {
        Some(_) => "its first slice suffices".into(),
        None => "it enumerates faster than others".into(),
    }
}

fn by(outcome: Outcome, engine: &Spec, why: String) -> Outcome {
    let (family, compiler) = (engine.family(), engine.compiler());
    outcome.answered_by(AnsweredBy { engine: engine.to_string(), family, compiler, why })
}

/// Merges the outcomes of two engines that worked one after the other, after `found` candidates in
/// all.
fn after(first: &Outcome, second: Outcome, found: u64) -> Outcome {
    let mut counters = first.counters.clone();
    counters.add_all(&second.counters);
    let solve = first.solve + second.solve;
    match &second.answer {
        // Candidates that were found count, even if the second engine fails.
        Answer::Unknown(_) | Answer::Unsupported(_) if found > 0 => {
            let stopped = second.answer.end_reason();
            Outcome { answer: Answer::Satisfiable, stopped, counters, solve, ..second }
        }
        _ => Outcome { counters, solve, ..second },
    }
}
