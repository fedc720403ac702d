//! Engines that lie, die or stay silent: each is a difference, and never blessed.

use std::ops::ControlFlow;
use std::sync::Arc;

use parallax_engines::Spec;
use parallax_experiment::regress::{
    CaseResults, DifferenceSubject, RegressionCase, RegressionSuite, bless_suite, case_differences,
    run_case,
};
use parallax_model::engine_api::{
    Answer, CandidateCallback, Control, Engine, EngineFamily, PreparationError, QuestionOutcome,
    Session, Task,
};
use parallax_model::{Given, Model};

/// The fault of an engine.
#[derive(Clone, Copy)]
enum Fault {
    /// Claims that there is no solution.
    Denies,
    /// Loses one solution and calls the rest complete.
    Loses,
    /// Changes a value.
    Changes,
    /// Panics.
    Dies,
    /// Has no answer.
    Tired,
}

/// The engine of a spec, with a fault.
struct Broken(Spec, Fault);

impl Engine for Broken {
    fn spec(&self) -> String {
        self.0.to_string()
    }

    fn family(&self) -> EngineFamily {
        self.0.family()
    }

    fn prepare(
        &self,
        model: &Arc<Model>,
        seed: u64,
        control: &Control,
    ) -> Result<Box<dyn Session>, PreparationError> {
        Ok(Box::new(BrokenSession(self.0.prepare(model, seed, control)?, self.1)))
    }
}

struct BrokenSession(Box<dyn Session>, Fault);

impl Session for BrokenSession {
    fn ask(
        &mut self,
        givens: &[Given],
        task: Task,
        control: &Control,
        give: CandidateCallback<'_>,
    ) -> QuestionOutcome {
        let fault = self.1;
        match fault {
            Fault::Denies => return QuestionOutcome::at_once(Answer::Unsatisfiable),
            Fault::Tired => return QuestionOutcome::at_once(Answer::Unknown("tired".into())),
            Fault::Dies => panic!("dead"),
            Fault::Loses | Fault::Changes => {}
        }
        let mut first = true;
        self.0.ask(givens, task, control, &mut |values| {
            let skip = std::mem::replace(&mut first, false) && matches!(fault, Fault::Loses);
            if skip {
                return ControlFlow::Continue(());
            }
            let mut values = values.to_vec();
            if matches!(fault, Fault::Changes) {
                values[0] = values[1];
            }
            give(&values)
        })
    }
}

const SUITE: &str = "engines = ['native', 'sat:batsat']\ntask = 'all'\n[[case]]\n\
                     instance = 'latin:2'\nanswer = 'sat'\ncount = 2\n";

/// Runs the suite's case with a fault of one engine.
fn seen(broken: &str, fault: Fault) -> (RegressionSuite, CaseResults) {
    let suite = RegressionSuite::parse_suite("s.toml", SUITE.to_owned()).expect("a suite");
    let make = |spec: &Spec, _: &RegressionCase| -> Result<Arc<dyn Engine>, String> {
        let name = spec.to_string();
        let lies = name.starts_with(broken);
        Ok(if lies { Arc::new(Broken(spec.clone(), fault)) } else { Arc::new(spec.clone()) })
    };
    let seen = run_case(&suite.cases[0], &make, 2, &Control::unlimited()).expect("engines");
    (suite, seen)
}

#[test]
fn every_fault_is_a_difference_and_is_not_blessed() {
    for broken in ["native", "sat:batsat"] {
        for (fault, expected) in [
            (Fault::Denies, DifferenceSubject::Wrong),
            (Fault::Loses, DifferenceSubject::Wrong),
            (Fault::Changes, DifferenceSubject::Wrong),
            (Fault::Dies, DifferenceSubject::Unknown),
            (Fault::Tired, DifferenceSubject::Unknown),
        ] {
            let (suite, seen) = seen(broken, fault);
            let found = case_differences(&suite.cases[0], &seen);
            let named = found.iter().any(|one| {
                one.subject == expected
                    && one.engine.as_deref().is_some_and(|e| e.starts_with(broken))
            });
            assert!(named, "{broken}: {found:?}");
            // A case without expectations, to which a blessing would have to add some.
            let plain = SUITE.replace("answer = 'sat'\ncount = 2\n", "");
            let plain = RegressionSuite::parse_suite("s.toml", plain).expect("a suite");
            let (text, blessed) = bless_suite(&plain, &[Some(seen)]).expect("a text");
            assert_eq!(text, plain.text, "{broken}");
            assert_eq!(blessed[0].refused.len(), 1, "{blessed:?}");
        }
    }
}

#[test]
fn a_case_that_did_not_run_stays_as_it_is() {
    let suite = RegressionSuite::parse_suite("s.toml", SUITE.to_owned()).expect("a suite");
    let (text, blessed) = bless_suite(&suite, &[None]).expect("a text");
    assert_eq!(text, SUITE);
    assert!(blessed[0].changed.is_empty() && blessed[0].refused.is_empty());
}

#[test]
fn an_engine_that_cannot_be_made_is_an_error() {
    let suite = RegressionSuite::parse_suite("s.toml", SUITE.to_owned()).expect("a suite");
    let make = |_: &Spec, _: &RegressionCase| Err("gone".to_owned());
    let ran = run_case(&suite.cases[0], &make, 1, &Control::unlimited());
    assert_eq!(ran.err().as_deref(), Some("gone"));
}
