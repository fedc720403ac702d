//! Cross-checking: instances x models x engines, in parallel, in order.
//!
//! [`run`] reads a stream of instances, has every engine solve every one on
//! worker threads, and gives the results back in the order of the stream. A
//! [`Row`] is what one engine said of one instance; a [`Verdict`] is how the
//! rows of an instance stand to each other.

mod block;
mod row;
mod run;
mod session;
mod verdict;

pub use row::{Row, Times};
pub use run::{Compared, run};
pub use verdict::Verdict;

use std::sync::Arc;
use std::time::Duration;

use crate::ask::{Engine, Task};
use crate::instance::{InputError, Instance};

/// What is to be run.
#[derive(Clone)]
pub struct Plan {
    /// The engines.
    pub engines: Vec<Arc<dyn Engine>>,
    /// Which models of each instance.
    pub models: Models,
    /// What is asked; `None` is each puzzle's default.
    pub task: Option<Task>,
    /// Wall-clock limit for one engine on one instance, encoding included.
    pub timeout: Option<Duration>,
    /// The seed of whatever is random.
    pub seed: u64,
    /// Worker threads, at least 1.
    pub jobs: usize,
    /// The largest number of solutions that a row keeps.
    pub keep: usize,
}

/// Which models of an instance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Models {
    /// The puzzle's default.
    Default,
    /// All that the puzzle offers.
    All,
    /// Those of these names that the puzzle offers, at least one.
    Named(Vec<String>),
}

impl Models {
    /// The names of the models to use of an instance.
    ///
    /// # Errors
    /// When no named model is one of the instance's.
    pub fn of(
        &self,
        instance: &dyn Instance,
        source: &str,
    ) -> Result<Vec<&'static str>, InputError> {
        let offered = instance.models();
        let chosen: Vec<&'static str> = match self {
            Models::Default => offered.iter().take(1).copied().collect(),
            Models::All => offered.to_vec(),
            Models::Named(names) => {
                offered.iter().copied().filter(|name| names.iter().any(|n| n == name)).collect()
            }
        };
        match (chosen.is_empty(), self) {
            (true, Models::Named(names)) => {
                let (puzzle, offered) = (instance.puzzle(), offered.join(", "));
                let names = names.join(", ");
                let message =
                    format!("a {puzzle} instance has no model '{names}'; it has {offered}");
                Err(InputError::new(source, message))
            }
            _ => Ok(chosen),
        }
    }
}
