//! One case for each rule of the language.

use super::{lines, read, refused, solution};

#[test]
fn solutions_have_the_form_of_minizinc() {
    let text = "var 1..9: x :: output_var; var bool: b :: output_var; var 0..9: hidden;\n\
                array [1..4] of var int: a :: output_array([1..2,0..1]) = [x,7,hidden,x];\n\
                array [1..0] of var int: e :: output_array([1..0]) = [];\n\
                array [1..3] of var bool: t :: output_array([1..3]) = [b,true,false];\n\
                array [1..2] of int: c :: output_array([-1..0]) = [-5,6];\n\
                array [1..0] of int: z :: output_array([{},1..3]) = [];\n\
                var 3..3: three :: output_var = 3;\n\
                solve satisfy;";
    let expected = "x = 1;\nb = true;\na = array2d(1..2,0..1,[1,7,3,1]);\n\
                    e = array1d(1..0,[]);\nt = array1d(1..3,[true,true,false]);\n\
                    c = array1d(-1..0,[-5,6]);\nz = array2d(1..0,1..3,[]);\nthree = 4;\n\
                    ----------\n";
    assert_eq!(solution(text), expected);
    assert_eq!(solution("solve satisfy;"), "----------\n");
    let falsehood = read("var bool: b :: output_var; solve satisfy;").unwrap();
    assert_eq!(falsehood.solution_text(|_| 0), "b = false;\n----------\n");
}

#[test]
fn variables_have_all_domains_and_right_sides() {
    let text = "var bool: b; var int: i; var 1..9: r; var {5,1,3,2,5}: s; var {}: none;\n\
                var 4..3: empty; var 3..3: x = 3; var bool: c = true; var bool: d = b;\n\
                var int: j :: is_defined_var :: output_var = r; int: n = -7; var int: k = n;\n\
                var -5..-2: m :: var_is_introduced; solve satisfy;";
    let expected = [
        "bool b",
        "int i",
        "{1..9} r",
        "{1..3,5..5} s",
        "{} none",
        "{} empty",
        "{3..3} x = 3",
        "bool c = 1",
        "bool d = #0",
        "int j = #2",
        "int k = -7",
        "{-5..-2} m",
        "output j false #9",
        "satisfy",
    ];
    assert_eq!(lines(text), expected);
}

#[test]
fn parameters_are_replaced_by_their_values() {
    let text = "bool: t = true; int: n = 3; set of int: s = {4,2}; 1..5: r = 2;\n\
                0.5..2.0: f = 1.5; float: g = 1; set of int: u = s;\n\
                array [1..2] of int: c = [n,-1];\n\
                array [1..2] of bool: bs = [false,t];\n\
                array [1..3] of set of int: ss = [1..2,s,{}];\n\
                array [1..2] of float: fs = [1.5,g]; array [1..2] of int: d = c;\n\
                var 1..9: x; array [1..3] of var int: a = [x,n,5];\n\
                constraint p(t,n,s,r,u,c,bs,ss,d,a,a[1],c[2],bs[2]); solve maximize n;";
    let expected = [
        "{1..9} x",
        "p(1,3,{2..2,4..4},2,{2..2,4..4},[3,-1],[0,1],<{1..2},{2..2,4..4},{}>,[3,-1],[#0,3,5],\
         #0,-1,1)",
        "maximize 3",
    ];
    assert_eq!(lines(text), expected);
}

#[test]
fn arguments_have_all_forms() {
    let text = "var bool: b; var 0..5: x; set of int: s = 3..4; predicate p(var int: x);\n\
                predicate q(array [int] of var int: xs, set of int: s);\n\
                constraint p();\n\
                constraint p(1,true,b,1..5,{1,3},{},1..0,[],[x,1],[1,x],[b,false]);\n\
                constraint q([1..2,{3}],[{1,2}],[s,1..1],s,[7],[1..2]);\n\
                constraint q(0x1F,-0o17,-0);\n\
                constraint bool_xor(false,true,b); solve satisfy;";
    let expected = [
        "bool b",
        "{0..5} x",
        "p()",
        "p(1,1,#0,{1..5},{1..1,3..3},{},{},[],[#1,1],[1,#1],[#0,0])",
        "q(<{1..2},{3..3}>,<{1..2}>,<{3..4},{1..1}>,{3..4},[7],<{1..2}>)",
        "q(31,-15,0)",
        "bool_xor(0,1,#0)",
        "satisfy",
    ];
    assert_eq!(lines(text), expected);
}

#[test]
fn names_may_begin_like_words_of_the_language() {
    let text = "var bool: true_cost; var 0..1: falsehood; var 0..2: variable; var 0..3: _x9;\n\
                var 0..4: X_INTRODUCED_0_; var 0..5: constraint_1; var 0..6: 'a b';\n\
                constraint array_x(true_cost,falsehood,variable,_x9,X_INTRODUCED_0_,constraint_1,\
                'a b'); solve satisfy;";
    assert_eq!(lines(text)[7], "array_x(#0,#1,#2,#3,#4,#5,#6)");
}

#[test]
fn layout_and_comments_mean_nothing() {
    let dense = "var 1..3:x::output_var;constraint p(x,[1,2]);solve::a::b(x)minimize x;";
    let wide = "% a comment; solve satisfy;\nvar\n1 .. 3\t:\r\nx :: % more\n output_var ;\n\n\
                constraint p ( x , [ 1 , 2 , ] , ) ; solve :: a\n:: b ( x ) minimize\nx ; % end";
    assert_eq!(lines(dense), lines(wide));
    assert_eq!(lines(dense)[3..], ["minimize #0", "other a", "other b"]);
}

#[test]
fn labels_are_the_names_that_users_give() {
    let text = "constraint p() :: mzn_expression_name(\"e\") :: domain :: \
                mzn_constraint_name(\"row \\\"1\\\" % no comment; \\\\ \u{e9}\");\n\
                constraint p() :: mzn_expression_name(\"e\"); constraint p() :: domain;\n\
                constraint p() :: mzn_constraint_name(\"\") :: defines_var(no_such_variable)\n\
                :: foo(bar([1..2,{3},\"a)\"],-1.5e3),x)[1] :: \"text\" :: 3 :: [a,b];\n\
                solve satisfy;";
    let expected =
        ["p() \"row \\\"1\\\" % no comment; \\\\ \u{e9}\"", "p() \"e\"", "p()", "p()", "satisfy"];
    assert_eq!(lines(text), expected);
}

#[test]
fn searches_follow_one_another() {
    let text = "var 0..9: x; var bool: b; array [1..2] of var int: a = [x,3];\n\
                solve :: seq_search([int_search(a,first_fail,indomain_min,complete), seq_search([\n\
                bool_search([b,true],input_order,indomain_max),seq_search([]),],),\n\
                priority_search(a,[seq_search([])],x,complete)])\n\
                :: restart_geometric(1.5,100) :: restart_none :: warm_start([x,b],[5,true])\n\
                :: int_search([],input_order,indomain(3),complete)\n\
                :: set_search([{1}],input_order,indomain_min,complete)\n\
                :: float_search([1.5],1.0,input_order,indomain_split,complete)\n\
                :: warm_start([1.5],[2.5]) :: seq_search(x) satisfy;";
    let expected = [
        "satisfy",
        "search [#0,3] first_fail indomain_min",
        "search [#1,1] input_order indomain_max",
        "other priority_search",
        "restart_geometric 1.5 100",
        "restart_none ",
        "warm [#0,#1] [5,1]",
        "search [] input_order indomain",
        "other set_search",
        "other float_search",
        "other warm_start",
        "other seq_search",
    ];
    assert_eq!(lines(text)[2..], expected);
}

#[test]
fn annotations_hold_any_annotation() {
    let text = "var 0..9: x :: a(b(c),[d(1..2,{3}),\"e\",1.5],f) :: mzn_path(\"p\"); var bool: b;\n\
                constraint p() :: mzn_constraint_name(concat(\"a\",\"b\")) :: domain(x);\n\
                solve :: seq_search([bool_search([set_in(x,{1,3}),true,int_eq(x,2),b],\n\
                input_order,indomain_max,complete),\n\
                int_search([x,1..3,[x]],dom_w_deg(3),outdomain_max),\n\
                int_search(all(x),first_fail,indomain_min,complete),\n\
                int_search([x],\"first\",indomain_min), int_search([x]), int_search,\n\
                int_search([x],first_fail,indomain_min)])\n\
                :: restart_linear(scale(2)) :: restart_luby(7) :: warm_start([x,y(1)],[f(2),3])\n\
                :: warm_start([x,y(1)],[2,3]) satisfy;";
    // An item that is no variable is a constant of the search.
    let expected = [
        "search [0,1,0,#1] input_order indomain_max",
        "search [#0,0,0] dom_w_deg outdomain_max",
        "other int_search",
        "other int_search",
        "other int_search",
        "other int_search",
        "search [#0] first_fail indomain_min",
        "other restart_linear",
        "restart_luby 7",
        "other warm_start",
        "warm [#0,0] [2,3]",
    ];
    assert_eq!(lines(text)[4..], expected);
    let open = "var 1..2: x; solve :: int_search([x,f(],a,b) satisfy;";
    refused(open, &["f:1:39: ']'; expected ')'"]);
}

#[test]
fn numbers_reach_the_ends_of_64_bits() {
    let text = "var -9223372036854775808..9223372036854775807: x;\n\
                var {9223372036854775807,-9223372036854775808,0x7fffffffffffffff}: y;\n\
                constraint p(-0x8000000000000000,9223372036854775807,1000000007,\n\
                [-9223372036854775808,9223372036854775806,536870912,-536870913]); solve satisfy;";
    let (least, most) = (i64::MIN, i64::MAX);
    let expected = [
        format!("{{{least}..{most}}} x"),
        format!("{{{least}..{least},{most}..{most}}} y"),
        format!("p({least},{most},1000000007,[{least},{},536870912,-536870913])", most - 1),
        "satisfy".to_owned(),
    ];
    assert_eq!(lines(text), expected);
}

#[test]
fn places_are_those_of_the_items() {
    let text = "var 0..9: x;\n  var bool: b;\n constraint p(x);\nsolve satisfy;";
    let document = read(text).unwrap();
    let places = document.variables.iter().map(|own| own.place);
    let places: Vec<_> = places.chain(document.constraints.iter().map(|own| own.place)).collect();
    let expected = ["var 0", "var bool", "constraint"].map(|item| text.find(item).unwrap() as u32);
    assert_eq!(places, expected);
}

#[test]
fn equal_sets_one_after_the_other_are_stored_once() {
    let text = "var 1..9: x; var 1..9: y; var {1,3}: z; var {3,1}: u; solve satisfy;";
    let document = read(text).unwrap();
    assert_eq!(document.ranges, [(1, 9), (1, 1), (3, 3)]);
    assert_eq!(lines(text)[..4], ["{1..9} x", "{1..9} y", "{1..1,3..3} z", "{1..1,3..3} u"]);
}
