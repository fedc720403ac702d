//! Fuzzing finds planted faults, and gives the same results for any number of threads.

use std::fs;
use std::ops::ControlFlow;
use std::sync::Arc;

use parallax_compare::Verdict;
use parallax_engines::Spec;
use parallax_fuzz::cases::{Campaign, CaseTally, Children};
use parallax_fuzz::engines::{Draw, Engines, Entrants, Finding, FindingKind as Wrong, Tally};
use parallax_fuzz::parsers::{self, ParserTally, Parsers, Target, Trouble};
use parallax_fuzz::texts::Texts;
use parallax_model::ask::{Control, Engine, OnCandidate, Outcome, Refusal, Session, Task};
use parallax_model::{Constraint, Given, Model, Value};

use crate::common::{fed, script};

/// Native search with a fault on models with a product.
struct Planted(Fault);

#[derive(Clone, Copy, PartialEq)]
enum Fault {
    /// Omits the first solution.
    Loses,
    /// Panics at every question.
    Panics,
    /// Reports the first solution twice.
    Repeats,
}

struct Spoilt {
    session: Box<dyn Session>,
    fault: Option<Fault>,
}

impl Engine for Planted {
    fn spec(&self) -> String {
        "planted".into()
    }

    fn prepare(
        &self,
        model: &Arc<Model>,
        seed: u64,
        control: &Control,
    ) -> Result<Box<dyn Session>, Refusal> {
        let has_product =
            model.constraints().iter().any(|p| matches!(p.constraint, Constraint::Product(_)));
        let session = Spec::native().prepare(model, seed, control)?;
        Ok(Box::new(Spoilt { session, fault: has_product.then_some(self.0) }))
    }
}

impl Session for Spoilt {
    fn ask(
        &mut self,
        givens: &[Given],
        task: Task,
        control: &Control,
        on_candidate: OnCandidate<'_>,
    ) -> Outcome {
        assert!(self.fault != Some(Fault::Panics), "planted");
        let mut fault = self.fault;
        self.session.ask(givens, task, control, &mut |values: &[Value]| match fault.take() {
            Some(Fault::Loses) => ControlFlow::Continue(()),
            Some(Fault::Repeats) if on_candidate(values).is_break() => ControlFlow::Break(()),
            _ => on_candidate(values),
        })
    }
}

fn fuzz(entrants: Entrants, from: u64, cases: u64, jobs: usize) -> (Tally, Vec<Finding>) {
    let mut findings = Vec::new();
    let plan = Engines { seed: 11, from, cases, draw: Draw::Plain, entrants, timeout: None, jobs };
    let control = Control::unlimited();
    let tally = plan.run(None, &control, &mut |found| findings.push(found.clone()), &mut |_, _| ());
    (tally, findings)
}

#[test]
fn a_planted_fault_is_found_and_its_model_made_small() {
    for (fault, verdicts) in [
        // An engine that announces a solution and omits it gives a wrong answer.
        (Fault::Loses, &[Verdict::CountMismatch, Verdict::WrongSolution][..]),
        (Fault::Panics, &[Verdict::WrongSolution]),
        (Fault::Repeats, &[Verdict::WrongSolution]),
    ] {
        let engines: Vec<Arc<dyn Engine>> =
            vec![Arc::new(Spec::native()), Arc::new(Planted(fault))];
        let (tally, findings) = fuzz(Entrants::Of(engines), 0, 150, 2);
        assert!(!findings.is_empty());
        assert_eq!((tally.findings, tally.exit_code()), (findings.len() as u64, 5));
        assert_eq!(tally.engines["planted"].disagree, tally.findings);
        assert_eq!((tally.engines["native"].disagree, tally.engines["brute"].agree), (0, 150));
        for Finding { fault, answers: rows, model, .. } in findings {
            let known = verdicts.iter().any(|&verdict| fault == Wrong::Disagreement(verdict));
            assert!(known, "{fault}\n{model}");
            assert_eq!((rows[0].engine.as_str(), rows[1].engine.as_str()), ("brute", "planted"));
            let values = model.variables().iter().map(|v| v.domain.len()).sum::<u64>();
            assert!(model.variables().len() <= 3 && values <= 4, "{model}");
            assert_eq!((model.constraints().len(), model.dimensions().len()), (1, 0), "{model}");
        }
    }
}

#[test]
fn engines_agree_and_the_tally_does_not_depend_on_threads() {
    let (alone, findings) = fuzz(Entrants::Drawn, 0, 100, 1);
    assert!(findings.is_empty(), "{findings:?}");
    assert_eq!((alone.cases, alone.compared, alone.exit_code()), (100, 100, 0));
    assert!(alone.sat > 0 && alone.unsat > 0 && alone.sat + alone.unsat == 100);
    assert_eq!(fuzz(Entrants::Drawn, 0, 100, 3).0, alone);
}

#[test]
fn nothing_compared_has_its_own_exit_code() {
    let (tally, _) = fuzz(Entrants::Of(Vec::new()), 0, 5, 1);
    assert_eq!((tally.cases, tally.compared, tally.exit_code()), (5, 0, 3));
}

fn read(targets: Vec<Target>, cases: u64, jobs: usize) -> (ParserTally, Vec<Trouble>) {
    let mut found = Vec::new();
    let plan = Parsers { seed: 5, from: 0, cases, jobs, targets };
    let control = Control::unlimited();
    let tally =
        plan.run(None, &control, &mut |trouble| found.push(trouble.clone()), &mut |_, _| ());
    (tally, found)
}

#[test]
fn damaged_texts_are_read_or_refused() {
    let (alone, found) = read(parsers::all(5), 8000, 1);
    assert_eq!(found, []);
    assert_eq!((alone.cases, alone.findings), (8000, 0));
    for (name, counts) in &alone.formats {
        assert!(counts.read > 0 && counts.refused > 0, "{name}: {counts:?}");
    }
    assert_eq!(read(parsers::all(5), 8000, 3).0, alone);
}

#[test]
fn a_planted_panic_is_caught() {
    let planted = Target {
        name: "planted".into(),
        texts: vec![b"seven".to_vec()],
        reader: Arc::new(|bytes| {
            assert!(bytes.starts_with(b"s"), "planted");
            bytes.len() == 5
        }),
    };
    let (tally, found) = read(vec![planted], 300, 2);
    let counts = tally.formats["planted"];
    assert!(counts.panicked > 0 && counts.read > 0 && counts.refused > 0, "{counts:?}");
    assert_eq!((tally.findings, tally.exit_code()), (counts.panicked, 5));
    for trouble in found.iter().take(100) {
        assert!(!trouble.bytes.starts_with(b"s") && trouble.how.contains("planted"));
    }
}

#[test]
fn the_program_prints_a_tally() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = |line: &str| fed(&folder, &line.split(' ').collect::<Vec<_>>(), b"");
    let ran = run("fuzz --cases 20 --engines native,sat:batsat --seed 3 --from 7 --format json");
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    let tally: serde_json::Value = serde_json::from_str(&ran.out).expect("an object");
    assert_eq!((&tally["cases"], &tally["engines"]["native"]["agree"]), (&20.into(), &20.into()));
    let ran = run("fuzz --parsers --cases 200 --out found");
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    assert!(ran.out.starts_with("200 texts, 0 findings\n"), "{}", ran.out);
    assert_eq!(fs::read_dir(folder.path().join("found")).expect("it is made").count(), 0);
    let ran = run("fuzz --texts --cases 60 --out found");
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    assert!(ran.out.starts_with("60 texts: "), "{}", ran.out);
    let summary = ran.out.lines().next().expect("a line");
    assert!(summary.ends_with(" compared, 0 findings"), "{summary}");
    for part in ["smt2 large numbers ", "opb negated literal ", " engines\n"] {
        assert!(ran.out.contains(part), "{part}: {}", ran.out);
    }
    assert_eq!(run("fuzz --texts --parsers").code, Some(2));
    let ran = run("fuzz --cases 5 --engines brute");
    assert_eq!(ran.code, Some(0));
}

/// A hang, an abort and unbounded memory are findings of their case, and the cases around them are
/// completed.
#[test]
fn what_ends_a_child_is_a_finding() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = folder.path().join("child.sh");
    // Works on ranges of cases silently, except for one in which it hangs and one that ends it.
    script(
        &program,
        r#"while read -r from to; do
    case=$from
    while [ "$case" -lt "$to" ]; do
        echo "at $case reader"
        [ "$case" = 40 ] && exec sleep 600
        [ "$case" = 70 ] && kill -ABRT $$
        case=$((case + 1))
    done
    echo "sum {\"tally\":{\"cases\":$((to - from)),\"findings\":0,\"formats\":{}},\"findings\":[]}"
done"#,
    );
    let children =
        Children { program, args: Vec::new(), patience: std::time::Duration::from_secs(2) };
    for jobs in [1, 3] {
        let plan = Parsers { seed: 5, from: 0, cases: 100, jobs, targets: parsers::all(5) };
        let (mut found, control) = (Vec::new(), Control::unlimited());
        let tally = plan.run(
            Some(&children),
            &control,
            &mut |trouble| found.push((trouble.case, trouble.how.clone())),
            &mut |_, _| (),
        );
        assert_eq!((tally.cases, tally.findings), (100, 2));
        let expected =
            [(40, "no answer within 2 s".to_owned()), (70, "crash: signal 6".to_owned())];
        assert_eq!(found, expected);
    }
}

#[test]
fn children_and_threads_come_to_the_same_tally() {
    let folder = tempfile::tempdir().expect("a folder");
    let ran = fed(&folder, &["fuzz", "--cases", "70", "--jobs", "3", "--format", "json"], b"");
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    let message: serde_json::Value = serde_json::from_str(&ran.out).expect("an object");
    let plan = Engines {
        seed: 0,
        from: 0,
        cases: 70,
        draw: Draw::Plain,
        entrants: Entrants::Drawn,
        timeout: None,
        jobs: 1,
    };
    let alone = plan.run(None, &Control::unlimited(), &mut |_| (), &mut |_, _| ());
    assert_eq!(message, serde_json::to_value(alone).expect("plain data"));
    let args = ["fuzz", "--texts", "--cases", "70", "--jobs", "3", "--format", "json"];
    let ran = fed(&folder, &args, b"");
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    let printed: serde_json::Value = serde_json::from_str(&ran.out).expect("an object");
    let plan = Texts { seed: 0, from: 0, cases: 70, timeout: None, jobs: 1 };
    let alone = plan.run(None, &Control::unlimited(), &mut |_| (), &mut |_, _| ());
    assert_eq!(printed, serde_json::to_value(alone).expect("plain data"));
}

/// The limit on the whole run is no interrupt: what was done is reported, with the usual exit code.
#[test]
fn the_limit_on_a_run_holds_in_every_mode() {
    let folder = tempfile::tempdir().expect("a folder");
    for mode in ["", "--texts", "--parsers", "--edges", "--target self", "--target self:native"] {
        let line = format!("fuzz --cases 100000000 --within 1 --out here {mode}");
        let ran = fed(&folder, &line.split_whitespace().collect::<Vec<_>>(), b"");
        assert!(matches!(ran.code, Some(0 | 3)), "{mode}: {:?} {}{}", ran.code, ran.out, ran.err);
        assert!(ran.err.contains("to go on: "), "{mode}: {}", ran.err);
    }
}
