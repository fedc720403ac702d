//! The meaning of the notation, by the number of solutions. The numbers were counted by hand.

use parallax_instance::Instance;

use super::{found, read};

/// Returns the number of solutions, by two engines.
pub(super) fn count(text: &str) -> usize {
    let instance = read(text).unwrap_or_else(|error| panic!("{error}"));
    let native = found(&instance, "native").expect("an answer");
    assert_eq!(Some(&native), found(&instance, "sat:batsat+order").as_ref(), "{text}");
    native.len()
}

/// Counts the solutions of a problem over two constants `a` and `b` from 1 to 5, a truth `y` and a
/// name `c`.
pub(super) fn plain(tables: &str) -> usize {
    count(&format!(
        "Type\nName | Type | Values\nN | Int | [1..5]\nC | String | red, dark green, blue\n\n\
         Constant\nName | Type\na | N\nb | N\nc | C\n\nBoolean\nName\ny\n\n{tables}"
    ))
}

#[test]
fn without_rules_everything_is_free() {
    assert_eq!(plain(""), 5 * 5 * 3 * 2);
}

#[test]
fn tests_of_numbers() {
    // The free variables multiply each count: b, c and y.
    let of = |test: &str| plain(&format!("T\nE* || a\n1 || {test}\n"));
    for (test, values) in [
        ("3", 1),
        ("= 3", 1),
        ("not(3)", 4),
        ("!= 3", 4),
        ("1, 2", 2),
        ("not(1, 2)", 3),
        ("<= 2", 2),
        ("=< 2", 2),
        ("\u{2265} 4", 2),
        ("[2..4]", 3),
        ("(2..4]", 2),
        ("]2..4[", 1),
        ("[2, 4]", 3),
        ("not([2..4])", 2),
        ("[1..2], > 4", 3),
        ("1 + 2 * 2 - 1", 1),
        ("(1 + 2) // 2", 1),
        ("7 % 4", 1),
        ("min(4, 2)", 1),
        ("abs(1 - 4)", 1),
        ("#C", 1),
        ("-(-2)", 1),
        ("2.0", 1),
        ("> 1.5", 4),
    ] {
        assert_eq!(of(test), values * 5 * 3 * 2, "{test}");
    }
    assert_eq!(of("b"), 5 * 3 * 2);
    assert_eq!(of("> b"), 10 * 3 * 2);
    assert_eq!(of("b * b"), 2 * 3 * 2);
    assert_eq!(of("b * b - b"), 3 * 2);
}

#[test]
fn tests_of_names_and_truths() {
    let of = |column: &str, test: &str| plain(&format!("T\nE* || {column}\n1 || {test}\n"));
    assert_eq!(of("c", "red"), 50);
    assert_eq!(of("c", "dark green"), 50);
    assert_eq!(of("c", "\"dark green\", blue"), 100);
    assert_eq!(of("c", "not(red, blue)"), 50);
    assert_eq!(of("y", "Yes"), 75);
    assert_eq!(of("y", "no"), 75);
    assert_eq!(of("y", "not(Yes)"), 75);
}

#[test]
fn constraint_tables_are_implications() {
    assert_eq!(plain("T\nE* | c | y || a | b\n1 | red | Yes || 1 | 2\n"), 125 + 1);
    assert_eq!(plain("T\nE* | y || a | b\n1 | Yes || 3 | -\n2 | - || - | 2\n"), (1 + 5) * 3);
}

#[test]
fn decision_tables_decide() {
    // 5 values of a; b is decided; c and y are free.
    assert_eq!(plain("T\nU | a || b\n1 | < 3 || 1\n2 | >= 3 || 2\n"), 5 * 6);
    // Nothing is decided for 3, so 3 has no solution.
    assert_eq!(plain("T\nU | a || b\n1 | < 3 || 1\n2 | > 3 || 2\n"), 4 * 6);
    // Rules 1 and 2 contradict each other for 3.
    assert_eq!(plain("T\nA | a || b\n1 | <= 3 || 1\n2 | >= 3 || 2\n"), 4 * 6);
    assert_eq!(plain("T\nF | a || b\n1 | <= 3 || 1\n2 | >= 3 || 2\n"), 5 * 6);
    // A truth is No if no rule makes it Yes.
    assert_eq!(plain("T\nU | a || y\n1 | < 3 || Yes\n"), 5 * 15);
    assert_eq!(plain("T\nF | a || y\n1 | < 3 || No\n2 | - || Yes\n"), 5 * 15);
    // Two tables decide the same output: together they leave no gap.
    assert_eq!(plain("T\nU | a || b\n1 | < 3 || 1\n\nS\nU | a || b\n1 | >= 3 || 2\n"), 5 * 6);
}

/// Counts the solutions of a problem over a function `f` and a relation `r` of three people, and a
/// number `n`.
fn people(tables: &str) -> usize {
    count(&format!(
        "Type\nName | Type | Values\nP | String | ann, bob, cy\nN | Int | [0..2]\n\n\
         Function\nName | Type\nf of P | N\nboss of P | P\n\nRelation\nName\nr P\nP likes P\n\n\
         Constant\nName | Type\nn | Int\n\n\
         Likes\nE* | P called x | P called y || x likes y\n1 | - | - || No\n\n{tables}"
    ))
}

#[test]
fn quantifiers_and_aggregates() {
    let fixed = "R\nE* | P || r P | boss of P\n1 | - || Yes | P\n\n";
    // n is the collected value: as many solutions as functions.
    for policy in ["C+", "C<", "C>", "C#"] {
        assert_eq!(
            people(&format!("{fixed}T\n{policy} | P || n\n1 | - || f of P\n")),
            27,
            "{policy}"
        );
    }
    let sum = |number: u32| {
        people(&format!("{fixed}T\nC+ | P || n\n1 | - || f of P\n\nS\nE* || n\n1 || {number}\n"))
    };
    assert_eq!((0..8).map(sum).collect::<Vec<_>>(), [1, 3, 6, 7, 6, 3, 1, 0]);
    // An empty collection has no minimum.
    assert_eq!(people(&format!("{fixed}T\nC< | P | f of P || n\n1 | - | > 1 || f of P\n")), 27 - 8);
    // Two rules of one table add up.
    let two = "T\nC+ | P | f of P || n\n1 | - | 1 || 10\n2 | - | > 0 || 1\n\nS\nE* || n\n1 || 13\n";
    assert_eq!(people(&format!("{fixed}{two}")), 3);
    // All different.
    let different = "T\nE* | P called p | P called q || f of p\n1 | - | not(p) || not(f of q)\n\n";
    assert_eq!(people(&format!("{fixed}{different}N\nE* || n\n1 || 0\n")), 6);
}

#[test]
fn functions_of_functions() {
    // No person is their own boss, the boss of ann's boss is ann, and f of the boss is greater.
    let tables = "R\nE* | P || r P\n1 | - || No\n\nN\nE* || n\n1 || 1\n\n\
                  B\nE* | P || boss of P\n1 | - || not(P)\n\n\
                  A\nE* || boss of boss of ann\n1 || ann\n\n";
    // bob or cy as ann's boss, whose boss is ann; the third has two choices: 4 ways; f is free.
    assert_eq!(people(tables), 4 * 27);
    let more = "F\nE* | P || f of boss of P\n1 | ann || > f of ann\n";
    assert_eq!(people(&format!("{tables}{more}")), 4 * 3 * 3);
}

#[test]
fn data_is_known() {
    let text = |goal: &str| {
        format!(
            "Type\nName | Type | Values\nCity | String | see Data Table Roads\nKm | Int | [0..99]\n\n\
             Relation\nName\nroad City City\nopen City\n\nFunction\nName | Type\nlength of City City | Km\n\n\
             Data Table: Roads\nD | City called a | City called b || road a b | length of a b\n\
             1 | x | y, z || Yes | 7\n1 | y | z || Yes | 9\n\n{goal}"
        )
    };
    // Six lengths are not in the table, and three truths are free.
    let instance = read(&text(
        "T\nE* | City called a | City called b | road a b || length of a b\n\
                               1 | - | - | No || 3\n",
    ))
    .unwrap();
    let solutions = found(&instance, "native").unwrap();
    assert_eq!(solutions.len(), 8);
    let first = solutions.first().unwrap();
    let structure = instance.notation().write_structure(first);
    assert!(structure.contains("length_of_City_City := {(x,x)->3; (x,y)->7; (x,z)->7; (y,x)->3;"));
    assert!(structure.contains("road_City_City := {(x,x)->false; (x,y)->true;"));
    assert_eq!(
        instance.notation().read_solutions("s", &structure).unwrap(),
        std::slice::from_ref(first)
    );
    let line = instance.notation().write_solution(first);
    assert!(!line.contains("road x y") && line.contains("length of y x = 3"));
    assert_eq!(
        instance.notation().read_solutions("s", &line).unwrap(),
        std::slice::from_ref(first)
    );
}

#[test]
fn decimals_are_exact() {
    let text = "Type\nName | Type | Values\nItem | String | tea, cake\nRate | Float | 0.05, 0.2\n\n\
                Function\nName | Type\nprice of Item | Float\nrate of Item | Rate\ntax of Item | Float\n\n\
                Constant\nName | Type\nTotal | Float\n\n\
                Data Table: prices\nD | Item || price of Item\n1 | tea || 0.1\n2 | cake || 0.25\n\n\
                Tax\nU | Item || tax of Item\n1 | - || price of Item * rate of Item\n\n\
                Sum\nC+ | Item || Total\n1 | - || price of Item + tax of Item\n\n";
    let all = read(text).unwrap();
    assert_eq!(found(&all, "native").unwrap().len(), 4);
    let total = |value: &str| count(&format!("{text}T\nE* || Total\n1 || {value}\n"));
    // 0.1 + 0.25 with taxes of 0.005 or 0.02, and 0.0125 or 0.05.
    assert_eq!(["0.3675", "0.405", "0.3825", "0.42", "0.4"].map(total), [1, 1, 1, 1, 0]);
}

#[test]
fn partial_functions_may_have_no_value() {
    let text = "Type\nName | Type | Values\nP | String | a, b\nN | Int | [1..3]\n\n\
                Function\nName | Type\npartial f of P | N\n\nConstant\nName | Type\nn | N\n\n";
    assert_eq!(count(text), 4 * 4 * 3);
    // A test of a term without a value is false, and its negation true.
    assert_eq!(count(&format!("{text}T\nE* || f of a\n1 || 2\n")), 4 * 3);
    assert_eq!(count(&format!("{text}T\nE* || f of a\n1 || not(2)\n")), 3 * 4 * 3);
    assert_eq!(count(&format!("{text}T\nE* || f of a\n1 || [1..3]\n")), 3 * 4 * 3);
    // Without a rule there is no value.
    assert_eq!(count(&format!("{text}T\nU | P | n || f of P\n1 | - | 1 || 2\n")), 3);
}

#[test]
fn goals_are_tasks() {
    use parallax_instance::InstanceGoal;
    use parallax_model::ObjectiveSense;
    use parallax_model::engine_api::Task;
    let text = "Constant\nName | Type\nn | Int\n\nB\nE* || n\n1 || [2..7]\n\n";
    let goal = |goal: &str| read(&format!("{text}{goal}")).unwrap();
    assert_eq!(goal("").goal(), Some(InstanceGoal::Task(Task::All)));
    assert_eq!(goal("Goal\nget ALL models\n").goal(), Some(InstanceGoal::Task(Task::All)));
    assert_eq!(goal("Execute\nGet 3 models\n").goal(), Some(InstanceGoal::Task(Task::Limit(3))));
    assert_eq!(goal("GOAL\npropagate\n").goal(), Some(InstanceGoal::Consequences));
    let least = goal("Goal\nMinimize 2 * n + 1\n");
    assert_eq!(least.goal(), Some(InstanceGoal::Task(Task::Optimise)));
    let objective = least.built_model().model.objective().unwrap();
    assert_eq!((objective.sense, objective.value_under(&[2, 1])), (ObjectiveSense::Minimize, 5));
}

#[test]
fn few_arguments_need_few_constraints() {
    // The table has six variables of forty values, but each rule mentions two of them.
    let text = "Type\nName | Type | Values\nN | Int | [1..40]\n\nRelation\nName\nr N\n\n\
                T\nE* | N called a | N called b | N called c | N called d | N called e | N called f | r a || r b\n\
                1 | - | a | - | - | - | - | Yes || No\n2 | 7 | - | - | - | - | - | Yes || No\n";
    let instance = read(text).unwrap();
    assert!(instance.built_model().model.constraints().len() < 200);
    assert_eq!(found(&instance, "native").unwrap().len(), 1);
}
