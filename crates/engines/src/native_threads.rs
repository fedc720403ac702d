//! Native search on several threads as an engine.

use std::path::PathBuf;
use std::sync::Arc;

use parallax_json as json;
use parallax_model::Model;
use parallax_model::engine_api::{Control, Engine, PreparationError, Session};
use parallax_search::SearchSettings;
use parallax_search::count::ComponentCountOptions;
use parallax_search::parallel::{self, CheckpointFile, Watch};

use super::Spec;
use super::native::NativeSearch;
use super::plain::on_plain;

/// Native search that cuts the tree of a large question into pieces for several threads. Answers,
/// solutions, their order and counters do not depend on the number of threads.
#[derive(Clone)]
pub struct ParallelNativeSearch {
    spec: Spec,
    settings: SearchSettings,
    threads: usize,
    watch: Option<Arc<Watch>>,
    notebook: Option<(PathBuf, parallel::CheckpointFault)>,
    /// The plan by which a count continues by components.
    components: Option<ComponentCountOptions>,
}

impl Spec {
    /// Returns the engine on this number of threads, at least 1; `None` unless it is native search.
    #[must_use]
    pub fn with_threads(&self, threads: usize) -> Option<ParallelNativeSearch> {
        let NativeSearch { settings } = self.as_engine()?;
        let (spec, settings) = (self.clone(), settings.clone());
        Some(ParallelNativeSearch {
            spec,
            settings,
            threads,
            watch: None,
            notebook: None,
            components: None,
        })
    }
}

impl ParallelNativeSearch {
    /// Reports the progress of each question.
    #[must_use]
    pub fn watched_by(self, watch: Arc<Watch>) -> Self {
        ParallelNativeSearch { watch: Some(watch), ..self }
    }

    /// Counts by components, if the first slice does not finish and components occur again.
    #[must_use]
    pub(super) fn with_components(self, plan: ComponentCountOptions) -> Self {
        ParallelNativeSearch { components: Some(plan), ..self }
    }

    /// Records in a file which pieces of a count are done, and resumes from it. Errors of the file
    /// go to `fault`.
    #[must_use]
    pub fn resumed_from(self, file: PathBuf, fault: parallel::CheckpointFault) -> Self {
        ParallelNativeSearch { notebook: Some((file, fault)), ..self }
    }
}

impl Engine for ParallelNativeSearch {
    fn spec(&self) -> String {
        self.spec.to_string()
    }

    fn inner_engine(&self) -> Option<&dyn Engine> {
        Some(&self.spec)
    }

    fn prepare(
        &self,
        model: &Arc<Model>,
        seed: u64,
        control: &Control,
    ) -> Result<Box<dyn Session>, PreparationError> {
        if self.settings.plain {
            return on_plain(model, control, |model| self.parallel_session(model, seed, control));
        }
        self.parallel_session(model, seed, control)
    }
}

impl ParallelNativeSearch {
    fn parallel_session(
        &self,
        model: &Arc<Model>,
        seed: u64,
        control: &Control,
    ) -> Result<Box<dyn Session>, PreparationError> {
        let ParallelNativeSearch { settings, threads, .. } = self;
        let session = parallel::ParallelSession::new(model, settings, seed, *threads, control)?;
        let mut session = session.watched_by(self.watch.clone());
        if let Some(plan) = self.components {
            session = session.with_components(plan);
        }
        let Some((file, fault)) = &self.notebook else {
            return Ok(Box::new(session));
        };
        let notebook = CheckpointFile {
            file: file.clone(),
            model: json::write_model(model),
            engine: self.spec(),
            seed,
            fault: fault.clone(),
        };
        Ok(Box::new(session.noted_in(notebook)))
    }
}
