//! Expressions over integers and truth values.

use std::sync::Arc;

use crate::model::Relation;

/// A truth value. Variables are numbered; one of truth is 0 or 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Bool {
    /// True or false.
    Const(bool),
    /// A 0/1 variable that is 1.
    Var(usize),
    /// Not.
    Not(Arc<Bool>),
    /// All; true when there are none.
    And(Vec<Arc<Bool>>),
    /// At least one.
    Or(Vec<Arc<Bool>>),
    /// Both or neither.
    Iff(Arc<Bool>, Arc<Bool>),
    /// The second where the first is true, else the third.
    Ite(Arc<Bool>, Arc<Bool>, Arc<Bool>),
    /// A comparison.
    Compare(Arc<Int>, Relation, Arc<Int>),
    /// No two are equal.
    Distinct(Vec<Arc<Int>>),
}

/// A linear integer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Int {
    /// A number.
    Const(i64),
    /// A variable.
    Var(usize),
    /// A sum.
    Add(Vec<Arc<Int>>),
    /// A multiple.
    Scale(i64, Arc<Int>),
    /// The second where the first is true, else the third.
    Ite(Arc<Bool>, Arc<Int>, Arc<Int>),
}
