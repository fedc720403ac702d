//! Parts that several general formats share: a model as an instance, and the guarded XML parser.
//!
//! [`ModelInstance`] is the instance of models as JSON. Readers of other formats make a model, and
//! leave the solutions of it to that instance. [`xml`] guards against texts that would take much
//! memory or stack, and has the lines and columns of a text.

mod model_instance;
mod pairs;
mod picture;
pub mod xml;

pub use model_instance::ModelInstance;
