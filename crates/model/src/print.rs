//! A model as text for people.

use std::fmt;

use super::{Given, Kind, Model, PostedConstraint, VarId};

impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "model {}", self.name())?;
        for dimension in self.dimensions() {
            writeln!(
                f,
                "  dimension {}: {}",
                dimension.name(),
                dimension.class_names().join(", ")
            )?;
        }
        for (index, variable) in self.variables().iter().enumerate() {
            let hidden = if variable.shown { "" } else { " (hidden)" };
            let domain = self.domain_words(VarId::new(index));
            writeln!(f, "  {} in {domain}{hidden}", variable.name)?;
        }
        for posted in self.constraints() {
            writeln!(f, "  {}", posted.description(self))?;
        }
        self.objective()
            .iter()
            .try_for_each(|objective| writeln!(f, "  {}", objective.description(self)))
    }
}

impl PostedConstraint {
    /// Returns the label, if there is one, and the constraint in words: `row 3: all different: x,
    /// y`.
    #[must_use]
    pub fn description(&self, model: &Model) -> String {
        let words = self.constraint.description(model);
        if self.label.is_empty() { words } else { format!("{}: {words}", self.label) }
    }
}

impl Model {
    /// Returns a given in words: `r1c2 = 4`.
    #[must_use]
    pub fn given_words(&self, given: Given) -> String {
        format!(
            "{} = {}",
            self.name_of(given.variable),
            self.describe_value(given.variable, given.value)
        )
    }
}
