//! A session whose engine runs in a child.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use parallax_json as json;
use parallax_model::engine_api::{
    AgreeingEngine, AnsweringEngine, CandidateCallback, Control, EffortCounters, Engine as _,
    EnumerationEnd, PreparationError, QuestionClock, QuestionOutcome, Session, Task,
};
use parallax_model::{Given, Model};

use super::IsolatedEngine;
use super::folder::ChildFolder;
use super::job_process::{JobLimits, JobProcess, describe_garbage};
use super::message::{ChildMessage, JobQuestion, JobRequest, message_line, write_line};
use crate::Spec;

/// Bytes of a value in a report: a sign, ten digits, a comma.
const BYTES_PER_VALUE: usize = 12;

/// Maximum number of other bytes in a report.
const MAX_REPORT_BYTES: usize = 1 << 16;

/// A child and its job. A lost child is replaced at the next question.
pub(super) struct RemoteSession {
    isolated: IsolatedEngine,
    model: Arc<Model>,
    seed: u64,
    child: Option<JobProcess>,
}

impl RemoteSession {
    /// Starts a child and makes it prepare a model.
    ///
    /// # Errors
    /// Returns the child's refusal, or the reason why it failed.
    pub(super) fn start_child(
        isolated: IsolatedEngine,
        model: &Arc<Model>,
        seed: u64,
        control: &Control,
    ) -> Result<Self, PreparationError> {
        let mut remote = RemoteSession { isolated, model: model.clone(), seed, child: None };
        remote.child = Some(remote.prepare_child(control)?);
        Ok(remote)
    }

    fn job_limits(&self) -> JobLimits {
        let IsolatedEngine { memory_bytes, cpu, meter, .. } = self.isolated.clone();
        JobLimits { memory_bytes, cpu, meter }
    }

    fn prepare_child(&self, control: &Control) -> Result<JobProcess, PreparationError> {
        let failed = |error: std::io::Error| {
            PreparationError::Failed(format!(
                "cannot start '{}': {error}",
                self.isolated.program.display()
            ))
        };
        let start = Instant::now();
        // Only engines that run programs write temporary files.
        let folder = self.isolated.engine.abilities().external.then(ChildFolder::new);
        let job = JobRequest {
            model: (),
            engine: self.isolated.engine.to_string(),
            seed: self.seed,
            memory_bytes: self.isolated.memory_bytes,
            timeout_s: time_left(control),
            tethered: true,
            folder: folder.as_ref().map(|folder| folder.folder_path().to_owned()),
            programs_folder: self.isolated.engine.program_folder().map(Path::to_owned),
            certificate: self.isolated.certificate.clone(),
        };
        // The longest report is a solution. The bound keeps a child that prints a line without an
        // end from exhausting the memory of this process.
        let max_line = BYTES_PER_VALUE
            .saturating_mul(self.model.variables().len())
            .saturating_add(MAX_REPORT_BYTES);
        let mut child =
            JobProcess::start_child(&self.isolated.program, folder, max_line, self.job_limits())
                .map_err(failed)?;
        let model = self.model.clone();
        // The text is written while the child reads, so a large model never exists here as text.
        child.send_line(move |out| write_line(&job.map_model(|()| json::JsonModel(&model)), out));
        match child.next(control) {
            Ok(ChildMessage::Prepared(encode)) => {
                // The child measures its preparation; the rest of the time is its start and the
                // transfer of the model.
                let encode = Duration::try_from_secs_f64(encode).unwrap_or_default();
                if let Some(meter) = &self.isolated.meter {
                    meter.add_start(start.elapsed().saturating_sub(encode));
                }
                Ok(child)
            }
            Ok(ChildMessage::Refused(refusal)) => Err(refusal),
            Ok(other) => Err(prepare_refusal(describe_garbage(&message_line(&other)))),
            Err(ended) => Err(prepare_refusal(ended)),
        }
    }

    /// Returns which engine answered in the child, if it could choose; only its spec is trusted,
    /// and must be valid.
    fn checked_answerer(&self, by: AnsweringEngine) -> Option<AnsweringEngine> {
        if !self.isolated.engine.abilities().chooses {
            return None;
        }
        let engine = received(&by.engine)?;
        Some(AnsweringEngine { family: engine.family(), compiler: engine.compiler_name(), ..by })
    }

    /// Returns which engines agreed in the child; again only their specs are trusted.
    fn checked_agreement(&self, agreed: Vec<AgreeingEngine>) -> Vec<AgreeingEngine> {
        if !self.isolated.engine.abilities().chooses {
            return Vec::new();
        }
        let known = |agreeing: AgreeingEngine| {
            let family = received(&agreeing.engine)?.family();
            Some(AgreeingEngine { family, ..agreeing })
        };
        agreed.into_iter().filter_map(known).collect()
    }

    /// Asks the child a question; returns the number of candidates before it ended, and how it
    /// ended.
    fn ask_child(
        &mut self,
        question: &JobQuestion,
        control: &Control,
        clock: &mut QuestionClock,
        on_candidate: CandidateCallback<'_>,
    ) -> (u64, Result<QuestionOutcome, EnumerationEnd>) {
        let mut found = 0;
        // The child leaves the session while it answers and returns only after a complete,
        // consistent answer. On every other way out it is dropped, and so killed, and the next
        // question starts a new one.
        let mut child = match self.child.take() {
            Some(child) => child,
            None => match self.prepare_child(control) {
                Ok(child) => child,
                Err(refusal) => return (0, Ok(QuestionOutcome::at_once(refusal.into()))),
            },
        };
        child.send_question(message_line(question));
        loop {
            match child.next(control) {
                Ok(ChildMessage::Solution(values))
                    // Of another length, the values cannot be about this model: the child is not
                    // trusted.
                    if values.len() == self.model.variables().len() =>
                {
                    found += 1;
                    if clock.run_outside(|| on_candidate(&values)) == ControlFlow::Break(()) {
                        return (found, Err(EnumerationEnd::Enough));
                    }
                }
                Ok(ChildMessage::Done(outcome)) => {
                    // A final report must fit the solutions that were sent, e.g. it cannot be
                    // unsatisfiable after one of them.
                    let report = if outcome.find_contradiction(found.into()).is_none() {
                        self.child = Some(child);
                        Ok(*outcome)
                    } else {
                        Err(describe_garbage(&message_line(&ChildMessage::Done(outcome))))
                    };
                    return (found, report);
                }
                Ok(other) => return (found, Err(describe_garbage(&message_line(&other)))),
                Err(ended) => return (found, Err(ended)),
            }
        }
    }
}

impl Session for RemoteSession {
    fn ask(
        &mut self,
        givens: &[Given],
        task: Task,
        control: &Control,
        on_candidate: CandidateCallback<'_>,
    ) -> QuestionOutcome {
        let start = Instant::now();
        let mut clock = QuestionClock::start_clock();
        let question = JobQuestion {
            givens: givens.iter().map(|given| (given.variable.index(), given.value)).collect(),
            task,
            timeout_s: time_left(control),
        };
        match self.ask_child(&question, control, &mut clock, on_candidate) {
            // The child does not count the time for transmission, and its solving time cannot
            // exceed the time measured here.
            (_, Ok(outcome)) => QuestionOutcome {
                solve: outcome.solve.min(start.elapsed()),
                // A solver in the child could forge the check of its proof. A program cannot: the
                // child checks the program's output, and runs no other solver. A certificate counts
                // as claimed until another process has checked it.
                proof: outcome.proof.filter(|_| self.isolated.engine.writes_proof()),
                by: outcome.by.and_then(|by| self.checked_answerer(by)),
                agreed: self.checked_agreement(outcome.agreed),
                ..outcome
            },
            (found, Err(ended)) => QuestionOutcome::from_enumeration(
                found,
                ended,
                EffortCounters::new(),
                clock.elapsed_time(),
            ),
        }
    }
}

/// Returns the engine that a message names. Messages contain only its spec, because a child is not
/// trusted with the facts about an engine.
fn received(spec: &str) -> Option<Spec> {
    spec.parse().ok()
}

/// Returns the seconds until the deadline, if the question has one.
fn time_left(control: &Control) -> Option<f64> {
    let left = |deadline: Instant| deadline.saturating_duration_since(Instant::now());
    control.deadline().map(left).map(|time| time.as_secs_f64())
}

fn prepare_refusal(ended: EnumerationEnd) -> PreparationError {
    match ended {
        EnumerationEnd::Stopped(stop) => PreparationError::Stopped(stop),
        EnumerationEnd::GaveUp(why) | EnumerationEnd::Wrong(why) => PreparationError::Failed(why),
        EnumerationEnd::Exhausted | EnumerationEnd::Enough => {
            PreparationError::Failed("the child ended early".into())
        }
    }
}
