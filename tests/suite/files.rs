//! Files as people have them: compressed, packed in archives, and in forms of other programs.

use std::fs;
use std::io::{self, Read, Write};
use std::path::Path;

use crate::common::{Ran, fed};

/// The compressions, by the extensions of their files.
const PACKINGS: [&str; 5] = ["gz", "xz", "bz2", "lzma", "zst"];

fn packed(packing: &str, mut text: impl Read) -> Vec<u8> {
    fn copied<W: Write>(out: io::Result<W>, text: &mut impl Read) -> W {
        let mut out = out.expect("an encoder");
        io::copy(text, &mut out).expect("written to memory");
        out
    }
    let memory = Vec::new();
    match packing {
        "gz" => {
            let out = flate2::write::GzEncoder::new(memory, flate2::Compression::fast());
            copied(Ok(out), &mut text).finish().expect("ended")
        }
        "xz" => {
            let out = lzma_rust2::XzWriter::new(memory, lzma_rust2::XzOptions::with_preset(0));
            copied(out, &mut text).finish().expect("ended")
        }
        "bz2" => {
            let out = bzip2::write::BzEncoder::new(memory, bzip2::Compression::fast());
            copied(Ok(out), &mut text).finish().expect("ended")
        }
        "lzma" => {
            let options = lzma_rust2::LzmaOptions::with_preset(0);
            let out = lzma_rust2::LzmaWriter::new_use_header(memory, &options, None);
            copied(out, &mut text).finish().expect("ended")
        }
        _ => {
            let level = ruzstd::encoding::CompressionLevel::Fastest;
            ruzstd::encoding::compress_to_vec(&mut text, level)
        }
    }
}

fn run(folder: &Path, args: &str, input: &[u8]) -> Ran {
    fed(folder, &args.split(' ').collect::<Vec<_>>(), input)
}

/// Returns the one line of a run that fails with code 2.
fn complaint(folder: &Path, args: &str) -> String {
    let ran = run(folder, args, b"");
    assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{args}: {}", ran.err);
    let line = ran.err.strip_suffix('\n').expect("a line");
    assert!(!line.contains('\n') && !line.contains("panicked"), "{args}: {line}");
    line.trim_start_matches("parallax: ").to_owned()
}

/// Instances of every form of text, with the name of a file.
const TEXTS: [(&str, &str); 6] = [
    ("a.cnf", "p cnf 3 3\n1 -2 0\n2 3 0\n-1 0\n"),
    ("a.opb", "min: +1 x1 +2 x2 ;\n+1 x1 +1 x2 >= 1 ;\n"),
    ("a.smt2", "(declare-const x Int)\n(assert (and (<= 1 x) (< x 4) (> x 2)))\n(check-sat)\n"),
    (
        "a.model.json",
        "{\"format\": \"parallax-model-1\",\n \"variables\": [{\"name\": \"x\", \"domain\": \"1..3\"}],\n \
         \"constraints\": []}\n",
    ),
    ("a.txt", "14..\n..1.\n.1.4\n4..1\n\n1...\n..1.\n.1..\n...1\n"),
    (
        "a.csv",
        "Type,,\nName,Type,Values\nSize,Int,[1..3]\n,,\nConstant,\nName,Type\na,Size\n\
               b,Size\n\nOrder\nE*,a,,b\n1,2,,> a\n2,\"1, 3\",,a\n",
    ),
];

#[test]
fn compressed_instances_are_read_as_plain_ones() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in TEXTS {
        fs::write(folder.path().join(name), text).expect("written");
        let plain = run(folder.path(), &format!("solve {name} --quiet"), b"");
        assert!(plain.code.is_some_and(|code| code != 2), "{name}: {}", plain.err);
        let stem = name.split_once('.').expect("an extension").1;
        for packing in PACKINGS {
            let bytes = packed(packing, text.as_bytes());
            let file = format!("b.{stem}.{packing}");
            fs::write(folder.path().join(&file), &bytes).expect("written");
            let same = |ran: Ran, how: &str| {
                let out = ran.out.replace(how, name);
                assert_eq!((out, ran.code), (plain.out.clone(), plain.code), "{file}: {}", ran.err);
            };
            same(run(folder.path(), &format!("solve {file} --quiet"), b""), &file);
            if name != "a.csv" {
                same(run(folder.path(), "solve - --quiet", &bytes), "<stdin>");
                fs::write(folder.path().join("bare"), &bytes).expect("written");
                same(run(folder.path(), "solve bare --quiet", b""), "bare");
            }
        }
    }
}

#[test]
fn solutions_suites_and_results_may_be_compressed() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, bytes: &[u8]| fs::write(folder.path().join(name), bytes).expect(name);
    write("a.cnf.zst", &packed("zst", TEXTS[0].1.as_bytes()));
    write("a.sol.bz2", &packed("bz2", &b"s SATISFIABLE\nv -1 -2 3 0\n"[..]));
    let checked = run(folder.path(), "check a.cnf.zst a.sol.bz2", b"");
    assert_eq!(checked.code, Some(0), "{}{}", checked.out, checked.err);
    let wrong = run(folder.path(), "check a.cnf.zst -", &packed("gz", &b"v 1 2 3 0\n"[..]));
    assert_ne!(wrong.code, Some(0), "{}", wrong.out);
    write("e.toml", b"engines = [\"native\"]\ninstances = [\"a.cnf.zst\"]\ntask = \"first\"\n");
    let ran = run(folder.path(), "experiment run e.toml --out r.jsonl --quiet", b"");
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let results = fs::read(folder.path().join("r.jsonl")).expect("results");
    write("r.jsonl.xz", &packed("xz", &results[..]));
    let plain = run(folder.path(), "report r.jsonl", b"");
    let ran = run(folder.path(), "report r.jsonl.xz", b"");
    assert_eq!((ran.code, ran.out.replace(".xz", "")), (plain.code, plain.out), "{}", ran.err);
    let before = packed("xz", &results[..]);
    let resumed = run(folder.path(), "experiment run e.toml --out r.jsonl.xz --resume", b"");
    assert_eq!(resumed.code, Some(2), "{}", resumed.err);
    assert!(resumed.err.contains("unpack it to continue it"), "{}", resumed.err);
    assert!(fs::read(folder.path().join("r.jsonl.xz")).is_ok_and(|after| after == before));
}

#[test]
fn damaged_compressed_files_are_one_error() {
    let folder = tempfile::tempdir().expect("a folder");
    for packing in PACKINGS {
        let name = format!("a.cnf.{packing}");
        let bytes = packed(packing, format!("p cnf 3 60\n{}", "1 -2 3 0\n".repeat(60)).as_bytes());
        fs::write(folder.path().join(&name), &bytes[..bytes.len() - 3]).expect("written");
        let error = complaint(folder.path(), &format!("solve {name}"));
        assert!(error.starts_with(&format!("{name}: cannot read: ")), "{error}");
        assert!(error.contains("truncated") && error.contains(packing), "{error}");
    }
    // Browsers unpack a file and keep its name.
    fs::write(folder.path().join("plain.cnf.gz"), TEXTS[0].1).expect("written");
    assert_eq!(run(folder.path(), "solve plain.cnf.gz", b"").code, Some(10));
    // Servers compress what is compressed.
    let twice = packed("gz", &packed("xz", TEXTS[0].1.as_bytes())[..]);
    fs::write(folder.path().join("twice.cnf.xz.gz"), &twice).expect("written");
    assert_eq!(run(folder.path(), "solve twice.cnf.xz.gz", b"").code, Some(10));
    fs::write(folder.path().join("thrice.gz"), packed("gz", &twice[..])).expect("written");
    let error = complaint(folder.path(), "solve thrice.gz");
    assert_eq!(error, "thrice.gz: cannot read: compressed more than 2 times; unpack it first");
}

#[test]
fn what_unpacks_beyond_a_limit_is_one_error_or_an_unknown_row() {
    let folder = tempfile::tempdir().expect("a folder");
    for packing in PACKINGS {
        // One long line, which the reader of formulas keeps whole.
        let text = (&b"p cnf 1 1\n"[..]).chain(io::repeat(b' ').take(150 << 20));
        let bomb = format!("bomb.cnf.{packing}");
        let bytes = packed(packing, text);
        assert!(bytes.len() < 4 << 20, "{packing}: {}", bytes.len());
        fs::write(folder.path().join(&bomb), bytes).expect("written");
        let error = complaint(folder.path(), &format!("solve {bomb} --unpack-limit 1000000"));
        let expected = "cannot read: unpacks to more than 1000000 bytes, the most that is read; \
                        --unpack-limit BYTES allows more";
        assert_eq!(error, format!("{bomb}: {expected}"));
        let ran = run(folder.path(), &format!("solve {bomb} --memory 80 --engine native"), b"");
        assert!(ran.out.contains("unknown"), "{packing}: {:?} {} {}", ran.code, ran.out, ran.err);
    }
}

#[test]
fn other_forms_are_named_with_a_way_out() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut tar = vec![0; 1024];
    tar[..5].copy_from_slice(b"a.cnf");
    tar[257..262].copy_from_slice(b"ustar");
    for (name, bytes, expected) in [
        ("a.zip", [&b"PK\x03\x04"[..], &[0; 26], b"a.cnf"].concat(), "zip archive"),
        ("a.tar.gz", packed("gz", &tar[..]), "tar archive"),
        ("a.tgz", packed("gz", &tar[..]), "tar archive"),
        ("b.xz", packed("xz", &tar[..]), "tar archive"),
        ("a.dzn", b"n = 3;\n".to_vec(), "MiniZinc"),
        ("a.wcnf.xz", packed("xz", &b"h 1 2 0\n1 -1 0\n"[..]), "MaxSAT"),
    ] {
        fs::write(folder.path().join(name), bytes).expect("written");
        let error = complaint(folder.path(), &format!("solve {name}"));
        assert!(error.contains(expected) && error.contains("which is not read; "), "{error}");
        assert!(error.starts_with(&format!("{name}: ")), "{error}");
    }
}

#[test]
fn headers_of_model_counters_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect(name);
    write("w.cnf", "p cnf 2 1\nc p weight 1 0.4 0\n1 2 0\n");
    let error = complaint(folder.path(), "solve w.cnf --count");
    assert!(error.starts_with("w.cnf:2:1: weights of literals"), "{error}");
    write("p.cnf", "c t pmc\np cnf 2 1\nc p show 1 0\n1 2 0\n");
    let error = complaint(folder.path(), "solve p.cnf --count");
    assert!(error.starts_with("p.cnf:1:1: variables to project on"), "{error}");
    write("s.cnf", "p cnf 2 1\nc ind 1 0\n1 2 0\n");
    let error = complaint(folder.path(), "solve s.cnf");
    assert!(error.starts_with("s.cnf:2:1: variables to project on"), "{error}");
    write("r.cnf", "c p show me\np cnf 2 1\n1 2 0\n");
    assert_eq!(run(folder.path(), "count r.cnf -q", b"").out, "3\n");
}
