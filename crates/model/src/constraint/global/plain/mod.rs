//! Plain forms: global constraints as core constraints with determined hidden variables.

mod bin_packing;
mod budget;
mod circuit;
mod counts;
mod cumulative;
mod error;
mod no_overlap;
mod plain_form;
mod regular;
mod writer;

pub(crate) use plain_form::PlainForm;

pub(crate) use budget::PlainFormBudget;
pub(crate) use error::PlainError;
pub(crate) use writer::PlainWriter;
