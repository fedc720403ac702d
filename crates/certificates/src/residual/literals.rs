//! Clauses and conditions.

use super::super::domain_box::DomainBox;
use super::super::faults::NameFault;
use super::super::model::{Atom, Constraint, Value, Variable};
use super::{EMPTY_RELATION_TEXT, ProblemRenaming, Text, append_list};

/// The text of a clause: the values with which an atom of it holds.
pub(super) fn remaining_clause(atoms: &[Atom], space: &DomainBox, names: &ProblemRenaming) -> Text {
    let fits = |atom: &Atom| {
        let (variable, atom) = (atom.variable, *atom);
        space
            .remaining_values(variable)
            .filter(move |&own| atom.fits_value(own))
            .map(move |own| (variable, own))
    };
    remaining_disjunction(
        atoms.iter().flat_map(fits).collect(),
        EMPTY_RELATION_TEXT.into(),
        space,
        names,
    )
}

/// The text of an implication: the condition is not 1, or the remainder of the inner constraint.
pub(super) fn remaining_implication(
    condition: Variable,
    then: &Constraint,
    number: usize,
    space: &mut DomainBox,
    names: &ProblemRenaming,
) -> Result<Text, NameFault> {
    let others =
        space.remaining_values(condition).filter(|&own| own != 1).map(|own| (condition, own));
    let others: Vec<(Variable, Value)> = others.collect();
    // If the condition cannot be 1, the inner constraint has no say: the literals cover the domain
    // of the condition, whatever stands after them.
    let is_free = others.len() == space.domain_size(condition);
    let then = if is_free {
        EMPTY_RELATION_TEXT.into()
    } else {
        then.remainder_text(number, space, names)?
    };
    Ok(remaining_disjunction(others, then, space, names))
}

/// The text of a disjunction: some variable has one of its values, or another relation holds. It is
/// empty if all values of a variable are listed.
///
/// Lemma 6, *literals*: they name all values, so that any names will do. The other relation states
/// its own condition on names.
fn remaining_disjunction(
    mut all: Vec<(Variable, Value)>,
    otherwise: Text,
    space: &DomainBox,
    names: &ProblemRenaming,
) -> Text {
    // Several atoms of a clause may be about one variable: their values are united, so that the
    // text does not depend on how the clause is written.
    all.sort_unstable();
    all.dedup();
    let mut sets: Vec<_> = all.chunk_by(|one, next| one.0 == next.0).collect();
    if otherwise.is_empty() || sets.iter().any(|own| own.len() == space.domain_size(own[0].0)) {
        return Text::new();
    }
    // Without literals the disjunction is the other relation. A constraint that is named by its
    // number goes back to the caller, which names the whole implication in its place.
    if sets.is_empty() || otherwise[0] == super::unstructured_kinds::UNSTRUCTURED_GROUP {
        return otherwise;
    }
    sets.sort_unstable_by_key(|own| names.variable_index(own[0].0));
    let mut text = vec![4, sets.len() as i128];
    for set in sets {
        let mut values: Text = set.iter().map(|&(v, own)| names.value_name(v, own)).collect();
        values.sort_unstable();
        text.push(names.variable_index(set[0].0));
        append_list(&mut text, values.into_iter());
    }
    text.extend(otherwise);
    text
}
