//! A session whose engine runs in a child.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use parallax_json as json;
use parallax_model::ask::{
    Agrees, AnsweredBy, Clock, Control, Counters, Ended, Engine as _, OnCandidate, Outcome,
    Refusal, Session, Task,
};
use parallax_model::{Given, Model};

use super::Isolated;
use super::channel::{Channel, Watch, garbage};
use super::folder::Named;
use super::message::{ChildMessage, Job, Question, line, write_line};
use crate::Spec;

/// Bytes of a value in a report: a sign, ten digits, a comma.
const BYTES_PER_VALUE: usize = 12;

/// Maximum number of other bytes in a report.
const TALK: usize = 1 << 16;

/// A child and its job. A lost child is replaced at the next question.
pub(super) struct Remote {
    isolated: Isolated,
    model: Arc<Model>,
    seed: u64,
    child: Option<Channel>,
}

impl Remote {
    /// Starts a child and makes it prepare a model.
    ///
    /// # Errors
    /// Returns the child's refusal, or the reason why it failed.
    pub(super) fn start(
        isolated: Isolated,
        model: &Arc<Model>,
        seed: u64,
        control: &Control,
    ) -> Result<Self, Refusal> {
        let mut remote = Remote { isolated, model: model.clone(), seed, child: None };
        remote.child = Some(remote.prepare(control)?);
        Ok(remote)
    }

    fn watch(&self) -> Watch {
        let Isolated { memory_bytes, cpu, meter, .. } = self.isolated.clone();
        Watch { memory_bytes, cpu, meter }
    }

    fn prepare(&self, control: &Control) -> Result<Channel, Refusal> {
        let failed = |error: std::io::Error| {
            Refusal::Failed(format!("cannot start '{}': {error}", self.isolated.program.display()))
        };
        let start = Instant::now();
        let folder = self.isolated.engine.abilities().external.then(Named::new);
        let job = Job {
            model: (),
            engine: self.isolated.engine.to_string(),
            seed: self.seed,
            memory_bytes: self.isolated.memory_bytes,
            timeout_s: time_left(control),
            tethered: true,
            folder: folder.as_ref().map(|folder| folder.path().to_owned()),
            programs_folder: self.isolated.engine.folder().map(Path::to_owned),
            certificate: self.isolated.certificate.clone(),
        };
        let max_line =
            BYTES_PER_VALUE.saturating_mul(self.model.variables().len()).saturating_add(TALK);
        let mut child = Channel::start(&self.isolated.program, folder, max_line, self.watch())
            .map_err(failed)?;
        let model = self.model.clone();
        // The text is written while the child reads, so a large model never exists here as text.
        child.send(move |out| write_line(&job.map(|()| json::Line(&model)), out));
        match child.next(control) {
            Ok(ChildMessage::Prepared(encode)) => {
                let encode = Duration::try_from_secs_f64(encode).unwrap_or_default();
                if let Some(meter) = &self.isolated.meter {
                    meter.started(start.elapsed().saturating_sub(encode));
                }
                Ok(child)
            }
            Ok(ChildMessage::Refused(refusal)) => Err(refusal),
            Ok(other) => Err(refusal(garbage(&line(&other)))),
            Err(ended) => Err(refusal(ended)),
        }
    }

    /// Returns which engine answered in the child, if it could choose; only its spec is trusted,
    /// and must be valid.
    fn answered(&self, by: AnsweredBy) -> Option<AnsweredBy> {
        if !self.isolated.engine.abilities().chooses {
            return None;
        }
        let engine = received(&by.engine)?;
        Some(AnsweredBy { family: engine.family(), compiler: engine.compiler(), ..by })
    }

    /// Returns which engines agreed in the child; again only their specs are trusted.
    fn agreed(&self, agreed: Vec<Agrees>) -> Vec<Agrees> {
        if !self.isolated.engine.abilities().chooses {
            return Vec::new();
        }
        let known = |one: Agrees| {
            let family = received(&one.engine)?.family();
            Some(Agrees { family, ..one })
        };
        agreed.into_iter().filter_map(known).collect()
    }

    /// Asks the child a question; returns the number of candidates before it ended, and how it
    /// ended.
    fn hear(
        &mut self,
        question: &Question,
        control: &Control,
        clock: &mut Clock,
        on_candidate: OnCandidate<'_>,
    ) -> (u64, Result<Outcome, Ended>) {
        let mut found = 0;
        let mut child = match self.child.take() {
            Some(child) => child,
            None => match self.prepare(control) {
                Ok(child) => child,
                Err(refusal) => return (0, Ok(Outcome::at_once(refusal.into()))),
            },
        };
        child.ask(line(question));
        loop {
            match child.next(control) {
                Ok(ChildMessage::Solution(values))
                    if values.len() == self.model.variables().len() =>
                {
                    found += 1;
                    if clock.outside(|| on_candidate(&values)) == ControlFlow::Break(()) {
                        return (found, Err(Ended::Enough));
                    }
                }
                Ok(ChildMessage::Done(outcome)) => {
                    let report = if outcome.contradiction(found.into()).is_none() {
                        self.child = Some(child);
                        Ok(*outcome)
                    } else {
                        Err(garbage(&line(&ChildMessage::Done(outcome))))
                    };
                    return (found, report);
                }
                Ok(other) => return (found, Err(garbage(&line(&other)))),
                Err(ended) => return (found, Err(ended)),
            }
        }
    }
}

impl Session for Remote {
    fn ask(
        &mut self,
        givens: &[Given],
        task: Task,
        control: &Control,
        on_candidate: OnCandidate<'_>,
    ) -> Outcome {
        let start = Instant::now();
        let mut clock = Clock::start();
        let question = Question {
            givens: givens.iter().map(|given| (given.variable.index(), given.value)).collect(),
            task,
            timeout_s: time_left(control),
        };
        match self.hear(&question, control, &mut clock, on_candidate) {
            // The child does not count the time for transmission, and its solving time cannot
            // exceed the time measured here.
            (_, Ok(outcome)) => Outcome {
                solve: outcome.solve.min(start.elapsed()),
                // A solver in the child could forge the check of its proof. A program cannot: the
                // child checks the program's output, and runs no other solver. A certificate counts
                // as claimed until another process has checked it.
                proof: outcome.proof.filter(|_| self.isolated.engine.writes_proof()),
                by: outcome.by.and_then(|by| self.answered(by)),
                agreed: self.agreed(outcome.agreed),
                ..outcome
            },
            (found, Err(ended)) => {
                Outcome::enumerated(found, ended, Counters::new(), clock.elapsed())
            }
        }
    }
}

/// Returns the engine that a message names. The text is all that arrives, because a child is not
/// trusted with the facts about an engine.
fn received(spec: &str) -> Option<Spec> {
    spec.parse().ok()
}

/// Returns the seconds until the deadline, if the question has one.
fn time_left(control: &Control) -> Option<f64> {
    let left = |deadline: Instant| deadline.saturating_duration_since(Instant::now());
    control.deadline().map(left).map(|time| time.as_secs_f64())
}

fn refusal(ended: Ended) -> Refusal {
    match ended {
        Ended::Stopped(stop) => Refusal::Stopped(stop),
        Ended::GaveUp(why) | Ended::Wrong(why) => Refusal::Failed(why),
        Ended::Exhausted | Ended::Enough => Refusal::Failed("the child ended early".into()),
    }
}
