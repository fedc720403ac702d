//! The machine on which runs were made, read from `/proc` and `/sys`.

use std::fs;

use serde::{Deserialize, Serialize};

/// The machine on which runs were made; properties that the system does not report are absent.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BenchmarkMachine {
    /// The operating system and its version.
    pub system: String,
    /// The processor architecture.
    pub architecture: String,
    /// The processor's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub processor: Option<String>,
    /// The number of processors that this program may use.
    pub processors: usize,
    /// The memory in bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory_bytes: Option<u64>,
    /// The governor of the first processor's frequency.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub governor: Option<String>,
    /// The load (runnable processes, averaged over a minute) when the runs began.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub load: Option<f64>,
    /// The version of this program.
    pub version: String,
    /// The number of runs at the same time.
    pub jobs: usize,
    /// Whether each of these runs had its own processor.
    pub pinned: bool,
    /// The start of the runs: seconds since 1970-01-01 UTC.
    pub began_unix_s: u64,
}

impl BenchmarkMachine {
    /// Describes this machine at this moment.
    #[must_use]
    pub fn describe_here(jobs: usize, pinned: bool) -> Self {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        BenchmarkMachine {
            system: system_name(),
            architecture: std::env::consts::ARCH.to_owned(),
            processor: file_field("/proc/cpuinfo", "model name"),
            processors: available_processors(),
            memory_bytes: file_field("/proc/meminfo", "MemTotal")
                .and_then(|text| text.split(' ').next()?.parse::<u64>().ok())
                .and_then(|kilobytes| kilobytes.checked_mul(1024)),
            governor: first_line("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
            load: load_average(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            jobs,
            pinned,
            began_unix_s: now.map_or(0, |time| time.as_secs()),
        }
    }

    /// Returns a warning if the load leaves fewer free processors than there are runs at a time.
    #[must_use]
    pub fn overload_warning(&self) -> Option<String> {
        let load = self.load?;
        // Half a processor of slack: a load below that is background noise of any system.
        let free = self.processors as f64 - load;
        (free + 0.5 < self.jobs as f64).then(|| {
            format!(
                "the machine is busy: load {load:.1} on {} processors leaves little for {} runs at a time; times will be too long",
                self.processors, self.jobs
            )
        })
    }
}

/// The number of processors that this program may use.
#[must_use]
pub fn available_processors() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get)
}

/// Returns the load: runnable processes, averaged over a minute.
#[must_use]
pub(super) fn load_average() -> Option<f64> {
    first_line("/proc/loadavg")?.split(' ').next()?.parse().ok()
}

fn system_name() -> String {
    let release = first_line("/proc/sys/kernel/osrelease").unwrap_or_default();
    format!("{} {release}", std::env::consts::OS).trim().to_owned()
}

fn first_line(path: &str) -> Option<String> {
    let text = fs::read_to_string(path).ok()?;
    text.lines().next().map(|line| line.trim().to_owned()).filter(|line| !line.is_empty())
}

/// Returns the value of the first line `name: value` of a file.
fn file_field(path: &str, name: &str) -> Option<String> {
    let text = fs::read_to_string(path).ok()?;
    text.lines().find_map(|line| {
        let (key, value) = line.split_once(':')?;
        (key.trim() == name).then(|| value.trim().to_owned())
    })
}
