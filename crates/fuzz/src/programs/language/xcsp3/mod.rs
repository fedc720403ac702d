//! XCSP3-core.
//!
//! The format does not define division by zero and negative exponents; cases with them are not
//! written. An index outside of a list makes `element` false.

mod answer;
mod channels;
mod elements;
mod grids;
mod intension;
mod lists;
mod resources;
mod xcsp3_language;

pub use xcsp3_language::Xcsp3Language;
