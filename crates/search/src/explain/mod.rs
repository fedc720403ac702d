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
mod past;
mod premises;
mod recipes;
mod root;
#[cfg(test)]
mod tests;

use parallax_model::{Domain, Value, VarId};

pub use atom::{Atom, Claim};
pub use chains::{Chains, Change};
pub use past::Past;
pub use premises::Premises;
pub use recipes::{Side, by_bounds};
pub use root::{Root, Standing};

use super::store::Reason;

/// A value that was removed from a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Removal {
    /// The variable that lost the value.
    pub variable: VarId,
    /// The value.
    pub value: Value,
}

/// The reason why a value was removed from a domain.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The removal.
    pub removal: Removal,
    /// The decision, given, nogood or propagator that removed it.
    pub reason: Reason,
    /// For a propagator: domains, each at least as large as just before the removal, under which
    /// the constraint has no solution with the removed value.
    pub because: Vec<(VarId, Domain)>,
}
