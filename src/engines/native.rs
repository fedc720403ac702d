//! Native search as an engine.

use std::sync::Arc;

use crate::ask::{Control, Refusal, Session};
use crate::model::Model;
use crate::search::{Search, Settings};

/// A session of native search.
pub(super) fn session(
    model: &Arc<Model>,
    settings: &Settings,
    seed: u64,
    control: &Control,
) -> Result<Box<dyn Session>, Refusal> {
    Ok(Box::new(Search::new(model, settings, seed, control)?))
}
