//! One builtin: its name, its reader and the ways to post it.

use parallax_model::engine_api::did_you_mean;

use super::Builtin;
use super::NAMES;
use super::arguments::ArgumentCursor;
use super::arguments::CheckedLists;
use crate::assignment::FlatzincAssignment;
use crate::bounds::BoundsStore;
use crate::bounds::EmptyBoundsError;
use crate::document::{ConstraintCall, FlatzincDocument, FlatzincTerm};
use crate::draft::FlatzincModelDraft;
use crate::error::{ArgumentError, FlatzincPostError};
use crate::truth::ConstraintTruth;

/// The interface of every constraint.
pub(crate) trait BuiltinRule {
    /// Returns whether it holds; not if a part of it is undefined.
    fn holds_for(&self, values: &FlatzincAssignment<'_>) -> bool;

    /// Returns the constraint as a truth value of the model.
    ///
    /// # Errors
    /// Returns the reason why a model cannot have it, or has it only where it must hold.
    fn build_truth(
        &self,
        draft: &mut FlatzincModelDraft<'_>,
    ) -> Result<ConstraintTruth, FlatzincPostError>;

    /// Posts it.
    ///
    /// # Errors
    /// Returns the reason why a model cannot have it.
    fn post_rule(&self, draft: &mut FlatzincModelDraft<'_>) -> Result<(), FlatzincPostError> {
        let truth = self.build_truth(draft)?;
        draft.require_truth(truth)
    }

    /// Narrows the bounds of its variables where it must hold.
    ///
    /// # Errors
    /// Returns an error if a variable has no value left.
    fn tighten_bounds(&self, _bounds: &mut BoundsStore<'_>) -> Result<(), EmptyBoundsError> {
        Ok(())
    }
}

/// Where a constraint must hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReificationMode {
    /// It holds.
    Plain,
    /// It holds exactly when the bool is true.
    Iff(FlatzincTerm),
    /// It holds if the bool is true.
    If(FlatzincTerm),
}

/// A constraint of a file, with its mode.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BuiltinEntry {
    pub(crate) builtin: Builtin,
    pub(crate) mode: ReificationMode,
}

impl BuiltinEntry {
    /// Returns whether it holds.
    pub(crate) fn holds_for(&self, values: &FlatzincAssignment<'_>) -> bool {
        let rule = self.builtin.rule();
        match self.mode {
            ReificationMode::Plain => rule.holds_for(values),
            ReificationMode::Iff(truth) => {
                (values.term_value(truth) == 1) == rule.holds_for(values)
            }
            ReificationMode::If(truth) => values.term_value(truth) != 1 || rule.holds_for(values),
        }
    }

    /// Posts it.
    ///
    /// # Errors
    /// Returns the reason why a model cannot have it.
    pub(crate) fn post_rule(
        &self,
        draft: &mut FlatzincModelDraft<'_>,
    ) -> Result<(), FlatzincPostError> {
        let rule = self.builtin.rule();
        let (condition, is_half) = match self.mode {
            ReificationMode::Plain => return rule.post_rule(draft),
            ReificationMode::Iff(condition) => (condition, false),
            ReificationMode::If(condition) => (condition, true),
        };
        match draft.truth_of(condition)? {
            // Posting the rule itself propagates more, and also works for rules that have no truth
            // value.
            Some(true) => rule.post_rule(draft),
            Some(false) if is_half => Ok(()),
            _ => {
                let truth = rule.build_truth(draft)?;
                draft.define_bool(condition, truth, is_half)
            }
        }
    }

    /// Narrows the bounds of its variables, if it must hold.
    ///
    /// # Errors
    /// Returns an error if a variable has no value left.
    pub(crate) fn tighten_bounds(
        &self,
        bounds: &mut BoundsStore<'_>,
    ) -> Result<(), EmptyBoundsError> {
        match self.mode {
            ReificationMode::Plain => self.builtin.rule().tighten_bounds(bounds),
            ReificationMode::Iff(condition) | ReificationMode::If(condition)
                if bounds.term_span(condition).low == 1 =>
            {
                self.builtin.rule().tighten_bounds(bounds)
            }
            ReificationMode::Iff(_) | ReificationMode::If(_) => Ok(()),
        }
    }
}

/// Reads a constraint.
///
/// # Errors
/// Returns what was found and what was expected, for the constraint as a whole.
pub(crate) fn read_builtin(
    document: &FlatzincDocument,
    call: &ConstraintCall,
    checked: &mut CheckedLists,
) -> Result<BuiltinEntry, ArgumentError> {
    let name = document.call_name(call);
    let mut arguments = ArgumentCursor::from_call(document, call, checked);
    let (base, suffix) = match (name.strip_suffix("_reif"), name.strip_suffix("_imp")) {
        (Some(base), _) => (base, "_reif"),
        (_, Some(base)) => (base, "_imp"),
        _ => (name, ""),
    };
    // The last argument of these is the truth of a conjunction, disjunction or difference.
    let has_truth = matches!(base, "bool_and" | "bool_or" | "array_bool_and" | "array_bool_or")
        || base == "bool_xor" && arguments.remaining_count() == 3;
    // The truth is the last argument. It is taken first, so that the others read as those of the
    // plain constraint.
    let mode = match suffix {
        "" if !has_truth => ReificationMode::Plain,
        _ if matches!(base, "fzn_assume" | "parallax_part") => {
            return Err(ArgumentError::AssumptionReified);
        }
        "_imp" => ReificationMode::If(arguments.last_bool()?),
        _ => ReificationMode::Iff(arguments.last_bool()?),
    };
    match Builtin::read(base, &mut arguments)? {
        Some(builtin) => arguments.expect_end().map(|()| BuiltinEntry { builtin, mode }),
        None => Err(unknown_name_error(base)),
    }
}

/// Returns the reason why a name is refused.
pub(super) fn unknown_name_error(name: &str) -> ArgumentError {
    if name.starts_with("float_") || name.contains("_float_") || name == "int2float" {
        return ArgumentError::FloatConstraint;
    }
    if name.starts_with("set_") || name.contains("_set_") {
        return ArgumentError::SetConstraint;
    }
    ArgumentError::UnknownConstraint { near: did_you_mean(name, NAMES.iter().copied()) }
}
