//! Predicts which models benefit from learning.
//!
//! Conflicts of permutations, clauses and orders of tasks have short reasons: there learning wins
//! by orders of magnitude as soon as plain search does not succeed at once. On long sums its
//! nogoods are about as large as the tree that they replace, and plain search fails many times as
//! fast; which of the two wins shows only in the search.

use parallax_model::{Constraint, Global, Model, VarId};

use super::permutation_scopes;
use crate::SearchState;

/// The expected result of learning on a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LearningOutlook {
    /// It is quicker than plain search, if the problem is hard at all.
    Better,
    /// Either may be quicker.
    Unknown,
}

/// Returns what to expect of learning on a model, with the domains of `search`.
#[must_use]
pub(crate) fn learning_outlook(model: &Model, search: &SearchState) -> LearningOutlook {
    let is_open = |v: &VarId| search.domain_size(*v) > 1;
    let (mut logical, mut longest, mut has_tasks) = (0, 0, false);
    for posted in model.constraints() {
        match &posted.constraint {
            Constraint::Clause(_) | Constraint::Implies(_) | Constraint::Reify(_) => logical += 1,
            Constraint::Linear(c) => {
                // Fixed terms are part of the constant: only open ones make reasons long.
                let open = c.terms.iter().filter(|term| is_open(&term.variable)).count();
                longest = longest.max(open);
            }
            Constraint::Global(Global::Cumulative(_) | Global::NoOverlap(_)) => has_tasks = true,
            _ => {}
        }
    }
    // More than half of the constraints are clauses or conditions, whose reasons name the few atoms
    // that force them.
    let is_logical = 2 * logical > model.constraints().len();
    // A sum of two open terms is as short as a clause; with longer sums, permutations alone do not
    // decide.
    if is_logical || has_tasks || longest <= 2 && are_permuted(model, &is_open) {
        LearningOutlook::Better
    } else {
        LearningOutlook::Unknown
    }
}

/// Whether at least half of the open variables belong to permutations.
fn are_permuted(model: &Model, is_open: &dyn Fn(&VarId) -> bool) -> bool {
    let mut permuted = vec![false; model.variables().len()];
    permutation_scopes(model).iter().flatten().for_each(|v| permuted[v.index()] = true);
    let open = (0..permuted.len()).filter(|&index| is_open(&VarId::new(index)));
    let (mut all, mut inside) = (0, 0);
    for index in open {
        all += 1;
        inside += usize::from(permuted[index]);
    }
    inside > 0 && 2 * inside >= all
}
