//! Cases in child processes, so that a hang or an abort is a finding like any other.
//!
//! A child is the same program with the same campaign. It reads a range of cases per line, `START
//! END`, announces each step before taking it, `at CASE WORDS`, and answers with the result of the
//! range, `sum JSON`. A child that ends, or exceeds the time for one step, is lost with its range:
//! the case that it was working on counts as lost, and another child works on the others.

use std::io::{self, BufRead, BufReader, Write};
use std::ops::Range;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use parallax_model::ask::Control;
use parallax_solvers::process::{
    ChildProcess, Tail, crash, end_group, lead_group, limit_memory, share_group,
};
use serde::de::DeserializeOwned;

use super::campaign::{Campaign, Done, Step, Sum, SumOf, work};

/// The time between two checks of the run's control.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Maximum time for a child to end after it has closed its output.
const LAST: Duration = Duration::from_secs(1);

/// The children of a run.
#[derive(Clone, Debug)]
pub struct Children {
    /// The program.
    pub program: PathBuf,
    /// Its arguments, which make it [`serve`] the same campaign.
    pub args: Vec<String>,
    /// Maximum time of one step.
    pub patience: Duration,
}

/// A worker with its child, which is started at the first range.
pub(super) struct Worker<'c> {
    children: &'c Children,
    control: &'c Control,
    child: Option<Child>,
}

struct Child {
    tied: ChildProcess,
    stdin: std::process::ChildStdin,
    lines: Receiver<String>,
    tail: Option<Tail>,
}

/// The reason why a range has no result.
enum Loss {
    /// The run was stopped.
    Stopped,
    /// The child could not be started, or ended before it took a step.
    Failed(String),
    /// The child was lost in a step of a case.
    At { case: u64, step: String, how: String },
}

impl<'c> Worker<'c> {
    pub(super) fn new(children: &'c Children, control: &'c Control) -> Self {
        Worker { children, control, child: None }
    }

    /// Makes children work on the cases of a range.
    pub(super) fn work<C: Campaign>(&mut self, campaign: &C, cases: Range<u64>) -> Done<SumOf<C>> {
        let mut sum = Sum::new();
        let mut open = vec![cases.clone()];
        while let Some(range) = open.pop() {
            if range.is_empty() {
                continue;
            }
            match self.ask(&range) {
                Ok(part) => sum.absorb(part),
                Err(Loss::Stopped) => return Done { sum: Sum::new(), end: cases.start },
                Err(Loss::Failed(how)) => {
                    // Without a child no case can run: each case is lost.
                    range.for_each(|case| campaign.lost(case, "the child", &how, &mut sum));
                }
                Err(Loss::At { case, .. }) if range.start < case => {
                    // The results of the cases before it are lost with the child.
                    open.push(case..range.end);
                    open.push(range.start..case);
                }
                Err(Loss::At { case, step, how }) => {
                    campaign.lost(case, &step, &how, &mut sum);
                    open.push(case + 1..range.end);
                }
            }
        }
        Done { sum, end: cases.end }
    }

    fn ask<A: DeserializeOwned>(&mut self, range: &Range<u64>) -> Result<A, Loss> {
        if self.child.is_none() {
            let failed = |error: io::Error| Loss::Failed(format!("cannot start: {error}"));
            self.child = Some(Child::start(self.children).map_err(failed)?);
        }
        let Some(child) = &mut self.child else { return Err(Loss::Stopped) };
        let result = child.ask(range, self.children.patience, self.control);
        if result.is_err() {
            self.child = None;
        }
        result
    }
}

impl Child {
    fn start(children: &Children) -> io::Result<Self> {
        let mut command = Command::new(&children.program);
        command.args(&children.args);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut tied = ChildProcess::spawn(&mut command)?;
        let missing = || io::Error::other("no pipe");
        let (stdin, stdout) = tied.stdin().zip(tied.stdout()).ok_or_else(missing)?;
        let tail = tied.stderr().map(Tail::of);
        let (send, lines) = sync_channel(64);
        std::thread::spawn(move || {
            for line in BufReader::new(stdout).lines() {
                if line.map_or(true, |line| send.send(line).is_err()) {
                    return;
                }
            }
        });
        Ok(Child { tied, stdin, lines, tail })
    }

    fn ask<A: DeserializeOwned>(
        &mut self,
        range: &Range<u64>,
        patience: Duration,
        control: &Control,
    ) -> Result<A, Loss> {
        // A failed write shows below, as the end of the child's output.
        let _ = writeln!(self.stdin, "{} {}", range.start, range.end);
        let mut at: Option<(u64, String)> = None;
        let mut heard = Instant::now();
        let lost = |at: Option<(u64, String)>, how: String| match at {
            Some((case, step)) => Loss::At { case, step, how },
            None => Loss::Failed(how),
        };
        loop {
            if control.stopped().is_some() {
                return Err(Loss::Stopped);
            }
            match self.lines.recv_timeout(POLL_INTERVAL) {
                Ok(line) => match parse(&line) {
                    Some(Line::At(case, step)) if range.contains(&case) => {
                        at = Some((case, step.to_owned()));
                        heard = Instant::now();
                    }
                    Some(Line::Sum(json)) => {
                        let garbage = |error| lost(at, format!("garbage from the child: {error}"));
                        return serde_json::from_str(json).map_err(garbage);
                    }
                    _ => return Err(lost(at, "garbage from the child".into())),
                },
                Err(RecvTimeoutError::Disconnected) => return Err(lost(at, self.end())),
                Err(RecvTimeoutError::Timeout) if heard.elapsed() > patience => {
                    let how = format!("no answer within {} s", patience.as_secs_f64());
                    return Err(lost(at, how));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Waits for the end of the child and describes it.
    fn end(&mut self) -> String {
        let stderr = self.tail.as_ref().map(Tail::text).unwrap_or_default();
        match self.tied.finish(LAST) {
            Ok(status) if status.success() => "the child ended without an answer".into(),
            Ok(status) => crash(status, &stderr),
            Err(error) => format!("crash: {error}"),
        }
    }
}

enum Line<'l> {
    At(u64, &'l str),
    Sum(&'l str),
}

fn parse(line: &str) -> Option<Line<'_>> {
    if let Some(json) = line.strip_prefix("sum ") {
        return Some(Line::Sum(json));
    }
    let (case, step) = line.strip_prefix("at ")?.split_once(' ')?;
    Some(Line::At(case.parse().ok()?, step))
}

/// The child's side: works on the ranges from standard input and ends with it. `memory_bytes`
/// limits the memory that this process may allocate.
///
/// # Errors
/// Returns an error for a line that is not a range, a limit that cannot be set, or a failed write.
pub fn serve(campaign: &impl Campaign, memory_bytes: Option<u64>) -> Result<(), String> {
    lead_group().map_err(|error| format!("no group of its own: {error}"))?;
    share_group();
    if let Some(bytes) = memory_bytes {
        limit_memory(bytes).map_err(|error| format!("no memory limit: {error}"))?;
    }
    let (ranges, control) = (ranges(), Control::unlimited());
    let output = Arc::new(Mutex::new(io::stdout()));
    let mut state = campaign.start();
    for range in ranges {
        let steps = |case: u64| -> Step {
            let output = output.clone();
            Arc::new(move |step: &str| {
                let mut output = output.lock().expect("no holder panics");
                // A failed write means that this process is about to end.
                let _ = writeln!(output, "at {case} {step}").and_then(|()| output.flush());
            })
        };
        let Done { sum, .. } = work(campaign, &mut state, range?, &control, &|case| {
            let step = steps(case);
            step("begin");
            step
        });
        let json = serde_json::to_string(&sum).map_err(|error| error.to_string())?;
        let mut output = output.lock().expect("no holder panics");
        let said = writeln!(output, "sum {json}").and_then(|()| output.flush());
        said.map_err(|error| format!("the output is closed: {error}"))?;
    }
    Ok(())
}

/// Ranges from standard input; the process ends when it does, even in the middle of a case.
fn ranges() -> Receiver<Result<Range<u64>, String>> {
    let (send, receive) = sync_channel(1);
    std::thread::spawn(move || {
        for line in io::stdin().lines() {
            let range = line.map_err(|error| error.to_string()).and_then(|line| {
                let numbers = line
                    .split_once(' ')
                    .and_then(|(start, end)| Some(start.parse().ok()?..end.parse().ok()?));
                numbers.ok_or_else(|| format!("expected 'START END', found '{line}'"))
            });
            if send.send(range).is_err() {
                return;
            }
        }
        end_group();
    });
    receive
}
