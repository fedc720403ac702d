//! Descriptions of how a process ended.

use std::process::ExitStatus;

/// The reason of an end because memory ran out.
pub const OUT_OF_MEMORY: &str = "out of memory";

/// Phrases that programs print when memory runs out.
const SIGNS: [&str; 7] = [
    "memory allocation of",
    "out of memory",
    "out-of-memory",
    "bad_alloc",
    "cannot allocate memory",
    "memory exhausted",
    "memoryerror",
];

/// The longest quotation of foreign text in a reason, in characters.
const SHORT: usize = 100;

/// Returns the reason why a process ended without an answer: `out of memory`, `crash: signal 11`,
/// or `crash: exit code 3: ` with its last line of output.
pub fn crash(status: ExitStatus, stderr: &str) -> String {
    let small = stderr.to_lowercase();
    if SIGNS.iter().any(|words| small.contains(words)) {
        return OUT_OF_MEMORY.into();
    }
    let how = match (status.code(), signal(status)) {
        (Some(code), _) => format!("exit code {code}"),
        (None, Some(signal)) => format!("signal {signal}"),
        (None, None) => "no exit code".into(),
    };
    // The last line is the most informative, except for the advice after a panic.
    let lines = stderr.lines().rev().map(str::trim).filter(|line| !line.starts_with("note: "));
    match lines.map(short).find(|line| !line.is_empty()) {
        None => format!("crash: {how}"),
        Some(last) => format!("crash: {how}: {last}"),
    }
}

/// Returns the number of the signal that ended a process.
#[must_use]
pub fn signal(status: ExitStatus) -> Option<i32> {
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
pub fn short(text: &str) -> String {
    let clean = |c: char| if c.is_control() { ' ' } else { c };
    let mut line: String = text.trim().chars().take(SHORT).map(clean).collect();
    if text.trim().chars().count() > SHORT {
        line.push('…');
    }
    line
}
