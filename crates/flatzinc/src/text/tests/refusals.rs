//! Texts that are refused, with places and words.

use super::refused;

#[test]
fn floats_and_set_variables_are_refused_by_name() {
    let only = "variables that are integers or truth values are supported";
    refused("\nvar float: speed;", &["f:2:5: the variable 'speed' is a float", only]);
    refused("var 0.0..1.5: x;", &["f:1:5: the variable 'x' is a float", only]);
    refused("var set of 1..5: s;", &["f:1:5: the variable 's' is a set", only]);
    refused("array [1..1] of var float: a = [x];", &["f:1:21: the variable 'a' is a float", only]);
    refused("array [1..1] of var set of int: a = [x];", &["f:1:21: the variable 'a' is a set"]);
    let float = "is a float; integers and truth values are supported";
    refused("float: f = 1.5; constraint p(f);", &["f:1:30: 'f' ", float]);
    refused("array [1..1] of float: f = [2.5];\nconstraint p(f);", &["f:2:14: 'f' ", float]);
    refused("constraint p([1,2.5e3]);", &["f:1:17: '2.5e3' ", float]);
    refused("float: f = 1.5; solve minimize f;", &["f:1:32: 'f' ", float]);
}

#[test]
fn names_are_declared_once_before_they_are_used() {
    refused("constraint p(x);\nvar int: x;", &["f:1:14: 'x' is not declared; expected a declared"]);
    refused("var int: x;\nvar bool: x;", &["f:2:11: 'x' is declared twice; expected another name"]);
    refused("int: x = 1; array [1..0] of int: x = [];", &["f:1:34: 'x' is declared twice"]);
    refused("var int: p; var bool: q = r;", &["f:1:27: 'r' is not declared"]);
    refused("var int: x = x;", &["f:1:14: 'x' is not declared"]);
    refused("var bool: true;", &["f:1:11: 'true' is no name; expected a name"]);
    refused("solve :: int_search(a,x,y,z) satisfy;", &["f:1:21: 'a' is not declared"]);
    // The name of a constraint is not declared by it.
    refused("constraint p(); constraint q(p);", &["f:1:30: 'p' is not declared"]);
}

#[test]
fn types_must_fit() {
    refused("var int: x = true;", &["f:1:14: a truth value; expected an integer"]);
    refused("var bool: x = 1;", &["f:1:15: an integer; expected a truth value"]);
    refused("array [1..2] of int: a = [1,true];", &["f:1:29: a truth value; expected an"]);
    refused("var int: x; array [1..1] of var bool: a = [x];", &["f:1:44: an integer; expected a"]);
    refused("var int: x; int: n = x;", &["f:1:22: a variable; expected a constant"]);
    refused("array [1..0] of int: a = []; var int: x = a;", &["f:1:43: 'a' is an array; expected"]);
    refused("set of int: s = {}; var int: x = s;", &["f:1:34: 's' is a set; expected an integer"]);
    refused(
        "array [1..1] of int: a = [1]; constraint p(a[2]);",
        &["f:1:46: index 2; expected one"],
    );
    refused(
        "array [1..0] of int: a = []; array [1..0] of bool: b = a;",
        &["f:1:56: 'a'; expected"],
    );
}

#[test]
fn arrays_have_their_declared_size() {
    refused("array [1..3] of int: a = [1,2];", &["f:1:22: 'a' has 2 elements; expected 3"]);
    refused("array [1..0] of int: a = [1];", &["f:1:22: 'a' has 1 elements; expected 0"]);
    refused("array [0..1] of int: a = [1,2];", &["f:1:8: 0..1; expected an index set 1..n"]);
    refused(
        "array [1..99999999999] of var int: a = [];",
        &["has 0 elements; expected 99999999999"],
    );
    refused("array [1..2] of float: a = [1.5];", &["'a' has 1 elements; expected 2"]);
    let text = "array [1..2] of int: a :: output_array([1..2,0..1]) = [1,2];";
    refused(text, &["f:1:22: the index sets of output_array have 4 cells; expected 2"]);
    let all = "-9223372036854775808..9223372036854775807";
    let text = format!("array [1..0] of int: a :: output_array([{all},{all},{all}]) = [];");
    refused(&text, &["cells; expected 0"]);
    let text = "array [1..2] of int: a :: output_array([{1,3}]) = [1,2];";
    refused(text, &["f:1:41: an index set with gaps; expected a range"]);
    refused("var int: x :: output_array([1..1]);", &["'x' has output_array; expected output_var"]);
    let text = "array [1..0] of var int: a :: output_var = [];";
    refused(text, &["'a' has output_var; expected output_array"]);
}

#[test]
fn there_is_one_goal_at_the_end() {
    refused("", &["f:1:1: the end of the text; expected a solve item"]);
    refused("var int: x;\n", &["f:2:1: the end of the text; expected a solve item"]);
    refused(
        "solve satisfy; solve satisfy;",
        &["f:1:16: 'solve'; expected the end after the solve"],
    );
    refused("solve satisfy;\nx", &["f:2:1: 'x'; expected the end after the solve item"]);
    refused("solve satisfy", &["f:1:14: the end of the text; expected ';'"]);
    refused("solve;", &["f:1:6: ';'; expected 'satisfy', 'minimize' or 'maximize'"]);
    refused("solve minimize;", &["f:1:15: ';'; expected an integer, a truth value or a variable"]);
}

#[test]
fn numbers_beyond_64_bits_are_refused() {
    for number in ["9223372036854775808", "-9223372036854775809", "0x1ffffffffffffffff"] {
        let found = format!("f:1:14: '{number}'; expected an integer between -9223372036854775808");
        refused(&format!("constraint p({number});"), &[&found]);
    }
    for number in ["12ab", "0x", "0o8", "0xg", "1e", "1.5.", "-", "- 1", "1e+"] {
        refused(&format!("constraint p({number});"), &["f:1:1"]);
    }
}

#[test]
fn what_is_no_item_is_refused_where_it_stands() {
    refused("hello world", &["f:1:1: 'hello'; expected an item"]);
    refused("var int: x;\n# y", &["f:2:1: '#'; expected an item of FlatZinc"]);
    refused("var int \u{e9}: x;", &["f:1:9: '\u{e9}'; expected"]);
    refused("var int: x = \"abc;", &["f:1:14: a string without its end; expected \" on this line"]);
    refused("var int: x :: a(\"b\n\");", &["f:1:17: a string without its end"]);
    refused("var int: 'x", &["f:1:10: a name without its end; expected ' on this line"]);
    refused("var int: x :: a(b];", &["f:1:18: ']'; expected ')'"]);
    refused("var int: x :: a(b;", &["f:1:18: ';'; expected ')'"]);
    refused("var int: x :: a(b", &["f:1:18: the end of the text; expected ')'"]);
    refused("constraint p(1 2);", &["f:1:16: '2'; expected ',' or ')'"]);
    refused("constraint p([1,{2}]);", &["f:1:17: '{'; expected an integer, a truth value"]);
    refused("constraint p(\"a\");", &["f:1:14: '\"a\"'; expected an integer"]);
    refused("predicate p(", &["expected ')'"]);
    refused("predicate p);", &["expected ';'"]);
    refused("{\"variables\": {}}", &["f:1:2: '\"variables\"'; expected an integer or '}'"]);
    refused(
        "var int: x; solve :: warm_start([x,x],[1]) satisfy;",
        &["f:1:39: 1 values; expected 2, one for each variable"],
    );
}
