//! `parallax report` on files of results.

mod made;

use std::path::Path;

use parallax::experiment::{Record, Run, Shard};

use crate::common::{Ran, fed};
use made::{manifest, records, write};

const ENGINES: [(&str, &str); 3] =
    [("native", "native"), ("varisat", "sat:varisat"), ("brute", "brute")];

/// Times that differ by engine, instance and seed; brute force does not solve the last two.
fn time(run: Run) -> Option<f64> {
    let grows = 0.01 * 1.6f64.powi(run.instance as i32);
    let noise = 1.0 + 0.01 * (run.seed as f64);
    match run.engine {
        0 => Some(grows * noise),
        1 => Some((0.05 + grows / 4.0) * noise),
        _ => (run.instance < 6).then_some(grows * 20.0 * noise),
    }
}

fn report(folder: &Path, args: &[&str]) -> Ran {
    fed(folder, &[&["report"], args].concat(), b"")
}

/// A folder with `a.jsonl`: eight instances, three engines, two seeds.
fn folder() -> (tempfile::TempDir, Vec<Record>) {
    let folder = tempfile::tempdir().expect("a folder");
    let manifest = manifest(8, &ENGINES, 2);
    let records = records(&manifest, time);
    write(&folder.path().join("a.jsonl"), &manifest, Shard::WHOLE, &records);
    (folder, records)
}

#[test]
fn text_has_every_section() {
    let (folder, _) = folder();
    let ran = report(folder.path(), &["a.jsonl"]);
    assert_eq!(ran.code, Some(3), "{}{}", ran.out, ran.err);
    assert!(ran.out.lines().all(|line| line.chars().count() <= 100), "{}", ran.out);
    for line in [
        "no disagreement (8 instances: 2 one-sided unknown, 6 agree)",
        "brute     16      12   12        4         4",
        "native   varisat     8    0.75      0.41..1.31  0.4609  0.4609       4      1       3",
    ] {
        assert!(ran.out.lines().any(|found| found.trim() == line.trim()), "{line}\n{}", ran.out);
    }
}
