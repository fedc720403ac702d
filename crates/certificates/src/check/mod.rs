//! Checks a certificate step by step.
//!
//! Every step keeps the *invariant*: each solution of the model that is not yet counted lies in
//! the box, or in what remains of an open branch (for an optimum: each solution that is better than
//! the best so far). A closed box has no such solution. So nothing is left once the box is closed
//! and no branch is open, and the count is that of all solutions.
//!
//! The comment at each step states why it keeps the invariant.

mod box_steps;
mod checker;
mod leaves;
mod lemmas;
mod parts;
mod recurring_problems;

pub(crate) use checker::{CertificateChecker, PartResolver};
use checker::{CheckerBranch, MOST_KEPT};

use super::claim::{CertificateClaim, ClaimKind};
