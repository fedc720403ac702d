//! Spellings of a script: terms that occur again by name, declared symbols between bars, comments,
//! double negations, names of assertions.
//!
//! All of them mean the same. The number of a case decides, so that every other case is spelled
//! plainly, and a fault that does not depend on it is shown without it.

use std::collections::HashMap;

use crate::programs::case::{Case, Expr};
use crate::programs::operator::Sort;

/// The way in which a term that occurs again is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sharing {
    /// Each time in full.
    Full,
    /// By a name that `let` binds around each assertion.
    Lets,
    /// By a name that the script defines.
    Definitions,
}

/// The spelling of a script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spelling {
    pub(super) sharing: Sharing,
    /// Whether symbols are declared as functions, between bars, with a comment.
    pub(super) has_bars: bool,
    /// Number of pairs of negations around each assertion.
    pub(super) negations: usize,
    /// Whether assertions have names.
    pub(super) has_names: bool,
}

/// The plain spelling.
const PLAIN: Spelling =
    Spelling { sharing: Sharing::Full, has_bars: false, negations: 0, has_names: false };

impl Spelling {
    /// Returns the spelling of a case.
    pub(super) fn choose(case: &Case) -> Self {
        let [lets, definitions] = [Sharing::Lets, Sharing::Definitions];
        match case.id % 8 {
            1 => Spelling { sharing: lets, ..PLAIN },
            3 => Spelling { sharing: definitions, has_names: true, ..PLAIN },
            5 => Spelling { sharing: lets, has_bars: true, negations: 1, ..PLAIN },
            7 => Spelling { sharing: definitions, has_bars: true, negations: 40, ..PLAIN },
            _ => PLAIN,
        }
    }

    /// Returns the declaration of a variable.
    pub(super) fn declare(self, name: &str, sort: Sort) -> String {
        let sort = name_sort(sort);
        if self.has_bars {
            format!("(declare-fun |{name}| () {sort}) ; (assert false)\n")
        } else {
            format!("(declare-const {name} {sort})\n")
        }
    }

    /// Returns a truth value denied an even number of times.
    pub(super) fn deny_twice(self, term: String) -> String {
        let (open, close) = ("(not (not ", "))");
        format!("{}{term}{}", open.repeat(self.negations), close.repeat(self.negations))
    }
}

/// Returns the name of a sort.
pub(super) fn name_sort(sort: Sort) -> &'static str {
    if sort == Sort::Bool { "Bool" } else { "Int" }
}

/// Returns the terms with operators that occur more than once in some expressions; each stands after
/// those that it holds.
pub(super) fn find_repeated<'e>(expressions: impl Iterator<Item = &'e Expr>) -> Vec<&'e Expr> {
    let mut counts: HashMap<&Expr, usize> = HashMap::new();
    let mut found = Vec::new();
    for root in expressions {
        count_terms(root, &mut counts, &mut found);
    }
    found.retain(|term| counts[term] > 1);
    found
}

/// Counts the terms of an expression from the inside out. Those inside a term that occurs again are
/// not counted again.
fn count_terms<'e>(
    expr: &'e Expr,
    counts: &mut HashMap<&'e Expr, usize>,
    found: &mut Vec<&'e Expr>,
) {
    if let Some(count) = counts.get_mut(expr) {
        *count += 1;
        return;
    }
    if let Expr::List(parts) | Expr::Op(_, parts) = expr {
        parts.iter().for_each(|part| count_terms(part, counts, found));
    }
    if matches!(expr, Expr::Op(..)) {
        counts.insert(expr, 1);
        found.push(expr);
    }
}
