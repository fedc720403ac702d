//! Expressions against predicates.

use super::{Test, agree, file, read, solved};

/// `x`, `y` and `z`, in this order.
const VARIABLES: &str =
    "<var id=\"x\"> -2..3 </var><var id=\"y\"> 0..2 </var><var id=\"z\"> -1 0 2 </var>";

#[test]
fn operators_have_their_meaning() {
    let cases: &[(&str, Test)] = &[
        ("eq(add(x,y,1),mul(z,2))", |v| v[0] + v[1] + 1 == 2 * v[2]),
        ("lt(neg(x),sub(y,z))", |v| -v[0] < v[1] - v[2]),
        ("ge(sqr(x),add(abs(z),y))", |v| v[0] * v[0] >= v[2].abs() + v[1]),
        ("eq(dist(x,z),y)", |v| (v[0] - v[2]).abs() == v[1]),
        ("ne(min(x,y,z),max(z,-1))", |v| v[0].min(v[1]).min(v[2]) != v[2].max(-1)),
        ("le(pow(z,y),x)", |v| v[2].pow(v[1] as u32) <= v[0]),
        ("eq(mul(x,y,z),-2)", |v| v[0] * v[1] * v[2] == -2),
        ("in(x,set(-1,2,z))", |v| [-1, 2, v[2]].contains(&v[0])),
        ("notin( x , set( 3 , 0 ) )", |v| ![3, 0].contains(&v[0])),
        ("imp(gt(x,0),and(y,eq(z,2),le(x,2)))", |v| {
            v[0] <= 0 || (v[1] != 0 && v[2] == 2 && v[0] <= 2)
        }),
        ("or(eq(x,y),not(ne(z,2)))", |v| v[0] == v[1] || v[2] == 2),
        ("iff(gt(x,0),gt(y,0),eq(z,2))", |v| {
            let all = [v[0] > 0, v[1] > 0, v[2] == 2];
            all == [true; 3] || all == [false; 3]
        }),
        ("xor(gt(x,0),gt(y,0),eq(z,2))", |v| (v[0] > 0) ^ (v[1] > 0) ^ (v[2] == 2)),
        ("eq(if(lt(x,y),z,add(x,1)),2)", |v| (if v[0] < v[1] { v[2] } else { v[0] + 1 }) == 2),
        ("if(y,lt(x,0),eq(z,x))", |v| if v[1] != 0 { v[0] < 0 } else { v[2] == v[0] }),
        ("eq(add(gt(x,1),y,eq(z,0)),2)", |v| {
            i32::from(v[0] > 1) + v[1] + i32::from(v[2] == 0) == 2
        }),
        ("eq(gt(x,1),eq(z,0))", |v| (v[0] > 1) == (v[2] == 0)),
        ("ne(gt(x,1),eq(z,0))", |v| (v[0] > 1) != (v[2] == 0)),
        ("lt(x,y,z)", |v| v[0] < v[1] && v[1] < v[2]),
        ("ne(x,y,z)", |v| v[0] != v[1] && v[1] != v[2] && v[0] != v[2]),
        ("eq(x,y,z)", |v| v[0] == v[1] && v[1] == v[2]),
        ("not(eq(x,y,z))", |v| !(v[0] == v[1] && v[1] == v[2])),
    ];
    for (text, test) in cases {
        // A second constraint makes all variables used.
        let text =
            format!("<intension> {text} </intension><intension> le(x,add(y,z,9)) </intension>");
        agree(VARIABLES, &text, *test);
    }
}

#[test]
fn an_undefined_operation_makes_the_whole_constraint_false() {
    let cases: &[(&str, Test)] = &[
        ("eq(div(x,z),y)", |v| v[2] != 0 && v[0] / v[2] == v[1]),
        ("eq(mod(x,z),-1)", |v| v[2] != 0 && v[0] % v[2] == -1),
        ("not(eq(div(x,z),y))", |v| v[2] != 0 && v[0] / v[2] != v[1]),
        ("or(eq(z,0),gt(div(x,z),y))", |v| v[2] != 0 && v[0] / v[2] > v[1]),
        ("or(y,eq(mod(x,z),0))", |v| v[2] != 0 && (v[1] != 0 || v[0] % v[2] == 0)),
        ("if(gt(y,0),lt(x,2),eq(div(3,z),x))", |v| {
            v[2] != 0 && if v[1] > 0 { v[0] < 2 } else { 3 / v[2] == v[0] }
        }),
        ("not(eq(pow(y,x),1))", |v| v[0] >= 0 && v[1].pow(v[0] as u32) != 1 && v[2] < 9),
    ];
    for (text, test) in cases {
        let text =
            format!("<intension> {text} </intension><intension> le(x,add(y,z,9)) </intension>");
        agree(VARIABLES, &text, *test);
    }
    agree(
        VARIABLES,
        "<count> <list> eq(div(x,z),1) gt(y,0) </list> <values> 0 </values> \
         <condition> (ge,1) </condition> </count>",
        |v| v[2] != 0 && (v[0] / v[2] != 1 || v[1] <= 0),
    );
    agree(
        VARIABLES,
        "<sum> <list> mod(x,z) y </list> <condition> (ge,1) </condition> </sum>",
        |v| v[2] != 0 && v[0] % v[2] + v[1] >= 1,
    );
}

#[test]
fn nesting_takes_no_stack() {
    let depth = 100_000;
    let text = format!("{}x{}", "neg(".repeat(depth), ")".repeat(depth));
    let text = file(VARIABLES, &format!("<intension> gt({text},1) </intension>"));
    let instance = read(&text).expect("an instance");
    assert_eq!(solved(&instance), [[2], [3]]);
    for end in [")", "", ",", "(", "x"] {
        let text = format!("{}x{}", "neg(".repeat(depth), end.repeat(depth / 2));
        let text = file(VARIABLES, &format!("<intension> {text} </intension>"));
        assert!(read(&text).is_err());
    }
}
