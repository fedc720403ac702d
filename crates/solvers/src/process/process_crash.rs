//! Descriptions of how a process ended.

use std::process::ExitStatus;

/// The reason of an end because memory ran out.
pub const OUT_OF_MEMORY: &str = "out of memory";

/// Phrases that programs print when memory runs out.
const OUT_OF_MEMORY_PHRASES: [&str; 7] = [
    "memory allocation of",
    "out of memory",
    "out-of-memory",
    "bad_alloc",
    "cannot allocate memory",
    "memory exhausted",
    "memoryerror",
];

/// The longest quotation of foreign text in a reason, in characters.
const MAX_QUOTED_CHARACTERS: usize = 100;

/// How a process ended without an answer: `out of memory`, `crash: signal 11`, or
/// `crash: exit code 3: ` with its last line of output.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProcessCrash {
    /// Its memory ran out.
    #[error("{}", OUT_OF_MEMORY)]
    OutOfMemory,
    /// It ended with an exit code.
    #[error("crash: exit code {code}{}", last_line_remark(.last.as_deref()))]
    Code {
        /// The exit code.
        code: i32,
        /// The last line that it printed on standard error, if any.
        last: Option<String>,
    },
    /// A signal ended it.
    #[error("crash: signal {signal}{}", last_line_remark(.last.as_deref()))]
    Signal {
        /// The number of the signal.
        signal: i32,
        /// The last line that it printed on standard error, if any.
        last: Option<String>,
    },
    /// The system does not report how it ended.
    #[error("crash: no exit code{}", last_line_remark(.last.as_deref()))]
    Unknown {
        /// The last line that it printed on standard error, if any.
        last: Option<String>,
    },
}

/// Returns the end of a description: the last line of output, if any.
fn last_line_remark(last: Option<&str>) -> String {
    last.map_or_else(String::new, |last| format!(": {last}"))
}

/// Returns the reason why a process ended without an answer.
pub fn describe_crash(status: ExitStatus, stderr: &str) -> ProcessCrash {
    // Runtimes report exhausted memory by various exit codes and signals, so the text decides
    // first.
    let small = stderr.to_lowercase();
    if OUT_OF_MEMORY_PHRASES.iter().any(|words| small.contains(words)) {
        return ProcessCrash::OutOfMemory;
    }
    // The last line is the most informative, except for the advice after a panic.
    let lines = stderr.lines().rev().map(str::trim).filter(|line| !line.starts_with("note: "));
    let last = lines.map(shorten_text).find(|line| !line.is_empty());
    match (status.code(), ending_signal(status)) {
        (Some(code), _) => ProcessCrash::Code { code, last },
        (None, Some(signal)) => ProcessCrash::Signal { signal, last },
        (None, None) => ProcessCrash::Unknown { last },
    }
}

/// Returns the number of the signal that ended a process.
#[must_use]
pub fn ending_signal(status: ExitStatus) -> Option<i32> {
    #[cfg(unix)]
    return std::os::unix::process::ExitStatusExt::signal(&status);
    #[cfg(not(unix))]
    {
        let _ = status;
        None
    }
}

/// Returns foreign text as one short line without control characters.
#[must_use]
pub fn shorten_text(text: &str) -> String {
    let clean = |c: char| if c.is_control() { ' ' } else { c };
    let mut line: String = text.trim().chars().take(MAX_QUOTED_CHARACTERS).map(clean).collect();
    if text.trim().chars().count() > MAX_QUOTED_CHARACTERS {
        line.push('…');
    }
    line
}
