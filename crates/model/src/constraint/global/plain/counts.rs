//! Counts by sums of truth values.

use std::collections::BTreeMap;

use super::super::{Count, DistinctCount};
use super::writer::{PlainWriter, within};
use super::{PlainError, PlainForm};
use crate::flatten::Bool;
use crate::{Domain, Relation, VarId};

/// A truth value for each place, whether it counts, and their sum.
impl PlainForm for Count {
    fn write_plain(&self, writer: &mut PlainWriter<'_>) -> Result<(), PlainError> {
        let counted = Domain::of(self.values.iter().copied());
        let mut parts = Vec::with_capacity(self.scope.len());
        for &variable in &self.scope {
            let is_counted = member(writer, variable, &counted)?;
            parts.push(writer.number_of(is_counted)?);
        }
        let (sum, total) = (writer.terms().sum(&parts), writer.variable(self.total));
        let same = writer.terms().compare(sum, Relation::Eq, total);
        writer.require(same)
    }
}

/// Returns whether a variable takes one of these values.
fn member(
    writer: &mut PlainWriter<'_>,
    variable: VarId,
    values: &Domain,
) -> Result<Bool, PlainError> {
    let term = writer.variable(variable);
    Ok(writer.terms().member(term, values.clone()))
}

/// A truth value for each value, whether it occurs, and their sum; or, where the variables have
/// many values, for each place whether its value is new there.
impl PlainForm for DistinctCount {
    fn write_plain(&self, writer: &mut PlainWriter<'_>) -> Result<(), PlainError> {
        let size = |&v: &VarId| writer.model().domain(v).len();
        let by_value = self.scope.iter().map(size).fold(0, u64::saturating_add);
        let places = self.scope.len() as u64;
        let by_place = places.saturating_mul(places);
        let parts = if by_value <= by_place.max(64) {
            self.occurring(writer)?
        } else {
            within(by_place, "pairs")?;
            self.new_values(writer)?
        };
        let numbers: Result<Vec<_>, _> =
            parts.into_iter().map(|truth| writer.number_of(truth)).collect();
        let parts = numbers?;
        let (sum, total) = (writer.terms().sum(&parts), writer.variable(self.total));
        let same = writer.terms().compare(sum, Relation::Eq, total);
        writer.require(same)
    }
}

impl DistinctCount {
    /// Returns for each value that counts whether it occurs.
    fn occurring(&self, writer: &mut PlainWriter<'_>) -> Result<Vec<Bool>, PlainError> {
        let mut takers: BTreeMap<_, Vec<VarId>> = BTreeMap::new();
        for (&variable, values) in self.scope.iter().zip(writer.values(&self.scope)?) {
            writer.budget().check()?;
            for value in values {
                takers.entry(value).or_default().push(variable);
            }
        }
        let mut all = Vec::with_capacity(takers.len());
        for (value, takers) in takers {
            if self.except.contains(&value) {
                continue;
            }
            let is = |v| writer.atom(v, Relation::Eq, value.into());
            let any: Vec<Bool> = takers.into_iter().map(is).collect();
            all.push(writer.terms().or(&any));
            writer.charge()?;
        }
        Ok(all)
    }

    /// Returns for each place whether its value counts and occurs at no place before.
    fn new_values(&self, writer: &mut PlainWriter<'_>) -> Result<Vec<Bool>, PlainError> {
        let except = Domain::of(self.except.iter().copied());
        let mut all = Vec::with_capacity(self.scope.len());
        for (place, &variable) in self.scope.iter().enumerate() {
            let excepted = member(writer, variable, &except)?;
            let mut parts = vec![writer.terms().not(excepted)];
            for &other in &self.scope[..place] {
                let (left, right) = (writer.variable(variable), writer.variable(other));
                parts.push(writer.terms().compare(left, Relation::Ne, right));
            }
            all.push(writer.terms().and(&parts));
            writer.charge()?;
        }
        Ok(all)
    }
}
