//! The judge compares an engine's claims with its solutions, and names the engine that is refuted.

use std::ops::ControlFlow;
use std::sync::Arc;

use parallax_compare::{InstanceComparison, Verdict};
use parallax_formats::ModelInstance;
use parallax_instance::{GivensWrapper, SourcedInstance};
use parallax_model::engine_api::{
    Answer, CandidateCallback, Control, Engine, EngineFamily, PreparationError, QuestionOutcome,
    Session, SolverLineage, Task,
};
use parallax_model::{Given, Model, Value};

use crate::common::{plan, results};

type Script = dyn Fn(Task, CandidateCallback<'_>) -> QuestionOutcome + Send + Sync;

/// An engine with scripted solutions and claims.
struct ScriptedEngine {
    name: &'static str,
    solver: SolverLineage,
    script: Arc<Script>,
}

struct ScriptedSession(Arc<Script>);

impl Engine for ScriptedEngine {
    fn spec(&self) -> String {
        self.name.into()
    }

    fn family(&self) -> EngineFamily {
        EngineFamily::from_solver(self.solver)
    }

    fn prepare(
        &self,
        _: &Arc<Model>,
        _: u64,
        _: &Control,
    ) -> Result<Box<dyn Session>, PreparationError> {
        Ok(Box::new(ScriptedSession(self.script.clone())))
    }
}

impl Session for ScriptedSession {
    fn ask(
        &mut self,
        _: &[Given],
        task: Task,
        _: &Control,
        give: CandidateCallback<'_>,
    ) -> QuestionOutcome {
        (self.0)(task, give)
    }
}

/// Returns an engine that reports these values of `x` and this outcome.
fn scripted(name: &'static str, given: &[Value], outcome: QuestionOutcome) -> Arc<dyn Engine> {
    let given = given.to_vec();
    let script = move |_: Task, give: CandidateCallback<'_>| {
        for &value in &given {
            if give(&[value]) == ControlFlow::Break(()) {
                break;
            }
        }
        outcome.clone()
    };
    Arc::new(ScriptedEngine { name, solver: SolverLineage::Native, script: Arc::new(script) })
}

fn said(answer: Answer, complete: bool) -> QuestionOutcome {
    QuestionOutcome { complete, ..QuestionOutcome::at_once(answer) }
}

/// Compares engines on `x` in 1..3, which is minimised if the task is to optimise.
fn compared(engines: Vec<Arc<dyn Engine>>, task: Task) -> InstanceComparison {
    let least = if task == Task::Optimise { r#""minimize": [{"variable": "x"}],"# } else { "" };
    let text = format!(
        r#"{{"format": "parallax-model-1", {least} "variables": [{{"name": "x", "domain": "1..3"}}]}}"#
    );
    results(&plan(engines, task), [instance(&text)]).remove(0)
}

fn instance(text: &str) -> SourcedInstance {
    let model = parallax_json::read_model("test", text).expect("a model");
    SourcedInstance::new("test", ModelInstance::new(model))
}

#[test]
fn an_answer_that_its_solutions_do_not_bear_out_is_wrong() {
    use Answer::{Optimal, Satisfiable, Unsatisfiable};
    let counted =
        |counted: u64, outcome| QuestionOutcome { counted: Some(counted.into()), ..outcome };
    let unknown = || Answer::Unknown("tired".into());
    let cases: [(&[Value], QuestionOutcome, Task); 11] = [
        (&[], said(Satisfiable, true), Task::All),
        (&[], said(Satisfiable, false), Task::First),
        (&[], counted(3, said(Satisfiable, true)), Task::Count),
        (&[1, 2], counted(1, said(Satisfiable, true)), Task::Count),
        (&[], counted(3, said(Unsatisfiable, true)), Task::Count),
        (&[1], said(Unsatisfiable, true), Task::All),
        (&[], said(Unsatisfiable, false), Task::All),
        (&[], said(unknown(), true), Task::All),
        (&[], said(Optimal(1), true), Task::Optimise),
        (&[2], said(Optimal(1), true), Task::Optimise),
        (&[1, 2, 3], said(Satisfiable, false), Task::Limit(2)),
    ];
    for (given, outcome, task) in cases {
        let case = format!("{given:?} {outcome:?} {task}");
        let compared = compared(vec![scripted("a", given, outcome)], task);
        let row = &compared.rows[0];
        assert_eq!((compared.verdict, row.checked), (Verdict::WrongSolution, false), "{case}");
        let why = row.wrong.as_deref().expect("a reason");
        assert!(why.contains("wrong") || why.contains("without a solution"), "{case}: {why}");
    }
    // Solutions found before an engine gives up count.
    let compared = compared(vec![scripted("a", &[1, 3], said(unknown(), false))], Task::All);
    let row = &compared.rows[0];
    assert_eq!((&row.answer, row.checked), (&Satisfiable, true));
    assert_eq!(row.count, 2);
    assert_eq!((row.reason_words(), compared.verdict), (Some("tired"), Verdict::Unanswered));
}

#[test]
fn a_solution_without_a_value_that_the_user_gives_is_wrong() {
    let text = r#"{"format": "parallax-model-1", "variables": [{"name": "x", "domain": "1..3"}]}"#;
    for (value, checked) in [(2, true), (1, false)] {
        let given = GivensWrapper::new(instance(text).instance, ["x=2".to_owned()].into());
        let engine = scripted("a", &[value], said(Answer::Satisfiable, true));
        let found = SourcedInstance::new("test", given);
        let compared = results(&plan(vec![engine], Task::All), [found]).remove(0);
        let row = &compared.rows[0];
        assert_eq!((row.checked, &row.givens[..]), (checked, &["x=2".to_owned()][..]), "{row:?}");
    }
}

#[test]
fn a_refuted_engine_is_named() {
    use Answer::{Optimal, Satisfiable, Unsatisfiable};
    let all = || scripted("all", &[1, 2, 3], said(Satisfiable, true));
    let none = || scripted("none", &[], said(Unsatisfiable, true));
    let two = || scripted("two", &[1, 2], said(Satisfiable, true));
    let others = || scripted("others", &[2, 3], said(Satisfiable, true));
    let some = || {
        scripted(
            "some",
            &[3],
            QuestionOutcome { stopped: Some("tired".into()), ..said(Satisfiable, false) },
        )
    };
    let count = || {
        let counted = QuestionOutcome { counted: Some(2u64.into()), ..said(Satisfiable, true) };
        scripted("count", &[1], counted)
    };
    let five = || {
        let counted = QuestionOutcome { counted: Some(5u64.into()), ..said(Satisfiable, true) };
        scripted("five", &[1], counted)
    };
    for (engines, verdict, wrong) in [
        (vec![all(), none()], Verdict::Contradiction, vec!["none"]),
        (vec![none(), some()], Verdict::Contradiction, vec!["none"]),
        (vec![all(), two()], Verdict::CountMismatch, vec!["two"]),
        (vec![two(), others()], Verdict::Contradiction, vec!["two", "others"]),
        (vec![two(), some()], Verdict::Contradiction, vec!["two"]),
        (vec![all(), some()], Verdict::OneSidedUnknown, vec![]),
        (vec![all(), count()], Verdict::CountMismatch, vec!["count"]),
        // If no engine reports the solutions, it is open which number is right.
        (vec![all(), five()], Verdict::CountMismatch, vec![]),
        (vec![none(), two(), all()], Verdict::Contradiction, vec!["none", "two"]),
    ] {
        let compared = compared(engines, Task::All);
        let named: Vec<&str> = compared.wrong_rows().map(|row| row.engine.as_str()).collect();
        assert_eq!((compared.verdict, named), (verdict, wrong), "{:?}", compared.rows);
        assert!(compared.rows.iter().all(|row| row.checked));
    }
    let best = |name, value: i32| scripted(name, &[value], said(Optimal(value.into()), true));
    let compared = compared(vec![best("one", 1), best("two", 2), none()], Task::Optimise);
    let named: Vec<&str> = compared.wrong_rows().map(|row| row.engine.as_str()).collect();
    assert_eq!((compared.verdict, named), (Verdict::Contradiction, vec!["two", "none"]));
    let why = compared.rows[1].wrong.as_deref();
    assert_eq!(why, Some("wrong answer: one has a checked solution with a better value, 1"));
}

#[test]
fn a_repetition_shows_beyond_a_million() {
    let many = 1_200_000;
    let text = format!(
        r#"{{"format": "parallax-model-1", "variables": [{{"name": "x", "domain": "1..{many}"}}]}}"#
    );
    let run = |last: Value| {
        let script = move |_: Task, give: CandidateCallback<'_>| {
            for value in (1..many).chain([last]) {
                if give(&[value]) == ControlFlow::Break(()) {
                    break;
                }
            }
            said(Answer::Satisfiable, true)
        };
        let engine =
            ScriptedEngine { name: "a", solver: SolverLineage::Native, script: Arc::new(script) };
        let plan =
            parallax_compare::ComparisonPlan { keep: 0, ..plan(vec![Arc::new(engine)], Task::All) };
        results(&plan, [instance(&text)]).remove(0)
    };
    let good = run(many);
    assert_eq!(good.verdict, Verdict::OneOnly);
    assert_eq!(good.rows[0].count, many as u128);
    let repeats = run(1);
    assert_eq!(repeats.verdict, Verdict::WrongSolution);
    let why = repeats.rows[0].reason_words();
    assert_eq!(why, Some("a solution twice among 1200000"));
}

#[test]
fn unknown_programs_are_one_engine() {
    let unknown = |name| -> Arc<dyn Engine> {
        let script = |_: Task, _: CandidateCallback<'_>| said(Answer::Unsatisfiable, true);
        Arc::new(ScriptedEngine { name, solver: SolverLineage::Unknown, script: Arc::new(script) })
    };
    let known = |name, solver| -> Arc<dyn Engine> {
        let script = |_: Task, _: CandidateCallback<'_>| said(Answer::Unsatisfiable, true);
        Arc::new(ScriptedEngine { name, solver, script: Arc::new(script) })
    };
    let standings = |engines| {
        let compared = compared(engines, Task::First);
        let names: Vec<&str> =
            compared.rows.iter().map(|row| row.standing.expect("unsat").name()).collect();
        (compared.verdict, names.join(" "))
    };
    let (one, other) = (unknown("one"), unknown("other"));
    let (native, z3) = (known("native", SolverLineage::Native), known("z3", SolverLineage::Z3));
    let case = |verdict, names: &str| (verdict, names.to_owned());
    assert_eq!(
        standings(vec![one.clone(), other.clone()]),
        case(Verdict::OneOnly, "claimed claimed")
    );
    assert_eq!(
        standings(vec![one.clone(), native.clone(), other]),
        case(Verdict::Agree, "claimed claimed claimed")
    );
    // A solver that the user declares is a source of its own, in whatever form it gets a model.
    let declared = |name, solver| known(name, SolverLineage::from_name(solver).expect("a solver"));
    let (gecode, again) = (declared("g", "gecode"), declared("m", "Gecode"));
    assert_eq!(
        standings(vec![gecode.clone(), again.clone()]),
        case(Verdict::OneOnly, "claimed claimed")
    );
    assert_eq!(
        standings(vec![gecode, again, one.clone(), native.clone()]),
        case(Verdict::Agree, "cross-agreed cross-agreed claimed cross-agreed")
    );
    assert_eq!(
        standings(vec![native, z3, one]),
        case(Verdict::Agree, "cross-agreed cross-agreed claimed")
    );
}
