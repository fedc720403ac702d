//! Helpers that tests of several crates share.
//!
//! A test on real instances begins with [`lacks_real_instances`]: without them it is skipped and
//! counted, and one that is named but missing fails:
//!
//! ```text
//! #[test]
//! fn reads_real_boards() {
//!     if lacks_real_instances() {
//!         return;
//!     }
//!     let folder = data();
//! ```

use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Returns the path of the folder of real instances: `PARALLAX_DATA`, otherwise the one next to the
/// checkout. A relative path is relative to the workspace, for tests of any crate.
fn data_folder() -> PathBuf {
    let given = std::env::var_os("PARALLAX_DATA").unwrap_or_else(|| "../shared/data".into());
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(given)
}

/// Returns whether there are no real instances, and reports the test of this thread as skipped
/// then. A folder that `PARALLAX_DATA` names must exist: the test goes on, and [`data`] fails.
#[must_use]
pub fn lacks_real_instances() -> bool {
    let lacks = std::env::var_os("PARALLAX_DATA").is_none() && !data_folder().is_dir();
    if lacks {
        skipped("there are no real instances");
    }
    lacks
}

/// Returns the folder of real instances: `PARALLAX_DATA`, otherwise the one next to the checkout.
///
/// # Panics
/// Panics if there is none.
#[must_use]
pub fn data() -> PathBuf {
    let folder = data_folder();
    assert!(folder.is_dir(), "no real instances: {} is no folder", folder.display());
    folder
}

/// Reports that the test of this thread is skipped, in whole or in part, because a feature or a
/// program is missing. `scripts/test` names a file in `PARALLAX_SKIPPED`, and prints its lines at
/// the end.
///
/// # Panics
/// Panics if that file cannot be written.
pub fn skipped(why: &str) {
    println!("skipped: {why}");
    let Some(file) = std::env::var_os("PARALLAX_SKIPPED") else { return };
    let test = std::thread::current().name().unwrap_or("a test").to_owned();
    let file = OpenOptions::new().create(true).append(true).open(file);
    // One write a line, so that the lines of several processes do not mix.
    file.and_then(|mut file| file.write_all(format!("{test}: {why}\n").as_bytes()))
        .expect("the list of skipped tests");
}

/// Writes an executable shell script.
///
/// # Panics
/// Panics if it cannot be written.
pub fn script(file: &Path, text: &str) {
    // Another process writes the file: if it were open for writing here while another test starts a
    // process, it could not be executed for a moment.
    let write = "cat >\"$0\" && chmod +x \"$0\"";
    let mut shell = Command::new("sh")
        .args(["-c", write])
        .arg(file)
        .stdin(Stdio::piped())
        .spawn()
        .expect("sh runs");
    let mut stdin = shell.stdin.take().expect("a pipe");
    stdin.write_all(format!("#!/bin/sh\n{text}\n").as_bytes()).expect("sh reads");
    drop(stdin);
    assert!(shell.wait().expect("sh ends").success());
}
