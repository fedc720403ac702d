//! Clauses and conditions.

use super::super::faults::NameFault;
use super::super::model::{Atom, Constraint, Value, Variable};
use super::super::space::Space;
use super::{NEVER, Names, Text, list};

/// The values with which an atom holds.
pub(super) fn clause(atoms: &[Atom], space: &Space, names: &Names) -> Text {
    let fits = |atom: &Atom| {
        let (variable, atom) = (atom.variable, *atom);
        space.values(variable).filter(move |&own| atom.fits(own)).map(move |own| (variable, own))
    };
    some(atoms.iter().flat_map(fits).collect(), NEVER.into(), space, names)
}

/// The condition is not 1, or what is left inside.
pub(super) fn implies(
    condition: Variable,
    then: &Constraint,
    number: usize,
    space: &mut Space,
    names: &Names,
) -> Result<Text, NameFault> {
    let others = space.values(condition).filter(|&own| own != 1).map(|own| (condition, own));
    let others: Vec<(Variable, Value)> = others.collect();
    let is_free = others.len() == space.size(condition);
    let then = if is_free { NEVER.into() } else { then.left(number, space, names)? };
    Ok(some(others, then, space, names))
}

/// Some variable has one of its values, or another relation holds. Nothing is left of all values of
/// a variable.
///
/// Lemma 6, *literals*: they name all values, so that any names will do. The other relation has its
/// own condition.
fn some(mut all: Vec<(Variable, Value)>, otherwise: Text, space: &Space, names: &Names) -> Text {
    all.sort_unstable();
    all.dedup();
    let mut sets: Vec<_> = all.chunk_by(|one, next| one.0 == next.0).collect();
    if otherwise.is_empty() || sets.iter().any(|own| own.len() == space.size(own[0].0)) {
        return Text::new();
    }
    if sets.is_empty() || otherwise[0] == super::itself::GROUP {
        return otherwise;
    }
    sets.sort_unstable_by_key(|own| names.place(own[0].0));
    let mut text = vec![4, sets.len() as i128];
    for set in sets {
        let mut values: Text = set.iter().map(|&(v, own)| names.value(v, own)).collect();
        values.sort_unstable();
        text.push(names.place(set[0].0));
        list(&mut text, values.into_iter());
    }
    text.extend(otherwise);
    text
}
