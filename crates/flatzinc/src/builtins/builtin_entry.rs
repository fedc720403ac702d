//! One builtin: its name, its reader and the ways to post it.

use parallax_model::ask::did_you_mean;

use super::Builtin;
use super::NAMES;
use super::arguments::Arguments;
use super::arguments::Checked;
use crate::assigned::Assigned;
use crate::bounds::Bounds;
use crate::bounds::Empty;
use crate::document::{Call, Document, Term};
use crate::draft::Draft;
use crate::error::{ArgumentError, PostError};
use crate::truth::Truth;

/// The interface of every constraint.
pub(crate) trait Rule {
    /// Returns whether it holds; not if a part of it is undefined.
    fn holds(&self, values: &Assigned<'_>) -> bool;

    /// Returns the constraint as a truth value of the model.
    ///
    /// # Errors
    /// Returns the reason why a model cannot have it, or has it only where it must hold.
    fn truth(&self, draft: &mut Draft<'_>) -> Result<Truth, PostError>;

    /// Posts it.
    ///
    /// # Errors
    /// Returns the reason why a model cannot have it.
    fn post(&self, draft: &mut Draft<'_>) -> Result<(), PostError> {
        let truth = self.truth(draft)?;
        draft.require(truth)
    }

    /// Narrows the bounds of its variables where it must hold.
    ///
    /// # Errors
    /// Returns an error if a variable has no value left.
    fn tighten(&self, _bounds: &mut Bounds<'_>) -> Result<(), Empty> {
        Ok(())
    }
}

/// Where a constraint must hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// It holds.
    Plain,
    /// It holds exactly when the bool is true.
    Iff(Term),
    /// It holds if the bool is true.
    If(Term),
}

/// A constraint of a file, with its mode.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub(crate) builtin: Builtin,
    pub(crate) mode: Mode,
}

impl Entry {
    /// Returns whether it holds.
    pub(crate) fn holds(&self, values: &Assigned<'_>) -> bool {
        let rule = self.builtin.rule();
        match self.mode {
            Mode::Plain => rule.holds(values),
            Mode::Iff(truth) => (values.term(truth) == 1) == rule.holds(values),
            Mode::If(truth) => values.term(truth) != 1 || rule.holds(values),
        }
    }

    /// Posts it.
    ///
    /// # Errors
    /// Returns the reason why a model cannot have it.
    pub(crate) fn post(&self, draft: &mut Draft<'_>) -> Result<(), PostError> {
        let rule = self.builtin.rule();
        let (condition, is_half) = match self.mode {
            Mode::Plain => return rule.post(draft),
            Mode::Iff(condition) => (condition, false),
            Mode::If(condition) => (condition, true),
        };
        match draft.truth_of(condition)? {
            Some(true) => rule.post(draft),
            Some(false) if is_half => Ok(()),
            _ => {
                let truth = rule.truth(draft)?;
                draft.define(condition, truth, is_half)
            }
        }
    }

    /// Narrows the bounds of its variables, if it must hold.
    ///
    /// # Errors
    /// Returns an error if a variable has no value left.
    pub(crate) fn tighten(&self, bounds: &mut Bounds<'_>) -> Result<(), Empty> {
        match self.mode {
            Mode::Plain => self.builtin.rule().tighten(bounds),
            Mode::Iff(condition) | Mode::If(condition) if bounds.span(condition).low == 1 => {
                self.builtin.rule().tighten(bounds)
            }
            Mode::Iff(_) | Mode::If(_) => Ok(()),
        }
    }
}

/// Reads a constraint.
///
/// # Errors
/// Returns what was found and what was expected, for the constraint as a whole.
pub(crate) fn read(
    document: &Document,
    call: &Call,
    checked: &mut Checked,
) -> Result<Entry, ArgumentError> {
    let name = document.name(call);
    let mut arguments = Arguments::of(document, call, checked);
    let (base, suffix) = match (name.strip_suffix("_reif"), name.strip_suffix("_imp")) {
        (Some(base), _) => (base, "_reif"),
        (_, Some(base)) => (base, "_imp"),
        _ => (name, ""),
    };
    // The last argument of these is the truth of a conjunction, disjunction or difference.
    let has_truth = matches!(base, "bool_and" | "bool_or" | "array_bool_and" | "array_bool_or")
        || base == "bool_xor" && arguments.left() == 3;
    let mode = match suffix {
        "" if !has_truth => Mode::Plain,
        _ if matches!(base, "fzn_assume" | "parallax_part") => {
            return Err(ArgumentError::AssumptionReified);
        }
        "_imp" => Mode::If(arguments.last_bool()?),
        _ => Mode::Iff(arguments.last_bool()?),
    };
    match Builtin::read(base, &mut arguments)? {
        Some(builtin) => arguments.finish().map(|()| Entry { builtin, mode }),
        None => Err(unknown(base)),
    }
}

/// Returns the reason why a name is refused.
pub(super) fn unknown(name: &str) -> ArgumentError {
    if name.starts_with("float_") || name.contains("_float_") || name == "int2float" {
        return ArgumentError::FloatConstraint;
    }
    if name.starts_with("set_") || name.contains("_set_") {
        return ArgumentError::SetConstraint;
    }
    ArgumentError::UnknownConstraint { near: did_you_mean(name, NAMES.iter().copied()) }
}
