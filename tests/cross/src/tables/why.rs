//! Conflicts of tables: rules and clues by their names, with the bounds of numbers.

use std::sync::Arc;

use parallax_engines::Spec;
use parallax_explain::{
    ClaimConfirmation, ExplainedFact, ExplanationEngines, ExplanationOptions, MinimalSets,
    explain_instance,
};
use parallax_instance::ModelSource;
use parallax_model::engine_api::{Control, Engine};

use super::read;

fn engine(name: &str) -> Arc<dyn Engine> {
    Arc::new(name.parse::<Spec>().unwrap())
}

/// Returns all minimal sets of parts that conflict in tables, sorted. A second engine confirms
/// each.
fn conflicts(text: &str) -> Vec<Vec<String>> {
    let instance = read(text).unwrap_or_else(|error| panic!("{error}"));
    let engines = ExplanationEngines {
        deciders: vec![engine("sat:batsat")],
        confirmers: vec![engine("native")],
        optimiser: engine("sat:batsat"),
    };
    let request = ExplanationOptions {
        sets: MinimalSets::All(50),
        repair: false,
        rules_only: false,
        about: None,
        seed: 0,
    };
    let view = instance.default_viewpoint();
    let why = explain_instance(&instance, &view, request, &engines, &Control::unlimited()).unwrap();
    assert!(matches!(why.finding, ExplainedFact::Unsatisfiable), "{text}");
    let mut sets: Vec<Vec<String>> = Vec::new();
    for set in &why.sets {
        assert!(matches!(set.confirmed, ClaimConfirmation::By(_)), "{text}");
        let words = |&part: &usize| why.problem.parts()[part].description(why.problem.model());
        sets.push(set.parts.iter().map(words).collect());
        sets.last_mut().unwrap().sort();
    }
    sets.sort();
    sets
}

/// Returns the conflicts of tables over numbers without bounds in the glossary, one of them a
/// number of items sold.
fn numbers(tables: &str) -> Vec<Vec<String>> {
    conflicts(&format!(
        "Type\nName | Type | Values\nItem | String | a, b, c\n\nBoolean\nName\nrich\n\n\
         Relation\nName\nItem is sold\n\n\
         Constant\nName | Type\nn | Int\nprice | Int\ntotal | Int\n\n\
         Rest\nE* || n | price | total\n0 || [0..40] | [0..40] | [0..40]\n\n{tables}"
    ))
}

#[test]
fn rules_that_bound_a_number_are_named() {
    const COUNT: &str =
        "Count\nC# | Item | Item is sold || n\n1 | - | Yes || Item\n\nLimit\nE* || n\n";
    assert_eq!(numbers(&format!("{COUNT}1 || > 3\n")), [["Count, rule 1", "Limit, rule 1: n > 3"]]);
    assert_eq!(
        numbers(&format!("{COUNT}1 || >= 2\n2 || < 2\n")),
        [["Limit, rule 1: n >= 2", "Limit, rule 2: n <= 1"]]
    );
    const PRICE: &str = "Price\nU | rich || price\n1 | Yes || 20\n2 | No || 10\n\nLimit\n";
    const FIRST: &str = "Price, rule 1: rich != Yes or price = 20";
    const SECOND: &str = "Price, rule 2: price = 10 or rich = Yes";
    assert_eq!(
        numbers(&format!("{PRICE}E* || price\n1 || 30\n")),
        [["Limit, rule 1: price = 30", FIRST, SECOND]]
    );
    // One bound follows from another.
    assert_eq!(
        numbers(&format!("{PRICE}E* || price | total\n1 || total | -\n2 || - | 35\n3 || 20 | -\n")),
        [
            &[
                "Limit, rule 1: price - total = 0",
                "Limit, rule 2: total = 35",
                "Limit, rule 3: price = 20"
            ][..],
            &["Limit, rule 1: price - total = 0", "Limit, rule 2: total = 35", FIRST, SECOND],
        ]
    );
}

#[test]
fn a_rule_that_two_tables_state_is_in_sets_of_its_own() {
    const RULE: &str = "E* | a || b\n1 | red || green\n\n";
    let text = format!(
        "Type\nName | Type | Values\nColor | String | red, green\n\n\
         Constant\nName | Type\na | Color\nb | Color\n\n\
         First\n{RULE}Second\n{RULE}Third\nE* || a\n1 || red\n\nFourth\nE* || b\n1 || red\n"
    );
    let set = |table: &str| {
        let rule = format!("{table}, rule 1: b = green or a != red");
        let mut set = ["Third, rule 1: a = red".to_owned(), "Fourth, rule 1: b = red".into(), rule];
        set.sort();
        set.to_vec()
    };
    assert_eq!(conflicts(&text), [set("First"), set("Second")]);
}

/// Latin squares of order 2 with clues, and a known weight for each row.
const SQUARE: &str = "Type\nName | Type | Values\nRow | Int | [1..2]\nCol | Int | [1..2]\n\
     Digit | Int | [1..2]\n\nFunction\nName | Type\ndigit at Row Col | Digit\nweight of Row | Digit\n\n\
     Rows\nE* | Row | Col called c | Col called d || digit at Row c\n1 | - | - | > c || not(digit at Row d)\n\n\
     Data Table: weights\nD | Row || weight of Row\n1 | 1, 2 || 2\n\n";

#[test]
fn clues_in_data_tables_are_named() {
    assert_eq!(
        conflicts(&format!(
            "{SQUARE}Data Table: clues\nD | Row | Col || digit at Row Col\n1 | 1 | 1 || 1\n2 | 2 | 1, 2 || 2\n"
        )),
        [["Rows, rule 1", "clue digit at 2 1 = 2", "clue digit at 2 2 = 2"]]
    );
    // A function whose values are all known has no clues.
    assert_eq!(
        conflicts(&format!(
            "{SQUARE}Light\nE* | Row || weight of Row\n1 | - || < 2\n\n\
             Data Table: clues\nD | Row | Col || digit at Row Col\n1 | 1 | 1 || 1\n"
        )),
        [["Light, rule 1"]]
    );
}
