//! The program runs its cases in children, and stops at its limit.

use std::fs;
use std::process::Command;

#[test]
fn the_program_prints_a_tally() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = |line: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_fuzz-readers"));
        let ran = command.args(line.split(' ')).current_dir(folder.path()).output();
        let ran = ran.expect("it runs");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
        (ran.status.code(), text(ran.stdout), text(ran.stderr))
    };
    let (code, out, err) = run("--cases 200 --out found");
    assert_eq!((code, err.as_str()), (Some(0), ""));
    assert!(out.starts_with("200 texts, 0 findings\n"), "{out}");
    assert_eq!(fs::read_dir(folder.path().join("found")).expect("it is made").count(), 0);
    let (code, out, err) = run("--cases 100000000 --within 1 --json");
    assert_eq!(code, Some(0), "{out}{err}");
    assert!(err.contains("to go on: ") && out.starts_with("{\"cases\":"), "{out}{err}");
}
