//! Engines that lie, refuse or panic, and work that is stopped.

use parallax_instance::ModelSource;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use parallax_formats::ModelInstance;
use parallax_model::engine_api::{
    Answer, CandidateCallback, EngineAbilities, EngineFamily, PreparationError, QuestionOutcome,
    Session, SolverLineage, Task, UnsatCore,
};
use parallax_model::{Domain, Given};
use parallax_puzzles::latin::LatinPuzzle;

use super::*;
use crate::ExplanationProblem;

/// The fault of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    /// Claims that nothing has a solution.
    Denies,
    /// Returns values that are no solution.
    Invents,
    /// Claims a solution and returns none.
    Boasts,
    /// Has no answer.
    Tired,
    /// Refuses every model.
    Picky,
    /// Panics.
    Falls,
    /// Omits a part of every core.
    Omits,
    /// Cancels the run at this question, and otherwise answers correctly.
    Cancels(usize),
}

/// An engine with a fault, of the family of brute force.
struct Broken {
    fault: Fault,
    control: Control,
    asked: Arc<AtomicUsize>,
}

impl Broken {
    fn with(fault: Fault) -> Arc<dyn Engine> {
        Arc::new(Broken { fault, control: Control::unlimited(), asked: Arc::default() })
    }
}

impl Engine for Broken {
    fn spec(&self) -> String {
        format!("{:?}", self.fault).to_lowercase()
    }

    fn family(&self) -> EngineFamily {
        EngineFamily::from_solver(SolverLineage::Brute)
    }

    fn abilities(&self) -> EngineAbilities {
        EngineAbilities { cores: self.fault == Fault::Omits, ..EngineAbilities::default() }
    }

    fn prepare(
        &self,
        model: &Arc<Model>,
        seed: u64,
        control: &Control,
    ) -> Result<Box<dyn Session>, PreparationError> {
        if let Fault::Cancels(at) = self.fault
            && self.asked.fetch_add(1, Ordering::Relaxed) == at
        {
            self.control.cancel_work();
        }
        if self.fault == Fault::Picky {
            return Err(PreparationError::Unsupported("too dull".into()));
        }
        let inner = engine("sat:batsat").prepare(model, seed, control)?;
        Ok(Box::new(BrokenSession { fault: self.fault, inner, variables: model.variables().len() }))
    }
}

struct BrokenSession {
    fault: Fault,
    inner: Box<dyn Session>,
    variables: usize,
}

impl Session for BrokenSession {
    fn ask(
        &mut self,
        givens: &[Given],
        task: Task,
        control: &Control,
        on_candidate: CandidateCallback<'_>,
    ) -> QuestionOutcome {
        match self.fault {
            Fault::Denies => QuestionOutcome::at_once(Answer::Unsatisfiable),
            Fault::Boasts => QuestionOutcome::at_once(Answer::Satisfiable),
            Fault::Tired => QuestionOutcome::at_once(Answer::Unknown("tired".into())),
            Fault::Falls => panic!("falls"),
            Fault::Invents => {
                let _ = on_candidate(&vec![1; self.variables]);
                QuestionOutcome::at_once(Answer::Satisfiable)
            }
            _ => self.inner.ask(givens, task, control, on_candidate),
        }
    }

    fn core(
        &mut self,
        givens: &[Given],
        constraints: &[usize],
        control: &Control,
    ) -> Result<Option<UnsatCore>, Answer> {
        let core = self.inner.core(givens, constraints, control)?;
        Ok(core.map(|core| UnsatCore { givens: core.givens.into_iter().skip(1).collect(), ..core }))
    }
}

/// A Latin square without a solution: two clues and a row, or two clues and a column.
fn wrong() -> LatinPuzzle {
    LatinPuzzle::new(3, clues("1.1 ... 1..")).unwrap()
}

fn with(decider: Arc<dyn Engine>, confirmer: Arc<dyn Engine>) -> ExplanationEngines {
    let optimiser = engine("sat:batsat");
    ExplanationEngines { deciders: vec![decider], confirmers: vec![confirmer], optimiser }
}

fn everything() -> ExplanationOptions {
    ExplanationOptions { repair: true, ..wanted(MinimalSets::Smallest) }
}

#[test]
fn confirmers_that_err_confirm_nothing() {
    let confirmed = |fault| {
        let engines = with(engine("sat:batsat"), Broken::with(fault));
        let why = explained(&wrong(), everything(), &engines);
        why.sets[0].confirmed.description()
    };
    let faults = [Fault::Denies, Fault::Invents, Fault::Boasts, Fault::Tired, Fault::Picky];
    insta::assert_snapshot!(faults.map(confirmed).join("\n"), @r"
    refuted: denies: no solution without clue r1c1 = 1
    not confirmed: invents: returns no solution: row 1 (all different: r1c1, r1c2, r1c3) does not hold
    not confirmed: boasts: answers sat without what this rests on
    not confirmed: tired
    not confirmed: too dull
    ");
    let fallen = confirmed(Fault::Falls);
    assert!(fallen.starts_with("not confirmed: falls: falls"), "{fallen}");
    // The next engine answers what one leaves open.
    let mut engines = with(engine("sat:batsat"), Broken::with(Fault::Tired));
    engines.confirmers.push(engine("native"));
    let why = explained(&wrong(), everything(), &engines);
    assert_eq!(why.sets[0].confirmed, ClaimConfirmation::By(vec!["native".into()]));
}

#[test]
fn an_engine_of_the_same_family_confirms_nothing() {
    let engines = with(engine("sat:batsat"), engine("sat:batsat+order"));
    let why = explained(&wrong(), everything(), &engines);
    assert!(
        matches!(&why.sets[0].confirmed, ClaimConfirmation::Not(why) if why.contains("family"))
    );
}

#[test]
fn deciders_that_err_are_found_out() {
    let find = |fault, latin: &LatinPuzzle| {
        explained(latin, everything(), &with(Broken::with(fault), engine("native")))
    };
    let good = LatinPuzzle::without_clues(3).unwrap();
    let denied = find(Fault::Denies, &good);
    assert_eq!(denied.finding, ExplainedFact::Unsatisfiable);
    assert!(matches!(denied.sets[0].confirmed, ClaimConfirmation::Refuted(_)), "{denied:?}");
    for fault in [Fault::Invents, Fault::Boasts, Fault::Tired, Fault::Picky, Fault::Falls] {
        let why = find(fault, &good);
        assert!(matches!(why.finding, ExplainedFact::Unknown(_)), "{fault:?}: {why:?}");
        assert!(why.sets.is_empty() && why.repair.is_none());
    }
    let omitted = find(Fault::Omits, &wrong());
    assert!(matches!(omitted.sets[0].confirmed, ClaimConfirmation::Refuted(_)), "{omitted:?}");
    for sets in [MinimalSets::One, MinimalSets::All(5)] {
        let engines = with(Broken::with(Fault::Omits), engine("native"));
        explained(&wrong(), ExplanationOptions { repair: true, ..wanted(sets) }, &engines);
    }
}

#[test]
fn the_next_decider_takes_what_the_first_does_not() {
    let mut engines = with(Broken::with(Fault::Picky), engine("native"));
    engines.deciders.push(engine("sat:batsat"));
    let why = explained(&wrong(), everything(), &engines);
    assert_eq!((why.engine.as_str(), why.sets.len()), ("sat:batsat+direct", 1));
    engines.deciders.insert(0, Broken::with(Fault::Tired));
    let why = explained(&wrong(), everything(), &engines);
    assert_eq!(why.finding, ExplainedFact::Unknown("tired".into()));
}

#[test]
fn what_is_known_at_the_end_of_the_time_is_returned() {
    let latin = wrong();
    let engines = engines("sat:batsat", &["native"]);
    let late = Control::unlimited().with_timeout(Some(Duration::ZERO));
    let why = explain_instance(&latin, &latin.default_viewpoint(), everything(), &engines, &late)
        .unwrap();
    assert_eq!(why.finding, ExplainedFact::Unknown("timeout".into()));
    let mut findings = std::collections::BTreeSet::new();
    // A run takes some hundred questions.
    for at in (0..30).chain((30..1200).step_by(39)) {
        for sets in [MinimalSets::One, MinimalSets::Smallest, MinimalSets::All(9)] {
            let control = Control::unlimited();
            let fault = Fault::Cancels(at);
            let broken = Broken { fault, control: control.clone(), asked: Arc::default() };
            let engines = with(Arc::new(broken), engine("native"));
            let request = ExplanationOptions { repair: true, ..wanted(sets) };
            let view = latin.default_viewpoint();
            let why = explain_instance(&latin, &view, request, &engines, &control).unwrap();
            let problem =
                ExplanationProblem::from_instance(&latin, &view, &Control::unlimited()).unwrap();
            for set in &why.sets {
                let model = Arc::new(problem.model_of(&set.parts));
                let mut session =
                    engine("native").prepare(&model, 0, &Control::unlimited()).unwrap();
                let mut go_on = |_: &[_]| std::ops::ControlFlow::Continue(());
                let outcome = session.ask(&[], Task::First, &Control::unlimited(), &mut go_on);
                assert_eq!(outcome.answer, Answer::Unsatisfiable, "{at} {sets:?}: {set:?}");
            }
            let known =
                why.sets.first().map(|set| (set.open.is_some(), is_confirmed(&set.confirmed)));
            findings.insert(format!("{known:?} {}", matches!(why.repair, Some(Ok(_)))));
        }
    }
    assert!(findings.len() >= 3, "{findings:?}");
}

#[test]
fn the_domains_alone_may_conflict() {
    let mut model = Model::new("empty");
    model.add_shown("x", Domain::from_values([])).unwrap();
    let instance = ModelInstance::new(model);
    for sets in [MinimalSets::One, MinimalSets::Smallest, MinimalSets::All(5)] {
        let engines = engines("sat:batsat", &["native"]);
        let why =
            explained(&instance, ExplanationOptions { repair: true, ..wanted(sets) }, &engines);
        assert_eq!((&why.finding, words(&why)), (&ExplainedFact::Unsatisfiable, vec![vec![]]));
        assert!(is_confirmed(&why.sets[0].confirmed));
        assert!(why.repair.unwrap().is_err());
    }
    let nothing = ModelInstance::new(Model::new("nothing"));
    let why = explained(&nothing, everything(), &engines("sat:batsat", &["native"]));
    assert_eq!(why.finding, ExplainedFact::Satisfiable(Vec::new()));
}
