//! Notes that are complete, torn, damaged, duplicated, or belong to another count.

use std::fs;
use std::path::Path;

use parallax_model::VarId;
use parallax_propagation::{SearchDecision, ValueTest};

use super::line::CheckpointLine;
use super::{CheckpointFault, CheckpointFile, Note, SavedProgress};
use crate::parallel::subtree::{PathSide, SearchSubtree, SubtreePathStep};

fn subtree(value: i32) -> SearchSubtree {
    let variable = VarId::new(3);
    let step = |value, test, side| SubtreePathStep {
        decision: SearchDecision { variable, value, test },
        side,
    };
    let open = |rest: &[i32]| PathSide::Open(rest.into());
    let steps = vec![
        step(value, ValueTest::Is, PathSide::Closed),
        step(-7, ValueTest::Not, PathSide::Closed),
        step(-7, ValueTest::AtMost, PathSide::Closed),
        step(0, ValueTest::Above, PathSide::Closed),
        step(2, ValueTest::Is, open(&[])),
        step(-2, ValueTest::Is, open(&[-1, 9])),
        step(-2, ValueTest::Not, open(&[])),
        step(2, ValueTest::AtMost, open(&[])),
        step(-2, ValueTest::Above, open(&[])),
    ];
    SearchSubtree { steps, fresh: true, share: 0.1 }
}

fn line(number: u64, found: u64, left: &[i32]) -> Note {
    CheckpointLine {
        number,
        found,
        left: left.iter().map(|&v| subtree(v)).collect(),
        ..CheckpointLine::default()
    }
}

fn book(folder: &Path, model: &str) -> CheckpointFile {
    let file = folder.join("notes.jsonl");
    CheckpointFile {
        file,
        model: model.into(),
        engine: "native".into(),
        seed: 1,
        fault: CheckpointFault::default(),
    }
}

fn open(book: &CheckpointFile) -> Result<(super::CheckpointLog, SavedProgress), String> {
    book.open_log(&[], "cuts", line(0, 5, &[1, 2])).map_err(|why| why.to_string())
}

#[test]
fn lines_are_read_back() {
    let mut all = line(4, u64::MAX, &[1, -2]);
    all.solution = vec![1, -5];
    all.effort.work.nodes = 77;
    let back = CheckpointLine::read_line(&all.seal_line()).unwrap();
    assert_eq!((back.number, back.found, &back.left), (4, u64::MAX, &all.left));
    assert_eq!((back.solution, back.effort.work.nodes), (all.solution, 77));
}

#[test]
fn a_count_goes_on_after_any_kill() {
    let folder = tempfile::tempdir().unwrap();
    let book = book(folder.path(), "model");
    {
        let (mut notes, known) = open(&book).unwrap();
        assert_eq!((known.found, known.next, known.open.len(), known.done), (5, 3, 2, 0));
        notes.add_line(&line(2, 10, &[3, 4, 5])).unwrap();
        notes.add_line(&line(4, 100, &[])).unwrap();
        assert!(open(&book).unwrap_err().contains("another run"));
    }
    let whole = fs::read(&book.file).unwrap();
    let ends: Vec<usize> =
        whole.iter().enumerate().filter(|(_, b)| **b == b'\n').map(|(i, _)| i + 1).collect();
    for kept in 0..=whole.len() {
        fs::write(&book.file, &whole[..kept]).unwrap();
        let (_, known) = open(&book).unwrap();
        let lines = ends.iter().filter(|&&end| end <= kept).count();
        let (found, open) =
            [(5, &[1, 2][..]), (15, &[1, 3, 4, 5]), (115, &[1, 3, 5])][lines.saturating_sub(2)];
        let numbers: Vec<u64> = known.open.iter().map(|(number, _)| *number).collect();
        assert_eq!((known.found, &numbers[..]), (found, open), "{kept} bytes");
        assert!(fs::read(&book.file).unwrap().ends_with(b"\n"));
    }
}

#[test]
fn what_is_wrong_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let own = book(folder.path(), "model");
    {
        let (mut notes, _) = open(&own).unwrap();
        notes.add_line(&line(2, 10, &[3])).unwrap();
        notes.add_line(&line(3, 100, &[])).unwrap();
    }
    let whole = fs::read_to_string(&own.file).unwrap();
    let lines: Vec<&str> = whole.lines().collect();
    let said = |text: String| {
        fs::write(&own.file, text).unwrap();
        open(&own).map(|_| ()).unwrap_err()
    };
    let joined = |lines: &[&str]| lines.iter().map(|line| format!("{line}\n")).collect::<String>();
    let twice = said(joined(&[lines[0], lines[1], lines[2], lines[2]]));
    assert!(twice.ends_with("line 4: subtree 2 is noted twice"), "{twice}");
    let lost = said(joined(&[lines[0], lines[1], lines[3]]));
    assert!(lost.ends_with("line 3: subtree 3 is unknown: a line is missing"), "{lost}");
    let edited = said(whole.replace("\"solutions\":10", "\"solutions\":11"));
    assert!(edited.ends_with("line 3: this line is damaged"), "{edited}");
    let no_root = said(joined(&[lines[0], lines[2]]));
    assert!(no_root.ends_with("the line of the first slice is missing"), "{no_root}");
    for text in ["a poem", "a poem\n", "{}\n", "\u{0}", "[1]\n{}"] {
        let poem = said(text.into());
        assert!(poem.contains("not the notes of a count"), "{text}: {poem}");
        assert_eq!(fs::read_to_string(&own.file).unwrap(), text, "a foreign file stays");
    }
    fs::write(&own.file, &whole).unwrap();
    let other = open(&book(folder.path(), "another")).map(|_| ()).unwrap_err();
    assert!(other.ends_with("these notes belong to another count: the model differs"), "{other}");
    assert_eq!(fs::read_to_string(&own.file).unwrap(), whole);
}
