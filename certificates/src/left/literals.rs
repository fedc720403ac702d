//! Clauses and conditions.

use std::collections::BTreeMap;

use super::super::model::{Atom, Constraint, Value, Variable};
use super::super::space::Space;
use super::{Left, Names, Text, list};

/// Some variable has one of these values, or what is left holds.
pub(crate) struct Literals {
    values: BTreeMap<Variable, Vec<Value>>,
    otherwise: Box<Left>,
}

/// The values in the box with which an atom holds.
pub(super) fn clause(atoms: &[Atom], space: &Space) -> Left {
    let mut by_variable: BTreeMap<Variable, Vec<&Atom>> = BTreeMap::new();
    atoms.iter().for_each(|own| by_variable.entry(own.variable).or_default().push(own));
    let fits = |(v, atoms): (Variable, Vec<&Atom>)| {
        let values = space.values(v).filter(|&own| atoms.iter().any(|atom| atom.fits(own)));
        (v, values.collect())
    };
    some(by_variable.into_iter().map(fits).collect(), Left::Never, space)
}

/// The condition is not 1, or what is left inside.
pub(super) fn implies(condition: Variable, then: &Constraint, space: &mut Space) -> Left {
    let others: Vec<Value> = space.values(condition).filter(|&own| own != 1).collect();
    let is_open = others.len() < space.size(condition);
    let otherwise = if is_open { then.left(space) } else { Left::Never };
    some([(condition, others)].into(), otherwise, space)
}

/// Literals that leave something: values, but not all of a variable, or what is left otherwise.
fn some(mut values: BTreeMap<Variable, Vec<Value>>, otherwise: Left, space: &Space) -> Left {
    values.retain(|_, own| !own.is_empty());
    let is_always = |(&v, own): (&Variable, &Vec<Value>)| own.len() == space.size(v);
    match otherwise {
        Left::Always => Left::Always,
        _ if values.iter().any(is_always) => Left::Always,
        // An inner constraint that keeps its names makes the whole one keep them.
        Left::Itself(_) => otherwise,
        _ if values.is_empty() => otherwise,
        _ => Left::Literals(Literals { values, otherwise: Box::new(otherwise) }),
    }
}

impl Literals {
    /// Lemma 6, *literals*: they name all values, so that any names will do; what is left otherwise
    /// has its own condition.
    pub(super) fn write(&self, number: usize, names: &Names) -> Result<Text, String> {
        let mut sets: Vec<(i128, Vec<i128>)> = Vec::new();
        for (&v, values) in &self.values {
            let mut values: Vec<i128> = values.iter().map(|&own| names.value(v, own)).collect();
            values.sort_unstable();
            sets.push((names.place(v)?, values));
        }
        sets.sort_unstable();
        let mut text = vec![5, sets.len() as i128];
        for (place, values) in sets {
            text.push(place);
            list(&mut text, values.into_iter());
        }
        text.extend(self.otherwise.write(number, names)?);
        Ok(text)
    }
}
