//! Helpers of several tests: running plans, and running the program.

use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Stdio};

pub(crate) use parallax_test_support::{data, script, skipped};

#[path = "../../crates/lab/tests/cross/plans.rs"]
mod plans;

pub(crate) use plans::*;

/// The result of a run of the program.
pub(crate) struct Ran {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
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
