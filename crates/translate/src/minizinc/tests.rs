//! Random models: the solutions that MiniZinc's Gecode finds, against every assignment.

use std::collections::BTreeSet;
use std::process::Command;

use parallax_model::engine_api::Control;
use parallax_model::{ConstraintKind, Model, Value, sample};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::{MinizincTranslation, OutputItemForm, OutputVariables};

/// Returns what the installed `minizinc` prints for a model: all its solutions, with MiniZinc's own
/// library or that of Gecode. `None` if it is not there.
pub(super) fn printed(written: &MinizincTranslation, std: bool) -> Option<String> {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("m.mzn");
    let mut text = Vec::new();
    written.write_model(OutputItemForm::Shown, false, &[], &mut text).expect("written");
    std::fs::write(&file, &text).expect("a file");
    let mut run = Command::new("minizinc");
    run.args(["--solver", "gecode", "-a"]).args(if std { &["-G", "std"][..] } else { &[] });
    let Ok(ran) = run.arg(&file).output() else {
        eprintln!("skipped: minizinc is not installed");
        return None;
    };
    let (err, text) = (String::from_utf8_lossy(&ran.stderr), String::from_utf8_lossy(&text));
    assert!(ran.status.success(), "{err}\n{text}");
    Some(String::from_utf8(ran.stdout).expect("UTF-8"))
}

/// The seeds of the tests; more when an experiment asks for them: `PARALLAX_SEEDS=0..100`.
pub(super) fn seeds(few: u64) -> std::ops::Range<u64> {
    let from = std::env::var("PARALLAX_SEEDS").ok();
    let ends = from.and_then(|text| {
        let (from, to) = text.split_once("..")?;
        Some(from.parse().ok()?..to.parse().ok()?)
    });
    ends.unwrap_or(0..few)
}

/// Returns the shown values of the solutions in an output.
fn read(model: &Model, out: &str) -> BTreeSet<Vec<Value>> {
    let outputs = OutputVariables::from_model(model);
    let (mut found, mut values) = (BTreeSet::new(), vec![0; model.variables().len()]);
    for line in out.lines().filter(|line| !line.starts_with(['=', '%']) && !line.is_empty()) {
        if line == "----------" {
            let shown = model.shown().iter().map(|v| values[v.index()]).collect();
            assert!(found.insert(shown), "a solution twice: {out}");
        } else {
            let (variable, value) = outputs.parse_pair(line).expect("a pair");
            values[variable.index()] = Value::try_from(value).expect("a value");
        }
    }
    found
}

/// Returns the shown values of the solutions among all assignments.
fn expected(model: &Model) -> BTreeSet<Vec<Value>> {
    let domains: Vec<Vec<Value>> = model.variables().iter().map(|v| v.domain.to_vec()).collect();
    let mut found = BTreeSet::new();
    let mut places = vec![0; domains.len()];
    if domains.iter().any(Vec::is_empty) {
        return found;
    }
    loop {
        let values: Vec<Value> = places.iter().zip(&domains).map(|(&i, own)| own[i]).collect();
        if model.check(&[], &values).is_ok() {
            found.insert(model.shown().iter().map(|v| values[v.index()]).collect());
        }
        let next = (0..places.len()).find(|&i| places[i] + 1 < domains[i].len());
        let Some(next) = next else { return found };
        places[..next].fill(0);
        places[next] += 1;
    }
}

/// Requires that Gecode finds the solutions of a model.
fn compare(model: &Model, std: bool, about: &str) -> Option<usize> {
    let written = MinizincTranslation::from_model(model, &Control::unlimited()).expect("written");
    let found = read(model, &printed(&written, std)?);
    assert_eq!(found, expected(model), "{about}\n{model}");
    Some(found.len())
}

#[test]
fn each_kind_has_its_solutions_in_minizinc() {
    for std in [true, false] {
        for &kind in ConstraintKind::ALL {
            for seed in seeds(1) {
                let mut rng = ChaCha8Rng::seed_from_u64(seed);
                let model = sample::model_of_kind(&mut rng, kind).expect("a model");
                let about = format!("{kind}, seed {seed}, library std {std}");
                if compare(&model, std, &about).is_none() {
                    return;
                }
            }
        }
    }
}

#[test]
fn random_models_have_their_solutions_in_minizinc() {
    let mut satisfiable = 0;
    for seed in seeds(10) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let model = sample::model_with_globals(&mut rng).expect("a model");
        let Some(found) = compare(&model, true, &format!("seed {seed}")) else { return };
        satisfiable += usize::from(found > 0);
    }
    assert!(satisfiable > 3, "{satisfiable} models with solutions");
}
