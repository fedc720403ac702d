//! What is refused, with its place.

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
    insta::assert_snapshot!(whole(""), @"");
    insta::assert_snapshot!(whole("<a/>"), @"");
    insta::assert_snapshot!(whole("<instance><presentation format=\"XCSP 2.1\"/></instance>"), @"");
    insta::assert_snapshot!(whole("<instance format=\"XCSP3\" type=\"QCSP\"/>"), @"");
    insta::assert_snapshot!(whole("<instance format=\"XCSP3\" type=\"CSP\">"), @"");
    insta::assert_snapshot!(whole("<instance format=\"XCSP3\"><what/></instance>"), @"");
}

#[test]
fn variables() {
    insta::assert_snapshot!(undeclared("<var id=\"x\"> </var>"), @"");
    insta::assert_snapshot!(undeclared("<var id=\"x\"> a b </var>"), @"");
    insta::assert_snapshot!(undeclared("<var id=\"x\" type=\"symbolic\"> a b </var>"), @"");
    insta::assert_snapshot!(undeclared("<var id=\"x\"> 0..infinity </var>"), @"");
    insta::assert_snapshot!(undeclared("<var id=\"x\"> 0..2000000000 </var>"), @"");
    insta::assert_snapshot!(undeclared("<var> 0..1 </var>"), @"");
    insta::assert_snapshot!(undeclared("<var id=\"x\"> 1 </var>\n<var id=\"x\"> 1 </var>"), @"");
    insta::assert_snapshot!(undeclared("<array id=\"x\" size=\"3\"> 1 </array>"), @"");
    insta::assert_snapshot!(undeclared("<array id=\"x\" size=\"[100000][100000]\"> 1 </array>"), @"");
    insta::assert_snapshot!(undeclared("<array id=\"x\" size=\"[99999999999][99999999999]\"> 1 </array>"), @"");
    insta::assert_snapshot!(undeclared("<set id=\"x\"> 1 </set>"), @"");
    insta::assert_snapshot!(undeclared("<array id=\"x\" size=\"[2]\"><domain for=\"x[2]\"> 1 </domain></array>"), @"");
    insta::assert_snapshot!(undeclared("<array id=\"x\" size=\"[2]\"><domain for=\"x[] x[0]\"> 1 </domain></array>"), @"");
}

#[test]
fn lists() {
    insta::assert_snapshot!(refused("<allDifferent> x </allDifferent>"), @"");
    insta::assert_snapshot!(refused("<allDifferent> x[3] </allDifferent>"), @"");
    insta::assert_snapshot!(refused("<allDifferent> x[][] </allDifferent>"), @"");
    insta::assert_snapshot!(refused("<allDifferent> x[2..1] </allDifferent>"), @"");
    insta::assert_snapshot!(refused("<allDifferent> z </allDifferent>"), @"");
    insta::assert_snapshot!(refused("<allDifferent> %0 </allDifferent>"), @"");
    insta::assert_snapshot!(refused("<allDifferent> 1x99999999 </allDifferent>"), @"");
    insta::assert_snapshot!(refused("<allDifferent> 99999999999999999999 </allDifferent>"), @"");
    insta::assert_snapshot!(refused("<group><allDifferent> %0 %1 </allDifferent>\n<args> y </args></group>"), @"");
    insta::assert_snapshot!(refused("<group><allDifferent> %0 </allDifferent>\n<args> 1..2 </args></group>"), @"");
    insta::assert_snapshot!(refused("<group><args> 1..2 </args></group>"), @"");
    insta::assert_snapshot!(refused("<slide><list> x[] </list></slide>"), @"");
    insta::assert_snapshot!(refused("<allDifferent> 3000000000 y </allDifferent>"), @"");
}

#[test]
fn expressions() {
    insta::assert_snapshot!(refused("<intension> eq(x[0],foo(y)) </intension>"), @"");
    insta::assert_snapshot!(refused("<intension> eq(x[0],\n sub(y)) </intension>"), @"");
    insta::assert_snapshot!(refused("<intension> eq(x[0],set(1)) </intension>"), @"");
    insta::assert_snapshot!(refused("<intension> in(x[0],y) </intension>"), @"");
    insta::assert_snapshot!(refused("<intension> eq(x[0],y </intension>"), @"");
    insta::assert_snapshot!(refused("<intension> eq(x[0],y)) </intension>"), @"");
    insta::assert_snapshot!(refused("<intension> </intension>"), @"");
}

#[test]
fn constraints() {
    insta::assert_snapshot!(refused("<stretch> <list> x[] </list> </stretch>"), @"");
    insta::assert_snapshot!(refused("<sum reifiedBy=\"y\"> <list> x[] </list> <condition> (le,1) </condition> </sum>"), @"");
    insta::assert_snapshot!(refused("<and> <allEqual> x[] </allEqual> </and>"), @"");
    insta::assert_snapshot!(refused("<extension type=\"hybrid-1\"> <list> x[] </list> <supports> (1,2,3) </supports> </extension>"), @"");
    insta::assert_snapshot!(refused("<extension> <list> x[0] y </list> <supports> ({1,2},0) </supports> </extension>"), @"");
    insta::assert_snapshot!(refused("<extension> <list> x[] </list> <supports> (1,2) </supports> </extension>"), @"");
    insta::assert_snapshot!(refused("<extension> <list> x[] </list> </extension>"), @"");
    insta::assert_snapshot!(refused("<sum> <list> x[] </list> <coeffs> 1 2 </coeffs> <condition> (le,1) </condition> </sum>"), @"");
    insta::assert_snapshot!(refused("<sum> <list> x[] </list> <condition> (like,1) </condition> </sum>"), @"");
    insta::assert_snapshot!(refused("<sum> <list> x[] </list> <condition> le 1 </condition> </sum>"), @"");
    insta::assert_snapshot!(refused("<sum> <list> x[] </list> </sum>"), @"");
    insta::assert_snapshot!(refused("<maximum> <list> x[] </list> <index> y </index> <condition> (eq,1) </condition> </maximum>"), @"");
    insta::assert_snapshot!(refused("<cumulative> <origins> x[] </origins> <lengths> 1x3 </lengths> <heights> 1x3 </heights> <condition> (eq,1) </condition> </cumulative>"), @"");
    insta::assert_snapshot!(refused("<noOverlap> <origins> x[] </origins> <lengths> -1 1 1 </lengths> </noOverlap>"), @"");
    insta::assert_snapshot!(refused("<regular> <list> x[] </list> <transitions> (a,0,b)(a,b) </transitions> <start> a </start> <final> b </final> </regular>"), @"");
    insta::assert_snapshot!(refused("<ordered> <list> x[] </list> <operator> eq </operator> </ordered>"), @"");
}
