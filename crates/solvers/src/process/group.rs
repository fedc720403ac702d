//! Requests to the operating system: process groups, memory limits.

use std::io;
use std::process::{Child, Command};
use std::sync::atomic::{AtomicBool, Ordering};

use super::ProcessLimits;

/// Whether processes started by this one stay in its group.
static GROUP_IS_SHARED: AtomicBool = AtomicBool::new(false);

/// Keeps the processes that this one starts in its group from now on, so that killing the group
/// ends them too. For a process that [leads its group](lead_group).
pub fn share_group() {
    GROUP_IS_SHARED.store(true, Ordering::Relaxed);
}

/// Gives `command` a separate group, unless groups are shared; returns whether it did.
pub(super) fn separate_group(command: &mut Command) -> bool {
    let separates = cfg!(unix) && !GROUP_IS_SHARED.load(Ordering::Relaxed);
    #[cfg(unix)]
    if separates {
        std::os::unix::process::CommandExt::process_group(command, 0);
    }
    separates
}

/// Makes this process the leader of its group.
///
/// # Errors
/// If the system refuses.
pub fn lead_group() -> io::Result<()> {
    #[cfg(unix)]
    if rustix::process::getpgrp() != rustix::process::getpid() {
        rustix::process::setpgid(None, None)?;
    }
    Ok(())
}

/// Kills this process and its whole group.
pub fn end_group() {
    #[cfg(unix)]
    // Fails only if the group is empty.
    let _ = rustix::process::kill_current_process_group(rustix::process::Signal::KILL);
    // Where there are no groups, this still ends the process itself.
    std::process::abort();
}

/// Has this process killed as soon as its parent, the process `parent`, ends in any way. On Linux
/// the system kills it when the thread that started it ends; elsewhere a thread watches the parent.
///
/// # Errors
/// If the system refuses, or `parent` is not the parent: it has ended already.
pub fn end_with(parent: u32) -> io::Result<()> {
    #[cfg(target_os = "linux")]
    rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL))?;
    #[cfg(unix)]
    // Only after the signal is set: a parent that ended before that would never send one, but this
    // process has got another parent then.
    if std::os::unix::process::parent_id() != parent {
        return Err(io::Error::other(format!("the process {parent} has not started this one")));
    }
    #[cfg(all(unix, not(target_os = "linux")))]
    std::thread::spawn(move || {
        while std::os::unix::process::parent_id() == parent {
            std::thread::sleep(std::time::Duration::from_millis(100));
        }
        std::process::abort();
    });
    let _ = parent;
    Ok(())
}

/// Kills a child, and its group if it leads one. The child must not have been waited for, so
/// that its process id cannot belong to another.
pub(super) fn kill_child(child: &mut Child, group: bool) {
    #[cfg(unix)]
    if group {
        let id = rustix::process::Pid::from_child(child);
        // Fails only if the group is empty.
        let _ = rustix::process::kill_process_group(id, rustix::process::Signal::KILL);
    }
    let _ = group;
    // The child itself may have left its group.
    let _ = child.kill();
}

/// Stops a child, and its group if it leads one. It must not have been waited for.
pub(super) fn pause_child(child: &Child, group: bool) {
    #[cfg(unix)]
    send_signal(child, group, rustix::process::Signal::STOP);
    let _ = (child, group);
}

/// Continues a stopped child, and its group if it leads one.
pub(super) fn go_on(child: &Child, group: bool) {
    #[cfg(unix)]
    send_signal(child, group, rustix::process::Signal::CONT);
    let _ = (child, group);
}

#[cfg(unix)]
fn send_signal(child: &Child, group: bool, signal: rustix::process::Signal) {
    let id = rustix::process::Pid::from_child(child);
    // Fails only if no process remains.
    let _ = if group {
        rustix::process::kill_process_group(id, signal)
    } else {
        rustix::process::kill_process(id, signal)
    };
}

/// Whether a child has ended; it can still be waited for.
pub(super) fn has_ended(child: &mut Child) -> bool {
    #[cfg(unix)]
    {
        use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        // `NOWAIT` leaves the ended child waitable, so that its id cannot be reused yet.
        !matches!(waitid(WaitId::Pid(Pid::from_child(child)), options), Ok(None))
    }
    #[cfg(not(unix))]
    {
        !matches!(child.try_wait(), Ok(None))
    }
}

/// Sets the limits of a running process, if the system can.
pub(super) fn set_limits(child: &Child, bounds: ProcessLimits) -> io::Result<()> {
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{Pid, Resource, Rlimit, prlimit};
        // The hard limit as well, so that the program cannot raise the soft one again.
        let limit = |bytes| Rlimit { current: Some(bytes), maximum: Some(bytes) };
        let set = [(Resource::Data, bounds.memory_bytes), (Resource::Cpu, bounds.cpu_seconds)];
        for (resource, bound) in set {
            if let Some(bound) = bound {
                prlimit(Some(Pid::from_child(child)), resource, limit(bound))?;
            }
        }
    }
    let _ = (child, bounds);
    Ok(())
}

/// Limits the bytes that this process, and each one that it starts, may allocate; allocations
/// beyond the limit fail. Code and mapped files do not count. Also disables core files.
///
/// # Errors
/// If the system has no such limit or refuses it.
pub fn limit_memory(bytes: u64) -> io::Result<()> {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, setrlimit};
        let limit = |bytes| Rlimit { current: Some(bytes), maximum: Some(bytes) };
        setrlimit(Resource::Core, limit(0))?;
        // `Data` counts private writable memory, which is what engines allocate; `As` would
        // count address space that allocators merely reserve.
        setrlimit(Resource::Data, limit(bytes))?;
        Ok(())
    }
    #[cfg(not(unix))]
    {
        let why = format!("a memory limit of {bytes} bytes needs a Unix system");
        Err(io::Error::new(io::ErrorKind::Unsupported, why))
    }
}
