//! The model of a viewpoint, built once and shared by all engines.

use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use parallax_instance::{Instance, Viewpoint};
use parallax_model::Model;
use parallax_model::engine_api::{Control, PreparationError};

use super::SolutionCoverage;

/// A viewpoint of the instances of a block. The engine that first needs its
/// model builds it; the others wait for it.
pub(super) struct SharedViewpoint {
    pub(super) viewpoint: Viewpoint,
    /// The viewpoint's name in rows.
    pub(super) name: Arc<str>,
    /// Which of the puzzle's solutions the model keeps.
    pub(super) keeps: SolutionCoverage,
    /// Whether the givens are part of the model, which makes a smaller formula if the block holds a
    /// single instance.
    pub(super) with_givens: bool,
    built: OnceLock<BuiltModel>,
}

/// A model, or the reason for its absence, and the time to build it. Each engine counts this time
/// as its own, whichever of them built the model.
#[derive(Clone)]
pub(super) struct BuiltModel {
    pub(super) model: Result<Arc<Model>, PreparationError>,
    pub(super) time: Duration,
}

impl SharedViewpoint {
    pub(super) fn new(viewpoint: Viewpoint, with_givens: bool) -> Self {
        let (name, keeps) =
            (viewpoint.to_string().into(), SolutionCoverage::from_viewpoint(&viewpoint));
        SharedViewpoint { viewpoint, name, keeps, with_givens, built: OnceLock::new() }
    }

    /// Sets the model, which took `time` to build.
    pub(super) fn with_model(self, model: Model, time: Duration) -> Self {
        let built = BuiltModel { model: Ok(Arc::new(model)), time };
        SharedViewpoint { built: OnceLock::from(built), ..self }
    }

    /// Returns the model, and builds it on the first call, within the limits of `control`. All
    /// engines have the same limits, so a refusal holds for each of them.
    pub(super) fn build_model(&self, instance: &dyn Instance, control: &Control) -> BuiltModel {
        let build = || {
            let start = Instant::now();
            let model = instance.model_within(&self.viewpoint, control).map(|model| {
                let givens =
                    if self.with_givens { instance.givens(&self.viewpoint) } else { Vec::new() };
                Arc::new(if givens.is_empty() { model } else { model.restrict_givens(&givens) })
            });
            BuiltModel { model, time: start.elapsed() }
        };
        // Workers that ask for the model meanwhile block here: building it twice would take longer
        // than waiting.
        self.built.get_or_init(build).clone()
    }
}
