//! All-different under reduced domains, by matching variables to values.
//!
//! That a clause of a permutation is implied is a pigeonhole problem, which
//! takes a SAT solver exponentially long (Haken 1985) and a matching no time
//! (Kuhn 1955; Régin 1994).

use std::collections::{BTreeMap, BTreeSet};

use crate::model::Value;

/// A value for each variable, all different, where there is one.
pub(super) fn all_different(domains: &[Vec<Value>]) -> Option<Vec<Value>> {
    let mut taken: BTreeMap<Value, usize> = BTreeMap::new();
    for variable in 0..domains.len() {
        if !place(domains, variable, &mut taken, &mut BTreeSet::new()) {
            return None;
        }
    }
    let mut values = vec![0; domains.len()];
    for (value, variable) in taken {
        values[variable] = value;
    }
    Some(values)
}

/// Finds a value for a variable, moving others along. At most as deep as
/// there are variables.
fn place(
    domains: &[Vec<Value>],
    variable: usize,
    taken: &mut BTreeMap<Value, usize>,
    seen: &mut BTreeSet<Value>,
) -> bool {
    for &value in &domains[variable] {
        if !seen.insert(value) {
            continue;
        }
        let free = match taken.get(&value) {
            None => true,
            Some(&other) => place(domains, other, taken, seen),
        };
        if free {
            taken.insert(value, variable);
            return true;
        }
    }
    false
}
