//! Reformulation on random problems with a controlled level of interchangeability: the
//! question that Swearngin, Choueiry and Freuder (2011) leave open, measured as Freuder and
//! Sabin (1997) and Choueiry and Davis (2002) do, on problems of our own.
//!
//! Each engine counts all solutions of the same problems. The counts must be equal.

pub mod figures;
pub mod measure;
pub mod print;
mod reform_error;
pub mod setting;

pub use measure::{EngineEffort, RandomPointMeasurement, measure_points};
pub use parallax_puzzles::csp::{BlockPartition, ExactShare};
pub use print::print_points;
pub use reform_error::{ReformCountError, ReformRunError, ReformSettingError};
pub use setting::{COMPARED_ENGINES, RandomProblemPoint, RandomProblemSetting};
