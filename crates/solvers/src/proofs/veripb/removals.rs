//! Steps that take values from a variable, with the help that unit propagation needs.

use std::io::Write;

use parallax_certificates::{Atom, Constraint, Relation, Value, Variable};

use super::error::FollowError;
use super::follow::{CertificateFollower, refuse_step};

/// Maximum number of values of a step that are explained one by one.
const MAX_SINGLE_VALUES: usize = 20_000;

/// Returns a constraint between classes, perhaps an implied one, and its variables.
fn class_constraint(constraint: &Constraint) -> Option<(&Constraint, &[Variable])> {
    match constraint {
        Constraint::Dimension { scope, .. } => Some((constraint, scope)),
        Constraint::Implies { then, .. } => class_constraint(then),
        _ => None,
    }
}

impl<W: Write> CertificateFollower<'_, W> {
    pub(super) fn derive_removal(
        &mut self,
        constraint: usize,
        variable: Variable,
        values: &[Value],
    ) -> Result<(), FollowError> {
        self.derive_taken_values(constraint, variable, values)?;
        self.space.remove_values(variable, values);
        Ok(())
    }

    /// Takes the only value of a variable from the others of an all-different constraint.
    pub(super) fn derive_spread(
        &mut self,
        constraint: usize,
        variable: Variable,
    ) -> Result<(), FollowError> {
        let model = self.model;
        let Some(Constraint::AllDifferent { scope }) = model.constraints.get(constraint) else {
            return refuse_step("values that spread without an all-different constraint");
        };
        let value = self.space.remaining_values(variable).next();
        for (&other, value) in scope.iter().zip(value.into_iter().cycle()) {
            if other != variable && self.space.has_value(other, value) {
                self.derive_removal(constraint, other, &[value])?;
            }
        }
        Ok(())
    }

    pub(super) fn derive_range(
        &mut self,
        constraint: usize,
        variable: Variable,
        low: Value,
        high: Value,
    ) -> Result<(), FollowError> {
        let outside = self.space.remaining_values(variable).filter(|v| !(low..=high).contains(v));
        let outside: Vec<Value> = outside.collect();
        self.derive_removal(constraint, variable, &outside)
    }

    /// Derives that a constraint, the bound or a lemma takes values from a variable.
    fn derive_taken_values(
        &mut self,
        constraint: usize,
        variable: Variable,
        values: &[Value],
    ) -> Result<(), FollowError> {
        let posted = self.model.constraints.get(constraint);
        let mut values = values.to_vec();
        values.sort_unstable();
        let values = &values[..];
        // `lines` is whether the conclusion needs lines of its own. It does not if every value was
        // helped by sums that propagate by themselves.
        let mut lines = true;
        if let Some((inner, scope)) = posted.and_then(class_constraint)
            && scope.contains(&variable)
        {
            return self.takes_classes(constraint, inner, scope, variable, values);
        }
        if let Some(posted) = posted {
            let singly = self.explained_singly(posted, variable, values);
            if singly.len() > MAX_SINGLE_VALUES {
                return Err(FollowError::Values(singly.len()));
            }
            lines = singly.is_empty();
            for value in singly {
                let mark = self.space.trail_mark();
                self.space.keep_values(variable, &[value]);
                let helped = self.explain_refutation(
                    constraint,
                    posted,
                    Atom { variable, relation: Relation::Eq, value },
                );
                self.space.undo_to(mark);
                lines |= helped?;
            }
        }
        if !lines {
            return Ok(());
        }
        let (Some(min), Some(max)) =
            (self.space.least_value(variable), self.space.greatest_value(variable))
        else {
            return Ok(());
        };
        let mut left =
            self.space.remaining_values(variable).filter(|v| values.binary_search(v).is_err());
        let first = left.next();
        let last = left.last().or(first);
        // The values outside of the kept range go by two lines, if bounds have literals; those
        // inside one by one.
        let bounds = first.zip(last).filter(|_| self.definition.is_ordered(variable));
        let (low, high) = bounds.unwrap_or((min, max));
        let mut line = std::mem::take(&mut self.line);
        let mut say = |follower: &mut Self, fits: &dyn Fn(Value) -> bool| {
            line.clear();
            follower.append_outside_values(variable, fits, &mut line);
            follower.derive_clause(&line)
        };
        if low > min {
            say(self, &|value| value >= low)?;
        }
        if high < max {
            say(self, &|value| value <= high)?;
        }
        for &value in values.iter().filter(|value| (low..=high).contains(*value)) {
            say(self, &|other| other != value)?;
        }
        self.line = line;
        Ok(())
    }

    /// Writes the lines that unit propagation needs to refute a constraint under an atom, to which
    /// the box is already cut. Returns whether the refutation itself is still to be derived.
    fn explain_refutation(
        &mut self,
        number: usize,
        constraint: &Constraint,
        literal: Atom,
    ) -> Result<bool, FollowError> {
        let reason = self.reason.len();
        self.blame_literal(literal);
        let helped = self.explain_failure(number, constraint, Some(literal.variable));
        self.reason.truncate(reason);
        helped
    }
}
