//! Processor time and memory that processes use.

use std::io;
use std::process::{Child, ExitStatus};
use std::time::Duration;

/// The resources that processes used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ProcessUsage {
    /// Processor time, in user and system mode together.
    pub cpu: Duration,
    /// Bytes of memory. Of a process that has ended: the peak that was resident in it, or in one
    /// that it started and waited for. Of running ones: the total that is resident now.
    pub memory_bytes: u64,
}

/// Returns the processor time of the calling thread, if the system reports it.
#[must_use]
pub fn thread_cpu() -> Option<Duration> {
    #[cfg(unix)]
    {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        Some(Duration::new(time.tv_sec.try_into().ok()?, time.tv_nsec.try_into().ok()?))
    }
    #[cfg(not(unix))]
    None
}

/// Binds the calling thread, and the processes that it starts from now on, to one processor,
/// counted from 0 among those that this program may use. Returns whether the system did it.
#[must_use]
pub fn pin_thread(index: usize) -> bool {
    #[cfg(target_os = "linux")]
    {
        use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
        let Ok(all) = sched_getaffinity(None) else { return false };
        let usable: Vec<usize> =
            (0..CpuSet::MAX_CPU).filter(|&processor| all.is_set(processor)).collect();
        if usable.is_empty() {
            return false;
        }
        let mut chosen = CpuSet::new();
        chosen.set(usable[index % usable.len()]);
        sched_setaffinity(None, &chosen).is_ok()
    }
    #[cfg(not(target_os = "linux"))]
    {
        let _ = index;
        false
    }
}

/// Returns the use of the group's processes that still exist; `None` if the system reports none.
#[must_use]
pub(super) fn of_group(group: u32) -> Option<ProcessUsage> {
    let mut usage = ProcessUsage::default();
    for entry in std::fs::read_dir("/proc").ok()?.flatten() {
        let name = entry.file_name();
        let is_process = name.to_str().is_some_and(|name| name.bytes().all(|b| b.is_ascii_digit()));
        if !is_process {
            continue;
        }
        // A process may end while it is examined.
        let Ok(stat) = std::fs::read_to_string(entry.path().join("stat")) else { continue };
        if let Some(member) = parse_stat(&stat, group) {
            usage.cpu += member.cpu;
            usage.memory_bytes = usage.memory_bytes.saturating_add(member.memory_bytes);
        }
    }
    Some(usage)
}

/// Reads a line of `/proc/PID/stat` (proc_pid_stat(5)), if its process belongs to the group.
/// Its time includes that of the children that it has waited for.
fn parse_stat(stat: &str, group: u32) -> Option<ProcessUsage> {
    // The name of the program, in parentheses, may hold anything.
    let (_, rest) = stat.rsplit_once(')')?;
    let fields: Vec<&str> = rest.split_whitespace().collect();
    // The manual counts fields from 1; the number and the name, which are cut off, are fields 1 and
    // 2.
    let number = |field: usize| fields.get(field - 3)?.parse::<u64>().ok();
    if number(5)? != u64::from(group) {
        return None;
    }
    // The fields utime, stime, cutime and cstime, in clock ticks; 24 is rss, in pages.
    let ticks = number(14)? + number(15)? + number(16)? + number(17)?;
    Some(ProcessUsage {
        cpu: Duration::from_secs_f64(ticks as f64 / ticks_per_second()),
        memory_bytes: number(24)?.saturating_mul(page_bytes()),
    })
}

/// Waits for a child; returns its exit status, and its use together with that of the children that
/// it had waited for.
pub(super) fn wait_for_child(child: &mut Child) -> io::Result<(ExitStatus, ProcessUsage)> {
    #[cfg(unix)]
    {
        use wait4::Wait4;
        // `Child::wait` would discard the use of resources. `Child` does not notice this wait, so
        // the caller must not signal the process any more.
        let ended = loop {
            match child.wait4() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                ended => break ended?,
            }
        };
        let cpu = ended.rusage.utime + ended.rusage.stime;
        // The crate converts to bytes on every system.
        Ok((ended.status, ProcessUsage { cpu, memory_bytes: ended.rusage.maxrss }))
    }
    #[cfg(not(unix))]
    Ok((child.wait()?, ProcessUsage::default()))
}

#[cfg(unix)]
fn ticks_per_second() -> f64 {
    rustix::param::clock_ticks_per_second() as f64
}

#[cfg(not(unix))]
fn ticks_per_second() -> f64 {
    100.0
}

#[cfg(unix)]
fn page_bytes() -> u64 {
    rustix::param::page_size() as u64
}

#[cfg(not(unix))]
fn page_bytes() -> u64 {
    4096
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_a_process_is_read_by_its_places() {
        let stat = "42 (a) (b) c) S 1 7 7 0 -1 4194560 9 8 7 6 100 50 30 20 20 0 1 0 5 1000 3 0";
        let usage = parse_stat(stat, 7).unwrap();
        assert_eq!(usage.memory_bytes, 3 * page_bytes());
        assert_eq!(usage.cpu, Duration::from_secs_f64(200.0 / ticks_per_second()));
        assert_eq!(parse_stat(stat, 8), None);
        assert_eq!(parse_stat("42 (a", 7), None);
        assert_eq!(parse_stat("42 (a) S 1 7", 7), None);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_busy_thread_uses_time() {
        let before = thread_cpu().unwrap();
        let mut sum = 0u64;
        while thread_cpu().unwrap() == before {
            sum = std::hint::black_box(sum.wrapping_add(1));
        }
        assert!(of_group(rustix::process::getpgrp().as_raw_nonzero().get() as u32).is_some());
    }
}
