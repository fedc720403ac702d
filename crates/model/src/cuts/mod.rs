//! Cuts that make a model smaller: each removes a part of it or replaces it by something simpler.

mod draft;
mod model_cuts;

use model_cuts::MAX_CUT_DOMAIN;
pub use model_cuts::NumberedCuts;
