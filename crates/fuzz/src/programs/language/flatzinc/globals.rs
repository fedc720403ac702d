//! Globals under the names of a library.

use super::super::NotExpressible;
use super::FlatzincLibrary;
use super::terms::GlobalRow;
use super::terms::PredicateSlot::{Array, Base, Flat, Result, Rows, Set, Truths};
use crate::programs::case::CaseExpr;
use crate::programs::operator::Operator as O;

/// Whether a library has a global made from an operator.
pub(super) fn has_global(library: FlatzincLibrary, operator: O) -> bool {
    library_rows(library).iter().any(|(known, ..)| *known == operator)
}

/// Returns the row of a global; `None` if the operator is not a global.
///
/// # Errors
/// If the library treats these arguments before it calls the solver.
pub(super) fn global_row(
    library: FlatzincLibrary,
    operator: O,
    parts: &[CaseExpr],
) -> std::result::Result<Option<&'static GlobalRow>, NotExpressible> {
    let row = library_rows(library).iter().find(|(known, ..)| *known == operator);
    if operator == O::Circuit && library == FlatzincLibrary::Gecode && has_one_node(parts) {
        return Err(ONE_NODE);
    }
    if row.is_some() && library == FlatzincLibrary::Parallax && is_treated(operator, parts) {
        return Err(NotExpressible("lists that the library treats"));
    }
    Ok(row)
}

fn library_rows(library: FlatzincLibrary) -> &'static [GlobalRow] {
    match library {
        FlatzincLibrary::Builtins | FlatzincLibrary::Assuming => &[],
        FlatzincLibrary::Gecode => GECODE_GLOBALS,
        FlatzincLibrary::Parallax => PARALLAX_GLOBALS,
    }
}

/// A circuit of one node, which solvers take in two ways.
pub(in crate::programs::language) const ONE_NODE: NotExpressible =
    NotExpressible("a circuit of one node");

/// Whether the arguments of a circuit have one node.
pub(in crate::programs::language) fn has_one_node(parts: &[CaseExpr]) -> bool {
    parts[1].list_items().map(<[CaseExpr]>::len) == Some(1)
}

fn is_treated(operator: O, parts: &[CaseExpr]) -> bool {
    let length = |index: usize| parts[index].list_items().map(<[CaseExpr]>::len);
    match operator {
        O::LexLess | O::LexLessEq | O::LexLessBool | O::LexLessEqBool => length(0) != length(1),
        O::Inverse => length(1) != length(3),
        O::Table | O::TableBool => length(0) == Some(0),
        _ => false,
    }
}

const GECODE_GLOBALS: &[GlobalRow] = &[
    (O::AllDifferent, "all_different_int", &[Array(0)]),
    (O::AllEqual, "all_equal_int", &[Array(0)]),
    (O::Increasing, "increasing_int", &[Array(0)]),
    (O::Decreasing, "decreasing_int", &[Array(0)]),
    (O::Member, "member_int", &[Array(0), Flat(1)]),
    (O::Sort, "sort", &[Array(0), Array(1)]),
    (O::Circuit, "gecode_circuit", &[Base(0), Array(1)]),
    (O::Gcc, "gecode_global_cardinality", &[Array(0), Array(1), Array(2)]),
    (O::GccClosed, "gecode_global_cardinality_closed", &[Array(0), Array(1), Array(2)]),
    (O::GccLowUp, "global_cardinality_low_up", &[Array(0), Array(1), Array(2), Array(3)]),
    (
        O::GccLowUpClosed,
        "global_cardinality_low_up_closed",
        &[Array(0), Array(1), Array(2), Array(3)],
    ),
    (O::BinPackingLoad, "gecode_bin_packing_load", &[Array(1), Array(2), Array(3), Base(0)]),
    // An offset belongs to the list that the values index.
    (O::Inverse, "inverse_offsets", &[Array(1), Base(2), Array(3), Base(0)]),
    (O::Cumulative, "cumulatives", &[Array(0), Array(1), Array(2), Flat(3)]),
    (O::Diffn, "gecode_nooverlap", &[Array(0), Array(2), Array(1), Array(3)]),
    (O::LexLess, "array_int_lt", &[Array(0), Array(1)]),
    (O::LexLessEq, "array_int_lq", &[Array(0), Array(1)]),
    (O::LexLessBool, "array_bool_lt", &[Array(0), Array(1)]),
    (O::LexLessEqBool, "array_bool_lq", &[Array(0), Array(1)]),
    (O::ValuePrecede, "gecode_precede", &[Array(2), Flat(0), Flat(1)]),
    (O::Table, "gecode_table_int", &[Array(1), Rows(0)]),
    (O::TableBool, "gecode_table_bool", &[Array(1), Truths(0)]),
    (O::Regular, "gecode_regular", &[Array(5), Flat(0), Flat(1), Rows(2), Flat(3), Set(4)]),
    (O::AtLeast, "at_least_int", &[Flat(0), Array(1), Flat(2)]),
    (O::AtMost, "at_most_int", &[Flat(0), Array(1), Flat(2)]),
    (O::CountEq, "count", &[Array(0), Flat(1), Flat(2)]),
    // Gecode's library turns other exponents into arrays.
    (O::Pow, "gecode_int_pow", &[Flat(0), Base(1), Result]),
    (O::Count, "count", &[Array(0), Flat(1), Result]),
    (O::Among, "among", &[Result, Array(0), Set(1)]),
    (O::NValue, "nvalue", &[Result, Array(0)]),
    (O::ArgMax, "gecode_maximum_arg_int_offset", &[Array(1), Flat(0), Result]),
    (O::ArgMin, "gecode_minimum_arg_int_offset", &[Array(1), Flat(0), Result]),
];

const PARALLAX_GLOBALS: &[GlobalRow] = &[
    (O::AllDifferent, "parallax_all_different", &[Array(0)]),
    (O::Circuit, "parallax_circuit", &[Array(1), Flat(0)]),
    (O::SubCircuit, "parallax_subcircuit", &[Array(1), Flat(0)]),
    (O::GccLowUp, "parallax_global_cardinality_low_up", &[Array(0), Array(1), Array(2), Array(3)]),
    (O::BinPackingLoad, "parallax_bin_packing_load", &[Array(1), Flat(0), Array(2), Array(3)]),
    (O::Inverse, "parallax_inverse", &[Array(1), Flat(0), Array(3), Flat(2)]),
    (O::Cumulative, "parallax_cumulative", &[Array(0), Array(1), Array(2), Flat(3)]),
    (O::Disjunctive, "parallax_disjunctive", &[Array(0), Array(1)]),
    (O::DisjunctiveStrict, "parallax_disjunctive_strict", &[Array(0), Array(1)]),
    (O::Diffn, "parallax_diffn", &[Array(0), Array(1), Array(2), Array(3)]),
    (O::DiffnNonstrict, "parallax_diffn_nonstrict", &[Array(0), Array(1), Array(2), Array(3)]),
    (O::LexLess, "parallax_lex_less_int", &[Array(0), Array(1)]),
    (O::LexLessEq, "parallax_lex_lesseq_int", &[Array(0), Array(1)]),
    (O::LexLessBool, "parallax_lex_less_bool", &[Array(0), Array(1)]),
    (O::LexLessEqBool, "parallax_lex_lesseq_bool", &[Array(0), Array(1)]),
    (O::ValuePrecede, "parallax_value_precede", &[Flat(0), Flat(1), Array(2)]),
    (O::Table, "parallax_table_int", &[Array(1), Rows(0)]),
    (O::TableBool, "parallax_table_bool", &[Array(1), Truths(0)]),
    (O::Regular, "parallax_regular", &[Array(5), Flat(0), Flat(1), Rows(2), Flat(3), Set(4)]),
    (O::Among, "parallax_among", &[Result, Array(0), Set(1)]),
    (O::NValue, "parallax_nvalue", &[Result, Array(0)]),
];
