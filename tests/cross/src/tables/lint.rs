//! Faults of decision tables, each with an example.

use std::collections::BTreeSet;
use std::sync::Arc;

use parallax_engines::Spec;
use parallax_formats::TablesInstance;
use parallax_model::engine_api::{Control, Engine};
use parallax_tables::lint::{LintFinding, lint_problem};

use super::drawn::problem;
use super::page::Page;
use super::random::problems;
use super::read;
use super::second::{MOST, OPEN};
use crate::common::engines;

/// Returns the faults of tables over `age` from 0 to 20, `sex` (f, m), and outputs `price` and
/// `free`.
fn faults(tables: &str) -> Vec<String> {
    let text = format!(
        "Type\nName | Type | Values\nAge | Int | [0..20]\nSex | String | f, m\nPrice | Int | [0..9]\n\n\
         Constant\nName | Type\nage | Age\nsex | Sex\nprice | Price\n\nBoolean\nName\nfree\n\n{tables}"
    );
    let instance = read(&text).unwrap_or_else(|error| panic!("{error}"));
    let mut all: Vec<Vec<LintFinding>> = Vec::new();
    for engine in ["native", "sat:batsat+direct"] {
        let engine: Arc<dyn Engine> = Arc::new(engine.parse::<Spec>().unwrap());
        let report = lint_problem(&instance, &[engine], &Control::unlimited(), &mut || ());
        assert!(report.open.is_empty(), "{:?}", report.open);
        all.push(report.findings);
    }
    let short = |finding: &LintFinding| {
        let mut words = vec![finding.fault.json_name().to_owned()];
        words.extend(finding.rules.iter().cloned());
        words.join("; ")
    };
    let first: Vec<String> = all[0].iter().map(short).collect();
    assert_eq!(first, all[1].iter().map(short).collect::<Vec<_>>());
    first
}

const NONE: [&str; 0] = [];

#[test]
fn overlaps_and_gaps_are_found() {
    assert_eq!(faults("T\nU | age || price\n1 | < 5 || 1\n2 | >= 5 || 2\n"), NONE);
    assert_eq!(
        faults("T\nU | age || price\n1 | <= 5 || 1\n2 | >= 5 || 2\n"),
        ["overlap; T, rule 1; T, rule 2"]
    );
    assert_eq!(faults("T\nU | age || price\n1 | < 5 || 1\n2 | > 5 || 2\n"), ["gap"]);
    // Rules of policy A may overlap if they agree.
    assert_eq!(faults("T\nA | age || price\n1 | <= 5 || 1\n2 | >= 5 || 1\n"), NONE);
    assert_eq!(
        faults("T\nA | age || price\n1 | <= 5 || 1\n2 | >= 5 || 2\n"),
        ["overlap; T, rule 1; T, rule 2"]
    );
    // 12 // (age - 5) has no value at 5, where the other rule gives one.
    assert_eq!(
        faults(
            "T\nA | age || price\n1 | [5..6] || 12 // (age - 5) // 2\n2 | [5..6] || 6\n3 | not([5..6]) || 1\n"
        ),
        ["overlap; T, rule 1; T, rule 2"]
    );
    // Of a table that collects, rules that never apply are faults.
    assert_eq!(faults("T\nC+ | age || price\n1 | < 5 || 1\n2 | > 30 || 1\n"), ["dead; T, rule 2"]);
    // A truth without a rule is No, and tables that collect have no gaps.
    assert_eq!(faults("T\nU | age || free\n1 | < 5 || Yes\n"), NONE);
    assert_eq!(faults("T\nC+ | age || price\n1 | < 5 || 1\n2 | < 3 || 1\n"), NONE);
}

/// Returns the gaps of tables over `age` and `sex`, as the values of their inputs.
fn gaps(tables: &str) -> Vec<String> {
    let text = format!(
        "Type\nName | Type | Values\nAge | Int | [0..20]\nSex | String | f, m, x\nPrice | Int | [0..9]\n\n\
         Constant\nName | Type\nage | Age\nsex | Sex\nprice | Price\nbase | Price\n\nBoolean\nName\nfree\n\n{tables}"
    );
    let instance = read(&text).unwrap_or_else(|error| panic!("{error}"));
    let report = lint_problem(&instance, &engines("native"), &Control::unlimited(), &mut || ());
    assert!(report.open.is_empty(), "{:?}", report.open);
    let gaps = report.findings.iter().filter(|finding| finding.fault.json_name() == "gap");
    let words = |finding: &LintFinding| {
        let inputs = finding.inputs.iter().map(|(name, values)| format!("{name} = {values}"));
        // The example is one of them.
        assert!(finding.inputs.len() <= finding.example.len(), "{finding:?}");
        inputs.collect::<Vec<_>>().join(", ")
    };
    gaps.map(words).collect()
}

#[test]
fn all_gaps_are_found_as_ranges_that_are_merged() {
    let one = "T\nU | age || price\n1 | [3..5] || 1\n2 | [6..9] || 2\n3 | 14 || 2\n\n";
    assert_eq!(gaps(one), ["age = 0..2", "age = 10..13", "age = 15..20"]);
    // Another table leaves only 14 to 16.
    assert_eq!(gaps(&format!("{one}S\nE* || age\n1 || [14..16]\n")), ["age = 15..20"]);
    let two = "T\nU | age | sex || price\n1 | < 5 | f || 1\n2 | >= 5 | m || 2\n";
    assert_eq!(gaps(two), ["age = 0..4, sex = m", "sex = x", "age = 5..20, sex = f"]);
    let truth = "T\nU | free | age || price\n1 | Yes | - || 1\n2 | No | > 7 || 2\n";
    assert_eq!(gaps(truth), ["free = No, age = 0..7"]);
    // Cells with formulas have one example.
    let formula = "T\nU | age || price\n1 | < base || 1\n";
    assert_eq!(gaps(formula), [""]);
}

#[test]
fn rules_that_never_apply_are_found() {
    assert_eq!(
        faults("T\nF | age || price\n1 | < 5 || 1\n2 | < 3 || 2\n3 | - || 3\n"),
        ["shadowed; T, rule 2"]
    );
    assert_eq!(faults("T\nF | age || price\n1 | < 5 || 1\n2 | - || 3\n"), NONE);
    assert_eq!(faults("T\nU | age || price\n1 | - || 1\n2 | > 30 || 2\n"), ["dead; T, rule 2"]);
    // Two rules together shadow a third.
    assert_eq!(
        faults("T\nF | age | sex || price\n1 | - | f || 1\n2 | - | m || 2\n3 | > 3 | - || 3\n"),
        ["shadowed; T, rule 3"]
    );
}

#[test]
fn other_tables_count() {
    // The gap at 5 cannot occur, because another table excludes 5.
    let table = "T\nU | age || price\n1 | < 5 || 1\n2 | > 5 || 2\n\n";
    assert_eq!(faults(&format!("{table}S\nE* || age\n1 || not(5)\n")), NONE);
    // Another table decides the missing case.
    assert_eq!(faults(&format!("{table}S\nU | age || price\n1 | 5 || 3\n")), NONE);
}

#[test]
fn examples_are_in_the_words_of_the_table() {
    let text = "Type\nName | Type | Values\nP | String | ann, bob\nN | Int | [0..9]\n\n\
                Function\nName | Type\nage of P | N\nfee of P | N\n\n\
                Data Table\nD | P || age of P\n1 | ann || 3\n2 | bob || 7\n\n\
                Fee\nU | P | age of P || fee of P\n1 | - | < 5 || 0\n2 | - | > 7 || 1\n";
    let instance = read(text).unwrap();
    let engine: Arc<dyn Engine> = Arc::new("native".parse::<Spec>().unwrap());
    let report = lint_problem(&instance, &[engine], &Control::unlimited(), &mut || ());
    let gap = report.findings.iter().find(|finding| finding.fault.json_name() == "gap").unwrap();
    assert_eq!(gap.example, [("age of P".to_owned(), "7".to_owned())]);
}

/// The faults that the program finds, in the words of the second reader.
fn found_faults(instance: &TablesInstance) -> BTreeSet<String> {
    let report = lint_problem(instance, &engines("native"), &Control::unlimited(), &mut || ());
    assert!(report.open.is_empty(), "{:?}", report.open);
    let words = report.findings.iter().map(|finding| {
        let rules =
            if finding.rules.is_empty() { finding.table.clone() } else { finding.rules.join("; ") };
        format!("{}; {rules}", finding.fault.json_name())
    });
    words.collect()
}

#[test]
fn faults_of_random_tables_are_those_that_a_second_reader_finds() {
    let (mut without, mut with, mut differ) = (0u64, 0u64, Vec::new());
    for case in 0..problems() {
        let text = problem(case);
        let Ok(instance) = read(&text) else { continue };
        let page = Page::read(&text);
        // The program bounds open numbers by the tables, the second reader does not.
        if page.is_open() || page.assignments(OPEN) > MOST {
            continue;
        }
        let (found, expected) = (found_faults(&instance), page.faults(OPEN));
        if found != expected {
            differ.push(format!("case {case}: {found:?}, not {expected:?}\n{text}"));
        }
        with += u64::from(!expected.is_empty());
        without += u64::from(expected.is_empty());
    }
    let sums = format!("{with} with faults, {without} without, {} differ", differ.len());
    println!("{sums}");
    differ.iter().take(20).for_each(|text| println!("{text}"));
    let shortest = differ.iter().min_by_key(|text| text.len());
    assert!(differ.is_empty(), "{sums}; first {}\n{}", differ[0], shortest.unwrap());
    assert!(with > 0 && without > 0, "{sums}");
}
