//! Cases in each language, written out by hand.

use serde_json::json;

use crate::programs::case::FuzzCase;
use crate::programs::draw::CasePlan;
use crate::programs::language::CaseLanguage;
use crate::programs::language::flatzinc::{FlatZinc, FlatzincLibrary};
use crate::programs::language::minizinc::MiniZinc;
use crate::programs::language::row_language::RowLanguage;
use crate::programs::language::smtlib::SmtLib;
use crate::programs::language::xcsp3::Xcsp3Language;
use crate::programs::operator::Operator;
use crate::programs::reply::TargetReply;

fn case(constraint: serde_json::Value) -> FuzzCase {
    let value = json!({
        "variables": [{ "name": "x0", "values": [0, 1, 3] }, { "name": "x1", "values": [-1, 0] },
            { "name": "b0", "bool": true }],
        "constraints": [constraint],
    });
    FuzzCase::from_json(&value).expect("a well-formed case")
}

/// Returns the line of the constraint.
fn line(language: &dyn CaseLanguage, constraint: serde_json::Value) -> String {
    let text = language.write_case(&case(constraint)).expect("a spelling");
    let lines = text.lines().find(|line| line.starts_with("constraint"));
    lines.expect("a constraint").to_owned()
}

#[test]
fn flatzinc() {
    let plain = FlatZinc(FlatzincLibrary::Builtins);
    let written = plain.write_case(&case(json!(["ne", "x0", "x1"]))).expect("a spelling");
    assert_eq!(
        written,
        "var {0,1,3}: x0 :: output_var;\nvar -1..0: x1 :: output_var;\n\
         var bool: b0 :: output_var;\nconstraint int_ne(x0,x1);\nsolve satisfy;\n"
    );
    let own = |constraint| line(&plain, constraint);
    assert_eq!(own(json!(["eq", ["div", "x0", "x1"], 2])), "constraint int_div(x0,x1,2);");
    assert_eq!(own(json!(["iff", "b0", ["le", "x0", 1]])), "constraint int_le_reif(x0,1,b0);");
    assert_eq!(own(json!(["implies", "b0", ["lt", "x0", 1]])), "constraint int_lt_imp(x0,1,b0);");
    assert_eq!(
        own(json!(["iff", "b0", ["and", ["list", "b0", true]]])),
        "constraint bool_and(b0,true,b0);"
    );
    assert_eq!(
        own(json!(["eq", ["element", 1, ["list", 4, 5], "x0"], "x1"])),
        "constraint array_int_element(x0,[4,5],x1);"
    );
    let circuit = json!(["circuit", 1, ["list", "x0", "x1"]]);
    let named = |library| self::line(&FlatZinc(library), circuit.clone());
    assert_eq!(named(FlatzincLibrary::Gecode), "constraint gecode_circuit(1,[x0,x1]);");
    assert_eq!(named(FlatzincLibrary::Parallax), "constraint parallax_circuit([x0,x1],1);");
    assert!(plain.write_case(&case(circuit)).is_err());
}

#[test]
fn minizinc() {
    let line = |constraint| line(&MiniZinc, constraint);
    assert_eq!(
        line(json!(["not", ["eq", ["pow", "x0", -1], 2]])),
        "constraint (not (pow(x0,(-1)) = 2));"
    );
    assert_eq!(
        line(json!(["eq", ["element", 0, ["list", "x0"], "x1"], 3])),
        "constraint (array1d(0..0,[x0])[x1] = 3);"
    );
    assert_eq!(line(json!(["in", "x0", ["list"]])), "constraint (x0 in {});");
}

#[test]
fn rows_take_what_their_language_takes() {
    let smtlib = RowLanguage::from_language(Box::new(SmtLib));
    // Each number of a case has its spelling of the declarations.
    for id in 0..8 {
        let case = FuzzCase { id, ..case(json!(["ge", "x0", "x1"])) };
        let text = smtlib.write_case(&case).expect("a spelling");
        let bounds = "(assert (and (>= x0 0) (<= x0 3)))\n\
                      (assert (and (>= x1 (- 1)) (<= x1 0)))\n(check-sat)\n";
        assert!(text.contains(bounds), "{text}");
    }
    let xcsp3 = Xcsp3Language { all: true };
    let rows = RowLanguage::from_language(Box::new(Xcsp3Language { all: true }));
    assert_eq!(rows.lists_constants(), xcsp3.lists_constants());
    assert_eq!(rows.widest_number(), xcsp3.widest_number());
    assert!(smtlib.names_terms() && !rows.names_terms());
    // A row has no core.
    assert!(!smtlib.supports_assumptions());
}

#[test]
fn every_operator_is_drawn_for_a_language() {
    let languages: [&dyn CaseLanguage; 4] =
        [&FlatZinc(FlatzincLibrary::Parallax), &MiniZinc, &Xcsp3Language { all: true }, &SmtLib];
    for operator in Operator::ALL {
        let fits =
            languages.iter().filter(|language| language.has_operator(*operator)).any(|language| {
                let plan = CasePlan { seed: 0, operators: vec![*operator] };
                (0..20).any(|number| plan.draw_case(number, *language).is_some())
            });
        assert!(fits, "{}", operator.name());
    }
}

#[test]
fn cases_survive_json() {
    let plan = CasePlan::for_language(7, &MiniZinc);
    for number in 0..200 {
        if let Some(drawn) = plan.draw_case(number, &MiniZinc) {
            assert_eq!(FuzzCase::from_json(&drawn.case.to_json(10)), Ok(drawn.case));
        }
    }
}

#[test]
fn smtlib() {
    let written =
        SmtLib.write_case(&case(json!(["iff", "b0", ["lin_ne", ["list", 2], ["list", "x1"], -3]])));
    assert_eq!(
        written.expect("a spelling"),
        "(set-logic ALL)\n(declare-const x0 Int)\n(assert (or (= x0 0) (= x0 1) (= x0 3)))\n\
         (declare-const x1 Int)\n(assert (or (= x1 (- 1)) (= x1 0)))\n(declare-const b0 Bool)\n\
         (assert (= b0 (distinct (* 2 x1) (- 3))))\n(check-sat)\n(get-value (x0 x1 b0))\n"
    );
    let reply = SmtLib
        .read_output(&case(json!(["ge", "x0", 0])), "sat\n((x0 0)\n (x1 (- 1))\n (b0 false))\n");
    let TargetReply::Answer(answer) = reply else { panic!("{reply:?}") };
    assert_eq!(answer.solutions, [[0, -1, 0]]);
}

#[test]
fn smtlib_names_terms_that_occur_again() {
    let sum = json!(["add", "x0", "x1"]);
    let mut case = case(json!(["eq", ["mul", sum, sum], ["neg", sum]]));
    let mut assertions = |id| {
        case.id = id;
        let text = SmtLib.write_case(&case).expect("a spelling");
        let (_, rest) = text.rsplit_once("Bool)").expect("declarations");
        rest.split_once("(check-sat)").expect("an end").0.trim_start().to_owned()
    };
    let plain = "(= (* (+ x0 x1) (+ x0 x1)) (- (+ x0 x1)))";
    let named = "(= (* t0 t0) (- t0))";
    assert_eq!(assertions(2), format!("(assert {plain})\n"));
    assert_eq!(assertions(1), format!("(assert (let ((t0 (+ x0 x1))) {named}))\n"));
    assert_eq!(
        assertions(3),
        format!("(define-fun t0 () Int (+ x0 x1))\n(assert (! {named} :named c0))\n")
    );
    assert_eq!(
        assertions(5),
        format!("; (assert false)\n(assert (let ((t0 (+ x0 x1))) (not (not {named}))))\n")
    );
}

#[test]
fn terms_occur_again_in_languages_that_name_them() {
    let plan = CasePlan::for_language(7, &SmtLib);
    let drawn = (0..200).filter_map(|number| plan.draw_case(number, &SmtLib));
    let is_named = |text: &str| text.contains("(let ((t0 ") || text.contains("(define-fun t0 ");
    let named =
        drawn.filter(|drawn| is_named(&SmtLib.write_case(&drawn.case).expect("a spelling")));
    assert!(named.count() > 10);
}

#[test]
fn xcsp3() {
    let element = |constraint: serde_json::Value| {
        let value = json!({
            "variables": [{ "name": "x0", "values": [0, 1] }, { "name": "x1", "values": [0, 1] }],
            "constraints": [constraint],
        });
        let case = FuzzCase::from_json(&value).expect("a well-formed case");
        let text = Xcsp3Language { all: true }.write_case(&case).expect("a spelling");
        let (_, rest) = text.split_once("<constraints>\n").expect("constraints");
        rest.split_once("\n</constraints>").expect("an end").0.to_owned()
    };
    let list = json!(["list", "x0", "x1"]);
    assert_eq!(
        element(json!(["not", ["table_short", 9, ["list", ["list", 9, 1]], list]])),
        "<extension> <list> x0 x1 </list> <conflicts> (*,1) </conflicts> </extension>"
    );
    assert_eq!(
        element(json!(["in", ["nvalue", list], ["list", 1, 3]])),
        "<nValues> <list> x0 x1 </list> <condition> (in,{1,3}) </condition> </nValues>"
    );
    assert_eq!(
        element(json!([
            "mdd",
            2,
            2,
            ["list", ["list", 2, 0], ["list", 0, 1]],
            1,
            ["list", 1],
            list
        ])),
        "<mdd> <list> x0 x1 </list> <transitions> (n0_1,1,n1_2)(n1_2,2,n2_0) </transitions> </mdd>"
    );
    assert_eq!(
        element(json!([
            "eq",
            ["element_matrix", 0, ["list", ["list", "x0", "x1"]], "x0", "x1"],
            1
        ])),
        "<element> <matrix> (x0,x1) </matrix> <index> x0 x1 </index> <value> 1 </value> </element>"
    );
    assert_eq!(
        element(json!(["iff", ["all_different", list], ["all_equal", list]])),
        "<intension> iff(ne(x0,x1),eq(x0,x1)) </intension>"
    );
}

#[test]
fn each_operator_comes_once_in_a_turn() {
    let plan = CasePlan::for_language(3, &MiniZinc);
    let count = plan.operators.len() as u64;
    let drawn = (0..2 * count).filter_map(|number| plan.draw_case(number, &MiniZinc));
    let mut seen: Vec<Operator> = drawn.map(|drawn| drawn.about).collect();
    seen.sort_unstable();
    let most = seen.chunk_by(|a, b| a == b).map(<[Operator]>::len).max();
    assert_eq!(most, Some(2));
    seen.dedup();
    assert_eq!(seen.len() as u64, count);
}
