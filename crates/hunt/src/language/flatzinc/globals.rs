//! Globals under the names of a library.

use super::super::Unspelled;
use super::Library;
use super::predicates::Call;
use super::terms::Terms;
use crate::case::Expr;
use crate::operator::Operator;

/// Whether a library has a global made from an operator.
pub(super) fn has(library: Library, operator: Operator) -> bool {
    use Operator as O;
    let both = matches!(
        operator,
        O::AllDifferent
            | O::Among
            | O::NValue
            | O::Circuit
            | O::Cumulative
            | O::Diffn
            | O::Inverse
            | O::LexLess
            | O::LexLessEq
            | O::Regular
            | O::Table
            | O::ValuePrecede
            | O::GccLowUp
    ) || operator == O::BinPackingLoad;
    let gecode = matches!(
        operator,
        O::AllEqual
            | O::Count
            | O::Gcc
            | O::GccClosed
            | O::GccLowUpClosed
            | O::Increasing
            | O::Decreasing
            | O::Member
            | O::ArgMax
            | O::ArgMin
    );
    let parallax = matches!(
        operator,
        O::SubCircuit | O::Disjunctive | O::DisjunctiveStrict | O::DiffnNonstrict
    );
    match library {
        Library::Builtins => false,
        Library::Gecode => both || gecode,
        Library::Parallax => both || parallax,
    }
}

/// Returns the call of a global constraint; `None` if the operator is none.
pub(super) fn call(
    terms: &Terms<'_>,
    library: Library,
    operator: Operator,
    parts: &[Expr],
) -> Option<Result<Call, Unspelled>> {
    if operator.sort() != crate::operator::Sort::Bool || !has(library, operator) {
        return None;
    }
    Some(match library {
        Library::Gecode => gecode(terms, operator, parts),
        _ => parallax(terms, operator, parts),
    })
}

/// Returns the call that makes a result equal to the value of a global function.
pub(super) fn function(
    terms: &Terms<'_>,
    library: Library,
    operator: Operator,
    parts: &[Expr],
    result: &str,
) -> Option<Result<Call, Unspelled>> {
    use Operator as O;
    if operator.sort() != crate::operator::Sort::Int || !has(library, operator) {
        return None;
    }
    let prefix = if library == Library::Gecode { "" } else { "parallax_" };
    let write = || {
        let array = |place: usize| terms.array(&parts[place]);
        Ok(match operator {
            O::Among => {
                let arguments = vec![result.into(), array(0)?, terms.set(&parts[1])?];
                (format!("{prefix}among"), arguments)
            }
            O::NValue => (format!("{prefix}nvalue"), vec![result.into(), array(0)?]),
            O::Count => ("count".into(), vec![array(0)?, terms.flat(&parts[1])?, result.into()]),
            O::ArgMax | O::ArgMin => {
                let word = if operator == O::ArgMax { "maximum" } else { "minimum" };
                let arguments = vec![array(1)?, terms.flat(&parts[0])?, result.into()];
                (format!("gecode_{word}_arg_int_offset"), arguments)
            }
            _ => return Err(Unspelled("a global")),
        })
    };
    Some(write())
}

fn gecode(terms: &Terms<'_>, operator: Operator, parts: &[Expr]) -> Result<Call, Unspelled> {
    use Operator as O;
    let flat = |place: usize| terms.flat(&parts[place]);
    let array = |place: usize| terms.array(&parts[place]);
    let base = |place: usize| match &parts[place] {
        // The library shifts others.
        Expr::Int(base) if *base >= 0 => Ok(base.to_string()),
        _ => Err(Unspelled("an index below 0")),
    };
    let call = |name: &str, arguments: Vec<String>| Ok((name.to_owned(), arguments));
    match operator {
        O::AllDifferent => call("all_different_int", vec![array(0)?]),
        O::AllEqual => call("all_equal_int", vec![array(0)?]),
        O::Increasing => call("increasing_int", vec![array(0)?]),
        O::Decreasing => call("decreasing_int", vec![array(0)?]),
        O::Member => call("member_int", vec![array(0)?, flat(1)?]),
        O::Circuit => call("gecode_circuit", vec![base(0)?, array(1)?]),
        O::Gcc => call("gecode_global_cardinality", vec![array(0)?, array(1)?, array(2)?]),
        O::GccClosed => {
            call("gecode_global_cardinality_closed", vec![array(0)?, array(1)?, array(2)?])
        }
        O::GccLowUp | O::GccLowUpClosed => {
            let closed = if operator == O::GccLowUp { "" } else { "_closed" };
            let arguments = vec![array(0)?, array(1)?, array(2)?, array(3)?];
            call(&format!("global_cardinality_low_up{closed}"), arguments)
        }
        O::BinPackingLoad => {
            let arguments = vec![array(1)?, array(2)?, array(3)?, base(0)?];
            call("gecode_bin_packing_load", arguments)
        }
        O::Inverse => {
            // Offsets are those of the lists that the values index.
            let arguments = vec![array(1)?, base(2)?, array(3)?, base(0)?];
            call("inverse_offsets", arguments)
        }
        O::Cumulative => call("cumulatives", vec![array(0)?, array(1)?, array(2)?, flat(3)?]),
        O::Diffn => call("gecode_nooverlap", vec![array(0)?, array(2)?, array(1)?, array(3)?]),
        O::LexLess => call("array_int_lt", vec![array(0)?, array(1)?]),
        O::LexLessEq => call("array_int_lq", vec![array(0)?, array(1)?]),
        O::ValuePrecede => call("gecode_precede", vec![array(2)?, flat(0)?, flat(1)?]),
        O::Table => call("gecode_table_int", vec![array(1)?, terms.rows(&parts[0])?]),
        O::Regular => {
            let (next, ends) = (terms.rows(&parts[2])?, terms.set(&parts[4])?);
            call("gecode_regular", vec![array(5)?, flat(0)?, flat(1)?, next, flat(3)?, ends])
        }
        _ => Err(Unspelled("a global")),
    }
}

fn parallax(terms: &Terms<'_>, operator: Operator, parts: &[Expr]) -> Result<Call, Unspelled> {
    use Operator as O;
    let length = |place: usize| parts[place].items().map(<[Expr]>::len);
    // The library treats these before it calls the solver.
    let apart = match operator {
        O::LexLess | O::LexLessEq => length(0) != length(1),
        O::Inverse => length(1) != length(3),
        O::Circuit => length(1) < Some(2),
        O::Table => length(0) == Some(0),
        _ => false,
    };
    if apart {
        return Err(Unspelled("lists that the library treats"));
    }
    let flat = |place: usize| terms.flat(&parts[place]);
    let array = |place: usize| terms.array(&parts[place]);
    let call = |name: &str, arguments: Vec<String>| Ok((format!("parallax_{name}"), arguments));
    match operator {
        O::AllDifferent => call("all_different", vec![array(0)?]),
        O::Circuit => call("circuit", vec![array(1)?, flat(0)?]),
        O::SubCircuit => call("subcircuit", vec![array(1)?, flat(0)?]),
        O::GccLowUp => {
            let arguments = vec![array(0)?, array(1)?, array(2)?, array(3)?];
            call("global_cardinality_low_up", arguments)
        }
        O::BinPackingLoad => {
            call("bin_packing_load", vec![array(1)?, flat(0)?, array(2)?, array(3)?])
        }
        O::Inverse => call("inverse", vec![array(1)?, flat(0)?, array(3)?, flat(2)?]),
        O::Cumulative => call("cumulative", vec![array(0)?, array(1)?, array(2)?, flat(3)?]),
        O::Disjunctive => call("disjunctive", vec![array(0)?, array(1)?]),
        O::DisjunctiveStrict => call("disjunctive_strict", vec![array(0)?, array(1)?]),
        O::Diffn => call("diffn", vec![array(0)?, array(1)?, array(2)?, array(3)?]),
        O::DiffnNonstrict => {
            call("diffn_nonstrict", vec![array(0)?, array(1)?, array(2)?, array(3)?])
        }
        O::LexLess => call("lex_less_int", vec![array(0)?, array(1)?]),
        O::LexLessEq => call("lex_lesseq_int", vec![array(0)?, array(1)?]),
        O::ValuePrecede => call("value_precede", vec![flat(0)?, flat(1)?, array(2)?]),
        O::Table => call("table_int", vec![array(1)?, terms.rows(&parts[0])?]),
        O::Regular => {
            let (next, ends) = (terms.rows(&parts[2])?, terms.set(&parts[4])?);
            call("regular", vec![array(5)?, flat(0)?, flat(1)?, next, flat(3)?, ends])
        }
        _ => Err(Unspelled("a global")),
    }
}
