//! Counting without enumeration: parts that no constraint links are multiplied, and parts that
//! occur again are looked up.
//!
//! A depth-first search decides one variable after the other and propagates, as in `tree`. After
//! each propagation the open variables fall apart (`divide.rs`): constraints that hold for every
//! choice from the domains are dropped (`certain.rs`), and the variables that the others link are a
//! *component*. Components share nothing, so their counts are multiplied (Bayardo and Pehoushek,
//! AAAI 2000). What a component counts depends on the domains of its variables and on what the
//! fixed variables leave of its constraints; both together are its *key* (`key.rs`, `residue.rs`),
//! under which a cache keeps its count (Sang, Bacchus, Beame, Kautz and Pitassi, SAT 2004; Thurley,
//! SAT 2006; for constraint networks: Favier, de Givry and Jégou, CP 2009). Keys are compared in
//! full.
//!
//! Why a cached count is right: a propagator removes only what has no solution of its constraint,
//! and every constraint that links open variables has all of them in one component. So nothing that
//! happens to one component depends on another one that turns out to be without solutions, and
//! conflicts need no special care.
//!
//! What is counted are assignments of the shown variables. In a component they are decided first;
//! of one in which only hidden variables are open, one solution is enough.

mod cache;
mod certain;
mod components;
mod divide;
mod key;
mod order;
mod residue;
mod session;
mod shape;
#[cfg(test)]
mod tests;
mod trial;

use parallax_model::named;

pub use components::{Counted, Counter};
pub use order::Order;
pub use session::CountSession;

/// How components are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The bound on the cache, in bytes.
    pub cache: usize,
    /// Which variable of a component is decided next.
    pub order: Order,
    /// What two components must have in common to be counted once.
    pub keys: Keys,
}

impl Default for Plan {
    fn default() -> Self {
        Plan { cache: 1 << 30, order: Order::default(), keys: Keys::default() }
    }
}

/// What two components must have in common to be counted once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Keys {
    /// The shape where that saves more than it takes, by a trial on the first lookups.
    #[default]
    Auto,
    /// The variables and their domains.
    Names,
    /// The shape: they may differ in the names of variables, and, where all constraints are
    /// all-different, of values.
    Shapes,
}

named!(Keys, "keys", {
    Auto => "auto",
    Names => "names",
    Shapes => "shapes",
});
