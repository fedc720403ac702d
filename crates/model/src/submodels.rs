//! Models with only some of the constraints, or without some values.

use std::convert::Infallible;
use std::sync::Arc;

use super::{Domain, Kind, Model, PostedConstraint, Value, VarId, Variable};

impl Model {
    /// Returns a model of the same variables with only the constraints at these places, in this
    /// order, and without the objective.
    ///
    /// # Panics
    /// Panics if there is no constraint at a place.
    #[must_use]
    pub fn with_constraints(&self, indices: &[usize]) -> Model {
        let constraints = indices.iter().map(|&index| self.constraints[index].clone()).collect();
        Model {
            constraints: Arc::new(constraints),
            objective: None,
            expressions: None,
            ..self.clone()
        }
    }

    /// Returns a separate model of the constraints at these places and their variables, and the
    /// original variables of these, ascending. Tables share their tuples with this model.
    ///
    /// # Panics
    /// Panics if there is no constraint at a place.
    #[must_use]
    pub fn extract_constraints(&self, places: &[usize]) -> (Model, Vec<VarId>) {
        let mut kept = Vec::new();
        for &place in places {
            self.constraints[place].constraint.each_variable(&mut |v| kept.push(v));
        }
        kept.sort_unstable();
        kept.dedup();
        let mut model = Model { dimensions: self.dimensions.clone(), ..Model::new(&*self.name) };
        for &variable in &kept {
            let Variable { name, domain, shown } = self.variables[variable.index()].clone();
            // Names and domains come from a model, so they are valid and the names differ.
            model.add_variable(name, domain, shown).expect("it is a variable of a model");
        }
        // `kept` is sorted and has the variables of all scopes.
        let place = |v: &VarId| VarId::new(kept.binary_search(v).expect("it is in a scope"));
        let constraints = places.iter().map(|&index| {
            let PostedConstraint { label, constraint } = &self.constraints[index];
            let renamed = constraint.rename(
                &mut |v| Ok::<_, Infallible>(place(v)),
                &mut |d| Ok(*d),
                &mut |_, c| Ok(*c),
            );
            let Ok(constraint) = renamed;
            PostedConstraint { label: label.clone(), constraint }
        });
        model.constraints = Arc::new(constraints.collect());
        (model, kept)
    }

    /// Returns this model with other domains, one for each variable in order; variables without one
    /// keep theirs.
    #[must_use]
    pub fn with_domains(&self, domains: impl IntoIterator<Item = Domain>) -> Model {
        let mut model = self.clone();
        for (variable, domain) in model.variables.iter_mut().zip(domains) {
            variable.domain = domain;
        }
        model
    }

    /// Returns this model without a value of a variable.
    #[must_use]
    pub fn without_value(&self, variable: VarId, value: Value) -> Model {
        let mut model = self.clone();
        let domain = &mut model.variables[variable.index()].domain;
        *domain = domain.without_values(&[value]);
        model
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Compare, ComparisonOperator, Constraint, Domain};

    #[test]
    fn less_is_left() {
        let mut model = Model::new("chain");
        let scope =
            ["a", "b", "c"].map(|name| model.add_shown(name, Domain::from_range(1, 3)).unwrap());
        for pair in scope.windows(2) {
            let below = Compare::new(pair[0], ComparisonOperator::Lt, pair[1]);
            model.post("", Constraint::Compare(below)).unwrap();
        }
        assert_eq!(model.with_constraints(&[0, 1]), model);
        assert!(model.check(&[], &[1, 2, 1]).is_err());
        assert!(model.with_constraints(&[0]).check(&[], &[1, 2, 1]).is_ok());
        assert!(model.with_constraints(&[]).check(&[], &[3, 3, 3]).is_ok());
        let less = model.without_value(scope[1], 2);
        assert_eq!(less.domain(scope[1]).to_vec(), [1, 3]);
        assert_eq!(less.without_value(scope[1], 7), less);
    }
}
