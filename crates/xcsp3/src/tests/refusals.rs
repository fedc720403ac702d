//! Files that are refused, with the place.

use super::{file, read, xy};

/// Returns the error of these constraints over `x[0..2]` and `y`.
fn refused(constraints: &str) -> String {
    let text = file(&xy(3, "0..2", "0..2"), constraints);
    read(&text).err().map(|error| error.to_string()).unwrap_or_default()
}

/// Returns the error of these variables.
fn undeclared(variables: &str) -> String {
    read(&file(variables, "")).err().map(|error| error.to_string()).unwrap_or_default()
}

fn whole(text: &str) -> String {
    read(text).err().map(|error| error.to_string()).unwrap_or_default()
}

#[test]
fn other_files() {
    insta::assert_snapshot!(whole(""), @r#"f:1: empty; expected an <instance format="XCSP3">"#);
    insta::assert_snapshot!(whole("<a/>"), @r#"f:1:1: 'a'; expected an <instance format="XCSP3">"#);
    insta::assert_snapshot!(whole("<instance><presentation format=\"XCSP 2.1\"/></instance>"), @"f:1:1: an instance of the format XCSP 2.1, which is not read; expected XCSP3 (the tools of xcsp.org convert older instances)");
    insta::assert_snapshot!(whole("<instance format=\"XCSP3\" type=\"QCSP\"/>"), @r#"f:1:1: <instance>: type="QCSP" is not supported; expected CSP or COP"#);
    insta::assert_snapshot!(whole("<instance format=\"XCSP3\" type=\"CSP\">"), @"f: damaged XML: the root node was opened but never closed");
    insta::assert_snapshot!(whole("<instance format=\"XCSP3\"><what/></instance>"), @"f:1:26: <what> is not supported");
}

#[test]
fn variables() {
    insta::assert_snapshot!(undeclared("<var id=\"x\"> </var>"), @"f:3:1: <var>: an empty domain");
    insta::assert_snapshot!(undeclared("<var id=\"x\"> a b </var>"), @"f:3:14: 'a' in <var>; expected an integer of at most 64 bits");
    insta::assert_snapshot!(undeclared("<var id=\"x\" type=\"symbolic\"> a b </var>"), @r#"f:3:13: type="symbolic" of <var> is not supported"#);
    insta::assert_snapshot!(undeclared("<var id=\"x\"> 0..infinity </var>"), @"f:3:17: 'infinity' in <var>; expected an integer of at most 64 bits");
    insta::assert_snapshot!(undeclared("<var id=\"x\"> 0..2000000000 </var>"), @"f:3:14: '0..2000000000' in <var>; expected values of at most 1000000000 in magnitude");
    insta::assert_snapshot!(undeclared("<var> 0..1 </var>"), @r#"f:3:1: <var>: id=""; expected a name"#);
    insta::assert_snapshot!(undeclared("<var id=\"x\"> 1 </var>\n<var id=\"x\"> 1 </var>"), @"f:4:1: <var>: 'x' is declared twice");
    insta::assert_snapshot!(undeclared("<array id=\"x\" size=\"3\"> 1 </array>"), @r#"f:3:1: <array>: size="3"; expected sizes such as [3][4]"#);
    insta::assert_snapshot!(undeclared("<array id=\"x\" size=\"[100000][100000]\"> 1 </array>"), @"f:3:1: the file expands to more than 50000000 arguments and cells; a variable counts as 10");
    insta::assert_snapshot!(undeclared("<array id=\"x\" size=\"[99999999999][99999999999]\"> 1 </array>"), @"f:3:1: the file expands to more than 50000000 arguments and cells; a variable counts as 10");
    insta::assert_snapshot!(undeclared("<set id=\"x\"> 1 </set>"), @"f:3:1: <set> is not supported; expected <var> or <array>");
    insta::assert_snapshot!(undeclared("<array id=\"x\" size=\"[2]\"><domain for=\"x[2]\"> 1 </domain></array>"), @"f:3:26: 'x[2]' in <domain>; expected indices from 0 to 1");
    insta::assert_snapshot!(undeclared("<array id=\"x\" size=\"[2]\"><domain for=\"x[] x[0]\"> 1 </domain></array>"), @"f:3:26: <domain>: a cell has two domains");
}

#[test]
fn lists() {
    insta::assert_snapshot!(refused("<allDifferent> x </allDifferent>"), @"f:6:16: 'x' in <allDifferent>; expected an index for each of 1 dimensions");
    insta::assert_snapshot!(refused("<allDifferent> x[3] </allDifferent>"), @"f:6:16: 'x[3]' in <allDifferent>; expected indices from 0 to 2");
    insta::assert_snapshot!(refused("<allDifferent> x[][] </allDifferent>"), @"f:6:16: 'x[][]' in <allDifferent>; expected an index for each of 1 dimensions");
    insta::assert_snapshot!(refused("<allDifferent> x[2..1] </allDifferent>"), @"f:6:16: 'x[2..1]' in <allDifferent>; expected indices from 0 to 2");
    insta::assert_snapshot!(refused("<allDifferent> z </allDifferent>"), @"f:6:16: 'z' in <allDifferent>; expected a number, a declared variable or an expression");
    insta::assert_snapshot!(refused("<allDifferent> %0 </allDifferent>"), @"f:6:16: '%0' in <allDifferent>; expected no parameter outside groups and slides");
    insta::assert_snapshot!(refused("<allDifferent> 1x99999999 </allDifferent>"), @"f:6:16: the file expands to more than 50000000 arguments and cells; a variable counts as 10");
    insta::assert_snapshot!(refused("<allDifferent> 99999999999999999999 </allDifferent>"), @"f:6:16: '99999999999999999999' in <allDifferent>; expected an integer of at most 64 bits");
    insta::assert_snapshot!(refused("<group><allDifferent> %0 %1 </allDifferent>\n<args> y </args></group>"), @"f:6:26: '%1' in <allDifferent>; expected one of 1 arguments (group 1, args 1 on line 7)");
    insta::assert_snapshot!(refused("<group><allDifferent> %0 </allDifferent>\n<args> 1..2 </args></group>"), @"f:6:23: '%0' in <allDifferent>; expected an argument that is no set (group 1, args 1 on line 7)");
    insta::assert_snapshot!(refused("<group><args> 1..2 </args></group>"), @"f:6:1: <group>: no template; expected a constraint before <args>");
    insta::assert_snapshot!(refused("<slide><list> x[] </list></slide>"), @"f:6:1: <slide>: expected lists, then a constraint");
    insta::assert_snapshot!(refused("<allDifferent> 3000000000 y </allDifferent>"), @"f:6:1: constraint 1: allDifferent: the number 3000000000 is beyond 1000000000");
}

#[test]
fn expressions() {
    insta::assert_snapshot!(refused("<intension> eq(x[0],foo(y)) </intension>"), @"f:6:21: operator 'foo' in <intension> is not supported");
    insta::assert_snapshot!(refused("<intension> eq(x[0],\n sub(y)) </intension>"), @"f:7:2: 'sub' in <intension> with 1 operands; expected 2");
    insta::assert_snapshot!(refused("<intension> eq(x[0],set(1)) </intension>"), @"f:6:13: 'eq' in <intension> with a set as an operand; expected it in 'in' or 'notin'");
    insta::assert_snapshot!(refused("<intension> in(x[0],y) </intension>"), @"f:6:13: 'in' in <intension> with a number as the second operand; expected a set");
    insta::assert_snapshot!(refused("<intension> eq(x[0],y </intension>"), @"f:6:23: the end in <intension>; expected ',' or ')'");
    insta::assert_snapshot!(refused("<intension> eq(x[0],y)) </intension>"), @"f:6:23: ')' in <intension>; expected the end of the expression");
    insta::assert_snapshot!(refused("<intension> </intension>"), @"f:6:13: the end in <intension>; expected a number, a declared variable or an expression");
}

#[test]
fn constraints() {
    insta::assert_snapshot!(refused("<stretch> <list> x[] </list> </stretch>"), @"f:6:1: <stretch> is not supported");
    insta::assert_snapshot!(refused("<sum reifiedBy=\"y\"> <list> x[] </list> <condition> (le,1) </condition> </sum>"), @r#"f:6:6: attribute reifiedBy="y" of <sum> is not supported"#);
    insta::assert_snapshot!(refused("<and> <allEqual> x[] </allEqual> </and>"), @"f:6:1: <and> is not supported");
    insta::assert_snapshot!(refused("<extension type=\"hybrid-1\"> <list> x[] </list> <supports> (1,2,3) </supports> </extension>"), @r#"f:6:12: attribute type="hybrid-1" of <extension> is not supported"#);
    insta::assert_snapshot!(refused("<extension> <list> x[0] y </list> <supports> ({1,2},0) </supports> </extension>"), @"f:6:47: '{1,2},0)' in <supports>; expected an integer or '*'");
    insta::assert_snapshot!(refused("<extension> <list> x[] </list> <supports> (1,2) </supports> </extension>"), @"f:6:1: <extension>: tuples of 2 values for 3 variables");
    insta::assert_snapshot!(refused("<extension> <list> x[] </list> </extension>"), @"f:6:1: <extension>: expected either <supports> or <conflicts>");
    insta::assert_snapshot!(refused("<sum> <list> x[] </list> <coeffs> 1 2 </coeffs> <condition> (le,1) </condition> </sum>"), @"f:6:1: <sum>: 2 coefficients and 3 elements");
    insta::assert_snapshot!(refused("<sum> <list> x[] </list> <condition> (like,1) </condition> </sum>"), @"f:6:38: '(like,1)' in <condition>; expected one of lt, le, ge, gt, eq, ne, in, notin");
    insta::assert_snapshot!(refused("<sum> <list> x[] </list> <condition> le 1 </condition> </sum>"), @"f:6:38: 'le' in <condition>; expected a condition such as (le,4)");
    insta::assert_snapshot!(refused("<sum> <list> x[] </list> </sum>"), @"f:6:1: <sum> has no <condition>");
    insta::assert_snapshot!(refused("<maximum> <list> x[] </list> <index> y </index> <condition> (eq,1) </condition> </maximum>"), @"f:6:30: <index> in <maximum> is not supported");
    insta::assert_snapshot!(refused("<cumulative> <origins> x[] </origins> <lengths> 1x3 </lengths> <heights> 1x3 </heights> <condition> (eq,1) </condition> </cumulative>"), @"f:6:89: <condition>: only le and lt are supported in cumulative");
    insta::assert_snapshot!(refused("<noOverlap> <origins> x[] </origins> <lengths> -1 1 1 </lengths> </noOverlap>"), @"f:6:1: constraint 1: noOverlap: the length -1 may be -1; expected 0 or more");
    insta::assert_snapshot!(refused("<regular> <list> x[] </list> <transitions> (a,0,b)(a,b) </transitions> <start> a </start> <final> b </final> </regular>"), @"f:6:54: 'b)' in <transitions>; expected an integer of at most 64 bits");
    insta::assert_snapshot!(refused("<ordered> <list> x[] </list> <operator> eq </operator> </ordered>"), @"f:6:30: <operator>: 'eq'; expected lt, le, ge or gt");
}
