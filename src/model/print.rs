//! A model as text for people.

use std::fmt;

use super::{Kind, Model};

impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "model {}", self.name())?;
        for dimension in self.dimensions() {
            writeln!(f, "  dimension {}: {}", dimension.name(), dimension.classes().join(", "))?;
        }
        for variable in self.variables() {
            let hidden = if variable.shown { "" } else { " (hidden)" };
            writeln!(f, "  {} in {}{hidden}", variable.name, variable.domain)?;
        }
        for posted in self.constraints() {
            let words = posted.constraint.words(self);
            match posted.label.as_str() {
                "" => writeln!(f, "  {words}")?,
                label => writeln!(f, "  {label}: {words}")?,
            }
        }
        self.objective().iter().try_for_each(|objective| writeln!(f, "  {}", objective.words(self)))
    }
}
