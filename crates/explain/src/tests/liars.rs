//! Engines of unknown family that make false claims.

use std::sync::Arc;

use parallax_formats::ModelInstance;
use parallax_model::engine_api::{
    Answer, CandidateCallback, Control, Engine, PreparationError, QuestionOutcome, Session, Task,
    UnsatCore,
};
use parallax_model::{Given, Model, Value, sample};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{ExplainedFact, MinimalSets, assignments, engine, engines, explained, is_confirmed};
use crate::{ExplanationEngines, ExplanationOptions};

/// Claims at random that there is no solution; asks native search otherwise.
struct Liar {
    /// The probability of a lie.
    lies: f64,
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
        let honest = engine("native").prepare(model, seed, control)?;
        // The seed and the size of the model decide when it lies.
        let places = model.constraints().len() as u64;
        let rng = ChaCha8Rng::seed_from_u64(seed.wrapping_mul(1000).wrapping_add(places));
        Ok(Box::new(Lies { honest, rng, lies: self.lies }))
    }
}

struct Lies {
    honest: Box<dyn Session>,
    rng: ChaCha8Rng,
    lies: f64,
}

impl Session for Lies {
    fn ask(
        &mut self,
        givens: &[Given],
        task: Task,
        control: &Control,
        on_candidate: CandidateCallback<'_>,
    ) -> QuestionOutcome {
        if self.rng.random_bool(self.lies) {
            return QuestionOutcome::at_once(Answer::Unsatisfiable);
        }
        self.honest.ask(givens, task, control, on_candidate)
    }

    fn core(&mut self, _: &[Given], _: &[usize], _: &Control) -> Result<Option<UnsatCore>, Answer> {
        Err(parallax_model::engine_api::no_cores())
    }
}

fn has_solution(model: &Model, parts: impl Fn(&[Value]) -> bool) -> bool {
    assignments(model).iter().any(|values| parts(values))
}

/// `why` never states that a satisfiable model has no solution, and no set of an
/// engine that may be any is confirmed. `PARALLAX_CASES` is the number of models.
#[test]
fn no_lie_is_believed_or_confirmed() {
    let cases: u64 =
        std::env::var("PARALLAX_CASES").ok().and_then(|own| own.parse().ok()).unwrap_or(300);
    let (mut caught, mut right) = (0, 0);
    for seed in 0..cases {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let Ok(model) = sample::random_model(&mut rng) else { continue };
        if assignments(&model).len() > 3_000 {
            continue;
        }
        let holds = |values: &[Value]| model.check(&[], values).is_ok();
        let truth = has_solution(&model, holds);
        let lies = [1.0, 0.5][rng.random_range(0..2u32) as usize];
        let own = ExplanationEngines {
            deciders: vec![Arc::new(Liar { lies })],
            ..engines("native", &["native"])
        };
        let sets = [MinimalSets::One, MinimalSets::Smallest, MinimalSets::All(4)];
        let sets = sets[rng.random_range(0..3u32) as usize];
        let request = ExplanationOptions {
            sets,
            repair: rng.random_bool(0.3),
            seed,
            ..ExplanationOptions::default()
        };
        let why = explained(&ModelInstance::new(model.clone()), request, &own);
        match &why.finding {
            ExplainedFact::Contradiction(_) => {
                assert!(truth, "seed {seed}\n{model}");
                caught += 1;
            }
            ExplainedFact::Unsatisfiable => assert!(!truth, "seed {seed}\n{model}"),
            ExplainedFact::Satisfiable(_) => assert!(truth, "seed {seed}\n{model}"),
            _ => {}
        }
        assert!(!why.sets.iter().any(|set| is_confirmed(&set.confirmed)), "seed {seed}\n{model}");
        right += u32::from(!truth);
    }
    println!("{cases} models: {caught} lies caught, {right} without a solution");
    assert!(caught * 4 > cases as u32 / 2, "{caught}");
}
