//! Propagators: the reasoning of each constraint kind on domains.
//!
//! # The idea
//!
//! A domain is the set of values that a variable may still take. A propagator reads the domains of
//! its constraint's variables and removes values that no solution of the constraint within these
//! domains uses. A removal wakes the propagators that watch the variable. The queue runs them,
//! cheap ones first, until none removes a value (a fixpoint) or one reports a conflict: no
//! assignment within the domains satisfies its constraint. After a fixpoint the search decides on a
//! variable; after a conflict it undoes its last decision (Mackworth 1977; Bessiere 2006).
//!
//! # The contract
//!
//! 1. *Sound*: a removed value belongs to no solution of the constraint under the current domains,
//!    and a conflict means that there is none.
//! 2. *Checking*: once all variables are fixed, it reports a conflict unless the constraint holds.
//! 3. *Without history*: the fixpoint depends on the domains alone, not on the path to them. Keep
//!    what must be undone in the trail ([`DomainStore::new_cell`], [`DomainStore::new_words`]). A
//!    field of the propagator keeps its value when the search goes back, so it may only hold
//!    scratch space, constants and guesses that are tested before use.
//! 4. *Interruptible*: a call that can take long reports its work to [`DomainStore::spend_steps`].
//!
//! Beyond that, a propagator reaches a *consistency*, which the head of its file states with its
//! paper. `levels.rs` names them, lists those of each kind, and chooses a default:
//!
//! - none and forward checking (`forward_checking.rs`, for every kind): acts when no variable, or
//!   one, is open;
//! - arc consistency: for pairs of variables, each value has a partner; counting for cardinalities;
//! - singles: in addition, a value that only one variable can take is that variable's;
//! - bounds consistency: the smallest and the greatest value of each variable have a support when
//!   all others may take any number between their bounds;
//! - domain consistency, also called generalised arc consistency: every value has a support, a
//!   solution of the constraint within the domains.
//!
//! Stronger is not always faster: matching for all-different removes more than singles, and costs
//! more at each node. `docs/explanation/native-search.md` shows how a user sets the level of a run,
//! a kind or a group.
//!
//! # To add a propagator
//!
//! 1. Write its file, with a struct that implements [`ConstraintPropagator`]. Two methods are
//!    required, [`scope`](ConstraintPropagator::scope) and
//!    [`propagate`](ConstraintPropagator::propagate). Override others for speed:
//!    [`watched_events`](ConstraintPropagator::watched_events) if changes of bounds or fixed
//!    variables suffice to wake it, [`call_cost`](ConstraintPropagator::call_cost) if a call is not
//!    linear, [`is_idempotent`](ConstraintPropagator::is_idempotent) if a call always ends at its
//!    own fixpoint, [`wants_changes`](ConstraintPropagator::wants_changes) if it reads which
//!    variables changed, [`explain_removal`](ConstraintPropagator::explain_removal) if part of the
//!    scope is reason enough, [`explain_atom`](ConstraintPropagator::explain_atom) and
//!    [`explain_failure`](ConstraintPropagator::explain_failure) for learning, which suffers from
//!    premises that are not needed, and
//!    [`by_bounds`](ConstraintPropagator::by_bounds) if it reads bounds alone, which certificates
//!    then name. `product.rs` is a short one to start from; `linear/slack.rs` and
//!    `cardinality/incremental.rs` keep state in the trail.
//! 2. Post it in `append_propagators` in `kinds.rs`, at its level. If it does not check a scope
//!    that names a variable twice, post `forward` as well, as for products.
//! 3. Declare the level in `known_levels` in `levels.rs`.
//! 4. For a new kind, also write its test for implications in `exclusion_rules.rs`, and call it in
//!    `kinds.rs`. ARCHITECTURE.md ("What to touch") lists the other places.
//! 5. Name it in the tests. `tests.rs` compares all solutions with brute force and each explanation
//!    with `Kind::holds`, for every kind and level, without a change; add a kind with domain
//!    consistency to its list. `atom_tests.rs` does so for explanations by atoms, on walks through
//!    trees. Add a function that draws constraints to
//!    `consistency_tests/random_constraints.rs`: to `KINDS` for domain consistency, else to
//!    `STATEFUL_KINDS`, if it keeps state between calls. These walk through trees with undos,
//!    compare each fixpoint with that of a fresh search, and call an idempotent propagator a second
//!    time.
//! 6. Check that the certificates' checker follows (`certificates/possible/`): it accepts a
//!    removal only if it finds itself that the constraint cannot hold with the value.
//!
//! # Bibliography
//!
//! - N. Beldiceanu and E. Contejean, *Introducing global constraints in CHIP*, Mathematical and
//!   Computer Modelling 20, 1994.
//! - C. Bessiere, E. Hebrard, B. Hnich, Z. Kiziltan and T. Walsh, *Filtering algorithms for the
//!   NValue constraint*, Constraints 11, 2006.
//! - C. Bessiere, *Constraint propagation*, Handbook of Constraint Programming, 2006.
//! - J. Demeulenaere and others, *Compact-Table: efficiently filtering table constraints with
//!   reversible sparse bit-sets*, CP 2016.
//! - Y. Caseau and F. Laburthe, *Solving small TSPs with constraints*, ICLP 1997.
//! - A. Frisch, B. Hnich, Z. Kiziltan, I. Miguel and T. Walsh, *Global constraints for
//!   lexicographic orderings*, CP 2002.
//! - I. Gent, I. Miguel and P. Nightingale, *Generalised arc consistency for the AllDifferent
//!   constraint: an empirical survey*, Artificial Intelligence 172, 2008.
//! - R. Haralick and G. Elliott, *Increasing tree search efficiency for constraint satisfaction
//!   problems*, Artificial Intelligence 14, 1980.
//! - W. Harvey and J. Schimpf, *Bounds consistency techniques for long linear constraints*, TRICS
//!   2002.
//! - A. López-Ortiz, C.-G. Quimper, J. Tromp and P. van Beek, *A fast and simple algorithm for
//!   bounds consistency of the alldifferent constraint*, IJCAI 2003.
//! - A. Mackworth, *Consistency in networks of relations*, Artificial Intelligence 8, 1977.
//! - G. Pesant, *A regular language membership constraint for finite sequences of variables*, CP
//!   2004.
//! - J.-C. Régin, *A filtering algorithm for constraints of difference in CSPs*, AAAI 1994;
//!   *Generalized arc consistency for global cardinality constraint*, AAAI 1996.
//! - C. Schulte and P. Stuckey, *Efficient constraint propagation engines*, ACM TOPLAS 31, 2008:
//!   events, costs, idempotence.
//! - A. Schutt, T. Feydt and P. Stuckey, *Explaining time-table-edge-finding propagation for the
//!   cumulative resource constraint*, CPAIOR 2013.
//! - P. Shaw, *A constraint for bin packing*, CP 2004.
//! - M. Trick, *A dynamic programming approach for consistency and propagation for knapsack
//!   constraints*, Annals of Operations Research 118, 2003.
//! - P. Vilím, *O(n log n) filtering algorithms for unary resource constraint*, CPAIOR 2004;
//!   *Timetable edge finding filtering algorithm for discrete cumulative resources*, CPAIOR 2011.

mod all_different;
#[cfg(test)]
mod atom_tests;
mod cardinality;
mod clause;
mod compare;
#[cfg(test)]
mod consistency_tests;
mod dimension;
mod element;
mod error;
mod exclusion_reasons;
mod exclusion_rules;
mod extremum;
mod flow;
mod forward_checking;
mod global;
mod implies;
mod inverse;
mod kinds;
mod lexicographic;
mod linear;
mod objective_bound;
mod product;
mod propagator_interface;
mod reify;
mod table;

use propagator_interface::has_repetitions;
pub use propagator_interface::{CloneBox, ConstraintPropagator};

#[cfg(test)]
pub(crate) mod tests;

pub use all_different::is_permutation;
pub(crate) use global::OneMachine;
pub use kinds::post_constraint;
pub use objective_bound::{ObjectiveBoundPropagator, SharedCostBound};

use super::explain::{BoundSide, by_bounds};
pub use super::explain::{DomainClaim, ExplanationPremises, PastDomains, ValueRemoval};

use super::queue::{DomainEvent, PropagatorCost};
use super::store::{DomainStore, PropagationConflict};
pub use error::PropagatorError;
