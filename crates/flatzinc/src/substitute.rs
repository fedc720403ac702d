//! Variables with wide domains that are sums of others, and occur in sums only.
//!
//! A sum of 10^9 values is no trouble in a constraint, but is as the domain of a variable. Such a
//! variable is not part of the model: its sum takes its place in the other constraints.

use std::collections::{HashMap, HashSet};

use parallax_model::Relation;

use super::builtins::{Builtin, Entry, Mode};
use super::classes::Classes;
use super::document::{Argument, Document, Term, Var};

/// A sum of terms with coefficients, and a constant.
pub(super) type Sum = (Vec<(i64, Term)>, i64);

/// Maximum number of terms of a sum that takes the place of a variable in another such sum.
const LONGEST: usize = 100;

/// Returns the sums of some of the wide variables, by root.
pub(super) fn sums(
    document: &Document,
    entries: &[Entry],
    classes: &Classes,
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
        let (Builtin::Linear(linear), Mode::Plain) = (&entry.builtin, entry.mode) else { continue };
        if linear.relation != Relation::Eq {
            continue;
        }
        let root = |term: Term| match term {
            Term::Var(var) => Some(classes.root(var)),
            Term::Value(_) => None,
        };
        let mut parts: Vec<(i64, Term)> = Vec::new();
        for (factor, term) in linear.parts(document) {
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
            let is_own = |term: Term| root(term) == Some(own);
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
    document: &Document,
    entries: &[Entry],
    classes: &Classes,
    wide: &HashSet<u32>,
) -> HashSet<u32> {
    let mut open = wide.clone();
    for (entry, call) in entries.iter().zip(&document.constraints) {
        if matches!(entry.builtin, Builtin::Linear(_) | Builtin::Compare(_)) {
            continue;
        }
        let mut drop = |term: Term| {
            if let Term::Var(Var(place)) = term {
                open.remove(&classes.root(Var(place)));
            }
        };
        for argument in document.arguments(call) {
            match argument {
                Argument::Term(term) => drop(*term),
                Argument::List(list) => document.list(*list).iter().for_each(&mut drop),
                Argument::Set(_) | Argument::Sets(_) => {}
            }
        }
    }
    open
}
