//! Folders as inputs: searched through all levels, with a note on what is skipped.

use std::fs;
use std::path::Path;

use crate::common::{Ran, fed};

const BOARD: &str = "14..\n..1.\n.1.4\n4..1\n";

fn run(folder: &Path, args: &str) -> Ran {
    fed(folder, &args.split(' ').collect::<Vec<_>>(), b"")
}

/// Writes a file, with the folders around it.
fn write(folder: &Path, name: &str, bytes: &[u8]) {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().expect("a folder")).expect("made");
    fs::write(path, bytes).expect("written");
}

#[test]
fn folders_are_searched_through_all_levels_in_order() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["in/b/c/1.sudoku", "in/a.sudoku", "in/b/2.sudoku", "in/c.sudoku", "in/b.sudoku"] {
        write(folder.path(), name, BOARD.as_bytes());
    }
    for hidden in ["in/.git/x.sudoku", "in/b/.hidden.sudoku"] {
        write(folder.path(), hidden, b"not a board");
    }
    for notes in ["in/README.md", "in/b/notes.md", "in/b/LICENSE", "in/x.py"] {
        write(folder.path(), notes, b"Words of no form.\n");
    }
    write(folder.path(), "in/b/p.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR");
    write(folder.path(), "in/b/dump", b"\x1b[2J\0\xff\xfe");
    write(folder.path(), "in/b/m.mzn", b"solve satisfy;\n");
    write(folder.path(), "in/b/empty", b"");
    let ran = run(folder.path(), "compare in --engines native,sat:batsat --format csv");
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let mut seen: Vec<&str> = ran.out.lines().filter_map(|line| line.split(',').next()).collect();
    seen.retain(|name| name.starts_with("in/"));
    seen.dedup();
    let order = ["in/a.sudoku", "in/b/2.sudoku", "in/b/c/1.sudoku", "in/b.sudoku", "in/c.sudoku"];
    assert_eq!(seen, order, "{}", ran.out);
    let note = "in: skipped 8 files that are no instances: 2 .md, 1 .mzn, 1 .png, 1 .py, \
                3 without extension";
    assert_eq!(ran.err.matches(note).count(), 1, "{}", ran.err);
    assert!(!ran.err.contains('\x1b'), "{:?}", ran.err);
}

#[test]
fn a_file_that_fails_to_read_is_one_line_without_its_bytes() {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "in/a.cnf", b"p cnf 1 1\n1 \x1b[31m 0\n");
    write(folder.path(), "in/b/c.cnf", b"\0\x1b\xff");
    let ran = run(folder.path(), "solve in --quiet");
    assert_eq!(ran.code, Some(2), "{}", ran.out);
    assert!(
        ran.err.contains(r"in/a.cnf:2:3: '\u{1b}[31m'; expected a literal or 0"),
        "{}",
        ran.err
    );
    assert!(!ran.err.contains('\x1b') && !ran.out.contains('\x1b'), "{:?}", ran.err);
}

#[test]
fn a_folder_without_instances_says_what_it_holds() {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "in/b/notes.md", b"Words of no form.\n");
    let ran = run(folder.path(), "solve in");
    let expected = "parallax: in: a folder without instances; expected a file of instances; skipped \
                    1 file that is no instance: 1 .md\n";
    assert_eq!((ran.code, &*ran.err), (Some(2), expected));
}

#[cfg(unix)]
#[test]
fn links_around_a_folder_are_not_followed_forever() {
    use std::os::unix::fs::symlink;
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "in/b/1.sudoku", BOARD.as_bytes());
    write(folder.path(), "other/2.sudoku", BOARD.as_bytes());
    symlink("..", folder.path().join("in/b/up")).expect("a link");
    symlink("../../other", folder.path().join("in/b/other")).expect("a link");
    let ran = run(folder.path(), "compare in --engines native,sat:batsat --format csv");
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let seen = |name: &str| ran.out.lines().any(|line| line.starts_with(name));
    assert!(seen("in/b/1.sudoku,") && seen("in/b/other/2.sudoku,"), "{}", ran.out);
    assert!(!ran.out.contains("up/"), "{}", ran.out);
}
