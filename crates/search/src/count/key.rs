//! Writes keys: bytes that determine the count of a component.

use parallax_model::{Constraint, Model, VarId};
use parallax_propagation::store::DomainStore;

use super::divide::{ComponentDivider, CountComponent};
use super::residue::ConstraintResidues;

/// Writes the keys of components. Two components with one key have the same variables and domains,
/// and the fixed variables leave the same of their constraints: so they have the same solutions.
#[derive(Debug)]
pub(super) struct KeyWriter {
    /// By variable: whether it was fixed when the question began. Such a variable is not part of a
    /// key.
    always: Vec<bool>,
    residue: ConstraintResidues,
    pub(super) bytes: Vec<u8>,
}

/// Maximum length of a key, in bytes.
const MAX_KEY_BYTES: usize = 1 << 14;

impl KeyWriter {
    /// Creates a writer for a question whose givens are propagated.
    pub(super) fn new(store: &DomainStore, model: &Model) -> Self {
        let all = (0..model.variables().len()).map(VarId::new);
        KeyWriter {
            always: all.map(|v| store.is_fixed(v)).collect(),
            residue: ConstraintResidues::default(),
            bytes: Vec::new(),
        }
    }

    /// Writes the key of a component into `bytes`; returns whether it is short enough.
    pub(super) fn write_key(
        &mut self,
        part: CountComponent,
        links: &ComponentDivider,
        model: &Model,
        store: &DomainStore,
    ) -> bool {
        let variables = links.component_variables(part);
        let bytes = &mut self.bytes;
        bytes.clear();
        if variables.len() > MAX_KEY_BYTES {
            return false;
        }
        put_number(bytes, variables.len() as u64);
        let mut before = 0;
        for &variable in variables {
            // Differences instead of numbers: neighbours in the order are often close, and a small
            // number takes one byte.
            put_number(bytes, u64::from(variable - before));
            before = variable;
            put_domain(bytes, store, VarId::new(variable as usize));
            if bytes.len() > MAX_KEY_BYTES {
                return false;
            }
        }
        // The domains of the open variables are in the key. A constraint adds to it only if fixed
        // variables have changed what it means for them.
        for &place in links.component_constraints(part) {
            let scope = links.constraint_scope(place);
            let fixed = |&v: &VarId| store.is_fixed(v) && !self.always[v.index()];
            // Without a fixed variable, the open variables alone determine the constraint.
            if !scope.iter().any(fixed) {
                continue;
            }
            let constraint = &model.constraints()[place as usize].constraint;
            // Value elimination has removed the fixed values from the other domains.
            if let Constraint::AllDifferent(_) = constraint {
                continue;
            }
            put_number(bytes, u64::from(place));
            self.residue.clear();
            if self.residue.add_constraint(constraint, model, store) {
                // e.g. `x + y + z + u = 9` with z = 1 and u = 3 leaves the constant 5, as does z =
                // 2 with u = 2: both have one key.
                bytes.extend(self.residue.get(0).0);
                continue;
            }
            // The fixed values; their variables are those of the scope outside the component.
            for value in scope.iter().filter(|v| fixed(v)).filter_map(|&v| store.fixed_value(v)) {
                put_signed(bytes, value.into());
            }
            if bytes.len() > MAX_KEY_BYTES {
                return false;
            }
        }
        true
    }
}

/// Writes the words of a domain, each without leading zero bits.
fn put_domain(bytes: &mut Vec<u8>, store: &DomainStore, v: VarId) {
    for &word in store.domain_words(v) {
        put_number(bytes, word);
    }
}

/// Writes a number, seven bits a byte, the last byte marked.
pub(super) fn put_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number > 0x7f {
        bytes.push(number as u8 & 0x7f);
        number >>= 7;
    }
    bytes.push(number as u8 | 0x80);
}

/// Writes a signed number, with the sign in the lowest bit.
pub(super) fn put_signed(bytes: &mut Vec<u8>, number: i64) {
    put_number(bytes, (number << 1 ^ number >> 63) as u64);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_differ_and_none_begins_another() {
        let edge = [i64::MIN, -65, -64, -1, 0, 1, 63, 64, 127, 128, 1 << 40, i64::MAX];
        let write = |number: &i64| {
            let mut bytes = Vec::new();
            put_signed(&mut bytes, *number);
            bytes
        };
        let all: Vec<Vec<u8>> = edge.iter().map(write).collect();
        for (i, one) in all.iter().enumerate() {
            assert!(
                all[..i].iter().all(|other| !other.starts_with(one) && !one.starts_with(other))
            );
        }
    }
}
