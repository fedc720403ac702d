//! The six relations between two numbers.

use crate::names::named;

/// A relation between two numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ArithmeticRelation {
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

named!(ArithmeticRelation, "relation", {
    Eq => "=", Ne => "!=", Le => "<=", Lt => "<", Ge => ">=", Gt => ">",
});

impl ArithmeticRelation {
    /// Whether `left REL right`.
    #[must_use]
    pub fn holds_between(self, left: i128, right: i128) -> bool {
        match self {
            ArithmeticRelation::Eq => left == right,
            ArithmeticRelation::Ne => left != right,
            ArithmeticRelation::Le => left <= right,
            ArithmeticRelation::Lt => left < right,
            ArithmeticRelation::Ge => left >= right,
            ArithmeticRelation::Gt => left > right,
        }
    }
}
