//! A child at work: its process, its pipes, and what its end means.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::time::{Duration, Instant};

use super::folder::Named;
use super::message::Report;
use crate::ask::{Control, Ended, Stop};
use crate::process::{Tail, Tied, crash, short};

/// How long to wait between two looks at the clock.
const LOOK: Duration = Duration::from_millis(20);

/// After so many looks at a child that has ended its output ends too, whoever
/// still holds it.
const SILENT_LOOKS: u32 = 10;

/// How long after its deadline a child may still answer, before it is killed.
pub(super) const GRACE: Duration = Duration::from_millis(500);

/// How long a child may take to end once it has closed its output.
const LAST: Duration = Duration::from_secs(1);

/// How long a child that is not wanted any more may take to clean up.
const CLEAN_UP: Duration = Duration::from_millis(300);

/// A child. When this is dropped nothing is left of it.
pub(super) struct Channel {
    tied: Tied,
    /// Lines for its standard input, written by a thread of its own.
    to: Option<Sender<Vec<u8>>>,
    from: Receiver<Heard>,
    tail: Option<Tail>,
    /// Whether it is working.
    busy: bool,
    /// Its temporary files, where it needs any.
    _folder: Option<Named>,
    /// How often it was found to have ended while its output is still open.
    silent: u32,
}

/// What comes from a child.
enum Heard {
    Line(Vec<u8>),
    /// The beginning of a line that is longer than it may be.
    Long(Vec<u8>),
}

impl Channel {
    /// Starts a child, `PROGRAM job`, which reads no more than it is sent.
    /// `max_line` is the longest line that it may say.
    ///
    /// # Errors
    /// When it cannot be started.
    pub(super) fn start(
        program: &Path,
        folder: Option<Named>,
        max_line: usize,
    ) -> io::Result<Self> {
        let mut command = Command::new(program);
        command.arg("job").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut tied = Tied::spawn(&mut command)?;
        let tail = tied.stderr().map(Tail::of);
        let (to, lines) = channel();
        if let Some(stdin) = tied.stdin() {
            std::thread::spawn(move || write(stdin, &lines));
        }
        let (tell, from) = sync_channel(64);
        if let Some(stdout) = tied.stdout() {
            std::thread::spawn(move || read(stdout, max_line, &|heard| tell.send(heard).is_ok()));
        }
        Ok(Channel { tied, to: Some(to), from, tail, busy: false, _folder: folder, silent: 0 })
    }

    /// Sends a line, without waiting until it is read.
    pub(super) fn send(&mut self, line: Vec<u8>) {
        self.busy = true;
        if let Some(to) = &self.to {
            // A child that is gone is noticed when it is to answer.
            let _ = to.send(line);
        }
    }

    /// The next report.
    ///
    /// # Errors
    /// How the question ends when there is none: the child must not be asked
    /// any more.
    pub(super) fn next(&mut self, control: &Control) -> Result<Report, Ended> {
        loop {
            // A child keeps its own time; here it is only made to, also when
            // it never stops talking.
            let over = |deadline: Instant| Instant::now() > deadline + GRACE;
            match control.stopped() {
                Some(Stop::Timeout) if !control.deadline().is_some_and(over) => {}
                Some(stop) => return Err(Ended::Stopped(stop)),
                None => {}
            }
            match self.from.recv_timeout(LOOK) {
                Ok(Heard::Line(line)) => return self.report(&line),
                Ok(Heard::Long(start)) => return Err(garbage(&start)),
                Err(RecvTimeoutError::Disconnected) => return Err(Ended::GaveUp(self.end())),
                // Somebody that the child started may hold its output open.
                Err(RecvTimeoutError::Timeout) if self.silent >= SILENT_LOOKS => {
                    return Err(Ended::GaveUp(self.end()));
                }
                Err(RecvTimeoutError::Timeout) => {
                    self.silent += u32::from(self.tied.ends_within(Duration::ZERO));
                }
            }
        }
    }

    fn report(&mut self, line: &[u8]) -> Result<Report, Ended> {
        let report = serde_json::from_slice(line).map_err(|_| garbage(line))?;
        self.busy = matches!(report, Report::Solution(_));
        Ok(report)
    }

    /// Why the child ended by itself.
    fn end(&mut self) -> String {
        let status = match self.tied.finish(LAST) {
            Ok(status) => status,
            Err(error) => return format!("crash: {error}"),
        };
        let stderr = self.tail.as_ref().map(Tail::text).unwrap_or_default();
        match status.success() {
            true => "the child ended without an answer".into(),
            false => crash(status, &stderr),
        }
    }
}

impl Drop for Channel {
    fn drop(&mut self) {
        // Its input ends, and it with it.
        self.to = None;
        // There is nobody to tell.
        let _ = self.tied.finish(if self.busy { CLEAN_UP } else { Duration::ZERO });
    }
}

/// A line that makes no sense, as the reason of an unknown answer.
pub(super) fn garbage(line: &[u8]) -> Ended {
    let text = short(&String::from_utf8_lossy(line));
    Ended::GaveUp(format!("garbage from the child: {text}"))
}

fn write(mut stdin: ChildStdin, lines: &Receiver<Vec<u8>>) {
    for line in lines {
        if stdin.write_all(&line).is_err() {
            return;
        }
    }
}

/// Reads lines until the end, a line that is too long, or until nobody takes
/// them.
fn read(stdout: ChildStdout, max_line: usize, tell: &dyn Fn(Heard) -> bool) {
    let mut stdout = BufReader::with_capacity(1 << 16, stdout);
    loop {
        let mut line = Vec::new();
        let limited = (&mut stdout).take(max_line as u64).read_until(b'\n', &mut line);
        if !matches!(limited, Ok(1..)) {
            return;
        }
        let whole = line.ends_with(b"\n") || line.len() < max_line;
        if !tell(if whole { Heard::Line(line) } else { Heard::Long(line) }) || !whole {
            return;
        }
    }
}
