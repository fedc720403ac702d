//! Forms of other programs, recognised by content, by name, or not.

use super::super::from_bytes;
use super::*;

fn refused(name: &str, text: &[u8]) -> String {
    match from_bytes(name, text.to_vec(), None).map(Iterator::collect::<Vec<_>>) {
        Err(error) => error.to_string(),
        Ok(found) => panic!("{name} was read as {} instances", found.len()),
    }
}

const CONTENTS: [(&str, &str); 14] = [
    ("a MiniZinc model", "include \"globals.mzn\";\narray[1..8] of var 1..8: q;\n"),
    ("a MiniZinc model", "int: n = 8;\nvar 1..n: x;\nconstraint x > 3;\nsolve satisfy;\n"),
    (
        "an XCSP instance of a version before 3",
        "<?xml version='1.0'?>\n<!-- a > b -->\n<instance>\n<presentation format=\"XCSP 2.1\"/>\n",
    ),
    ("a formula with weighted clauses", "c x\np wcnf 2 2 10\n10 1 2 0\n3 -1 0\n"),
    ("a formula with weighted clauses", "c x\nh 1 2 0\n3 -1 0\n"),
    ("a formula for projected or weighted counting", "p pcnf 3 1 2\nvp 1 2 0\n1 2 0\n"),
    ("a quantified formula", "c x\np cnf 2 1\na 1 0\ne 2 0\n1 2 0\n"),
    ("a circuit in AIGER", "aag 3 2 0 1 1\n2\n4\n6\n6 2 4\n"),
    ("an answer set program", "% x\n{a; b}.\n:- a, b.\n"),
    ("a linear program (LP)", "\\ x\nMinimize\n obj: x + y\nSubject To\n c: x >= 1\nEnd\n"),
    ("a linear program (MPS)", "* x\nNAME  test\nROWS\n N obj\n"),
    ("an Essence model", "language Essence 1.3\nfind x : int(1..3)\n"),
    ("a pseudo-Boolean problem with soft constraints", "* x\nsoft: 6 ;\n[2] +1 x1 >= 1 ;\n"),
    ("a picture or a PDF", "%PDF-1.7\n"),
];

#[test]
fn content_is_enough_whatever_the_name() {
    for (form, text) in &CONTENTS {
        for name in ["text", "text.txt", "a.dmn", "a.cnf"] {
            let error = refused(name, text.as_bytes());
            assert!(error.starts_with(&format!("{name}: {form}")), "{error}");
            assert!(error.contains("which is not read; "), "{error}");
        }
    }
    let archives: [(&str, &[u8]); 3] = [
        ("a 7z archive", b"7z\xbc\xaf\x27\x1c\0\x04"),
        (
            "a zip archive",
            b"PK\x03\x04\x14\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x05\0\0\0a.cnfp cnf",
        ),
        ("a rar archive", b"Rar!\x1a\x07\x01\0"),
    ];
    let mut tar = vec![0; 1024];
    tar[..5].copy_from_slice(b"a.cnf");
    tar[257..262].copy_from_slice(b"ustar");
    for (form, bytes) in archives.into_iter().chain([("a tar archive", &tar[..])]) {
        for name in ["text", "a.cnf"] {
            assert!(refused(name, bytes).starts_with(&format!("{name}: {form}")), "{form}");
        }
        let stated = from_bytes("a", bytes.to_vec(), Some(super::super::InputForm::Cnf));
        assert!(stated.err().is_some_and(|error| error.message().starts_with(form)), "{form}");
    }
}

#[test]
fn every_extension_is_refused_by_name() {
    for own in ARCHIVE_FORMS.iter().chain(&OTHER_FORMS) {
        for extension in own.extensions {
            let name = format!("a.{}", extension.to_uppercase());
            let error = refused(&name, b"nothing that shows it\n");
            assert!(error.starts_with(&format!("{name}: {}", own.name)), "{error}");
        }
    }
}

#[test]
fn flatzinc_is_read_and_minizinc_is_not() {
    let texts = [
        "var 1..8: x;\nconstraint int_le(3, x);\nsolve satisfy;\n",
        "% a comment\nvar bool: b :: output_var;\nsolve satisfy;\n",
        "predicate parallax_circuit(array [int] of var int: x, int: first);\nvar 1..2: x;\n\
         constraint parallax_circuit([x,1],1);\nsolve satisfy;\n",
    ];
    for text in texts {
        for name in ["text", "a.fzn"] {
            let found = from_bytes(name, text.as_bytes().to_vec(), None);
            let found: Vec<_> = found.unwrap_or_else(|error| panic!("{error}\n{text}")).collect();
            let puzzle = found.iter().flatten().map(|found| found.instance.puzzle_name());
            assert_eq!(puzzle.collect::<Vec<_>>(), ["fzn"], "{text}");
        }
    }
}

#[test]
fn forms_that_are_read_are_not_refused() {
    let dmn = "<?xml version='1.0'?><definitions xmlns='https://www.omg.org/spec/DMN/1/MODEL/'>";
    let texts = [
        "p cnf 2 1\n1 -2 0\n",
        "c a 1 0\np cnf 2 1\nc e 1 0\n1 -2 0\n",
        "min: +1 x1 ;\n+1 x1 >= 1 ;\n",
        "(set-logic QF_LIA)\n(check-sat)\n",
        "14..\n..1.\n.1.4\n...1\n",
        "| h | 1 |\n",
        dmn,
        "<?xml version='1.0'?>\n<!-- a > b -->\n<instance format=\"XCSP3\" type=\"CSP\">\n",
        "",
        "<",
        "<!--",
        "PK",
    ];
    for text in texts {
        let mut lines = LineReader::new("text", text.as_bytes());
        assert!(by_content(&mut lines).is_ok_and(|found| found.is_none()), "{text}");
    }
}
