//! Cuts that make a model smaller: each removes a part of it or replaces it by something simpler.

mod draft;
mod model_cuts;

pub use model_cuts::NumberedCuts;
use model_cuts::WIDE;
