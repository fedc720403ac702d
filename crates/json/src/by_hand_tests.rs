//! Models by hand have the solutions that brute force finds, and faults have their places.

use std::collections::BTreeSet;

use super::{read_model, write_model};
use parallax_model::{Kind, ModelAssignment};
use parallax_model::{Model, Value};

/// Returns the assignments of the shown variables of all solutions, each with its objective, by
/// search with a check of each constraint as soon as its last variable has a value.
fn solutions(model: &Model) -> Vec<Vec<Value>> {
    let count = model.variables().len();
    let mut by_last = vec![Vec::new(); count + 1];
    for posted in model.constraints() {
        let mut last = 0;
        posted.constraint.each_variable(&mut |v| last = last.max(v.index() + 1));
        by_last[last].push(&posted.constraint);
    }
    let mut found = Vec::new();
    let mut values: Vec<Value> = vec![0; count];
    search(model, &by_last, 0, &mut values, &mut found);
    found
}

fn search(
    model: &Model,
    by_last: &[Vec<&parallax_model::Constraint>],
    depth: usize,
    values: &mut Vec<Value>,
    found: &mut Vec<Vec<Value>>,
) {
    if !by_last[depth]
        .iter()
        .all(|constraint| constraint.holds(ModelAssignment::new(values, model)))
    {
        return;
    }
    if depth == values.len() {
        found.push(model.shown().iter().map(|v| values[v.index()]).collect());
        return;
    }
    for value in model.variables()[depth].domain.iter() {
        values[depth] = value;
        search(model, by_last, depth + 1, values, found);
    }
}

fn file(members: &str) -> String {
    format!("{{\"format\": \"parallax-model-2\", {members}}}")
}

fn model(members: &str) -> Model {
    let text = file(members);
    let model = read_model("m", &text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let again = read_model("flat", &write_model(&model)).unwrap();
    assert_eq!(again.variables(), model.variables());
    assert_eq!(again.constraints(), model.constraints());
    assert_eq!(again.objective(), model.objective());
    model
}

fn queens(n: usize) -> Model {
    model(&format!(
        r#""parameters": {{"n": {n}}},
        "variables": [{{"name": "queens", "size": "n", "domain": "0..n-1"}}],
        "constraints": [
          {{"kind": "all_different", "scope": ["queens[]"]}},
          {{"expr": "queens[i] + i != queens[j] + j and queens[i] - i != queens[j] - j",
            "for": "i, j in 0..n-1, i < j", "label": "queens {{i}} and {{j}}"}}]"#
    ))
}

#[test]
fn queens_have_their_known_counts() {
    for (n, count) in [(1, 1), (2, 0), (3, 0), (4, 2), (5, 10), (6, 4), (8, 92)] {
        let model = queens(n);
        assert_eq!(solutions(&model).len(), count, "{n}");
        assert!(n < 3 || model.constraints().iter().any(|c| c.label == "queens 1 and 2"));
    }
}

#[test]
fn automata_and_counts_name_values() {
    let named = |off: &str, on: &str| {
        model(&format!(
            r#""values": {{"off": 4, "on": 7}}, "variables": [
            {{"name": "x", "size": 4, "domain": ["off", "on"]}}, {{"name": "n", "domain": "0..4"}}, {{"name": "m", "domain": "1..1"}}],
            "constraints": [
              {{"kind": "regular", "scope": ["x[]"], "automaton": {{"start": 0, "finals": [0, 1],
                "transitions": [[0, {off}, 0], [0, {on}, 1], [1, {off}, 0]]}}}},
              {{"kind": "count", "scope": ["x[]"], "values": [{on}], "total": "n"}},
              {{"kind": "distinct_count", "scope": ["x[]"], "except": [{off}], "total": "m"}}]"#
        ))
    };
    let found = named("\"off\"", "\"on\"");
    assert_eq!(found.constraints(), named("4", "7").constraints());
    // Words of four letters without two neighbours that are on, and not all off.
    assert_eq!(solutions(&found).len(), 7);
    assert!(
        fault(
            r#""variables": [{"name": "x", "domain": ["off"]}], "constraints": [
        {"kind": "count", "scope": ["x"], "values": ["of"], "total": "x"}]"#
        )
        .contains("there is no value named 'of' (did you mean 'off'?)")
    );
}

#[test]
fn a_magic_square_has_eight_forms() {
    let model = model(
        r#""parameters": {"n": 3, "s": 15},
        "variables": [{"name": "g", "size": ["n", 3], "domain": "1..n*n"}],
        "constraints": [
          {"expr": "all_different(g)"},
          {"expr": "sum(g[i][]) = s = sum(g[][i])", "for": "i in 0..n-1"},
          {"expr": "sum(i in 0..n-1: g[i][i]) = s"},
          {"expr": "sum(i in 0..n-1: g[i][n-1-i]) = s"}]"#,
    );
    assert_eq!(solutions(&model).len(), 8);
}

#[test]
fn a_knapsack_has_the_value_of_brute_force() {
    let model = model(
        r#""parameters": {"size": [3, 4, 5, 9], "worth": [3, 4, 4, 10], "room": 12},
        "variables": [{"name": "x", "size": 4, "domain": "0..1"}],
        "constraints": [{"expr": "sum(i in 0..3: size[i] * x[i]) <= room"}],
        "maximize": "sum(i in 0..3: worth[i] * x[i]) + 1""#,
    );
    let (size, worth) = ([3, 4, 5, 9], [3, 4, 4, 10]);
    let sum = |set: u32, of: [i64; 4]| (0..4).map(|i| i64::from(set >> i & 1) * of[i]).sum::<i64>();
    let best = (0..16).filter(|&set| sum(set, size) <= 12).map(|set| sum(set, worth) + 1).max();
    let objective = model.objective().unwrap();
    // The constant of the objective is a hidden variable that is 1, after the shown ones.
    let value = |mut found: Vec<Value>| {
        found.resize(model.variables().len(), 1);
        objective.value_under(&found)
    };
    assert_eq!(solutions(&model).into_iter().map(value).max(), best);
}

/// Compares a constraint over `x`, `y` in -2..3 and `b` in 0..1 with a function.
fn compare(expr: &str, holds: impl Fn(i64, i64, bool) -> bool) {
    let model = model(&format!(
        r#""parameters": {{"c": [1, 3, 2], "k": 2}}, "variables": [
        {{"name": "x", "domain": "-2..3"}}, {{"name": "y", "domain": "-2..3"}},
        {{"name": "b", "domain": "0..1"}}], "constraints": [{{"expr": "{expr}"}}]"#
    ));
    let found = solutions(&model);
    let mut expected = BTreeSet::new();
    for (x, y, b) in (-2..4).flat_map(|x| (-2..4).flat_map(move |y| [(x, y, 0), (x, y, 1)])) {
        if holds(x.into(), y.into(), b == 1) {
            expected.insert(vec![x, y, b]);
        }
    }
    assert_eq!(found.len(), expected.len(), "{expr}: each once");
    assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), expected, "{expr}");
}

#[test]
#[allow(clippy::too_many_lines, reason = "a list of cases")]
fn operators_mean_what_they_say() {
    compare("x + y * 2 = 4", |x, y, _| x + y * 2 == 4);
    compare("x - y - 1 >= 0", |x, y, _| x > y);
    compare("-x = y", |x, y, _| -x == y);
    compare("x * y = 6", |x, y, _| x * y == 6);
    compare("x / y = 1", |x, y, _| y != 0 && x / y == 1);
    compare("x // y <> 1", |x, y, _| y != 0 && x / y != 1);
    compare("not (x % y = 1)", |x, y, _| y != 0 && x % y != 1);
    compare("b or x / y = 1", |x, y, b| y != 0 && (b || x / y == 1));
    compare("x ** 2 = y + 1", |x, y, _| x * x == y + 1);
    compare("-x ^ 2 = -4", |x, _, _| x * x == 4);
    compare("2 ** 3 ** 0 = x", |x, _, _| x == 2);
    compare("x < y < 3", |x, y, _| x < y && y < 3);
    compare("x == y != 2", |x, y, _| x == y && y != 2);
    compare("x > 0 and y > 0 or b", |x, y, b| x > 0 && y > 0 || b);
    compare("x > 0 && !(y > 0) || !b", |x, y, b| x > 0 && y <= 0 || !b);
    compare("not x = y", |x, y, _| x != y);
    compare("x > 0 -> y > 0 -> b", |x, y, b| x <= 0 || y <= 0 || b);
    compare("x > 0 <=> b", |x, _, b| (x > 0) == b);
    compare("x > 0 xor y > 0 xor b", |x, y, b| (x > 0) ^ (y > 0) ^ b);
    compare("if b then x = 1 else y = 1", |x, y, b| if b { x == 1 } else { y == 1 });
    compare("(if x > y then x else y) = 2", |x, y, _| x.max(y) == 2);
    compare("x in {1, 3..5, -2}", |x, _, _| [1, 3, -2].contains(&x));
    compare("x not in 0..k", |x, _, _| !(0..=2).contains(&x));
    compare("abs(x) + (b) = 2", |x, _, b| x.abs() + i64::from(b) == 2);
    compare("min(x, y) = -1", |x, y, _| x.min(y) == -1);
    compare("max(x, y, 1) = 1", |x, y, _| x.max(y).max(1) == 1);
    compare("dist(x, y) = 2", |x, y, _| (x - y).abs() == 2);
    compare("product(x, y, 2) = 4", |x, y, _| x * y * 2 == 4);
    compare("count(x > 0, y > 0, b) = 2", |x, y, b| {
        [x > 0, y > 0, b].iter().filter(|&&t| t).count() == 2
    });
    compare("any(x = 1, y = 1)", |x, y, _| x == 1 || y == 1);
    compare("all(i in 0..2: x != c[i])", |x, _, _| ![1, 3, 2].contains(&x));
    compare("all_different(x, y, 1)", |x, y, _| x != y && x != 1 && y != 1);
    compare("all_equal(x, y)", |x, y, _| x == y);
    compare("xor(x > 0, b)", |x, _, b| (x > 0) ^ b);
    compare("iff(x > 0, b)", |x, _, b| (x > 0) == b);
    compare("c[x] = y", |x, y, _| (0..3).contains(&x) && [1, 3, 2][x as usize] == y);
    compare("not (c[x + y] = 3)", |x, y, _| {
        (0..3).contains(&(x + y)) && [1, 3, 2][(x + y) as usize] != 3
    });
    compare("sum(i in 1..0: x) = 0", |_, _, _| true);
    compare("any(i in 1..0: x = 1)", |_, _, _| false);
    compare("sum(c[]) - max(c) = x", |x, _, _| x == 3);
    compare("x", |x, _, _| x != 0);
    compare("1 / 0 = 1 or b", |_, _, _| false);
    // An operand without variables decides, wherever it stands.
    for left_out in ["1 / 0 = 1", "c[7] = 1", "c[x] = 1", "c[x + y] = x / y", "x / y = 1"] {
        compare(&format!("{left_out} or k = 2"), |_, _, _| true);
        compare(&format!("b or {left_out} or k = 2"), |_, _, _| true);
        compare(&format!("not ({left_out} and k = 3)"), |_, _, _| true);
        compare(&format!("{left_out} -> k = 2"), |_, _, _| true);
        compare(&format!("k = 3 -> {left_out}"), |_, _, _| true);
    }
    compare("true or 1 / 0 = 1", |_, _, _| true);
    compare("not (false and c[7] = 1)", |_, _, _| true);
    compare("false -> c[7] = x", |_, _, _| true);
    // Functions of any number of operands.
    compare("xor(x > 0, y > 0, b)", |x, y, b| (x > 0) ^ (y > 0) ^ b);
    compare("iff(x > 0, y > 0, b)", |x, y, b| (x > 0) == b && (y > 0) == b);
    compare("x > 0 <-> y > 0 <-> b", |x, y, b| (x > 0) ^ (y > 0) ^ b);
    compare("distinct(x, y, 1)", |x, y, _| x != y && x != 1 && y != 1);
    compare("iff() and all() and not any() and not xor() and count() = 0", |_, _, _| true);
    compare("distinct() and all_equal()", |_, _, _| true);
    compare("count(x, y, b) = 3", |x, y, b| x != 0 && y != 0 && b);
}

#[test]
fn arrays_may_have_variable_indices_and_names() {
    let found = model(
        r#""variables": [{"name": "i", "domain": "0..3"},
        {"name": "a", "size": [2, 2], "domain": "0..1"}],
        "constraints": [{"expr": "a[i][1] = 1"}, {"expr": "sum(a) = 1"}]"#,
    );
    assert_eq!(solutions(&found), [[0, 0, 1, 0, 0], [1, 0, 0, 0, 1]]);
    let found = model(
        r#""variables": [{"name": "color", "size": 2, "domain": ["red", "green"]}],
        "constraints": [{"expr": "color[1] = \"red\""}, {"expr": "color[0] != red"}]"#,
    );
    assert_eq!(solutions(&found), [[2, 1]]);
}

#[test]
fn listed_constraints_expand_cells() {
    let found = model(
        r#""parameters": {"w": [1, 2], "n": 2}, "variables": [
        {"name": "g", "size": ["n", "n"], "domain": "{1, 2..n}"},
        {"name": "none", "size": 0, "domain": "0..1"}],
        "constraints": [
          {"kind": "all_different", "scope": ["g[i][]", "none[]"], "for": "i in 0..n-1"},
          {"kind": "all_different", "scope": ["g[][0]"]},
          {"kind": "linear", "terms": [{"variable": "g[n-1][0]", "coefficient": "w[1]"}],
           "relation": "=", "constant": "n * n"}]"#,
    );
    assert_eq!(solutions(&found), [[1, 2, 2, 1]]);
}

fn fault(members: &str) -> String {
    read_model("m", &file(members)).unwrap_err().to_string()
}

#[test]
#[allow(clippy::too_many_lines, reason = "a list of cases")]
fn faults_in_expressions_have_their_places() {
    let of = |expr: &str| {
        fault(&format!(
            "\"parameters\": {{\"n\": 8, \"r\": [[1], [2, 3]]}}, \"variables\": [\
             {{\"name\": \"queens\", \"size\": \"n\", \"domain\": \"0..7\"}}], \"constraints\": [\n\
             {{\"expr\": \"{expr}\"}}]"
        ))
    };
    // The text of each expression starts in column 11.
    for (expr, column, part) in [
        ("", 11, "found the end; expected a number, a name or '('"),
        ("1 +", 14, "found the end"),
        ("1 2", 13, "found '2'; expected an operator or the end"),
        ("(1", 13, "found the end; expected ')'"),
        ("queens[8] = 1", 11, "queens[8] does not exist; queens has 8 places"),
        ("queens[-1] = 1", 11, "queens[-1] does not exist"),
        ("1 = quens[1]", 15, "'quens' (did you mean 'queens'?)"),
        ("smu(1, 2)", 11, "there is no function 'smu'"),
        ("queens = 1", 11, "'queens' is an array"),
        ("queens[0][0] = 1", 11, "queens[0] is no array"),
        ("n[0] = 1", 11, "n is no array"),
        ("queens[8] = 1 or false", 11, "queens[8] does not exist"),
        ("true and queens[8] = 1", 20, "queens[8] does not exist"),
        ("r[0][1] = 1", 11, "r[0][1] does not exist; r[0] has 1 places"),
        ("r[queens[0]][queens[1]] = 1", 11, ""),
        ("all(i in 0..9: queens[i] > 0)", 26, "i = 8: queens[8] does not exist"),
        ("all(i in 0..1, i in 0..1: true)", 26, "two indices are named 'i'"),
        ("all(i in 0..queens[0]: true)", 23, "a variable; expected a known number"),
        ("all(i in 0: true)", 21, "expected '..'"),
        ("99999999999999999999 = 1", 11, "beyond 64 bits"),
        ("9223372036854775807 + 1 = 1", 31, "a number beyond 64 bits"),
        ("1 = 2 $ 3", 17, "the character '$'"),
        ("abs(1, 2) = 1", 11, "expected one operand"),
        ("min() = 1", 11, "expected one or more operands"),
        ("if 1 then 2", 22, "found the end; expected 'else'"),
        ("queens[0] in {1, 2", 29, "found the end; expected ',' or '}'"),
        ("queens[0] = 'red'", 23, "there is no value named 'red'"),
        ("queens[0] in {5000000000}", 21, "5000000000 is beyond"),
        ("'\\u00e9\\n\\\"' = 1", 11, "no value named"),
        ("1 = \\\"a\\\" = 1", 15, "no value named 'a'"),
        ("\\u0031 = a", 20, "'a'"),
        ("and 1", 11, "found 'and'"),
    ] {
        let message = of(expr);
        if part.is_empty() {
            assert!(
                message.contains("rows of different sizes") || message.contains("does not"),
                "{message}"
            );
            continue;
        }
        let place = format!("m:2:{column}: constraints[0].expr: ");
        assert!(message.starts_with(&place) && message.contains(part), "{expr}: {message}");
    }
    for deep in ["(", "-", "not ", "abs(", "1 ** "] {
        let message = of(&deep.repeat(100_000));
        assert!(message.contains("more than 500 operations"), "{message}");
    }
    let many = |start: &str, step: &str, end: &str| start.to_owned() + &step.repeat(20_000) + end;
    for many in [
        many("all(", "1, ", "1: true)"),
        many("all(", "n, ", "n: true)"),
        many("all(", "i, ", "i in 0..1: true)"),
        "all(1, 1, 1, 1: ".repeat(200) + "1" + &")".repeat(200),
    ] {
        let message = of(&many);
        assert!(message.contains("more than 500 operations"), "{message}");
    }
    let wide = vec!["queens[0]"; 10_000].join(" + ");
    let products = vec!["queens[0]"; 1000].join(" * ");
    assert!(of(&format!("{wide} + 1 < 'x'")).contains("no value named"));
    assert!(of(&products).contains("more than 500 operations"));
}

/// Trees as deep as the limit allows are read on the stack of a test, which is that of a thread.
#[test]
fn deep_expressions_fit_the_stack_of_a_thread() {
    for (start, core, end) in [
        ("(", "a[0]", ")"),
        ("-", "a[0]", ""),
        ("not ", "a[0] = 1", ""),
        ("abs(", "a[0]", ")"),
        ("a[", "a[0]", "]"),
        ("if a[0] = 1 then a[1] else ", "a[2]", ""),
        ("if a[0] = 1 then ", "a[2]", " else a[1]"),
        ("1 - (", "a[0]", ")"),
        ("max(1, ", "a[0]", ")"),
        ("1 -> ", "a[0] = 1", ""),
        ("all(", "a[0] = 1", ")"),
        ("sum(1: ", "a[0]", ")"),
        ("sum(i in 0..a[0]: ", "a[0]", ")"),
        ("a[0] in {1, 1..(", "2", ")}"),
    ] {
        let read_any = [100, 240, 499].map(|depth| {
            let expr = format!("{}{core}{}", start.repeat(depth), end.repeat(depth));
            let members = format!(
                r#""variables": [{{"name": "a", "size": 3, "domain": "0..2"}}],
                "constraints": [{{"expr": "{expr} = 1"}}]"#
            );
            // Whether it means anything is not the question here.
            read_model("m", &file(&members)).is_ok()
        });
        let may_fail = start.starts_with("sum(i") || start.starts_with("a[0] in");
        assert!(read_any[0] || may_fail, "{start}");
    }
}

#[test]
fn faults_outside_of_expressions_are_refused() {
    for (members, part) in [
        (
            r#""variables": [{"name": "a", "size": 1000000000, "domain": "0..1"}]"#,
            "more than 10000000 cells",
        ),
        (
            r#""variables": [{"name": "a", "size": [100000, 100000], "domain": "0..1"}]"#,
            "more than",
        ),
        (
            r#""variables": [{"name": "a", "size": [0, 9000000, 9000000, 9000000],
            "domain": "0..1"}], "constraints": [{"expr": "a[0][0] = 1"}]"#,
            "a[0] does not exist; a has 0 places",
        ),
        (r#""variables": [{"name": "a", "size": -1, "domain": "0..1"}]"#, "a size of -1"),
        (r#""variables": [{"name": "a", "size": "m", "domain": "0..1"}]"#, "index 'm'"),
        (r#""variables": [{"name": "a", "size": [], "domain": "0..1"}]"#, "without sizes"),
        (r#""variables": [{"name": "a", "domain": "0..m"}]"#, "index 'm'"),
        (r#""parameters": {"a": 1.5}, "variables": []"#, "expected an integer"),
        (r#""parameters": {"a": 1, "a": 2}, "variables": []"#, "duplicate"),
        (r#""parameters": {"a": 1}, "variables": [{"name": "a", "domain": "0..1"}]"#, "taken"),
        (
            r#""variables": [], "constraints": [{"expr": "1", "for": "i in 0..1000000000000"}]"#,
            "50000000 parts",
        ),
        (r#""variables": [], "constraints": [{"expr": "1", "x": 1}]"#, "unknown field `x`"),
        (
            r#""variables": [], "constraints": [{"kind": "all_different", "scope": ["q[]"]}]"#,
            "there is no array 'q'",
        ),
    ] {
        let message = fault(members);
        assert!(message.contains(part), "{members}: {message}");
    }
    // Texts that are copied for each cell or index count as parts.
    let long = "a".repeat(10_000_000);
    for members in [
        format!(r#""variables": [{{"name": "{long}", "size": 1000, "domain": "0..1"}}]"#),
        format!(
            r#""variables": [{{"name": "b", "label": "{long}", "size": 1000, "domain": "0..1"}}]"#
        ),
        format!(
            r#""variables": [{{"name": "b", "domain": "0..1"}},
            {{"name": "c", "size": 2, "domain": "0..1"}}], "constraints": [
            {{"expr": "sum(i in 0..99: c[b + i]) = 0", "label": "{long}"}}]"#
        ),
        format!(
            r#""variables": [], "constraints": [
            {{"expr": "true", "for": "{long} in 0..1000"}}]"#
        ),
        format!(
            r#""variables": [{{"name": "{long}", "domain": "0..1"}}], "constraints": [
            {{"kind": "all_different", "scope": ["{long}"], "for": "i in 0..1000"}}]"#
        ),
    ] {
        assert!(fault(&members).contains("50000000 parts"), "{}", &members[..50]);
    }
}

#[test]
fn a_circuit_of_no_nodes_holds_and_one_of_one_node_does_not() {
    let count = |list: &str| {
        let found = model(&format!(
            r#""variables": [{{"name": "x", "domain": "0..1"}}, {{"name": "none", "size": 0,
            "domain": "0..1"}}], "constraints": [{{"kind": "circuit", "successors": [{list}]}}]"#
        ));
        solutions(&found).len()
    };
    assert_eq!(count(""), 2);
    assert_eq!(count("\"none[]\""), 2);
    assert_eq!(count("\"x\""), 0);
}
