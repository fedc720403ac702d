//! Broken engines get the right verdict.

mod optima;
mod rows;
mod runs;
mod weak;

use std::ops::ControlFlow;
use std::sync::Arc;

use parallax_compare::{InstanceComparison, Verdict, settle_disagreement};
use parallax_engines::{CertifyingEngine, Spec};
use parallax_instance::{Instance, SourcedInstance};
use parallax_model::engine_api::{
    Answer, CandidateCallback, Control, Engine, EngineFamily, PreparationError, ProofOutcome,
    QuestionOutcome, Session, SolverLineage, Task,
};
use parallax_model::{Given, Model, Value};
use parallax_puzzles::Puzzle;

use crate::common::{plan_of, results};

/// The fault of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    /// No fault.
    None,
    /// Claims that there is no solution.
    Denies,
    /// Claims that there is a solution and reports none.
    Boasts,
    /// Omits the first solution and calls the rest complete.
    LosesFirst,
    /// Omits the last solution.
    LosesLast,
    /// Changes a value.
    Changes,
    /// Reports a solution twice.
    Repeats,
    /// Has no answer.
    Tired,
    /// Does not support any model.
    Picky,
    /// Panics after the first solution.
    Falls,
    /// Panics before the first question.
    Stumbles,
    /// Gives one solution and a count that is one too many.
    Miscounts,
    /// Has a certificate that the checker refuses.
    Uncertified,
}

/// Native search with a fault; the number distinguishes engines with the same fault.
struct Broken(Fault, usize);

impl Engine for Broken {
    fn spec(&self) -> String {
        format!("broken:{:?}:{}", self.0, self.1)
    }

    fn family(&self) -> EngineFamily {
        EngineFamily::from_solver(SolverLineage::Native)
    }

    fn prepare(
        &self,
        model: &Arc<Model>,
        seed: u64,
        control: &Control,
    ) -> Result<Box<dyn Session>, PreparationError> {
        match self.0 {
            Fault::Picky => Err(PreparationError::Unsupported("not this one".into())),
            Fault::Stumbles => panic!("on the threshold"),
            fault => {
                Ok(Box::new(BrokenSession(fault, Spec::native().prepare(model, seed, control)?)))
            }
        }
    }
}

struct BrokenSession(Fault, Box<dyn Session>);

impl Session for BrokenSession {
    fn ask(
        &mut self,
        givens: &[Given],
        task: Task,
        control: &Control,
        give: CandidateCallback<'_>,
    ) -> QuestionOutcome {
        let mut solutions: Vec<Vec<Value>> = Vec::new();
        let outcome = self.1.ask(givens, task, control, &mut |values| {
            solutions.push(values.to_vec());
            ControlFlow::Continue(())
        });
        match self.0 {
            Fault::Denies => return QuestionOutcome::at_once(Answer::Unsatisfiable),
            Fault::Boasts => return QuestionOutcome::at_once(Answer::Satisfiable),
            Fault::Tired => return QuestionOutcome::at_once(Answer::Unknown("tired".into())),
            Fault::LosesFirst => drop(solutions.remove(0)),
            Fault::LosesLast => drop(solutions.pop()),
            Fault::Changes => solutions[0][0] = if solutions[0][0] == 1 { 2 } else { 1 },
            Fault::Repeats => solutions.push(solutions[0].clone()),
            Fault::Falls => {
                let _ = give(&solutions[0]);
                panic!("in full view");
            }
            Fault::Miscounts => {
                let _ = give(&solutions[0]);
                return QuestionOutcome { counted: Some((solutions.len() + 1).into()), ..outcome };
            }
            Fault::None | Fault::Picky | Fault::Stumbles | Fault::Uncertified => {}
        }
        for values in &solutions {
            if give(values).is_break() {
                break;
            }
        }
        let mut outcome = outcome;
        if self.0 == Fault::Uncertified {
            let words = "certificate refused: line 2".into();
            let proof = ProofOutcome::new(Some(false), words, outcome.solve);
            outcome.proof = Some(ProofOutcome { is_certificate: true, ..proof });
        }
        outcome
    }
}

fn found(instance: Box<dyn Instance>, index: usize) -> SourcedInstance {
    SourcedInstance { index, ..SourcedInstance::from_boxed("test", instance) }
}

fn made(name: &str) -> SourcedInstance {
    found(Puzzle::from_name(name).expect("a puzzle").expect("a size"), 0)
}

fn broken(faults: &[Fault]) -> Vec<Arc<dyn Engine>> {
    let numbered = faults.iter().enumerate();
    numbered.map(|(i, &fault)| Arc::new(Broken(fault, i)) as Arc<dyn Engine>).collect()
}

fn compared(faults: &[Fault], task: Task, found: SourcedInstance) -> InstanceComparison {
    results(&plan_of("cells", broken(faults), task), [found]).remove(0)
}

#[test]
fn broken_engines_get_their_verdicts() {
    use Fault::*;
    let cases: &[(&[Fault], Verdict, u8)] = &[
        (&[None, None], Verdict::Agree, 0),
        // A single answer is not compared.
        (&[None], Verdict::OneOnly, 3),
        (&[None, Picky], Verdict::OneOnly, 3),
        (&[None, Denies], Verdict::Contradiction, 5),
        // A claimed solution that is not reported does not count.
        (&[Boasts], Verdict::WrongSolution, 5),
        (&[Boasts, Denies], Verdict::WrongSolution, 5),
        (&[Denies, Denies], Verdict::Agree, 0),
        (&[None, LosesFirst], Verdict::CountMismatch, 4),
        (&[LosesLast, None], Verdict::CountMismatch, 4),
        // Two complete sets of the same size that differ.
        (&[LosesFirst, LosesLast], Verdict::Contradiction, 5),
        (&[None, Changes], Verdict::WrongSolution, 5),
        (&[Repeats, None], Verdict::WrongSolution, 5),
        (&[Repeats], Verdict::WrongSolution, 5),
        // An answer that the checker refuses, whatever the others say.
        (&[Uncertified], Verdict::WrongSolution, 5),
        (&[None, Uncertified], Verdict::WrongSolution, 5),
        (&[None, Tired], Verdict::OneSidedUnknown, 3),
        (&[Tired, Picky], Verdict::Unanswered, 3),
        (&[Picky], Verdict::Unanswered, 3),
        (&[None, Falls, None], Verdict::OneSidedUnknown, 3),
        (&[Stumbles, None], Verdict::OneSidedUnknown, 3),
        // The worst verdict counts.
        (&[Tired, None, LosesFirst, Denies], Verdict::Contradiction, 5),
        (&[Picky, Denies, None, Changes], Verdict::WrongSolution, 5),
    ];
    for (faults, verdict, code) in cases {
        let compared = compared(faults, Task::All, made("latin:3"));
        assert_eq!(compared.verdict, *verdict, "{faults:?}");
        assert_eq!(compared.verdict.exit_code(), *code, "{faults:?}");
        assert_eq!(compared.rows.len(), faults.len());
    }
}

#[test]
fn a_certificate_settles_what_solutions_leave_open() {
    use Fault::*;
    let judge = CertifyingEngine::new(&Spec::native()).expect("native search certifies");
    let control = Control::unlimited();
    for (faults, before, after) in [
        // One count against another.
        (&[None, Miscounts][..], vec![], vec!["broken:Miscounts:1"]),
        (
            &[Miscounts, Denies],
            vec!["broken:Denies:1"],
            vec!["broken:Miscounts:0", "broken:Denies:1"],
        ),
        // If engines agree, or a solution is wrong, no engine is queried again.
        (&[None, None], vec![], vec![]),
    ] {
        let mut compared = compared(faults, Task::Count, made("latin:3"));
        let wrong = |compared: &InstanceComparison| -> Vec<String> {
            compared.wrong_rows().map(|row| row.engine.clone()).collect()
        };
        assert_eq!(wrong(&compared), before, "{faults:?}");
        let plan = plan_of("cells", broken(faults), Task::Count);
        settle_disagreement(&plan, &judge, &mut compared, &control);
        assert_eq!(wrong(&compared), after, "{faults:?}");
        let settled =
            (faults != [None, None]).then_some("12 solutions, certified (flattened model)");
        assert_eq!(compared.settled.as_deref(), settled, "{faults:?}");
    }
}

#[test]
fn a_judge_whose_certificate_is_refused_settles_nothing() {
    let mut compared = compared(&[Fault::None, Fault::Miscounts], Task::Count, made("latin:3"));
    assert_eq!(compared.verdict, Verdict::CountMismatch);
    let plan = plan_of("cells", Vec::new(), Task::Count);
    settle_disagreement(
        &plan,
        &Broken(Fault::Uncertified, 0),
        &mut compared,
        &Control::unlimited(),
    );
    assert_eq!(compared.verdict, Verdict::Contradiction);
    assert!(compared.wrong_rows().next().is_none());
    let words = compared.settled.expect("words");
    assert!(words.starts_with("nothing: broken:Uncertified:0 has a contradiction: "), "{words}");
}

#[test]
fn rows_say_what_is_wrong() {
    let row = |fault| compared(&[fault], Task::All, made("latin:3")).rows.remove(0);
    let message = |fault| row(fault).reason_words().unwrap_or_default().to_owned();
    assert_eq!(row(Fault::None).count, 12);
    assert!(row(Fault::None).checked);
    assert!(message(Fault::Changes).starts_with("wrong solution: "), "{}", message(Fault::Changes));
    assert!(message(Fault::Repeats).starts_with("the same solution twice: "));
    assert_eq!(message(Fault::Uncertified), "contradiction: certificate refused: line 2");
    assert_eq!(row(Fault::Repeats).count, 12);
    assert!(!row(Fault::Repeats).checked);
    assert_eq!(row(Fault::Changes).count, 0);
    assert_eq!(row(Fault::Tired).answer, Answer::Unknown("tired".into()));
    assert_eq!(row(Fault::Picky).answer, Answer::Unsupported("not this one".into()));
    assert!(
        message(Fault::Falls).starts_with("crash: panic: in full view"),
        "{}",
        message(Fault::Falls)
    );
    assert!(message(Fault::Stumbles).contains("on the threshold"), "{}", message(Fault::Stumbles));
}

#[test]
fn a_question_for_a_few_is_compared_too() {
    let limit = |faults: &[Fault]| compared(faults, Task::Limit(2), made("latin:3")).verdict;
    assert_eq!(limit(&[Fault::None, Fault::None]), Verdict::Agree);
    assert_eq!(limit(&[Fault::None, Fault::Denies]), Verdict::Contradiction);
    assert_eq!(limit(&[Fault::None, Fault::Changes]), Verdict::WrongSolution);
}
