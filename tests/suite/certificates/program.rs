//! The program certifies, keeps and checks; a second checker agrees.

use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use parallax_certificates::json;
use parallax_engines::Spec;
use parallax_model::engine_api::Task;
use parallax_model::sample;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::{HOME, certified, certified_kinds, check};
use crate::common::fed;

fn solve(line: &str, folder: &Path) -> (Option<i32>, String, String) {
    let words: Vec<&str> = std::iter::once("solve").chain(line.split(' ')).collect();
    let ran = fed(folder.to_str().expect("UTF-8"), &words, b"");
    (ran.code, ran.out, ran.err)
}

/// Returns the standing that the program reports, and its claim.
pub(super) fn standing(line: &str, folder: &Path) -> (String, String) {
    let (_, out, err) = solve(&format!("{line} --format json"), folder);
    let last = out.lines().last().unwrap_or_default();
    let row: serde_json::Value =
        serde_json::from_str(last).unwrap_or_else(|_| panic!("{out}{err}"));
    assert_eq!(row["schema"], "parallax-row-2");
    let text = |key: &str| row[key].as_str().unwrap_or_default().to_owned();
    (text("claim"), text("standing"))
}

#[test]
fn what_the_checker_reads_itself_is_certified_as_the_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let own = folder.path();
    fs::write(own.join("drawn.sudoku"), "Monday\n14 ..\n.. ..\n.1 .4\n.. .1\n").expect("a file");
    let nine =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
    fs::write(own.join("nine.sudoku"), nine).expect("a file");
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    packed.write_all(nine.as_bytes()).expect("bytes");
    fs::write(own.join("nine.sudoku.gz"), packed.finish().expect("bytes")).expect("a file");
    // Two boards for the program, where `-` is a blank; another reader may see one without these
    // rows.
    fs::write(own.join("two.sudoku"), "1234\n----\n3412\n----\n".repeat(2)).expect("a file");
    fs::write(own.join("pieces.sudoku"), "01 02 3 4\n03 04 1 2\n02 01 4 3\n04 03 2 1\n")
        .expect("a file");
    fs::write(
        own.join("best.model.json"),
        r#"{"format": "parallax-model-1", "variables": [
        {"name": "a", "domain": "0..3"}, {"name": "b", "domain": "0..3"}],
      "constraints": [{"kind": "compare", "left": "a", "relation": "!=", "right": "b"}],
      "maximize": [{"variable": "a"}, {"variable": "b"}]}"#,
    )
    .expect("a file");
    fs::write(own.join("two.opb"), "min: +1 x1 +2 x2 ;\n+1 x1 +1 x2 >= 1 ;\n").expect("a file");
    fs::write(own.join("two.cnf"), "p cnf 2 1\n1 2 0\n").expect("a file");
    let (file, flattened) = ("certified (file)", "certified (flattened model)");
    for (line, claim, wanted) in [
        ("latin:3 --count", "count", file),
        ("magic:3 --all", "count", file),
        ("sudoku:4 --count", "count", file),
        (&format!("{HOME}/instances/latin-8.pls --unique"), "unique", file),
        (&format!("{HOME}/instances/latin-4-none.pls"), "unsat", file),
        ("nine.sudoku --limit 2", "unique", file),
        ("nine.sudoku.gz --limit 2", "unique", file),
        ("two.sudoku --count", "", flattened),
        ("pieces.sudoku --count", "", flattened),
        (&format!("{HOME}/instances/set-12.set --count"), "count", file),
        (&format!("{HOME}/instances/set-4-values.set --count"), "count", file),
        (&format!("{HOME}/instances/set-none.set --count"), "unsat", file),
        (&format!("{HOME}/instances/magic-3.dat --count"), "count", file),
        (&format!("{HOME}/instances/zebra-4.model.json --count"), "unique", file),
        ("best.model.json", "optimum", file),
        ("two.opb", "optimum", flattened),
        ("set:12@3 --count", "count", flattened),
        ("two.cnf --count", "count", flattened),
        ("latin:3 --model placed --count", "count", flattened),
        ("drawn.sudoku --all", "", flattened),
        ("latin:4 --limit 2", "", ""),
    ] {
        let found = standing(&format!("{line} --certify"), own);
        assert!(found.1 == wanted && (claim.is_empty() || found.0 == claim), "{line}: {found:?}");
    }
}

#[test]
fn a_count_beyond_doubles_is_a_string_and_streams_go_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let own = folder.path();
    fs::write(own.join("free.model.json"), r#"{"format": "parallax-model-1", "variables": [
        {"name": "a", "domain": "1..100"}, {"name": "b", "domain": "1..100"}, {"name": "c", "domain": "1..20"}],
        "constraints": [{"kind": "compare", "left": "a", "relation": "!=", "right": "b"}]}"#).expect("a file");
    // 200,000 solutions through the pipe.
    let (claim, standing) = standing("free.model.json --count --certify", own);
    assert_eq!((claim.as_str(), standing.as_str()), ("count", "certified (file)"));
}

#[test]
fn the_program_certifies_and_keeps() {
    let folder = tempfile::tempdir().expect("a folder");
    let own = folder.path();
    for (line, code, words) in [
        ("latin:4 --count --certify", 10, "certified (file): exactly 576 solutions"),
        (
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79 --unique --certify",
            10,
            "certified (file): exactly one solution",
        ),
        ("set:20@3 --all --certify", 10, "certified (flattened model): exactly "),
        ("magic:3 --count --certificate magic.gz", 10, "exactly 8 solutions, kept in magic.gz"),
        (
            "latin:4 --count --certificate latin.cert",
            10,
            "exactly 576 solutions, kept in latin.cert",
        ),
        ("latin:4 --certify", 10, "no certificate: the search is not complete"),
    ] {
        let (found, out, err) = solve(line, own);
        assert_eq!(found, Some(code), "{line}: {out}{err}");
        assert!(out.contains(words), "{line}: {out}");
    }
    for name in ["magic.gz", "latin.cert"] {
        let model = fs::read_to_string(own.join(format!("{name}.model.json"))).expect("a model");
        let model = json::read_model(&model).expect("a model");
        let whole = fs::read(own.join(name)).expect("bytes");
        let checked = |bytes: &[u8]| match name {
            "magic.gz" => check(&model, GzDecoder::new(bytes)),
            _ => check(&model, bytes),
        };
        assert!(checked(&whole).is_ok(), "{name}");
        // A certificate that is cut anywhere is refused.
        for part in 1..20 {
            assert!(checked(&whole[..whole.len() * part / 20]).is_err(), "{name} cut at {part}/20");
        }
    }
    let (code, out, _) = solve("magic:4 --count --certify --certificate-limit 1", own);
    assert_eq!(code, Some(40));
    assert!(out.contains("not certified: the certificate is larger than its limit"), "{out}");
    let (code, _, err) = solve("latin:4 --engine sat:batsat --certify", own);
    assert_eq!(code, Some(2));
    assert!(err.contains("writes no certificates"), "{err}");
}

/// A model with independent parts and a hidden variable, and certificates without the beginning of
/// their first lines.
const BY_HAND: (&str, [(&str, &str); 7]) = (
    r#"{"format": "parallax-model-1", "variables": [
        {"name": "a", "domain": "1..3"}, {"name": "b", "domain": "1..3"},
        {"name": "c", "domain": "1..3"}, {"name": "d", "domain": "1..3"},
        {"name": "h", "domain": "0..1", "shown": false}],
      "constraints": [{"kind": "all_different", "scope": ["a", "b"]},
        {"kind": "compare", "left": "c", "relation": "<", "right": "d"}]}"#,
    [
        (
            "independent",
            "\nm 0 0 1 1 2\nd 0 1\np 0 1 1\nd 1 2\ns 1 2\nu\ns 1 3\nu\nd 0 2\np 0 1 2\nd 1 1\ns 2 1\nu\ns 2 3\nu\np 0 1 3\nd 1 1\ns 3 1\nu\ns 3 2\nn\nk 1 2 1 2\nk 1 3 2 3\nd 2 1\nd 3 2\ns 1 2\nu\ns 1 3\nu\np 1 3 2\ns 2 3\nn\ns 0\nn\nq 18\n",
        ),
        (
            "left",
            " where = 0 1\np 0 1 1\nm -1 0 1 1 2\nc\nn\nk 1 2 1 2\nk 1 3 2 3\nd 2 1\nc\nu\nk 1 3 3 3\ns 2 3\nn\ns 1\nn\nq 6\n",
        ),
        (
            "middle",
            " where = 0 2\np 0 1 2\nm -1 0 1 1 2\nc\nn\nk 1 2 1 2\nk 1 3 2 3\nd 2 1\nc\nu\nk 1 3 3 3\ns 2 3\nn\ns 1\nn\nq 6\n",
        ),
        (
            "right",
            " where > 0 3\np 0 1 3\nm -1 0 1 1 2\nc\nn\nk 1 2 1 2\nk 1 3 2 3\nd 2 1\nc\nu\nk 1 3 3 3\ns 2 3\nn\ns 1\nn\nq 6\n",
        ),
        ("joined", "\nd 0 1\nj left\nu\nd 0 2\nj middle\nu\nj right\nq 18\n"),
        ("twice", "\nd 0 1\nj left\nu\nd 0 2\nj left\nu\nj right\nq 18\n"),
        ("open", "\nd 0 1\nj left\nu\nd 0 2\nj middle\nu\nq\n"),
    ],
);

#[test]
fn a_second_checker_agrees() {
    let python = ["python3", "python"]
        .into_iter()
        .find(|name| parallax_solvers::process::find_program(name).is_some());
    let Some(python) = python else {
        crate::common::skipped("no Python");
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let own = folder.path();
    let script = Path::new(HOME).join("examples/check_certificate.py");
    let run = |model: &Path, file: &Path| {
        let ran = Command::new(python).arg(&script).arg(model).arg(file).output().expect("it runs");
        (ran.status.code(), String::from_utf8_lossy(&ran.stdout).into_owned())
    };
    let by_hand = own.join("hand.model.json");
    fs::write(&by_hand, BY_HAND.0).expect("a model");
    let digest = json::read_model(BY_HAND.0).expect("a model").digest();
    for (name, rest) in BY_HAND.1 {
        let text = format!("parallax-certificate 3 {digest} count{rest}");
        fs::write(own.join(name), text).expect("a file");
    }
    for (name, code, out) in [
        ("independent", 0, "certified: 18\n"),
        ("joined", 0, "certified: 18\n"),
        ("left", 3, "certified: 6 in the part where = 0 1\n"),
        ("twice", 1, ""),
        ("open", 1, ""),
    ] {
        let (found, words) = run(&by_hand, &own.join(name));
        assert!(found == Some(code) && words.contains(out), "{name}: {words}");
        let mut files = |part: &str| Ok(Box::new(fs::File::open(own.join(part))?) as Box<dyn Read>);
        let model = json::read_model(BY_HAND.0).expect("a model");
        let file = fs::File::open(own.join(name)).expect("a file");
        let fate = parallax_certificates::check_certificate(&model, file, &mut files, &|| Ok(()));
        assert_eq!(fate.is_err(), code == 1, "{name}: {fate:?}");
    }
    for (number, &kind) in (0u64..).zip(&certified_kinds()) {
        let mut rng = ChaCha8Rng::seed_from_u64(5000 + 100 * number);
        let model = Arc::new(sample::model_of_kind(&mut rng, kind).expect("a sample"));
        let file = own.join("own.cert");
        let (_, given, ..) = certified(&Spec::native(), &model, Task::All, &file);
        let beside = own.join("own.cert.model.json");
        assert_eq!(
            run(&beside, &file),
            (Some(0), format!("certified: {given}\n")),
            "{kind}\n{model}"
        );
        let text = fs::read_to_string(&file).expect("a text");
        fs::write(&file, &text[..text.len() - 2]).expect("a cut file");
        assert_eq!(run(&beside, &file).0, Some(1), "{kind}");
    }
}

#[test]
fn a_suite_demands_a_standing() {
    let folder = tempfile::tempdir().expect("a folder");
    let own = folder.path();
    let case = |instance: &str, engine: &str, rest: &str| {
        format!("[[case]]\ninstance = \"{instance}\"\nengines = \"{engine}\"\n{rest}\n\n")
    };
    let none = format!("{HOME}/instances/latin-4-none.pls");
    let good = [
        case("latin:4", "native", "task = \"count\"\ncount = 576\nstanding = \"certified (file)\""),
        case("latin:3", "sat:varisat", "task = \"all\"\ncount = 12\nstanding = \"certified\""),
        case(&none, "sat:varisat", "answer = \"unsat\"\nstanding = \"proved\""),
        case(
            "latin:3",
            "native,sat:batsat",
            "task = \"count\"\ncount = 12\nstanding = \"cross-agreed\"",
        ),
    ];
    let run = |cases: &[String]| {
        fs::write(own.join("own.toml"), cases.concat()).expect("a suite");
        let ran = fed(own.to_str().expect("UTF-8"), &["regress", "own.toml"], b"");
        (ran.code, ran.out + &ran.err)
    };
    let (code, out) = run(&good);
    assert_eq!(code, Some(0), "{out}");
    for (rest, words) in [
        (
            "task = \"count\"\ncount = 12\nstanding = \"certified\"",
            "expected certified (flattened model), found claimed",
        ),
        (
            "task = \"first\"\nanswer = \"sat\"\nstanding = \"claimed\"",
            "expected claimed, found no claim",
        ),
    ] {
        let (code, out) = run(&[case("latin:3", "sat:batsat", rest)]);
        assert_eq!(code, Some(1), "{out}");
        assert!(out.contains(words), "{out}");
    }
    let (code, out) = run(&[case("latin:3", "native", "standing = \"sure\"")]);
    assert!(code == Some(2) && out.contains("own.toml:4:12") && out.contains("certified"), "{out}");
}
