//! Steps that take values from a variable, with the help that unit propagation needs.

use std::io::Write;

use parallax_certificates::{Atom, Constraint, Relation, Value, Variable};

use super::error::FollowError;
use super::follow::{Follower, none};

/// Maximum number of values of a step that are explained one by one.
const MOST: usize = 20_000;

/// Returns a constraint between classes, perhaps an implied one, and its variables.
fn classes(constraint: &Constraint) -> Option<(&Constraint, &[Variable])> {
    match constraint {
        Constraint::Dimension { scope, .. } => Some((constraint, scope)),
        Constraint::Implies { then, .. } => classes(then),
        _ => None,
    }
}

impl<W: Write> Follower<'_, W> {
    pub(super) fn remove(
        &mut self,
        constraint: usize,
        variable: Variable,
        values: &[Value],
    ) -> Result<(), FollowError> {
        self.takes(constraint, variable, values)?;
        self.space.without(variable, values);
        Ok(())
    }

    /// Takes the only value of a variable from the others of an all-different constraint.
    pub(super) fn spread(
        &mut self,
        constraint: usize,
        variable: Variable,
    ) -> Result<(), FollowError> {
        let model = self.model;
        let Some(Constraint::AllDifferent { scope }) = model.constraints.get(constraint) else {
            return none("values that spread without an all-different constraint");
        };
        let value = self.space.values(variable).next();
        for (&other, value) in scope.iter().zip(value.into_iter().cycle()) {
            if other != variable && self.space.has(other, value) {
                self.remove(constraint, other, &[value])?;
            }
        }
        Ok(())
    }

    pub(super) fn keep(
        &mut self,
        constraint: usize,
        variable: Variable,
        low: Value,
        high: Value,
    ) -> Result<(), FollowError> {
        let outside = self.space.values(variable).filter(|v| !(low..=high).contains(v));
        let outside: Vec<Value> = outside.collect();
        self.remove(constraint, variable, &outside)
    }

    /// Derives that a constraint, the bound or a lemma takes values from a variable.
    fn takes(
        &mut self,
        constraint: usize,
        variable: Variable,
        values: &[Value],
    ) -> Result<(), FollowError> {
        let own = self.model.constraints.get(constraint);
        let mut values = values.to_vec();
        values.sort_unstable();
        let values = &values[..];
        let mut lines = true;
        if let Some((inner, scope)) = own.and_then(classes)
            && scope.contains(&variable)
        {
            return self.takes_classes(constraint, inner, scope, variable, values);
        }
        if let Some(own) = own {
            let singly = self.explained_singly(own, variable, values);
            if singly.len() > MOST {
                return Err(FollowError::Values(singly.len()));
            }
            lines = singly.is_empty();
            for value in singly {
                let mark = self.space.mark();
                self.space.only(variable, &[value]);
                let helped =
                    self.helps(constraint, own, Atom { variable, relation: Relation::Eq, value });
                self.space.back(mark);
                lines |= helped?;
            }
        }
        if !lines {
            return Ok(());
        }
        let (Some(min), Some(max)) = (self.space.min(variable), self.space.max(variable)) else {
            return Ok(());
        };
        let mut left = self.space.values(variable).filter(|v| values.binary_search(v).is_err());
        let first = left.next();
        let last = left.last().or(first);
        let bounds = first.zip(last).filter(|_| self.definition.is_ordered(variable));
        let (low, high) = bounds.unwrap_or((min, max));
        let mut line = std::mem::take(&mut self.line);
        let mut say = |own: &mut Self, fits: &dyn Fn(Value) -> bool| {
            line.clear();
            own.outside(variable, fits, &mut line);
            own.derive(&line)
        };
        if low > min {
            say(self, &|value| value >= low)?;
        }
        if high < max {
            say(self, &|value| value <= high)?;
        }
        for &value in values.iter().filter(|own| (low..=high).contains(*own)) {
            say(self, &|own| own != value)?;
        }
        self.line = line;
        Ok(())
    }

    /// Writes the lines that unit propagation needs to refute a constraint under an atom, to which
    /// the box is already cut. Returns whether the refutation itself is still to be derived.
    fn helps(
        &mut self,
        number: usize,
        constraint: &Constraint,
        literal: Atom,
    ) -> Result<bool, FollowError> {
        let reason = self.reason.len();
        self.blame(literal);
        let helped = self.explain(number, constraint, Some(literal.variable));
        self.reason.truncate(reason);
        helped
    }
}
