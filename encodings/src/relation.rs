//! The six relations between two numbers.

use crate::names::named;

/// A relation between two numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Relation {
    /// Equal.
    Eq,
    /// Not equal.
    Ne,
    /// At most.
    Le,
    /// Less than.
    Lt,
    /// At least.
    Ge,
    /// Greater than.
    Gt,
}

named!(Relation, "relation", {
    Eq => "=", Ne => "!=", Le => "<=", Lt => "<", Ge => ">=", Gt => ">",
});

impl Relation {
    /// Whether `left REL right`.
    #[must_use]
    pub fn holds(self, left: i128, right: i128) -> bool {
        match self {
            Relation::Eq => left == right,
            Relation::Ne => left != right,
            Relation::Le => left <= right,
            Relation::Lt => left < right,
            Relation::Ge => left >= right,
            Relation::Gt => left > right,
        }
    }
}
