//! Helpers of several tests: running plans, and running the program.

use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Stdio};

pub(crate) use parallax_test_support::{data, lacks_real_instances, script, skipped};

#[path = "../../tests/cross/src/plans.rs"]
mod plans;

pub(crate) use plans::*;

/// The result of a run of the program.
pub(crate) struct Ran {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Ran {
    /// Returns the errors: standard error without the command that explains why there is no
    /// solution.
    pub(crate) fn errors(&self) -> String {
        let is_pointer = |line: &&str| line.starts_with("parallax: parallax why ");
        let lines = self.err.lines().filter(|line| !is_pointer(line));
        lines.map(|line| format!("{line}\n")).collect()
    }
}

/// Starts the program in a folder, all streams in pipes.
pub(crate) fn spawn(folder: impl AsRef<Path>, args: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_parallax"))
        .args(args)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

/// Runs the program in a folder with this standard input.
pub(crate) fn fed(folder: impl AsRef<Path>, args: &[&str], input: &[u8]) -> Ran {
    let mut child = spawn(folder, args);
    let mut stdin = child.stdin.take().expect("a pipe");
    std::thread::scope(|scope| {
        // The program may end before it has read everything.
        scope.spawn(move || stdin.write_all(input).is_ok());
        let ran = child.wait_with_output().expect("the program ends");
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        Ran { code: ran.status.code(), out: text(ran.stdout), err: text(ran.stderr) }
    })
}

/// Returns the commands that a help text lists, apart from `help`.
pub(crate) fn commands(help: &str) -> Vec<&str> {
    let lists = help.lines().skip_while(|line| !line.starts_with("Usage:"));
    let lists = lists.take_while(|line| *line != "Options:");
    let mut names = Vec::new();
    for line in lists {
        if let Some(others) = line.strip_prefix("Also: ") {
            names.extend(others.split(", "));
        } else if let Some(entry) = line.strip_prefix("  ") {
            // Arguments and further lines of a description begin otherwise.
            let is_name = entry.starts_with(|c: char| c.is_ascii_lowercase());
            names.extend(entry.split_whitespace().next().filter(|_| is_name));
        }
    }
    names.retain(|&name| name != "help");
    names
}

/// A number of MB that Linux states about the memory of a process: `VmHWM`, the most that it has
/// used, or `RssAnon`, what it has allocated now. 0 when the process has ended.
pub(crate) fn memory_mb(process: u32, name: &str) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let of = |line: &str| line.strip_prefix(name)?.strip_prefix(':').map(str::to_owned);
    let line = status.lines().find_map(of);
    let kb = line.as_deref().and_then(|line| line.trim().strip_suffix(" kB")).unwrap_or("0");
    kb.trim().parse::<u64>().expect("a number") / 1024
}
