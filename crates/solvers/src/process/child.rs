//! A process that does not outlive its owner.

use std::io::{self, Read};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use super::orphans::{self, DescendantMark};
use super::usage::{self, ProcessUsage};
use super::{ProcessLimits, group};

/// A process, in a separate group unless this process [shares its group](super::share_group).
/// Dropping it kills the process and its group and waits for them. If this process [adopts
/// orphans](super::adopt_orphans), that also kills the processes that left the group.
pub struct ChildProcess {
    child: Child,
    group: bool,
    /// The mark of its descendants, if those that leave its group are killed also.
    mark: Option<DescendantMark>,
    ended: Option<(ExitStatus, ProcessUsage)>,
}

impl ChildProcess {
    /// Starts a command.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn spawn_command(command: &mut Command) -> io::Result<Self> {
        let (group, mark) = (group::separate_group(command), orphans::mark_command(command));
        Ok(ChildProcess { child: orphans::start_command(command)?, group, mark, ended: None })
    }

    /// Sets the limits of the process and of all processes that it starts from now on.
    ///
    /// # Errors
    /// If the system refuses.
    pub(super) fn set_limits(&self, bounds: ProcessLimits) -> io::Result<()> {
        group::set_limits(&self.child, bounds)
    }

    /// Takes its standard input, if that is a pipe.
    pub fn take_stdin(&mut self) -> Option<ChildStdin> {
        self.child.stdin.take()
    }

    /// Takes its standard output, if that is a pipe.
    pub fn take_stdout(&mut self) -> Option<ChildStdout> {
        self.child.stdout.take()
    }

    /// Takes its standard error, if that is a pipe.
    pub fn take_stderr(&mut self) -> Option<ChildStderr> {
        self.child.stderr.take()
    }

    /// Waits at most `grace` for it to end by itself; returns whether it did.
    pub fn ends_within(&mut self, grace: Duration) -> bool {
        let start = Instant::now();
        let mut pause = Duration::from_micros(100);
        // The pause grows from 0.1 ms to 10 ms: a quick end is noticed at once, and a long wait
        // costs little.
        while !group::has_ended(&mut self.child) {
            if start.elapsed() >= grace {
                return false;
            }
            std::thread::sleep(pause);
            pause = (2 * pause).min(Duration::from_millis(10));
        }
        true
    }

    /// Pauses it and its group until it [continues](ChildProcess::go_on), if the system can.
    pub fn pause_group(&self) {
        group::pause_child(&self.child, self.group);
    }

    /// Continues it after a pause.
    pub fn go_on(&self) {
        group::go_on(&self.child, self.group);
    }

    /// Returns the current use of its group, if it leads one and the system reports it.
    #[must_use]
    pub fn current_usage(&self) -> Option<ProcessUsage> {
        let runs = self.group && self.ended.is_none();
        runs.then(|| usage::of_group(self.child.id())).flatten()
    }

    /// Returns its use of time and memory, once it has ended.
    #[must_use]
    pub fn total_usage(&self) -> Option<ProcessUsage> {
        self.ended.map(|(_, usage)| usage)
    }

    /// Gives it `grace` to end by itself, then kills it and, in any case, the rest of its
    /// group.
    ///
    /// # Errors
    /// If the system does not report its exit status.
    pub fn finish_process(&mut self, grace: Duration) -> io::Result<ExitStatus> {
        // Once a process has been waited for, the system may give its id to another, which a second
        // call must not kill.
        if let Some((status, _)) = self.ended {
            return Ok(status);
        }
        self.ends_within(grace);
        // The kill comes before the wait: until then the ended child keeps its id, and with it the
        // id of the group, from reuse.
        group::kill_child(&mut self.child, self.group);
        let ended = usage::wait_for_child(&mut self.child)?;
        orphans::forget_process(self.child.id());
        // A descendant in another group becomes a child of this process when its parent has ended.
        if let Some(mark) = &self.mark {
            mark.kill_descendants();
        }
        Ok(self.ended.insert(ended).0)
    }
}

impl Drop for ChildProcess {
    fn drop(&mut self) {
        // An error cannot be reported from here.
        let _ = self.finish_process(Duration::ZERO);
    }
}

/// Number of bytes of a stream that are kept.
const MAX_KEPT_BYTES: usize = 2048;

/// Maximum time to wait for the rest of a stream whose process has ended.
const STREAM_REST_TIMEOUT: Duration = Duration::from_millis(200);

/// The end of a process's standard error, read as it arrives.
pub struct StderrTail {
    kept: Arc<Mutex<Vec<u8>>>,
    done: Receiver<()>,
}

impl StderrTail {
    /// Starts to read.
    pub fn from_stream(mut stream: impl Read + Send + 'static) -> Self {
        let kept = Arc::new(Mutex::new(Vec::new()));
        let (finished, done) = channel();
        let shared = kept.clone();
        std::thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(read @ 1..) = stream.read(&mut buffer) {
                let mut kept = shared.lock().expect("no holder panics");
                kept.extend_from_slice(&buffer[..read]);
                // Everything is read, although little is kept: a full pipe would block the process.
                let surplus = kept.len().saturating_sub(MAX_KEPT_BYTES);
                kept.drain(..surplus);
            }
            // The receiver may be gone.
            let _ = finished.send(());
        });
        StderrTail { kept, done }
    }

    /// Returns the last output, once the process has ended.
    #[must_use]
    pub fn last_output(&self) -> String {
        // The stream may stay open in a process that left the group.
        let _ = self.done.recv_timeout(STREAM_REST_TIMEOUT);
        String::from_utf8_lossy(&self.kept.lock().expect("no holder panics")).into_owned()
    }
}
