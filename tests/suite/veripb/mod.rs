//! VeriPB as a second checker: the definitions against brute force, and proofs from certificates of
//! every kind, checked by a plain checker and, if it is installed, by VeriPB.

mod formulas;
#[path = "../../../crates/certificates/tests/meaning/mod.rs"]
mod meaning;
mod plain;

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use meaning::Meaning;
use parallax_certificates::{CheckerModel as Flat, StepEncoding, json};
use parallax_engines::{CertifyingEngine, Spec};
use parallax_model::engine_api::{Answer, Control, Engine, Task};
use parallax_model::{Model, Value, sample};
use parallax_solvers::proofs::veripb::{
    PseudoBooleanDefinition, VeripbClaim, VeripbFiles, VeripbVerdict, run_veripb, write_proof,
};
use plain::Plain;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::certificates::certified_kinds;
use crate::common::{fed, script};

fn all(spec: &str, model: &Arc<Model>, task: Task) -> (Answer, Vec<Vec<Value>>) {
    let spec: Spec = spec.parse().expect("a spec");
    let control = Control::unlimited();
    let mut session = spec.prepare(model, 0, &control).expect("small models");
    let mut all = Vec::new();
    let outcome = session.ask(&[], task, &control, &mut |values: &[Value]| {
        all.push(values.to_vec());
        ControlFlow::Continue(())
    });
    (outcome.answer, all)
}

fn flat(model: &Model) -> Flat {
    json::read_model(&parallax_json::write_model(model)).expect("a flat model")
}

/// Returns all combinations of values of all variables.
fn points(flat: &Flat) -> Vec<Vec<i64>> {
    flat.variables.iter().fold(vec![Vec::new()], |points, variable| {
        let longer = |point: &Vec<i64>| {
            let point = point.clone();
            variable.domain.iter().map(move |&v| [&point[..], &[v]].concat()).collect::<Vec<_>>()
        };
        points.iter().flat_map(longer).collect()
    })
}

#[test]
fn definitions_say_what_models_say() {
    let (mut some, mut none) = (0, 0);
    for (number, &kind) in (0u64..).zip(&certified_kinds()) {
        for seed in 0..4 {
            let mut rng = ChaCha8Rng::seed_from_u64(9000 + 100 * number + seed);
            let flat = flat(&sample::model_of_kind(&mut rng, kind).expect("a sample"));
            let definition =
                PseudoBooleanDefinition::new(&flat, &Control::unlimited()).expect("small models");
            let plain = Plain::new(&definition.write_opb(false));
            for point in points(&flat) {
                let names = point.iter().enumerate().map(|(v, value)| format!("e{v}_{value}"));
                let holds = flat.constraints.iter().all(|own| own.holds(&point));
                let names: Vec<String> = names.collect();
                assert_eq!(plain.is_satisfied(&names), holds, "{kind} {point:?}\n{flat}");
                *(if holds { &mut some } else { &mut none }) += 1;
            }
        }
    }
    assert!(some > 1000 && none > 1000, "{some} {none}");
}

/// Certifies all solutions or the best one, writes the proof, and checks it.
fn judged(
    spec: &str,
    model: &Arc<Model>,
    task: Task,
    folder: &Path,
    wrong: bool,
) -> Result<(), String> {
    let file = folder.join("own.cert");
    let spec: Spec = spec.parse().expect("a spec");
    let engine = CertifyingEngine::new(&spec)
        .expect("it certifies")
        .kept_in(file.clone(), StepEncoding::Text);
    let control = Control::unlimited();
    let mut session = engine.prepare(model, 7, &control).expect("a session");
    let mut solutions: Vec<Vec<Value>> = Vec::new();
    let outcome = session.ask(&[], task, &control, &mut |values: &[Value]| {
        solutions.push(values.to_vec());
        ControlFlow::Continue(())
    });
    let proof = outcome.proof.expect("a fate");
    if proof.accepted != Some(true) {
        assert!(proof.words.contains("are auxiliary"), "{spec}: {}", proof.words);
        return Ok(());
    }
    // A certificate of a plain form is about another model than the flattened one below.
    if !proof.plain.is_empty() {
        return Ok(());
    }
    let flat = flat(model);
    let files = VeripbFiles { opb: folder.join("own.opb"), proof: folder.join("own.pbp") };
    let claimed = match outcome.answer {
        Answer::Optimal(best) => VeripbClaim::Best(best + i64::from(wrong)),
        _ => VeripbClaim::Solutions(&solutions[usize::from(wrong)..]),
    };
    let text = fs::File::open(&file).expect("a certificate");
    let (_, written) = write_proof(&flat, text, claimed, 1 << 30, &control, &files)
        .expect("an accepted certificate");
    written.map_err(|why| why.to_string())?;
    let [opb, proof] =
        [&files.opb, &files.proof].map(|file| fs::read_to_string(file).expect("a text"));
    let plain = Plain::new(&opb).accepts(&proof);
    match run_veripb(&files.opb, &files.proof, &control) {
        VeripbVerdict::None(_) => plain,
        VeripbVerdict::Accepted => plain.map_err(|why| format!("VeriPB accepts: {why}")),
        VeripbVerdict::Refused(why) => {
            Err(plain.map_or_else(|own| own, |()| format!("VeriPB: {why}")))
        }
    }
}

/// Settings that differ in their derivations.
const SPECS: [&str; 9] = [
    "native",
    "native,none",
    "native,ac",
    "native,bounds",
    "native,gac",
    "native:chs,gac,lc",
    "native:random+random,gac,d-way,restarts=luby:1",
    "sat:varisat+direct",
    "sat:varisat+order",
];

#[test]
fn proofs_of_every_kind_are_accepted() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut specs = vec![
        "native",
        "native,none",
        "native,gac",
        "native:random+random,gac,d-way,restarts=luby:1",
    ];
    specs.extend(["sat:varisat+direct", "sat:varisat+order"]);
    let (mut some, mut caught) = (0, 0);
    for (number, &kind) in (0u64..).zip(&certified_kinds()) {
        for seed in 0..5 {
            let mut rng = ChaCha8Rng::seed_from_u64(9500 + 100 * number + seed);
            let model = Arc::new(sample::model_of_kind(&mut rng, kind).expect("a sample"));
            let (_, solutions) = all("brute", &model, Task::All);
            for spec in SPECS {
                let fate = judged(spec, &model, Task::All, folder.path(), false);
                assert_eq!(fate, Ok(()), "{spec} on {kind} seed {seed}\n{model}");
                some += u32::from(!solutions.is_empty());
            }
            // If the claim has one solution less, there is no contradiction.
            if !solutions.is_empty() {
                assert!(
                    judged("native", &model, Task::All, folder.path(), true).is_err(),
                    "{kind}"
                );
                caught += 1;
            }
        }
    }
    assert!(some > 200 && caught > 30, "{some} {caught}");
}

#[test]
fn mixed_models_and_optima_are_accepted() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut optima, mut caught) = (0, 0);
    for seed in 0..30 {
        let mut rng = ChaCha8Rng::seed_from_u64(700 + seed);
        let model = Arc::new(sample::random_model(&mut rng).expect("a sample"));
        let best = Arc::new(sample::model_with_objective(&mut rng).expect("a sample"));
        for spec in &SPECS[..7] {
            let fate = judged(spec, &model, Task::All, folder.path(), false);
            assert_eq!(fate, Ok(()), "{spec} seed {seed}\n{model}");
            let fate = judged(spec, &best, Task::Optimise, folder.path(), false);
            assert_eq!(fate, Ok(()), "{spec} seed {seed}\n{best}");
        }
        // A claim that the best value is better by one contradicts no solution if the objective is
        // minimised.
        let (answer, _) = all("native", &best, Task::Optimise);
        if matches!(answer, Answer::Optimal(_)) {
            optima += 1;
            caught +=
                u32::from(judged("native", &best, Task::Optimise, folder.path(), true).is_err());
        }
    }
    assert!(optima > 10 && caught > 3, "{optima} {caught}");
}

/// Returns the standing that the program reports with a script in place of VeriPB, the answer, and
/// its words.
fn with_script(text: Option<&str>, line: &str) -> (String, String, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let programs = folder.path().join("programs");
    fs::create_dir(&programs).expect("a folder");
    if let Some(text) = text {
        script(&programs.join("veripb"), text);
    }
    let words = std::iter::once("solve").chain(line.split(' ')).chain(["--format", "json"]);
    let ran = Command::new(env!("CARGO_BIN_EXE_parallax"))
        .args(words)
        .env("PATH", format!("{}:/usr/bin:/bin", programs.display()))
        .output()
        .expect("the program runs");
    let row: serde_json::Value = serde_json::from_slice(&ran.stdout)
        .unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&ran.stderr)));
    let text = |key: &str| row[key].as_str().unwrap_or_default().to_owned();
    (text("standing"), text("answer"), row.to_string())
}

#[test]
fn what_veripb_says_decides() {
    let line = "latin:3 --count --certify veripb";
    let yes = "echo 's VERIFIED UNSATISFIABLE'";
    let twice = "certified (file) and by VeriPB";
    let (standing, answer, words) = with_script(Some(yes), line);
    assert_eq!((&*standing, &*answer), (twice, "sat"), "{words}");
    // None of these replies is an acceptance.
    for text in [
        "echo 's VERIFIED NO CONCLUSION'",
        "echo 's VERIFIED UNSATISFIABLE'; exit 1",
        "echo 's VERIFIED UNSATISFIABLE'; echo 'Warning: assumptions' >&2",
        "exit 0",
        "kill -9 $$",
    ] {
        let (standing, answer, words) = with_script(Some(text), line);
        // The solutions found are right; whether there are others is not known.
        assert_eq!((&*standing, &*answer), ("", "sat"), "{text}: {words}");
        assert!(words.contains(r#""complete":false"#), "{text}: {words}");
        assert_eq!(with_script(Some(text), "magic:2 --certify veripb").1, "unknown");
        assert!(words.contains("VeriPB refuses what the checker accepts"), "{text}: {words}");
    }
    // A missing judgement changes nothing: the standing is that of the checker.
    let (standing, _, words) = with_script(None, line);
    assert_eq!(standing, "certified (file)");
    assert!(words.contains("not judged by VeriPB: veripb is not installed"), "{words}");
    let (standing, _, words) = with_script(Some("yes"), line);
    assert_eq!(standing, "certified (file)");
    assert!(words.contains("printed more than"), "{words}");
    // The script reads the files: they have the form that others read.
    let look = "grep -q '^\\* claim: 12 solutions' \"$2\" && grep -q '^conclusion UNSAT : -1;' \"$3\" && echo 's VERIFIED UNSATISFIABLE'";
    assert_eq!(with_script(Some(look), line).0, twice);
    for line in ["latin:3 --unique --certify veripb", "magic:2 --certify veripb"] {
        let (standing, answer, words) = with_script(Some(yes), line);
        let expected = if line.starts_with("magic") { twice } else { "" };
        assert_eq!(standing, expected, "{line} {answer}: {words}");
    }
}

#[test]
fn definitions_are_written_for_others() {
    let ran = fed(".", &["encode", "latin:2", "--to", "opb-definition"], b"");
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    insta::assert_snapshot!(ran.out, @r"
    * #variable= 8 #constraint= 16
    * latin:2: latin square 2x2, 4 holes
    * model latin 2x2
    * 0 is r1c1
    * 1 is r1c2
    * 2 is r2c1
    * 3 is r2c2
    1 e0_1 1 e0_2 >= 1 ;
    -1 e0_1 -1 e0_2 >= -1 ;
    1 e1_1 1 e1_2 >= 1 ;
    -1 e1_1 -1 e1_2 >= -1 ;
    1 e2_1 1 e2_2 >= 1 ;
    -1 e2_1 -1 e2_2 >= -1 ;
    1 e3_1 1 e3_2 >= 1 ;
    -1 e3_1 -1 e3_2 >= -1 ;
    * constraint 0
    -1 e0_1 -1 e1_1 >= -1 ;
    -1 e0_2 -1 e1_2 >= -1 ;
    * constraint 1
    -1 e2_1 -1 e3_1 >= -1 ;
    -1 e2_2 -1 e3_2 >= -1 ;
    * constraint 2
    -1 e0_1 -1 e2_1 >= -1 ;
    -1 e0_2 -1 e2_2 >= -1 ;
    * constraint 3
    -1 e1_1 -1 e3_1 >= -1 ;
    -1 e1_2 -1 e3_2 >= -1 ;
    ");
}

/// A variable with many values costs no time: there is no definition, and the output states this.
#[test]
fn wide_domains_are_refused_at_once() {
    let folder = tempfile::tempdir().expect("a folder");
    for (last, judged) in [(2_000_000, false), (60_000, true)] {
        let text = format!(
            r#"{{"format": "parallax-model-1", "variables": [
            {{"name": "x", "domain": "0..{last}"}}, {{"name": "y", "domain": "0..{last}"}}],
            "constraints": [{{"kind": "linear", "terms": [{{"variable": "x", "coefficient": 3}},
            {{"variable": "y", "coefficient": 5}}], "relation": "=", "constant": 7}}]}}"#
        );
        let file = folder.path().join("wide.model.json");
        fs::write(&file, text).expect("a file");
        let file = file.to_str().expect("UTF-8");
        let line = format!("{file} --count --certify veripb");
        let yes = "echo 's VERIFIED UNSATISFIABLE'";
        let (standing, _, words) = with_script(Some(yes), &line);
        let expected = if judged { " and by VeriPB" } else { "" };
        assert_eq!(standing, format!("certified (file){expected}"), "{words}");
        assert_eq!(words.contains("variable 0 has 2000001 values"), !judged, "{words}");
        let ran = fed(".", &["encode", file, "--to", "opb-definition"], b"");
        assert_eq!(ran.code, Some(if judged { 0 } else { 2 }), "{}", ran.err);
    }
}
