//! Variables with wide domains that are sums of others, and occur in sums only.
//!
//! A sum with 10^9 values is harmless in a constraint, but not as the domain of a variable. Such a
//! variable is not part of the model: its sum takes its place in the other constraints.

use std::collections::{HashMap, HashSet};

use parallax_model::ComparisonOperator;

use super::builtins::{Builtin, BuiltinEntry, ReificationMode};
use super::document::{FlatzincArgument, FlatzincDocument, FlatzincTerm, FlatzincVarId};
use super::equality_classes::EqualityClasses;

/// A sum of terms with coefficients, and a constant.
pub(super) type SubstitutedSum = (Vec<(i64, FlatzincTerm)>, i64);

/// Maximum number of terms of a sum that takes the place of a variable in another such sum.
const MAX_SUM_TERMS: usize = 100;

/// Returns the sums of some of the wide variables, by root.
pub(super) fn substitute_sums(
    document: &FlatzincDocument,
    entries: &[BuiltinEntry],
    classes: &EqualityClasses,
    wide: &HashSet<u32>,
) -> HashMap<u32, SubstitutedSum> {
    let mut found: HashMap<u32, SubstitutedSum> = HashMap::new();
    if wide.is_empty() {
        return found;
    }
    let open = used_in_sums(document, entries, classes, wide);
    // The variables of sums, which must stay.
    let mut kept: HashSet<u32> = HashSet::new();
    'next: for entry in entries {
        let (Builtin::Linear(linear), ReificationMode::Plain) = (&entry.builtin, entry.mode) else {
            continue;
        };
        if linear.relation != ComparisonOperator::Eq {
            continue;
        }
        let root = |term: FlatzincTerm| match term {
            FlatzincTerm::Var(var) => Some(classes.class_root(var)),
            FlatzincTerm::Value(_) => None,
        };
        let mut parts: Vec<(i64, FlatzincTerm)> = Vec::new();
        for (factor, term) in linear.sum_parts(document) {
            match root(term).and_then(|class| found.get(&class)) {
                None => parts.push((factor, term)),
                // The terms of a known sum take its place, so that no sum refers to another one.
                Some((sum, _)) if sum.len() <= MAX_SUM_TERMS => {
                    let scaled =
                        sum.iter().map(|&(part, term)| (part.saturating_mul(factor), term));
                    parts.extend(scaled);
                }
                Some(_) => continue 'next,
            }
        }
        let roots: Vec<u32> = parts.iter().filter_map(|&(_, term)| root(term)).collect();
        let is_free = |class: &&u32| open.contains(class) && !kept.contains(class);
        for &class in roots.iter().filter(is_free) {
            let is_own = |term: FlatzincTerm| root(term) == Some(class);
            // A class may occur in several parts, whose coefficients add up.
            let factor = parts.iter().filter(|part| is_own(part.1)).map(|part| part.0);
            let factor = factor.fold(0i64, i64::saturating_add);
            // Otherwise the variable is a quotient, not a sum with integer coefficients.
            if factor.unsigned_abs() != 1 {
                continue;
            }
            let rest = parts.iter().filter(|part| !is_own(part.1));
            // `factor * class + rest = 0`, and the factor is its own inverse.
            let scaled = rest.map(|&(part, term)| Some((part.checked_mul(-factor)?, term)));
            if let Some(scaled) = scaled.collect::<Option<Vec<_>>>() {
                kept.extend(roots.iter().copied().filter(|&other| other != class));
                found.insert(class, (scaled, 0));
                break;
            }
        }
    }
    found
}

/// Returns the wide variables that only sums and comparisons mention.
fn used_in_sums(
    document: &FlatzincDocument,
    entries: &[BuiltinEntry],
    classes: &EqualityClasses,
    wide: &HashSet<u32>,
) -> HashSet<u32> {
    let mut open = wide.clone();
    for (entry, call) in entries.iter().zip(&document.constraints) {
        // These two accept a sum in place of a variable; all others need the variable.
        if matches!(entry.builtin, Builtin::Linear(_) | Builtin::Compare(_)) {
            continue;
        }
        let mut drop = |term: FlatzincTerm| {
            if let FlatzincTerm::Var(FlatzincVarId(place)) = term {
                open.remove(&classes.class_root(FlatzincVarId(place)));
            }
        };
        for argument in document.call_arguments(call) {
            match argument {
                FlatzincArgument::Term(term) => drop(*term),
                FlatzincArgument::List(list) => {
                    document.list_terms(*list).iter().for_each(&mut drop);
                }
                FlatzincArgument::Set(_) | FlatzincArgument::Sets(_) => {}
            }
        }
    }
    open
}
