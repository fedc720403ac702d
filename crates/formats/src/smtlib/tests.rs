//! Scripts: syntax, errors, and input that must not panic.

use parallax_instance::{InputError, Instance};
use proptest::prelude::*;

use super::{SmtInstance, starts_smtlib};
use crate::tests::{brute, damaged, edits, exercise, lines};

fn instance(text: &str) -> Result<Box<dyn Instance>, InputError> {
    Ok(Box::new(SmtInstance::read_lines(&mut lines(text))?))
}

fn error(text: &str) -> String {
    instance(text).err().expect("a fault").to_string()
}

const BASE: &str = "; two numbers and a truth value\n(set-logic QF_LIA)\n\
    (declare-const x Int)(declare-fun |y z| () Int)\n(declare-const b Bool)\n\
    (assert (<= 0 x 4))(assert (and (>= |y z| (- 2)) (< |y z| 3)))\n";

/// All solutions of the base with one more assertion.
fn solutions(assertion: &str) -> Vec<Vec<i32>> {
    let text = format!("{BASE}(assert {assertion})\n(check-sat)\n(exit)\nnothing");
    brute(&*instance(&text).unwrap_or_else(|error| panic!("{error}")))
}

#[test]
fn operators_have_their_standard_meaning() {
    let cases: &[(&str, Test)] = &[
        ("true", |_, _, _| true),
        ("(= x |y z|)", |x, y, _| x == y),
        ("(distinct x |y z| 1)", |x, y, _| x != y && x != 1 && y != 1),
        ("(xor b (> x 2))", |x, _, b| b != (x > 2)),
        ("(=> b (< x |y z|) (= x 0))", |x, y, b| !b || x >= y || x == 0),
        ("(= b (<= (+ x (* 2 |y z|)) 3) (>= x 1))", |x, y, b| {
            b == (x + 2 * y <= 3) && b == (x >= 1)
        }),
        ("(= (ite b x (- |y z|)) (- x 1 |y z|))", |x, y, b| (if b { x } else { -y }) == x - 1 - y),
        ("(ite b (= x 1) (not (= |y z| 0)))", |x, y, b| if b { x == 1 } else { y != 0 }),
        ("(let ((x |y z|) (w x)) (and (= x 2) (> w 1)))", |x, y, _| y == 2 && x > 1),
        ("(or (and b (= x 1)) (not (or b (= |y z| 2))))", |x, y, b| {
            (b && x == 1) || !(b || y == 2)
        }),
        ("(! (distinct b (= (* 3 x) 6)) :named a)", |x, _, b| b != (x == 2)),
        ("(not (=> b (distinct x |y z| (+ x 1))))", |x, y, b| b && (x == y || y == x + 1)),
        ("(= (* 2 x) 5)", |_, _, _| false),
        ("(> (* (- 2) |y z|) 1)", |_, y, _| -2 * y > 1),
    ];
    for (assertion, test) in cases {
        let expected: Vec<Vec<i32>> = all_values()
            .filter(|(x, y, b)| test(*x, *y, *b))
            .map(|(x, y, b)| vec![x, y, b.into()])
            .collect();
        assert_eq!(solutions(assertion), expected, "{assertion}");
        rules_agree(assertion, *test);
    }
}

type Test = fn(i32, i32, bool) -> bool;

/// All values of the base, in ascending order.
fn all_values() -> impl Iterator<Item = (i32, i32, bool)> {
    let pairs = (0..5).flat_map(|x| (-2..3).map(move |y| (x, y)));
    pairs.flat_map(|(x, y)| [(x, y, false), (x, y, true)])
}

/// Compares the rules of the base with one more assertion.
fn rules_agree(assertion: &str, test: Test) {
    let instance = instance(&format!("{BASE}(assert {assertion})")).unwrap();
    for (x, y, b) in all_values() {
        let holds = instance.rules(&[x, y, b.into()]).is_ok();
        assert_eq!(holds, test(x, y, b), "{assertion} {x} {y} {b}");
    }
}

#[test]
fn division_is_that_of_the_standard() {
    // Other tests compare the models of such terms with their meaning in engines.
    let cases: &[(&str, Test)] = &[
        ("(= (* x 2 |y z| x) (- 4))", |x, y, _| 2 * x * y * x == -4),
        ("(< (abs |y z|) (abs (- x 3)))", |x, y, _| y.abs() < (x - 3).abs()),
        ("(= (div |y z| 2) (- 1))", |_, y, _| y.div_euclid(2) == -1),
        ("(= (mod |y z| (- 3)) 1)", |_, y, _| y.rem_euclid(-3) == 1),
        ("(= (div (* |y z| 9) (+ x 2)) (- 4))", |x, y, _| (y * 9).div_euclid(x + 2) == -4),
        ("(= (div (* |y z| 9) (- x 7) 2) 1)", |x, y, _| {
            (y * 9).div_euclid(x - 7).div_euclid(2) == 1
        }),
        ("(> (mod (* |y z| 9) (- x 7)) 3)", |x, y, _| (y * 9).rem_euclid(x - 7) > 3),
        ("(= (mod (* |y z| 9) (- 4)) (ite b 2 1))", |_, y, b| {
            (y * 9).rem_euclid(-4) == if b { 2 } else { 1 }
        }),
    ];
    for (assertion, test) in cases {
        rules_agree(assertion, *test);
    }
    assert_eq!(solutions("(and (= (mod (- x 4) 3) 1) (= |y z| 0) b)"), [[2, 0, 1]]);
    assert_eq!(
        solutions("(and (= (div (- x 4) 3) (- 1)) (= |y z| 0) b)"),
        [1, 2, 3].map(|x| [x, 0, 1])
    );
}

#[test]
fn errors_name_their_place() {
    let with = |text: &str| error(&format!("(declare-const x Int)\n{text}"));
    insta::assert_snapshot!(error(""), @"f: empty; expected commands of SMT-LIB 2");
    insta::assert_snapshot!(error("(assert"), @"f:1:1: '(' without ')'");
    insta::assert_snapshot!(error("(exit))"), @"f:1:7: ')' without '('");
    insta::assert_snapshot!(error("hello"), @"f:1:1: 'hello'; expected a command");
    insta::assert_snapshot!(with(""), @"f:1:16: integer 'x' has no bounds; expected assertions such as (>= x 0) and (<= x 9)");
    insta::assert_snapshot!(with("(assert (>= x 0))"), @"f:1:16: integer 'x' has no upper bound; expected assertions such as (>= x 0) and (<= x 9)");
    insta::assert_snapshot!(with("(assert x)"), @"f:2:9: 'x'; expected a truth value");
    insta::assert_snapshot!(with("(assert (> x true))"), @"f:2:14: 'true'; expected an integer");
    insta::assert_snapshot!(with("(assert (> x y))"), @"f:2:14: 'y'; expected a declared symbol");
    insta::assert_snapshot!(with("(assert (bvult x 1))"), @"f:2:10: 'bvult' is not supported");
    insta::assert_snapshot!(with("(assert (<= 0 x 9))(assert (= (div 7 x) 1))"), @"f:2:38: the divisor 'x' is from 0 to 9, and SMT-LIB leaves the result of a division by 0 open; expected bounds that exclude 0");
    insta::assert_snapshot!(with("(assert (<= 1 x 9))(assert (= (div 7 x 0) 1))"), @"f:2:40: division by 0, whose result SMT-LIB leaves open");
    insta::assert_snapshot!(with("(assert (<= 1 x 9))(assert (= (mod 7 (- x 5)) 1))"), @"f:2:38: the divisor '(- ...)' is from -4 to 4, and SMT-LIB leaves the result of a division by 0 open; expected bounds that exclude 0");
    insta::assert_snapshot!(with("(assert (= (mod x) 1))"), @"f:2:12: '(mod ...)'; expected another number of arguments");
    insta::assert_snapshot!(with("(assert (= (abs x x) 1))"), @"f:2:12: '(abs ...)'; expected another number of arguments");
    insta::assert_snapshot!(with("(assert (<= 1 x 100000))(assert (= (* x x) 4))"), @"f:2:1: an integer may be from 1 to 10000000000; values beyond 1000000000 are not supported");
    insta::assert_snapshot!(with("(assert (= x 99999999999999999999))"), @"f:2:14: '99999999999999999999'; expected a number of at most 63 bits");
    insta::assert_snapshot!(with("(push 1)"), @"f:2:1: command 'push' is not supported");
    insta::assert_snapshot!(with("(assert)"), @"f:2:1: '(assert ...)'; expected other arguments");
    insta::assert_snapshot!(with("(assert (not))"), @"f:2:9: '(not ...)'; expected another number of arguments");
    insta::assert_snapshot!(with("(declare-const x Bool)"), @"f:2:16: 'x' is declared twice");
    insta::assert_snapshot!(with("(declare-const v (_ BitVec 8))"), @"f:2:18: sort '(_ ...)' is not supported; expected Int or Bool");
    insta::assert_snapshot!(with("(declare-fun f (Int) Int)"), @"f:2:16: functions with arguments are not supported");
    insta::assert_snapshot!(with("(declare-const 5 Int)"), @"f:2:16: '5'; expected a symbol");
    insta::assert_snapshot!(with("(declare-const true Bool)"), @"f:2:16: 'true'; expected a symbol");
    insta::assert_snapshot!(with("(assert (let ((y 1) (y 2)) (< x y)))"), @"f:2:21: 'y' is bound twice");
    insta::assert_snapshot!(with("(assert (let ((y 1) z) (< x y)))"), @"f:2:21: 'z'; expected a declared symbol");
    insta::assert_snapshot!(with("(assert (let ((y 1))))"), @"f:2:9: '(let ...)'; expected (let ((name term) ...) term)");
    insta::assert_snapshot!(with("(assert (|ä| x))"), @"f:2:10: 'ä' is not supported");
    insta::assert_snapshot!(with("(assert (ite true x true))"), @"f:2:21: 'true'; expected an integer");
    insta::assert_snapshot!(with("(check-sat x)"), @"f:2:1: '(check-sat ...)'; expected other arguments");
    let deep =
        |inner: &str| format!("(assert {}{inner}{})", "(not ".repeat(5000), ")".repeat(5000));
    insta::assert_snapshot!(with(&deep("x")), @"f:2:25009: 'x'; expected a truth value");
    insta::assert_snapshot!(with(&format!("(assert {}", "(not ".repeat(5000))), @"f:2:25004: '(' without ')'");
}

/// The solutions, or the error, of `(declare-const x Int)` with these assertions.
fn bounded(assertions: &[&str]) -> String {
    let asserted: Vec<String> = assertions.iter().map(|a| format!("(assert {a})")).collect();
    match instance(&format!("(declare-const x Int){}", asserted.concat())) {
        Ok(instance) => format!("{:?}", brute(&*instance).concat()),
        Err(error) => error.to_string(),
    }
}

#[test]
fn bounds_come_from_assertions() {
    insta::assert_snapshot!(bounded(&["(>= x 2000000000)", "(<= x 2000000005)"]), @"f:1:16: integer 'x' may be from 2000000000 to 2000000005; values beyond 1000000000 are not supported");
    insta::assert_snapshot!(bounded(&["(<= (- 1000000001) x 3)"]), @"f:1:16: integer 'x' may be from -1000000001 to 3; values beyond 1000000000 are not supported");
    insta::assert_snapshot!(bounded(&["(>= x 999999999)", "(<= x 1000000000)"]), @"[999999999, 1000000000]");
    insta::assert_snapshot!(bounded(&["(> x 9223372036854775807)", "(< x 9223372036854775807)"]), @"[]");
    insta::assert_snapshot!(bounded(&["(< (- 9223372036854775807) x 9223372036854775807)"]), @"f:1:16: integer 'x' may be from -9223372036854775806 to 9223372036854775806; values beyond 1000000000 are not supported");
    insta::assert_snapshot!(bounded(&["(>= x 5)", "(<= x 2000000000)", "(< x 4)"]), @"[]");
    insta::assert_snapshot!(bounded(&["(>= x 2)", "(>= x 1)", "(<= x 9)", "(<= x 4)"]), @"[2, 3, 4]");
    insta::assert_snapshot!(bounded(&["(<= (* 2 x) 10)", "(> (- x 1) (- 1))"]), @"[1, 2, 3, 4, 5]");
    insta::assert_snapshot!(bounded(&["(not (or (> x 3) (not (> x 1))))"]), @"[2, 3]");
    insta::assert_snapshot!(bounded(&["(let ((y (+ x 1))) (and (>= y 3) (<= y 4)))"]), @"[2, 3]");
    insta::assert_snapshot!(bounded(&["(= x (- 5))"]), @"[-5]");
    insta::assert_snapshot!(bounded(&["(= (* 2 x) 5)"]), @"[]");
    insta::assert_snapshot!(bounded(&["(or (= x 1) (= x 3))"]), @"[1, 3]");
    insta::assert_snapshot!(bounded(&["(or (= (* 2 x) 5) (= x 3) (and (= x 3) (> x 2)))"]), @"[3]");
    insta::assert_snapshot!(bounded(&["(or (= (* 2 x) 5) (= x 3))"]), @"[3]");
    insta::assert_snapshot!(bounded(&["(not (and (not (= x 2)) (not (= x 4))))"]), @"[2, 4]");
    insta::assert_snapshot!(bounded(&["(or (= x 1) (<= x 2))", "(or (>= x 0) (> x 4))"]), @"[0, 1, 2]");
    insta::assert_snapshot!(bounded(&["(or (= x 1) true)"]), @"f:1:16: integer 'x' has no bounds; expected assertions such as (>= x 0) and (<= x 9)");
    insta::assert_snapshot!(bounded(&["(or (= x 1) (= x 5) (and (> x 2) (< x 4)))"]), @"[1, 3, 5]");
    insta::assert_snapshot!(bounded(&["(or (= x 1) (< x 5))", "(=> (not (= x 0)) (= x (- 2)))"]), @"[-2, 0]");
    insta::assert_snapshot!(bounded(&["(or (= x 1) (not (= x 2)))"]), @"f:1:16: integer 'x' has no bounds; expected assertions such as (>= x 0) and (<= x 9)");
    insta::assert_snapshot!(bounded(&["(>= x 1)"]), @"f:1:16: integer 'x' has no upper bound; expected assertions such as (>= x 0) and (<= x 9)");
    insta::assert_snapshot!(bounded(&["(<= x 1)"]), @"f:1:16: integer 'x' has no lower bound; expected assertions such as (>= x 0) and (<= x 9)");
    insta::assert_snapshot!(bounded(&["(<= 0 x 1)", "(= (ite (= x 0) (* 3000000000 x) 7) 7)"]), @"f:1:1: an integer may be from 0 to 3000000000; values beyond 1000000000 are not supported");
}

#[test]
fn quoted_numbers_are_symbols() {
    let text = "(declare-const |5| Int)(assert (<= 1 |5| 9))(assert (= |5| 7))(assert (< 5 |5|))";
    assert_eq!(brute(&*instance(text).unwrap()), [[7]]);
}

#[test]
fn comments_end_with_any_line_break() {
    let text = "; a\r(declare-const x Int);b\r(assert (<= 0 x 5))\r\n;c\r(assert (> x 3));d";
    assert_eq!(brute(&*instance(text).unwrap()), [[4], [5]]);
}

#[test]
fn deep_and_shared_terms_parse() {
    const DEEP: usize = 100_000;
    let nested = |open: &str, inner: &str| {
        format!("(assert {}{inner}{})", open.repeat(DEEP), ")".repeat(DEEP))
    };
    let x = "(declare-const x Int)(assert (<= 0 x 3))";
    for (assertion, expected) in [
        (nested("(not ", "(> x 1)"), vec![2, 3]),
        (nested("(and ", "(> x 1)"), vec![2, 3]),
        (nested("(or ", "(> x 1)"), vec![2, 3]),
        (nested("(! ", "(> x 1)").replace("1))", "1) :named a)"), Vec::new()),
        (format!("(assert (= 2 {}x{}))", "(+ ".repeat(DEEP), ")".repeat(DEEP)), vec![2]),
        (format!("(assert (= 2 {}x{}))", "(- ".repeat(DEEP), ")".repeat(DEEP)), vec![2]),
        (format!("(assert (= 2 {}x{}))", "(ite true ".repeat(DEEP), " 0)".repeat(DEEP)), vec![2]),
        (nested("(let ((y (+ x 1))) ", "(> y 3)"), vec![3]),
    ] {
        if expected.is_empty() {
            continue;
        }
        let instance = instance(&format!("{x}{assertion}")).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(brute(&*instance).concat(), expected, "{}", &assertion[..40]);
        let holds = (0..4).filter(|&x| instance.rules(&[x]).is_ok());
        assert_eq!(holds.collect::<Vec<_>>(), expected);
    }
    let mut doubling = format!("{x}(define-fun f0 () Int (ite (> x 1) x 1))");
    for i in 1..1000 {
        let before = i - 1;
        doubling += &format!("(define-fun f{i} () Int (ite (= f{before} 1) f{before} f{before}))");
    }
    doubling += "(assert (= f999 3))";
    let lets = (0..400).map(|i| match i {
        0 => "(let ((a0 (> x 2)))".into(),
        _ => format!("(let ((a{i} (and a{} a{})))", i - 1, i - 1),
    });
    doubling += &format!("(assert {} a399{})", lets.collect::<String>(), ")".repeat(400));
    let instance = instance(&doubling).unwrap();
    assert!(instance.rules(&[3]).is_ok());
    assert!((0..3).all(|x| instance.rules(&[x]).is_err()));
    let constraints = instance.model(&instance.default_viewpoint()).unwrap().constraints().len();
    assert!(constraints < 20_000, "{constraints}");
}

#[test]
fn starts_recognises_smtlib() {
    for (text, expected) in [
        (BASE, true),
        ("; c\n\n( assert true)", true),
        ("(declare-const x Int); c\r(assert (<= 0 x 5))", true),
        ("", false),
        ("(1 2)", false),
        ("; c", false),
    ] {
        assert_eq!(starts_smtlib(&mut lines(text)), Ok(expected), "{text}");
    }
}

#[test]
fn reads_models_of_solvers() {
    let instance = instance(BASE).unwrap();
    for text in [
        "sat\n(\n  (define-fun |y z| () Int (- 1))\n  (define-fun b () Bool true)\n (define-fun x () Int 3))",
        "sat\n(model (define-fun x () Int 3) (define-fun |y z| () Int (- 1)) (define-fun b () Bool true))",
        "x = 3, y z = -1, b = 1",
    ] {
        assert_eq!(
            instance.notation().read_solutions("a", text),
            Ok(vec![vec![3, -1, 1]]),
            "{text}"
        );
    }
    let fault = |text: &str| instance.notation().read_solutions("a", text).unwrap_err().to_string();
    insta::assert_snapshot!(fault("(define-fun x () Int 3)"), @"a: no value for 'y z'");
    insta::assert_snapshot!(fault("(define-fun x () Int (f))"), @"a:1:22: '(f ...)'; expected a value");
}

proptest! {
    #[test]
    fn nothing_panics_on_text(text in "[()a-z0-9 =<>+*|\"\n-]{0,80}") {
        exercise(self::instance, &text);
    }

    #[test]
    fn nothing_panics_on_damaged_files(
        edits in edits("[()xb0-9 =<>+*|-]|and|not|ite|let|99999999999999")
    ) {
        let text = format!("{BASE}(define-fun s () Int (+ x |y z|))\n\
            (assert (=> b (distinct s 1 (ite b x 2))))\n(assert (let ((u (* 2 x))) (> u s)))\n");
        exercise(self::instance, &damaged(&text, &edits));
    }
}
