//! Certificates of counts that are kept: their steps, cut and with lines left out, and the checker
//! in Python.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::ops::ControlFlow;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use parallax_certificates::{CheckerModel as Flat, StepEncoding, check_certificate, json};
use parallax_model::engine_api::{Answer, Control, Engine, Task};
use parallax_model::{
    AllDifferent, AtomicConstraint, Clause, Compare, ComparisonOperator, Constraint, Domain,
    Linear, LinearTerm, Model, VarId,
};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::CertifyingEngine;
use crate::Spec;

/// Variables with the values from 1 to a number.
fn variables(model: &mut Model, number: usize, most: i32) -> Vec<VarId> {
    let names = (0..number).map(|i| format!("x{i}"));
    names.map(|name| model.add_shown(name, Domain::from_range(1, most)).unwrap()).collect()
}

fn latin(order: usize) -> Model {
    let mut model = Model::new("latin");
    let all = variables(&mut model, order * order, order as i32);
    for line in 0..2 * order {
        let at = |i: usize| if line < order { order * line + i } else { order * i + line - order };
        let scope = (0..order).map(|i| all[at(i)]).collect();
        model.post("", Constraint::AllDifferent(AllDifferent { scope })).unwrap();
    }
    model
}

/// Queens on a board: columns, and both kinds of diagonals, in pairs.
fn queens(order: usize) -> Model {
    let mut model = Model::new("queens");
    let all = variables(&mut model, order, order as i32);
    for right in 0..order {
        for left in 0..right {
            for offset in [0, (right - left) as i64, -((right - left) as i64)] {
                let (left, right) = (all[left], all[right]);
                let apart = Compare { left, right, relation: ComparisonOperator::Ne, offset };
                model.post("", Constraint::Compare(apart)).unwrap();
            }
        }
    }
    model
}

/// Sets of cells of a grid that are not next to each other: 2 is a cell of the set.
fn grid(size: usize) -> Model {
    let mut model = Model::new("grid");
    let all = variables(&mut model, size * size, 2);
    for cell in 0..size * size {
        let beside = [(cell % size + 1 < size, cell + 1), (cell + size < size * size, cell + size)];
        for (_, other) in beside.into_iter().filter(|own| own.0) {
            let empty = |cell: usize| AtomicConstraint::new(all[cell], ComparisonOperator::Eq, 1);
            let clause = Clause { atoms: vec![empty(cell), empty(other)] };
            model.post("", Constraint::Clause(clause)).unwrap();
        }
    }
    model
}

/// Weights with a limit.
fn knapsack(number: usize) -> Model {
    let mut model = Model::new("knapsack");
    let all = variables(&mut model, number, 3);
    let terms = all
        .iter()
        .zip(3..)
        .map(|(&own, weight)| LinearTerm { coefficient: weight, variable: own })
        .collect();
    let constant = 12 * number as i64;
    let sum = Linear { terms, relation: ComparisonOperator::Le, constant };
    model.post("", Constraint::Linear(sum)).unwrap();
    model
}

/// Pigeons with one hole less, or as many; all pairs differ.
fn pigeons(number: usize, holes: i32) -> Model {
    let mut model = Model::new("pigeons");
    let all = variables(&mut model, number, holes);
    for (place, &right) in all.iter().enumerate() {
        for &left in &all[..place] {
            let apart = Compare::new(left, ComparisonOperator::Ne, right);
            model.post("", Constraint::Compare(apart)).unwrap();
        }
    }
    model
}

/// Writes a certificate of the count in text; returns the count, the model and the text.
fn kept(model: Model, spec: &str, file: &Path) -> (String, Flat, String) {
    let spec: Spec = spec.parse().unwrap();
    let engine = CertifyingEngine::new(&spec).unwrap().kept_in(file.into(), StepEncoding::Text);
    let (model, control) = (Arc::new(model), Control::unlimited());
    let mut session = engine.prepare(&model, 0, &control).unwrap();
    let outcome = session.ask(&[], Task::Count, &control, &mut |_| ControlFlow::Continue(()));
    let proof = outcome.proof.expect("the fate of the certificate");
    assert_eq!(proof.accepted, Some(true), "{spec}: {}", proof.words);
    let beside = format!("{}.model.json", file.display());
    let flat = json::read_model(&fs::read_to_string(beside).unwrap()).unwrap();
    (outcome.counted.unwrap().to_string(), flat, fs::read_to_string(file).unwrap())
}

/// Checks a certificate and returns its claim.
fn shown(model: &Flat, text: &[u8]) -> Result<String, String> {
    let mut none = |_: &str| Err(io::ErrorKind::NotFound.into());
    let shown = check_certificate(model, text, &mut none, &|| Ok(()));
    shown.map(|own| own.claim.to_string()).map_err(|why| why.to_string())
}

/// The number of steps with each letter.
fn letters(text: &str) -> BTreeMap<char, usize> {
    let mut letters = BTreeMap::new();
    for line in text.lines().skip(1) {
        *letters.entry(line.chars().next().unwrap_or(' ')).or_insert(0) += 1;
    }
    letters
}

#[test]
fn the_square_of_order_3_needs_each_line() {
    let folder = tempfile::tempdir().unwrap();
    let (count, flat, text) = kept(latin(3), "count:native", &folder.path().join("own.cert"));
    assert_eq!(count, "12");
    let letters = letters(&text);
    assert!(letters[&'b'] > 1 && letters[&'h'] > 1 && letters[&'t'] > 1, "{text}");
    let lines: Vec<&str> = text.lines().collect();
    for left_out in 0..lines.len() {
        let kept = lines.iter().enumerate().filter(|own| own.0 != left_out).map(|own| *own.1);
        let kept = kept.collect::<Vec<_>>().join("\n") + "\n";
        for text in [kept.clone(), kept.replace("q 12", "q")] {
            let shown = shown(&flat, text.as_bytes());
            assert!(shown.as_ref().is_err() || shown == Ok("12".into()), "{left_out}: {shown:?}");
        }
    }
}

#[test]
fn a_certificate_that_is_cut_at_any_byte_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    for model in [latin(3), grid(3)] {
        let (_, flat, text) = kept(model, "count:native", &folder.path().join("own.cert"));
        for cut in 0..text.len() {
            assert!(shown(&flat, &text.as_bytes()[..cut]).is_err(), "{cut} bytes of\n{text}");
        }
    }
}

/// With the names of both first, a grid needs no renaming; a square does.
#[test]
fn names_come_before_shapes() {
    let folder = tempfile::tempdir().unwrap();
    let named = |model: Model| {
        let (.., text) = kept(model, "count:native", &folder.path().join("own.cert"));
        let again = text.lines().filter(|line| line.starts_with("b "));
        let (short, long): (Vec<&str>, Vec<&str>) =
            again.partition(|line| line.split(' ').count() == 2);
        (short.len(), long.len())
    };
    let (short, long) = named(grid(5));
    assert!(short > 20 && long > 5, "{short} {long}");
    let (_, long) = named(latin(4));
    assert!(long > 5, "{long}");
}

#[test]
fn the_checker_in_python_agrees() {
    let python = ["python3", "python"];
    let Some(python) = python.iter().find_map(|name| parallax_solvers::process::find_program(name))
    else {
        return;
    };
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/check_certificate.py");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("own.cert");
    for (name, model, expected) in [
        ("latin", latin(4), "576"),
        ("queens", queens(6), "4"),
        ("grid", grid(4), "1234"),
        ("knapsack", knapsack(6), ""),
    ] {
        let (count, ..) = kept(model, "count:native", &file);
        assert!(expected.is_empty() || count == expected, "{name}: {count}");
        let beside = format!("{}.model.json", file.display());
        let ran = Command::new(&python).arg(&script).arg(beside).arg(&file).output().unwrap();
        let words = String::from_utf8_lossy(&ran.stdout).into_owned();
        assert_eq!(words, format!("certified: {count}\n"), "{name}");
    }
}

/// Native search that finds nothing for long counts by components, which refute a part once.
#[test]
fn pigeons_are_refuted_by_shape() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("own.cert");
    let engine =
        CertifyingEngine::new(&Spec::native()).unwrap().kept_in(file.clone(), StepEncoding::Text);
    for (holes, free, task, complete) in [
        (8, 1, Task::First, true),
        (8, 1, Task::Limit(2), true),
        (9, 1, Task::First, false),
        (9, 1, Task::Limit(2), false),
    ] {
        let mut model = pigeons(9, holes);
        model.add_shown("free", Domain::from_range(1, free)).unwrap();
        let (model, control, mut found) = (Arc::new(model), Control::unlimited(), 0);
        let mut session = engine.prepare(&model, 0, &control).unwrap();
        let outcome = session.ask(&[], task, &control, &mut |values| {
            assert!(model.check(&[], values).is_ok());
            found += 1;
            ControlFlow::Continue(())
        });
        assert_eq!(outcome.complete, complete, "{holes} {task:?}");
        if complete {
            assert_eq!((found, &outcome.answer), (0, &Answer::Unsatisfiable));
            let proof = outcome.proof.expect("the fate of the certificate");
            assert_eq!(proof.accepted, Some(true), "{}", proof.words);
            let letters = letters(&fs::read_to_string(&file).unwrap());
            assert!(letters[&'b'] > 10 && letters.values().sum::<usize>() < 1000, "{letters:?}");
        } else {
            assert_eq!(
                (Some(found), &outcome.answer),
                (task.solution_limit(), &Answer::Satisfiable)
            );
        }
    }
}

/// A certificate that grows beyond its limit leaves the count a claim.
#[test]
fn a_limit_is_an_honest_unknown() {
    let count = |limit: u64| {
        let spec = "count:native".parse::<Spec>().unwrap();
        let engine = CertifyingEngine::new(&spec).unwrap().limited_to(limit);
        let (model, control) = (Arc::new(latin(4)), Control::unlimited());
        let mut session = engine.prepare(&model, 0, &control).unwrap();
        session.ask(&[], Task::Count, &control, &mut |_| ControlFlow::Continue(()))
    };
    for limit in [0, 1, 40, 80, 200, 300] {
        let outcome = count(limit);
        let Some(proof) = outcome.proof else {
            // Not even the first line fits.
            assert!(limit < 200 && !outcome.complete && outcome.counted.is_none(), "{limit}");
            continue;
        };
        assert_eq!((proof.accepted, proof.certified), (None, None), "{limit}");
        assert!(proof.words.contains("larger than its limit"), "{limit}: {}", proof.words);
        assert_eq!(outcome.counted, Some(576u64.into()), "{limit}");
    }
    let outcome = count(1 << 20);
    assert_eq!(outcome.proof.and_then(|own| own.accepted), Some(true));
}

/// Lines dropped, repeated or moved, and numbers changed: what is still accepted has the count.
#[test]
fn no_mutant_counts_otherwise() {
    let folder = tempfile::tempdir().unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(21);
    for model in [latin(3), queens(5), grid(3), knapsack(4), pigeons(5, 4)] {
        let (count, flat, text) = kept(model, "count:native", &folder.path().join("own.cert"));
        let lines: Vec<&str> = text.lines().collect();
        for _ in 0..300 {
            let mut own: Vec<String> = lines.iter().map(|&line| line.to_owned()).collect();
            let place = rng.random_range(1..own.len());
            let other = rng.random_range(1..own.len());
            match rng.random_range(0..4) {
                0 => drop(own.remove(place)),
                1 => own.insert(other, own[place].clone()),
                2 => own.swap(place, other),
                _ => {
                    let mut words: Vec<String> = own[place].split(' ').map(str::to_owned).collect();
                    let at = rng.random_range(0..words.len());
                    if let Ok(number) = words[at].parse::<i64>() {
                        words[at] = (number + [-1, 1][rng.random_range(0..2)]).to_string();
                    }
                    own[place] = words.join(" ");
                }
            }
            let own = own.join("\n") + "\n";
            for own in [own.clone(), own.replace(&format!("q {count}"), "q")] {
                let shown = shown(&flat, own.as_bytes());
                assert!(shown.is_err() || shown == Ok(count.clone()), "{shown:?}\n{own}");
            }
        }
    }
}
