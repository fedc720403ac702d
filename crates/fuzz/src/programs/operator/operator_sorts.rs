//! The sorts of values and arguments.

use super::list::Family;
use super::list::Operator;

/// Sort of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sort {
    /// An integer.
    Int,
    /// A truth value.
    Bool,
}

/// Sort of an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Argument {
    /// An integer expression.
    Int,
    /// A truth value.
    Bool,
    /// A constant integer.
    Const,
    /// A list of integer expressions.
    Ints,
    /// A list of truth values.
    Bools,
    /// A list of constant integers.
    Consts,
    /// An ascending list of different constant integers.
    Set,
    /// A list of lists of constant integers.
    Rows,
    /// A list of lists of integer expressions.
    Lists,
}

impl Operator {
    /// Returns the operator with a name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Operator::ALL.iter().copied().find(|operator| operator.name() == name)
    }

    /// Whether it computes with integers.
    pub(crate) fn is_arithmetic(self) -> bool {
        self.family() == Family::Arithmetic
    }
}
