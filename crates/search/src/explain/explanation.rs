//! A removal and its explanation.

use parallax_model::{Domain, Value, VarId};

use crate::store::Reason;

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
