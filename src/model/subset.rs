//! Models with less in them: some of the constraints, a value less.

use std::sync::Arc;

use super::{Model, Value, VarId};

impl Model {
    /// Returns the same variables with only the constraints at these places, in this order, and
    /// without the objective.
    ///
    /// # Panics
    /// If there is no constraint at a place.
    #[must_use]
    pub fn only(&self, places: &[usize]) -> Model {
        let constraints = places.iter().map(|&place| self.constraints[place].clone()).collect();
        Model { constraints: Arc::new(constraints), objective: None, ..self.clone() }
    }

    /// Returns the same model in which a variable does not take a value.
    #[must_use]
    pub fn without_value(&self, variable: VarId, value: Value) -> Model {
        let mut model = self.clone();
        let domain = &mut model.variables[variable.index()].domain;
        *domain = domain.without(&[value]);
        model
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Compare, Constraint, Domain, Relation};

    #[test]
    fn less_is_left() {
        let mut model = Model::new("chain");
        let scope = ["a", "b", "c"].map(|name| model.add_shown(name, Domain::range(1, 3)).unwrap());
        for pair in scope.windows(2) {
            let below = Compare::new(pair[0], Relation::Lt, pair[1]);
            model.post("", Constraint::Compare(below)).unwrap();
        }
        assert_eq!(model.only(&[0, 1]), model);
        assert!(model.check(&[], &[1, 2, 1]).is_err());
        assert!(model.only(&[0]).check(&[], &[1, 2, 1]).is_ok());
        assert!(model.only(&[]).check(&[], &[3, 3, 3]).is_ok());
        let less = model.without_value(scope[1], 2);
        assert_eq!(less.domain(scope[1]).to_vec(), [1, 3]);
        assert_eq!(less.without_value(scope[1], 7), less);
    }
}
