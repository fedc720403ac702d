//! One case for each rule of the language.

use super::{read, refused, shown, solution};
use crate::document::{Annotation, Argument, Goal, Term, Values, Var};

#[test]
fn solutions_have_the_form_of_minizinc() {
    let text = "var 1..9: x :: output_var; var bool: b :: output_var; var 0..9: hidden;\n\
                array [1..4] of var int: a :: output_array([1..2,0..1]) = [x,7,hidden,x];\n\
                array [1..0] of var int: e :: output_array([1..0]) = [];\n\
                array [1..3] of var bool: t :: output_array([1..3]) = [b,true,false];\n\
                solve satisfy;";
    let expected = "x = 1;\nb = true;\na = array2d(1..2,0..1,[1,7,3,1]);\n\
                    e = array1d(1..0,[]);\nt = array1d(1..3,[true,true,false]);\n----------\n";
    assert_eq!(solution(text), expected);
    assert_eq!(solution("solve satisfy;"), "----------\n");
}
