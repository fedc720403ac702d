//! A running child: its process, its pipes, and its end.

use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::process::{ChildStdin, Command};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use parallax_model::ask::{Control, Ended, Stop};
use parallax_solvers::process::{
    OutputLine, OutputPause, PipedProcess, ProcessCrash, Usage, crash, short, signal,
};

use super::folder::Named;
use super::message::{ChildMessage, Rival, write_line};
use super::{End, Meter};

/// The time between two checks of the clock.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// The time between two measurements of a child's resources.
const LOOK_INTERVAL: Duration = Duration::from_millis(100);

/// The numbers of SIGKILL and SIGXCPU.
const KILLED: i32 = 9;
const OUT_OF_TIME: i32 = 24;

/// The time after its deadline during which a child may still answer.
pub(super) const GRACE: Duration = Duration::from_millis(500);

/// The maximum time between a child's closing its output and its end.
const LAST: Duration = Duration::from_secs(1);

/// The time that a cancelled child has to clean up.
const CLEAN_UP: Duration = Duration::from_millis(300);

/// A child process. Dropping it kills the child and everything that it started.
pub(super) struct Channel {
    piped: PipedProcess<OutputLine>,
    /// The sender to the thread that writes lines to its standard input.
    to: Option<Sender<Message>>,
    /// Whether it is working on a question.
    busy: bool,
    /// Its folder for temporary files, if it needs one.
    folder: Option<Named>,
    watch: Watch,
    /// The number of questions asked.
    questions: u64,
    /// The best cost of other engines in this question that the child has received.
    rival: Option<i64>,
}

/// The limits of a child while it works, and the place of its measurements.
#[derive(Clone, Default)]
pub(super) struct Watch {
    /// Maximum number of bytes of memory of the child and its descendants together.
    pub(super) memory_bytes: Option<u64>,
    /// Maximum processor time of the child and its descendants together.
    pub(super) cpu: Option<Duration>,
    /// Receives the child's use of resources and its end.
    pub(super) meter: Option<Meter>,
}

impl Watch {
    /// Returns the limit that a child exceeds, and the reason for its end.
    fn exceeded(&self, uses: Usage) -> Option<(End, Ended)> {
        if self.cpu.is_some_and(|most| uses.cpu > most) {
            return Some((End::Cputime, Ended::GaveUp("processor time limit".into())));
        }
        let memory = self.memory_bytes.filter(|_| self.meter.is_some());
        let is_exceeded = memory.is_some_and(|most| uses.memory_bytes > most);
        is_exceeded.then_some((End::Memory, Ended::Stopped(Stop::Memory)))
    }

    fn has_limits(&self) -> bool {
        self.cpu.is_some() || self.memory_bytes.is_some() && self.meter.is_some()
    }

    fn end(&self, end: End) {
        if let Some(meter) = &self.meter {
            meter.end(end);
        }
    }
}

/// Writes a line.
type Message = Box<dyn FnOnce(&mut dyn Write) -> io::Result<()> + Send>;

impl Channel {
    /// Starts a child, `PROGRAM job`, which reads only what is sent. `max_line` is the maximum
    /// length of a line accepted from it.
    ///
    /// # Errors
    /// If it cannot be started.
    pub(super) fn start(
        program: &Path,
        folder: Option<Named>,
        max_line: usize,
        watch: Watch,
    ) -> io::Result<Self> {
        let mut command = Command::new(program);
        command.arg("job");
        let mut piped = PipedProcess::read_lines(&mut command, max_line as u64)?;
        let (to, lines) = channel();
        if let Some(stdin) = piped.take_input() {
            std::thread::spawn(move || write(stdin, &lines));
        }
        let (busy, questions, rival) = (false, 0, None);
        Ok(Channel { piped, to: Some(to), busy, folder, watch, questions, rival })
    }

    /// Sends the line that `message` writes, without waiting until it is read.
    pub(super) fn send(
        &mut self,
        message: impl FnOnce(&mut dyn Write) -> io::Result<()> + Send + 'static,
    ) {
        self.busy = true;
        if let Some(to) = &self.to {
            // An ended child is noticed when it should answer.
            let _ = to.send(Box::new(message));
        }
    }

    /// Sends a question.
    pub(super) fn ask(&mut self, question: Vec<u8>) {
        self.questions += 1;
        self.rival = None;
        self.send(move |out| out.write_all(&question));
    }

    /// Sends the best cost of other engines, if it has improved.
    fn pass_on_rival(&mut self, control: &Control) {
        let new = |cost: &i64| self.rival.is_none_or(|known| *cost < known);
        if self.questions > 0
            && let Some(rival) = control.rival().filter(new)
        {
            self.rival = Some(rival);
            let message = Rival { rival, question: self.questions };
            self.send(move |out| write_line(&message, out));
        }
    }

    /// Stops the child while its engine waits for its turn in a race.
    fn wait_for_turn(&mut self, control: &Control) {
        if control.is_paused() {
            self.piped.process().pause();
            // Returns when it may continue, or must end.
            let _ = control.stopped();
            self.piped.process().go_on();
        }
    }

    /// Receives the next report.
    ///
    /// # Errors
    /// [`Ended`], if no report comes; the child must not be asked again.
    pub(super) fn next(&mut self, control: &Control) -> Result<ChildMessage, Ended> {
        let mut looked = Instant::now();
        loop {
            // A child keeps its own time; this only enforces it, even if the child never stops
            // sending.
            let over = |deadline: Instant| Instant::now() > deadline + GRACE;
            self.wait_for_turn(control);
            self.pass_on_rival(control);
            match control.stopped() {
                Some(Stop::Timeout) if !control.deadline().is_some_and(over) => {}
                Some(stop) => {
                    if stop == Stop::Timeout {
                        self.watch.end(End::Walltime);
                    }
                    return Err(Ended::Stopped(stop));
                }
                None => {}
            }
            if self.watch.has_limits() && looked.elapsed() >= LOOK_INTERVAL {
                self.look()?;
                looked = Instant::now();
            }
            match self.piped.receive(POLL_INTERVAL) {
                Ok(OutputLine::Whole(line)) => return self.report(&line),
                Ok(OutputLine::Cut(start)) => return Err(self.garbage(&start)),
                Err(OutputPause::Ended) => return Err(self.end()),
                Err(OutputPause::Waiting) => {}
            }
        }
    }

    /// Checks the child's use of resources.
    fn look(&mut self) -> Result<(), Ended> {
        let Some(uses) = self.piped.process().uses() else { return Ok(()) };
        let Some((end, ended)) = self.watch.exceeded(uses) else { return Ok(()) };
        self.watch.end(end);
        Err(ended)
    }

    fn garbage(&self, line: &[u8]) -> Ended {
        self.watch.end(End::Failed);
        garbage(line)
    }

    fn report(&mut self, line: &[u8]) -> Result<ChildMessage, Ended> {
        let report = serde_json::from_slice(line).map_err(|_| self.garbage(line))?;
        self.busy = matches!(report, ChildMessage::Solution(_));
        Ok(report)
    }

    /// Returns the reason why the child ended on its own.
    fn end(&mut self) -> Ended {
        let (status, stderr) = match self.piped.finish(LAST) {
            Ok(ended) => ended,
            Err(error) => {
                self.watch.end(End::Failed);
                return Ended::GaveUp(format!("crash: {error}"));
            }
        };
        if status.success() {
            self.watch.end(End::Failed);
            return Ended::GaveUp("the child ended without an answer".into());
        }
        let why = crash(status, &stderr);
        self.watch.end(match signal(status) {
            _ if why == ProcessCrash::OutOfMemory => End::Memory,
            Some(KILLED) => End::Killed,
            Some(OUT_OF_TIME) => End::Cputime,
            _ => End::Failed,
        });
        why.into()
    }
}

impl Drop for Channel {
    fn drop(&mut self) {
        // Closing its input ends the child.
        self.to = None;
        // Only a child with a folder has anything to clean up.
        let cleans_up = self.busy && self.folder.is_some();
        // An error cannot be reported from here.
        let _ = self.piped.process().finish(if cleans_up { CLEAN_UP } else { Duration::ZERO });
        if let (Some(meter), Some(used)) = (&self.watch.meter, self.piped.process().used()) {
            meter.add(used);
        }
    }
}

/// Describes an unreadable line, as the reason of an unknown answer.
pub(super) fn garbage(line: &[u8]) -> Ended {
    let text = short(&String::from_utf8_lossy(line));
    Ended::GaveUp(format!("garbage from the child: {text}"))
}

fn write(stdin: ChildStdin, messages: &Receiver<Message>) {
    let mut stdin = BufWriter::with_capacity(1 << 16, stdin);
    for message in messages {
        if message(&mut stdin).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}
