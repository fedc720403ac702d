//! The meaning of constraints against truths written by hand.

use super::instance;

/// Whether a constraint of constants and the variables t = 1 and b = true holds.
fn holds(constraint: &str) -> bool {
    let text = format!("var 1..1: t;\nvar bool: b;\nconstraint {constraint};\nsolve satisfy;\n");
    instance(&text).accepts_values(&[1, 1])
}

/// Constraints that hold.
const TRUE: &[&str] = &[
    "int_div(-7,2,-3)",
    "int_div(7,-2,-3)",
    "int_mod(-7,2,-1)",
    "int_mod(7,-2,1)",
    "int_mod(6,-2,0)",
    "int_pow(0,0,1)",
    "int_pow(-2,3,-8)",
    "int_pow(2,-1,0)",
    "int_pow(-1,-3,-1)",
    "int_pow(1,-3,1)",
    "int_pow_fixed(3,2,9)",
    "int_abs(-5,5)",
    "array_int_element(2,[4,5],5)",
    "array_var_int_element(t,[4,5],4)",
    "parallax_element_int(0,0,[4,5],4)",
    "parallax_element2d_int(2,1,1,0,2,[1,2,3,4],4)",
    "array_bool_and([],true)",
    "array_bool_or([],false)",
    "array_bool_and([],b)",
    "bool_clause([],[false])",
    "bool_clause_reif([],[],false)",
    "array_bool_xor([true,true,true])",
    "bool_lin_eq([2,-1],[true,true],t)",
    "int_lin_eq([],[],0)",
    "int_lin_le([9000000000000000000,-9000000000000000000],[1,1],0)",
    "set_in(3,{1,3})",
    "set_in_reif(2,{1,3},false)",
    "bool_xor(true,false,true)",
    "int_le_imp(2,1,false)",
    "parallax_lex_less_int([1],[1,0])",
    "parallax_lex_lesseq_int([],[])",
    "parallax_lex_less_int([0,9],[1])",
    "parallax_circuit([3,4,2],2)",
    "parallax_subcircuit([1,2],1)",
    "parallax_all_different_except_0([0,0,3])",
    "parallax_inverse([3,2],1,[2,1],2)",
    "parallax_nvalue(2,[4,4,1])",
    "parallax_among(2,[4,5,1],{1,4})",
    "parallax_cumulative([0,0,1],[1,0,1],[2,9,2],2)",
    "parallax_disjunctive([0,1],[3,0])",
    "parallax_value_precede(1,2,[0,1,2])",
    "parallax_regular([1,2,1],2,2,[1,2,1,0],1,{1})",
    "parallax_bin_packing_load([3,4],1,[2,1,2],[1,3,3])",
    "parallax_global_cardinality([1,1,2],[1,3],[2,0])",
    "parallax_global_cardinality_low_up([1],[1,1],[0,1],[3,1])",
    "parallax_at_most_int(1,[1,2],2)",
];

/// Constraints that do not hold.
const FALSE: &[&str] = &[
    "int_div(1,0,0)",
    "int_mod(1,0,0)",
    "int_pow(0,-1,0)",
    "int_pow(10,40,0)",
    "array_int_element(0,[4,5],4)",
    "array_int_element(3,[4,5],5)",
    "array_var_int_element(t,[],0)",
    "parallax_element2d_int(1,2,1,0,2,[1,2,3,4],3)",
    "array_int_maximum(0,[])",
    "bool_clause([],[])",
    "array_bool_xor([])",
    "set_in(3,{})",
    "int_le_reif(2,1,true)",
    "parallax_lex_less_int([1,0],[1])",
    "parallax_lex_lesseq_int([1,0],[1])",
    "parallax_lex_less_int([],[])",
    "parallax_circuit([1],1)",
    "parallax_circuit([2,1,3],1)",
    "parallax_circuit([2,1,4,3],1)",
    "parallax_subcircuit([2,1,4,3],1)",
    "parallax_inverse([1],1,[1,2],1)",
    "parallax_disjunctive_strict([0,1],[3,0])",
    "parallax_diffn([0,1],[0,1],[3,0],[3,3])",
    "parallax_value_precede(1,2,[2,1])",
    "parallax_regular([1,2,2],2,2,[1,2,1,0],1,{1,2})",
    "parallax_regular([3],2,2,[1,2,1,0],1,{1,2})",
    "parallax_bin_packing_load([3],1,[2],[3])",
    "parallax_global_cardinality_closed([1,2],[1],[1])",
    "parallax_cumulative([0],[1],[0],-1)",
];

#[test]
fn tricky_meanings_are_as_documented() {
    for constraint in TRUE {
        assert!(holds(constraint), "{constraint}");
    }
    for constraint in FALSE {
        assert!(!holds(constraint), "{constraint}");
    }
}
