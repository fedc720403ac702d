//! Named assertions, questions under assumptions, and what a core of them may leave out.

use parallax_instance::{ExplanationSource, Instance, ModelSource};
use parallax_model::Model;
use parallax_model::engine_api::Control;

use super::SmtInstance;
use super::script::{AssertionName, ResponseCommand};
use super::term::SortedTerm;
use crate::tests::{each_assignment, lines};

fn read(text: &str) -> SmtInstance {
    SmtInstance::read_lines(&mut lines(text)).unwrap_or_else(|error| panic!("{error}"))
}

fn error(text: &str) -> String {
    SmtInstance::read_lines(&mut lines(text)).expect_err("a fault").to_string()
}

const INTS: &str = "(declare-const x Int)(declare-const y Int)(assert (<= 0 x 5))\
    (assert (or (= y 1) (= y 2) (= y 4)))";

#[test]
fn names_are_those_of_whole_assertions() {
    let script = read(&format!(
        "{INTS}(assert (! (> x y) :named |c 0|))(assert (or (! (= x 1) :named inner) (= x 2)))\
         (assert (! inner :pattern (a (b)) :named c2))(check-sat)(get-unsat-core)"
    ));
    let names: Vec<_> = script.script().names.iter().collect();
    let name = |text: &str| AssertionName::Assertion(text.to_owned());
    assert_eq!(names, [(&2, &name("c 0")), (&4, &name("c2"))]);
    assert!(script.asks_for_core());
    assert_eq!(script.core_text(&[4, 2, 4, 0], false), "(|c 0| c2)");
    assert_eq!(script.core_text(&[], false), "()");
    // A named term is a symbol from there on.
    assert_eq!(script.script().responses, [ResponseCommand::Status, ResponseCommand::Core]);
    insta::assert_snapshot!(
        error(&format!("{INTS}(assert (! (> x 1) :named x))")),
        @"f:1:125: 'x' is declared twice"
    );
    insta::assert_snapshot!(
        error(&format!("{INTS}(assert (! (> x 1) :named))")),
        @"f:1:124: ')'; expected a symbol"
    );
}

#[test]
fn assumptions_are_literals_of_the_only_question() {
    let base = "(declare-const a Bool)(declare-const b Bool)(assert (or a b))";
    let script =
        read(&format!("{base}(check-sat-assuming ((not a) (not b)))(get-unsat-assumptions)"));
    let names: Vec<_> = script.script().names.values().cloned().collect();
    assert_eq!(names, ["(not a)", "(not b)"].map(|text| AssertionName::Assumption(text.into())));
    assert_eq!(script.core_text(&[1, 2], true), "((not a) (not b))");
    assert_eq!(script.core_text(&[1, 2], false), "()");
    assert!(script.rules(&[0, 1]).is_err() && script.rules(&[0, 0]).is_err());
    for more in ["(check-sat)", "(check-sat-assuming ())", "(assert a)"] {
        assert!(error(&format!("{base}(check-sat-assuming (a)){more}")).contains("not supported"));
    }
    assert!(error(&format!("{base}(check-sat)(check-sat-assuming (a))")).contains("another"));
    for wrong in ["(check-sat-assuming a)", "(check-sat-assuming (a)", "(check-sat-assuming (1))"] {
        error(&format!("{base}{wrong}"));
    }
    let late = read(&format!("{base}(check-sat)(assert a)"));
    assert!(late.script().asserts_after_question);
}

#[test]
fn values_are_those_of_symbols() {
    let script =
        read(&format!("{INTS}(check-sat)(get-value (x y))(get-value ((+ x 1)))(echo \"a\"\"b\")"));
    let [
        ResponseCommand::Status,
        ResponseCommand::Values(Some(known)),
        ResponseCommand::Values(None),
        ResponseCommand::Echo(text),
    ] = &script.script().responses[..]
    else {
        panic!("{:?}", script.script().responses)
    };
    assert!(matches!(&known[..], [(x, SortedTerm::Int(_)), (y, _)] if x == "x" && y == "y"));
    assert_eq!(text, "\"a\"\"b\"");
}

fn solvable(model: &Model) -> bool {
    let mut found = false;
    each_assignment(model, &mut Vec::new(), &mut |values| {
        found |= model.check(&[], values).is_ok();
    });
    found
}

#[test]
fn every_set_of_named_assertions_is_the_script_with_these_alone() {
    // The facts leave no bound out, so every set of parts has the meaning of its assertions.
    let named = ["(> x y)", "(= y 4)", "(< x 5)", "(not (= x 5))", "(= (+ x y) 3)", "(> x y)"];
    let assertions: Vec<String> =
        (0..).zip(named).map(|(at, term)| format!("(assert (! {term} :named c{at}))")).collect();
    let whole = read(&format!("{INTS}{}", assertions.concat()));
    let about = whole.about_core();
    assert!(about.always_in_core().is_empty());
    let model =
        about.explainable_model(&about.default_viewpoint(), &Control::unlimited()).expect("one");
    for set in 0..1_usize << named.len() {
        let of_set = |place: usize| set >> place & 1 == 1;
        let places: Vec<usize> = (model.constraints().iter().enumerate())
            .filter(|(_, posted)| {
                about.is_definition(posted)
                    || SmtInstance::core_place(&posted.label).is_some_and(|own| of_set(own - 2))
            })
            .map(|(place, _)| place)
            .collect();
        let own: Vec<&str> = (assertions.iter().enumerate())
            .filter(|(at, _)| of_set(*at))
            .map(|(_, text)| text.as_str())
            .collect();
        let alone = read(&format!("{INTS}{}", own.concat()));
        let alone = alone.model(&alone.default_viewpoint()).expect("a model");
        assert_eq!(solvable(&model.with_constraints(&places)), solvable(&alone), "{set:b}");
    }
}

#[test]
fn assertions_that_state_needed_bounds_are_in_every_core() {
    let script = read(
        "(declare-const x Int)(assert (! (>= x 0) :named low))(assert (! (<= x 9) :named high))\
         (assert (! (<= x 7) :named lower))(assert (! (> x 8) :named c))",
    );
    let about = script.about_core();
    assert_eq!(about.core_text(&about.always_in_core(), false), "(lower c)");
    let divides = read(
        "(declare-const x Int)(assert (<= 0 x 9))(assert (! (>= x 1) :named c))\
         (assert (! (= (div 9 x) 3) :named d))",
    );
    let about = divides.about_core();
    assert_eq!(about.core_text(&about.always_in_core(), false), "(c)");
    // A divisor whose range excludes 0 needs no bounds of named assertions, a number none at all.
    for divisor in ["3", "(- 2)", "(+ 1 (mod x 3))", "(+ 1 x)", "(+ 4 (div x (- 3)))"] {
        let script = read(&format!(
            "(declare-const x Int)(assert (<= 0 x 9))(assert (! (<= x 7) :named c))\
             (assert (! (= (mod x {divisor}) 1) :named d))(assert (! (= (div x {divisor}) 1) :named e))"
        ));
        assert!(script.about_core().always_in_core().is_empty(), "{divisor}");
    }
}

#[test]
fn a_range_holds_every_value_that_one_assertion_allows() {
    // The second and third assertion share a node.
    let script = read(
        "(declare-const x Int)\n(assert (>= x 0))\n(assert (and (<= x 5) (<= x 3)))\n\
         (assert (<= x 5))\n(assert (>= x 4))",
    );
    let model = script
        .explainable_model(&script.default_viewpoint(), &Control::unlimited())
        .expect("a model");
    assert!(!solvable(&model));
    let others: Vec<usize> = (model.constraints().iter().enumerate())
        .filter(|(_, posted)| posted.label != "assertion of line 3")
        .map(|(index, _)| index)
        .collect();
    assert!(solvable(&model.with_constraints(&others)), "the third line is in every explanation");
}
