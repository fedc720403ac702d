//! XCSP3: written models read back, programs that solve it, the lines of the competition.

use std::collections::BTreeSet;
use std::io::Cursor;
use std::ops::ControlFlow;
use std::sync::Arc;

use parallax_engines::Spec;
use parallax_formats::Xcsp3Instance;
use parallax_instance::{LineReader, ModelSource};
use parallax_model::engine_api::{Answer, Control, Engine, PreparationError, Task};
use parallax_model::{ConstraintKind, Model, Value, sample};
use parallax_translate::xcsp3::Xcsp3Translation;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::common::{fed, script};

/// Returns the shown parts of all solutions, by brute force.
fn by_brute_force(model: &Arc<Model>) -> BTreeSet<Vec<Value>> {
    let control = Control::unlimited();
    let mut session = Spec::brute().prepare(model, 0, &control).expect("small models");
    let mut found = BTreeSet::new();
    let outcome = session.ask(&[], Task::All, &control, &mut |values| {
        found.insert(model.shown().iter().map(|v| values[v.index()]).collect());
        ControlFlow::Continue(())
    });
    assert!(outcome.complete, "{model}");
    found
}

/// Returns the shown parts of all solutions of an instance of XCSP3, by native search. Variables
/// that no constraint mentions have the values of their domains.
fn as_read(model: &Model, text: &str) -> BTreeSet<Vec<Value>> {
    let mut lines = LineReader::new("written", Cursor::new(text.to_owned()));
    let instance = Xcsp3Instance::read_xcsp3(&mut lines).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let read = Arc::new(instance.model(&instance.default_viewpoint()).expect("a model"));
    let control = Control::unlimited();
    let mut session = Spec::native().prepare(&read, 0, &control).expect("small models");
    let mut found = BTreeSet::new();
    let mut go_on = |values: &[Value]| {
        let mut parts = vec![Vec::new()];
        for &variable in model.shown() {
            let name = format!("x{}", variable.index());
            let own = read.find(&name).filter(|v| read.variables()[v.index()].shown);
            let choices: Vec<Value> = match own {
                Some(own) => vec![values[own.index()]],
                None => model.domain(variable).iter().collect(),
            };
            let longer = |part: &Vec<Value>| {
                let part = part.clone();
                choices.iter().map(move |&v| [&part[..], &[v]].concat()).collect::<Vec<_>>()
            };
            parts = parts.iter().flat_map(longer).collect();
        }
        found.extend(parts);
        ControlFlow::Continue(())
    };
    session.ask(&[], Task::All, &control, &mut go_on);
    found
}

#[test]
fn written_models_have_the_same_solutions_when_they_are_read() {
    const SEEDS: u64 = 40;
    for &kind in ConstraintKind::ALL {
        let mut written = 0;
        for seed in 0..SEEDS {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let model = Arc::new(sample::model_of_kind(&mut rng, kind).expect("a model"));
            let xcsp3 = match Xcsp3Translation::from_model(&model, &Control::unlimited()) {
                Ok(xcsp3) => xcsp3,
                Err(PreparationError::Unsupported(_)) => continue,
                Err(other) => panic!("{other}"),
            };
            let mut bytes = Vec::new();
            xcsp3
                .write_instance(true, &["a <remark> -- of --> all".into()], &mut bytes)
                .expect("memory");
            let text = String::from_utf8(bytes).expect("text");
            assert_eq!(
                as_read(&model, &text),
                by_brute_force(&model),
                "{kind} {seed}\n{model}\n{text}"
            );
            written += 1;
        }
        let least = match kind {
            ConstraintKind::Implies | ConstraintKind::Global(_) => SEEDS / 8,
            _ => SEEDS,
        };
        assert!(written >= least, "{kind}: {written}");
    }
}

/// The program itself as a solver that reads XCSP3.
fn own_solver() -> String {
    format!("{} solve {{xml}} --format xcsp3", env!("CARGO_BIN_EXE_parallax"))
}

#[test]
fn a_program_for_xcsp3_finds_all_solutions_and_best_ones() {
    let spec: Spec = format!("xcsp3:{}", own_solver()).parse().expect("a spec");
    let control = Control::unlimited();
    let (mut models, mut best) = (0, 0);
    for seed in 0..14 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let model = match seed % 2 {
            0 => sample::model_with_globals(&mut rng),
            _ => sample::model_with_objective(&mut rng),
        };
        let model = Arc::new(model.expect("a model"));
        let expected = by_brute_force(&model);
        let Ok(mut session) = spec.prepare(&model, 0, &control) else { continue };
        if expected.len() <= 12 {
            let mut found = BTreeSet::new();
            let outcome = session.ask(&[], Task::All, &control, &mut |values| {
                let shown = model.shown().iter().map(|v| values[v.index()]).collect();
                assert!(found.insert(shown), "a solution twice");
                ControlFlow::Continue(())
            });
            assert!(outcome.complete, "{:?}\n{model}", outcome.answer);
            assert_eq!(found, expected, "{seed}\n{model}");
            models += 1;
        }
        if model.objective().is_some() {
            let mut go_on = |_: &[Value]| ControlFlow::Continue(());
            let outcome = session.ask(&[], Task::Optimise, &control, &mut go_on);
            let mut brute = Spec::brute().prepare(&model, 0, &control).expect("small models");
            let by_brute = brute.ask(&[], Task::Optimise, &control, &mut go_on);
            assert_eq!(outcome.answer, by_brute.answer, "{seed}\n{model}");
            best += u64::from(matches!(outcome.answer, Answer::Optimal(_)));
        }
    }
    assert!(models > 4 && best > 2, "{models} {best}");
}

#[test]
fn irregular_output_is_no_answer() {
    let folder = tempfile::tempdir().expect("a folder");
    for (text, code, expected) in [
        ("echo s UNSATISFIABLE", 5, "contradiction"),
        (
            "echo s SATISFIABLE; printf 'v <instantiation> <list> x0 x1 x2 x3 x4 x5 x6 x7 x8 </list>\
             <values> 1x9 </values> </instantiation>\\n'",
            5,
            "wrong solution",
        ),
        ("echo s SATISFIABLE; echo 'v <instantiation> <list> x0'", 3, "cut off"),
        ("echo s SATISFIABLE", 3, "prints none"),
        ("echo s UNKNOWN", 3, "the solver gave up"),
        ("echo s UNSUPPORTED", 3, "does not support"),
        ("echo hello", 3, "printed no answer"),
        ("exit 3", 3, "crash: exit code 3"),
    ] {
        script(&folder.path().join("solver"), text);
        let args = ["compare", "magic:3", "--engines", "native,mine=xcsp3:./solver"];
        let ran = fed(&folder, &args, b"");
        assert_eq!(ran.code, Some(code), "{text}: {}{}", ran.out, ran.err);
        assert!(ran.out.contains(expected), "{text}: {}", ran.out);
    }
}

#[test]
fn a_pseudo_boolean_solver_is_asked_again_without_each_solution() {
    let folder = tempfile::tempdir().expect("a folder");
    // Two booleans that differ: x1 and x2 are the values of the first, x3 and x4 of the second.
    let text = "if ! grep -q '#constraint=' \"$1\"; then exit 9; fi\n\
                n=$(grep -c ';' \"$1\"); base=$(cat base 2>/dev/null || echo $n); echo $base > base\n\
                case $((n - base)) in\n\
                0) echo 's SATISFIABLE'; echo 'v -x1 x2';;\n\
                1) echo 's SATISFIABLE'; echo 'v x1 -x2';;\n\
                *) echo 's UNSATISFIABLE';; esac";
    script(&folder.path().join("solver"), text);
    let model = r#"{"format": "parallax-model-1", "variables": [
        {"name": "a", "domain": "0..1"}, {"name": "b", "domain": "0..1"}],
        "constraints": [{"kind": "all_different", "scope": ["a", "b"]}]}"#;
    let args =
        ["compare", "-", "--all", "--engines", "brute,mine=opb:./solver {opb}", "--format", "json"];
    let ran = fed(&folder, &args, model.as_bytes());
    assert!(ran.out.contains("\"count\":2"), "{}{}", ran.out, ran.err);
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
}

#[test]
fn the_lines_of_the_competition_are_printed_and_read_back() {
    let text = "<instance format=\"XCSP3\" type=\"COP\"> <variables> <array id=\"x\" size=\"[3]\"> \
                0..4 </array> <var id=\"free\"> 0..9 </var> </variables> <constraints> \
                <allDifferent> x[] </allDifferent> </constraints> <objectives> <maximize \
                type=\"sum\"> <list> x[] </list> <coeffs> 1 2 3 </coeffs> </maximize> \
                </objectives> </instance>";
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("a.xml"), text).expect("a file");
    let ran = fed(&folder, &["solve", "a.xml", "--format", "xcsp3"], b"");
    assert_eq!(ran.code, Some(30), "{}{}", ran.out, ran.err);
    let lines: Vec<&str> = ran.out.lines().collect();
    let values: Vec<i64> =
        lines.iter().filter_map(|line| line.strip_prefix("o ")?.parse().ok()).collect();
    assert_eq!(values.last(), Some(&20), "{lines:?}");
    assert!(values.windows(2).all(|pair| pair[0] < pair[1]), "{values:?}");
    let last = &lines[lines.len() - 2..];
    assert_eq!(
        last,
        [
            "s OPTIMUM FOUND",
            "v <instantiation> <list> x[] free </list> <values> 2 3 4 * </values> </instantiation>"
        ]
    );
    std::fs::write(folder.path().join("out"), &ran.out).expect("a file");
    let checked = fed(&folder, &["check", "a.xml", "out"], b"");
    assert_eq!((checked.code, checked.out.trim()), (Some(0), "valid"), "{}", checked.err);
    let wrong = ran.out.replace("2 3 4 *", "4 3 4 *");
    std::fs::write(folder.path().join("out"), wrong).expect("a file");
    let checked = fed(&folder, &["check", "a.xml", "out"], b"");
    assert_eq!(checked.code, Some(1), "{}{}", checked.out, checked.err);
    assert!(checked.out.contains("allDifferent"), "{}", checked.out);
    let colored =
        ran.out.replace("v <inst", "\u{1b}[92m\nv\u{1b}[0m <inst").replace("o 20", "o 21");
    std::fs::write(folder.path().join("out"), colored).expect("a file");
    let checked = fed(&folder, &["check", "a.xml", "out"], b"");
    let expected = "invalid: objective: its value is 20; the output says 21";
    assert_eq!((checked.code, checked.out.trim()), (Some(1), expected), "{}", checked.err);
    let csp = text.replace("COP", "CSP");
    let (head, tail) = csp.split_once("<objectives>").expect("there is one");
    let tail = tail.split_once("</objectives>").expect("it ends").1;
    std::fs::write(folder.path().join("b.xml"), format!("{head}{tail}")).expect("a file");
    let all = fed(&folder, &["solve", "b.xml", "--format", "xcsp3", "--all"], b"");
    assert_eq!(all.out.matches("v <instantiation>").count(), 60, "{}", all.out);
    assert!(all.out.ends_with("s SATISFIABLE\n"), "{}", all.out);
}
