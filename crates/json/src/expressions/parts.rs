//! Parts as numbers and as truths.

use super::world::{Item, Part, World};
use parallax_model::VarId;
use parallax_model::flatten::{Bool, Int, Node};

impl World<'_> {
    /// Returns the term of a number, one for equal numbers.
    pub(super) fn number(&mut self, number: i64) -> Int {
        let terms = &mut self.terms;
        *self.numbers.entry(number).or_insert_with(|| terms.number(number))
    }

    /// Returns a variable as a part.
    pub(super) fn variable(&mut self, variable: usize) -> Part {
        let terms = &mut self.terms;
        Part::Int(*self.variables.entry(variable).or_insert_with(|| terms.variable(variable)))
    }

    /// Returns a part as a number; a truth is 0 or 1.
    pub(crate) fn int(&mut self, part: Part) -> Int {
        match part {
            Part::Number(number) => self.number(number),
            Part::Truth(truth) => self.number(truth.into()),
            Part::Int(int) => int,
            Part::Bool(truth) => self.terms.number_of(truth),
        }
    }

    /// Returns a part as a truth; a number is true unless it is 0.
    pub(crate) fn truth(&mut self, part: Part) -> Bool {
        match part {
            Part::Number(number) => self.terms.truth(number != 0),
            Part::Truth(truth) => self.terms.truth(truth),
            Part::Bool(truth) => truth,
            Part::Int(int) => match self.terms.of_int(int) {
                Node::Variable(v) if self.model.domain(VarId::new(v as usize)).is_boolean() => {
                    self.terms.flag(v as usize)
                }
                _ => self.terms.is_nonzero(int),
            },
        }
    }

    /// Returns parts as numbers.
    pub(super) fn ints(&mut self, parts: &[Part]) -> Vec<Int> {
        parts.iter().map(|&part| self.int(part)).collect()
    }

    /// Returns parts as truths.
    pub(super) fn bools(&mut self, parts: &[Part]) -> Vec<Bool> {
        parts.iter().map(|&part| self.truth(part)).collect()
    }

    /// Returns the value of a cell.
    pub(super) fn item(&mut self, item: Item) -> Part {
        match item {
            Item::Number(number) => Part::Number(number),
            Item::Variable(variable) => self.variable(variable),
        }
    }
}

/// Returns whether a part is a truth, known or not.
pub(super) fn is_truth(part: Part) -> bool {
    matches!(part, Part::Truth(_) | Part::Bool(_))
}

/// Returns a known part as a number.
pub(super) fn constant(part: Part) -> Option<i64> {
    match part {
        Part::Number(number) => Some(number),
        Part::Truth(truth) => Some(truth.into()),
        _ => None,
    }
}

/// Returns parts as numbers if all are known.
pub(super) fn constants(parts: &[Part]) -> Option<Vec<i64>> {
    parts.iter().map(|&part| constant(part)).collect()
}
