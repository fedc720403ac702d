//! DIMACS and SMT-LIB text.

use parallax_encodings::{
    ArithmeticRelation, ClauseEncoder, EncodingOptions, FormulaBudget, IntEncoding, IntId, Lit,
    smt, write_dimacs, write_opb,
};
use rustsat::instances::SatInstance;

fn dimacs(encoder: &ClauseEncoder, names: &[&str]) -> String {
    let mut text = Vec::new();
    let name = |x: IntId| names[x.index()].to_string();
    write_dimacs(&encoder.formula, &name, &[], &mut text).unwrap();
    String::from_utf8(text).unwrap()
}

fn small(integers: IntEncoding) -> ClauseEncoder {
    let mut encoder = ClauseEncoder::new(
        EncodingOptions { integers, ..EncodingOptions::default() },
        FormulaBudget::default(),
    );
    encoder.formula.begin_group("domains");
    let x = encoder.make_integer(&[1, 2, 3]).unwrap();
    let y = encoder.make_integer(&[2, 4]).unwrap();
    encoder.formula.begin_group("x before y\nc not a new line");
    encoder.require_lexicographic(&[x], &[y], true).unwrap();
    encoder
}

#[test]
fn dimacs_comments_describe_the_formula() {
    let expected = "\
c var 1 = x <= 1
c var 2 = x <= 2
c var 3 = y <= 2
c var 4 = auxiliary of x before y c not a new line
c group clauses 1..1: domains [integers=order]
c group clauses 2..4: x before y c not a new line
p cnf 4 4
-1 2 0
-3 2 0
4 -2 1 -3 0
-4 0
";
    assert_eq!(dimacs(&small(IntEncoding::Order), &["x", "y"]), expected);
}

#[test]
fn opb_comments_describe_the_formula() {
    let mut encoder = small(IntEncoding::Order);
    encoder.formula.begin_group("nothing");
    encoder.formula.begin_group("contradiction");
    encoder.formula.add_clause(&[]).unwrap();
    let mut text = Vec::new();
    let remarks = ["one\ntwo".to_owned()];
    write_opb(&encoder.formula, &|x| ["x", "y"][x.index()].into(), &remarks, &mut text).unwrap();
    let expected = "\
* #variable= 4 #constraint= 5
* one two
* var x1 = x <= 1
* var x2 = x <= 2
* var x3 = y <= 2
* var x4 = auxiliary of x before y c not a new line
* group clauses 1..1: domains [integers=order]
* group clauses 2..4: x before y c not a new line
* group no clauses: nothing
* group clauses 5..5: contradiction
-1 x1 +1 x2 >= 0 ;
-1 x3 +1 x2 >= 0 ;
+1 x4 -1 x2 +1 x1 -1 x3 >= -1 ;
-1 x4 >= 0 ;
0 x1 >= 1 ;
";
    assert_eq!(String::from_utf8(text).unwrap(), expected);
}

#[test]
fn groups_note_the_encodings_that_they_used() {
    let mut encoder = ClauseEncoder::new(EncodingOptions::default(), FormulaBudget::default());
    encoder.formula.begin_group("domains");
    let scope: Vec<IntId> =
        (0..4).map(|_| encoder.make_integer(&[1, 2, 3, 4, 5]).unwrap()).collect();
    encoder.formula.begin_group("different");
    encoder.all_different(&scope).unwrap();
    encoder.formula.begin_group("sum");
    let terms: Vec<(i64, IntId)> = scope.iter().map(|&x| (1, x)).collect();
    encoder.require_linear(&terms, ArithmeticRelation::Le, 9).unwrap();
    encoder.formula.begin_group("table");
    encoder.require_table(&scope[..2], &[1, 2, 3, 4], true).unwrap();
    encoder.formula.begin_group("clause");
    let notes = |group| encoder.formula.group_tags(group).collect::<Vec<_>>();
    assert_eq!(notes(0), [("integers", "direct"), ("amo", "pairwise")]);
    assert_eq!(notes(1), [("amo", "pairwise"), ("alldiff", "amo")]);
    assert_eq!(notes(2), [("sum", "mdd")]);
    assert_eq!(notes(3), [("table", "support")]);
    assert_eq!(notes(4), []);
    assert_eq!(notes(9), []);
}

#[test]
fn dimacs_reads_back() {
    for &integers in IntEncoding::ALL {
        let encoder = small(integers);
        let text = dimacs(&encoder, &["a name\nwith\rbreaks", "p cnf 1 1"]);
        let read =
            SatInstance::<rustsat::instances::BasicVarManager>::from_dimacs(&mut text.as_bytes())
                .unwrap();
        let (cnf, _) = read.into_cnf();
        let found: Vec<Vec<Lit>> =
            cnf.iter().map(|clause| clause.iter().copied().collect()).collect();
        let written: Vec<Vec<Lit>> =
            encoder.formula.clauses().map(<[parallax_encodings::Lit]>::to_vec).collect();
        assert_eq!(found, written);
    }
}

#[test]
fn smt_text() {
    let mut script = smt::SmtScript::new("QF_LIA");
    let x = script.declare_integer("r1 c1", "row 1, column 1");
    let y = script.declare_integer("and", "");
    let z = script.declare_integer("r1|c1\\é", "");
    let again = script.declare_integer("r1 c1", "");
    let b = script.declare_bool("3", "a flag\n(exit)");
    script.assert_term("domains", smt::domain_term(x, &[-5, -4, 0]));
    script.assert_term("domains", smt::domain_term(y, &[1]));
    script.assert_term(
        "sum",
        smt::linear_term(&[(1, x), (-2, y), (0, z)], ArithmeticRelation::Ne, -7),
    );
    script.assert_term(
        "flag",
        smt::SmtTerm::BoolVar(b).implies_term(smt::all_different(&[x, y, z, again])),
    );
    let expected = "\
(set-option :produce-models true)
(set-logic QF_LIA)
; row 1, column 1
(declare-const |r1 c1| Int)
(declare-const and_2 Int)
(declare-const r1_c1__ Int)
(declare-const |r1 c1_2| Int)
; a flag (exit)
(declare-const |3| Bool)
; domains
(assert (and (>= |r1 c1| (- 5)) (<= |r1 c1| 0) (or (and (>= |r1 c1| (- 5)) (<= |r1 c1| (- 4))) (= |r1 c1| 0))))
(assert (= and_2 1))
; sum
(assert (not (= (+ |r1 c1| (* (- 2) and_2)) (- 7))))
; flag
(assert (=> |3| (distinct |r1 c1| and_2 r1_c1__ |r1 c1_2|)))
(check-sat)
(get-model)
";
    assert_eq!(script.to_string(), expected);
    assert_eq!(script.print_symbols().integer_symbols()[y], "and_2");
}

#[test]
fn symbols_have_bars_where_they_need_them() {
    let plain =
        ["a-1", "x", "<=!", "-", "+a", "-a", "letter", "asserts", ".5x", "_1", "checks-sat"];
    for symbol in plain {
        assert_eq!(smt::quoted_symbol(symbol), symbol);
    }
    let words = "! _ as let par match forall exists lambda BINARY DECIMAL HEXADECIMAL NUMERAL STRING \
        assert check-sat check-sat-assuming declare-const declare-datatype declare-datatypes \
        declare-fun declare-sort declare-sort-parameter define-const define-fun define-fun-rec \
        define-funs-rec define-sort echo exit get-assertions get-assignment get-info get-model \
        get-option get-proof get-unsat-assumptions get-unsat-core get-value pop push reset \
        reset-assertions set-info set-logic set-option -1 +1 --7 5 5x";
    for symbol in words.split_whitespace().chain(["", " ", "a b", "a;b", "\"s\"", "(x)", "\u{e9}"])
    {
        assert_eq!(smt::quoted_symbol(symbol), format!("|{symbol}|"));
    }
}

/// Solvers take none of the words of the language as a variable, with bars or without, so that they
/// get other names.
#[test]
fn a_script_has_no_word_of_the_language_as_a_variable() {
    let mut script = smt::SmtScript::new("QF_LIA");
    let names = ["let", "as", "_", "!", "-1", "assert", "a|b", "a\\b", "", "select", "bvadd", "@x"];
    for name in names {
        script.int_in(name, "", vec![(0, 1)], "domains");
    }
    let written: Vec<String> = script
        .print_symbols()
        .integer_symbols()
        .iter()
        .map(|own| smt::quoted_symbol(own).into_owned())
        .collect();
    let expected =
        "let_2 as_2 __2 !_2 |-1| |assert| a_b a_b_2 v select_2 bvadd_2 _x".split_whitespace();
    assert_eq!(written, expected.collect::<Vec<_>>());
}
