//! Engines that lie, stop or crash: nothing is drawn.

use std::ops::ControlFlow;
use std::sync::Arc;

use parallax_model::Given;
use parallax_model::engine_api::{
    Answer, CandidateCallback, PreparationError, QuestionOutcome, Session, StopReason, Task,
};

use super::*;

/// The fault of an engine.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    /// Counts one more under some decisions.
    TooMany,
    /// Counts one less under some decisions.
    TooFew,
    /// Claims that there is no solution under a given.
    Denies,
    /// Counts a part without all solutions of it as complete.
    Loses,
    /// Returns a value outside the domains.
    Invalid,
    /// Returns a solution that contradicts the givens.
    Elsewhere,
    /// Returns every solution twice.
    Repeats,
    /// Gives up under decisions.
    GivesUp,
    Panics,
    Refuses,
}

struct Liar(Fault);

struct LyingSession {
    fault: Fault,
    honest: Box<dyn Session>,
    model: Arc<Model>,
}

impl Engine for Liar {
    fn spec(&self) -> String {
        "liar".into()
    }

    fn prepare(
        &self,
        model: &Arc<Model>,
        seed: u64,
        control: &Control,
    ) -> Result<Box<dyn Session>, PreparationError> {
        if self.0 == Fault::Refuses {
            return Err(PreparationError::Unsupported("not this one".into()));
        }
        let honest = Spec::native().prepare(model, seed, control)?;
        Ok(Box::new(LyingSession { fault: self.0, honest, model: model.clone() }))
    }
}

impl Session for LyingSession {
    fn ask(
        &mut self,
        givens: &[Given],
        task: Task,
        control: &Control,
        on_candidate: CandidateCallback<'_>,
    ) -> QuestionOutcome {
        let mut found = 0u64;
        let first = givens.len() == 1 && givens[0].value == 1;
        let mut pass = |values: &[Value]| {
            found += 1;
            let mut values = values.to_vec();
            match self.fault {
                Fault::Invalid => values[0] = 99,
                Fault::Elsewhere if !givens.is_empty() => {
                    let honest = all(&self.model).into_iter().find(|other| *other != values);
                    values = honest.unwrap();
                }
                Fault::Repeats => {
                    let _ = on_candidate(&values);
                }
                Fault::Loses if givens.len() == 1 && found == 1 && task == Task::Count => {
                    return ControlFlow::Continue(());
                }
                _ => {}
            }
            on_candidate(&values)
        };
        let outcome = self.honest.ask(givens, task, control, &mut pass);
        let counted = |change: i64| {
            let number = u64::try_from(found as i64 + change).unwrap();
            QuestionOutcome { counted: Some(number.into()), ..outcome.clone() }
        };
        match self.fault {
            Fault::TooMany if first && task == Task::Count => counted(1),
            Fault::TooFew if first && task == Task::Count && found > 1 => counted(-1),
            Fault::Denies if first => QuestionOutcome::at_once(Answer::Unsatisfiable),
            Fault::GivesUp if !givens.is_empty() => {
                let stopped = Some("tired".into());
                QuestionOutcome { complete: false, stopped, ..outcome }
            }
            Fault::Panics if !givens.is_empty() => panic!("a liar's panic"),
            _ => outcome,
        }
    }
}

/// Two variables, ten solutions.
fn pairs() -> Model {
    let mut model = Model::new("pairs");
    let scope = ["x", "y"].map(|name| model.add_shown(name, Domain::from_range(1, 4)).unwrap());
    let ordered = Compare::new(scope[0], ComparisonOperator::Le, scope[1]);
    model.post("", Constraint::Compare(ordered)).unwrap();
    model
}

/// Returns the results of all draws.
fn draws(
    fault: Fault,
    enumerates: bool,
    bounds: MemoryBounds,
) -> Result<Vec<Vec<Value>>, MissingSampleError> {
    let all = with(&instance(&pairs()), &Liar(fault), enumerates, bounds, |numbered| {
        let total = u64::try_from(numbered.total_count()).unwrap() as usize;
        (0..total).map(|n| numbered.solution_at(&number(n)).map(Option::unwrap)).collect()
    });
    all.and_then(|all| all)
}

#[test]
fn lies_are_found() {
    use Fault::{Denies, Elsewhere, Invalid, Loses, Repeats, TooFew, TooMany};
    for fault in [TooMany, TooFew, Denies, Elsewhere, Loses, Invalid] {
        let found = draws(fault, false, COUNTS);
        assert!(matches!(found, Err(MissingSampleError::Wrong(_))), "{fault:?}: {found:?}");
    }
    for fault in [Invalid, Repeats] {
        let found = draws(fault, true, MemoryBounds::DEFAULT);
        assert!(matches!(found, Err(MissingSampleError::Wrong(_))), "{fault:?}: {found:?}");
    }
    // A correct list does not match a wrong count.
    let few = MemoryBounds { listed: 0, parts: 4, ..MemoryBounds::DEFAULT };
    for fault in [TooMany, TooFew] {
        let found = draws(fault, false, few);
        assert!(matches!(found, Err(MissingSampleError::Wrong(_))), "{fault:?}: {found:?}");
    }
}

#[test]
fn nothing_is_drawn_from_an_incomplete_count() {
    for (fault, words) in [
        (Fault::GivesUp, "unknown (tired)"),
        (Fault::Panics, "unknown (crash: panic: a liar's panic"),
        (Fault::Refuses, "unsupported (not this one)"),
    ] {
        for enumerates in [false, true] {
            let found = draws(fault, enumerates, COUNTS);
            let Err(missing @ MissingSampleError::Unanswered(_)) = found else {
                panic!("{found:?}")
            };
            assert!(missing.to_string().starts_with(words), "{fault:?}: {missing}");
        }
    }
    let limited: Spec = "native,limit=5".parse().unwrap();
    let found = with(&*made("latin:4"), &limited, true, MemoryBounds::DEFAULT, |_| ());
    assert!(matches!(found, Err(MissingSampleError::Unanswered(Answer::Unknown(_)))), "{found:?}");
}

#[test]
fn limits_end_counts_and_draws() {
    let square = made("latin:6");
    let control = Control::unlimited();
    let problem =
        SamplePopulation::for_viewpoint(&*square, &square.default_viewpoint(), &control).unwrap();
    let native = Spec::native();
    let who = CountingEngines { counter: &native, lister: &native, enumerates: true, seed: 0 };
    let soon = control.with_timeout(Some(std::time::Duration::from_millis(30)));
    for bounds in [MemoryBounds::DEFAULT, COUNTS] {
        let found = NumberedSolutions::count_solutions(&problem, who, bounds, &soon).map(|_| ());
        assert_eq!(found, Err(StopReason::Timeout.into()));
    }
    let square = made("latin:4");
    let problem =
        SamplePopulation::for_viewpoint(&*square, &square.default_viewpoint(), &control).unwrap();
    let mut numbered = NumberedSolutions::count_solutions(&problem, who, COUNTS, &control).unwrap();
    control.cancel_work();
    assert_eq!(numbered.solution_at(&number(7)), Err(StopReason::Cancelled.into()));
}
