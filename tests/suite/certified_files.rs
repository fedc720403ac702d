//! `solve --certify`: the file that a certificate is about, and the exit code of a claim without
//! one.

use std::fs;
use std::path::Path;

use crate::common::fed;

const HOME: &str = env!("CARGO_MANIFEST_DIR");

fn solve(line: &str, folder: &Path) -> (Option<i32>, String, String) {
    let words: Vec<&str> = std::iter::once("solve").chain(line.split(' ')).collect();
    let ran = fed(folder, &words, b"");
    (ran.code, ran.out, ran.err)
}

/// A claim is certified about a file only if the checker reads it in this file, for any neighbours.
#[test]
fn neighbours_certify_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let own = folder.path();
    let board = "1...\n....\n....\n....\n";
    fs::write(own.join("plain.sudoku"), board).expect("a file");
    fs::write(own.join("tabs.sudoku"), board.replace('.', "\t.").replace("\n\t", "\n"))
        .expect("a file");
    fs::write(own.join("titled.sudoku"), format!("A title\n{board}")).expect("a file");
    // A board that the checker does not read, in one file with a board that it reads.
    fs::write(own.join("both.sudoku"), format!("1...............\nA title\n{board}"))
        .expect("a file");
    fs::create_dir(own.join("folder")).expect("a folder");
    for name in ["plain.sudoku", "titled.sudoku"] {
        fs::copy(own.join(name), own.join("folder").join(name)).expect("a copy");
    }
    let (file, flat) = ("certified (file)", "certified (flattened model)");
    let argument = "1...............";
    for (line, standings) in [
        ("plain.sudoku", &[file][..]),
        ("titled.sudoku", &[flat]),
        ("titled.sudoku plain.sudoku", &[flat, file]),
        ("plain.sudoku titled.sudoku plain.sudoku", &[file, flat, file]),
        ("both.sudoku", &[flat, flat]),
        ("both.sudoku plain.sudoku", &[flat, flat, file]),
        ("folder", &[file, flat]),
        ("titled.sudoku sudoku:4 plain.sudoku", &[flat, file, file]),
        (&format!("titled.sudoku {argument}"), &[flat, file]),
        (&format!("{argument} titled.sudoku {argument}"), &[file, flat, file]),
        // A name that also exists as a file is the file.
        ("tabs.sudoku plain.sudoku", &[flat, file]),
    ] {
        let (_, out, err) = solve(&format!("{line} --count --certify --format json"), own);
        let found: Vec<String> = out
            .lines()
            .map(|line| {
                let row: serde_json::Value = serde_json::from_str(line).expect("a row");
                row["standing"].as_str().unwrap_or_default().to_owned()
            })
            .collect();
        assert_eq!(found, standings, "{line}: {out}{err}");
    }
    // Only the program reads standard input, even if a file has its name.
    fs::write(own.join("<stdin>"), board).expect("a file");
    let ran = fed(own, &["solve", "-", "--count", "--certify"], board.as_bytes());
    assert!(ran.out.contains(flat), "{}{}", ran.out, ran.err);
}

/// A claim without its certificate exits with 40.
#[test]
fn a_claim_without_its_certificate_has_a_code_of_its_own() {
    let folder = tempfile::tempdir().expect("a folder");
    let own = folder.path();
    let none = format!("{HOME}/instances/latin-4-none.pls");
    for (line, code) in [
        ("latin:4 --count --certify", 10),
        ("magic:4 --count --certify --certificate-limit 1", 40),
        ("magic:4 --count --certificate own.cert --certificate-limit 1", 40),
        (&format!("{none} --certify"), 20),
        (&format!("{none} --certify --engine sat:varisat+direct,amo=ladder"), 40),
        ("magic:3 --count --certify --engine sat:varisat", 40),
        // A solution that is found needs no certificate; a solution that is not found has none.
        ("latin:4 --certify", 10),
        ("latin:4 --limit 2 --certify", 10),
        // One missing certificate of several decides the exit code.
        (&format!("latin:4 {none} --count --certify --engine sat:varisat+direct,amo=ladder"), 40),
        ("latin:4 --propagate --certify", 2),
    ] {
        let (found, out, err) = solve(line, own);
        assert_eq!(found, Some(code), "{line}: {out}{err}");
    }
    if parallax_solvers::process::find_program("veripb").is_none() {
        let (found, out, _) = solve("latin:3 --count --certify=veripb", own);
        assert_eq!(found, Some(40), "{out}");
        assert!(out.contains("certified (file)") && out.contains("not judged by VeriPB"), "{out}");
    }
}

/// A certificate of a count is written by one thread in one run; orbits are not counted then.
#[test]
fn counts_with_certificates_go_with_some_options() {
    let folder = tempfile::tempdir().unwrap();
    for engine in ["native", "count:native"] {
        for (option, value) in [("--threads", "2"), ("--resume", "own.notes")] {
            let args = ["solve", "latin:4", "--count", "--certify", "--engine", engine];
            let ran = fed(folder.path(), &[&args[..], &[option, value]].concat(), b"");
            let why = format!("{option}: certificates and proofs are written by one thread");
            assert!(ran.code == Some(2) && ran.err.contains(&why), "{engine}: {}", ran.err);
            assert!(!folder.path().join("own.notes").exists());
        }
    }
    let ran = fed(folder.path(), &["solve", "set:81", "--count", "--certify"], b"");
    assert!(ran.code == Some(10) && ran.out.contains("exactly 1080 solutions"), "{}", ran.out);
    assert!(!ran.out.contains("orbits"), "{}", ran.out);
}
