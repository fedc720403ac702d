//! Reads models from JSON, in the form that `docs/reference/model-json.md` describes. Shares no code with
//! the program.

mod fault;
mod limits;
mod members;
mod model_reader;
mod syntax;

pub use model_reader::read;
pub(crate) use model_reader::{MOST_VALUES, Reader};

pub use fault::{JsonFault, JsonProblem};
pub(crate) use members::Member;
pub(crate) use syntax::Json;
