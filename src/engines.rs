//! Engines by name, such as `native`, `sat:batsat+order` or `portfolio[native; sat:varisat]`.
//!
//! The name is the interface: [`Spec`] reads it, prints it, and is an
//! [`Engine`](crate::engine_api::Engine). `parallax engines` lists the names, and so does the error
//! for one that does not exist. The settings inside a [`Spec`] belong to the crates that implement
//! the engines.

#[doc(inline)]
pub use parallax_engines::{EngineList, Spec, SpecFault, parse_list};
