//! The child's side: the same engines behind pipes.

use std::io::{BufRead, Read, Write};
use std::ops::{ControlFlow, Range};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use parallax_json as json;
use parallax_model::Model;
use parallax_model::ask::{BestCost, Control, Engine, RaceSlot, Session};
use parallax_solvers::process::{end_group, lead_group, limit_memory, share_group};
use serde_json::value::RawValue;

use super::certificate::Certified;
use super::folder::Folder;
use super::message::{ChildMessage, Job, Question, Rival, line, seconds};
use super::{Racers, ServeError};
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
pub fn serve(
    mut input: impl BufRead + Send + 'static,
    output: &mut dyn Write,
) -> Result<(), ServeError> {
    let text = next_line(&mut input)?.ok_or(ServeError::NoJob)?;
    let job: Job<&RawValue> = serde_json::from_str(&text).map_err(ServeError::Job)?;
    let place = job.model.get().as_ptr() as usize - text.as_ptr() as usize;
    let job = job.map(|model| place..place + model.get().len());
    let control = Control::unlimited();
    if job.tethered {
        lead_group().map_err(ServeError::Group)?;
        // The engines of a race lead groups of their own, so that each can be stopped alone.
        if !job.engine.parse::<Spec>().is_ok_and(|spec| spec.is_engine::<Portfolio>()) {
            share_group();
        }
    }
    let folder = job.folder.as_deref().map(Folder::make).transpose()?.map(Arc::new);
    let rivals = Rivals::default();
    let questions = questions(input, job.tethered, folder.clone(), &control, rivals.clone());
    let result = work(text, &job, &questions, control.clone(), &rivals, output);
    if let Some(folder) = &folder {
        folder.remove();
    }
    if job.tethered && (result.is_ok() || control.stopped().is_some()) {
        // A program may have left processes behind.
        end_group();
    }
    result
}

/// Works on a job; `text` holds its model.
fn work(
    text: String,
    job: &Job<Range<usize>>,
    questions: &Receiver<String>,
    mut control: Control,
    rivals: &Rivals,
    output: &mut dyn Write,
) -> Result<(), ServeError> {
    let spec: Spec = job.engine.parse().map_err(ServeError::Engine)?;
    let spec = match &job.programs_folder {
        Some(folder) => spec.within(folder),
        None => spec,
    };
    let mut memory_bytes = job.memory_bytes;
    let engine: Arc<dyn Engine> = match spec.as_engine::<Portfolio>() {
        Some(portfolio) => {
            let program = std::env::current_exe().map_err(ServeError::Program)?;
            let racers = Racers { memory_bytes, ..Racers::new(program) };
            memory_bytes = racers.share(portfolio);
            Arc::new(racers.race(portfolio))
        }
        None => Arc::new(spec.clone()),
    };
    if let Some(bytes) = memory_bytes {
        let limit = bytes.saturating_add(spec.abilities().stack_bytes);
        limit_memory(limit).map_err(ServeError::Memory)?;
        let formula = usize::try_from(bytes).unwrap_or(usize::MAX).min(control.formula_bytes());
        control = control.with_formula_bytes(formula);
    }
    let model = Arc::new(json::read("job", &text[job.model.clone()])?);
    drop(text);
    let mut say = |report: &ChildMessage| {
        let said = output.write_all(&line(report)).and_then(|()| output.flush());
        said.map_err(ServeError::Output)
    };
    let time = control.within(seconds(job.timeout_s)?);
    let start = Instant::now();
    let prepared = match &job.certificate {
        Some(certificate) => {
            let (engine, certificate) = (spec, certificate.clone());
            Certified { engine, certificate }.prepare(&model, job.seed, &time)
        }
        None => engine.prepare(&model, job.seed, &time),
    };
    let mut session = match prepared {
        Ok(session) => session,
        Err(refusal) => return say(&ChildMessage::Refused(refusal)),
    };
    say(&ChildMessage::Prepared(start.elapsed().as_secs_f64()))?;
    for (number, text) in (1..).zip(questions) {
        let control = control.in_turn(Arc::new(RaceSlot::running(rivals.begin(number))));
        let question: Question = serde_json::from_str(&text).map_err(ServeError::Question)?;
        answer(&mut *session, &model, &question, &control, &mut say)?;
    }
    Ok(())
}

/// Asks the session and sends its candidates.
fn answer(
    session: &mut dyn Session,
    model: &Model,
    question: &Question,
    control: &Control,
    say: &mut dyn FnMut(&ChildMessage) -> Result<(), ServeError>,
) -> Result<(), ServeError> {
    let givens = question.givens(model.variables().len()).ok_or(ServeError::Given)?;
    let control = control.within(seconds(question.timeout_s)?);
    let mut heard = Ok(());
    let outcome = session.ask(&givens, question.task, &control, &mut |values| {
        heard = say(&ChildMessage::Solution(values.to_vec()));
        match heard {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    });
    heard?;
    say(&ChildMessage::Done(Box::new(outcome)))
}

/// The best cost that other engines have found for the running question.
#[derive(Clone, Default)]
struct Rivals(Arc<Mutex<(u64, BestCost)>>);

impl Rivals {
    /// Begins a question and returns its best cost.
    fn begin(&self, question: u64) -> BestCost {
        self.at(question).unwrap_or_default()
    }

    /// Returns the best cost of a question, which may not have begun; `None` for an earlier one.
    fn at(&self, question: u64) -> Option<BestCost> {
        let mut running = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if running.0 < question {
            *running = (question, BestCost::default());
        }
        (running.0 == question).then(|| running.1.clone())
    }

    /// Records a message, unless it is about an earlier question.
    fn note(&self, Rival { rival, question }: Rival) {
        if let Some(best) = self.at(question) {
            best.improve(rival);
        }
    }
}

/// Returns questions as they arrive, read by a thread that notices the end of the input.
fn questions(
    input: impl BufRead + Send + 'static,
    tethered: bool,
    folder: Option<Arc<Folder>>,
    control: &Control,
    rivals: Rivals,
) -> Receiver<String> {
    let (send, receive) = sync_channel(1);
    let control = control.clone();
    std::thread::spawn(move || {
        pass_on(input, send, &rivals);
        if tethered {
            // The parent has ended or closed the input, so no one waits for the running question.
            // It gets a moment to remove its files, if it has any.
            control.cancel();
            if let Some(folder) = folder {
                std::thread::sleep(CLEAN_UP);
                folder.remove();
            }
            end_group();
        }
    });
    receive
}

fn pass_on(mut input: impl BufRead, send: SyncSender<String>, rivals: &Rivals) {
    while let Ok(Some(text)) = next_line(&mut input) {
        if let Some(rival) = Rival::read(&text) {
            rivals.note(rival);
        } else if send.send(text).is_err() {
            return;
        }
    }
}

/// Reads a line without its terminator; `None` at the end of the input.
fn next_line(input: &mut impl BufRead) -> Result<Option<String>, ServeError> {
    let mut text = String::new();
    match input.take(MAX_JOB).read_line(&mut text).map_err(ServeError::Input)? {
        0 => Ok(None),
        _ if text.len() as u64 == MAX_JOB => Err(ServeError::LongLine(MAX_JOB)),
        _ => Ok(Some(text)),
    }
}
