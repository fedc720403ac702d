//! VeriPB as a second judge: the definitions against brute force, and proofs from certificates of
//! every kind, checked by a plain checker and, where it is installed, by VeriPB.

mod plain;

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use parallax::ask::{Answer, Control, Engine, Task};
use parallax::engines::{Certifying, Spec};
use parallax::formats;
use parallax::model::{ConstraintKind, Model, Value, sample};
use parallax::proofs::veripb::{Claimed, Definition, Files, Verdict, prove, verify};
use parallax_certificates::{Form, Model as Flat, json};
use plain::Plain;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

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
    json::read(&formats::json::write(model)).expect("a flat model")
}

/// All values of all variables.
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
    for (number, &kind) in (0u64..).zip(ConstraintKind::ALL) {
        for seed in 0..4 {
            let mut rng = ChaCha8Rng::seed_from_u64(9000 + 100 * number + seed);
            let flat = flat(&sample::model_of_kind(&mut rng, kind).expect("a sample"));
            let definition = Definition::new(&flat, &Control::unlimited()).expect("small models");
            let plain = Plain::new(&definition.opb(false));
            for point in points(&flat) {
                let names = point.iter().enumerate().map(|(v, value)| format!("e{v}_{value}"));
                let holds = flat.constraints.iter().all(|own| own.holds(&point));
                let names: Vec<String> = names.collect();
                assert_eq!(plain.is_satisfied(&names), holds, "{kind} {point:?}\n{}", flat.text());
                *(if holds { &mut some } else { &mut none }) += 1;
            }
        }
    }
    assert!(some > 1000 && none > 1000, "{some} {none}");
}

/// Certifies all solutions or the best one, writes the proof, and has it checked.
fn judged(
    spec: &str,
    model: &Arc<Model>,
    task: Task,
    folder: &Path,
    wrong: bool,
) -> Result<(), String> {
    let file = folder.join("own.cert");
    let spec: Spec = spec.parse().expect("a spec");
    let engine = Certifying::new(&spec).expect("it certifies").kept_in(file.clone(), Form::Text);
    let control = Control::unlimited();
    let mut session = engine.prepare(model, 7, &control).expect("a session");
    let mut solutions: Vec<Vec<Value>> = Vec::new();
    let outcome = session.ask(&[], task, &control, &mut |values: &[Value]| {
        solutions.push(values.to_vec());
        ControlFlow::Continue(())
    });
    let proof = outcome.proof.expect("a fate");
    if proof.accepted != Some(true) {
        return Ok(assert!(proof.words.contains("are auxiliary"), "{spec}: {}", proof.words));
    }
    let flat = flat(model);
    let files = Files { opb: folder.join("own.opb"), proof: folder.join("own.pbp") };
    let claimed = match outcome.answer {
        Answer::Optimal(best) => Claimed::Best(best + i64::from(wrong)),
        _ => Claimed::Solutions(&solutions[usize::from(wrong)..]),
    };
    let text = fs::File::open(&file).expect("a certificate");
    let (_, written) =
        prove(&flat, text, claimed, 1 << 30, &control, &files).expect("an accepted certificate");
    written?;
    let [opb, proof] =
        [&files.opb, &files.proof].map(|file| fs::read_to_string(file).expect("a text"));
    let plain = Plain::new(&opb).accepts(&proof);
    match verify(&files.opb, &files.proof, &control) {
        Verdict::None(_) => plain,
        Verdict::Accepted => plain.map_err(|why| format!("VeriPB accepts: {why}")),
        Verdict::Refused(why) => Err(plain.map_or_else(|own| own, |()| format!("VeriPB: {why}"))),
    }
}

/// Settings that differ in what they derive.
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
    for (number, &kind) in (0u64..).zip(ConstraintKind::ALL) {
        for seed in 0..5 {
            let mut rng = ChaCha8Rng::seed_from_u64(9500 + 100 * number + seed);
            let model = Arc::new(sample::model_of_kind(&mut rng, kind).expect("a sample"));
            let (_, solutions) = all("brute", &model, Task::All);
            for spec in SPECS {
                let fate = judged(spec, &model, Task::All, folder.path(), false);
                assert_eq!(fate, Ok(()), "{spec} on {kind} seed {seed}\n{model}");
                some += u32::from(!solutions.is_empty());
            }
            // With one solution less in the claim there is no contradiction.
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
