//! Counting by decision diagrams and by programs: real ones if they are installed, and scripts
//! that misbehave.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use parallax_compare::{InstanceComparison, Verdict};
use parallax_engines::Spec;
use parallax_model::engine_api::{
    Answer, Control, CountingMethod, Engine, QuestionOutcome, StopReason, Task,
};
use parallax_model::{AllDifferent, Constraint, Domain, Given, Model, VarId, sample};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::common::{data, engines, lacks_real_instances, plan_of, results, solved, stream};

/// Counts the solutions under givens; every candidate is checked.
fn count(spec: &str, model: &Arc<Model>, givens: &[Given], control: &Control) -> QuestionOutcome {
    let spec: Spec = spec.parse().unwrap_or_else(|error| panic!("{spec}: {error}"));
    let mut session = match spec.prepare(model, 3, control) {
        Ok(session) => session,
        Err(refusal) => return QuestionOutcome::at_once(refusal.into()),
    };
    session.ask(givens, Task::Count, control, &mut |values| {
        model.check(givens, values).unwrap_or_else(|violation| panic!("{violation}: {model}"));
        ControlFlow::Continue(())
    })
}

/// Returns the spec of a script in place of a counter.
fn script(text: &str) -> String {
    format!("count:sh -c '{text}'")
}

/// Returns a model with six solutions, or without one.
fn three(satisfiable: bool) -> Arc<Model> {
    let mut model = Model::new("three");
    let last = if satisfiable { 2 } else { 1 };
    let all: Vec<VarId> = (0..3)
        .map(|i| model.add_shown(format!("x{i}"), Domain::from_range(0, last)).expect("a variable"))
        .collect();
    model.post("", Constraint::AllDifferent(AllDifferent { scope: all })).expect("a constraint");
    Arc::new(model)
}

/// Returns the counters that are installed here.
fn installed() -> Vec<&'static str> {
    let specs = ["count:ganak", "count:d4"].into_iter();
    let (here, missing): (Vec<_>, Vec<_>) =
        specs.partition(|spec| spec.parse::<Spec>().expect("a spec").find_program().is_ok());
    for spec in missing {
        crate::common::skipped(&format!("{spec} is not installed"));
    }
    here
}

#[test]
fn what_a_counter_says_in_a_strange_way_is_no_number() {
    let says = |line: &str| format!("echo s SATISFIABLE; echo c s exact arb int {line}");
    for (text, message) in [
        ("exit 0".to_owned(), "it printed nothing"),
        ("echo s SATISFIABLE".to_owned(), "no c s exact arb int line"),
        ("echo c s exact arb int 6".to_owned(), "no s line"),
        ("echo s UNKNOWN".to_owned(), "the counter gave up"),
        ("echo s PERHAPS".to_owned(), "says PERHAPS"),
        (says("6 7"), "is not an exact integer"),
        (says("six"), "its number is six"),
        (says("+6"), "its number is +6"),
        (says("-6"), "its number is -6"),
        (says("6.0"), "its number is 6.0"),
        (says("0x6"), "its number is 0x6"),
        (says("0"), "says satisfiable, but counts 0"),
        (says("6; echo c s exact arb int 7"), "prints two different numbers"),
        (says("6; echo s UNSATISFIABLE"), "says satisfiable and unsatisfiable"),
        (says("6; exit 20"), "says satisfiable, but ends with 20"),
        (says("6; exit 3"), "exit code 3"),
        (says("6; kill -SEGV $$"), "crash: signal 11"),
        (
            "echo s SATISFIABLE; echo c s exact double prec-sci 6.0e0".to_owned(),
            "is not an exact integer",
        ),
        ("echo s SATISFIABLE; echo c s approx arb int 6".to_owned(), "is not an exact integer"),
        ("echo s UNSATISFIABLE; echo c s exact arb int 6".to_owned(), "says unsatisfiable"),
        ("yes".to_owned(), "printed more than"),
        ("sleep 600".to_owned(), "timeout"),
    ] {
        let seconds = if message == "timeout" { 1 } else { 60 };
        let control = Control::unlimited().with_timeout(Some(Duration::from_secs(seconds)));
        let found = count(&script(&text), &three(true), &[], &control);
        // The solution that a SAT solver found is kept.
        assert_eq!(found.answer, Answer::Satisfiable, "{text}");
        assert_eq!((found.complete, found.counted, found.wrong), (false, None, None), "{text}");
        let why = found.stopped.expect("a reason").as_str().replace('\'', "");
        assert!(why.contains(message), "{text}: {why}");
    }
}

#[test]
fn a_counter_that_contradicts_a_sat_solver_is_wrong() {
    let none = script("echo s UNSATISFIABLE; echo c s exact arb int 0");
    let some = script("echo s SATISFIABLE; echo c s exact arb int 6");
    let control = Control::unlimited();
    let found = count(&none, &three(true), &[], &control);
    assert!(found.wrong.is_some_and(|how| how.contains("counts no model")), "{none}");
    let found = count(&some, &three(false), &[], &control);
    assert!(found.wrong.is_some_and(|how| how.contains("counts 6 models")), "{some}");
    let right = count(&none, &three(false), &[], &control);
    assert_eq!((right.answer, right.complete, right.wrong), (Answer::Unsatisfiable, true, None));
    let verdict = |spec: &str| {
        solved(&format!("native,\"{spec}\""), Task::Count, "latin:3").remove(0).verdict
    };
    assert_eq!(verdict(&none), Verdict::WrongSolution);
    assert_eq!(verdict(&some), Verdict::CountMismatch);
    assert_eq!(verdict(&script("echo s SATISFIABLE; echo c s exact arb int 12")), Verdict::Agree);
}

#[test]
fn a_counter_gets_the_formula_in_a_file_or_as_input() {
    let control = Control::unlimited();
    // The clauses of the given come last; the header counts them.
    let body = "echo s SATISFIABLE; echo c s exact arb int $(grep -c -v -e c -e p";
    let given = Given { variable: VarId::new(0), value: 1 };
    for (spec, input) in
        [(script(&format!("{body} {{cnf}})")), "file"), (script(&format!("{body})")), "pipe")]
    {
        let free = count(&spec, &three(true), &[], &control).counted.expect("a number");
        let fixed = count(&spec, &three(true), &[given], &control).counted.expect("a number");
        assert!(fixed > free, "{input}: {free} {fixed}");
    }
    let seed = script("echo s SATISFIABLE; echo c s exact arb int 1{seed}");
    assert_eq!(count(&seed, &three(true), &[], &control).counted.expect("a number"), 13);
    let digits = "9".repeat(60);
    let large = script(&format!("echo s SATISFIABLE; echo c s exact arb int {digits}"));
    let found = count(&large, &three(true), &[], &control);
    assert_eq!(found.counted.expect("a number").to_string(), digits);
    assert_eq!(found.counting, CountingMethod::External);
}

#[test]
fn what_a_counter_cannot_count_is_refused() {
    let control = Control::unlimited();
    let mut model = Model::new("hidden");
    model.add_shown("x", Domain::boolean()).expect("a variable");
    model.add_hidden("h", Domain::boolean()).expect("a variable");
    let model = Arc::new(model);
    let found = count(&script("true"), &model, &[], &control);
    assert!(matches!(&found.answer, Answer::Unsupported(why) if why.contains("'h'")), "{found:?}");
    let found = count("count:no-such-counter {cnf}", &three(true), &[], &control);
    assert_eq!(
        found.answer,
        Answer::Unsupported(
            "cannot run 'no-such-counter': there is no such program on the PATH".into()
        )
    );
    let sums = "count+direct,sum=gte:true {cnf}";
    let found = count(sums, &three(true), &[], &control);
    assert!(
        matches!(&found.answer, Answer::Unsupported(why) if why.contains("counts")),
        "{found:?}"
    );
    for spec in ["count:diagrams", "count:true {cnf}"] {
        let spec: Spec = spec.parse().expect("a spec");
        for task in [Task::First, Task::All, Task::Limit(2), Task::Optimise] {
            let mut session = spec.prepare(&three(true), 0, &control).expect("a session");
            let found = session.ask(&[], task, &control, &mut |_| panic!("it only counts"));
            assert!(matches!(found.answer, Answer::Unsupported(_)), "{found:?}");
        }
    }
    if installed().is_empty() {
        let found = count("count:ganak", &three(true), &[], &control);
        let Answer::Unsupported(why) = found.answer else { panic!("{found:?}") };
        assert!(why.contains("not installed") && why.contains("setup --counters"), "{why}");
    }
}

#[test]
fn installed_counters_agree_with_brute_force() {
    let control = Control::unlimited();
    for spec in installed() {
        for seed in 0..60 {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let model = Arc::new(sample::random_model(&mut rng).expect("a model"));
            let mut number = 0_u64;
            let mut brute = Spec::brute().prepare(&model, 0, &control).expect("a session");
            brute.ask(&[], Task::All, &control, &mut |_| {
                number += 1;
                ControlFlow::Continue(())
            });
            let found = count(spec, &model, &[], &control);
            match &found.answer {
                // D4 cannot count over some of the variables.
                Answer::Unsupported(why) => assert!(spec == "count:d4", "{why}"),
                _ => {
                    assert!(found.complete && found.wrong.is_none(), "{spec} {found:?} {model}");
                    let counted = found.counted.expect("a number");
                    assert_eq!(counted, u128::from(number), "{spec} {model}");
                }
            }
        }
    }
}

#[test]
fn formulas_count_variables_without_clauses() {
    let folder = tempfile::tempdir().expect("a folder");
    let specs = installed().join(",");
    for (text, number) in [
        ("p cnf 24 0\n", 16_777_216_u128),
        ("p cnf 24 1\n1 -2 0\n", 12_582_912),
        ("p cnf 3 1\n0\n", 0),
        ("p cnf 0 0\n", 1),
    ] {
        let file = folder.path().join("free.cnf");
        std::fs::write(&file, text).expect("a file");
        let name = file.to_str().expect("a name");
        for compared in solved(&format!("count:diagrams,{specs}"), Task::Count, name) {
            for row in &compared.rows {
                assert_eq!(row.count, number, "{text}: {row:?}");
                assert!(row.complete, "{text}: {row:?}");
            }
        }
    }
}

#[test]
fn diagrams_agree_with_search_on_instances() {
    for name in [
        "instances/sudoku-4.sudoku",
        "instances/latin-4-none.pls",
        "instances/magic-3.dat",
        "instances/set-12.set",
        "instances/talks.model.json",
        "queens:6",
    ] {
        let compared = solved("native,count:diagrams", Task::Count, name);
        assert_counted_by_diagrams(name, &compared);
    }
    // The diagrams of `triples` take 120,000 nodes; those of order 4, above, take a tenth of that.
    let plan = plan_of("cells,placed", engines("native,count:diagrams"), Task::Count);
    let name = "instances/latin-5.pls";
    let found = stream(name).map(|found| found.expect("a good file"));
    assert_counted_by_diagrams(name, &results(&plan, found));
}

fn assert_counted_by_diagrams(name: &str, compared: &[InstanceComparison]) {
    assert!(!compared.is_empty(), "{name}");
    for compared in compared {
        assert_eq!(compared.verdict, Verdict::Agree, "{name}: {:?}", compared.rows);
        let row = &compared.rows[1];
        assert!(row.counters.get("diagram nodes").is_some(), "{name}: {row:?}");
    }
}

#[test]
fn diagrams_count_real_formulas() {
    if lacks_real_instances() {
        return;
    }
    let data = data();
    let entries = std::fs::read_dir(data.join("cnf")).expect("a folder");
    let mut formulas: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    formulas.retain(|path| path.to_string_lossy().contains("uf20-"));
    assert!(!formulas.is_empty());
    for path in &formulas {
        let name = path.to_str().expect("a name");
        for compared in solved("native,count:diagrams", Task::Count, name) {
            assert_eq!(compared.verdict, Verdict::Agree, "{name}: {:?}", compared.rows);
        }
    }
}

#[test]
fn the_same_effort_every_time_and_stops_are_no_answers() {
    let model = {
        let found = stream("latin:5").next().expect("an instance").expect("a good name");
        let viewpoint = found.instance.default_viewpoint();
        Arc::new(found.instance.model(&viewpoint).expect("a model"))
    };
    let control = Control::unlimited();
    let [a, b] = [0, 1].map(|_| count("count:diagrams", &model, &[], &control));
    assert_eq!(a.counters, b.counters);
    assert_eq!(a.counted.expect("a number"), 161_280);
    assert_eq!(a.counting, CountingMethod::Diagrams);
    let few = count("count:diagrams,nodes=3000", &model, &[], &control);
    assert_eq!(few.answer, Answer::Unknown("more than 3000 nodes".into()));
    let small = Control::unlimited().with_formula_bytes(500_000);
    let found = count("count:diagrams", &model, &[], &small);
    assert_eq!(found.answer, Answer::from(StopReason::Memory));
    let late = Control::unlimited().with_timeout(Some(Duration::ZERO));
    assert_eq!(count("count:diagrams", &model, &[], &late).answer, StopReason::Timeout.into());
}
