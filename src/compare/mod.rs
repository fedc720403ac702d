//! Cross-checking: instances x models x engines, in parallel, in order.
//!
//! [`run`] reads a stream of instances, has every engine solve every one on
//! worker threads, and gives the results back in the order of the stream;
//! [`one`] does the same with a single instance in the calling thread. A
//! [`Row`] is what one engine said of one instance; a [`Verdict`] is how the
//! rows of an instance stand to each other.

mod block;
mod core;
mod desk;
mod judge;
mod refute;
mod repeats;
mod row;
mod run;
mod shared;
mod standing;
mod verdict;

pub use self::core::CoreRow;
pub use row::{Keeps, Row, Times};
pub use run::{Compared, one, run};
pub use standing::Standing;
pub use verdict::Verdict;

use std::sync::Arc;
use std::time::Duration;

use crate::ask::{Engine, Task};
use crate::instance::{InputError, Instance, Viewpoint};

/// What is to be run.
#[derive(Clone)]
pub struct Plan {
    /// The engines.
    pub engines: Vec<Arc<dyn Engine>>,
    /// Which models of each instance.
    pub models: Models,
    /// What is asked; `None` is each puzzle's default. [`Task::First`] asks
    /// for a best solution where that is the instance's default.
    pub task: Option<Task>,
    /// Wall-clock limit for one engine on one instance, encoding included.
    pub timeout: Option<Duration>,
    /// The seed of whatever is random.
    pub seed: u64,
    /// Worker threads, at least 1.
    pub jobs: usize,
    /// The largest number of solutions that a row keeps.
    pub keep: usize,
    /// How much of an unsatisfiable core to report.
    pub cores: Cores,
}

impl Plan {
    /// A plan with these engines, the puzzle's default model and task, no time limit, seed 0, one
    /// worker thread, and up to 10,000 solutions kept of each row. Set the fields to change it.
    pub fn new(engines: Vec<Arc<dyn Engine>>) -> Self {
        Plan {
            engines,
            models: Models::Default,
            task: None,
            timeout: None,
            seed: 0,
            jobs: 1,
            keep: 10_000,
            cores: Cores::None,
        }
    }
}

/// How much of an unsatisfiable core to report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cores {
    /// That it has none.
    #[default]
    None,
    /// Constraints and givens that cannot hold together.
    Some,
    /// The same, without those that are not needed.
    Minimal,
}

/// Which models of an instance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Models {
    /// The puzzle's default.
    Default,
    /// All that the puzzle offers, without options.
    All,
    /// Those of these names that the puzzle offers, at least one; a name may
    /// carry options, as in `cells+symmetry`.
    Named(Vec<String>),
}

impl Models {
    /// The viewpoints to use of an instance, each once.
    ///
    /// # Errors
    /// When the instance offers none of the named models, with the reason for
    /// the last of them.
    pub fn of(&self, instance: &dyn Instance, source: &str) -> Result<Vec<Viewpoint>, InputError> {
        let names: Vec<&str> = match self {
            Models::Default => return Ok(vec![instance.default_viewpoint()]),
            Models::All => instance.models().to_vec(),
            Models::Named(names) => names.iter().map(String::as_str).collect(),
        };
        let mut chosen: Vec<Viewpoint> = Vec::new();
        let mut fault = "no model is named".to_owned();
        for name in names {
            match instance.viewpoint(name) {
                Ok(viewpoint) if chosen.contains(&viewpoint) => {}
                Ok(viewpoint) => chosen.push(viewpoint),
                Err(error) => fault = error.to_string(),
            }
        }
        match chosen.is_empty() {
            true => Err(InputError::new(source, fault)),
            false => Ok(chosen),
        }
    }
}
