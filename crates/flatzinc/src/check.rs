//! Checks values by the meaning of a file, and places faults in its text.

use parallax_model::instance::{BrokenRule, InputError};

use super::assigned::Assigned;
use super::builtins::Entry;
use super::document::{Argument, Document, Term, Values, Var, Variable};
use super::int_set::has;
use crate::error::{DocumentFault, FaultSite};

impl Document {
    /// Returns whether the declaration of a variable allows a value.
    pub(super) fn allows(&self, variable: &Variable, value: i64) -> bool {
        match variable.values {
            Values::Bool => value == 0 || value == 1,
            Values::Unbounded => true,
            Values::Of(set) => has(self.ranges(set), value),
        }
    }

    /// Checks values of the variables by the declarations and the meaning of the
    /// constraints, without the model. Constraints with a variable that has no value are left out.
    ///
    /// # Errors
    /// Returns the first declaration or constraint that does not hold.
    pub(super) fn check(
        &self,
        entries: &[Entry],
        values: &[Option<i64>],
    ) -> Result<(), BrokenRule> {
        let known = |var: Var| values.get(var.0 as usize).copied().flatten();
        for (place, variable) in (0u32..).zip(&self.variables) {
            let Some(value) = known(Var(place)) else { continue };
            let is_in = self.allows(variable, value);
            let equal = match variable.equals {
                Some(Term::Value(own)) => Some(own),
                Some(Term::Var(other)) => known(other),
                None => None,
            };
            let name = self.word(variable.name);
            if !is_in {
                return Err(BrokenRule::new(name, format!("{value} is outside its domain")));
            }
            if let Some(other) = equal.filter(|&other| other != value) {
                return Err(BrokenRule::new(name, format!("{value}, declared equal to {other}")));
            }
        }
        let is_known = |term: Term| match term {
            Term::Value(_) => true,
            Term::Var(var) => known(var).is_some(),
        };
        let full: Vec<i64> = values.iter().map(|value| value.unwrap_or_default()).collect();
        let assigned = Assigned::new(self, &full);
        for (place, (entry, call)) in entries.iter().zip(&self.constraints).enumerate() {
            let is_decided = self.arguments(call).iter().all(|argument| match argument {
                Argument::Term(term) => is_known(*term),
                Argument::List(list) => self.list(*list).iter().all(is_known),
                Argument::Set(_) | Argument::Sets(_) => true,
            });
            if is_decided && !entry.holds(&assigned) {
                let label = self.label(place);
                return Err(BrokenRule::new(label, "the constraint does not hold"));
            }
        }
        Ok(())
    }

    /// Returns the error of a part of the file, at its place in the text.
    pub(super) fn fault(
        self: &Document,
        source: &str,
        text: &str,
        site: FaultSite,
        fault: &DocumentFault,
    ) -> InputError {
        let (place, message) = match site {
            FaultSite::Goal => return InputError::new(source, fault.to_string()),
            FaultSite::Variable(place) => {
                (self.variables.get(place).map(|own| own.place), fault.to_string())
            }
            FaultSite::Constraint(place) => {
                let call = self.constraints.get(place);
                let name = call.map_or("", |call| self.name(call));
                let label = call.and_then(|call| call.label);
                let label = label.map(|own| format!(" (in '{}')", self.word(own)));
                (
                    call.map(|call| call.place),
                    format!("{name}{}: {fault}", label.unwrap_or_default()),
                )
            }
        };
        let place = place.unwrap_or_default() as usize;
        let before = text.get(..place).unwrap_or_default();
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        InputError::new(source, message).at(line, column)
    }
}
