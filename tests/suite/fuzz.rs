//! Fuzzing finds planted faults, and gives the same results for any number of threads.

use std::ops::ControlFlow;
use std::sync::Arc;

use parallax_compare::Verdict;
use parallax_engines::Spec;
use parallax_fuzz::cases::{CaseCampaign, CaseTally};
use parallax_fuzz::engines::{
    EngineCampaign, EngineEntrants, EngineTally, FindingKind as Wrong, ModelDrawKind, ModelFinding,
};
use parallax_model::engine_api::{
    CandidateCallback, Control, Engine, PreparationError, QuestionOutcome, Session, Task,
};
use parallax_model::{Constraint, Given, Model, Value};

use crate::common::fed;

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
    ) -> Result<Box<dyn Session>, PreparationError> {
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
        on_candidate: CandidateCallback<'_>,
    ) -> QuestionOutcome {
        assert!(self.fault != Some(Fault::Panics), "planted");
        let mut fault = self.fault;
        self.session.ask(givens, task, control, &mut |values: &[Value]| match fault.take() {
            Some(Fault::Loses) => ControlFlow::Continue(()),
            Some(Fault::Repeats) if on_candidate(values).is_break() => ControlFlow::Break(()),
            _ => on_candidate(values),
        })
    }
}

fn fuzz(
    entrants: EngineEntrants,
    from: u64,
    cases: u64,
    jobs: usize,
) -> (EngineTally, Vec<ModelFinding>) {
    let mut findings = Vec::new();
    let plan = EngineCampaign {
        seed: 11,
        from,
        cases,
        draw: ModelDrawKind::Plain,
        entrants,
        timeout: None,
        jobs,
    };
    let control = Control::unlimited();
    let tally = plan.run_campaign(
        None,
        &control,
        &mut |found| findings.push(found.clone()),
        &mut |_, _| (),
    );
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
        let (tally, findings) = fuzz(EngineEntrants::Of(engines), 0, 150, 2);
        assert!(!findings.is_empty());
        assert_eq!((tally.findings, tally.exit_code()), (findings.len() as u64, 5));
        assert_eq!(tally.engines["planted"].disagree, tally.findings);
        assert_eq!((tally.engines["native"].disagree, tally.engines["brute"].agree), (0, 150));
        for ModelFinding { fault, answers: rows, model, .. } in findings {
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
    let (alone, findings) = fuzz(EngineEntrants::Drawn, 0, 100, 1);
    assert!(findings.is_empty(), "{findings:?}");
    assert_eq!((alone.cases, alone.compared, alone.exit_code()), (100, 100, 0));
    assert!(alone.sat > 0 && alone.unsat > 0 && alone.sat + alone.unsat == 100);
    assert_eq!(fuzz(EngineEntrants::Drawn, 0, 100, 3).0, alone);
}

#[test]
fn nothing_compared_has_its_own_exit_code() {
    let (tally, _) = fuzz(EngineEntrants::Of(Vec::new()), 0, 5, 1);
    assert_eq!((tally.cases, tally.compared, tally.exit_code()), (5, 0, 3));
}

#[test]
fn the_program_prints_a_tally() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = |line: &str| fed(&folder, &line.split(' ').collect::<Vec<_>>(), b"");
    let ran = run("fuzz --cases 20 --engines native,sat:batsat --seed 3 --from 7 --format json");
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    let tally: serde_json::Value = serde_json::from_str(&ran.out).expect("an object");
    assert_eq!((&tally["cases"], &tally["engines"]["native"]["agree"]), (&20.into(), &20.into()));
    let ran = run("fuzz --texts --cases 12 --out found");
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    assert!(ran.out.starts_with("0 new causes\n"), "{}", ran.out);
    for target in ["brute-smt2", "native-opb", "sat.batsat.direct-opb"] {
        assert!(ran.out.contains(target), "{target}: {}", ran.out);
    }
    assert_eq!(run("fuzz --texts --edges").code, Some(2));
    let beyond = run("fuzz --cases 2 --from 18446744073709551615");
    assert_eq!(beyond.code, Some(2));
    assert!(beyond.err.contains("there are not 2 numbers from there"), "{}", beyond.err);
    let ran = run("fuzz --cases 5 --engines brute");
    assert_eq!(ran.code, Some(0));
}

#[test]
fn children_and_threads_come_to_the_same_tally() {
    let folder = tempfile::tempdir().expect("a folder");
    let ran = fed(&folder, &["fuzz", "--cases", "70", "--jobs", "3", "--format", "json"], b"");
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    let message: serde_json::Value = serde_json::from_str(&ran.out).expect("an object");
    let plan = EngineCampaign {
        seed: 0,
        from: 0,
        cases: 70,
        draw: ModelDrawKind::Plain,
        entrants: EngineEntrants::Drawn,
        timeout: None,
        jobs: 1,
    };
    let alone = plan.run_campaign(None, &Control::unlimited(), &mut |_| (), &mut |_, _| ());
    assert_eq!(message, serde_json::to_value(alone).expect("plain data"));
}

/// The limit on the whole run is no interrupt: what was done is reported, with the usual exit code.
#[test]
fn the_limit_on_a_run_holds_in_every_mode() {
    let folder = tempfile::tempdir().expect("a folder");
    for mode in ["", "--texts", "--edges", "--target self", "--target self:native"] {
        let line = format!("fuzz --cases 100000000 --within 1 --out here {mode}");
        let ran = fed(&folder, &line.split_whitespace().collect::<Vec<_>>(), b"");
        assert!(matches!(ran.code, Some(0 | 3)), "{mode}: {:?} {}{}", ran.code, ran.out, ran.err);
        assert!(ran.err.contains("to go on: "), "{mode}: {}", ran.err);
    }
}
