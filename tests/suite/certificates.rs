//! Certificates of native search: every kind of constraint, every level and heuristic, mutations.

use std::collections::HashSet;
use std::fs;
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use flate2::read::GzDecoder;
use parallax_certificates::{
    Accepted, Claim, Constraint, Form, Model as Flat, Refused, Relation, Terms, json,
};
use parallax_engines::{Certifying, Spec};
use parallax_model::ask::{Answer, Control, Engine, Task};
use parallax_model::{
    self as model, Compare, ConstraintKind, Domain, GlobalKind, Model, Value, VarId, sample,
};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::common::fed;

const HOME: &str = env!("CARGO_MANIFEST_DIR");

/// Settings that differ in what they derive and in how they branch.
pub(super) const SETTINGS: [&str; 15] = [
    "native",
    "native,none",
    "native,fc",
    "native,ac",
    "native,singles",
    "native,bounds",
    "native,gac",
    "native:mid+gval",
    "native:mad+aval",
    "native:random+random",
    "native,d-way",
    "native:domdeg,fc,d-way",
    "native:chs,gac,lc",
    "native:activity,restarts=luby:2",
    "native:random+random,gac,d-way,restarts=luby:1",
];

/// Returns the kinds that the checker knows.
pub(super) fn certified_kinds() -> Vec<ConstraintKind> {
    let globals = [ConstraintKind::Global(GlobalKind::Regular)];
    ConstraintKind::CORE.iter().copied().chain(globals).collect()
}

fn settings() -> Vec<Spec> {
    SETTINGS.iter().map(|text| text.parse().expect("settings")).collect()
}

/// Returns the answer, the number of candidates, and the result of checking the certificate.
fn certified(
    spec: &Spec,
    model: &Arc<Model>,
    task: Task,
    file: &Path,
) -> (Answer, u64, Option<bool>, String) {
    let engine = Certifying::new(spec).expect("native search");
    let engine = engine.kept_in(file.to_owned(), Form::Text);
    asked(&engine, model, task)
}

/// Runs any engine that certifies, and returns these results.
fn asked(
    engine: &Certifying,
    model: &Arc<Model>,
    task: Task,
) -> (Answer, u64, Option<bool>, String) {
    let control = Control::unlimited();
    let mut session = engine.prepare(model, 7, &control).expect("a session");
    let mut given = 0;
    let outcome = session.ask(&[], task, &control, &mut |_: &[Value]| {
        given += 1;
        ControlFlow::Continue(())
    });
    let proof = outcome.proof.expect("a fate");
    (outcome.answer, given, proof.accepted, proof.words)
}

fn whole(model: &Flat, input: impl Read) -> Result<Accepted, Refused> {
    let none = &mut |_: &str| Err(io::ErrorKind::NotFound.into());
    parallax_certificates::check(model, input, none, &|| Ok(()))
}

fn check(model: &Flat, input: impl Read) -> Result<Claim, String> {
    whole(model, input).map(|accepted| accepted.claim).map_err(|refused| refused.to_string())
}

/// Returns the claim that the checker reads in the files.
fn claim(file: &Path) -> Result<Claim, String> {
    let model = fs::read_to_string(file.with_extension("cert.model.json")).expect("a model");
    let model = json::read(&model).expect("the checker reads the model");
    check(&model, fs::File::open(file).expect("a file"))
}

pub(super) fn shown_solutions(model: &Model) -> u64 {
    let spec: Spec = "brute".parse().expect("a spec");
    let model = Arc::new(model.clone());
    let control = Control::unlimited();
    let mut session = spec.prepare(&model, 0, &control).expect("small models");
    let mut shown = HashSet::new();
    session.ask(&[], Task::All, &control, &mut |values: &[Value]| {
        shown.insert(model.shown().iter().map(|v| values[v.index()]).collect::<Vec<_>>());
        ControlFlow::Continue(())
    });
    shown.len() as u64
}

#[test]
fn every_setting_certifies_every_kind() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("own.cert");
    let (mut accepted, mut several) = (0, 0);
    for (number, &kind) in (0u64..).zip(&certified_kinds()) {
        for seed in 0..6 {
            let mut rng = ChaCha8Rng::seed_from_u64(4000 + 100 * number + seed);
            let model = Arc::new(sample::model_of_kind(&mut rng, kind).expect("a sample"));
            let count = shown_solutions(&model);
            for spec in settings() {
                let (_, given, fate, words) = certified(&spec, &model, Task::All, &file);
                assert_eq!(
                    (given, fate),
                    (count, Some(true)),
                    "{spec} on {kind}: {words}\n{model}"
                );
                accepted += 1;
                several += u64::from(count > 1);
            }
        }
    }
    assert!(accepted > 600 && several > 200, "{accepted} {several}");
}

#[test]
fn proofs_of_sat_solvers_become_certificates() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("own.cert");
    let solvers = ["sat:varisat", "sat:cadical"];
    let solvers =
        solvers.iter().filter_map(|name| name.parse::<Spec>().ok()).filter(Spec::is_built);
    let mut specs: Vec<Spec> = Vec::new();
    for solver in solvers {
        for integers in ["direct", "order", "channelled"] {
            let solver = solver.to_string();
            let solver = solver.split('+').next().expect("a name");
            specs.push(format!("{solver}+{integers}").parse().expect("a spec"));
        }
    }
    for (number, &kind) in (0u64..).zip(ConstraintKind::CORE) {
        let (mut accepted, mut auxiliary, mut weaker) = (0, 0, 0);
        for seed in 0..6 {
            let mut rng = ChaCha8Rng::seed_from_u64(8000 + 100 * number + seed);
            let model = Arc::new(sample::model_of_kind(&mut rng, kind).expect("a sample"));
            let count = shown_solutions(&model);
            for spec in &specs {
                let (_, given, fate, words) = certified(spec, &model, Task::All, &file);
                assert_eq!(given, count, "{spec} on {kind}");
                if fate.is_none() {
                    assert!(words.contains("are auxiliary"), "{spec} on {kind}: {words}\n{model}");
                    auxiliary += 1;
                    continue;
                }
                assert_eq!(fate, Some(true), "{spec} on {kind}: {words}\n{model}");
                accepted += 1;
                // Simulates an encoder that adds clauses without a reason.
                let text =
                    fs::read_to_string(file.with_extension("cert.model.json")).expect("a model");
                let mut flat = json::read(&text).expect("a model");
                let whole = flat.digest();
                flat.constraints.iter_mut().for_each(|own| *own = always());
                let steps =
                    fs::read_to_string(&file).expect("a text").replace(&whole, &flat.digest());
                let points: usize =
                    flat.variables.iter().filter(|v| v.shown).map(|v| v.domain.len()).product();
                if points as u64 != given {
                    assert!(check(&flat, steps.as_bytes()).is_err(), "{kind} seed {seed}");
                    weaker += 1;
                }
            }
        }
        println!(
            "{kind}: {accepted} certified, {auxiliary} with auxiliary variables, {weaker} weaker"
        );
        assert!(accepted > 0 || auxiliary > 0, "{kind}");
    }
    let unique =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let own = folder.path();
    for engine in specs.iter().map(Spec::to_string) {
        let found = standing(&format!("{unique} --unique --certify --engine {engine}"), own);
        assert_eq!(found, ("unique".into(), "certified (file)".into()), "{engine}");
    }
}

/// Returns a constraint that always holds.
/// The plain form of an automaton has variables that the model does not have.
#[test]
fn proofs_of_sat_solvers_about_automata_are_none() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("own.cert");
    let spec: Spec = "sat:varisat".parse().expect("a spec");
    for seed in 0..6 {
        let mut rng = ChaCha8Rng::seed_from_u64(8900 + seed);
        let kind = ConstraintKind::Global(GlobalKind::Regular);
        let model = Arc::new(sample::model_of_kind(&mut rng, kind).expect("a sample"));
        let (_, given, fate, words) = certified(&spec, &model, Task::All, &file);
        assert_eq!((given, fate), (shown_solutions(&model), None), "{words}");
        assert!(words.contains("the states of automata, which are auxiliary"), "{words}");
    }
}

fn always() -> Constraint {
    Constraint::Linear { terms: Terms::default(), relation: Relation::Eq, constant: 0 }
}

#[test]
fn mixed_models_and_optima_are_certified() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("own.cert");
    let mut optima = 0;
    for seed in 0..40 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let model = Arc::new(sample::model(&mut rng).expect("a sample"));
        for spec in ["native", "native,fc,d-way"] {
            let spec: Spec = spec.parse().expect("settings");
            let (answer, given, fate, words) = certified(&spec, &model, Task::All, &file);
            assert_eq!(
                (given, fate),
                (shown_solutions(&model), Some(true)),
                "{spec} seed {seed}: {words}"
            );
            assert_eq!(answer == Answer::Unsatisfiable, given == 0);
        }
        let model = Arc::new(sample::model_with_objective(&mut rng).expect("a sample"));
        for spec in settings() {
            let (answer, _, fate, words) = certified(&spec, &model, Task::Optimise, &file);
            assert_eq!(fate, Some(true), "{spec} seed {seed}: {words}\n{model}");
            if let Answer::Optimal(value) = answer {
                assert_eq!(claim(&file), Ok(Claim::Optimum(Some(value.into()))));
                optima += 1;
            }
        }
    }
    assert!(optima > 100, "{optima}");
}

/// More pigeons than holes, any two of them in different ones.
fn pigeons(number: Value) -> Arc<Model> {
    let mut made = Model::new("pigeons");
    let holes = Domain::range(2, number);
    let all: Vec<VarId> = (0..number)
        .map(|own| made.add_shown(format!("p{own}"), holes.clone()).expect("a new name"))
        .collect();
    for (place, &left) in all.iter().enumerate() {
        for &right in &all[..place] {
            let pair = Compare { left, relation: model::Relation::Ne, right, offset: 0 };
            made.post("", model::Constraint::Compare(pair)).expect("a constraint");
        }
    }
    Arc::new(made)
}

#[test]
fn restarts_keep_what_the_root_has_refuted() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("own.cert");
    let model = pigeons(6);
    for spec in [
        "native:random+random,d-way,restarts=luby:1",
        "native:chs,d-way,restarts=luby:3",
        "native:chs,restarts=luby:3",
        "native:activity,lc,restarts=geometric:2",
    ] {
        let spec: Spec = spec.parse().expect("settings");
        let (answer, _, fate, words) = certified(&spec, &model, Task::First, &file);
        assert_eq!((answer, fate), (Answer::Unsatisfiable, Some(true)), "{spec}: {words}");
    }
}

/// Changes a certificate a little.
pub(super) fn mutate(lines: &mut Vec<String>, rng: &mut ChaCha8Rng) {
    let place = rng.random_range(1..lines.len() as u32) as usize;
    let other = rng.random_range(1..lines.len() as u32) as usize;
    match rng.random_range(0..6u32) {
        0 => drop(lines.remove(place)),
        1 => lines.insert(place, lines[other].clone()),
        2 => lines.swap(place, other),
        3 => lines.truncate(place),
        _ => {
            let mut words: Vec<String> = lines[place].split(' ').map(str::to_owned).collect();
            let word = rng.random_range(0..words.len() as u32) as usize;
            let number = rng.random_range(0..6u32);
            words[word] = if word == 0 {
                ["d", "p", "f", "s", "u", "c"][number as usize].to_owned()
            } else {
                number.to_string()
            };
            lines[place] = words.join(" ");
        }
    }
}

#[test]
fn no_mutation_is_accepted_with_another_claim() {
    const MUTATIONS: usize = 60;
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("own.cert");
    let native = Spec::native();
    let (mut tried, mut refused) = (0, 0);
    for (number, &kind) in (0u64..).zip(&certified_kinds()) {
        for seed in 0..12 {
            let mut rng = ChaCha8Rng::seed_from_u64(9000 + 100 * number + seed);
            let model = Arc::new(sample::model_of_kind(&mut rng, kind).expect("a sample"));
            certified(&native, &model, Task::All, &file);
            let right = claim(&file).expect("a certificate");
            let text = fs::read_to_string(&file).expect("a text");
            let flat = fs::read_to_string(file.with_extension("cert.model.json")).expect("a model");
            let flat = json::read(&flat).expect("a model");
            for _ in 0..MUTATIONS {
                let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
                if lines.len() < 2 {
                    break;
                }
                mutate(&mut lines, &mut rng);
                tried += 1;
                match check(&flat, (lines.join("\n") + "\n").as_bytes()) {
                    Ok(claim) => assert_eq!(claim, right, "{}", lines.join("\n")),
                    Err(_) => refused += 1,
                }
            }
        }
    }
    assert!(tried >= 9_000 && refused > tried / 2, "{tried} {refused}");
}

#[test]
fn a_model_with_one_constraint_less_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("own.cert");
    let mut caught = 0;
    for (number, &kind) in (0u64..).zip(&certified_kinds()) {
        for seed in 0..4 {
            let mut rng = ChaCha8Rng::seed_from_u64(700 + 100 * number + seed);
            let model = Arc::new(sample::model_of_kind(&mut rng, kind).expect("a sample"));
            let (_, given, ..) = certified(&Spec::native(), &model, Task::All, &file);
            let text = fs::read_to_string(file.with_extension("cert.model.json")).expect("a model");
            let mut flat = json::read(&text).expect("a model");
            // Simulates a search whose propagators use a constraint that the model does not have.
            let whole = flat.digest();
            flat.constraints.clear();
            let steps = fs::read_to_string(&file).expect("a text").replace(&whole, &flat.digest());
            let points: usize =
                flat.variables.iter().filter(|v| v.shown).map(|v| v.domain.len()).product();
            if points as u64 != given {
                assert!(check(&flat, steps.as_bytes()).is_err(), "{kind} seed {seed}");
                caught += 1;
            }
        }
    }
    assert!(caught > 30, "{caught}");
}

fn solve(line: &str, folder: &Path) -> (Option<i32>, String, String) {
    let words: Vec<&str> = std::iter::once("solve").chain(line.split(' ')).collect();
    let ran = fed(folder.to_str().expect("UTF-8"), &words, b"");
    (ran.code, ran.out, ran.err)
}

/// Returns the standing that the program reports, and its claim.
fn standing(line: &str, folder: &Path) -> (String, String) {
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
        let model = json::read(&model).expect("a model");
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
        .find(|name| parallax_solvers::process::find(name).is_some());
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
    let digest = json::read(BY_HAND.0).expect("a model").digest();
    for (name, rest) in BY_HAND.1 {
        let text = format!("parallax-certificate 2 {digest} count{rest}");
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
        let model = json::read(BY_HAND.0).expect("a model");
        let file = fs::File::open(own.join(name)).expect("a file");
        let fate = parallax_certificates::check(&model, file, &mut files, &|| Ok(()));
        assert_eq!(fate.is_err(), code == 1, "{name}: {fate:?}");
    }
    for (number, &kind) in (0u64..).zip(&certified_kinds()) {
        for seed in 0..2 {
            let mut rng = ChaCha8Rng::seed_from_u64(5000 + 100 * number + seed);
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
