//! The engines that count solutions and that list them.

use std::num::NonZeroUsize;
use std::sync::Arc;

use parallax_engines::reform::Reform;
use parallax_engines::{Counter, NativeSearch, Spec};
use parallax_generate::sample::CountingEngines;
use parallax_model::engine_api::Engine;

use super::SampleArgs;
use crate::cli::CliError;
use crate::cli::options::wrapped_engine;

/// The engine for diverse solutions: a search with random values.
const DIVERSE_ENGINE_SPEC: &str = "native:domwdeg+random";

/// The engines of a draw: one that counts, and one that lists.
pub(super) struct SampleEngines {
    pub(super) counter: Arc<dyn Engine>,
    lister: Arc<dyn Engine>,
    enumerates: bool,
    seed: u64,
}

impl SampleEngines {
    pub(super) fn counted_method(&self) -> CountingEngines<'_> {
        CountingEngines {
            counter: &*self.counter,
            lister: &*self.lister,
            enumerates: self.enumerates,
            seed: self.seed,
        }
    }
}

impl SampleArgs {
    /// Returns the engines to try, best first; at least one.
    pub(super) fn candidate_engines(&self) -> Result<Vec<SampleEngines>, CliError> {
        let specs = match &self.engine {
            Some(spec) => vec![spec.clone()],
            None if self.diverse => vec![DIVERSE_ENGINE_SPEC.parse()?],
            // If the counter does not support the model, plain enumeration may.
            None => vec!["count:native".parse()?, Spec::native()],
        };
        if let Some(spec) = specs.iter().find(|spec| spec.family().is_incomplete()) {
            return Err(CliError(format!("{spec}: local search does not find all solutions")));
        }
        if self.threads.is_some() && !specs.iter().any(Spec::is_engine::<NativeSearch>) {
            let spec = &specs[0];
            return Err(CliError(format!("--threads is for native search, not for '{spec}'")));
        }
        specs.into_iter().map(|spec| self.pair_engine(spec)).collect()
    }

    fn pair_engine(&self, spec: Spec) -> Result<SampleEngines, CliError> {
        let counts = spec.is_engine::<Reform>() || spec.is_engine::<Counter>();
        let counter = self.wrap_engine(spec)?;
        let lister = if counts { self.wrap_engine(Spec::native())? } else { counter.clone() };
        // By default a list is tried first: a million solutions take about a second. An engine that
        // the user names counts as it was asked to.
        let enumerates = !counts || self.engine.is_none();
        Ok(SampleEngines { counter, lister, enumerates, seed: self.seed })
    }

    /// Wraps an engine for its threads or its process.
    fn wrap_engine(&self, spec: Spec) -> Result<Arc<dyn Engine>, CliError> {
        let isolated = self.isolate || self.memory.is_some();
        if !isolated && !self.diverse {
            let all = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
            let threads = self.threads.map_or_else(all, NonZeroUsize::get);
            if let Some(parallel) = spec.with_threads(threads) {
                return Ok(Arc::new(parallel));
            }
        }
        let memory = self.memory.map(|megabytes| megabytes.get().saturating_mul(1_000_000));
        wrapped_engine(spec, self.timeout.is_some(), isolated, memory)
    }
}
