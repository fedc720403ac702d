//! The builtins that take the arguments of an operator.

use super::terms::GlobalRow;
use super::terms::PredicateSlot::{Array, Flat, Result, Set, True};
use crate::programs::operator::Operator as O;

/// Relations, and functions with their result.
pub(super) const BUILTIN_ROWS: &[GlobalRow] = &[
    (O::Eq, "int_eq", &[Flat(0), Flat(1)]),
    (O::Ne, "int_ne", &[Flat(0), Flat(1)]),
    (O::Lt, "int_lt", &[Flat(0), Flat(1)]),
    (O::Le, "int_le", &[Flat(0), Flat(1)]),
    (O::In, "set_in", &[Flat(0), Set(1)]),
    (O::Iff, "bool_eq", &[Flat(0), Flat(1)]),
    (O::Implies, "bool_le", &[Flat(0), Flat(1)]),
    (O::BoolLt, "bool_lt", &[Flat(0), Flat(1)]),
    (O::Not, "bool_not", &[Flat(0), True]),
    (O::And, "array_bool_and", &[Array(0), True]),
    (O::Or, "array_bool_or", &[Array(0), True]),
    (O::Xor, "array_bool_xor", &[Array(0)]),
    (O::Clause, "bool_clause", &[Array(0), Array(1)]),
    (O::LinEq, "int_lin_eq", &[Array(0), Array(1), Flat(2)]),
    (O::LinNe, "int_lin_ne", &[Array(0), Array(1), Flat(2)]),
    (O::LinLe, "int_lin_le", &[Array(0), Array(1), Flat(2)]),
    (O::BoolLinEq, "bool_lin_eq", &[Array(0), Array(1), Flat(2)]),
    (O::BoolLinLe, "bool_lin_le", &[Array(0), Array(1), Flat(2)]),
    (O::IsMinimum, "array_int_minimum", &[Flat(0), Array(1)]),
    (O::IsMaximum, "array_int_maximum", &[Flat(0), Array(1)]),
    (O::Add, "int_plus", &[Flat(0), Flat(1), Result]),
    (O::Sub, "int_minus", &[Flat(0), Flat(1), Result]),
    (O::Mul, "int_times", &[Flat(0), Flat(1), Result]),
    (O::Div, "int_div", &[Flat(0), Flat(1), Result]),
    (O::Mod, "int_mod", &[Flat(0), Flat(1), Result]),
    (O::Pow, "int_pow", &[Flat(0), Flat(1), Result]),
    (O::Abs, "int_abs", &[Flat(0), Result]),
    (O::Bool2Int, "bool2int", &[Flat(0), Result]),
    (O::Minimum, "array_int_minimum", &[Result, Array(0)]),
    (O::Maximum, "array_int_maximum", &[Result, Array(0)]),
    // Both also have separate names for arrays with variables.
    (O::Element, "array_int_element", &[Flat(2), Array(1), Result]),
    (O::BoolElement, "array_bool_element", &[Flat(2), Array(1), Flat(3)]),
];
