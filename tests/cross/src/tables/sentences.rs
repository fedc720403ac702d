//! Sentences of `docs/reference/tables.md` that are easy to misread, each with the number of
//! solutions counted by hand.

use parallax_instance::Instance;

use super::notation::{count, plain};
use super::{found, read};

/// Returns the error of tables.
fn error(tables: &str) -> String {
    let text = format!(
        "Type\nName | Type | Values\nN | Int | [0..9]\nP | String | ann, bob\n\n\
         Function\nName | Type\nf of P | N\n\nConstant\nName | Type\na | N\nb | N\n\n{tables}"
    );
    read(&text).err().map_or_else(String::new, |error| error.to_string())
}

#[test]
fn tables_that_collect_for_one_output_count_together() {
    // Both tables collect `b`; a, c and y are free.
    let both = |policy: &str| {
        plain(&format!("T\n{policy} || b\n1 || 3\n\nS\n{policy} | a || b\n1 | <= 2 || 1\n"))
    };
    // 3, and 4 if a <= 2.
    assert_eq!(both("C+"), 5 * 6);
    assert_eq!(both("C<"), 5 * 6);
    assert_eq!(both("C>"), 5 * 6);
    assert_eq!(both("C#"), 5 * 6);
    let with = |policy: &str, value: u32| {
        plain(&format!(
            "T\n{policy} || b\n1 || 3\n\nS\n{policy} | a || b\n1 | <= 2 || 1\n\nE\nE* || b\n1 || {value}\n"
        ))
    };
    assert_eq!([3, 4].map(|value| with("C+", value)), [3 * 6, 2 * 6]);
    assert_eq!([3, 1].map(|value| with("C<", value)), [3 * 6, 2 * 6]);
    assert_eq!([3, 1].map(|value| with("C>", value)), [5 * 6, 0]);
    assert_eq!([1, 2].map(|value| with("C#", value)), [3 * 6, 2 * 6]);
}

#[test]
fn sums_of_several_tables_bound_what_has_no_range() {
    let text = "Type\nName | Type | Values\nN | Int | [0..3]\n\nConstant\nName | Type\na | N\n\
                n | Int\n\nT\nC+ | a || n\n1 | - || a\n\nS\nC+ | a || n\n1 | - || a * 10\n";
    let instance = read(text).unwrap();
    let all = found(&instance, "native").unwrap();
    assert_eq!(all.into_iter().collect::<Vec<_>>(), [[0, 0], [1, 11], [2, 22], [3, 33]]);
}

#[test]
fn policies_that_do_not_go_together_are_refused() {
    let mixed = error("T\nC+ || a\n1 || 1\n\nS\nC> || a\n1 || 1\n");
    assert_eq!(
        mixed,
        "f: S!A19: table 'S': 'a' is collected by C> here and by C+ in another table"
    );
    let decided = error("T\nC+ || a\n1 || 1\n\nS\nU || a\n1 || 1\n");
    assert_eq!(decided, "f: S!A15: table 'T': 'a' is collected here and decided in another table");
}

#[test]
fn what_tables_collect_does_not_depend_on_itself() {
    assert!(error("T\nC+ || a\n1 || a\n").contains("'a' depends on itself"));
    assert!(error("T\nC# || a\n1 || a\n").contains("'a' depends on itself"));
    assert!(
        error("T\nC+ || a\n1 || b\n\nS\nU | a || b\n1 | < 5 || 1\n2 | >= 5 || 2\n")
            .contains("itself")
    );
    // A value may depend on other arguments of its function.
    assert_eq!(
        error("T\nC+ || f of ann\n1 || f of bob\n2 || 1\n\nS\nE* || f of bob\n1 || 0\n"),
        ""
    );
}

#[test]
fn yes_and_no_contradict_each_other() {
    for policy in ["U", "A"] {
        // Both rules apply if a <= 2; otherwise y is No.
        let tables = format!("T\n{policy} | a || y\n1 | <= 2 || Yes\n2 | < 3 || No\n");
        assert_eq!(plain(&tables), 3 * 15, "{policy}");
        let apart = format!("T\n{policy} | a || y\n1 | <= 2 || Yes\n2 | >= 3 || No\n");
        assert_eq!(plain(&apart), 5 * 15, "{policy}");
    }
    // With policy F only the first rule counts, in each table.
    assert_eq!(plain("T\nF | a || y\n1 | <= 2 || Yes\n2 | < 5 || No\n"), 5 * 15);
    let two = "T\nF | a || y\n1 | <= 2 || Yes\n\nS\nF | a || y\n1 | = 2 || No\n";
    assert_eq!(plain(two), 4 * 15);
}

#[test]
fn a_rule_whose_output_has_no_value_is_neither_collected_nor_counted() {
    let text = |policy: &str| {
        format!(
            "Type\nName | Type | Values\nN | Int | [0..2]\nM | Int | [-9..9]\n\n\
             Constant\nName | Type\na | N\nn | M\n\nT\n{policy} | a || n\n1 | - || 2 // a\n2 | - || 1\n"
        )
    };
    let all = |policy: &str| {
        let instance = read(&text(policy)).unwrap();
        let native = found(&instance, "native").unwrap();
        assert_eq!(Some(&native), found(&instance, "sat:batsat+order").as_ref());
        native.into_iter().collect::<Vec<_>>()
    };
    assert_eq!(all("C#"), [[0, 1], [1, 2], [2, 2]]);
    assert_eq!(all("C+"), [[0, 1], [1, 3], [2, 2]]);
    assert_eq!(all("C<"), [[0, 1], [1, 1], [2, 1]]);
    assert_eq!(all("C>"), [[0, 1], [1, 2], [2, 1]]);
}

#[test]
fn a_total_is_a_value_also_where_there_may_be_none() {
    // A number next to the values of `h` represents a missing value; it is no total.
    let text = "Type\nName | Type | Values\nP | String | ann\nN | Int | [0..1]\nM | Int | [-3..3]\n\n\
                Function\nName | Type\npartial h of P | N\n\nConstant\nName | Type\nt | M\n\n\
                T\nC+ | P || h of P\n1 | - || t\n";
    let instance = read(text).unwrap();
    for engine in ["native", "sat:batsat+direct"] {
        let all = found(&instance, engine).unwrap();
        assert_eq!(all.into_iter().collect::<Vec<_>>(), [[0, 0], [1, 1]], "{engine}");
    }
}

#[test]
fn the_least_of_nothing_is_no_value() {
    for policy in ["C<", "C>", "U"] {
        let text = format!(
            "Type\nName | Type | Values\nN | Int | [0..1]\n\nConstant\nName | Type\na | N\nd | Float\n\n\
             T\n{policy} | a || d\n1 | not(a) || 0.5\n"
        );
        let instance = read(&text).unwrap();
        assert!(found(&instance, "native").unwrap().is_empty(), "{policy}");
    }
}

#[test]
fn what_is_counted_is_a_value() {
    assert_eq!(plain("T\nC# | a || b\n1 | <= 2 || c\n2 | - || 7\n"), 5 * 6);
    // A blank cell collects nothing.
    assert!(error("T\nC# || a\n1 || -\n").contains("the rule has no output"));
    assert!(error("T\nC# || a\n1 || unheard\n").contains("unheard"));
}

#[test]
fn ranges_have_round_and_square_brackets_everywhere() {
    let of = |test: &str| plain(&format!("T\nE* || a\n1 || {test}\n")) / (5 * 6);
    for (test, values) in [
        ("(1, 5)", 3),
        ("(1, 5]", 4),
        ("not([1..3))", 3),
        ("not(5, [1..3))", 2),
        ("not(]1..3[)", 4),
        ("not((1, 5))", 2),
        ("[min(1, 2), 3]", 3),
        ("(min(1, 2), max(2, 4))", 2),
        ("(1 + 1), (2 + 2)", 2),
        ("(1 + 1) * 2", 1),
        ("[1, 2], (3, 5]", 4),
        ("([1..2], 4)", 0),
    ] {
        match values {
            0 => assert!(error(&format!("T\nE* || a\n1 || {test}\n")).contains('\''), "{test}"),
            values => assert_eq!(of(test), values, "{test}"),
        }
    }
}

#[test]
fn comments_are_free() {
    let text = "Comment on prices\nWho | What (\n1 | )\n\nComments\nE* || nothing\n1 || known\n\n";
    assert_eq!(plain(text), 5 * 5 * 3 * 2);
}

#[test]
fn words_that_mean_two_things_name_both() {
    let text = "Type\nName | Type | Values\nThing | String | x, y\nN | Int | [1..2]\n\n\
                Function\nName | Type\nnext of Thing | Thing\n\n";
    let error =
        |tables: &str| read(&format!("{text}{tables}")).err().expect("an error").to_string();
    let cell = error("T\nE* | Thing called x || next of y\n1 | - || not(x)\n");
    assert!(cell.contains("the variable x and a value of Thing"), "{cell}");
    let header = error("T\nE* | Thing called x || next of x\n1 | - || y\n");
    assert!(
        header
            .contains("'next of Thing' of the variable x and 'next of Thing' of a value of Thing"),
        "{header}"
    );
    // In a column of things, only the value `x` fits.
    assert_eq!(count(&format!("{text}T\nE* | N called x || next of y\n1 | - || x\n")), 2);
    assert_eq!(count(&format!("{text}T\nE* | Thing called x || next of y\n1 | - || \"x\"\n")), 2);
}

#[test]
fn decimals_are_the_users_numbers_in_every_text() {
    let text = "Type\nName | Type | Values\nPrice | Float | 0.5, -1.25, 3\n\n\
                Constant\nName | Type\nb | Price\n\nT\nE* || b\n1 || < 3\n\nGoal\nMinimize b\n";
    let instance = read(text).unwrap();
    let model = &instance.built_model().model;
    assert!(model.to_string().contains("b in {-1.25, 0.5, 3}"), "{model}");
    assert!(model.to_string().contains("b < 3") || model.to_string().contains("b <= 2.99"));
    assert_eq!(model.objective().unwrap().to_decimal(-125).to_string(), "-1.25");
    let outside = instance.rules(&[-12500]).unwrap_err().to_string();
    assert!(outside.contains("-125 is outside its domain {-1.25, 0.5, 3}"), "{outside}");
    let unread = instance.notation().read_solutions("s", "b = red").unwrap_err().to_string();
    assert!(unread.contains("expected one of {-1.25, 0.5, 3}"), "{unread}");
}

#[test]
fn partial_decimals_are_read_as_they_are_printed() {
    let text = "Type\nName | Type | Values\nThing | String | p, q\nDec | Float | -1.5, 1.7, 9\n\n\
                Function\nName | Type\npartial size of Thing | Dec\n";
    let instance = read(text).unwrap();
    let all = found(&instance, "native").unwrap();
    assert_eq!(all.len(), 16);
    for solution in &all {
        for printed in [
            instance.notation().write_structure(solution),
            instance.notation().write_solution(solution),
        ] {
            let read = instance.notation().read_solutions("s", &printed).unwrap();
            assert_eq!(read, std::slice::from_ref(solution), "{printed}");
        }
    }
}
