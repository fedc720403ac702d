//! Inputs that went wrong, in the folder `faults/` of the real instances.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use parallax_certificates::puzzles::PuzzleFileKind;
use parallax_certificates::{CheckerModel, Stopped, check_certificate, json};
use parallax_test_support::{data, lacks_real_instances};

/// The folder of a fault.
fn fault(name: &str) -> PathBuf {
    data().join("faults").join(name)
}

fn model(file: &Path) -> Result<CheckerModel, String> {
    json::read_model(&fs::read_to_string(file).expect("a model")).map_err(|fault| fault.to_string())
}

/// A certificate of an older version with the first line of this one.
fn renewed(model: &CheckerModel, file: &Path) -> io::Result<Vec<u8>> {
    let text = fs::read_to_string(file)?;
    let (first, rest) = text.split_once('\n').expect("a line");
    let words: Vec<&str> = first.split(' ').skip(3).collect();
    let first = format!("parallax-certificate 3 {} {}", model.digest(), words.join(" "));
    Ok(format!("{first}\n{rest}").into_bytes())
}

fn shown(model: &CheckerModel, file: &Path) -> Result<String, String> {
    let folder = file.parent().expect("a folder");
    let mut files = |name: &str| -> io::Result<Box<dyn Read>> {
        Ok(Box::new(io::Cursor::new(renewed(model, &folder.join(name))?)))
    };
    let text = renewed(model, file).expect("a certificate");
    let shown = check_certificate(model, &text[..], &mut files, &|| Ok(()));
    shown.map(|own| own.claim.to_string()).map_err(|why| why.to_string())
}

#[test]
fn parts_that_prove_another_kind_are_refused() {
    if lacks_real_instances() {
        return;
    }
    let folder = fault("j-kind");
    let model = model(&folder.join("m.json")).expect("a model");
    for name in ["main", "main2", "omain", "py-main", "py-omain"] {
        let refused = shown(&model, &folder.join(format!("{name}.cert"))).expect_err(name);
        assert!(refused.starts_with("line 2: 'j "), "{refused}");
    }
}

#[test]
fn an_order_with_a_variable_on_both_sides_is_certified() {
    if lacks_real_instances() {
        return;
    }
    for (name, steps) in
        [("lex", "f 0\nq 0\n"), ("lex2", "p 0 1 1\np 0 2 0\nd 0 0\ns 0 0 1\nu\ns 1 0 1\nq 2\n")]
    {
        let model = model(&fault("lex").join(format!("{name}.model.json"))).expect("a model");
        let text = format!("parallax-certificate 3 {} count\n{steps}", model.digest());
        let none = &mut |_: &str| Err(io::ErrorKind::NotFound.into());
        let shown = check_certificate(&model, text.as_bytes(), none, &|| Ok(()));
        assert!(shown.is_ok(), "{name}: {shown:?}");
    }
}

#[test]
fn a_sum_of_wide_domains_takes_bounded_time() {
    if lacks_real_instances() {
        return;
    }
    let folder = fault("slow-sum");
    let model = model(&folder.join("b43.model.json")).expect("a model");
    assert_eq!(shown(&model, &folder.join("b43.cert")), Ok("0".to_owned()));
    // The time that is up stops it within a step.
    let text = renewed(&model, &folder.join("b43.cert")).expect("a certificate");
    let end = Instant::now();
    let late = Stopped::Early { word: "the time is up" };
    let stop = || if Instant::now() > end { Err(late.clone()) } else { Ok(()) };
    let none = &mut |_: &str| Err(io::ErrorKind::NotFound.into());
    let stopped = check_certificate(&model, &text[..], none, &stop).expect_err("it stops");
    assert_eq!((stopped.line, stopped.why.clone()), (2, late.into()), "{stopped}");
    assert!(end.elapsed() < Duration::from_secs(5));
}

#[test]
fn names_that_the_format_forbids_are_refused() {
    if lacks_real_instances() {
        return;
    }
    for (name, why) in [
        ("named", "1:65: the name '0' of a value is a number"),
        ("mixed", "1:64: names and numbers in one domain"),
    ] {
        let refused = model(&fault("names").join(format!("{name}.model.json"))).expect_err(name);
        assert_eq!(refused, why);
    }
}

#[test]
fn an_empty_part_is_refused() {
    if lacks_real_instances() {
        return;
    }
    let folder = fault("part-exit");
    let model = model(&folder.join("m.json")).expect("a model");
    let refused = shown(&model, &folder.join("c.cert")).expect_err("an empty part");
    assert!(refused.contains("the part is empty"), "{refused}");
}

#[test]
fn texts_of_puzzles_are_read_in_one_way() {
    if lacks_real_instances() {
        return;
    }
    let text = |name: &str| fs::read_to_string(fault(name)).expect("a text");
    let sudoku = |name: &str| PuzzleFileKind::Sudoku.read_models(&text(name));
    let refused = sudoku("sixteen/g.sudoku").expect_err("two readings").to_string();
    assert!(refused.contains("boards of order 4 or rows of boards of order 16"), "{refused}");
    assert_eq!(sudoku("sixteen/spaced.sudoku").expect("rows").len(), 1);
    // The checker reads no tabs, whatever stands in the file beside it.
    assert!(sudoku("known/tabs.sudoku").is_err());
    assert_eq!(sudoku("known/plain.sudoku").expect("a board").len(), 1);
}
