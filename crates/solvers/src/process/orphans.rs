//! Processes that leave the group of the program that started them.
//!
//! A process that leads its own session, and whose parent has ended, is outside of every group that
//! could be killed. On Linux a process may adopt such orphans of its descendants: they become its
//! children (`PR_SET_CHILD_SUBREAPER`). Each program that is started gets a mark in its
//! environment, which its descendants inherit, so that the processes of different runs are
//! distinguished.

use std::collections::BTreeSet;
use std::io;
use std::process::{Child, Command};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// Whether this process adopts orphans.
static ADOPTS_ORPHANS: AtomicBool = AtomicBool::new(false);

/// The variable with the marks of the runs that a process belongs to, the outermost first.
const RUN_MARKS_VARIABLE: &str = "PARALLAX_RUN";

/// The processes that this one started and waits for by itself. All its other children are adopted.
static STARTED_PROCESSES: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

/// The mark of the descendants of one program.
#[derive(Clone, Debug)]
pub(super) struct DescendantMark(String);

/// Has this process adopt the orphans of its descendants from now on. Then nothing that a program
/// starts outlives its run. Only a whole program should call it, because it concerns all its
/// children.
///
/// # Errors
/// If the system refuses. On systems other than Linux, this does nothing.
pub fn adopt_orphans() -> io::Result<()> {
    #[cfg(target_os = "linux")]
    {
        rustix::process::set_child_subreaper(Some(rustix::process::getpid()))?;
        ADOPTS_ORPHANS.store(true, Ordering::Relaxed);
    }
    Ok(())
}

/// Marks a program that is to be started, if its orphans are adopted.
pub(super) fn mark_command(command: &mut Command) -> Option<DescendantMark> {
    static NEXT_RUN_NUMBER: AtomicU64 = AtomicU64::new(0);
    if !ADOPTS_ORPHANS.load(Ordering::Relaxed) {
        return None;
    }
    let number = NEXT_RUN_NUMBER.fetch_add(1, Ordering::Relaxed);
    // The process id tells runs apart that several processes start, each counting from 0.
    let suffix = format!("{}.{number}", std::process::id());
    let mark = match std::env::var(RUN_MARKS_VARIABLE) {
        Ok(outer) => format!("{outer}/{suffix}"),
        Err(_) => suffix,
    };
    command.env(RUN_MARKS_VARIABLE, &mark);
    Some(DescendantMark(mark))
}

/// Starts a command, and notes that this process waits for it by itself.
///
/// # Errors
/// If it cannot be started.
pub(super) fn start_command(command: &mut Command) -> io::Result<Child> {
    // The lock is held while it starts: it could end, and look adopted, before it is noted.
    let mut started = STARTED_PROCESSES.lock().unwrap_or_else(PoisonError::into_inner);
    let child = command.spawn()?;
    started.insert(child.id());
    Ok(child)
}

/// Forgets a process that was started and waited for.
pub(super) fn forget_process(process: u32) {
    STARTED_PROCESSES.lock().unwrap_or_else(PoisonError::into_inner).remove(&process);
}

/// Waits for the adopted processes that have ended, if this process adopts any. One that ends after
/// the run that it belongs to would stay a zombie: a program that runs for long calls this at
/// intervals.
pub fn reap_orphans() {
    #[cfg(target_os = "linux")]
    if ADOPTS_ORPHANS.load(Ordering::Relaxed) {
        // The lock is held, so that no process is started between looking and waiting.
        let started = STARTED_PROCESSES.lock().unwrap_or_else(PoisonError::into_inner);
        linux::reap_children(&|child| started.contains(&child));
    }
}

impl DescendantMark {
    /// Kills the adopted processes of the program with this mark, which has ended.
    pub(super) fn kill_descendants(&self) {
        #[cfg(target_os = "linux")]
        linux::kill_children(&|child| {
            linux::mark_of(child).is_some_and(|mark| self.covers_mark(&mark))
        });
        // A process that has ended has no environment, and so no mark.
        reap_orphans();
    }

    /// Whether a process with a mark belongs to the run of this one.
    #[cfg(target_os = "linux")]
    fn covers_mark(&self, mark: &str) -> bool {
        // E.g. 7.1 covers 7.1 and 7.1/9.0, a run inside it, but not 7.12.
        mark.strip_prefix(&self.0).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    }
}

/// Kills all children of this process, adopted ones included, if it adopts any. Call it last.
pub fn end_children() {
    #[cfg(target_os = "linux")]
    if ADOPTS_ORPHANS.load(Ordering::Relaxed) {
        linux::kill_children(&|_| true);
    }
}

#[cfg(target_os = "linux")]
mod linux {
    use std::fs;
    use std::time::{Duration, Instant};

    use rustix::process::{Pid, Signal, WaitOptions, getpid, kill_process, waitpid};

    use super::RUN_MARKS_VARIABLE;

    /// Maximum duration of a sweep while new children appear: a program may start some faster than
    /// they are killed.
    const MAX_SWEEP_DURATION: Duration = Duration::from_millis(500);

    /// Kills the children that `is_meant` describes. Their own children are adopted then, and
    /// killed as well.
    pub(super) fn kill_children(is_meant: &dyn Fn(Pid) -> bool) {
        let start = Instant::now();
        loop {
            let meant: Vec<Pid> =
                list_children().into_iter().filter(|&child| is_meant(child)).collect();
            if meant.is_empty() || start.elapsed() > MAX_SWEEP_DURATION {
                return;
            }
            for child in meant {
                // Fails only if it has just ended, or another thread has waited for it.
                let _ = kill_process(child, Signal::KILL);
                // Its own children are adopted before the wait returns, and the next round lists
                // them.
                let _ = waitpid(Some(child), WaitOptions::empty());
            }
        }
    }

    /// Waits for the children that have ended, but for those that `is_started` describes.
    pub(super) fn reap_children(is_started: &dyn Fn(u32) -> bool) {
        for child in list_children() {
            if is_zombie(child) && !is_started(child.as_raw_nonzero().get().unsigned_abs()) {
                // It fails only if another thread has waited for it.
                let _ = waitpid(Some(child), WaitOptions::NOHANG);
            }
        }
    }

    /// Returns the children of this process.
    fn list_children() -> Vec<Pid> {
        let listed = fs::read_dir("/proc/self/task").map(|threads| {
            let files = threads.flatten().map(|thread| thread.path().join("children"));
            // Linux lists the children by the thread that started them, so the lists are joined.
            files.map(fs::read_to_string).collect::<Result<String, _>>()
        });
        match listed {
            Ok(Ok(text)) => text.split_whitespace().filter_map(parse_pid).collect(),
            // A kernel without these files, or a thread that has just ended.
            _ => {
                all_processes().filter(|&process| find_parent(process) == Some(getpid())).collect()
            }
        }
    }

    fn all_processes() -> impl Iterator<Item = Pid> {
        let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
        entries.filter_map(|entry| entry.file_name().to_str().and_then(parse_pid))
    }

    fn parse_pid(text: &str) -> Option<Pid> {
        text.parse().ok().and_then(Pid::from_raw)
    }

    fn find_parent(process: Pid) -> Option<Pid> {
        read_status(process)?.split(' ').nth(1).and_then(parse_pid)
    }

    fn is_zombie(process: Pid) -> bool {
        read_status(process).is_some_and(|status| status.starts_with('Z'))
    }

    /// Returns the state of a process, its parent, and what the system states after them.
    fn read_status(process: Pid) -> Option<String> {
        let text = fs::read_to_string(format!("/proc/{}/stat", process.as_raw_nonzero())).ok()?;
        // The name in brackets may hold anything.
        text.rsplit_once(") ").map(|(_, rest)| rest.to_owned())
    }

    /// Returns the mark in the environment of a process.
    pub(super) fn mark_of(process: Pid) -> Option<String> {
        let bytes = fs::read(format!("/proc/{}/environ", process.as_raw_nonzero())).ok()?;
        let prefix = format!("{RUN_MARKS_VARIABLE}=");
        let mut entries = bytes.split(|&byte| byte == 0);
        entries.find_map(|entry| {
            std::str::from_utf8(entry).ok()?.strip_prefix(&prefix).map(Into::into)
        })
    }
}
