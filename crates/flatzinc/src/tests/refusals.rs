//! Constraints that are refused, with their places.

use super::read;

#[test]
fn faulty_constraints_are_refused_with_their_place() {
    let declarations = "var 1..3: x;\nvar bool: b;\n";
    for (constraint, parts) in [
        ("float_le(x,x)", vec!["f:3:", "float_le", "floats"]),
        ("set_card(x,x)", vec!["f:3:", "set_card", "nosets.mzn"]),
        ("int_lee(x,x)", vec!["f:3:", "int_lee", "did you mean 'int_le'"]),
        ("int_le(x)", vec!["f:3:", "int_le: 1 arguments", "an integer"]),
        ("int_le(x,x,b)", vec!["f:3:", "3 arguments; expected 2"]),
        ("int_le(x,b)", vec!["f:3:", "argument 2: the bool 'b'; expected an integer"]),
        ("bool_not(x,b)", vec!["argument 1: the integer 'x'; expected a bool"]),
        ("int_le_reif(x,1,x)", vec!["argument 3: the integer 'x'; expected a bool"]),
        ("int_le([x],1)", vec!["argument 1: expected an integer"]),
        ("int_lin_le([1,2],[x],3)", vec!["lengths 2 and 1"]),
        ("int_lin_le([x],[x],3)", vec!["the variable 'x'; expected a constant"]),
        ("int_lin_le([1],[x],x)", vec!["the variable 'x'; expected a constant"]),
        ("set_in(x,3)", vec!["expected a constant set"]),
        ("parallax_table_int([x,x],[1,2,3])", vec!["3 cells for 2 columns"]),
        ("parallax_regular([x],2,2,[1],1,{1})", vec!["1 transitions"]),
        ("parallax_circuit_reif([x,x],1,b)", vec!["not supported where it may be false"]),
        ("int_le(x) :: mzn_constraint_name(\"no 1\")", vec!["int_le (in 'no 1'): 1 arguments"]),
        ("array_int_element(x,[3000000000,4],7)", vec![]),
    ] {
        let text = format!("{declarations}constraint {constraint};\nsolve satisfy;\n");
        let found = read(&text).map(|_| ());
        if parts.is_empty() {
            assert!(found.is_ok(), "{found:?} {constraint}");
            continue;
        }
        let error = found.expect_err(constraint).to_string();
        for part in parts {
            assert!(error.contains(part), "{error}\nhas no '{part}'");
        }
    }
    assert!(read("").is_err());
}
