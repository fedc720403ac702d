//! The child's side: runs an engine whose questions and answers go through pipes.

use std::io::{BufRead, Read, Write};
use std::ops::{ControlFlow, Range};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use parallax_json as json;
use parallax_model::Model;
use parallax_model::engine_api::{BestCost, Control, Engine, RaceSlot, Session};
use parallax_solvers::process::{end_group, lead_group, limit_memory, share_group};
use serde_json::value::RawValue;

use super::certificate::CertificateFileEngine;
use super::folder::OwnedFolder;
use super::message::{
    ChildMessage, JobQuestion, JobRequest, RivalCost, message_line, parse_seconds,
};
use super::{EnginePlacement, ServeError};
use crate::{Portfolio, Spec};

/// Maximum number of bytes of a job.
const MAX_JOB: u64 = 1 << 34;

/// The time that a tethered child with a folder has to clean up after its parent has ended.
const CLEAN_UP: Duration = Duration::from_secs(1);

/// Reads a job and questions from `input`, solves them, and writes reports to `output`. Applies
/// the job's memory limit to this whole process. A tethered job also makes this process the
/// leader of its group and ends it when `input` ends.
///
/// # Errors
/// At an unreadable line, a limit that cannot be set, or a failed write.
pub fn serve_job(
    mut input: impl BufRead + Send + 'static,
    output: &mut dyn Write,
) -> Result<(), ServeError> {
    let text = next_line(&mut input)?.ok_or(ServeError::NoJob)?;
    let job: JobRequest<&RawValue> = serde_json::from_str(&text).map_err(ServeError::Job)?;
    // `RawValue` borrows from `text`, so the difference of the addresses is the model's offset. The
    // range survives the move of `text` to `run_job`, which parses the model and frees the text.
    let start = job.model.get().as_ptr() as usize - text.as_ptr() as usize;
    let job = job.map_model(|model| start..start + model.get().len());
    let control = Control::unlimited();
    if job.tethered {
        // First of all, because only what starts afterwards belongs to the group.
        lead_group().map_err(ServeError::Group)?;
        // The engines of a race lead groups of their own, so that each can be stopped alone.
        if !job.engine.parse::<Spec>().is_ok_and(|spec| spec.is_engine::<Portfolio>()) {
            share_group();
        }
    }
    let folder = job.folder.as_deref().map(OwnedFolder::make_folder).transpose()?.map(Arc::new);
    let rivals = BestRivalCost::default();
    let questions =
        receive_questions(input, job.tethered, folder.clone(), &control, rivals.clone());
    let result = run_job(text, &job, &questions, control.clone(), &rivals, output);
    if let Some(folder) = &folder {
        folder.remove_folder();
    }
    if job.tethered && (result.is_ok() || control.stop_reason().is_some()) {
        // A program may have left processes behind.
        end_group();
    }
    result
}

/// Works on a job; `text` holds its model.
fn run_job(
    text: String,
    job: &JobRequest<Range<usize>>,
    questions: &Receiver<String>,
    mut control: Control,
    rivals: &BestRivalCost,
    output: &mut dyn Write,
) -> Result<(), ServeError> {
    let spec: Spec = job.engine.parse().map_err(ServeError::Engine)?;
    let spec = match &job.programs_folder {
        Some(folder) => spec.with_folder(folder),
        None => spec,
    };
    let mut memory_bytes = job.memory_bytes;
    let engine: Arc<dyn Engine> = match spec.as_engine::<Portfolio>() {
        // Each engine of a race runs in a child, with a share of the memory; this process keeps one
        // share for itself.
        Some(portfolio) => {
            let program = std::env::current_exe().map_err(ServeError::Program)?;
            let racers = EnginePlacement { memory_bytes, ..EnginePlacement::new(program) };
            memory_bytes = racers.memory_share(portfolio);
            Arc::new(racers.racing_engine(portfolio))
        }
        None => Arc::new(spec.clone()),
    };
    if let Some(bytes) = memory_bytes {
        // `RLIMIT_DATA` counts the stacks of threads in full, used or not, so they come on top.
        let limit = bytes.saturating_add(spec.abilities().stack_bytes);
        limit_memory(limit).map_err(ServeError::Memory)?;
        // An encoder that checks the size of its formula ends with an answer, where a failed
        // allocation would end the process.
        let formula = usize::try_from(bytes).unwrap_or(usize::MAX).min(control.formula_bytes());
        control = control.with_formula_bytes(formula);
    }
    let model = Arc::new(json::read_model("job", &text[job.model.clone()])?);
    // The text of a large model must not occupy memory while the engine works.
    drop(text);
    let mut say = |report: &ChildMessage| {
        let said = output.write_all(&message_line(report)).and_then(|()| output.flush());
        said.map_err(ServeError::Output)
    };
    let time = control.with_timeout(parse_seconds(job.timeout_s)?);
    let start = Instant::now();
    let prepared = match &job.certificate {
        Some(certificate) => {
            let (engine, certificate) = (spec, certificate.clone());
            CertificateFileEngine { engine, certificate }.prepare(&model, job.seed, &time)
        }
        None => engine.prepare(&model, job.seed, &time),
    };
    let mut session = match prepared {
        Ok(session) => session,
        Err(refusal) => return say(&ChildMessage::Refused(refusal)),
    };
    say(&ChildMessage::Prepared(start.elapsed().as_secs_f64()))?;
    for (number, text) in (1..).zip(questions) {
        let control =
            control.in_turn(Arc::new(RaceSlot::new_running(rivals.begin_question(number))));
        let question: JobQuestion = serde_json::from_str(&text).map_err(ServeError::Question)?;
        answer_question(&mut *session, &model, &question, &control, &mut say)?;
    }
    Ok(())
}

/// Asks the session and sends its candidates.
fn answer_question(
    session: &mut dyn Session,
    model: &Model,
    question: &JobQuestion,
    control: &Control,
    say: &mut dyn FnMut(&ChildMessage) -> Result<(), ServeError>,
) -> Result<(), ServeError> {
    let givens = question.variable_givens(model.variables().len()).ok_or(ServeError::Given)?;
    let control = control.with_timeout(parse_seconds(question.timeout_s)?);
    let mut heard = Ok(());
    let outcome = session.ask(&givens, question.task, &control, &mut |values| {
        heard = say(&ChildMessage::Solution(values.to_vec()));
        match heard {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    });
    // After a failed write there is no reader for the outcome either.
    heard?;
    say(&ChildMessage::Done(Box::new(outcome)))
}

/// The best cost that other engines have found for the running question.
#[derive(Clone, Default)]
struct BestRivalCost(Arc<Mutex<(u64, BestCost)>>);

impl BestRivalCost {
    /// Begins a question and returns its best cost.
    fn begin_question(&self, question: u64) -> BestCost {
        self.best_cost(question).unwrap_or_default()
    }

    /// Returns the best cost of a question, which may not have begun; `None` for an earlier one.
    fn best_cost(&self, question: u64) -> Option<BestCost> {
        // The thread that reads may meet a cost before the session has begun its question.
        // Whichever comes first makes the entry, and both then share one cell.
        let mut running = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if running.0 < question {
            *running = (question, BestCost::default());
        }
        (running.0 == question).then(|| running.1.clone())
    }

    /// Records a message, unless it is about an earlier question.
    fn record_cost(&self, RivalCost { rival, question }: RivalCost) {
        if let Some(best) = self.best_cost(question) {
            best.record_cost(rival);
        }
    }
}

/// Returns questions as they arrive, read by a thread that notices the end of the input.
fn receive_questions(
    input: impl BufRead + Send + 'static,
    tethered: bool,
    folder: Option<Arc<OwnedFolder>>,
    control: &Control,
    rivals: BestRivalCost,
) -> Receiver<String> {
    // Further questions wait in the pipe, not in memory. One waits here, so that the thread can
    // read on while the engine works, and notices costs and the end of the input.
    let (send, receive) = sync_channel(1);
    let control = control.clone();
    std::thread::spawn(move || {
        pass_on(input, send, &rivals);
        if tethered {
            // The parent has ended or closed the input, so no one waits for the running question.
            // It gets a moment to remove its files, if it has any.
            control.cancel_work();
            if let Some(folder) = folder {
                std::thread::sleep(CLEAN_UP);
                folder.remove_folder();
            }
            end_group();
        }
    });
    receive
}

fn pass_on(mut input: impl BufRead, send: SyncSender<String>, rivals: &BestRivalCost) {
    while let Ok(Some(text)) = next_line(&mut input) {
        if let Some(rival) = RivalCost::parse_line(&text) {
            rivals.record_cost(rival);
        } else if send.send(text).is_err() {
            return;
        }
    }
}

/// Reads a line without its terminator; `None` at the end of the input.
fn next_line(input: &mut impl BufRead) -> Result<Option<String>, ServeError> {
    let mut text = String::new();
    // A line of exactly the maximum is refused as well: it may have been cut there.
    match input.take(MAX_JOB).read_line(&mut text).map_err(ServeError::Input)? {
        0 => Ok(None),
        _ if text.len() as u64 == MAX_JOB => Err(ServeError::LongLine(MAX_JOB)),
        _ => Ok(Some(text)),
    }
}
