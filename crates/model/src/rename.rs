//! A model with other names, for people.

use std::collections::HashMap;
use std::sync::Arc;

use compact_str::CompactString;

use super::name_index::VariableNameIndex;
use super::{Model, ModelError, VarId};

impl Model {
    /// Returns this model with other names of variables; those without one keep theirs.
    ///
    /// # Errors
    /// Returns an error if two variables have the same name, or one is empty.
    pub fn with_names(&self, names: &HashMap<VarId, String>) -> Result<Model, ModelError> {
        let mut model = Model { variables: Vec::new(), shown: Vec::new(), ..self.clone() };
        // `add_variable` fills the index again and refuses equal names.
        model.by_name = VariableNameIndex::default();
        for (place, variable) in self.variables.iter().enumerate() {
            let name = names.get(&VarId::new(place)).map(CompactString::from);
            let name = name.unwrap_or_else(|| variable.name.clone());
            model.add_variable(name, variable.domain.clone(), variable.shown)?;
        }
        Ok(model)
    }

    /// Returns this model with other labels: `label` gives each constraint its own.
    #[must_use]
    pub fn with_labels(&self, label: impl Fn(&str) -> CompactString) -> Model {
        let mut model = self.clone();
        for posted in Arc::make_mut(&mut model.constraints) {
            posted.label = label(&posted.label);
        }
        if let Some(expressions) = &mut model.expressions {
            for (own, _) in &mut Arc::make_mut(expressions).assertions {
                *own = label(own);
            }
        }
        model
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AtomicConstraint, Clause, ComparisonOperator, Constraint, Domain};

    #[test]
    fn names_and_labels_change_and_nothing_else() {
        let mut model = Model::new("pair");
        let x = model.add_shown("x", Domain::from_range(1, 3)).unwrap();
        let y = model.add_hidden("y", Domain::from_range(1, 2)).unwrap();
        let atom = AtomicConstraint::new(x, ComparisonOperator::Ge, 2);
        model.post("first", Constraint::Clause(Clause { atoms: vec![atom] })).unwrap();
        let named = model.with_names(&[(x, "a[1]".to_owned())].into()).unwrap();
        assert_eq!(
            (named.find("a[1]"), named.find("x"), named.find("y")),
            (Some(x), None, Some(y))
        );
        assert_eq!((named.shown(), named.constraints()), (model.shown(), model.constraints()));
        assert!(model.with_names(&[(x, "y".to_owned())].into()).is_err());
        let other = named.with_labels(|label| format!("the {label}").into());
        assert_eq!(other.constraints()[0].label, "the first");
        assert_eq!(other.with_labels(|_| "first".into()), named);
    }
}
