//! External solvers: real ones if they are installed, and scripts that misbehave.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use parallax_compare::{ComparisonPlan, ModelSelection, Row, Verdict};
use parallax_engines::Spec;
use parallax_model::engine_api::{Answer, Control, Engine, Task};
use parallax_model::{Model, sample};
use parallax_solvers::replies::{KNOWN_SOLVERS, KnownSolver};

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::common::{engines, plan, results, solved, stream};

/// Returns the specs of the known solvers that are installed here.
pub fn installed() -> Vec<&'static str> {
    let (here, missing): (Vec<KnownSolver>, Vec<KnownSolver>) =
        KNOWN_SOLVERS.into_iter().partition(|known| known.find_program().is_some());
    for known in missing {
        crate::common::skipped(&format!("{} is not installed", known.program));
    }
    here.iter().map(|known| known.spec).collect()
}

/// Returns the rows of native search and of a script in place of a solver (`dimacs` or `smtlib`) on
/// an instance with solutions.
fn against(form: &str, script: &str, timeout: Duration) -> (Row, Verdict) {
    let engines = engines(&format!("native,\"{form}:sh -c '{script}'\""));
    let plan = ComparisonPlan { timeout: Some(timeout), ..plan(engines, Task::First) };
    let found = stream("../../instances/latin-5.pls").map(|found| found.expect("a good file"));
    let mut compared = results(&plan, found).remove(0);
    (compared.rows.remove(1), compared.verdict)
}

#[test]
fn installed_solvers_agree_with_brute_force_and_search() {
    let encoded = |spec: &&str| -> Vec<String> {
        let (form, command) = spec.split_once(':').expect("a command");
        let encodings: &[&str] = match form {
            "dimacs" => &["+direct", "+order"],
            "fzn" | "mzn" => &[""],
            _ if command.starts_with("z3") => &["+lia", "+fd", "+bv", "+pb"],
            _ => &["+lia", "+bv"],
        };
        encodings.iter().map(|encoding| format!("\"{form}{encoding}:{command}\"")).collect()
    };
    let specs: Vec<String> = installed().iter().flat_map(encoded).collect();
    let list = format!("brute,native,sat:batsat,{}", specs.join(","));
    for (name, task) in [
        ("../../instances/sudoku-4.sudoku", Task::Limit(3)),
        ("../../instances/latin-4-none.pls", Task::First),
        ("../../instances/latin-5.pls", Task::All),
        ("../../instances/magic-3.dat", Task::All),
        ("../../instances/set-none.set", Task::All),
        ("../../instances/set-12.set", Task::All),
        ("../../instances/talks.model.json", Task::Limit(20)),
    ] {
        for compared in solved(&list, task, name) {
            assert_eq!(compared.verdict, Verdict::Agree, "{name}: {:?}", compared.rows);
            let external = compared.rows.iter().filter(|row| {
                ["dimacs", "smtlib", "fzn", "mzn"].iter().any(|form| row.engine.starts_with(form))
            });
            for row in external {
                assert!(row.counters.get("runs").is_some_and(|runs| runs > 0), "{row:?}");
            }
        }
    }
}

#[test]
fn what_a_solver_says_in_a_strange_way_is_unknown() {
    for (form, script, message) in [
        ("dimacs", "exit 0", "it printed nothing"),
        ("dimacs", "echo s UNKNOWN", "the solver gave up"),
        ("dimacs", "echo s UNSATISFIABLE; exit 10", "ends with 10"),
        (
            "dimacs",
            "echo s SATISFIABLE; echo v 1 -1 0; exit 10",
            "variable 1 of its model is true and false",
        ),
        ("dimacs", "echo s SATISFIABLE; echo v 999999 0; exit 10", "does not exist"),
        ("dimacs", "echo s SATISFIABLE; echo v -2147483648 0; exit 10", "does not exist"),
        ("dimacs", "kill -SEGV $$", "crash: signal 11"),
        ("dimacs", "yes", "sh: printed more than"),
        ("dimacs", "sleep 600", "timeout"),
        ("smtlib", "exit 0", "it printed nothing"),
        ("smtlib", "exit 3", "crash: exit code 3"),
        ("smtlib", "echo unknown", "the solver gave up"),
        ("smtlib", "echo sat", "no model"),
        ("smtlib", "echo sat; echo \\(\\)", "its model has no value of r1c1"),
        ("smtlib", "kill -SEGV $$", "crash: signal 11"),
        ("smtlib", "yes sat", "sh: printed more than"),
        ("smtlib", "sleep 600", "timeout"),
    ] {
        let (row, verdict) =
            against(form, script, Duration::from_secs(if message == "timeout" { 1 } else { 60 }));
        let Answer::Unknown(why) = &row.answer else { panic!("{script}: {row:?}") };
        assert!(why.as_str().contains(message), "{script}: {why}");
        assert_eq!(verdict, Verdict::OneSidedUnknown, "{script}");
    }
}

#[test]
fn wrong_answers_are_found_out() {
    let minute = Duration::from_secs(60);
    let (row, verdict) = against("dimacs", "echo s UNSATISFIABLE; exit 20", minute);
    assert_eq!((row.answer, verdict), (Answer::Unsatisfiable, Verdict::Contradiction));
    for values in ["0", "1 2 3 0", "-1 -2 -3 -4 -5 0"] {
        let (row, verdict) =
            against("dimacs", &format!("echo s SATISFIABLE; echo v {values}; exit 10"), minute);
        assert_eq!(verdict, Verdict::WrongSolution, "{values}: {row:?}");
        assert!(!row.checked && row.count == 0);
        let why = row.reason_words().expect("a reason");
        assert!(why.starts_with("wrong solution: its model violates clause "), "{why}");
    }
    let cells = (1..=5).flat_map(|row| (1..=5).map(move |column| format!("r{row}c{column}")));
    let cells: Vec<String> = cells.collect();
    for (value, message) in [("1", " is outside its domain"), ("4294967297", " is beyond 32 bits")]
    {
        let each = cells.iter().map(|cell| format!("\\(define-fun {cell} \\(\\) Int {value}\\)"));
        let script = format!("echo sat; echo \\({}\\)", each.collect::<Vec<_>>().join(" "));
        let (row, verdict) = against("smtlib", &script, minute);
        assert_eq!((row.checked, verdict), (false, Verdict::WrongSolution), "{row:?}");
        assert!(row.reason_words().is_some_and(|why| why.contains(message)), "{row:?}");
    }
}

#[test]
fn a_program_that_is_not_there_does_not_apply() {
    let compared = solved("native,dimacs:no-such-solver -q", Task::First, "magic:3");
    assert_eq!(compared[0].verdict, Verdict::OneOnly);
    let answer = &compared[0].rows[1].answer;
    assert_eq!(
        *answer,
        Answer::Unsupported(
            "cannot run 'no-such-solver': there is no such program on the PATH".into()
        )
    );
}

#[test]
fn commands_get_files_and_seeds() {
    let folder = tempfile::tempdir().expect("a folder");
    let script = folder.path().join("solver");
    let note = folder.path().join("note");
    // The script replaces a solver and records its input.
    let text = format!(
        "echo \"$1 $3\" >{note}; head -n 1 \"$1\" >>{note}; wc -l <\"$1\" >>{note}\n\
         echo UNSAT >\"$2\"; exit 20",
        note = note.display()
    );
    crate::common::script(&script, &text);
    let spec = format!("dimacs:{} {{cnf}} {{out}} -seed={{seed}}", script.display());
    let spec: Spec = spec.parse().expect("a spec");
    let plan = ComparisonPlan {
        seed: 7,
        models: ModelSelection::Default,
        ..plan(vec![std::sync::Arc::new(spec)], Task::First)
    };
    let found = stream("../../instances/latin-5.pls").map(|found| found.expect("a good file"));
    let row = results(&plan, found).remove(0).rows.remove(0);
    assert_eq!(row.answer, Answer::Unsatisfiable, "{row:?}");
    let message = std::fs::read_to_string(note).expect("the script ran");
    let [arguments, header, lines] = *message.lines().collect::<Vec<_>>() else {
        panic!("{message}")
    };
    let (file, seed) = arguments.split_once(' ').expect("two arguments");
    assert_eq!(seed, "-seed=7");
    assert!(!Path::new(file).exists(), "temporary files are gone");
    let clauses: usize = lines.trim().parse::<usize>().expect("a number") - 1;
    assert_eq!(header.split(' ').nth(3), Some(&*clauses.to_string()));
}

#[test]
fn installed_solvers_find_best_solutions() {
    let encodings = |spec: &str| -> &[&str] {
        match spec.split_once(':') {
            Some(("dimacs", _)) => &["+direct", "+log"],
            Some(("fzn" | "mzn", _)) => &[""],
            Some((_, command)) if command.starts_with("z3") => &["+lia", "+bv", "+pb"],
            _ => &["+bv"],
        }
    };
    let specs: Vec<Spec> = installed()
        .iter()
        .flat_map(|spec| {
            let (form, command) = spec.split_once(':').expect("a command");
            encodings(spec).iter().map(move |encoding| format!("{form}{encoding}:{command}"))
        })
        .map(|spec| spec.parse().expect("a spec"))
        .collect();
    let best = |spec: &Spec, model: &Arc<Model>| {
        let control = Control::unlimited();
        let mut session = spec.prepare(model, 0, &control).expect("prepared");
        let outcome = session.ask(&[], Task::Optimise, &control, &mut |values| {
            model.check(&[], values).expect("a solution");
            ControlFlow::Continue(())
        });
        assert!(outcome.complete, "{spec}: {outcome:?}\n{model}");
        outcome.answer
    };
    let mut optimal = 0;
    for seed in 0..12 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let model = Arc::new(sample::model_with_objective(&mut rng).expect("a model"));
        let expected = best(&Spec::brute(), &model);
        optimal += usize::from(matches!(expected, Answer::Optimal(_)));
        for spec in &specs {
            assert_eq!(best(spec, &model), expected, "{spec}, seed {seed}\n{model}");
        }
    }
    assert!(optimal > 3, "models with solutions");
}
