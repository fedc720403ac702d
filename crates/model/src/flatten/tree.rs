//! An instance as expressions that are not flattened.

use super::{Bool, Terms};

/// The variables and the assertions of an instance in a language with expressions.
#[derive(Clone, Debug)]
pub struct Tree<'a> {
    /// The expressions. Variable `i` of theirs is the shown variable `i` of the model.
    pub terms: &'a Terms,
    /// Whether each variable is a truth value.
    pub truths: Vec<bool>,
    /// The labels of what holds, and the expressions.
    pub assertions: Vec<(String, Bool)>,
}
