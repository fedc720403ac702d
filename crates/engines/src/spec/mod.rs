//! Engine specs: `native`, `brute`, `sat:cadical+order,amo=ladder`, `smt:z3`.
//!
//! A [`Spec`] is any engine with its options (`engine_spec.rs`). [`EngineKind`] and
//! [`ConfiguredEngine`] define the duties of one kind of engine; each kind implements them in its
//! own file, next to its session, and has a line in `engines!` in the head of the crate.
//! `registry.rs` asks these lines which kind reads a text. `encodings.rs` reads the parts that
//! several kinds share, `list.rs` lists of engines.

mod encoding_variants;
mod encodings;
mod engine_spec;
mod fault;
mod kind;
mod list;
mod registry;
#[cfg(test)]
mod tests;

pub use encoding_variants::each_encoding;
pub use encodings::parse_options;
pub(super) use encodings::{
    CommandParts, PROOF_PLACEHOLDER, SpecParts, describe_terms, read_encodings, read_terms,
    settings_after, write_encodings,
};
pub use engine_spec::Spec;
pub use fault::SpecFault;
pub use kind::{ConfiguredEngine, EngineFacts, EngineKind, EngineUsage, USUAL_SIZE};
pub use list::{ChoiceFilter, EngineList, parse_list};
pub(super) use registry::{EngineEntry, begins_command, is_command_name};
