//! How solutions are counted.

use super::order::Order;

/// Options of counting by components.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The bound on the cache, in bytes.
    pub cache: usize,
    /// The choice of the variable of a component to decide next.
    pub order: Order,
    /// The properties that two components must share to be counted once.
    pub keys: Keys,
}

impl Default for Plan {
    fn default() -> Self {
        Plan { cache: 1 << 30, order: Order::default(), keys: Keys::default() }
    }
}

/// The properties that two components must share to be counted once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Keys {
    /// The shape if that saves more than it costs, by a trial on the first lookups.
    #[default]
    Auto,
    /// The variables and their domains.
    Names,
    /// The shape: they may differ in the names of variables, and, if all constraints are
    /// all-different, of values.
    Shapes,
}
