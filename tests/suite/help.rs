//! The first screens, `help`, and `count`.

use std::collections::BTreeSet;
use std::fs;

use crate::common::{commands, fed};

const HOME: &str = env!("CARGO_MANIFEST_DIR");

/// Returns the standard output of a run that ends with this code and prints no error.
fn prints(code: i32, line: &str) -> String {
    let ran = fed(HOME, &line.split(' ').collect::<Vec<_>>(), b"");
    assert_eq!((ran.code, ran.err.as_str()), (Some(code), ""), "{line}");
    ran.out
}

/// Standard error that cannot be written changes no exit code.
#[test]
fn a_full_standard_error_keeps_the_exit_code() {
    if !std::path::Path::new("/dev/full").exists() {
        return;
    }
    for args in [&[][..], &["solve", "no such file"], &["solve", "--bogus"], &["count", "latin:3"]]
    {
        let full = std::fs::File::options().write(true).open("/dev/full").expect("a device");
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_parallax"));
        let status = command.args(args).stdout(std::process::Stdio::null()).stderr(full).status();
        let expected = if args == ["count", "latin:3"] { 10 } else { 2 };
        assert_eq!(status.expect("a run").code(), Some(expected), "{args:?}");
    }
}

#[test]
fn the_program_alone_prints_one_screen() {
    let folder = tempfile::tempdir().expect("a folder");
    let ran = fed(&folder, &[], b"");
    assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""));
    let lines: Vec<&str> = ran.err.lines().collect();
    assert!(lines.len() <= 25 && lines.iter().all(|line| line.chars().count() <= 90), "{lines:#?}");
    let words: BTreeSet<&str> = ran.err.split([' ', ',', '\n', '\'']).collect();
    for name in commands(&prints(0, "--help")) {
        let hidden = ["completions", "flatzinc", "job", "man", "reproduce"].contains(&name);
        assert_eq!(words.contains(name), !hidden, "{name}");
    }
    let examples = lines.iter().filter_map(|line| line.strip_prefix("  parallax "));
    let examples: Vec<&str> = examples.filter_map(|line| line.split("  ").next()).collect();
    assert_eq!(examples.len(), 3);
    for example in examples {
        let ran = fed(&folder, &example.split(' ').collect::<Vec<_>>(), b"");
        assert!([Some(0), Some(10), Some(20)].contains(&ran.code), "{example}: {}", ran.err);
    }
}

#[test]
fn every_command_is_in_one_list_of_the_help() {
    let help = prints(0, "--help");
    let mut listed = commands(&help);
    let folder = tempfile::tempdir().expect("a folder");
    assert_eq!(fed(&folder, &["man", "--out", "pages"], b"").code, Some(0));
    let pages = fs::read_dir(folder.path().join("pages")).expect("pages");
    let names = pages.map(|page| page.expect("a page").file_name().into_string().expect("UTF-8"));
    let name = |page: &str| page.strip_prefix("parallax-")?.strip_suffix(".1").map(str::to_owned);
    let mut names: Vec<String> = names.filter_map(|page| name(&page)).collect();
    names.retain(|name| !name.contains('-') && name != "help");
    names.sort_unstable();
    listed.sort_unstable();
    assert_eq!(listed, names);
    let list = help.lines().take_while(|line| *line != "Options:").skip(4);
    assert!(list.clone().count() > 30);
    for line in list {
        assert!(line.chars().count() <= 80, "{line}");
    }
}

/// Returns every command with the names of those above it, and its own commands.
fn every_command() -> Vec<String> {
    let mut paths: Vec<String> = Vec::new();
    for command in commands(&prints(0, "--help")) {
        paths.push(command.to_owned());
        let help = prints(0, &format!("{command} --help"));
        paths.extend(commands(&help).iter().map(|own| format!("{command} {own}")));
    }
    assert!(paths.len() > 45, "{paths:?}");
    paths
}

/// Returns the long options that the help describes: those at the beginning of a line.
fn options(help: &str) -> Vec<&str> {
    let described = help.lines().filter_map(|line| {
        let line = line.strip_prefix("  ")?.trim_start();
        let line = if line.starts_with('-') && !line.starts_with("--") {
            line.get(4..).unwrap_or("")
        } else {
            line
        };
        line.starts_with("--").then(|| line.split([' ', '[', '=']).next().unwrap_or(line))
    });
    described.collect()
}

#[test]
fn short_help_is_one_screen_and_long_help_has_every_option() {
    for command in every_command() {
        let short = prints(0, &format!("{command} -h"));
        let lines: Vec<&str> = short.lines().collect();
        assert!(lines.len() <= 40, "{command}: {} lines\n{short}", lines.len());
        assert!(lines.iter().all(|line| line.chars().count() <= 100), "{short}");
        let last = lines.last().expect("a line");
        assert!(last.starts_with(&format!("'parallax {command} --help' shows all")), "{short}");
        let long = prints(0, &format!("{command} --help"));
        let all = options(&long);
        for option in options(&short) {
            assert!(all.contains(&option), "{command}: {option}\n{long}");
        }
        // The completions come from the definitions themselves.
        let defined = completed(&command);
        assert!(defined.len() > 3, "{command}: {defined:?}");
        // `man --markdown` is hidden: it writes the reference pages.
        for option in defined.iter().filter(|option| *option != "--markdown") {
            assert!(all.contains(&option.as_str()), "{command}: {option}\n{long}");
        }
        assert!(!long.contains("\nOptions:\n"), "{command}: an option without a group\n{long}");
    }
}

/// Returns the long options of a command that a shell completes.
fn completed(command: &str) -> Vec<String> {
    let script = prints(0, "completions fish");
    let names: Vec<&str> = command.split(' ').collect();
    let seen = |name: &str| format!("__fish_seen_subcommand_from {name}");
    let own = |line: &&str| match names[..] {
        [name] => {
            line.contains(&format!("__fish_parallax_using_subcommand {name}\""))
                || line.contains(&format!("__fish_parallax_using_subcommand {name}; and not"))
        }
        [name, below] => {
            line.contains(&format!("__fish_parallax_using_subcommand {name};"))
                && line.contains(&seen(below))
                && !line.contains("and not")
        }
        _ => false,
    };
    let option = |line: &str| Some(format!("--{}", line.split(" -l ").nth(1)?.split(' ').next()?));
    let defined = script.lines().filter(own).filter_map(option);
    // A child of the program is started with this one.
    defined.filter(|name| name != "--worker").collect()
}

#[test]
fn manual_pages_describe_options_that_the_short_help_leaves_out() {
    let page = prints(0, "man solve");
    for text in ["A sheet of a workbook", "engine in a separate process", "When to use colours"] {
        assert!(page.contains(text), "{page}");
    }
    assert!(!prints(0, "solve -h").contains("A sheet of a workbook"));
}

#[test]
fn help_behind_a_command_is_its_help() {
    assert_eq!(prints(0, "solve help"), prints(0, "solve --help"));
    assert_eq!(prints(0, "experiment help"), prints(0, "experiment --help"));
    assert_eq!(prints(0, "experiment run help"), prints(0, "experiment run --help"));
    assert_eq!(prints(0, "experiment help run"), prints(0, "experiment run --help"));
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("help"), "p cnf 1 1\n1 0\n").expect("a file");
    assert_eq!(fed(&folder, &["solve", "help", "-q"], b"").code, Some(10), "a file of this name");
}

#[test]
fn help_is_that_of_the_command() {
    assert_eq!(prints(0, "help"), prints(0, "--help"));
    assert_eq!(prints(0, "help solve"), prints(0, "solve --help"));
    assert_eq!(prints(0, "help experiment run"), prints(0, "experiment run --help"));
    let error = |line: &str| {
        let ran = fed(HOME, &line.split(' ').collect::<Vec<_>>(), b"");
        assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{line}");
        ran.err
    };
    assert!(error("help slove").contains("did you mean 'solve'?"));
    assert_eq!(error("help solve all"), "parallax: 'solve' has no command 'all'\n");
}

#[test]
fn exit_codes_are_in_one_table_and_in_the_help_of_commands() {
    let table = prints(0, "help exit-codes");
    let solve = "solve\n   10  satisfiable\n   20  unsatisfiable\n";
    assert!(table.contains("  130  interrupted\n") && table.contains(solve), "{table}");
    let mut commands_of_table = 0;
    for command in table.lines().skip(1).take_while(|line| !line.is_empty()) {
        if command.starts_with(' ') {
            continue;
        }
        commands_of_table += 1;
        let below = table.split_once(&format!("\n{command}\n")).expect("a command").1;
        let (code, meaning) = below.trim_start().split_once("  ").expect("a code");
        let expected = format!("Exit codes: {code} {}", meaning.lines().next().expect("a meaning"));
        let help = prints(0, &format!("{command} --help")).replace('\n', " ");
        assert!(help.contains(&expected), "{command}: {expected}\n{help}");
        let short = prints(0, &format!("{command} -h"));
        assert!(!short.contains("Exit codes:"), "{short}");
    }
    assert!(commands_of_table > 15, "{table}");
}

/// Removes the line with the times.
fn without_times(text: &str) -> String {
    text.lines().filter(|line| !line.contains("encode ")).collect::<Vec<_>>().join("\n")
}

#[test]
fn count_is_solve_with_count() {
    let board = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    for (code, words) in [
        (10, "latin:4"),
        (10, "latin:4 magic:3"),
        (10, "latin:3 --engine sat:batsat --seed 3 --jobs 1 --isolate"),
        (10, "magic:3 --model=cells+symmetry --color never"),
        (10, "latin:3 --certify"),
        (20, "instances/latin-4-none.pls -q"),
        (10, &format!("-q {board}")),
        (10, "magic:6 --timeout 0.1 -q"),
    ] {
        let own = prints(code, &format!("count {words}"));
        let long = prints(code, &format!("solve --count {words}"));
        assert_eq!(without_times(&own), without_times(&long), "{words}");
    }
    let row: serde_json::Value =
        serde_json::from_str(&prints(10, "count latin:4 --format json")).expect("an object");
    assert_eq!(row["count"], 576);
    for words in ["latin:3 --all", "latin:3 --unique", "", "latin:3 --certificate-form binary"] {
        let args = ["count"].into_iter().chain(words.split(' ').filter(|word| !word.is_empty()));
        let ran = fed(HOME, &args.collect::<Vec<_>>(), b"");
        assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{words}");
        assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
    }
    let folder = tempfile::tempdir().expect("a folder");
    let ran = fed(&folder, &["count", "latin:5", "--resume", "notes", "-q"], b"");
    assert_eq!((ran.code, ran.out.as_str()), (Some(10), "161280\n"), "{}", ran.err);
    assert!(folder.path().join("notes").exists());
}

#[test]
fn quiet_counts_are_numbers_alone() {
    assert_eq!(prints(10, "solve latin:4 --count -q"), "576\n");
    assert_eq!(prints(10, "count latin:4 latin:3 -q"), "576\n12\n");
    assert_eq!(prints(20, "count instances/latin-4-none.pls -q"), "0\n");
    assert_eq!(prints(20, "count magic:2 -q --model cells+symmetry"), "0\n");
    assert_eq!(prints(10, "count magic:3 -q --model cells+symmetry"), "8\n");
    assert_eq!(prints(10, "count magic:6 latin:3 -q --timeout 0.1"), "unknown\n12\n");
    let ran = fed(HOME, &["count", "-q", "latin:3", "none.txt", "latin:2"], b"");
    assert_eq!((ran.code, ran.out.as_str()), (Some(2), "12\nunknown\n2\n"));
}
