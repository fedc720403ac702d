//! The parts of the corpus of joined certificates, as `cubes --join` reads them.

use std::fs;
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::GzEncoder;
use xxhash_rust::xxh3::xxh3_64;

use crate::common::fed;

fn home() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/certificates/tests/joins")
}

/// Returns the line of a run with another count, and with the checksum of the changed line.
fn recounted(line: &str, count: u64) -> String {
    let (body, _) = line.rsplit_once(",\"sum\":").unwrap();
    let (answer, claim) = if count == 0 { ("unsat", "unsat") } else { ("sat", "count") };
    let body = body
        .replace("\"answer\":\"sat\"", &format!("\"answer\":\"{answer}\""))
        .replace("\"claim\":\"count\"", &format!("\"claim\":\"{claim}\""))
        .replace("\"count\":2", &format!("\"count\":{count}"))
        .replace("\"given\":2", &format!("\"given\":{count}"));
    let sum = xxh3_64(body.as_bytes());
    format!("{body},\"sum\":\"{sum:016x}\"}}")
}

/// Each part of the corpus takes the place of each genuine one, with the count that it shows in the
/// results: `cubes --join` certifies the right number or refuses.
#[test]
fn cubes_join_what_is_of_their_kind_and_box() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let model = home().join("model.json");
    let run = |args: &[&str]| fed(at, args, b"");
    let source = model.to_str().unwrap();
    let ran = run(&["cubes", source, "--count", "3", "--out", "parts", "--certify"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let spec = at.join("parts/cubes.toml");
    let text = fs::read_to_string(&spec).unwrap();
    fs::write(&spec, format!("in-process = true\n{text}")).unwrap();
    assert_eq!(run(&["experiment", "run", "parts/cubes.toml"]).code, Some(0));
    let results = at.join("parts/cubes.results.jsonl");
    let genuine = fs::read_to_string(&results).unwrap();
    let join = ["cubes", "parts", "--source", source, "--join", "parts/cubes.results.jsonl"];
    let right = "certified (file): exactly 6 solutions";
    let ran = run(&join);
    assert!(ran.out.contains(right), "{}{}", ran.out, ran.err);
    let mut parts: Vec<PathBuf> =
        fs::read_dir(home().join("parts")).unwrap().map(|part| part.unwrap().path()).collect();
    parts.sort();
    let (mut refused, mut accepted) = (0, 0);
    for place in 0..3 {
        let file = at.join(format!("parts/certificates/run-{place}.cert.gz"));
        let own = fs::read(&file).unwrap();
        for part in &parts {
            let text = fs::read_to_string(part).unwrap();
            let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
            std::io::Write::write_all(&mut packed, text.as_bytes()).unwrap();
            fs::write(&file, packed.finish().unwrap()).unwrap();
            let end = text.trim_end().rsplit(['\n', ' ']).next().unwrap();
            // The number at the end of the part, and none.
            for count in [end.parse().unwrap_or(0), 0] {
                let run_of = format!("\"run\":{place},");
                let lines = genuine.lines().map(|line| {
                    if line.contains(&run_of) { recounted(line, count) } else { line.to_owned() }
                });
                fs::write(&results, lines.collect::<Vec<_>>().join("\n") + "\n").unwrap();
                let ran = run(&join);
                let certifies = ran.out.contains("certified");
                let name = part.display();
                assert!(!certifies || ran.out.contains(right), "{name} for {place}: {}", ran.out);
                let named = ran.err.contains(&format!("run-{place}.cert.gz")) || count == 0;
                assert!(
                    certifies || (ran.code == Some(2) && named),
                    "{name}: {}{}",
                    ran.out,
                    ran.err
                );
                accepted += u32::from(certifies);
                refused += u32::from(!certifies);
            }
        }
        fs::write(&file, own).unwrap();
    }
    // Each genuine part is accepted, and the same box by another atom.
    assert!(accepted == 4 && refused > 120, "{accepted} {refused}");
}
