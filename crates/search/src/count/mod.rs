//! Counts solutions without enumerating them: parts that no constraint links are multiplied, and
//! parts that occur again are looked up.
//!
//! A depth-first search decides one variable after the other and propagates, as in `tree`. Each
//! propagation may split the open variables (`divide.rs`): constraints that hold for every choice
//! from the domains are dropped (`certain.rs`), and the variables that the others link are a
//! *component*. Components share nothing, so their counts are multiplied (Bayardo and Pehoushek,
//! AAAI 2000). The count of a component depends on the domains of its variables and on what the
//! fixed variables leave of its constraints; both together are its *key* (`key.rs`, `residue.rs`),
//! under which a cache stores its count (Sang, Bacchus, Beame, Kautz and Pitassi, SAT 2004;
//! Thurley, SAT 2006; for constraint networks: Favier, de Givry and Jégou, CP 2009). Keys are
//! compared in full.
//!
//! A cached count is right because a propagator removes only values without a solution of its
//! constraint, and every constraint that links open variables has all of them in one component. So
//! no component affects the count of another, even one without solutions, and conflicts need no
//! special care.
//!
//! The count is that of assignments of the shown variables. A component decides them first; of a
//! component in which only hidden variables are open, one solution is enough.
//!
//! A count may write a certificate (`count_certificate.rs`). Each cache entry then has the number
//! of its component there, and its variables and values in the order of the key (`names.rs`).

mod cache;
mod certain;
mod components;
mod count_certificate;
mod counter;
mod counting_plan;
mod divide;
mod key;
mod key_budget;
mod lookup;
mod names;
mod order;
mod residue;
mod session;
mod shape;
#[cfg(test)]
mod tests;
mod width;

pub use counting_plan::{ComponentCountOptions, ComponentKeyKind};

use parallax_model::named;

pub use components::CountResult;
pub use counter::ComponentCounter;
pub use order::ComponentVariableOrder;
pub use session::{CountQuestion, CountSession, certified_count};

named!(ComponentKeyKind, "keys", {
    Auto => "auto",
    Names => "names",
    Shapes => "shapes",
});
