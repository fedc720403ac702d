//! A running child: its process, its pipes, and its end.

use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::process::{ChildStdin, Command};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use parallax_model::engine_api::{Control, EnumerationEnd, StopReason};
use parallax_solvers::process::{
    OutputLine, OutputPause, PipedProcess, ProcessCrash, ProcessUsage, describe_crash,
    ending_signal, shorten_text,
};

use super::folder::ChildFolder;
use super::message::{ChildMessage, RivalCost, write_line};
use super::{ChildFailure, ResourceMeter};

/// The time between two checks of the clock.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// The time between two measurements of a child's resources.
const LOOK_INTERVAL: Duration = Duration::from_millis(100);

/// The numbers of SIGKILL and SIGXCPU.
const SIGKILL_NUMBER: i32 = 9;
const SIGXCPU_NUMBER: i32 = 24;

/// The time after its deadline during which a child may still answer.
pub(super) const CHILD_GRACE: Duration = Duration::from_millis(500);

/// The maximum time between a child's closing its output and its end.
const MAX_EXIT_TIME: Duration = Duration::from_secs(1);

/// The time that a cancelled child has to clean up.
const CLEAN_UP: Duration = Duration::from_millis(300);

/// A child process. Dropping it kills the child and everything that it started.
pub(super) struct JobProcess {
    piped: PipedProcess<OutputLine>,
    /// The sender to the thread that writes lines to its standard input.
    to: Option<Sender<LineWriter>>,
    /// Whether it is working on a question.
    busy: bool,
    /// Its folder for temporary files, if it needs one.
    folder: Option<ChildFolder>,
    watch: JobLimits,
    /// The number of questions asked.
    questions: u64,
    /// The best cost of other engines in this question that the child has received.
    rival: Option<i64>,
}

/// The limits of a child while it works, and the meter that receives its measurements.
#[derive(Clone, Default)]
pub(super) struct JobLimits {
    /// Maximum number of bytes of memory of the child and its descendants together.
    pub(super) memory_bytes: Option<u64>,
    /// Maximum processor time of the child and its descendants together.
    pub(super) cpu: Option<Duration>,
    /// Receives the child's use of resources and its end.
    pub(super) meter: Option<ResourceMeter>,
}

impl JobLimits {
    /// Returns the limit that a child exceeds, and the reason for its end.
    fn exceeded_limit(&self, uses: ProcessUsage) -> Option<(ChildFailure, EnumerationEnd)> {
        if self.cpu.is_some_and(|limit| uses.cpu > limit) {
            return Some((
                ChildFailure::Cputime,
                EnumerationEnd::GaveUp("processor time limit".into()),
            ));
        }
        // Without a meter, memory is limited only inside the child, for each process by itself.
        let memory = self.memory_bytes.filter(|_| self.meter.is_some());
        let is_exceeded = memory.is_some_and(|limit| uses.memory_bytes > limit);
        is_exceeded.then_some((ChildFailure::Memory, EnumerationEnd::Stopped(StopReason::Memory)))
    }

    fn has_limits(&self) -> bool {
        self.cpu.is_some() || self.memory_bytes.is_some() && self.meter.is_some()
    }

    fn record_end(&self, end: ChildFailure) {
        if let Some(meter) = &self.meter {
            meter.record_end(end);
        }
    }
}

/// Writes a line.
type LineWriter = Box<dyn FnOnce(&mut dyn Write) -> io::Result<()> + Send>;

impl JobProcess {
    /// Starts a child, `PROGRAM job`, which reads only what is sent. `max_line` is the maximum
    /// length of a line accepted from it.
    ///
    /// # Errors
    /// If it cannot be started.
    pub(super) fn start_child(
        program: &Path,
        folder: Option<ChildFolder>,
        max_line: usize,
        watch: JobLimits,
    ) -> io::Result<Self> {
        let mut command = Command::new(program);
        command.arg("job");
        let mut piped = PipedProcess::read_lines(&mut command, max_line as u64)?;
        // The queue has no bound: this thread also watches the deadline, so it must not block on a
        // pipe that the child does not read.
        let (to, lines) = channel();
        if let Some(stdin) = piped.take_input() {
            std::thread::spawn(move || write_messages(stdin, &lines));
        }
        let (busy, questions, rival) = (false, 0, None);
        Ok(JobProcess { piped, to: Some(to), busy, folder, watch, questions, rival })
    }

    /// Sends the line that `message` writes, without waiting until it is read.
    pub(super) fn send_line(
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
    pub(super) fn send_question(&mut self, question: Vec<u8>) {
        self.questions += 1;
        // A cost belongs to one question: the same one must be sent again if it holds for the next.
        self.rival = None;
        self.send_line(move |out| out.write_all(&question));
    }

    /// Sends the best cost of other engines, if it has improved.
    fn pass_on_rival(&mut self, control: &Control) {
        let new = |cost: &i64| self.rival.is_none_or(|known| *cost < known);
        // While the child prepares, there is no question that a cost could be about.
        if self.questions > 0
            && let Some(rival) = control.rival_cost().filter(new)
        {
            self.rival = Some(rival);
            let message = RivalCost { rival, question: self.questions };
            self.send_line(move |out| write_line(&message, out));
        }
    }

    /// Stops the child while its engine waits for its turn in a race.
    fn wait_for_turn(&mut self, control: &Control) {
        if control.is_paused() {
            self.piped.child_process().pause_group();
            // Returns when it may continue, or must end.
            let _ = control.stop_reason();
            self.piped.child_process().go_on();
        }
    }

    /// Receives the next report.
    ///
    /// # Errors
    /// [`EnumerationEnd`], if no report comes; the child must not be asked again.
    pub(super) fn next(&mut self, control: &Control) -> Result<ChildMessage, EnumerationEnd> {
        // Each round passes on what the child must know, enforces the limits, and waits for output
        // for a short time, so that no limit is exceeded by much more than the poll interval.
        let mut looked = Instant::now();
        loop {
            // A child keeps its own time; this only enforces it, even if the child never stops
            // sending.
            let over = |deadline: Instant| Instant::now() > deadline + CHILD_GRACE;
            self.wait_for_turn(control);
            self.pass_on_rival(control);
            match control.stop_reason() {
                // Within its grace, a child can still report the solutions and counters that it
                // has.
                Some(StopReason::Timeout) if !control.deadline().is_some_and(over) => {}
                Some(stop) => {
                    if stop == StopReason::Timeout {
                        self.watch.record_end(ChildFailure::Walltime);
                    }
                    return Err(EnumerationEnd::Stopped(stop));
                }
                None => {}
            }
            if self.watch.has_limits() && looked.elapsed() >= LOOK_INTERVAL {
                self.check_resources()?;
                looked = Instant::now();
            }
            match self.piped.receive_piece(POLL_INTERVAL) {
                Ok(OutputLine::Whole(line)) => return self.parse_report(&line),
                Ok(OutputLine::Cut(start)) => return Err(self.reject_line(&start)),
                Err(OutputPause::Ended) => return Err(self.describe_end()),
                Err(OutputPause::Waiting) => {}
            }
        }
    }

    /// Checks the child's use of resources.
    fn check_resources(&mut self) -> Result<(), EnumerationEnd> {
        let Some(uses) = self.piped.child_process().current_usage() else { return Ok(()) };
        let Some((end, ended)) = self.watch.exceeded_limit(uses) else { return Ok(()) };
        self.watch.record_end(end);
        Err(ended)
    }

    fn reject_line(&self, line: &[u8]) -> EnumerationEnd {
        self.watch.record_end(ChildFailure::Failed);
        describe_garbage(line)
    }

    fn parse_report(&mut self, line: &[u8]) -> Result<ChildMessage, EnumerationEnd> {
        let report = serde_json::from_slice(line).map_err(|_| self.reject_line(line))?;
        // Only a solution is followed by further reports; after any other, the child waits for
        // input.
        self.busy = matches!(report, ChildMessage::Solution(_));
        Ok(report)
    }

    /// Returns the reason why the child ended by itself.
    fn describe_end(&mut self) -> EnumerationEnd {
        // The output has ended, so the child is about to end, and its status explains why.
        let (status, stderr) = match self.piped.finish_process(MAX_EXIT_TIME) {
            Ok(ended) => ended,
            Err(error) => {
                self.watch.record_end(ChildFailure::Failed);
                return EnumerationEnd::GaveUp(format!("crash: {error}"));
            }
        };
        if status.success() {
            self.watch.record_end(ChildFailure::Failed);
            return EnumerationEnd::GaveUp("the child ended without an answer".into());
        }
        let why = describe_crash(status, &stderr);
        self.watch.record_end(match ending_signal(status) {
            // A failed allocation ends in an abort, so its message decides before the signal.
            _ if why == ProcessCrash::OutOfMemory => ChildFailure::Memory,
            Some(SIGKILL_NUMBER) => ChildFailure::Killed,
            Some(SIGXCPU_NUMBER) => ChildFailure::Cputime,
            _ => ChildFailure::Failed,
        });
        why.into()
    }
}

impl Drop for JobProcess {
    fn drop(&mut self) {
        // Closing its input ends the child.
        self.to = None;
        // Only a child with a folder has anything to clean up.
        let cleans_up = self.busy && self.folder.is_some();
        // An error cannot be reported from here.
        let _ = self.piped.child_process().finish_process(if cleans_up {
            CLEAN_UP
        } else {
            Duration::ZERO
        });
        // The system reports the use of a process only to the one that waits for it, so after its
        // end.
        if let (Some(meter), Some(used)) =
            (&self.watch.meter, self.piped.child_process().total_usage())
        {
            meter.add_usage(used);
        }
    }
}

/// Describes an unreadable line, as the reason of an unknown answer.
pub(super) fn describe_garbage(line: &[u8]) -> EnumerationEnd {
    let text = shorten_text(&String::from_utf8_lossy(line));
    EnumerationEnd::GaveUp(format!("garbage from the child: {text}"))
}

fn write_messages(stdin: ChildStdin, messages: &Receiver<LineWriter>) {
    let mut stdin = BufWriter::with_capacity(1 << 16, stdin);
    for message in messages {
        // Without a flush the child would wait for the rest of a line that this thread holds back.
        // A failed write needs no report: the thread that reads finds that the child has ended.
        if message(&mut stdin).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}
