//! Clauses that count literals; RustSAT has no such encodings.
//!
//! Counters and networks write "from `low` to `high` of these literals are true" into a formula.
//! The auxiliary literals are defined outside the guards and only the bounds are guarded, so a
//! guard is refuted as soon as a bound is violated. With `DefinitionSides::BothWays` each auxiliary
//! literal is a function of the counted ones, and the formula keeps its number of models.

mod definition_sides;
pub(crate) mod network;
pub(crate) mod product;
pub(crate) mod sequential;

pub(crate) use definition_sides::DefinitionSides;
