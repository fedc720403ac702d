//! An engine that delegates the work to another confirms no engine of the other's family.

use std::sync::Arc;

use parallax_compare::{
    ClaimEvidence, ComparisonPlan, InstanceComparison, Verdict, compare_instance,
};
use parallax_engines::Spec;
use parallax_model::engine_api::{
    Answer, AnsweringEngine, CandidateCallback, Control, Engine, EngineAbilities, EngineFamily,
    PreparationError, QuestionOutcome, Session, Task,
};
use parallax_model::{Given, Model};

use crate::common::{engines, stream};

/// An engine that delegates all work to one engine.
struct Chooser(Spec);

impl Engine for Chooser {
    fn spec(&self) -> String {
        "chooser".into()
    }

    fn abilities(&self) -> EngineAbilities {
        EngineAbilities { chooses: true, ..EngineAbilities::default() }
    }

    fn prepare(
        &self,
        model: &Arc<Model>,
        seed: u64,
        control: &Control,
    ) -> Result<Box<dyn Session>, PreparationError> {
        let by = AnsweringEngine {
            engine: self.0.to_string(),
            family: self.0.family(),
            compiler: self.0.compiler_name(),
            why: "it is the only one".into(),
        };
        Ok(Box::new(ChoosingSession(self.0.prepare(model, seed, control)?, by)))
    }
}

struct ChoosingSession(Box<dyn Session>, AnsweringEngine);

impl Session for ChoosingSession {
    fn ask(
        &mut self,
        givens: &[Given],
        task: Task,
        control: &Control,
        on_candidate: CandidateCallback<'_>,
    ) -> QuestionOutcome {
        self.0.ask(givens, task, control, on_candidate).answered_by(self.1.clone())
    }
}

/// Returns the results of an engine that delegates the work to `chosen`, and of another.
fn beside(chosen: &str, other: &str) -> InstanceComparison {
    let mut both: Vec<Arc<dyn Engine>> = vec![Arc::new(Chooser(chosen.parse().unwrap()))];
    both.extend(engines(other));
    let plan = ComparisonPlan { task: Some(Task::All), ..ComparisonPlan::new(both) };
    let found = stream("latin:3").next().unwrap().unwrap();
    compare_instance(&plan, found, &Control::unlimited()).unwrap()
}

#[test]
fn the_engine_that_answers_decides_what_agrees() {
    for (chosen, other, verdict, standing) in [
        ("native", "sat:batsat", Verdict::Agree, ClaimEvidence::CrossAgreed),
        ("sat:batsat", "native", Verdict::Agree, ClaimEvidence::CrossAgreed),
        ("native", "native,gac", Verdict::Agree, ClaimEvidence::Claimed),
        ("sat:batsat+order", "sat:batsat", Verdict::Agree, ClaimEvidence::Claimed),
        // An engine never confirms itself.
        ("native", "native", Verdict::OneOnly, ClaimEvidence::Claimed),
        ("sat:batsat+direct", "sat:batsat+direct", Verdict::OneOnly, ClaimEvidence::Claimed),
    ] {
        let compared = beside(chosen, other);
        assert_eq!(compared.verdict, verdict, "{chosen} {other}");
        for row in &compared.rows {
            assert_eq!(row.standing, Some(standing), "{chosen} {other}");
        }
        let row = &compared.rows[0];
        assert_eq!(row.answer, Answer::Satisfiable);
        let spec: Spec = chosen.parse().unwrap();
        assert_eq!((row.engine.as_str(), row.deciding_spec()), ("chooser", &*spec.to_string()));
        assert_eq!(row.family, spec.family());
        assert_eq!(compared.rows[1].deciding_spec(), compared.rows[1].engine);
    }
}

#[test]
fn an_outcome_names_who_answers_in_messages_but_not_the_family() {
    let by = AnsweringEngine {
        engine: "sat:batsat+direct".into(),
        family: "sat:batsat".parse::<Spec>().unwrap().family(),
        compiler: None,
        why: "it is the only one".into(),
    };
    let outcome = QuestionOutcome::at_once(Answer::Unsatisfiable).answered_by(by.clone());
    let text = serde_json::to_string(&outcome).unwrap();
    assert!(text.contains(r#""by":{"engine":"sat:batsat+direct","why":"it is the only one"}"#));
    let read: QuestionOutcome = serde_json::from_str(&text).unwrap();
    assert_eq!(read.by, Some(AnsweringEngine { family: EngineFamily::default(), ..by }));
    let none = serde_json::to_string(&QuestionOutcome::at_once(Answer::Satisfiable)).unwrap();
    assert!(!none.contains("by"), "{none}");
}
