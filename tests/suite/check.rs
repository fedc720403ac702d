//! `parallax check`: valid, invalid and undecided solutions.

use std::collections::BTreeSet;
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use parallax_engines::Spec;
use parallax_formats::ModelInstance;
use parallax_instance::{Instance, SolutionValidity, judge_solution};
use parallax_model::engine_api::{Control, Engine, Task};
use parallax_model::{Model, Value, sample};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::common::{Ran, fed};

fn check(at: &Path, args: &[&str]) -> Ran {
    fed(at, &[&["check"], args].concat(), b"")
}

/// Returns the solutions that brute force finds, as the shown values in order.
fn solutions(model: &Model) -> Option<BTreeSet<Vec<Value>>> {
    let engine: Spec = "brute".parse().expect("a spec");
    let (model, control) = (Arc::new(model.clone()), Control::unlimited());
    let mut session = engine.prepare(&model, 0, &control).ok()?;
    let mut found = BTreeSet::new();
    let outcome = session.ask(&[], Task::All, &control, &mut |values: &[Value]| {
        found.insert(model.shown().iter().map(|v| values[v.index()]).collect());
        ControlFlow::Continue(())
    });
    outcome.complete.then_some(found)
}

/// Draws a random model with some variables hidden.
fn hidden(rng: &mut ChaCha8Rng) -> Option<Model> {
    let model = sample::random_model(rng).ok()?;
    let hide: BTreeSet<usize> =
        (0..model.variables().len()).filter(|_| rng.random_bool(0.4)).collect();
    let mut own = Model::new("hidden");
    // The order of the variables stays, so that the constraints keep their meaning.
    for (place, variable) in model.variables().iter().enumerate() {
        let (name, domain) = (variable.name.as_str(), variable.domain.clone());
        let added = if hide.contains(&place) || !variable.shown {
            own.add_hidden(name, domain)
        } else {
            own.add_shown(name, domain)
        };
        added.ok()?;
    }
    for dimension in model.dimensions() {
        own.add_dimension(dimension.clone()).ok()?;
    }
    for posted in model.constraints() {
        own.post(posted.label.as_str(), posted.constraint.clone()).ok()?;
    }
    (own.shown().len() < own.variables().len()).then_some(own)
}

/// Random assignments of random models with hidden variables are valid exactly if brute force finds
/// them. `PARALLAX_CASES` is their number.
#[test]
fn assignments_are_judged_as_brute_force_does() {
    let cases: u64 =
        std::env::var("PARALLAX_CASES").ok().and_then(|own| own.parse().ok()).unwrap_or(1_500);
    let engine = Spec::native();
    let control = Control::unlimited();
    let (mut done, mut valid, mut seen_by_rules) = (0u64, 0u64, 0u64);
    for seed in 0.. {
        if done >= cases {
            break;
        }
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let Some(model) = hidden(&mut rng) else { continue };
        let Some(all) = solutions(&model) else { continue };
        let instance = ModelInstance::new(model.clone());
        for _ in 0..8 {
            // Half of them are near a solution, so that few rules are broken.
            let near = all.iter().nth(rng.random_range(0..all.len().max(1) as u32) as usize);
            let mut terms: Vec<Value> = match near.filter(|_| rng.random_bool(0.5)) {
                Some(near) => near.clone(),
                None => model.shown().iter().filter_map(|&v| model.domain(v).min()).collect(),
            };
            if terms.len() != model.shown().len() {
                break;
            }
            for (place, &variable) in model.shown().iter().enumerate() {
                if rng.random_bool(0.3) {
                    let domain: Vec<Value> = model.domain(variable).iter().collect();
                    terms[place] = domain[rng.random_range(0..domain.len() as u32) as usize];
                }
            }
            let right = all.contains(&terms);
            let found = judge_solution(&instance, &terms, &engine, &control);
            match &found {
                SolutionValidity::Valid => assert!(right, "seed {seed}: {terms:?}\n{model}"),
                SolutionValidity::Broken(_) => {
                    assert!(!right, "seed {seed}: {terms:?} {found:?}\n{model}");
                }
                SolutionValidity::Undecided(why) => panic!("seed {seed}: {why}\n{model}"),
            }
            seen_by_rules += u64::from(instance.rules(&terms).is_err());
            valid += u64::from(right);
            done += 1;
        }
    }
    let by_search = done - valid - seen_by_rules;
    println!(
        "{done} assignments: {valid} valid, {seen_by_rules} against rules that are seen, {by_search} others"
    );
    assert!(valid * 10 > done && by_search * 20 > done, "{done} {valid} {seen_by_rules}");
}

#[test]
#[allow(clippy::too_many_lines, reason = "a list of cases")]
fn hidden_variables_are_searched_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    for (line, code, out) in [
        ("q1 = 2, q2 = 4, q3 = 1, q4 = 3", 0, "valid\n"),
        ("q1 = 3, q2 = 1, q3 = 4, q4 = 2", 0, "valid\n"),
        ("q1 = 1, q2 = 2, q3 = 3, q4 = 4", 1, "invalid: rising diagonal"),
        ("q1 = 1, q2 = 1, q3 = 3, q4 = 4", 1, "invalid: rows"),
        ("q1 = 2, q2 = 4, q3 = 1", 2, ""),
        ("q1 = 2, q2 = 4, q3 = 1, q4 = 3, rising1 = 9", 2, ""),
        ("q1 = 2, q2 = 4, q3 = 1, q4 = 5", 1, "outside its domain"),
    ] {
        let ran = check(at, &["queens:4", line]);
        assert!(ran.code == Some(code) && ran.out.contains(out), "{line}: {}{}", ran.out, ran.err);
    }
    // A hidden variable with and without a possible value, with and without a constraint.
    for (domain, constraints, code) in [
        ("0..1", "", 0),
        ("{}", "", 1),
        (
            "0..1",
            r#"{"kind": "linear", "terms": [{"variable": "h"}], "relation": ">=", "constant": 2}"#,
            1,
        ),
        ("0..1", r#"{"kind": "compare", "left": "h", "relation": "=", "right": "a"}"#, 0),
    ] {
        let text = format!(
            r#"{{"format": "parallax-model-1", "variables": [{{"name": "a", "domain": "0..3"}},
            {{"name": "h", "domain": "{domain}", "shown": false}}], "constraints": [{constraints}]}}"#
        );
        fs::write(at.join("own.model.json"), text).expect("a file");
        let ran = check(at, &["own.model.json", "a = 1"]);
        assert_eq!(ran.code, Some(code), "{domain} {constraints}: {}{}", ran.out, ran.err);
    }
    let ran = check(at, &["own.model.json", "a = 2", "--format", "json"]);
    let line: serde_json::Value = serde_json::from_str(&ran.out).expect("an object");
    assert_eq!((ran.code, &line["valid"]), (Some(1), &false.into()));
    // One of several instances.
    let boards = b"14.......1.4....\n.4.......1.4....\n";
    for (index, code, out) in [("0", 1, "invalid"), ("1", 0, "valid\n"), ("2", 2, "")] {
        let ran = fed(at, &["check", "-", "3412124321344321", "--index", index], boards);
        let good = ran.code == Some(code) && ran.out.starts_with(out);
        assert!(good, "{index}: {}{}", ran.out, ran.err);
    }
    // Several instances: an empty reply is no solution, and every answer that `solve` prints is
    // read.
    for (lines, code) in [
        ("", 2),
        ("\n", 2),
        ("<stdin> unsat 0\n", 2),
        ("<stdin> unknown 0 (timeout)\n<stdin>#1 none\n", 2),
        ("<stdin>#1 sat 1 3412124321344321\n<stdin> unsat 0\n", 0),
        ("<stdin> sat 2+ 3412124321344321\n", 1),
        ("<stdin>#1 unique 3412124321344321\n", 0),
        ("<stdin>#1 not-unique 3412124321344321\n", 0),
        ("<stdin>#1 optimal -3 1 3412124321344321\n", 0),
        ("<stdin>#2 sat 1 3412124321344321\n", 2),
    ] {
        fs::write(at.join("rows.txt"), lines).expect("a file");
        let ran = fed(at, &["check", "-", "rows.txt"], boards);
        assert_eq!(ran.code, Some(code), "{lines}: {}{}", ran.out, ran.err);
    }
    // Several solutions: the worst result decides.
    let ran = fed(at, &["check", "own.model.json", "-"], b"a = 1\na = 2\n");
    let invalid = "h = a: no values of the hidden variables complete this solution";
    let out = format!("a = 1: valid\na = 2: invalid: {invalid}\n");
    assert_eq!((ran.code, ran.out), (Some(1), out), "{}", ran.err);
}

/// Thirteen pigeons in twelve holes, hidden, and one shown variable: no engine decides it soon.
#[test]
fn what_takes_too_long_is_undecided() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    let names: Vec<String> = (0..13).map(|n| format!("h{n}")).collect();
    let variables: Vec<String> = names
        .iter()
        .map(|name| format!(r#"{{"name": "{name}", "domain": "1..12", "shown": false}}"#))
        .collect();
    let mut different = Vec::new();
    for (place, one) in names.iter().enumerate() {
        different.extend(names[..place].iter().map(|other| {
            format!(
                r#"{{"kind": "compare", "left": "{one}", "relation": "!=", "right": "{other}"}}"#
            )
        }));
    }
    let text = format!(
        r#"{{"format": "parallax-model-1", "variables": [{{"name": "a", "domain": "0..1"}}, {}],
        "constraints": [{}]}}"#,
        variables.join(", "),
        different.join(", ")
    );
    fs::write(at.join("hard.model.json"), text).expect("a file");
    for engine in ["native", "sat:batsat"] {
        let args = ["hard.model.json", "a = 1", "--timeout", "0.05", "--engine", engine];
        let ran = check(at, &args);
        assert!(
            ran.code == Some(3) && ran.out.starts_with("undecided: "),
            "{}{}",
            ran.out,
            ran.err
        );
        let ran = check(at, &[&args[..], &["--format", "json"]].concat());
        let line: serde_json::Value = serde_json::from_str(&ran.out).expect("an object");
        assert!(line["valid"].is_null() && line["undecided"].is_string(), "{line}");
    }
    // An engine of unknown family that claims that there are no values also decides nothing.
    let liar = "dimacs:sh -c 'cat >/dev/null; echo s UNSATISFIABLE; exit 20'";
    for line in ["q1 = 2, q2 = 4, q3 = 1, q4 = 3", "q1 = 1, q2 = 2, q3 = 3, q4 = 4"] {
        let ran = check(at, &["queens:4", line, "--engine", liar]);
        let says = ran.out.contains("its family is unknown");
        assert!(ran.code == Some(3) && says, "{}{}", ran.out, ran.err);
    }
    // An engine that cannot take the model decides nothing.
    let ran = check(at, &["hard.model.json", "a = 1", "--engine", "brute", "--timeout", "0.2"]);
    assert_eq!(ran.code, Some(3), "{}{}", ran.out, ran.err);
}

/// `check` reads the output of `solve -q` for each kind of instance: as a file, from standard
/// input, and each line as an argument.
#[test]
#[allow(clippy::too_many_lines, reason = "a list of cases")]
fn solutions_are_read_as_they_are_printed() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    let home = Path::new(env!("CARGO_MANIFEST_DIR")).join("instances");
    let mut names: Vec<String> = fs::read_dir(&home)
        .expect("instances")
        .map(|entry| entry.expect("a file").path())
        .filter(|path| path.is_file() && path.extension().is_some_and(|own| own != "toml"))
        .map(|path| path.to_str().expect("UTF-8").to_owned())
        .collect();
    names.extend(
        [
            "latin:1",
            "latin:2",
            "latin:11",
            "sudoku:4",
            "sudoku:16",
            "sudoku:36",
            "magic:1",
            "magic:3",
        ]
        .map(str::to_owned),
    );
    names.extend(
        [
            "set:12@3",
            "keisuke:5@7",
            "queens:1",
            "queens:5",
            "zebra:3",
            "timetable:12",
            "sets:4x3x3",
        ]
        .map(str::to_owned),
    );
    let model = |variables: &str| {
        format!(r#"{{"format": "parallax-model-1", "variables": [{variables}]}}"#)
    };
    let files = [
        ("one.model.json", model(r#"{"name": "x", "domain": "1..3"}"#)),
        ("none.model.json", model(r#"{"name": "h", "domain": "1..3", "shown": false}"#)),
        (
            "words.model.json",
            model(
                r#"{"name": "a b", "domain": ["red", "light blue"]}, {"name": "c", "domain": "-2..-1"}"#,
            ),
        ),
        (
            "names.model.json",
            model(
                r#"{"name": "x[1,2]", "domain": "1..2"}, {"name": "a = b", "domain": "1..2"},
                {"name": "{", "domain": "1..2"}, {"name": " c;d ", "domain": "1..2"},
                {"name": "\"q\"", "domain": "1..1"}, {"name": "l\nm", "domain": "1..1"}"#,
            ),
        ),
        ("brace.model.json", model(r#"{"name": "{x}", "domain": "1..2"}"#)),
        (
            "two.cnf",
            "p cnf 2 1
1 2 0
"
            .to_owned(),
        ),
        (
            "zero.cnf",
            "p cnf 0 0
"
            .to_owned(),
        ),
        (
            "two.opb",
            "* #variable= 2 #constraint= 1
+1 x1 +1 x2 >= 1 ;
"
            .to_owned(),
        ),
        (
            "one.opb",
            "* #variable= 1 #constraint= 0
"
            .to_owned(),
        ),
        (
            "one.smt2",
            "(set-logic QF_LIA)
(declare-const x Int)
(assert (and (> x 0) (< x 4)))
"
            .to_owned(),
        ),
        (
            "names.smt2",
            "(set-logic QF_LIA)
(declare-const |a, b| Int)
(declare-const |c = d| Bool)
(assert (and (> |a, b| 0) (< |a, b| 4)))
"
            .to_owned(),
        ),
        (
            "one.md",
            "## Type\n\n| Name | Type | Values |\n|---|---|---|\n| Number | Int | [1..3] |\n\n\
             ## Constant\n\n| Name | Type |\n|---|---|\n| x | Number |\n"
                .to_owned(),
        ),
    ];
    for (name, text) in &files {
        fs::write(at.join(name), text).expect("a file");
        names.push((*name).to_owned());
    }
    let mut kinds = BTreeSet::new();
    for name in &names {
        let solved = fed(at, &["solve", name, "--limit", "3", "-q"], b"");
        if solved.code == Some(20) && solved.out == "unsatisfiable\n" {
            continue;
        }
        kinds.insert(Path::new(name).extension().map(|own| own.to_string_lossy().into_owned()));
        let lines: Vec<&str> = solved.out.lines().collect();
        // With several instances, those without a solution also have lines.
        let has = |line: &&&str| !(line.contains(" unsat 0") && line.starts_with(name.as_str()));
        let expected = lines.iter().filter(has).count();
        assert!(expected > 0, "{name}: {}{}", solved.out, solved.err);
        fs::write(at.join("own.txt"), &solved.out).expect("a file");
        for ran in
            [check(at, &[name, "own.txt"]), fed(at, &["check", name, "-"], solved.out.as_bytes())]
        {
            let valid = ran.out.lines().filter(|line| line.ends_with("valid")).count();
            let good = ran.code == Some(0) && valid == expected;
            assert!(good, "{name}: {}{}{}", solved.out, ran.out, ran.err);
        }
        for line in lines.iter().filter(has) {
            let ran = check(at, &[name, line]);
            let good = ran.code == Some(0) && ran.out.ends_with("valid\n");
            assert!(good, "{name} '{line}': {}{}", ran.out, ran.err);
        }
    }
    assert!(kinds.len() >= 10, "{kinds:?}");
}
