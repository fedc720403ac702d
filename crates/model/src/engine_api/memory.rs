//! A limit on the memory of this process.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

/// The memory is checked once in this number of calls.
const CALLS_PER_CHECK: u32 = 8;

/// A limit on the memory that this process allocates, checked from time to time.
#[derive(Debug)]
pub(super) struct MemoryLimit {
    bytes: u64,
    calls: AtomicU32,
    /// Whether an excess was seen. It stays true when the memory is free again, because the work
    /// has been given up.
    exceeded: AtomicBool,
}

impl MemoryLimit {
    pub(super) fn new(bytes: u64) -> Self {
        MemoryLimit { bytes, calls: AtomicU32::new(0), exceeded: AtomicBool::new(false) }
    }

    /// Whether an excess was seen by now.
    pub(super) fn is_exceeded(&self) -> bool {
        // Reading /proc takes far longer than reading the clock, so most calls skip it. The counter
        // is atomic because threads share it.
        let calls = self.calls.fetch_add(1, Ordering::Relaxed);
        if calls.is_multiple_of(CALLS_PER_CHECK)
            && allocated_bytes().is_some_and(|bytes| bytes > self.bytes)
        {
            self.exceeded.store(true, Ordering::Relaxed);
        }
        self.exceeded.load(Ordering::Relaxed)
    }
}

/// Returns the bytes of memory of this process that belong to no file; `None` if the system does
/// not report them, as everywhere except on Linux.
fn allocated_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:"))?;
    let kilobytes: u64 = line.trim().strip_suffix(" kB")?.trim().parse().ok()?;
    kilobytes.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(target_os = "linux")]
    fn memory_is_measured() {
        assert!(allocated_bytes().is_some_and(|bytes| (1 << 16..1 << 40).contains(&bytes)));
        let exceeded = |bytes| {
            let limit = MemoryLimit::new(bytes);
            (0..2 * CALLS_PER_CHECK).any(|_| limit.is_exceeded())
        };
        assert!(exceeded(1) && !exceeded(1 << 40));
    }
}
