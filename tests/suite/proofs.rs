//! Proofs of unsatisfiability, from the solver to the checker, and their effect on an answer.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use parallax_compare::{ClaimEvidence, ComparisonPlan, ModelSelection, Row};
use parallax_engines::{ProvingEngine, Spec};
use parallax_model::engine_api::{Answer, Control, Engine, QuestionOutcome, Task};
use parallax_model::{
    AllDifferent, AtomicConstraint, Clause, ComparisonOperator, Constraint, Domain, Model, Value,
    VarId,
};
use parallax_solvers::proofs::ProofFormat;
use serde_json::Value as Json;

use crate::common::{Ran, data, engines, fed, lacks_real_instances, plan, results, stream};

const HOME: &str = env!("CARGO_MANIFEST_DIR");

/// Returns every solver of this build that writes proofs, with every format that is checked without
/// another program.
fn provers(file: Option<&Path>) -> Vec<ProvingEngine> {
    let specs = ["sat:varisat+order", "sat:varisat+direct", "sat:cadical+direct"];
    let specs: Vec<Spec> = specs.iter().map(|spec| spec.parse().expect("a spec")).collect();
    let forms = [ProofFormat::Lrat, ProofFormat::BinaryLrat, ProofFormat::Varisat];
    let built = specs.iter().filter(|spec| spec.is_built());
    let all = built.flat_map(|spec| {
        forms
            .iter()
            .filter_map(|&form| ProvingEngine::new(spec, Some(form), file.map(Path::to_owned)).ok())
    });
    all.collect()
}

fn asked(engine: &dyn Engine, model: &Model) -> QuestionOutcome {
    let control = Control::unlimited();
    let mut session =
        engine.prepare(&Arc::new(model.clone()), 0, &control).expect("it takes the model");
    session.ask(&[], Task::First, &control, &mut |_| ControlFlow::Continue(()))
}

/// Reads the clauses of a DIMACS file as a model over 0 and 1.
fn boolean(text: &str) -> Model {
    let mut model = Model::new("a formula");
    let mut variables: Vec<VarId> = Vec::new();
    let mut atoms = Vec::new();
    // Some of these files end with a line of '%'.
    let lines = text.lines().map(str::trim).take_while(|line| !line.starts_with('%'));
    for line in lines.filter(|line| !line.starts_with('c')) {
        if let Some(head) = line.strip_prefix("p cnf ") {
            let number = head.split_whitespace().next().expect("a header");
            let names = 1..=number.parse().expect("a number");
            let made =
                names.map(|name: u32| model.add_shown(name.to_string(), Domain::from_range(0, 1)));
            variables = made.map(|variable| variable.expect("a new name")).collect();
            continue;
        }
        for number in line.split_whitespace().map(|word| word.parse::<i64>().expect("a literal")) {
            if number == 0 {
                let atoms = std::mem::take(&mut atoms);
                model.post("", Constraint::Clause(Clause { atoms })).expect("a clause");
            } else {
                let variable = variables[number.unsigned_abs() as usize - 1];
                atoms.push(AtomicConstraint::new(
                    variable,
                    ComparisonOperator::Eq,
                    Value::from(number > 0),
                ));
            }
        }
    }
    model
}

/// Makes a model with one pigeon more than holes, as an all-different constraint.
fn pigeons(holes: Value) -> Model {
    let mut model = Model::new("pigeons");
    let made = (0..=holes).map(|i| model.add_shown(format!("p{i}"), Domain::from_range(1, holes)));
    let scope = made.map(|pigeon| pigeon.expect("a new name")).collect();
    model.post("a hole each", Constraint::AllDifferent(AllDifferent { scope })).expect("it fits");
    model
}

/// Makes a model of the pigeons with a clause for each pair and hole, which takes solvers
/// exponentially long.
fn hard_pigeons(holes: Value) -> Model {
    let mut model = Model::new("pigeons");
    let made = (0..=holes).map(|i| model.add_shown(format!("p{i}"), Domain::from_range(1, holes)));
    let scope: Vec<VarId> = made.map(|pigeon| pigeon.expect("a new name")).collect();
    for (i, &one) in scope.iter().enumerate() {
        for &other in &scope[..i] {
            for hole in 1..=holes {
                let atoms = [one, other]
                    .map(|pigeon| AtomicConstraint::new(pigeon, ComparisonOperator::Ne, hole));
                let clause = Clause { atoms: atoms.to_vec() };
                model.post("", Constraint::Clause(clause)).expect("a clause");
            }
        }
    }
    model
}

fn proved(engine: &ProvingEngine, model: &Model) -> String {
    let outcome = asked(engine, model);
    assert_eq!(outcome.answer, Answer::Unsatisfiable, "{engine:?} {outcome:?}");
    let proof = outcome.proof.expect("a proof");
    assert_eq!(proof.accepted, Some(true), "{engine:?} {}", proof.words);
    proof.words
}

#[test]
fn pigeons_without_enough_holes_are_proved() {
    for engine in provers(None) {
        for holes in 1..=5 {
            let words = proved(&engine, &pigeons(holes));
            assert!(words.contains("accepted by"), "{words}");
        }
    }
}

#[test]
fn published_formulas_are_proved() {
    if lacks_real_instances() {
        return;
    }
    let data = data();
    let mut seen = 0;
    for entry in fs::read_dir(data.join("cnf")).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        if name.starts_with("uuf50") || name.starts_with("hole") {
            let model = boolean(&fs::read_to_string(&path).expect("a text"));
            provers(None).iter().for_each(|engine| drop(proved(engine, &model)));
            seen += 1;
        }
    }
    assert!(seen >= 13, "{seen}");
}

#[test]
fn a_formula_with_solutions_has_no_proof() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("proof");
    let mut model = Model::new("two");
    model.add_shown("x", Domain::from_range(1, 2)).expect("a new name");
    for engine in provers(Some(&file)) {
        let outcome = asked(&engine, &model);
        assert_eq!(outcome.answer, Answer::Satisfiable);
        let proof = outcome.proof.expect("words");
        assert_eq!(
            (proof.accepted, &*proof.words),
            (None, "no proof is written: there is a solution")
        );
    }
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
}

#[test]
fn a_deadline_leaves_no_answer_and_no_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("proof");
    for engine in provers(Some(&file)) {
        let model = Arc::new(hard_pigeons(11));
        let control = Control::unlimited();
        let mut session = engine.prepare(&model, 0, &control).expect("it takes the model");
        let soon = control.with_timeout(Some(std::time::Duration::from_millis(50)));
        let outcome = session.ask(&[], Task::First, &soon, &mut |_| ControlFlow::Continue(()));
        assert_eq!(
            outcome.answer,
            Answer::from(parallax_model::engine_api::StopReason::Timeout),
            "{engine:?}"
        );
        drop(session);
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
    }
}

#[test]
fn checkers_of_drat_are_asked_where_they_are() {
    let spec: Spec = "sat:cadical".parse().expect("a spec");
    if !spec.is_built() {
        crate::common::skipped("no CaDiCaL");
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("pigeons.drat");
    let engine = ProvingEngine::new(&spec, Some(ProofFormat::Drat), Some(file.clone()))
        .expect("it writes DRAT");
    let outcome = asked(&engine, &pigeons(5));
    assert_eq!(outcome.answer, Answer::Unsatisfiable);
    let proof = outcome.proof.expect("words");
    assert_eq!(proof.accepted, Some(true), "{}", proof.words);
    let runs = |program: &str| Command::new(program).arg("--help").output().is_ok();
    if !(runs("rate") || runs("drat-trim") || runs("dpr-trim")) {
        assert!(proof.words.contains(" accepted by parallax (DRAT)"), "{}", proof.words);
    }
    assert!(file.exists() && folder.path().join("pigeons.drat.cnf").exists());
}

/// Returns the rows of engines on an instance, with proofs if `prove` is set.
fn rows(list: &str, prove: bool, name: &str) -> Vec<Row> {
    let able = |engine: Arc<dyn Engine>| -> Arc<dyn Engine> {
        let spec: Spec = engine.spec().parse().expect("a spec");
        match ProvingEngine::new(&spec, None, None) {
            Ok(proving) if prove => Arc::new(proving),
            _ => engine,
        }
    };
    let engines = engines(list).into_iter().map(able).collect();
    let plan = ComparisonPlan { models: ModelSelection::Default, ..plan(engines, Task::Limit(2)) };
    results(&plan, stream(name).map(|found| found.expect("a good file"))).remove(0).rows
}

fn standings(list: &str, prove: bool, name: &str) -> Vec<Option<ClaimEvidence>> {
    rows(list, prove, name).iter().map(|row| row.standing).collect()
}

#[test]
fn the_support_of_an_answer_is_reported() {
    use ClaimEvidence::{Claimed, CrossAgreed, Proved};
    let none = format!("{HOME}/instances/latin-4-none.pls");
    assert_eq!(standings("sat:batsat", false, &none), [Some(Claimed)]);
    // One solver with two encodings does not confirm itself.
    assert_eq!(standings("sat:batsat,sat:batsat+order", false, &none), [Some(Claimed); 2]);
    assert_eq!(standings("sat:batsat,sat:varisat", false, &none), [Some(CrossAgreed); 2]);
    assert_eq!(standings("native,sat:varisat", false, &none), [Some(CrossAgreed); 2]);
    let both = [Some(Proved), Some(CrossAgreed)];
    assert_eq!(standings("sat:varisat,sat:batsat", true, &none), both);
    assert_eq!(standings("sat:varisat", true, &none), [Some(Proved)]);
    // A complete search claims that there are no others; a search that stops at a limit claims
    // nothing.
    let some = format!("{HOME}/instances/latin-5.pls");
    assert_eq!(standings("native,sat:varisat", true, &some), [Some(CrossAgreed); 2]);
    assert_eq!(standings("sat:batsat,sat:batsat+order", false, &some), [Some(Claimed); 2]);
}

#[test]
fn a_mere_part_without_solutions_supports_nothing_else() {
    let mut plan = plan(engines("native,sat:batsat"), Task::First);
    plan.models = ModelSelection::Named(vec!["cells".into(), "cells+corners".into()]);
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("none.dat");
    // Corners in an order that the option excludes, and a row that is too large.
    fs::write(&file, "3 3\n1 1 9\n1 2 8\n1 3 7\n").expect("a file");
    let found = stream(&file).map(|found| found.expect("a good file"));
    let rows = results(&plan, found).remove(0).rows;
    let unsat: Vec<_> = rows.iter().filter(|row| row.standing.is_some()).collect();
    assert_eq!(unsat.len(), 4);
    assert!(unsat.iter().all(|row| row.standing == Some(ClaimEvidence::CrossAgreed)));
}

fn parallax(line: &str, folder: &Path) -> Ran {
    let line = line.replace("instances", &format!("{HOME}/instances"));
    fed(folder, &line.split(' ').collect::<Vec<_>>(), b"")
}

#[test]
fn solve_keeps_the_proof_and_its_formula() {
    let folder = tempfile::tempdir().expect("a folder");
    let line = "solve instances/latin-4-none.pls --engine sat:varisat --proof none.lrat";
    let ran = parallax(line, folder.path());
    assert_eq!((ran.code, &*ran.errors()), (Some(20), ""), "{}", ran.out);
    assert!(ran.out.contains("unsatisfiable: no solution (proved)\n"), "{}", ran.out);
    assert!(ran.out.contains("accepted by varisat-checker and parallax (LRAT); kept in none.lrat, its formula in none.lrat.cnf"), "{}", ran.out);
    let formula = fs::read_to_string(folder.path().join("none.lrat.cnf")).expect("the formula");
    assert!(formula.lines().any(|line| line.starts_with("p cnf ")));
    // The files are self-contained.
    let clauses: Vec<Vec<rustsat::types::Lit>> = formula
        .lines()
        .filter(|line| !line.starts_with(['c', 'p']))
        .map(|line| {
            let numbers = line.split(' ').map(|word| word.parse::<i32>().expect("a literal"));
            let nonzero = numbers.filter(|&number| number != 0);
            nonzero.map(|number| rustsat::types::Lit::from_ipasir(number).expect("it")).collect()
        })
        .collect();
    let proof = fs::read(folder.path().join("none.lrat")).expect("the proof");
    let check = |clauses: &[Vec<rustsat::types::Lit>]| {
        let clauses = clauses.iter().map(Vec::as_slice);
        parallax_solvers::proofs::lrat::check_lrat(clauses, proof.as_slice(), &Control::unlimited())
    };
    assert!(check(&clauses).is_ok());
    assert!(check(&clauses[..clauses.len() / 2]).is_err());
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 2);

    let claimed = parallax("solve instances/latin-4-none.pls --format json", folder.path());
    let claimed: Json = serde_json::from_str(&claimed.out).expect("JSON");
    assert_eq!((&claimed["standing"], claimed.get("proof")), (&"claimed".into(), None));
}

#[test]
fn solve_says_when_there_is_nothing_to_prove() {
    let folder = tempfile::tempdir().expect("a folder");
    let line = "solve instances/latin-5.pls --engine sat:varisat --proof some.lrat";
    let ran = parallax(line, folder.path());
    assert_eq!(ran.code, Some(10), "{}", ran.err);
    assert!(ran.out.contains("no proof is written: there is a solution"), "{}", ran.out);
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
    for (line, expected) in [
        (
            "solve instances/latin-5.pls --engine native --proof p",
            "engine 'native' writes no proofs of the form 'lrat'; known: sat:varisat, sat:cadical",
        ),
        (
            "solve instances/latin-5.pls --engine sat:varisat --proof p --proof-form drat",
            "writes no proofs of the form 'drat'; known: sat:cadical",
        ),
        (
            "solve instances/latin-5.pls --engine sat:varisat --proof p --proof-form frat",
            "known: lrat, binary-lrat, drat, varisat",
        ),
        ("solve instances/latin-5.pls --proof-form lrat", "--proof"),
        (
            "solve instances/sudoku-4.sudoku --engine sat:varisat --proof p",
            "--proof is for one instance",
        ),
        (
            "solve instances/latin-5.pls --engine sat:varisat --proof no/where",
            "there is no such folder",
        ),
        (
            "solve instances/latin-5.pls --engine sat:varisat --proof instances/latin-5.pls",
            "this would replace the instance",
        ),
    ] {
        let ran = parallax(line, folder.path());
        assert!(ran.code == Some(2) && ran.err.contains(expected), "{line}: {}", ran.err);
    }
}

/// Every file that is written is checked, and only these.
#[test]
fn evidence_never_replaces_the_instance() {
    let folder = tempfile::tempdir().expect("a folder");
    let board = "1...\n....\n....\n....\n";
    for (name, line, is_refused) in [
        ("a.model.json", "--certificate a", true),
        ("a.cnf", "--certificate a", false),
        ("a", "--certificate a", true),
        ("a.cnf", "--engine sat:varisat --proof a", true),
        ("a.model.json", "--engine sat:varisat --proof a", false),
    ] {
        fs::write(folder.path().join(name), board).expect("a file");
        let ran = parallax(&format!("solve {name} --puzzle sudoku {line}"), folder.path());
        let is_named = ran.err.contains("this would replace the instance");
        assert_eq!(
            (is_named, ran.code == Some(2)),
            (is_refused, is_refused),
            "{line}: {}",
            ran.err
        );
        let kept = fs::read_to_string(folder.path().join(name)).expect("a file");
        assert_eq!(kept, board, "{name} {line}");
        for entry in fs::read_dir(folder.path()).expect("a folder") {
            fs::remove_file(entry.expect("an entry").path()).expect("a file");
        }
    }
    let model = r#"{"format": "parallax-model-2", "name": "own", "parameters": {"n": null},
        "variables": [{"name": "x", "domain": "1..n"}],
        "constraints": []}"#;
    fs::write(folder.path().join("own.json"), model).expect("a file");
    fs::write(folder.path().join("a.model.json"), r#"{"n": 2}"#).expect("a file");
    let ran = parallax("solve own.json --data a.model.json --certificate a", folder.path());
    assert!(ran.code == Some(2) && ran.err.contains("replace the file of --data"), "{}", ran.err);
    // Certificates in a folder, one of which has the name of the puzzle.
    fs::create_dir(folder.path().join("kept")).expect("a folder");
    let name = "kept/fewest.cert.model.json";
    fs::write(folder.path().join(name), "12..\n34..\n..1.\n...2\n").expect("a file");
    let line = format!("clues {name} --puzzle sudoku --fewest --certificates kept");
    let ran = parallax(&line, folder.path());
    assert!(ran.code == Some(2) && ran.err.contains("would replace the instance"), "{}", ran.err);
}

#[test]
fn comparisons_report_proofs_in_every_format() {
    let line = "compare instances/latin-4-none.pls --engines sat:varisat,native --prove --format";
    let expected = |format: &str| parallax(&format!("{line} {format}"), Path::new(HOME)).out;
    let objects: Vec<Json> =
        expected("json").lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(objects[0]["standing"], "proved");
    assert_eq!(objects[1]["standing"], "cross-agreed");
    for format in ["text", "markdown"] {
        let text = expected(format);
        assert!(text.contains("unsat, proved") && text.contains("unsat, cross-agreed"), "{text}");
    }
    let csv = expected("csv");
    assert!(
        csv.lines()
            .next()
            .is_some_and(|line| line.contains(",answer,claim,standing,proof,reason,"))
    );
    assert!(csv.contains(",unsat,unsat,proved,binary-lrat proof of "), "{csv}");
}
