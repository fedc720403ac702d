//! Spellings of a script: terms that occur again by name, declared symbols between bars, comments,
//! double negations, names of assertions.
//!
//! All of them mean the same. The number of a case decides, so that every other case is spelled
//! plainly, and a fault that does not depend on it is shown without it.

use std::collections::HashMap;

use crate::programs::case::{CaseExpr, FuzzCase};
use crate::programs::operator::Sort;

/// The way in which a term that occurs again is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TermSharing {
    /// Each time in full.
    Full,
    /// By a name that `let` binds around each assertion.
    Lets,
    /// By a name that the script defines.
    Definitions,
}

/// The spelling of a script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ScriptSpelling {
    pub(super) sharing: TermSharing,
    /// Whether symbols are declared as functions, between bars, with a comment.
    pub(super) has_bars: bool,
    /// Number of pairs of negations around each assertion.
    pub(super) negations: usize,
    /// Whether assertions have names.
    pub(super) has_names: bool,
}

/// The plain spelling.
const PLAIN_SPELLING: ScriptSpelling =
    ScriptSpelling { sharing: TermSharing::Full, has_bars: false, negations: 0, has_names: false };

impl ScriptSpelling {
    /// Returns the spelling of a case.
    pub(super) fn choose_spelling(case: &FuzzCase) -> Self {
        let [lets, definitions] = [TermSharing::Lets, TermSharing::Definitions];
        match case.id % 8 {
            1 => ScriptSpelling { sharing: lets, ..PLAIN_SPELLING },
            3 => ScriptSpelling { sharing: definitions, has_names: true, ..PLAIN_SPELLING },
            5 => ScriptSpelling { sharing: lets, has_bars: true, negations: 1, ..PLAIN_SPELLING },
            7 => ScriptSpelling {
                sharing: definitions,
                has_bars: true,
                negations: 40,
                ..PLAIN_SPELLING
            },
            _ => PLAIN_SPELLING,
        }
    }

    /// Returns the declaration of a variable.
    pub(super) fn declare_variable(self, name: &str, sort: Sort) -> String {
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

/// Returns the terms with operators that occur more than once in some expressions; each comes after
/// the terms that it contains.
pub(super) fn find_repeated<'e>(
    expressions: impl Iterator<Item = &'e CaseExpr>,
) -> Vec<&'e CaseExpr> {
    let mut counts: HashMap<&CaseExpr, usize> = HashMap::new();
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
    expr: &'e CaseExpr,
    counts: &mut HashMap<&'e CaseExpr, usize>,
    found: &mut Vec<&'e CaseExpr>,
) {
    // A repeated term gets one name. Its parts occur again only inside it, so they are not counted
    // again.
    if let Some(count) = counts.get_mut(expr) {
        *count += 1;
        return;
    }
    if let CaseExpr::List(parts) | CaseExpr::Op(_, parts) = expr {
        parts.iter().for_each(|part| count_terms(part, counts, found));
    }
    if matches!(expr, CaseExpr::Op(..)) {
        counts.insert(expr, 1);
        found.push(expr);
    }
}
