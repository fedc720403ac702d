//! Expressions and cells against what DMN 1.5 and its TCK say about them.

use std::collections::BTreeSet;

use super::*;

/// TestSlots without knowledge models.
struct TestSlots(Vec<FeelValue>);

impl FeelContext for TestSlots {
    fn slot_value(&self, slot: usize) -> &FeelValue {
        self.0.get(slot).unwrap_or(&FeelValue::Null)
    }

    fn set_slot(&mut self, slot: usize, value: FeelValue) {
        if slot >= self.0.len() {
            self.0.resize(slot + 1, FeelValue::Null);
        }
        self.0[slot] = value;
    }

    fn invoke_model(&mut self, _: usize, _: Vec<FeelValue>) -> Result<FeelValue, EvaluationError> {
        unreachable!("no test has a knowledge model")
    }
}

/// Calls `parse` with the names `a`, `b` and `a - b`, which is 10.
fn with_names<T>(parse: impl FnOnce(ParserNames<'_>) -> T) -> T {
    let mut scope = NameScope::default();
    for (slot, name) in ["a", "b", "a - b", "Student's name", "sum"].iter().enumerate() {
        scope.add_name(name, NameBinding::Slot(slot));
    }
    let mut members = MemberNames::default();
    members.add_member("existing payments");
    parse(ParserNames {
        scope: &mut scope,
        outer: &NameScope::default(),
        hidden: None,
        members: &members,
        free_slot: 5,
        used: &mut BTreeSet::new(),
        called: &mut BTreeSet::new(),
    })
}

fn slots() -> TestSlots {
    let number = |number| FeelValue::from_number(Some(ExactDecimal::from_whole(number)));
    TestSlots(vec![number(7), number(2), number(10), FeelValue::from_text("Ada"), number(9)])
}

fn value(text: &str) -> String {
    match with_names(|names| parse_expression(text, names)) {
        Ok(expression) => match evaluate_expression(&expression, &mut slots()) {
            Ok(value) => value.to_string(),
            Err(error) => format!("error: {error}"),
        },
        Err(error) => format!("refused at {}: {error}", error.at),
    }
}

fn passes(cell: &str, text: &str) -> String {
    let literal = with_names(|names| parse_expression(text, names)).unwrap();
    let found = evaluate_expression(&literal, &mut slots()).unwrap();
    match with_names(|names| parse_cell(cell, names)) {
        Ok(test) => {
            let mut context = slots();
            context.set_slot(5, found.clone());
            passes_test(&test, &found, &mut context).unwrap().to_string()
        }
        Err(error) => format!("refused at {}: {error}", error.at),
    }
}

#[test]
fn arithmetic() {
    for (text, result) in [
        ("1 + 2 * 3 - 4", "3"),
        ("1/3*3 = 1", "false"),
        ("0.1 + 0.2 = 0.3", "true"),
        ("-3 ** 2", "9"),
        ("3 ** 4 ** 5", "3486784401"),
        ("2 ** 0.5", "error: a power with an exponent that is not whole, not supported"),
        ("10 / 0", "null"),
        ("1 + null", "null"),
        ("\"a\" + \"b\"", "\"ab\""),
        ("\"a\" + 1", "null"),
        ("--5", "5"),
        ("-(5)", "-5"),
        ("-\"a\"", "null"),
        ("a - b", "10"),
        ("a -b", "10"),
        ("a-(b)", "5"),
        ("b - a", "-5"),
        ("1.5e2", "150"),
        ("1 // one\n + /* two */ 2", "3"),
        (
            "date(\"2024-02-01\") - date(\"2024-01-01\")",
            "error: arithmetic with dates, not supported",
        ),
    ] {
        assert_eq!(value(text), result, "{text}");
    }
}

#[test]
fn truth_has_three_values() {
    for (text, result) in [
        ("true and null", "null"),
        ("false and null", "false"),
        ("true or null", "true"),
        ("false or 5", "null"),
        ("not(5)", "null"),
        ("not(true)", "false"),
        ("null = null", "true"),
        ("null != null", "false"),
        ("5 = null", "false"),
        ("5 = \"5\"", "null"),
        ("5 != \"5\"", "null"),
        ("5 < null", "null"),
        ("\"a\" < \"b\"", "true"),
        ("[1, 2] = [1, 2]", "true"),
        ("[1, 2] = [2, 1]", "false"),
        ("{x: 1, y: 2} = {y: 2, x: 1}", "true"),
        ("if null then 1 else 2", "2"),
        ("if 1 < 2 then if false then 1 else 2 else 3", "2"),
        ("5 between 1 and 10 and true", "true"),
        ("5 between null and 10", "null"),
        ("5 in [1..5)", "false"),
        ("5 in ]4..6[", "true"),
        ("5 in ]4..6[ and true", "true"),
        ("5 in (1, < 3, [5..6])", "true"),
        ("5 in (4..6)", "true"),
        ("5 in (4)", "false"),
        ("5 in [1, 5]", "true"),
        ("5 in [null..5]", "null"),
        ("5 in [6..4]", "null"),
        ("1 < 2 < 3", "refused at 6: '<'; expected an operator or the end"),
    ] {
        assert_eq!(value(text), result, "{text}");
    }
}

#[test]
fn functions() {
    for (text, result) in [
        ("modulo(10, -4)", "-2"),
        ("modulo(10, 0)", "null"),
        ("floor(-1.5)", "-2"),
        ("ceiling(1.55, 1)", "1.6"),
        ("decimal(n: 1/3, scale: 2)", "0.33"),
        ("decimal(scale: 2, n: 2.5)", "2.5"),
        ("decimal(1.25, 1.5)", "1.2"),
        ("decimal(1, 7000)", "null"),
        ("round half up(5.5, 0)", "6"),
        ("round half down(-5.5, 0)", "-5"),
        ("round up(5.1, 0) + round down(-5.9, 0)", "1"),
        ("min(3, 1, 2)", "1"),
        ("max([3, 1, 2])", "3"),
        ("min([])", "null"),
        ("min(1, null)", "null"),
        ("sum([1, 2.5])", "3.5"),
        ("sum + 1", "10"),
        ("mean(1, 2)", "1.5"),
        ("product([])", "null"),
        ("count([])", "0"),
        ("count(1, 2)", "null"),
        ("abs(-5)", "5"),
        ("odd(3) and even(-2)", "true"),
        ("list contains([1, null], null)", "true"),
        ("string length(\"\\U01F600a\")", "2"),
        ("substring(\"foobar\", 3)", "\"obar\""),
        ("substring(\"foobar\", -2, 1)", "\"a\""),
        ("substring(\"foobar\", 0)", "null"),
        ("upper case(\"aBc\")", "\"ABC\""),
        ("substring before(\"foobar\", \"bar\")", "\"foo\""),
        ("substring after(\"foobar\", \"ob\")", "\"ar\""),
        ("contains(\"foobar\", \"of\")", "false"),
        ("starts with(\"foobar\", \"fo\")", "true"),
        ("string(1.50)", "\"1.5\""),
        ("string([1, \"a\"])", "\"[1, \\\"a\\\"]\""),
        ("number(\"1 000,5\", \" \", \",\")", "1000.5"),
        ("number(\"1.000\", \".\", \".\")", "null"),
        ("string join([\"a\", null, \"b\"], \"-\")", "\"a-b\""),
        ("lower case(string: \"A\")", "\"a\""),
        ("lower case(text: \"A\")", "null"),
        ("date(\"-2024-01-01\")", "refused at 4: a year before 0 or after 9999, not supported"),
        ("@\"2024-01-01T00:00:00\"", "refused at 0: a time, not supported"),
        ("@\"2024-02-30\"", "refused at 0: a date that does not exist, not supported"),
        ("lower case(\"A\", \"B\")", "null"),
        ("date(\"2024-02-29\")", "date(\"2024-02-29\")"),
        ("date(\"2023-02-29\")", "null"),
        ("date(\"2024-02-29\").year", "error: 'year' of a date or duration, not supported"),
        ("sum(duration(\"P1D\"), 1)", "error: function 'sum' of a date or duration, not supported"),
        ("max(@\"2024-02-29\", @\"2024-03-01\")", "date(\"2024-03-01\")"),
        ("matches(\"a\", \"b\")", "refused at 0: function 'matches', not supported"),
    ] {
        assert_eq!(value(text), result, "{text}");
    }
}

#[test]
fn names_and_contexts() {
    for (text, result) in [
        ("Student's name", "\"Ada\""),
        ("{x: 1, y: x + 1}.y", "2"),
        ("{existing payments: 3}.existing payments + 1", "4"),
        ("{\"a b\": 1}.a b", "1"),
        ("{x: {y: 5}}.x.y", "5"),
        ("{x: 1}.z", "null"),
        ("[{x: 1}, {x: 2}].x", "[1, 2]"),
        ("5 .x", "null"),
        ("{x: 1, x: 2}", "refused at 7: 'x' twice; expected another name for each entry"),
        ("c", "refused at 0: 'c' is no input, decision or function that is known here"),
        ("c d + 1", "refused at 0: 'c d' is no input, decision or function that is known here"),
        ("a b", "refused at 2: 'b'; expected an operator or the end"),
        ("[1..5]", "refused at 0: a range as a value, not supported"),
        ("[1, 2][1]", "refused at 6: a filter or an element of a list, not supported"),
        ("for x in [1] return x", "refused at 0: an iteration ('for'), not supported"),
        ("function(x) x", "refused at 0: a function as a value, not supported"),
        ("a instance of number", "refused at 2: 'instance of', not supported"),
        ("", "refused at 0: the end; expected a value"),
        ("\"a", "refused at 0: a string without an end"),
        ("1 +", "refused at 3: the end; expected a value"),
        ("(1", "refused at 2: the end; expected ')'"),
        ("a == b", "refused at 3: '='; expected a value"),
        ("'a'", "refused at 0: '''; expected a value"),
        ("/* a", "refused at 0: a comment without an end"),
    ] {
        assert_eq!(value(text), result, "{text}");
    }
}

#[test]
fn cells() {
    for (cell, text, result) in [
        ("-", "null", "true"),
        ("", "1", "true"),
        ("5", "5", "true"),
        ("5", "5.0", "true"),
        ("5", "null", "false"),
        ("null", "null", "true"),
        ("< 5", "null", "false"),
        ("not(< 5)", "null", "true"),
        ("not(\"a\")", "null", "true"),
        ("not(1, [3..4])", "3", "false"),
        ("not (1)", "2", "true"),
        ("1, 2, > 9", "10", "true"),
        ("< a", "6", "true"),
        ("[b..a]", "7", "true"),
        ("[b..a[", "7", "false"),
        ("min(1, b)", "1", "true"),
        ("[min(1, b)..3]", "2", "true"),
        ("? > 5", "6", "true"),
        ("? > 5 and ? < 7", "7", "false"),
        ("not(? > 5)", "5", "true"),
        ("not(? > 5) and true", "5", "true"),
        ("[1, 2, 3]", "2", "true"),
        ("[\"a\", \"b\"]", "\"c\"", "false"),
        ("\"a \"", "\"a\"", "false"),
        ("> date(\"2024-01-01\")", "date(\"2024-01-02\")", "true"),
        ("= 5", "5", "true"),
        ("!= 5", "5", "false"),
        ("true", "true", "true"),
        ("contains(?, \"b\")", "\"abc\"", "true"),
        ("< \"b\"", "\"a\"", "true"),
        ("5,", "5", "refused at 2: the end; expected a value"),
        ("not(5", "5", "refused at 5: the end; expected ',' or ')'"),
        ("[1..", "5", "refused at 4: the end; expected a value"),
    ] {
        assert_eq!(passes(cell, text), result, "{cell} {text}");
    }
}

#[test]
fn nesting_and_length_are_limited() {
    let deep = |open: &str, close: &str, count| open.repeat(count) + "1" + &close.repeat(count);
    // A small thread, as tests and servers have.
    std::thread::Builder::new()
        .stack_size(2 << 20)
        .spawn(move || {
            for (open, close) in [
                ("(", ")"),
                ("[", "]"),
                ("{x: ", "}"),
                ("-(", ")"),
                ("abs(", ")"),
                ("if true then ", " else 1"),
                ("1 in ((", "))"),
                ("not(1 in ((", ")))"),
                ("1 + (", ")"),
                ("[1, ", "]"),
            ] {
                let found = value(&deep(open, close, 10));
                assert!(!found.starts_with("refused"), "{open}: {found}");
                assert!(value(&deep(open, close, 5_000)).ends_with("deep"), "{open}");
            }
            assert_eq!(value(&("1 + ".repeat(20_000) + "1")), "20001");
            assert!(value(&("-".repeat(50_001) + "1")).starts_with('-'));
            assert!(value(&"1,".repeat(100_000)).ends_with("too long"));
            assert!(value(&format!("a{}", ".x".repeat(1000))).ends_with("deep"));
            let doubled = (0..40).map(|i| format!("x{}: [x{i}, x{i}]", i + 1)).collect::<Vec<_>>();
            let found = value(&format!("{{x0: 1, {}}}", doubled.join(", ")));
            assert_eq!(found, "error: a list or context of more than 1048576 values");
            let doubled = (0..40).map(|i| format!("x{}: x{i} + x{i}", i + 1)).collect::<Vec<_>>();
            let found = value(&format!("{{x0: \"abc\", {}}}", doubled.join(", ")));
            assert_eq!(found, "error: a string of more than 1048576 bytes");
        })
        .unwrap()
        .join()
        .unwrap();
}

proptest::proptest! {
    /// No text makes the parser or the evaluator panic.
    #[test]
    fn any_text_is_read_or_refused(
        parts in proptest::collection::vec(
            proptest::sample::select(vec![
                "a", "b", "1", "-", "+", "*", "**", "/", "(", ")", "[", "]", "{", "}", ",", ":", ".",
                "..", "\"s\"", "?", "not", "and", "or", "in", "between", "if", "then", "else", "null",
                "true", "<", "<=", "=", "sum", "min", "round half up", "date", "@\"2024-01-01\"", "é",
                "9999999999999999999999999999999999", "1e6000", "'", "//", "/*", "\n", " ",
            ]),
            0..30,
        )
    ) {
        let text = parts.concat();
        value(&text);
        passes(&text, "1");
        let spaced = parts.join(" ");
        value(&spaced);
        passes(&spaced, "\"s\"");
    }
}
