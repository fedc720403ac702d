//! Explains why each value was removed.
//!
//! Every entry of the trail carries the decision, given, nogood or propagator that caused it. A
//! propagator explains a removal in two currencies: by the domains of its scope just before it
//! ([`RemovalExplanation`]), and by [atoms](DomainAtom), tests of one variable against one value
//! ([`ExplanationPremises`]). The tests check both against the meaning of the constraint.
//!
//! [`ChangeChains`] link the changes of each variable, so that the domains of an earlier time
//! ([`PastDomains`]) and the time at which an atom became true are read from the trail without
//! replaying it.

mod atom;
mod chains;
mod explanation;
mod explanation_steps;
mod past_domains;
mod premises;
mod root;

pub use explanation::{RemovalExplanation, ValueRemoval, explain_trail};

#[cfg(test)]
mod tests;

pub use atom::{DomainAtom, DomainClaim};
pub use chains::{ChangeChains, DomainChange};
pub use explanation_steps::{BoundSide, by_bounds};
pub use past_domains::PastDomains;
pub use premises::ExplanationPremises;
pub use root::{RootClaimStatus, RootDomains};
