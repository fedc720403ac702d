//! Checks values by the meaning of a file, and places faults in its text.

use parallax_instance::{BrokenRuleError, InputError};

use super::assignment::FlatzincAssignment;
use super::builtins::BuiltinEntry;
use super::document::{
    DeclaredValues, FlatzincArgument, FlatzincDocument, FlatzincTerm, FlatzincVarId,
    FlatzincVariable,
};
use super::int_set::set_contains;
use crate::error::{FaultSite, FlatzincDocumentError};

impl FlatzincDocument {
    /// Returns whether the declaration of a variable allows a value.
    pub(super) fn allows_value(&self, variable: &FlatzincVariable, value: i64) -> bool {
        match variable.values {
            DeclaredValues::Bool => value == 0 || value == 1,
            DeclaredValues::Unbounded => true,
            DeclaredValues::Of(set) => set_contains(self.set_ranges(set), value),
        }
    }

    /// Checks values of the variables by the declarations and the meaning of the
    /// constraints, without the model. Constraints with a variable that has no value are left out.
    ///
    /// # Errors
    /// Returns the first declaration or constraint that does not hold.
    pub(super) fn check_values(
        &self,
        entries: &[BuiltinEntry],
        values: &[Option<i64>],
    ) -> Result<(), BrokenRuleError> {
        let known = |var: FlatzincVarId| values.get(var.0 as usize).copied().flatten();
        for (place, variable) in (0u32..).zip(&self.variables) {
            let Some(value) = known(FlatzincVarId(place)) else { continue };
            let is_in = self.allows_value(variable, value);
            let equal = match variable.equals {
                Some(FlatzincTerm::Value(own)) => Some(own),
                Some(FlatzincTerm::Var(other)) => known(other),
                None => None,
            };
            let name = self.word_text(variable.name);
            if !is_in {
                return Err(BrokenRuleError::new(name, format!("{value} is outside its domain")));
            }
            if let Some(other) = equal.filter(|&other| other != value) {
                return Err(BrokenRuleError::new(
                    name,
                    format!("{value}, declared equal to {other}"),
                ));
            }
        }
        let is_known = |term: FlatzincTerm| match term {
            FlatzincTerm::Value(_) => true,
            FlatzincTerm::Var(var) => known(var).is_some(),
        };
        // Unknown values become 0 but are never used: only constraints without them are checked.
        let full: Vec<i64> = values.iter().map(|value| value.unwrap_or_default()).collect();
        let assigned = FlatzincAssignment::new(self, &full);
        for (place, (entry, call)) in entries.iter().zip(&self.constraints).enumerate() {
            let is_decided = self.call_arguments(call).iter().all(|argument| match argument {
                FlatzincArgument::Term(term) => is_known(*term),
                FlatzincArgument::List(list) => self.list_terms(*list).iter().all(is_known),
                FlatzincArgument::Set(_) | FlatzincArgument::Sets(_) => true,
            });
            if is_decided && !entry.holds_for(&assigned) {
                let label = self.constraint_label(place);
                return Err(BrokenRuleError::new(label, "the constraint does not hold"));
            }
        }
        Ok(())
    }

    /// Returns the error of a part of the file, at its place in the text.
    pub(super) fn part_error(
        self: &FlatzincDocument,
        source: &str,
        text: &str,
        site: FaultSite,
        fault: &FlatzincDocumentError,
    ) -> InputError {
        let (place, message) = match site {
            // Faults of the model as a whole have no place in the text.
            FaultSite::Goal => return InputError::new(source, fault.to_string()),
            FaultSite::Variable(place) => {
                (self.variables.get(place).map(|own| own.place), fault.to_string())
            }
            FaultSite::Constraint(place) => {
                let call = self.constraints.get(place);
                let name = call.map_or("", |call| self.call_name(call));
                let label = call.and_then(|call| call.label);
                let label = label.map(|own| format!(" (in '{}')", self.word_text(own)));
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
        InputError::new(source, message).at_position(line, column)
    }
}
