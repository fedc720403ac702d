//! Search that learns from conflicts.
//!
//! # The idea
//!
//! A conflict follows from some decisions and the constraints. Its *nogood* is a set of
//! [atoms](parallax_propagation::explain::Atom) that cannot all be true. The search adds it to the
//! model and jumps back to where the nogood decides something, instead of trying the other side of
//! the last decision (Marques-Silva and Sakallah 1999). Domains are the bit sets of the store, and
//! propagators those of search without learning; reasons are asked for when a conflict is analysed
//! (Ohrimenko, Stuckey and Codish 2009; Feydy and Stuckey 2009).
//!
//! - [`reasons`] explains one atom: by the change that made it true, or by other atoms of the same
//!   variable;
//! - [`history`] dates atoms by the trail;
//! - [`analysis`] resolves the atoms of a conflict until one of its level remains (the first unique
//!   implication point), `minimise` drops what follows from the rest (Sörensson and Biere 2009);
//! - [`nogoods`] stores nogoods, watches two atoms of each (Moskewicz and others 2001) and forgets
//!   those whose atoms come from many levels (Audemard and Simon 2009);
//! - [`choice`] takes the variable with the largest quotient of activity and domain size, and the
//!   value it had last (Pipatsrisawat and Darwiche 2007);
//! - [`permutations`] adds, for each permutation and value, that some variable takes it;
//! - [`tree`] is the search itself, [`solutions`] what it reports, [`suits`] which models it is
//!   for.
//!
//! The store pays nothing for this while it is not used: the chains of changes, levels and watches
//! belong to the learning search, which reads new entries of the trail after each propagator.
//!
//! # Lifetime of nogoods
//!
//! Nogoods rest on the domains at the root of a question, its givens included, on the bound of the
//! objective, which only falls, and on solutions that must not come again. So they are dropped with
//! the question.
//!
//! # Trust
//!
//! A wrong explanation could cost a solution. Each premise is therefore tested when it is used: it
//! must hold before the change that it explains. A premise that does not is a bug, on which tests
//! and debug builds stop; otherwise the whole scope takes its place.

mod analysis;
mod choice;
mod conflict;
#[cfg(test)]
mod golden_tests;
mod history;
mod minimise;
mod nogoods;
mod outlook;
mod permutations;
mod reasons;
mod solutions;
#[cfg(test)]
mod tests;
mod tree;
mod watches;

pub(super) use conflict::reason_of_conflict;
pub(super) use outlook::{LearningOutlook, learning_outlook};
pub(super) use permutations::permutation_scopes;
pub(super) use tree::LearningTree;
