//! Native search as an engine.

use std::sync::Arc;

use crate::ask::{Control, Refusal, Session};
use crate::model::Model;
use crate::search::Search;

/// A session of native search; it has no randomness.
pub(super) fn session(model: &Arc<Model>, control: &Control) -> Result<Box<dyn Session>, Refusal> {
    Ok(Box::new(Search::new(model, control)?))
}
