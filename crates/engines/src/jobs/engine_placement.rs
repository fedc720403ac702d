//! The engines of a race, each placed so that it can be stopped: here or in a child process.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use parallax_model::engine_api::Engine;

use super::{IsolatedEngine, LimitedEngine, ResourceMeter};
use crate::{Portfolio, RacingEngine, Spec, at_hand};

/// Places the engines of a portfolio. Engines that are part of this program run in this process.
/// Engines with a foreign solver run in children if the model is large, external programs always.
#[derive(Clone, Debug)]
pub struct EnginePlacement {
    /// The program that runs jobs: `parallax`, called with the argument `job`.
    pub program: PathBuf,
    /// Maximum number of bytes that the race may allocate. With a limit, every engine runs in a
    /// child with an equal share; one more share is for the solutions that wait in this process.
    pub memory_bytes: Option<u64>,
    /// Maximum processor time of each child.
    pub cpu: Option<Duration>,
    /// Measures the children.
    pub meter: Option<ResourceMeter>,
    /// Whether every engine runs in a child.
    pub isolated: bool,
    /// The number of cores.
    pub cores: usize,
}

impl EnginePlacement {
    /// Makes racers without limits on all available cores.
    #[must_use]
    pub fn new(program: PathBuf) -> Self {
        EnginePlacement {
            program,
            memory_bytes: None,
            cpu: None,
            meter: None,
            isolated: false,
            cores: at_hand(),
        }
    }

    /// Returns one engine's share of the memory, in bytes.
    #[must_use]
    pub fn memory_share(&self, portfolio: &Portfolio) -> Option<u64> {
        let shares = RacingEngine::max_sessions(portfolio, self.cores) + 1;
        self.memory_bytes.map(|bytes| bytes / shares)
    }

    /// Returns the engine of a portfolio.
    #[must_use]
    pub fn racing_engine(&self, portfolio: &Portfolio) -> RacingEngine {
        let share = self.memory_share(portfolio);
        RacingEngine::new(portfolio, self.cores, &|spec| self.place_engine(spec, share))
    }

    fn place_engine(&self, spec: Spec, memory_bytes: Option<u64>) -> Arc<dyn Engine> {
        let abilities = spec.abilities();
        // A memory limit is that of a process, and an external program is killed with the child
        // that runs it, so both need a child for any model. For other foreign solvers the size of
        // the model decides.
        let isolated = self.isolated || memory_bytes.is_some() || abilities.external;
        if !isolated && !abilities.foreign {
            return Arc::new(spec);
        }
        let EnginePlacement { program, cpu, meter, .. } = self.clone();
        let child =
            IsolatedEngine { memory_bytes, cpu, meter, ..IsolatedEngine::new(spec, program) };
        if isolated { Arc::new(child) } else { Arc::new(LimitedEngine(child)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shares_of_memory_add_up_to_the_limit() {
        let racers = EnginePlacement {
            memory_bytes: Some(1_000),
            cores: 2,
            ..EnginePlacement::new("p".into())
        };
        for (list, sessions) in
            [("native; brute", 3), ("brute; native", 2), ("native,limit=9; brute; sat:batsat", 3)]
        {
            let portfolio: Portfolio = format!("portfolio[{list}]").parse().expect("a portfolio");
            assert_eq!(racers.memory_share(&portfolio), Some(1_000 / (sessions + 1)), "{list}");
            let free = EnginePlacement { memory_bytes: None, ..racers.clone() };
            assert_eq!(free.memory_share(&portfolio), None);
        }
    }
}
