//! A part of the solutions: those with fixed values of the first shown variables.

use parallax_model::{Domain, Given, Model, Value, VarId};

/// Maximum size of a domain that is split into its values. A larger one is halved.
const MAX_SPLIT_DOMAIN: u64 = 64;

/// The solutions in which the first shown variables have these values, and the next one, if there
/// are bounds, a value within them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct SolutionPrefix {
    pub(super) values: Vec<Value>,
    pub(super) bounds: Option<(Value, Value)>,
}

impl SolutionPrefix {
    /// Returns the values as givens.
    pub(super) fn as_givens(&self, model: &Model) -> Vec<Given> {
        let fixed = model.shown().iter().zip(&self.values);
        fixed.map(|(&variable, &value)| Given { variable, value }).collect()
    }

    /// Returns the next shown variable and its remaining domain.
    pub(super) fn next(&self, model: &Model) -> Option<(VarId, Domain)> {
        let &variable = model.shown().get(self.values.len())?;
        let whole = model.domain(variable);
        let Some((low, high)) = self.bounds else { return Some((variable, whole.clone())) };
        let cut = whole.intervals().map(|(a, b)| (a.max(low), b.min(high)));
        Some((variable, Domain::from_intervals(cut.collect())))
    }

    /// Whether these values of all variables belong to the part.
    pub(super) fn holds_values(&self, model: &Model, values: &[Value]) -> bool {
        let mut shown = model.shown().iter().map(|variable| values[variable.index()]);
        let begins = self.values.iter().all(|&value| shown.next() == Some(value));
        let within = |(low, high)| shown.next().is_some_and(|next| low <= next && next <= high);
        begins && self.bounds.is_none_or(within)
    }

    /// Returns the parts of this one in lexicographic order: one for each value of the next
    /// variable, or the two halves of a large domain. There are none if all shown variables are
    /// fixed.
    pub(super) fn split_parts(&self, model: &Model) -> Vec<SolutionPrefix> {
        let Some((_, domain)) = self.next(model) else { return Vec::new() };
        if domain.len() > MAX_SPLIT_DOMAIN
            && let (Some(low), Some(high)) = (domain.min(), domain.max())
        {
            // A domain with wide gaps may leave a half empty; halving still reaches any value in
            // logarithmically many steps.
            let middle = low.midpoint(high);
            let half =
                |bounds| SolutionPrefix { values: self.values.clone(), bounds: Some(bounds) };
            return vec![half((low, middle)), half((middle + 1, high))];
        }
        let with = |value| {
            let values = self.values.iter().copied().chain([value]).collect();
            SolutionPrefix { values, bounds: None }
        };
        domain.iter().map(with).collect()
    }
}

#[cfg(test)]
mod tests {
    use parallax_model::MAX_VALUE;

    use super::*;

    /// The parts of all parts, down to single assignments, are all assignments in order.
    #[test]
    fn parts_partition_the_assignments() {
        let mut model = Model::new("parts");
        model.add_shown("wide", Domain::from_range(-100, 99)).unwrap();
        model.add_hidden("hidden", Domain::from_range(0, 5)).unwrap();
        model.add_shown("two", Domain::from_values([-7, 3])).unwrap();
        let mut open = vec![SolutionPrefix::default()];
        let mut found = Vec::new();
        while let Some(part) = open.pop() {
            let parts = part.split_parts(&model);
            if parts.is_empty() {
                found.push(part.values.clone());
            }
            open.extend(parts.into_iter().rev());
        }
        let all: Vec<Vec<Value>> =
            (-100..=99).flat_map(|wide| [-7, 3].map(|two| vec![wide, two])).collect();
        assert_eq!(found, all);
        let half = SolutionPrefix { values: Vec::new(), bounds: Some((-5, 0)) };
        assert!(half.holds_values(&model, &[-5, 0, 3]) && !half.holds_values(&model, &[1, 0, 3]));
        let one = SolutionPrefix { values: vec![4], bounds: None };
        assert!(one.holds_values(&model, &[4, 0, 3]) && !one.holds_values(&model, &[3, 0, 3]));
    }

    #[test]
    fn far_values_are_reached_in_few_steps() {
        let mut model = Model::new("far");
        let domain = Domain::from_intervals(vec![(-MAX_VALUE, -MAX_VALUE + 99), (0, 99)]);
        model.add_shown("x", domain.clone()).unwrap();
        let (mut part, mut steps) = (SolutionPrefix::default(), 0);
        while part.values.is_empty() {
            part = part.split_parts(&model).pop().unwrap();
            steps += 1;
        }
        assert_eq!(part.values, [99]);
        assert!(steps < 33, "{steps}");
        assert!(domain.contains(99));
    }
}
