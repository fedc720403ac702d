//! Figure 1 of Ngo and Thuis, "Knowledge Representation, Assignment 2 Report" (2015): the effort of
//! their two models by the number of empty cells, and their Table 1 for both models.
//!
//! [`splitting`](super::splitting) is the search, and defines the counts. The report measures its
//! second model only if it ends; the figure here has both splits and two more viewpoints, the
//! dual model and the combined one.

pub mod figures;
pub mod measure;
mod models_error;
pub mod print;
pub mod random_boards;
pub mod sample;

pub use measure::{MODEL_SPLITS, ModelSplit, SplitMeans, measure_group};
pub use models_error::ModelsError;
pub use print::print_models;
pub use sample::{BoardGroup, BoardSample};
