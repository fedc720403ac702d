//! The model of a viewpoint, built once and shared by all engines.

use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use parallax_model::Model;
use parallax_model::ask::{Control, Refusal};
use parallax_model::instance::{Instance, Viewpoint};

use super::Keeps;

/// A viewpoint of the instances of a block. The engine that first needs its
/// model builds it; the others wait for it.
pub(super) struct Shared {
    pub(super) viewpoint: Viewpoint,
    /// The viewpoint's name in rows.
    pub(super) name: Arc<str>,
    /// Which of the puzzle's solutions the model keeps.
    pub(super) keeps: Keeps,
    /// Whether the givens are part of the model, which makes a smaller formula if the block holds a
    /// single instance.
    pub(super) with_givens: bool,
    built: OnceLock<Built>,
}

/// A model, or the reason for its absence, and the time to build it. Each engine counts this time
/// as its own, whichever of them built the model.
#[derive(Clone)]
pub(super) struct Built {
    pub(super) model: Result<Arc<Model>, Refusal>,
    pub(super) time: Duration,
}

impl Shared {
    pub(super) fn new(viewpoint: Viewpoint, with_givens: bool) -> Self {
        let (name, keeps) = (viewpoint.to_string().into(), Keeps::of(&viewpoint));
        Shared { viewpoint, name, keeps, with_givens, built: OnceLock::new() }
    }

    /// Sets the model, which took `time` to build.
    pub(super) fn with(self, model: Model, time: Duration) -> Self {
        let built = Built { model: Ok(Arc::new(model)), time };
        Shared { built: OnceLock::from(built), ..self }
    }

    /// Returns the model, and builds it on the first call, within the limits of `control`. All
    /// engines have the same limits, so a refusal holds for each of them.
    pub(super) fn build(&self, instance: &dyn Instance, control: &Control) -> Built {
        let build = || {
            let start = Instant::now();
            let model = instance.model_within(&self.viewpoint, control).map(|model| {
                let givens =
                    if self.with_givens { instance.givens(&self.viewpoint) } else { Vec::new() };
                Arc::new(if givens.is_empty() { model } else { model.restricted(&givens) })
            });
            Built { model, time: start.elapsed() }
        };
        self.built.get_or_init(build).clone()
    }
}
