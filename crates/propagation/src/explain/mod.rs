//! Explains why each value was removed.
//!
//! Every entry of the trail carries the decision, given, nogood or propagator that caused it. A
//! propagator explains a removal in two currencies: by the domains of its scope just before it
//! ([`Explanation`]), and by [atoms](Atom), tests of one variable against one value
//! ([`Premises`]). The tests check both against the meaning of the constraint.
//!
//! [`Chains`] link the changes of each variable, so that the domains of an earlier time ([`Past`])
//! and the time at which an atom became true are read from the trail without replaying it.

mod atom;
mod chains;
mod explanation;
mod past;
mod premises;
mod recipes;
mod root;

pub use explanation::{Explanation, Removal, explain_trail};

#[cfg(test)]
mod tests;

pub use atom::{Atom, Claim};
pub use chains::{Chains, Change};
pub use past::Past;
pub use premises::Premises;
pub use recipes::{Side, by_bounds};
pub use root::{Root, Standing};
