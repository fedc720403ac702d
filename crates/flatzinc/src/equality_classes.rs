//! Classes of equal variables.

use super::builtins::{Builtin, BuiltinEntry, ReificationMode};
use super::document::{FlatzincDocument, FlatzincTerm, FlatzincVarId};

/// Classes of variables that must be equal; each has a root, its first variable.
pub(super) struct EqualityClasses {
    parents: Vec<u32>,
}

impl EqualityClasses {
    /// Joins the variables that declarations and constraints make equal.
    pub(super) fn from_entries(document: &FlatzincDocument, entries: &[BuiltinEntry]) -> Self {
        let mut parents: Vec<u32> = (0..document.variables.len() as u32).collect();
        for (variable_index, variable) in (0u32..).zip(&document.variables) {
            if let Some(FlatzincTerm::Var(other)) = variable.equals {
                join_classes(&mut parents, variable_index, other.0);
            }
        }
        for entry in entries {
            if let (Builtin::Compare(compare), ReificationMode::Plain) =
                (&entry.builtin, entry.mode)
                && let Some((a, b)) = compare.equal_variables()
            {
                join_classes(&mut parents, a.0, b.0);
            }
        }
        // Parents come before their children, so one pass leads every variable to its root.
        for variable_index in 0..parents.len() {
            parents[variable_index] = parents[parents[variable_index] as usize];
        }
        EqualityClasses { parents }
    }

    /// Returns the root of the class of a variable.
    pub(super) fn class_root(&self, var: FlatzincVarId) -> u32 {
        self.parents[var.0 as usize]
    }
}

fn find_root(parents: &mut [u32], mut variable: u32) -> u32 {
    while parents[variable as usize] != variable {
        // Path halving: each step also shortens the path for later calls.
        let above = parents[parents[variable as usize] as usize];
        parents[variable as usize] = above;
        variable = above;
    }
    variable
}

fn join_classes(parents: &mut [u32], a: u32, b: u32) {
    let (a, b) = (find_root(parents, a), find_root(parents, b));
    // The smaller one stays the root, so that a root is the first variable of its class.
    parents[a.max(b) as usize] = a.min(b);
}
