//! Value elimination: removes the values of fixed variables from variables that must differ.

use std::borrow::Cow;

use super::{Constraint, Model, Value, VarId};

/// Maximum number of visits to a value of a variable; a removal counts as several, because it also
/// takes memory.
const MAX_WORK: u64 = 1 << 28;

impl Model {
    /// Returns the model without the values that all-different constraints forbid because another
    /// variable is fixed to them, repeated until nothing changes. The solutions do not change. A
    /// clued Latin square loses half of its values.
    ///
    /// This is plain value elimination and shares no code with native search, so that engines
    /// whose formulas are written for the narrowed model stay independent of it. If it would
    /// take too much work, some of these values stay.
    pub fn narrow_domains(&self) -> Cow<'_, Model> {
        let mut fixed: Vec<VarId> = (0..self.variables.len()).map(VarId::new).collect();
        fixed.retain(|&v| self.value_of_fixed(v).is_some());
        if fixed.is_empty() {
            return Cow::Borrowed(self);
        }
        let scopes = self.all_different_scopes();
        let mut of_variable = vec![Vec::new(); self.variables.len()];
        for (number, scope) in scopes.iter().enumerate() {
            scope.iter().for_each(|v| of_variable[v.index()].push(number));
        }
        let mut model = self.clone();
        let mut taken: Vec<Vec<Value>> = vec![Vec::new(); self.variables.len()];
        let mut work: u64 = 0;
        // Each round handles the variables that the round before has fixed.
        while !fixed.is_empty() && work < MAX_WORK {
            // A round collects the values and removes them together, since each removal rebuilds a
            // domain.
            let mut touched = Vec::new();
            for &v in &fixed {
                if work >= MAX_WORK {
                    break;
                }
                // A variable has lost its value if another one took it.
                let Some(value) = model.value_of_fixed(v) else { continue };
                for &other in of_variable[v.index()].iter().flat_map(|&number| &scopes[number]) {
                    work += 1;
                    if other != v && model.domain(other).contains(value) {
                        work += 16;
                        taken[other.index()].push(value);
                        touched.push(other);
                    }
                }
            }
            fixed = touched;
            // A variable that was touched twice stays once: its list is empty the second time.
            fixed.retain(|&v| model.remove_values(v, &mut taken[v.index()]));
        }
        Cow::Owned(model)
    }

    /// Returns the scopes of the all-different constraints that hold unconditionally.
    fn all_different_scopes(&self) -> Vec<Vec<VarId>> {
        let scope = |posted: &super::PostedConstraint| match &posted.constraint {
            Constraint::AllDifferent(c) => Some(c.scope.clone()),
            _ => None,
        };
        self.constraints.iter().filter_map(scope).collect()
    }

    fn value_of_fixed(&self, v: VarId) -> Option<Value> {
        let domain = self.domain(v);
        (domain.len() == 1).then(|| domain.min()).flatten()
    }

    /// Removes the listed values, if any, and empties the list; returns whether exactly one
    /// value remains.
    fn remove_values(&mut self, v: VarId, values: &mut Vec<Value>) -> bool {
        if values.is_empty() {
            return false;
        }
        let domain = &mut self.variables[v.index()].domain;
        *domain = domain.without_values(values);
        values.clear();
        domain.len() == 1
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::seq::IndexedRandom;
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::{AllDifferent, Domain, Given, sample};

    #[test]
    fn values_of_fixed_variables_go_from_the_others() {
        let mut model = Model::new("chain");
        let domains = [
            Domain::from_values([2]),
            Domain::from_range(1, 2),
            Domain::from_range(1, 3),
            Domain::from_values([2]),
        ];
        let names = ["a", "b", "c", "d"];
        let scope: Vec<VarId> = names
            .iter()
            .zip(domains)
            .map(|(name, domain)| model.add_shown(*name, domain).unwrap())
            .collect();
        assert_eq!(*model.narrow_domains(), model, "no constraint");
        let scope = scope[..3].to_vec();
        let different = Constraint::AllDifferent(AllDifferent { scope });
        model.post("", different).unwrap();
        let left: Vec<Vec<Value>> =
            model.narrow_domains().variables().iter().map(|v| v.domain.to_vec()).collect();
        assert_eq!(left, [vec![2], vec![1], vec![3], vec![2]]);
    }

    #[test]
    fn wide_domains_lose_single_values() {
        let mut model = Model::new("wide");
        let a = model.add_shown("a", Domain::from_range(0, 1_000_000_000)).unwrap();
        let b = model.add_shown("b", Domain::from_values([5])).unwrap();
        let different = AllDifferent { scope: vec![a, b] };
        model.post("", Constraint::AllDifferent(different)).unwrap();
        assert_eq!(model.narrow_domains().domain(a).to_string(), "{0..4, 6..1000000000}");
    }

    #[test]
    fn no_solution_is_lost() {
        let mut narrower = 0;
        for seed in 0..400 {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let model = sample::random_model(&mut rng).unwrap();
            let Some(&variable) = model.shown().choose(&mut rng) else { continue };
            let values = model.domain(variable).to_vec();
            let Some(&value) = values.choose(&mut rng) else { continue };
            let model = model.restrict_givens(&[Given { variable, value }]);
            let narrowed = model.narrow_domains();
            narrower += usize::from(*narrowed != model);
            let Some(1..=20_000) = model.assignment_count() else { continue };
            assert_eq!(solutions(&narrowed), solutions(&model), "seed {seed}\n{model}");
        }
        assert!(narrower > 5, "{narrower}");
    }

    /// Returns all assignments that satisfy the model.
    fn solutions(model: &Model) -> Vec<Vec<Value>> {
        let mut found = vec![Vec::new()];
        for variable in model.variables() {
            let with = |start: &Vec<Value>| {
                let start = start.clone();
                let longer = move |value| [start.clone(), vec![value]].concat();
                variable.domain.iter().map(longer).collect::<Vec<_>>()
            };
            found = found.iter().flat_map(with).collect();
        }
        found.retain(|values| model.check(&[], values).is_ok());
        found
    }
}
