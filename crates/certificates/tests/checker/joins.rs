//! The corpus of joined certificates in `joins/`, as the checker, its program and the second
//! checker read it.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::Read;
use std::path::Path;
use std::process::Command;

use parallax_certificates::{check_certificate, json};

use crate::corpus::{Case, corpus, unpacked};

const HOME: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/joins");

#[test]
fn the_checker_reads_the_corpus() {
    let folder = tempfile::tempdir().expect("a folder");
    let model = unpacked(Path::new(HOME), folder.path());
    let model = json::read_model(&fs::read_to_string(model).expect("a model")).expect("a model");
    let mut files =
        |name: &str| Ok(Box::new(File::open(folder.path().join(name))?) as Box<dyn Read>);
    let parts = fs::read_dir(Path::new(HOME).join("parts")).expect("the parts");
    let parts: HashMap<String, String> = parts
        .map(|part| part.expect("a file").path())
        .map(|part| {
            let name = part.file_name().expect("a name").to_string_lossy().into_owned();
            (name, fs::read_to_string(part).expect("a text"))
        })
        .collect();
    for Case { name, text, answer } in corpus(Path::new(HOME), &model.digest()) {
        let shown = check_certificate(&model, text.as_bytes(), &mut files, &|| Ok(()));
        crate::second::agrees(&model, &text, &parts, &shown);
        match (shown, &*answer) {
            (Ok(_), "accepted") => {}
            (Err(why), answer) if why.to_string().contains(answer) => {}
            (shown, answer) => panic!("{name}: {shown:?}; expected {answer}"),
        }
    }
}

/// The exit code and the output of `parallax-check`.
fn run(arguments: &[&str]) -> (i32, String) {
    let ran = Command::new(env!("CARGO_BIN_EXE_parallax-check"))
        .args(arguments)
        .output()
        .expect("it runs");
    let out = [ran.stdout, ran.stderr].concat();
    (ran.status.code().unwrap_or(-1), String::from_utf8_lossy(&out).into_owned())
}

#[test]
fn the_program_reads_the_corpus() {
    let folder = tempfile::tempdir().expect("a folder");
    let model = unpacked(Path::new(HOME), folder.path());
    let digest =
        json::read_model(&fs::read_to_string(&model).expect("a model")).expect("a model").digest();
    let (main, model) = (folder.path().join("main"), model.to_str().expect("UTF-8").to_owned());
    for Case { name, text, answer } in corpus(Path::new(HOME), &digest) {
        fs::write(&main, text).expect("a file");
        let (code, out) = run(&[&model, main.to_str().expect("UTF-8")]);
        let right =
            if answer == "accepted" { code == 0 } else { code == 1 && out.contains(&*answer) };
        assert!(right, "{name}: {code} {out}; expected {answer}");
    }
}

#[test]
fn a_claim_is_what_is_expected() {
    let folder = tempfile::tempdir().expect("a folder");
    let model = unpacked(Path::new(HOME), folder.path());
    let model = model.to_str().expect("UTF-8");
    let file = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    for (name, expected, code) in [
        ("count-whole", None, 0),
        ("count-whole", Some("count 6"), 0),
        ("count-whole", Some("count 24"), 1),
        ("count-whole", Some("optimum 6"), 1),
        ("count-whole", Some("unsatisfiable"), 1),
        ("count-whole", Some("count 6 where = 0 0"), 1),
        ("optimum-whole", Some("optimum 3"), 0),
        ("optimum-whole", Some("optimum none"), 1),
        ("optimum-whole", Some("count 3"), 1),
        // A part shows nothing of the whole, and an empty one nothing at all.
        ("count-a0", None, 3),
        ("count-a0", Some("count 2"), 1),
        ("count-a0", Some("count 2 where = 0 0"), 0),
        ("count-a0", Some("count 2 where = 0 1"), 1),
        ("count-a0", Some("count 2 where < 0 0"), 1),
        ("count-none", Some("unsatisfiable"), 1),
        ("count-none", Some("unsatisfiable where = 0 0 = 1 0"), 0),
        ("optimum-none", Some("optimum none where = 0 0 = 1 0"), 0),
        ("optimum-none", Some("count 0 where = 0 0 = 1 0"), 1),
        ("count-empty", None, 1),
        ("count-empty", Some("count 24"), 1),
        ("count-empty", Some("count 0 where < 0 -1"), 1),
        // What is no claim is never shown.
        ("count-whole", Some(""), 1),
        ("count-whole", Some("6"), 1),
        ("count-whole", Some("count"), 1),
        ("count-whole", Some("count +6"), 1),
        ("count-whole", Some("count 06"), 1),
        ("count-whole", Some("count -6"), 1),
        ("count-whole", Some("count none"), 1),
        ("count-whole", Some("count 6 "), 1),
        ("count-whole", Some("optimum -0"), 1),
        ("count-whole", Some("count 6 where"), 1),
        ("count-whole", Some("count 6 where = 0"), 1),
        ("count-whole", Some("count 6 where ~ 0 1"), 1),
    ] {
        let certificate = file(&format!("{name}.cert"));
        let mut arguments = vec![model, &certificate];
        if let Some(expected) = expected {
            arguments.splice(0..0, ["--expect", expected]);
        }
        let (found, out) = run(&arguments);
        assert_eq!(found, code, "{name} {expected:?}: {out}");
    }
}

#[test]
fn the_program_reads_pipes_and_packed_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let model = unpacked(Path::new(HOME), folder.path());
    let whole = folder.path().join("count-whole.cert");
    let pipe = Command::new(env!("CARGO_BIN_EXE_parallax-check"))
        .args([model.as_path(), Path::new("-")])
        .stdin(File::open(&whole).expect("a file"))
        .output()
        .expect("it runs");
    assert_eq!(String::from_utf8_lossy(&pipe.stdout), "certified: count 6\n");
    let (model, whole) = (model.to_str().expect("UTF-8"), whole.to_str().expect("UTF-8"));
    assert_eq!(run(&["--timeout", "600", model, whole]).0, 0);
    assert_eq!(run(&["--timeout", "-1", model, whole]).0, 2);
    // So are models. A part of one is none.
    let own = folder.path().join("m.json");
    fs::copy(model, &own).expect("a copy");
    for (program, end) in [("gzip", "gz"), ("xz", "xz"), ("bzip2", "bz2"), ("zstd", "zst")] {
        let packs = Command::new(program).args(["-k", "-q"]).arg(&own).status();
        if !packs.is_ok_and(|status| status.success()) {
            println!("skipped: no {program}");
            continue;
        }
        let packed = folder.path().join(format!("m.json.{end}"));
        let name = packed.to_str().expect("UTF-8");
        assert_eq!(run(&[name, whole]), (0, "certified: count 6\n".to_owned()), "{program}");
        let bytes = fs::read(&packed).expect("bytes");
        fs::write(&packed, &bytes[..bytes.len() - 9]).expect("a part");
        let (code, out) = run(&[name, whole]);
        assert!(code == 2 && out.contains(&format!("{program} does not unpack it")), "{out}");
    }
    if Command::new("gzip").arg(whole).status().is_ok_and(|status| status.success()) {
        let packed = format!("{whole}.gz");
        let (code, out) = run(&[model, &packed]);
        assert_eq!((code, out.as_str()), (0, "certified: count 6\n"));
    }
}
