//! The plain form of a model, within limits.

use std::sync::Arc;

use super::{Control, Refusal};
use crate::{Model, Plain};

impl Model {
    /// Returns the model with the plain forms of its global constraints. A model without any is
    /// shared, not copied.
    ///
    /// # Errors
    /// Returns unsupported if a form is too large or its numbers are, or the limit that `control`
    /// reached.
    pub fn plain(self: &Arc<Model>, control: &Control) -> Result<Plain, Refusal> {
        self.plain_until(&|| control.stopped().is_some()).map_err(|why| match control.check() {
            Err(stop) => stop.into(),
            Ok(()) => Refusal::Unsupported(why),
        })
    }
}
