//! Nogoods that hold from the start: in a permutation, each value is taken somewhere.
//!
//! Value elimination removes a value from all but one variable only when that variable is fixed.
//! The clauses in the other direction, from the variables that lost a value to the one that must
//! take it, are the most valuable part of learning on quasigroups: with them conflicts resolve over
//! few atoms.

use std::collections::BTreeMap;

use parallax_model::{Constraint, Model, Value, VarId};
use parallax_propagation::explain::{DomainAtom, RootClaimStatus, RootDomains};
use parallax_propagation::propagators::is_permutation;
use parallax_propagation::store::DomainStore;

/// Returns the scopes of all-different constraints that have as many values as variables in the
/// model: each value is taken.
pub(crate) fn permutation_scopes(model: &Model) -> Vec<Vec<VarId>> {
    let all = model.constraints().iter();
    let different = all.filter_map(|posted| match &posted.constraint {
        Constraint::AllDifferent(c) => Some(&c.scope),
        _ => None,
    });
    different.filter(|scope| is_permutation(scope, model)).cloned().collect()
}

/// Returns for each value of each permutation the atoms that it is nowhere; a nogood without atoms
/// means that there is no solution.
pub(super) fn absence_nogoods(
    scopes: &[Vec<VarId>],
    root: &RootDomains,
    store: &DomainStore,
) -> Vec<Vec<DomainAtom>> {
    let mut all = Vec::new();
    for scope in scopes {
        // Ordered by value, so that nogoods, and with them the whole search, are equal in every
        // run.
        let mut takers: BTreeMap<Value, Vec<VarId>> = BTreeMap::new();
        for &v in scope {
            for value in root.domain_values(v) {
                takers.entry(value).or_default().push(v);
            }
        }
        // Fewer values than variables are a matter for propagators.
        if takers.len() != scope.len() {
            continue;
        }
        for (value, takers) in takers {
            let absent = takers.iter().map(|&v| root.equality_status(store, v, value).opposite());
            let atoms: Option<Vec<DomainAtom>> = absent
                .map(|standing| match standing {
                    RootClaimStatus::Open(atom) => Some(atom),
                    // `Never` is the absence from a variable that is fixed to the value.
                    RootClaimStatus::Always | RootClaimStatus::Never => None,
                })
                .collect();
            all.extend(atoms);
        }
    }
    all
}
