//! Classes of equal variables.

use super::builtins::{Builtin, Entry, Mode};
use super::document::{Document, Term, Var};

/// Classes of variables that must be equal; each has a root, its first variable.
pub(super) struct Classes {
    parents: Vec<u32>,
}

impl Classes {
    /// Joins the variables that declarations and constraints make equal.
    pub(super) fn of(document: &Document, entries: &[Entry]) -> Self {
        let mut parents: Vec<u32> = (0..document.variables.len() as u32).collect();
        for (place, variable) in (0u32..).zip(&document.variables) {
            if let Some(Term::Var(other)) = variable.equals {
                join(&mut parents, place, other.0);
            }
        }
        for entry in entries {
            if let (Builtin::Compare(compare), Mode::Plain) = (&entry.builtin, entry.mode)
                && let Some((a, b)) = compare.equal_variables()
            {
                join(&mut parents, a.0, b.0);
            }
        }
        // Parents come before their children.
        for place in 0..parents.len() {
            parents[place] = parents[parents[place] as usize];
        }
        Classes { parents }
    }

    /// Returns the root of the class of a variable.
    pub(super) fn root(&self, var: Var) -> u32 {
        self.parents[var.0 as usize]
    }
}

fn find(parents: &mut [u32], mut place: u32) -> u32 {
    while parents[place as usize] != place {
        let above = parents[parents[place as usize] as usize];
        parents[place as usize] = above;
        place = above;
    }
    place
}

fn join(parents: &mut [u32], a: u32, b: u32) {
    let (a, b) = (find(parents, a), find(parents, b));
    parents[a.max(b) as usize] = a.min(b);
}
