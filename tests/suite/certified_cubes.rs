//! `cubes --certify`: certified parts are joined to a certificate of the whole.

use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::Command;

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;

use crate::common::fed;

fn run(folder: &Path, args: &[&str]) -> (Option<i32>, String, String) {
    let ran = fed(folder, args, b"");
    (ran.code, ran.out, ran.err)
}

/// Cuts a problem into a folder `parts`, and counts all cubes in this process.
fn counted(at: &Path, input: &str, count: &str, more: &[&str]) {
    let args = ["cubes", input, "--count", count, "--out", "parts", "--certify"];
    let (code, out, err) = run(at, &[&args[..], more].concat());
    assert_eq!(code, Some(0), "{out}{err}");
    let spec = at.join("parts/cubes.toml");
    let text = fs::read_to_string(&spec).unwrap();
    fs::write(&spec, format!("in-process = true\n{text}")).unwrap();
    let (code, out, err) = run(at, &["experiment", "run", "parts/cubes.toml"]);
    assert_eq!(code, Some(0), "{out}{err}");
}

fn join(at: &Path) -> (Option<i32>, String, String) {
    run(at, &["cubes", "parts", "--join", "parts/cubes.results.jsonl"])
}

/// Joins the parts, with `source` as the file or name that the checker reads.
fn join_of(at: &Path, source: &str) -> (Option<i32>, String, String) {
    run(at, &["cubes", "parts", "--source", source, "--join", "parts/cubes.results.jsonl"])
}

fn read(path: &Path) -> String {
    let mut text = String::new();
    GzDecoder::new(fs::File::open(path).unwrap()).read_to_string(&mut text).unwrap();
    text
}

fn write(path: &Path, text: &str) {
    let file = fs::File::create(path).unwrap();
    let mut out = GzEncoder::new(file, Compression::fast());
    std::io::Write::write_all(&mut out, text.as_bytes()).unwrap();
    out.finish().unwrap();
}

#[test]
fn certified_parts_add_up() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    counted(at, "latin:4", "20", &[]);
    let (code, out, err) = join_of(at, "latin:4");
    let kept = "parts/certificates/whole.cert";
    let words = format!("certified (file): exactly 576 solutions, kept in {kept}, of latin:4\n");
    assert!(code == Some(10) && out.ends_with(&words), "{out}{err}");
    a_source_is_what_the_checker_reads(at);
    // Another checker accepts the certificate, for the model that was built from the name.
    let python = ["python3", "python"]
        .into_iter()
        .find(|name| parallax_solvers::process::find_program(name).is_some());
    if let Some(python) = python {
        let home = Path::new(env!("CARGO_MANIFEST_DIR"));
        let ran = Command::new(python)
            .arg(home.join("examples/check_certificate.py"))
            .args([at.join("parts/whole.model.json"), at.join(kept)])
            .output()
            .unwrap();
        assert_eq!(String::from_utf8_lossy(&ran.stdout), "certified: 576\n");
    }
    forged(at);
}

/// Problems that are met again are those of one part.
#[test]
fn parts_that_are_counted_by_components_add_up() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    counted(at, "latin:5", "20", &["--engine", "count:native"]);
    let (code, out, err) = join_of(at, "latin:5");
    let words = "certified (file): exactly 161280 solutions, kept in";
    assert!(code == Some(10) && out.contains(words), "{out}{err}");
    let again = (0..20).map(|run| read(&at.join(format!("parts/certificates/run-{run}.cert.gz"))));
    assert!(again.into_iter().any(|text| text.lines().any(|line| line.starts_with("b "))));
}

/// Certificates of parts that are missing, doubled, of another cube, cut off, or changed.
fn forged(at: &Path) {
    let place = at.join("parts/certificates");
    let refused = |why: &str| {
        let (code, out, err) = join(at);
        assert!(code == Some(2) && out.is_empty() && err.contains(why), "{why}: {out}{err}");
        assert!(!place.join("whole.cert").exists(), "{why}");
    };
    // Two parts that have solutions.
    let file = |run: &usize| format!("run-{run}.cert.gz");
    let has = |run: &usize| !read(&place.join(file(run))).ends_with("\nq 0\n");
    let mut runs = (0..20).filter(has);
    let (first, second) = (runs.next().unwrap(), runs.next().unwrap());
    let (name, other) = (file(&first), file(&second));
    let (one, two) = (place.join(&name), place.join(other));
    let (first, second) = (read(&one), read(&two));
    assert_ne!(first, second);
    fs::remove_file(&one).unwrap();
    refused(&format!("{name}: cannot read"));
    write(&one, &second);
    refused(&format!("{name} is about another part"));
    // Steps under the header of another cube, whose box is not the one of the steps.
    let header = |text: &str| text.split_once('\n').unwrap().0.to_owned();
    let moved = second.replacen(&header(&second), &header(&first), 1);
    write(&one, &moved);
    refused("certificate refused");
    let end = first.trim_end().rsplit('\n').next().unwrap().to_owned();
    let number: u64 = end.strip_prefix("q ").unwrap().parse().unwrap();
    assert!(number > 0, "{end}");
    write(&one, &first.replace(&end, &format!("q {}", number + 1)));
    refused("the end claims");
    // One solution less, and the claim that matches.
    let solution = first.lines().find(|line| line.starts_with("s ")).unwrap();
    let less = first.replacen(&format!("{solution}\n"), "", 1);
    write(&one, &less.replace(&end, &format!("q {}", number - 1)));
    refused("certificate refused");
    write(&one, &first[..first.len() / 2]);
    refused("cut off");
    write(&one, &header(&first).replace("where", "nowhere"));
    refused(&name);
    fs::write(&one, b"\x1f\x8b torn").unwrap();
    refused(&name);
    write(&one, &first);
    // A part that is listed twice, another split, and claims that the results do not contain.
    let list = at.join("parts/cubes.json");
    let text = fs::read_to_string(&list).unwrap();
    let mut twice: serde_json::Value = serde_json::from_str(&text).unwrap();
    twice["cubes"][4]["file"] = twice["cubes"][3]["file"].clone();
    fs::write(&list, twice.to_string()).unwrap();
    let (code, _, err) = join(at);
    let found = err.contains("overlaps another one") || err.contains("are in no cube");
    assert!(code == Some(2) && found, "{err}");
    fs::write(&list, text).unwrap();
    let (code, out, err) = join(at);
    assert!(code == Some(10) && out.contains("\ncertified (flattened model)"), "{out}{err}");
}

/// A name in cubes.json certifies only what the checker builds from the source of that name.
fn a_source_is_what_the_checker_reads(at: &Path) {
    let (code, out, err) = join(at);
    let next = "\nnext: --source 'latin:4' has the checker read what was cut\n";
    let flat = "\ncertified (flattened model): exactly 576 solutions, ";
    assert!(code == Some(10) && out.contains(flat) && out.ends_with(next), "{out}{err}");
    fs::write(at.join("other.model.json"), r#"{"format": "parallax-model-1", "variables": []}"#)
        .unwrap();
    for other in ["latin:3", "sudoku:4", "queens:4", "other.model.json"] {
        let (code, out, err) = join_of(at, other);
        let builds = format!("; the checker builds no such model from {other}\n");
        assert!(code == Some(40) && out.contains(flat) && out.ends_with(&builds), "{out}{err}");
    }
    let (code, _, err) = join_of(at, "missing");
    assert!(code == Some(2) && err.contains("missing: there is no such file"), "{err}");
}

/// Values removed by propagation, another viewpoint, engines that learn, children, and no solution.
#[test]
fn parts_of_every_kind_are_certified() {
    let model = r#"{"format": "parallax-model-1", "name": "m", "variables": [
        {"name": "a", "domain": "0..9"}, {"name": "b", "domain": "{0, 2, 4, 6..8, 10}"},
        {"name": "c", "domain": "0..9"}, {"name": "h", "domain": "0..1", "shown": false}],
      "constraints": [{"kind": "compare", "left": "a", "relation": "<", "right": "b", "offset": -4},
        {"kind": "all_different", "scope": ["a", "b", "c"]}]}"#;
    let none = model.replace("\"a\", \"b\", \"c\"]", "\"a\", \"a\", \"c\"]");
    for (text, more, standing) in [
        (Some(model), &[][..], "certified (file)"),
        (Some(model), &["--engine", "sat:varisat"][..], "certified (file)"),
        (Some(&*none), &[][..], "certified (file): unsatisfiable"),
        (None, &["--model", "cells+symmetry"][..], "certified (flattened model)"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let at = folder.path();
        let input = if let Some(text) = text {
            fs::write(at.join("a model.json"), text).unwrap();
            "a model.json"
        } else {
            "latin:4"
        };
        for count in ["1", "12"] {
            counted(at, input, count, more);
            let (code, out, err) = join_of(at, input);
            assert!(out.contains(standing), "{count} {more:?}: {code:?} {out}{err}");
            let number = out.split(' ').nth(1).unwrap();
            let (_, all, _) = run(at, &[&["solve", input, "--count"][..], more].concat());
            let plain = if number == "0" {
                "unsatisfiable".into()
            } else {
                format!(": {number} solutions")
            };
            assert!(all.contains(&plain), "{out}{all}");
            fs::remove_dir_all(at.join("parts")).unwrap();
        }
    }
}

/// Each run in a process of its own, in shards; results that do not belong together are refused.
#[test]
fn children_write_certificates() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let args = ["cubes", "magic:3", "--count", "5", "--out", "my parts", "--certify"];
    assert_eq!(run(at, &args).0, Some(0));
    for shard in ["1/2", "2/2"] {
        let (code, out, err) =
            run(at, &["experiment", "run", "my parts/cubes.toml", "--shard", shard]);
        assert_eq!(code, Some(0), "{out}{err}");
    }
    let results = ["1", "2"].map(|n| format!("my parts/cubes.results.{n}-of-2.jsonl"));
    let args = ["cubes", "my parts", "--source", "magic:3", "--join", &results[0], &results[1]];
    let (code, out, err) = run(at, &args);
    assert!(
        code == Some(10) && out.contains("\ncertified (file): exactly 8 solutions"),
        "{out}{err}"
    );
    // The standing of a run does not depend on the report of its child.
    let text = fs::read_to_string(at.join(&results[0])).unwrap();
    assert!(!text.contains("certified"), "{text}");
    let refused = |args: &[&str], why: &str| {
        let (code, _, err) = run(at, args);
        assert!(code == Some(2) && err.contains(why), "{args:?}: {err}");
    };
    let cut = ["cubes", "magic:3", "--count", "5", "--out", "other", "--certify", "--engine"];
    refused(&[&cut[..], &["brute"]].concat(), "writes no certificates");
    assert!(!at.join("other").exists());
    fs::write(at.join("e.toml"), "instances = 'latin:3'\nengines = 'native'\nparts-of = 'x'\n")
        .unwrap();
    refused(&["experiment", "run", "e.toml"], "expected 'certificates', too");
    fs::write(at.join("e.toml"), "instances = 'latin:3'\nengines = 'brute'\ncertificates = 'c'\n")
        .unwrap();
    refused(&["experiment", "run", "e.toml"], "writes no certificates");
    // A model that is not a part of the whole one is not counted as one.
    let spec = "instances = 'latin:3'\nengines = 'native'\ncertificates = 'c'\n\
                parts-of = 'my parts/whole.model.json'\ntask = 'count'\nin-process = true\n";
    fs::write(at.join("e.toml"), spec).unwrap();
    assert_eq!(run(at, &["experiment", "run", "e.toml"]).0, Some(0));
    let text = fs::read_to_string(at.join("e.results.jsonl")).unwrap();
    assert!(text.contains("not a part of the whole model"), "{text}");
}
