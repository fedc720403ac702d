//! Reads models from JSON, in the form that `docs/reference/model-json.md` describes. Shares no
//! code with the program.

mod fault;
mod limits;
mod members;
mod model_reader;
mod syntax;

pub use model_reader::read_model;
pub(crate) use model_reader::{MOST_VALUES, ModelReader};

pub use fault::{JsonProblem, ModelJsonError};
pub(crate) use members::ConstraintMember;
pub(crate) use syntax::LocatedJson;
