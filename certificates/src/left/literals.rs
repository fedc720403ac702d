//! Clauses and conditions.

use std::collections::{BTreeMap, BTreeSet};

use super::super::model::{Atom, Constraint, Value, Variable};
use super::super::space::Space;
use super::{NEVER, Names, Text, list};

/// Values of some variables.
type Sets = BTreeMap<Variable, BTreeSet<Value>>;

/// The values with which an atom holds.
pub(super) fn clause(atoms: &[Atom], space: &Space, names: &Names) -> Text {
    let mut sets = Sets::new();
    for atom in atoms {
        let values = space.values(atom.variable).filter(|&own| atom.fits(own));
        sets.entry(atom.variable).or_default().extend(values);
    }
    some(sets, NEVER.into(), space, names)
}

/// The condition is not 1, or what is left inside.
pub(super) fn implies(
    condition: Variable,
    then: &Constraint,
    number: usize,
    space: &mut Space,
    names: &Names,
) -> Result<Text, String> {
    let others: BTreeSet<Value> = space.values(condition).filter(|&own| own != 1).collect();
    let is_free = others.len() == space.size(condition);
    let then = if is_free { NEVER.into() } else { then.left(number, space, names)? };
    Ok(some([(condition, others)].into(), then, space, names))
}

/// Some variable has one of its values, or another relation holds. Nothing is left of all values of
/// a variable.
///
/// Lemma 6, *literals*: they name all values, so that any names will do. The other relation has its
/// own condition.
fn some(mut sets: Sets, otherwise: Text, space: &Space, names: &Names) -> Text {
    sets.retain(|_, own| !own.is_empty());
    if otherwise.is_empty() || sets.iter().any(|(&v, own)| own.len() == space.size(v)) {
        return Text::new();
    }
    if sets.is_empty() || otherwise[0] == super::itself::GROUP {
        return otherwise;
    }
    let mut sets: Vec<_> = sets.into_iter().collect();
    sets.sort_unstable_by_key(|own| names.place(own.0));
    let mut text = vec![4, sets.len() as i128];
    for (v, values) in sets {
        let mut values: Text = values.into_iter().map(|own| names.value(v, own)).collect();
        values.sort_unstable();
        text.push(names.place(v));
        list(&mut text, values.into_iter());
    }
    text.extend(otherwise);
    text
}
