//! The constraints: a closed set of names, with one file an idea.
//!
//! A file has the reading of the arguments, the meaning on plain values, what bounds follow, and
//! what a model takes. The meaning shares no code with the model. To add a constraint: its file,
//! and its line in `builtins!`.
//!
//! `NAME_reif` has one more argument, a bool that is true exactly when the constraint holds, and
//! `NAME_imp` one that implies it. Both are read here once for all names.

mod arguments;
mod arithmetic;
mod assume;
mod compare;
mod element;
mod extremum;
mod globals;
mod linear;
mod logic;
mod parity;
mod set_in;

use crate::bounds::Empty;
use parallax_model::ask::did_you_mean;

use super::assigned::Assigned;
use super::bounds::Bounds;
use super::document::{Call, Document, Term};
use super::draft::Draft;
use super::truth::Truth;
use crate::error::{ArgumentError, PostError};
use arguments::Arguments;
pub(super) use arguments::Checked;

/// The interface of every constraint.
pub(super) trait Rule {
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
pub(super) enum Mode {
    /// It holds.
    Plain,
    /// It holds exactly when the bool is true.
    Iff(Term),
    /// It holds if the bool is true.
    If(Term),
}

/// A constraint of a file, with its mode.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) builtin: Builtin,
    pub(super) mode: Mode,
}

impl Entry {
    /// Returns whether it holds.
    pub(super) fn holds(&self, values: &Assigned<'_>) -> bool {
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
    pub(super) fn post(&self, draft: &mut Draft<'_>) -> Result<(), PostError> {
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
    pub(super) fn tighten(&self, bounds: &mut Bounds<'_>) -> Result<(), Empty> {
        match self.mode {
            Mode::Plain => self.builtin.rule().tighten(bounds),
            Mode::Iff(condition) | Mode::If(condition) if bounds.span(condition).low == 1 => {
                self.builtin.rule().tighten(bounds)
            }
            Mode::Iff(_) | Mode::If(_) => Ok(()),
        }
    }
}

/// Defines [`Builtin`] and its reading from a list: variant, struct, names.
macro_rules! builtins {
    ($($kind:ident($struct:ty): $($name:literal)|+;)+) => {
        /// A constraint of a file.
        #[derive(Clone, Copy, Debug)]
        pub(super) enum Builtin {
            $($kind($struct),)+
        }

        impl Builtin {
            /// Returns what it can do.
            pub(super) fn rule(&self) -> &dyn Rule {
                match self { $(Builtin::$kind(own) => own,)+ }
            }

            /// Reads the arguments of a constraint; `None` for an unknown name.
            fn read(name: &str, arguments: &mut Arguments<'_>) -> Result<Option<Self>, ArgumentError> {
                Ok(Some(match name {
                    $($($name)|+ => Builtin::$kind(<$struct>::read(name, arguments)?),)+
                    _ => return Ok(None),
                }))
            }
        }

        /// The names of all constraints, without those with `_reif` and `_imp`.
        pub(super) const NAMES: &[&str] = &[$($($name),+),+];
    };
}

builtins! {
    Compare(compare::Compare): "int_eq" | "int_ne" | "int_le" | "int_lt" | "bool_eq" | "bool_not"
        | "bool_xor" | "bool_le" | "bool_lt" | "bool2int";
    Linear(linear::Linear): "int_lin_eq" | "int_lin_ne" | "int_lin_le" | "int_lin_lt"
        | "int_lin_ge" | "int_lin_gt" | "bool_lin_eq" | "bool_lin_ne" | "bool_lin_le"
        | "bool_lin_lt" | "bool_lin_ge" | "bool_lin_gt";
    Arithmetic(arithmetic::Arithmetic): "int_plus" | "int_minus" | "int_times" | "int_div"
        | "int_mod" | "int_pow" | "int_pow_fixed";
    Magnitude(arithmetic::Magnitude): "int_abs";
    Extremum(extremum::Extremum): "int_max" | "int_min" | "array_int_maximum"
        | "array_int_minimum";
    Element(element::Element): "array_int_element" | "array_bool_element"
        | "array_var_int_element" | "array_var_bool_element" | "parallax_element_int"
        | "parallax_element_bool" | "parallax_element2d_int" | "parallax_element2d_bool";
    Junction(logic::Junction): "bool_and" | "bool_or" | "array_bool_and" | "array_bool_or";
    Clause(logic::Clause): "bool_clause";
    Parity(parity::Parity): "array_bool_xor";
    SetIn(set_in::SetIn): "set_in";
    AllDifferent(globals::AllDifferent): "parallax_all_different" | "all_different_int"
        | "parallax_all_different_except_0";
    AllEqual(globals::AllEqual): "parallax_all_equal";
    Table(globals::Table): "parallax_table_int" | "parallax_table_bool" | "gecode_table_int"
        | "gecode_table_bool";
    Inverse(globals::Inverse): "parallax_inverse" | "inverse_offsets";
    Lex(globals::Lex): "parallax_lex_less_int" | "parallax_lex_less_bool"
        | "parallax_lex_lesseq_int" | "parallax_lex_lesseq_bool" | "array_int_lt" | "array_int_lq";
    Cardinality(globals::Cardinality): "parallax_global_cardinality"
        | "parallax_global_cardinality_closed" | "parallax_global_cardinality_low_up"
        | "parallax_global_cardinality_low_up_closed" | "global_cardinality_low_up"
        | "global_cardinality_low_up_closed" | "parallax_at_least_int" | "parallax_at_most_int"
        | "parallax_exactly_int";
    Regular(globals::Regular): "parallax_regular";
    Cumulative(globals::Cumulative): "parallax_cumulative";
    NoOverlap(globals::NoOverlap): "parallax_disjunctive" | "parallax_disjunctive_strict"
        | "parallax_diffn" | "parallax_diffn_nonstrict";
    Circuit(globals::Circuit): "parallax_circuit" | "parallax_subcircuit";
    Count(globals::Count): "parallax_count_eq" | "parallax_among";
    Distinct(globals::Distinct): "parallax_nvalue";
    BinPacking(globals::BinPacking): "parallax_bin_packing_load" | "parallax_bin_packing_capa"
        | "parallax_bin_packing";
    Increasing(globals::Increasing): "parallax_increasing" | "parallax_strictly_increasing";
    Precede(globals::Precede): "parallax_value_precede";
    Assume(assume::Assume): "fzn_assume";
    Part(assume::Part): "parallax_part";
}

/// Reads a constraint.
///
/// # Errors
/// Returns what was found and what was expected, for the constraint as a whole.
pub(super) fn read(
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
fn unknown(name: &str) -> ArgumentError {
    if name.starts_with("float_") || name.contains("_float_") || name == "int2float" {
        return ArgumentError::FloatConstraint;
    }
    if name.starts_with("set_") || name.contains("_set_") {
        return ArgumentError::SetConstraint;
    }
    ArgumentError::UnknownConstraint { near: did_you_mean(name, NAMES.iter().copied()) }
}
