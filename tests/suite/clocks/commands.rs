//! The commands that take a limit on time, and how they are run.

use std::path::Path;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use crate::common::{commands, fed, spawn};

/// A watchdog far above the limits of the commands: machines may be busy.
const WATCHDOG: Duration = Duration::from_secs(60);

/// The limit of the commands, in seconds.
const LIMIT: &str = "0.5";

/// The commands that take one instance, `F` in the place of the file, and their exit code for what
/// they do not know. Their clock starts at once.
pub(super) const ONE: &[(&str, i32)] = &[
    ("lint F", 3),
    ("clues F", 0),
    ("why F", 0),
    ("hint F", 3),
    ("path F", 3),
    ("sample F -n 2", 0),
    ("explain F", 3),
    ("encode F --check", 3),
    ("encodings F --probes 1", 3),
    ("check F 1", 3),
    ("shrink F --engines native,sat:batsat --within S", 3),
];

/// The commands that take a stream of instances. Their clock starts with each.
pub(super) const MANY: &[(&str, i32)] = &[
    ("solve F", 0),
    ("solve F --all", 0),
    ("solve F --unique --format json", 0),
    ("solve F --propagate", 0),
    ("solve F --count --threads 2", 0),
    ("count F --threads 2", 0),
    ("solve F --engine native --certify", 0),
    ("compare F --engines native,sat:batsat", 3),
    ("compare F --engines native --repeat 2", 3),
    ("rate F", 3),
];

/// The commands with a limit on something else than reading: they draw their own instances, or take
/// them from files of cases, or serve requests; that of `sheet` is for the solutions of a puzzle.
const WITHOUT: &[&str] = &["fuzz", "regress", "reproduce", "serve", "sheet"];

/// The words of a command for this file, with a limit on time.
pub(super) fn words(command: &str, file: &str) -> Vec<String> {
    let word = |word| match word {
        "F" => file,
        "S" => LIMIT,
        word => word,
    };
    let mut words: Vec<String> = command.split(' ').map(|part| word(part).to_owned()).collect();
    if !command.contains("--within") && !command.contains("--timeout") {
        words.extend(["--timeout".to_owned(), LIMIT.to_owned()]);
    }
    words
}

pub(super) fn started(folder: &Path, words: &[String]) -> Child {
    spawn(folder, &words.iter().map(String::as_str).collect::<Vec<_>>())
}

/// Waits for the end. Standard input stays open if the child still has it.
///
/// # Panics
/// When the command goes on.
pub(super) fn output(mut child: Child, label: &str) -> (Option<i32>, String) {
    let start = Instant::now();
    while child.try_wait().expect("a child").is_none() {
        if start.elapsed() > WATCHDOG {
            child.kill().expect("a child");
            panic!("{label}: it goes on");
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    let _stdin = child.stdin.take();
    let out = child.wait_with_output().expect("it has ended");
    (out.status.code(), String::from_utf8(out.stdout).expect("UTF-8"))
}

#[test]
fn every_command_with_a_limit_is_tried() {
    let tried = |name: &str| {
        let begins = |(command, _): &(&str, i32)| command.split(' ').next() == Some(name);
        ONE.iter().chain(MANY).any(begins) || WITHOUT.contains(&name)
    };
    let help = |args: &[&str]| {
        let out = Command::new(env!("CARGO_BIN_EXE_parallax")).args(args).output().expect("help");
        String::from_utf8(out.stdout).expect("UTF-8")
    };
    let all = help(&["--help"]);
    let names = commands(&all);
    assert!(names.contains(&"solve") && names.len() > 20, "{names:?}");
    for name in names {
        let has_limit = help(&[name, "--help"]).contains("--timeout ");
        assert!(!has_limit || tried(name), "{name} takes --timeout and is not tried");
    }
}

#[test]
fn limits_that_are_kept_change_nothing() {
    let home = env!("CARGO_MANIFEST_DIR");
    for command in [
        "why instances/latin-4-none.pls",
        "lint instances/cdmn/map.md",
        "check magic:3 2,7,6,9,5,1,4,3,8",
    ] {
        let words: Vec<&str> = command.split(' ').collect();
        let plain = fed(home, &words, b"");
        let limited = fed(home, &[&words[..], &["--timeout", "60"]].concat(), b"");
        assert_eq!((plain.code, plain.out), (limited.code, limited.out), "{command}");
    }
}
