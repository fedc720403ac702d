//! Variables with wide domains that are sums of others, and occur in sums only.
//!
//! A sum of 10^9 values is no trouble in a constraint, but is as the domain of a variable. Such a
//! variable is not part of the model: its sum takes its place in the other constraints.

use std::collections::{HashMap, HashSet};

use parallax_model::ComparisonOperator;

use super::builtins::{Builtin, BuiltinEntry, ReificationMode};
use super::classes::EqualityClasses;
use super::document::{FlatzincArgument, FlatzincDocument, FlatzincTerm, FlatzincVarId};

/// A sum of terms with coefficients, and a constant.
pub(super) type Sum = (Vec<(i64, FlatzincTerm)>, i64);

/// Maximum number of terms of a sum that takes the place of a variable in another such sum.
const LONGEST: usize = 100;

/// Returns the sums of some of the wide variables, by root.
pub(super) fn substitute_sums(
    document: &FlatzincDocument,
    entries: &[BuiltinEntry],
    classes: &EqualityClasses,
    wide: &HashSet<u32>,
) -> HashMap<u32, Sum> {
    let mut found: HashMap<u32, Sum> = HashMap::new();
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
            match root(term).and_then(|own| found.get(&own)) {
                None => parts.push((factor, term)),
                Some((sum, _)) if sum.len() <= LONGEST => {
                    let scaled = sum.iter().map(|&(own, term)| (own.saturating_mul(factor), term));
                    parts.extend(scaled);
                }
                Some(_) => continue 'next,
            }
        }
        let roots: Vec<u32> = parts.iter().filter_map(|&(_, term)| root(term)).collect();
        let is_free = |own: &&u32| open.contains(own) && !kept.contains(own);
        for &own in roots.iter().filter(is_free) {
            let is_own = |term: FlatzincTerm| root(term) == Some(own);
            let factor = parts.iter().filter(|part| is_own(part.1)).map(|part| part.0);
            let factor = factor.fold(0i64, i64::saturating_add);
            if factor.unsigned_abs() != 1 {
                continue;
            }
            let rest = parts.iter().filter(|part| !is_own(part.1));
            // `factor * own + rest = 0`, and the factor is its own inverse.
            let scaled = rest.map(|&(own, term)| Some((own.checked_mul(-factor)?, term)));
            if let Some(scaled) = scaled.collect::<Option<Vec<_>>>() {
                kept.extend(roots.iter().copied().filter(|&other| other != own));
                found.insert(own, (scaled, 0));
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
