//! Ranges of inputs that a sweep finds, confirmed by engines; spoiled ranges are refuted.

use std::sync::Arc;

use parallax_dmn::columns::{
    ColumnTable, ColumnValue, OutputSearch, SeparateTables, TableDifferences, read_column_tables,
    read_literal,
};
use parallax_engines::Spec;
use parallax_model::engine_api::{Control, Engine};
use parallax_tables::class_model::{RangeConfirmation, RangeQuestion};
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The columns: name, type, and cells.
const COLUMNS: [(&str, &str, &[&str]); 4] = [
    ("a", "number", &["-", "1", "< 2", ">= 2.5", "(1..3]", "not(2)", "null", "1, > 3", "[3..2]"]),
    ("b", "string", &["-", "\"p\"", "\"q\", \"p \"", "not(\"p\")", "null", "not(\"p\", null)"]),
    ("c", "boolean", &["-", "true", "false", "not(true)"]),
    ("d", "Any", &["-", "1", "\"p\"", "true", "> 0", "not(\"p\", 1)"]),
];

/// Outputs, of which `1` and `1.0` are equal, and `x` is no constant.
const OUTPUTS: [&str; 6] = ["1", "1.0", "2", "\"p\"", "null", "x"];

const POLICIES: [&str; 7] =
    ["UNIQUE", "ANY", "FIRST", "PRIORITY", "COLLECT", "RULE ORDER", "OUTPUT ORDER"];

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

/// A table as data, to be changed.
#[derive(Clone)]
struct DrawnTable {
    policy: &'static str,
    default: Option<&'static str>,
    columns: Vec<usize>,
    rules: Vec<(Vec<&'static str>, &'static str)>,
}

impl DrawnTable {
    fn draw(rng: &mut ChaCha8Rng) -> Self {
        let mut columns: Vec<usize> = (0..COLUMNS.len()).filter(|_| rng.random_bool(0.5)).collect();
        if columns.is_empty() {
            columns.push(0);
        }
        let rules = (0..rng.random_range(1..6)).map(|_| Self::draw_rule(rng, &columns)).collect();
        let default = rng.random_bool(0.3).then(|| *OUTPUTS.choose(rng).unwrap());
        DrawnTable { policy: POLICIES.choose(rng).unwrap(), default, columns, rules }
    }

    fn draw_rule(rng: &mut ChaCha8Rng, columns: &[usize]) -> (Vec<&'static str>, &'static str) {
        let cells = columns.iter().map(|&column| *COLUMNS[column].2.choose(rng).unwrap()).collect();
        (cells, OUTPUTS.choose(rng).unwrap())
    }

    fn change(&mut self, rng: &mut ChaCha8Rng) {
        let rule = rng.random_range(0..self.rules.len());
        match rng.random_range(0..5) {
            0 => self.rules[rule].1 = OUTPUTS.choose(rng).unwrap(),
            1 => self.policy = POLICIES.choose(rng).unwrap(),
            2 => self.default = Some(OUTPUTS.choose(rng).unwrap()),
            3 => self.rules.swap(0, rule),
            _ => self.rules[rule] = Self::draw_rule(rng, &self.columns),
        }
    }

    fn read(&self) -> SeparateTables {
        let columns: String = self
            .columns
            .iter()
            .map(|&column| {
                let (name, kind, _) = COLUMNS[column];
                format!(
                    "<input><inputExpression typeRef='{kind}'><text>{name}</text>\
                     </inputExpression></input>"
                )
            })
            .collect();
        let rules: String = self
            .rules
            .iter()
            .map(|(cells, output)| {
                let cell =
                    |cell: &&str| format!("<inputEntry><text>{}</text></inputEntry>", escape(cell));
                let cells: String = cells.iter().map(cell).collect();
                format!("<rule>{cells}<outputEntry><text>{output}</text></outputEntry></rule>")
            })
            .collect();
        let default = self.default.map_or(String::new(), |text| {
            format!("<defaultOutputEntry><text>{text}</text></defaultOutputEntry>")
        });
        let text = format!(
            "<definitions><decision name='t'><decisionTable hitPolicy='{}'>{columns}<output>\
             <outputValues><text>2, 1, \"p\", null</text></outputValues>{default}</output>{rules}\
             </decisionTable></decision></definitions>",
            self.policy
        );
        let tables = read_column_tables("text", &text, &|| Ok(())).expect("a table");
        assert!(tables.unchecked.is_empty(), "{:?}", tables.unchecked);
        tables
    }
}

/// Returns the number of tables: that of `PARALLAX_CASES`, or 150.
fn cases() -> u64 {
    std::env::var("PARALLAX_CASES").ok().and_then(|number| number.parse().ok()).unwrap_or(150)
}

fn engines() -> Vec<Arc<dyn Engine>> {
    ["native", "sat:batsat"]
        .into_iter()
        .map(|name| Arc::new(name.parse::<Spec>().expect("an engine")) as Arc<dyn Engine>)
        .collect()
}

/// Asks each engine; all must agree. Returns whether they confirm.
fn ask_each(question: &RangeQuestion) -> bool {
    let answers: Vec<bool> = engines()
        .into_iter()
        .map(|engine| match question.ask_engines(&[engine], &Control::unlimited()) {
            RangeConfirmation::Confirmed { .. } => true,
            RangeConfirmation::Refuted { input, .. } => {
                assert!(!input.is_empty());
                false
            }
            RangeConfirmation::Unanswered(answer) => panic!("{answer}"),
        })
        .collect();
    assert!(answers.iter().all(|&answer| answer == answers[0]), "{answers:?}");
    answers[0]
}

fn find(table: &ColumnTable, value: &ColumnValue, limit: usize) -> OutputSearch {
    OutputSearch::find_output(table, 0, value, limit, &|| false).expect("found")
}

fn confirmed(table: &ColumnTable, value: &ColumnValue, found: &OutputSearch) -> bool {
    ask_each(&RangeQuestion::about_output(table, 0, value, found).expect("a question"))
}

#[test]
fn engines_confirm_the_inputs_of_an_output() {
    let values = ["1", "2", "\"p\"", "null"].map(|text| read_literal(text).expect("a value"));
    let (mut ranges, mut spoiled) = (0, 0);
    for seed in 0..cases() {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let tables = DrawnTable::draw(&mut rng).read();
        let table = &tables.tables[0];
        let value = values.choose(&mut rng).unwrap();
        let found = find(table, value, usize::MAX);
        assert!(confirmed(table, value, &found), "seed {seed}: {found:?} {table:?}");
        ranges += found.inputs.len();
        // Some of the ranges are no less true, but not all there are.
        let few = find(table, value, 1);
        assert!(confirmed(table, value, &few), "seed {seed}");
        if !found.inputs.is_empty() {
            let mut missing = found.clone();
            missing.inputs.remove(rng.random_range(0..found.inputs.len()));
            assert!(!confirmed(table, value, &missing), "seed {seed}");
            spoiled += 1;
        }
        // Without lists, an input with another value does not have this one.
        let other = values.choose(&mut rng).filter(|other| *other != value);
        if let Some(other) = other.filter(|_| table.policy.needs_a_rule()) {
            let invented = find(table, other, 1);
            if !invented.inputs.is_empty() {
                assert!(!confirmed(table, value, &invented), "seed {seed}");
                spoiled += 1;
            }
        }
    }
    assert!(ranges > 150 && spoiled > 100, "{ranges} {spoiled}");
}

#[test]
fn engines_confirm_the_differences_of_versions() {
    let (mut ranges, mut spoiled) = (0, 0);
    for seed in 0..cases() {
        let mut rng = ChaCha8Rng::seed_from_u64(1000 + seed);
        let before = DrawnTable::draw(&mut rng);
        let mut after = before.clone();
        after.change(&mut rng);
        let (before, after) = (before.read(), after.read());
        let (before, after) = (&before.tables[0], &after.tables[0]);
        let found = TableDifferences::compare_versions(before, after, usize::MAX, &|| false);
        let found = found.expect("compared");
        let ask = |found: &TableDifferences<'_>| {
            ask_each(&RangeQuestion::about_versions(before, after, found).expect("a question"))
        };
        assert!(ask(&found), "seed {seed}: {found:?} {before:?} {after:?}");
        ranges += found.differences.len();
        if let Some(difference) = found.differences.choose(&mut rng) {
            let mut missing = found.clone();
            missing.differences.retain(|other| other != difference);
            assert!(!ask(&missing), "seed {seed}");
            let mut swapped = found.clone();
            for difference in &mut swapped.differences {
                std::mem::swap(&mut difference.before, &mut difference.after);
            }
            assert!(!ask(&swapped), "seed {seed}");
            spoiled += 2;
        }
    }
    assert!(ranges > 150 && spoiled > 150, "{ranges} {spoiled}");
}
