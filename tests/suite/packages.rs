//! The scripts that make packages, and the action for GitHub, tested on a script in place of the
//! program.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use parallax_solvers::SatKind;

use crate::common::script;

/// Returns the path of a file of the repository.
fn file(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name).display().to_string()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Runs a script of `scripts/packaging/`; `None` without Python.
fn python(name: &str, args: &[&str]) -> Option<Output> {
    let ran =
        Command::new("python3").arg(file("scripts/packaging") + "/" + name).args(args).output();
    if ran.is_err() {
        crate::common::skipped("no python3");
    }
    ran.ok()
}

/// Makes an unpacked archive whose program contains these words.
fn tree(words: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let tree = folder.path().join("parallax-1.2.3-x");
    for below in ["bin", "lib/parallax", "share/man/man1"] {
        fs::create_dir_all(tree.join(below)).expect("a folder");
    }
    script(&tree.join("bin/parallax"), &format!("echo {words}"));
    for name in ["lib/parallax/libz3.so.5", "share/man/man1/parallax.1", "LICENSE-MIT", "README.md"]
    {
        fs::write(tree.join(name), "a text\n").expect("a file");
    }
    let name = tree.display().to_string();
    (folder, name)
}

#[test]
fn a_wheel_lists_every_file_and_is_tagged_for_its_glibc() {
    let (folder, tree) = tree("GLIBC_2.28 GLIBC_2.5 GLIBCXX_3.4.29");
    let out = folder.path().display().to_string();
    let target = "x86_64-unknown-linux-gnu";
    let Some(ran) = python("wheel.py", &[&tree, "1.2.3", target, &out, "0"]) else { return };
    assert!(ran.status.success(), "{}", text(&ran.stderr));
    // GLIBCXX_3.4.29 belongs to systems with glibc 2.34.
    let name = "parallax-1.2.3-py3-none-manylinux_2_34_x86_64.whl";
    assert_eq!(text(&ran.stdout).trim(), name);
    let bytes = fs::read(folder.path().join(name)).expect("a wheel");
    let mut wheel = zip::ZipArchive::new(std::io::Cursor::new(&bytes)).expect("a zip file");
    let mut record = String::new();
    let listed = "parallax-1.2.3.dist-info/RECORD";
    wheel.by_name(listed).expect("RECORD").read_to_string(&mut record).expect("UTF-8");
    let mut named: Vec<&str> =
        record.lines().map(|line| line.split(',').next().unwrap_or_default()).collect();
    let mut held: Vec<String> = wheel.file_names().map(str::to_owned).collect();
    named.sort_unstable();
    held.sort_unstable();
    assert_eq!(named, held);
    for wanted in ["dist-info/METADATA", "dist-info/WHEEL", "data/scripts/parallax"] {
        assert!(named.iter().any(|name| name.ends_with(wanted)), "{record}");
    }
    assert!(named.contains(&"parallax-1.2.3.data/data/lib/parallax/libz3.so.5"), "{record}");
    let program = wheel.by_name("parallax-1.2.3.data/scripts/parallax").expect("a program");
    assert_eq!(program.unix_mode().map(|mode| mode & 0o111), Some(0o111), "it can be executed");
    drop(program);
    python("wheel.py", &[&tree, "1.2.3", target, &out, "0"]);
    assert!(fs::read(folder.path().join(name)).expect("a wheel") == bytes, "the same bytes again");
}

#[test]
fn a_wheel_for_an_unknown_system_is_refused() {
    let (folder, tree) = tree("GLIBCXX_3.4.99");
    let out = folder.path().display().to_string();
    for (target, part) in [
        ("x86_64-unknown-linux-gnu", "needs GLIBCXX_3.4.99, of no known distribution"),
        ("aarch64-apple-darwin", "a wheel for aarch64-apple-darwin is not known"),
    ] {
        let Some(ran) = python("wheel.py", &[&tree, "1.2.3", target, &out, "0"]) else { return };
        assert!(!ran.status.success());
        assert!(text(&ran.stderr).contains(part), "{}", text(&ran.stderr));
    }
}

/// Runs the step of the action in a folder.
fn action(folder: &Path, inputs: &[(&str, &str)]) -> Output {
    let mut command = Command::new(file("scripts/action"));
    command.current_dir(folder).env("RUNNER_TEMP", folder.join("temp"));
    command.envs(inputs.iter().map(|(name, value)| (format!("INPUT_{name}"), value)));
    command.output().expect("bash runs")
}

#[test]
fn the_action_runs_suites_with_a_program_or_an_archive() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    let case = "[[case]]\ninstance = 'latin:2'\nanswer = ";
    fs::write(at.join("good one.toml"), format!("{case}'sat'")).expect("a file");
    fs::write(at.join("-bad.toml"), format!("{case}'unsat'")).expect("a file");
    let program = ("PARALLAX", env!("CARGO_BIN_EXE_parallax"));
    let ran = action(at, &[program, ("SUITES", "good one.toml\n\n"), ("JUNIT", "r.xml")]);
    assert_eq!(ran.status.code(), Some(0), "{}", text(&ran.stderr));
    assert!(at.join("r.xml").is_file());
    let both = ("SUITES", "good one.toml\n-bad.toml");
    let ran = action(at, &[program, both, ("JUNIT", "")]);
    assert_eq!(ran.status.code(), Some(1), "{}", text(&ran.stderr));
    assert_eq!(action(at, &[program, ("SUITES", "\n")]).status.code(), Some(2));
    let (_kept, tree) = tree("from the archive: \"$@\"");
    let packed = at.join("p.tar.gz").display().to_string();
    let Some(ran) = python("archive.py", &[&tree, &packed, "0"]) else { return };
    assert!(ran.status.success(), "{}", text(&ran.stderr));
    let ran = action(at, &[("PARALLAX", "p.tar.gz"), both, ("ONLY", "$(x) y")]);
    assert_eq!(
        text(&ran.stdout).trim(),
        "from the archive: regress --only $(x) y -- good one.toml -bad.toml"
    );
}

/// Solver crates do not report their own versions, so that the program states them itself.
#[test]
fn versions_of_solvers_are_those_of_the_lock_file() {
    let lock = fs::read_to_string(file("Cargo.lock")).expect("a lock file");
    for kind in [SatKind::Varisat, SatKind::Batsat] {
        let entry = format!("name = \"{kind}\"\nversion = \"{}\"\n", kind.solver_version());
        assert!(lock.replace('\r', "").contains(&entry), "{entry}");
    }
}

/// A crate includes only files of its own package.
#[test]
fn crates_include_no_file_of_another_crate() {
    let mut faults = Vec::new();
    let mut seen = 0;
    let crates = fs::read_dir(file("crates")).expect("a folder of crates");
    let crates = crates.map(|entry| entry.expect("a crate").path());
    for home in crates.chain(["encodings"].map(|name| file(name).into())) {
        for path in sources(&home.join("src")) {
            let text = fs::read_to_string(&path).expect("a source file");
            let from = path.parent().expect("a folder").strip_prefix(&home).expect("of the crate");
            let depth = from.components().count();
            for line in text.lines().filter(|line| line.contains("include_")) {
                seen += 1;
                if line.matches("../").count() > depth {
                    faults.push(format!("{}: {}", path.display(), line.trim()));
                }
            }
        }
    }
    assert!(seen > 5, "only {seen} lines that include a file: are they read at all?");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The Rust files below a folder.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
    found
}
