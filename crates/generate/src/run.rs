//! Makes many instances on several threads.

use parallax_engines::Spec;
use parallax_instance::Instance;
use parallax_model::engine_api::{Control, Engine, in_order};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::{
    InstanceDraw, InstanceRecipe, OracleFault, RecipeError, RecipeProduct, SolutionOracle,
};

/// The engine that counts solutions a second time. It shares no code with native search.
const SECOND_ENGINE: &str = "sat:batsat+direct";

/// The instances to make.
#[derive(Clone, Copy, Debug)]
pub struct GenerationBatch {
    /// The seed.
    pub seed: u64,
    /// The number of the first instance.
    pub from: u64,
    /// The number of instances.
    pub number: usize,
    /// Worker threads.
    pub jobs: usize,
}

/// A generated instance.
pub struct GeneratedInstance {
    /// Its number.
    pub number: u64,
    /// The instance.
    pub instance: Box<dyn Instance>,
    /// The part of the request that the instance misses, as text.
    pub missed: Option<String>,
    /// The engines that found exactly one solution each, if there must be one.
    pub unique: Option<[String; 2]>,
}

/// The reason why there is no instance.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum GenerationError {
    /// The generator gave up.
    #[error(transparent)]
    GivenUp(#[from] RecipeError),
    /// An engine failed, or two disagree.
    #[error(transparent)]
    Fault(#[from] BatchFault),
}

/// A fault of the engines that count the solutions of an instance.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BatchFault {
    /// An engine has no answer.
    #[error(transparent)]
    Oracle(#[from] OracleFault),
    /// The second engine does not find one solution.
    #[error("{SECOND_ENGINE} finds {} where native search finds one", solutions(*.count))]
    Disagreement {
        /// The number of solutions that it finds, 2 for several.
        count: u64,
    },
}

fn solutions(count: u64) -> &'static str {
    if count == 0 { "no solution" } else { "several solutions" }
}

/// Makes a batch and passes the instances to `take` in the order of their numbers, each with its
/// number. An instance that must have one solution is passed only after a second engine has counted
/// its solutions. Ends early when `control` stops the work.
pub fn run_batch(
    recipe: &dyn InstanceRecipe,
    batch: GenerationBatch,
    control: &Control,
    take: &mut dyn FnMut(u64, Result<GeneratedInstance, GenerationError>),
) {
    let Ok(second) = SECOND_ENGINE.parse::<Spec>() else { return };
    let start = || {
        // The oracles of a worker keep their sessions from instance to instance.
        [SolutionOracle::new(Spec::native(), control), SolutionOracle::new(second.clone(), control)]
    };
    let work = |oracles: &mut [SolutionOracle; 2], index: usize| {
        let draw = InstanceDraw { seed: batch.seed, number: batch.from.checked_add(index as u64)? };
        make_generated(recipe, draw, oracles)
    };
    in_order(batch.number, batch.jobs, start, work, &mut |index, made| {
        take(batch.from + index as u64, made);
    });
}

/// Makes one instance; `None` if the run was stopped.
fn make_generated(
    recipe: &dyn InstanceRecipe,
    draw: InstanceDraw,
    [first, second]: &mut [SolutionOracle; 2],
) -> Option<Result<GeneratedInstance, GenerationError>> {
    if first.control().stop_reason().is_some() {
        return None;
    }
    let mut rng = ChaCha8Rng::seed_from_u64(draw.seed);
    // Each number has its own stream, so an instance depends neither on the others nor on the
    // number of threads.
    rng.set_stream(draw.number);
    let Some(outcome) = recipe.make_instance(&mut rng, draw, first) else {
        // Without a fault the oracle was stopped, which ends the run.
        return first.last_fault().map(|fault| Err(BatchFault::from(fault.clone()).into()));
    };
    let RecipeProduct { instance, missed, unique } = match outcome {
        Ok(product) => product,
        Err(why) => return Some(Err(why.into())),
    };
    let mut confirmed = None;
    if unique {
        let Some(count) = second.count_solutions(&*instance) else {
            return second.last_fault().map(|fault| Err(BatchFault::from(fault.clone()).into()));
        };
        if count != 1 {
            return Some(Err(BatchFault::Disagreement { count }.into()));
        }
        confirmed = Some([Spec::native().spec(), SECOND_ENGINE.to_owned()]);
    }
    Some(Ok(GeneratedInstance { number: draw.number, instance, missed, unique: confirmed }))
}
