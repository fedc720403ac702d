//! Z3, through its C library.
//!
//! Z3's contexts belong to a thread, so each solver lives in a thread of its
//! own, with a stack for deep terms, and answers questions over channels.

#[cfg(test)]
mod tests;
mod translate;

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use parallax_encodings::smt::{Script, Term};
use z3::{Context, Params, SatResult, Solver, StatisticsValue};

use crate::ask::{Control, Ended, Refusal};
use translate::Translation;

/// The stack of a solver's thread: Z3 recurses deeply.
const STACK_BYTES: usize = 256 << 20;

/// How often a running check is looked after.
const LOOK: Duration = Duration::from_millis(5);

/// The library's version, for example `5.4.0`.
pub fn version() -> String {
    let full = z3::full_version();
    full.trim_start_matches("Z3 ").split(' ').next().unwrap_or(full).to_owned()
}

/// What is asked.
pub struct Question {
    /// Integers, by index, fixed to values for this question.
    pub assume: Vec<(usize, i64)>,
    /// The integers whose values make solutions distinct.
    pub shown: Vec<usize>,
    /// The number of solutions after which to stop.
    pub limit: Option<u64>,
    /// When to stop.
    pub control: Control,
}

/// Deterministic effort by name.
pub type Effort = Vec<(&'static str, u64)>;

enum Event {
    Ready,
    Model(Vec<i64>),
    Ended(u64, Ended, Effort),
}

/// What a solver's thread waits for.
struct Orders {
    questions: Sender<Question>,
    /// After each model: whether to look for another.
    go_on: Sender<bool>,
}

/// A solver in a thread of its own.
pub struct Z3Solver {
    /// To the thread; `None` once the solver is being dropped.
    orders: Option<Orders>,
    events: Receiver<Event>,
    thread: Option<JoinHandle<()>>,
}

impl Z3Solver {
    /// Starts a thread and asserts the script in it.
    ///
    /// # Errors
    /// When no thread can be started, Z3 fails, or `control` says stop.
    pub fn start(script: Arc<Script>, seed: u64, control: &Control) -> Result<Self, Refusal> {
        let (questions, asked) = channel();
        let (answer, events) = channel();
        let (go_on, wait) = channel();
        let building = control.clone();
        let thread = std::thread::Builder::new()
            .name("z3".into())
            .stack_size(STACK_BYTES)
            .spawn(move || serve(&script, seed, &building, &asked, &answer, &wait))
            .map_err(|error| Refusal::Failed(format!("no thread for Z3: {error}")))?;
        let orders = Some(Orders { questions, go_on });
        let solver = Z3Solver { orders, events, thread: Some(thread) };
        match solver.events.recv() {
            Ok(Event::Ready) => Ok(solver),
            _ => {
                Err(control.stopped().map_or_else(|| Refusal::Failed(FAILED.into()), Refusal::from))
            }
        }
    }

    /// Gives every solution to `on_model` (the values of all integers by
    /// index) until the question's limit, a stop, or a break.
    pub fn enumerate(
        &mut self,
        question: Question,
        on_model: &mut dyn FnMut(&[i64]) -> ControlFlow<()>,
    ) -> (u64, Ended, Effort) {
        let failed = || (0, Ended::GaveUp(FAILED.into()), Vec::new());
        let Some(orders) = &self.orders else {
            return failed();
        };
        if orders.questions.send(question).is_err() {
            return failed();
        }
        loop {
            match self.events.recv() {
                Ok(Event::Ended(found, ended, effort)) => return (found, ended, effort),
                Ok(Event::Model(values)) => {
                    let more = on_model(&values).is_continue();
                    if orders.go_on.send(more).is_err() {
                        return failed();
                    }
                }
                Ok(Event::Ready) => {}
                Err(_) => return failed(),
            }
        }
    }
}

const FAILED: &str = "Z3 failed";

impl Drop for Z3Solver {
    fn drop(&mut self) {
        // Also a thread that waits for word on a model ends: the callback may
        // have panicked.
        self.orders = None;
        if let Some(thread) = self.thread.take() {
            // A thread that panicked has been reported as failed already.
            let _ = thread.join();
        }
    }
}

/// A solver with the script asserted, unless `control` said stop meanwhile.
fn build(
    logic: &str,
    seed: u64,
    script: &Script,
    control: &Control,
) -> Option<(Solver, Translation)> {
    let solver = Solver::new_for_logic(logic).unwrap_or_default();
    let mut params = Params::new();
    params.set_u32("random_seed", (seed & 0x7fff_ffff) as u32);
    solver.set_params(&params);
    let mut translation = Translation::new(script);
    for (i, (_, term)) in script.assertions.iter().enumerate() {
        if i.is_multiple_of(64) && control.stopped().is_some() {
            return None;
        }
        solver.assert(translation.truth(term));
    }
    Some((solver, translation))
}

/// Up to this many pairs of different integers QF_FD is taken; it writes them
/// all out, without looking up to see whether it was interrupted.
const MAX_PAIRS: usize = 40_000;

/// How many pairs of integers a script's `distinct` terms stand for.
fn distinct_pairs(script: &Script) -> usize {
    fn pairs(term: &Term) -> usize {
        match term {
            Term::Distinct(terms) => terms.len() * terms.len() / 2,
            other => other.parts().into_iter().map(pairs).sum(),
        }
    }
    script.assertions.iter().map(|(_, term)| pairs(term)).sum()
}

/// The solver's thread.
///
/// QF_FD turns bounded integers into bits, which suits finite domains: it
/// finds a magic square of order 5 or a Latin square of order 12 in less than
/// a second, where QF_LIA and plain solvers need more than fifteen. They are
/// two to four times faster in enumerating the many solutions of tiny models,
/// and equal on 9x9 Sudokus. When QF_FD gives a question up, the logic of the
/// script takes over for good.
fn serve(
    script: &Script,
    seed: u64,
    building: &Control,
    asked: &Receiver<Question>,
    answer: &Sender<Event>,
    wait: &Receiver<bool>,
) {
    let mut bits = script.logic == "QF_LIA" && distinct_pairs(script) <= MAX_PAIRS;
    let logic = if bits { "QF_FD" } else { script.logic.as_str() };
    let Some((mut solver, mut translation)) = build(logic, seed, script, building) else {
        return;
    };
    if answer.send(Event::Ready).is_err() {
        return;
    }
    while let Ok(question) = asked.recv() {
        let mut run = ask(&solver, &translation, &question, answer, wait);
        if bits && matches!(run, (0, Ended::GaveUp(_), _)) {
            run = match build(&script.logic, seed, script, &question.control) {
                Some(built) => {
                    bits = false;
                    (solver, translation) = built;
                    ask(&solver, &translation, &question, answer, wait)
                }
                None => (0, ended_by(&question.control, "Z3 was not built"), Vec::new()),
            };
        }
        let (found, ended, effort) = run;
        if answer.send(Event::Ended(found, ended, effort)).is_err() {
            return;
        }
    }
}

/// One question, with the effort that it took.
fn ask(
    solver: &Solver,
    translation: &Translation,
    question: &Question,
    answer: &Sender<Event>,
    wait: &Receiver<bool>,
) -> (u64, Ended, Effort) {
    let before = effort(solver);
    solver.push();
    let (found, ended) = enumerate(solver, translation, question, answer, wait);
    let mut spent = effort(solver);
    solver.pop(1);
    for (name, value) in &mut spent {
        let earlier = before.iter().find(|(n, _)| n == name).map_or(0, |(_, v)| *v);
        *value = value.saturating_sub(earlier);
    }
    (found, ended, spent)
}

fn enumerate(
    solver: &Solver,
    translation: &Translation,
    question: &Question,
    answer: &Sender<Event>,
    wait: &Receiver<bool>,
) -> (u64, Ended) {
    for &(int, value) in &question.assume {
        solver.assert(translation.is(int, value));
    }
    let mut found = 0;
    loop {
        if question.limit.is_some_and(|limit| found >= limit) {
            return (found, Ended::Enough);
        }
        match watched_check(solver, &question.control) {
            SatResult::Unsat => return (found, Ended::Exhausted),
            SatResult::Unknown => {
                let why = solver.get_reason_unknown().unwrap_or_default();
                return (found, ended_by(&question.control, &format!("Z3 says unknown: {why}")));
            }
            SatResult::Sat => {}
        }
        let Some(values) = solver.get_model().and_then(|model| translation.values(&model)) else {
            return (found, ended_by(&question.control, "Z3 gave no model"));
        };
        let blocking = translation.differs(&question.shown, &values);
        found += 1;
        if answer.send(Event::Model(values)).is_err() || !wait.recv().unwrap_or(false) {
            return (found, Ended::Enough);
        }
        solver.assert(blocking);
    }
}

/// A stop if there was one, else what Z3 itself gave up for.
fn ended_by(control: &Control, why: &str) -> Ended {
    control.stopped().map_or_else(|| Ended::GaveUp(why.to_owned()), Ended::Stopped)
}

/// A check that a second thread interrupts, again and again until it returns,
/// once `control` says stop.
fn watched_check(solver: &Solver, control: &Control) -> SatResult {
    if control.stopped().is_some() {
        return SatResult::Unknown;
    }
    let context = Context::thread_local();
    let handle = context.handle();
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let watcher = scope.spawn(|| {
            while !done.load(Ordering::Acquire) {
                if control.stopped().is_some() {
                    handle.interrupt();
                }
                std::thread::park_timeout(LOOK);
            }
        });
        let result = solver.check();
        done.store(true, Ordering::Release);
        watcher.thread().unpark();
        result
    })
}

/// What Z3 tells of its effort; the names differ from solver to solver.
fn effort(solver: &Solver) -> Effort {
    const TOLD: [(&str, &str); 8] = [
        ("conflicts", "conflicts"),
        ("sat conflicts", "conflicts"),
        ("decisions", "decisions"),
        ("sat decisions", "decisions"),
        ("propagations", "propagations"),
        ("sat propagations nary", "propagations"),
        ("sat propagations 2ary", "propagations"),
        ("rlimit count", "rlimit"),
    ];
    let mut effort: Effort = Vec::new();
    for entry in solver.get_statistics().entries() {
        let StatisticsValue::UInt(value) = entry.value else {
            continue;
        };
        if let Some((_, name)) = TOLD.iter().find(|(key, _)| *key == entry.key) {
            match effort.iter_mut().find(|(n, _)| n == name) {
                Some((_, sum)) => *sum += u64::from(value),
                None => effort.push((name, value.into())),
            }
        }
    }
    effort
}
