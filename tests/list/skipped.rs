//! Tests that are skipped, for want of data, a feature or a program.

use std::fs::OpenOptions;
use std::io::Write;

/// Says that the test of this thread is skipped, and why. `scripts/test` names a file in
/// `PARALLAX_SKIPPED`, and lists at its end what stands there.
pub fn skipped(why: &str) {
    println!("skipped: {why}");
    let Some(file) = std::env::var_os("PARALLAX_SKIPPED") else { return };
    let test = std::thread::current().name().unwrap_or("a test").to_owned();
    let file = OpenOptions::new().create(true).append(true).open(file);
    // One write a line, so that the lines of several processes do not mix.
    file.and_then(|mut file| file.write_all(format!("{test}: {why}\n").as_bytes()))
        .expect("the list of skipped tests");
}
