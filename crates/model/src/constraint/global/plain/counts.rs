//! Counts by sums of truth values.

use std::collections::BTreeMap;

use super::super::{Count, DistinctCount};
use super::writer::{PlainWriter, check_part_count};
use super::{PlainError, PlainForm};
use crate::flatten::BoolExpression;
use crate::{ComparisonOperator, Domain, VarId};

/// A truth value for each place, whether it counts, and their sum.
impl PlainForm for Count {
    fn write_plain(&self, writer: &mut PlainWriter<'_>) -> Result<(), PlainError> {
        let counted = Domain::from_values(self.values.iter().copied());
        let mut parts = Vec::with_capacity(self.scope.len());
        for &variable in &self.scope {
            let is_counted = membership_term(writer, variable, &counted)?;
            parts.push(writer.number_of(is_counted)?);
        }
        let (sum, total) = (writer.terms().add_sum(&parts), writer.variable_term(self.total));
        let same = writer.terms().add_comparison(sum, ComparisonOperator::Eq, total);
        writer.require_term(same)
    }
}

/// Returns whether a variable takes one of these values.
fn membership_term(
    writer: &mut PlainWriter<'_>,
    variable: VarId,
    values: &Domain,
) -> Result<BoolExpression, PlainError> {
    let term = writer.variable_term(variable);
    Ok(writer.terms().add_member(term, values.clone()))
}

/// A truth value for each value, whether it occurs, and their sum; or, where the variables have
/// many values, for each place whether its value is new there.
impl PlainForm for DistinctCount {
    fn write_plain(&self, writer: &mut PlainWriter<'_>) -> Result<(), PlainError> {
        let size = |&v: &VarId| writer.model().domain(v).len();
        let by_value = self.scope.iter().map(size).fold(0, u64::saturating_add);
        let places = self.scope.len() as u64;
        let by_place = places.saturating_mul(places);
        // The size of the form is the number of literals: one for each variable and value, or one
        // for each pair of variables. Up to 64 values in total, the form by value is always taken.
        let parts = if by_value <= by_place.max(64) {
            self.occurrence_terms(writer)?
        } else {
            check_part_count(by_place, "pairs")?;
            self.new_values(writer)?
        };
        let numbers: Result<Vec<_>, _> =
            parts.into_iter().map(|truth| writer.number_of(truth)).collect();
        let parts = numbers?;
        let (sum, total) = (writer.terms().add_sum(&parts), writer.variable_term(self.total));
        let same = writer.terms().add_comparison(sum, ComparisonOperator::Eq, total);
        writer.require_term(same)
    }
}

impl DistinctCount {
    /// Returns for each value that counts whether it occurs.
    fn occurrence_terms(
        &self,
        writer: &mut PlainWriter<'_>,
    ) -> Result<Vec<BoolExpression>, PlainError> {
        // Sorted by value, so that equal constraints have equal forms.
        let mut takers: BTreeMap<_, Vec<VarId>> = BTreeMap::new();
        for (&variable, values) in self.scope.iter().zip(writer.scope_values(&self.scope)?) {
            writer.budget().check_time()?;
            for value in values {
                takers.entry(value).or_default().push(variable);
            }
        }
        let mut all = Vec::with_capacity(takers.len());
        for (value, takers) in takers {
            if self.except.contains(&value) {
                continue;
            }
            let is = |v| writer.atom_term(v, ComparisonOperator::Eq, value.into());
            let any: Vec<BoolExpression> = takers.into_iter().map(is).collect();
            all.push(writer.terms().add_or(&any));
            writer.charge_terms()?;
        }
        Ok(all)
    }

    /// Returns for each place whether its value counts and occurs at no place before.
    fn new_values(&self, writer: &mut PlainWriter<'_>) -> Result<Vec<BoolExpression>, PlainError> {
        let except = Domain::from_values(self.except.iter().copied());
        let mut all = Vec::with_capacity(self.scope.len());
        for (place, &variable) in self.scope.iter().enumerate() {
            let excepted = membership_term(writer, variable, &except)?;
            // A value is counted where it occurs first: in 3, 5, 3 at the first two places.
            let mut parts = vec![writer.terms().add_not(excepted)];
            for &other in &self.scope[..place] {
                let (left, right) = (writer.variable_term(variable), writer.variable_term(other));
                parts.push(writer.terms().add_comparison(left, ComparisonOperator::Ne, right));
            }
            all.push(writer.terms().add_and(&parts));
            writer.charge_terms()?;
        }
        Ok(all)
    }
}
