//! The constraints: a closed set of names, with one file per idea.
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

use arguments::ArgumentCursor;

use super::bounds::BoundsStore;
use super::draft::FlatzincModelDraft;
use super::truth::ConstraintTruth;
use crate::error::ArgumentError;
pub(super) use arguments::CheckedLists;

/// Defines [`Builtin`] and its reading from a list: variant, struct, names.
macro_rules! builtins {
    ($($kind:ident($struct:ty): $($name:literal)|+;)+) => {
        /// A constraint of a file.
        #[derive(Clone, Copy, Debug)]
        pub(super) enum Builtin {
            $($kind($struct),)+
        }

        impl Builtin {
            /// Returns the constraint as a trait object.
            pub(super) fn rule(&self) -> &dyn BuiltinRule {
                match self { $(Builtin::$kind(own) => own,)+ }
            }

            /// Reads the arguments of a constraint; `None` for an unknown name.
            fn read(name: &str, arguments: &mut ArgumentCursor<'_>) -> Result<Option<Self>, ArgumentError> {
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
mod builtin_entry;

pub(super) use builtin_entry::{BuiltinEntry, BuiltinRule, ReificationMode, read_builtin};

builtins! {
    Compare(compare::CompareBuiltin): "int_eq" | "int_ne" | "int_le" | "int_lt" | "bool_eq" | "bool_not"
        | "bool_xor" | "bool_le" | "bool_lt" | "bool2int";
    Linear(linear::LinearBuiltin): "int_lin_eq" | "int_lin_ne" | "int_lin_le" | "int_lin_lt"
        | "int_lin_ge" | "int_lin_gt" | "bool_lin_eq" | "bool_lin_ne" | "bool_lin_le"
        | "bool_lin_lt" | "bool_lin_ge" | "bool_lin_gt";
    Arithmetic(arithmetic::ArithmeticBuiltin): "int_plus" | "int_minus" | "int_times" | "int_div"
        | "int_mod" | "int_pow" | "int_pow_fixed";
    Magnitude(arithmetic::MagnitudeBuiltin): "int_abs";
    Extremum(extremum::ExtremumBuiltin): "int_max" | "int_min" | "array_int_maximum"
        | "array_int_minimum";
    Element(element::ElementBuiltin): "array_int_element" | "array_bool_element"
        | "array_var_int_element" | "array_var_bool_element" | "parallax_element_int"
        | "parallax_element_bool" | "parallax_element2d_int" | "parallax_element2d_bool";
    Junction(logic::JunctionBuiltin): "bool_and" | "bool_or" | "array_bool_and" | "array_bool_or";
    Clause(logic::ClauseBuiltin): "bool_clause";
    Parity(parity::ParityBuiltin): "array_bool_xor";
    SetIn(set_in::SetInBuiltin): "set_in";
    AllDifferent(globals::AllDifferentBuiltin): "parallax_all_different" | "all_different_int"
        | "parallax_all_different_except_0";
    AllEqual(globals::AllEqualBuiltin): "parallax_all_equal";
    Table(globals::TableBuiltin): "parallax_table_int" | "parallax_table_bool" | "gecode_table_int"
        | "gecode_table_bool";
    Inverse(globals::InverseBuiltin): "parallax_inverse" | "inverse_offsets";
    Lex(globals::LexBuiltin): "parallax_lex_less_int" | "parallax_lex_less_bool"
        | "parallax_lex_lesseq_int" | "parallax_lex_lesseq_bool" | "array_int_lt" | "array_int_lq";
    Cardinality(globals::CardinalityBuiltin): "parallax_global_cardinality"
        | "parallax_global_cardinality_closed" | "parallax_global_cardinality_low_up"
        | "parallax_global_cardinality_low_up_closed" | "global_cardinality_low_up"
        | "global_cardinality_low_up_closed" | "parallax_at_least_int" | "parallax_at_most_int"
        | "parallax_exactly_int";
    Regular(globals::RegularBuiltin): "parallax_regular";
    Cumulative(globals::CumulativeBuiltin): "parallax_cumulative";
    NoOverlap(globals::NoOverlapBuiltin): "parallax_disjunctive" | "parallax_disjunctive_strict"
        | "parallax_diffn" | "parallax_diffn_nonstrict";
    Circuit(globals::CircuitBuiltin): "parallax_circuit" | "parallax_subcircuit";
    Count(globals::CountBuiltin): "parallax_count_eq" | "parallax_among";
    Distinct(globals::DistinctBuiltin): "parallax_nvalue";
    BinPacking(globals::BinPackingBuiltin): "parallax_bin_packing_load" | "parallax_bin_packing_capa"
        | "parallax_bin_packing";
    Increasing(globals::IncreasingBuiltin): "parallax_increasing" | "parallax_strictly_increasing";
    Precede(globals::PrecedeBuiltin): "parallax_value_precede";
    Assume(assume::AssumeBuiltin): "fzn_assume";
    Part(assume::PartBuiltin): "parallax_part";
}
