//! Programs that misbehave: endless output, early ends, orphans, missing programs.

use std::time::{Duration, Instant};

use parallax_model::engine_api::{Control, StopReason};

use super::*;

/// Runs a shell script as a solver, with an empty problem.
fn script(text: &str, control: &Control) -> Result<ProgramResult, RunError> {
    let program: CommandTemplate = format!("sh -c '{text}'").parse().unwrap();
    run_program(&ProgramRun::new(&program, Vec::new()), 1 << 20, control)
}

#[test]
fn a_program_that_hangs_is_ended_with_all_that_it_started() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("pids");
    let text = format!("sleep 600 & echo $! $$ >{}; wait", file.display());
    let start = Instant::now();
    let control = Control::unlimited().with_timeout(Some(Duration::from_millis(300)));
    let ended = script(&text, &control).unwrap_err();
    assert!(matches!(ended, RunError::Stopped(StopReason::Timeout)), "{ended}");
    assert!(start.elapsed() < Duration::from_secs(10));
    let pids = std::fs::read_to_string(&file).unwrap();
    for pid in pids.split_whitespace() {
        assert!(!is_alive(pid), "{pid} lives on");
    }
}

/// Whether a process exists and is not a zombie. Works on Linux only.
fn is_alive(pid: &str) -> bool {
    // A killed process takes a moment to disappear.
    for _ in 0..100 {
        let Ok(about) = std::fs::read_to_string(format!("/proc/{pid}/stat")) else {
            return false;
        };
        if about.rsplit(')').next().is_some_and(|rest| rest.trim().starts_with(['Z', 'X'])) {
            return false;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    true
}

#[test]
fn floods_are_cut() {
    let control = Control::unlimited().with_timeout(Some(Duration::from_secs(60)));
    for text in ["yes", "yes v 1 2 3", "tr a b </dev/zero"] {
        let why = script(text, &control).unwrap_err();
        assert_eq!(why.to_string(), "sh: printed more than 1048576 bytes");
    }
    // Standard error is not part of the answer and may be of any length.
    let ran = script("yes | head -c 3000000 >&2; echo last words >&2", &control).unwrap();
    assert!(ran.err.ends_with("last words\n") && ran.err.len() <= 2048);
}

#[test]
fn output_held_by_another_process_is_not_waited_for() {
    let control = Control::unlimited().with_timeout(Some(Duration::from_secs(60)));
    let ran = script("sleep 600 & echo s UNSATISFIABLE; exit 20", &control).unwrap();
    assert_eq!((ran.status.code(), &*ran.out), (Some(20), &b"s UNSATISFIABLE\n"[..]));
    assert!(control.stop_reason().is_none());
}

#[test]
fn programs_are_found_or_not() {
    let find = |text: &str| {
        text.parse::<CommandTemplate>().unwrap().find_file().map_err(|why| why.to_string())
    };
    assert!(find("sh -c true").unwrap().ends_with("sh"));
    let missing = |name: &str| Err(format!("cannot run '{name}': there is no such program"));
    assert_eq!(find("/nowhere/solver -q"), missing("/nowhere/solver"));
    let on_path = missing("no-such-solver").map_err(|why| why + " on the PATH");
    assert_eq!(find("no-such-solver"), on_path);
    // Neither a folder nor a text file is a program.
    assert!(find("/tmp").is_err() && find("/etc/passwd").is_err());
}

#[test]
fn libraries_built_with_this_program_are_not_in_the_way() {
    let built = std::path::Path::new("/b/debug");
    let kept = super::program::exclude_folders(
        "/b/debug/build/x/out/lib:/usr/lib:/b/other".as_ref(),
        built,
    );
    assert_eq!(kept.unwrap(), "/usr/lib:/b/other");
}
