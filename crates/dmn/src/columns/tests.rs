//! Random tables against enumeration of a grid of values that is finer than their constants.

use crate::decisions::{DecisionModel, GivenInputs, TablePolicy};
use crate::feel::ScaleKind;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::*;

/// The kinds of columns, with cells of each, and values in every class that these cells can make.
const KINDS: [(ColumnKind, &[&str]); 5] = [
    (
        ColumnKind::Scale(ScaleKind::Number, false),
        &[
            "-1", "-0.5", "0", "0.25", "0.5", "0.75", "1", "1.5", "2", "2.25", "2.5", "2.75", "3",
            "3.5", "99",
        ],
    ),
    (ColumnKind::Scale(ScaleKind::Number, true), &["-7", "0", "1", "2", "3", "4", "99"]),
    (ColumnKind::Text, &["\"a\"", "\"a \"", "\"b\"", "\"unnamed\"", "\"\""]),
    (ColumnKind::Truth, &["true", "false"]),
    (
        ColumnKind::Open,
        &[
            "-1",
            "0",
            "0.5",
            "1",
            "2",
            "2.5",
            "3",
            "99",
            "\"a\"",
            "\"a \"",
            "\"b\"",
            "\"other\"",
            "true",
            "false",
        ],
    ),
];

fn draw_constant(rng: &mut ChaCha8Rng, kind: ColumnKind) -> &'static str {
    let list: &[&str] = match kind {
        ColumnKind::Scale(_, true) => &["0", "1", "2", "3"],
        ColumnKind::Scale(..) => &["0", "0.5", "1", "2", "2.5", "3"],
        ColumnKind::Text => &["\"a\"", "\"a \"", "\"b\""],
        ColumnKind::Truth => &["true", "false"],
        ColumnKind::Open => &["0", "2", "\"a\"", "\"b\"", "true"],
    };
    list.choose(rng).unwrap()
}

fn draw_test(rng: &mut ChaCha8Rng, kind: ColumnKind) -> String {
    if rng.random_bool(0.06) {
        return "null".to_owned();
    }
    let constant = draw_constant(rng, kind);
    let number = |text: &str| read_literal(text).filter(|v| matches!(v, ColumnValue::Point(..)));
    if number(constant).is_none() || rng.random_bool(0.3) {
        return constant.to_owned();
    }
    let other = draw_constant(rng, kind);
    if number(other).is_some() && rng.random_bool(0.5) {
        let left = ["[", "(", "]"].choose(rng).unwrap();
        let right = ["]", ")", "["].choose(rng).unwrap();
        return format!("{left}{constant}..{other}{right}");
    }
    format!("{} {constant}", ["<", "<=", ">", ">="].choose(rng).unwrap())
}

fn draw_cell(rng: &mut ChaCha8Rng, kind: ColumnKind) -> String {
    if rng.random_bool(0.3) {
        return "-".to_owned();
    }
    let tests: Vec<String> = (0..rng.random_range(1..3)).map(|_| draw_test(rng, kind)).collect();
    let list = tests.join(", ");
    if rng.random_bool(0.15) { format!("not({list})") } else { list }
}

/// A random table, and for each column the values to try.
fn draw_table(rng: &mut ChaCha8Rng) -> (ColumnTable, Vec<Vec<ColumnValue>>) {
    let rules = rng.random_range(1..6);
    let (mut columns, mut values) = (Vec::new(), Vec::new());
    for number in 0..rng.random_range(1..4) {
        let &(kind, list) = KINDS.choose(rng).unwrap();
        let tests = (0..rules).map(|_| read_cell(&draw_cell(rng, kind)).unwrap()).collect();
        let allowed = rng.random_bool(0.2).then(|| read_cell(&draw_cell(rng, kind)).unwrap());
        let allowed = allowed.filter(|test| *test != ColumnTest::Any);
        let column = TableColumn { name: format!("c{number}"), kind, allowed, tests };
        values.push(grid_values(&column, list));
        columns.push(column);
    }
    let policy =
        *[TablePolicy::Unique, TablePolicy::Any, TablePolicy::First, TablePolicy::Priority]
            .choose(rng)
            .unwrap();
    let outputs: Vec<Vec<String>> =
        (0..rules).map(|_| vec![["1", "1.0", "2"].choose(rng).unwrap().to_string()]).collect();
    let priorities = (0..rules).map(|_| vec![rng.random_range(0..3)]).collect();
    let name = "t".to_owned();
    let table = ColumnTable {
        result_names: Vec::new(),
        place: (1, 1),
        input_cells: Vec::new(),
        output_names: vec!["o".to_owned()],
        rule_places: vec![(1, 1); rules],
        name,
        policy,
        defaults: None,
        aggregation: None,
        columns,
        rule_count: rules,
        outputs,
        priorities,
    };
    (table, values)
}

/// Returns the values that the column may have; null only where some cell names it.
fn grid_values(column: &TableColumn, list: &[&str]) -> Vec<ColumnValue> {
    let mut values: Vec<ColumnValue> =
        list.iter().map(|text| read_literal(text).unwrap()).collect();
    let (mut names_null, mut kinds) = (false, std::collections::BTreeSet::new());
    for test in column.tests.iter().chain(&column.allowed) {
        test.visit_constants(&mut |constant| match constant {
            ColumnValue::Null => names_null = true,
            ColumnValue::Point(..) => _ = kinds.insert(0),
            ColumnValue::Text(_) => _ = kinds.insert(1),
            ColumnValue::Truth(_) => _ = kinds.insert(2),
        });
    }
    if column.kind == ColumnKind::Open && kinds.len() == 1 {
        values.retain(|value| match value {
            ColumnValue::Point(..) => kinds.contains(&0),
            ColumnValue::Text(_) => kinds.contains(&1),
            _ => kinds.contains(&2),
        });
    }
    if names_null {
        values.push(ColumnValue::Null);
    }
    values
        .retain(|value| column.allowed.as_ref().is_none_or(|allowed| allowed.passes_value(value)));
    values
}

/// Returns every combination of the values.
fn all_inputs(values: &[Vec<ColumnValue>]) -> Vec<Vec<&ColumnValue>> {
    values.iter().fold(vec![Vec::new()], |before, list| {
        before
            .iter()
            .flat_map(|row| list.iter().map(move |value| [&row[..], &[value]].concat()))
            .collect()
    })
}

fn applying(table: &ColumnTable, input: &[&ColumnValue]) -> Vec<usize> {
    let passes = |rule: &usize| {
        table
            .columns
            .iter()
            .zip(input)
            .all(|(column, value)| column.tests[*rule].passes_value(value))
    };
    (0..table.rule_count).filter(passes).collect()
}

/// Returns a file with a random table, and for each column the values to try.
fn draw_file(rng: &mut ChaCha8Rng) -> (String, Vec<Vec<ColumnValue>>) {
    let escape = |text: &str| text.replace('&', "&amp;").replace('<', "&lt;");
    let rules = rng.random_range(1..6);
    let mut cells = vec![String::new(); rules];
    let (mut inputs, mut values) = (String::new(), Vec::new());
    for number in 0..rng.random_range(1..4) {
        let &(kind, list) = KINDS.choose(rng).unwrap();
        let kind_name = match kind {
            ColumnKind::Scale(_, true) => " typeRef='integer'",
            ColumnKind::Scale(..) => " typeRef='number'",
            ColumnKind::Text => " typeRef='string'",
            ColumnKind::Truth => " typeRef='boolean'",
            ColumnKind::Open => "",
        };
        inputs += &format!(
            "<input><inputExpression{kind_name}><text>c{number}</text></inputExpression></input>"
        );
        for rule in &mut cells {
            let cell = escape(&draw_cell(rng, kind));
            *rule += &format!("<inputEntry><text>{cell}</text></inputEntry>");
        }
        let mut tried: Vec<ColumnValue> =
            list.iter().map(|text| read_literal(text).unwrap()).collect();
        tried.push(ColumnValue::Null);
        values.push(tried);
    }
    let policy = ["UNIQUE", "ANY", "FIRST", "PRIORITY", "OUTPUT ORDER", "RULE ORDER", "COLLECT"];
    let policy = policy.choose(rng).unwrap();
    let rules: String = cells
        .iter()
        .map(|cells| {
            let output = ["1", "2", "3"].choose(rng).unwrap();
            format!("<rule>{cells}<outputEntry><text>{output}</text></outputEntry></rule>")
        })
        .collect();
    let text = format!(
        "<definitions><decision name='t'><decisionTable hitPolicy='{policy}'>{inputs}<output>\
         <outputValues><text>3, 1</text></outputValues></output>{rules}</decisionTable></decision>\
         </definitions>"
    );
    (text, values)
}

/// Two readings of a table, with tests of their own and hit policies of their own, give the same
/// results.
#[test]
fn results_are_those_of_the_evaluator() {
    let asked = std::env::var("PARALLAX_CASES").ok().and_then(|number| number.parse().ok());
    let mut seen = [0u64; 4];
    for seed in 0..asked.unwrap_or(300) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let (text, values) = draw_file(&mut rng);
        let separate = read_column_tables("f", &text, &|| Ok(())).unwrap();
        let model = DecisionModel::read_model("f", &text, &|| Ok(())).unwrap();
        let plan = model.plan_evaluation(&[0]).unwrap();
        let table = &separate.tables[0];
        for input in all_inputs(&values) {
            let mut given = GivenInputs::new(&model);
            for (column, value) in table.columns.iter().zip(&input) {
                let target = model.find_input(&column.name).unwrap();
                given.give_text(&target, &value.to_string()).unwrap();
            }
            let found = plan.evaluate_inputs(given.values()).unwrap();
            let (expected, kind) = match table.result_of(&applying(table, &input)) {
                TableResult::Nothing if table.policy.needs_a_rule() => ("null".to_owned(), 0),
                TableResult::Nothing => ("[]".to_owned(), 0),
                TableResult::Outputs(row) => (row[0].clone(), 1),
                TableResult::List(rows) => {
                    let rows: Vec<&str> = rows.iter().map(|row| row[0].as_str()).collect();
                    (format!("[{}]", rows.join(", ")), 2)
                }
                TableResult::Conflict(_) => ("null".to_owned(), 3),
            };
            seen[kind] += 1;
            assert_eq!(found.values[0].to_string(), expected, "{seed}: {input:?}\n{text}");
            assert_eq!(found.faults.is_empty(), kind != 3, "{seed}: {input:?}\n{text}");
        }
    }
    assert!(seen.iter().all(|&number| number > 100), "{seen:?}");
}

#[test]
fn facts_are_those_of_enumeration() {
    let asked = std::env::var("PARALLAX_CASES").ok().and_then(|number| number.parse().ok());
    let cases: u64 = asked.unwrap_or(1500);
    let mut seen = [0u64; 4];
    for seed in 0..cases {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let (table, values) = draw_table(&mut rng);
        let facts = TableFacts::find_facts(&table, usize::MAX, &|| false);
        assert_eq!(facts.more_gaps, 0);
        let inputs = all_inputs(&values);
        let rows: Vec<Vec<usize>> = inputs.iter().map(|input| applying(&table, input)).collect();
        let rules = || 0..table.rule_count;
        let dead: Vec<usize> =
            rules().filter(|r| !rows.iter().any(|row| row.contains(r))).collect();
        assert_eq!(facts.dead, dead, "seed {seed}\n{table:#?}");
        let pairs = || rules().flat_map(|a| (a + 1..table.rule_count).map(move |b| (a, b)));
        let meets =
            |&(a, b): &(usize, usize)| rows.iter().any(|r| r.contains(&a) && r.contains(&b));
        let value = |rule: usize| table.outputs[rule][0].starts_with('1');
        let overlaps: Vec<(usize, usize)> = match table.policy {
            TablePolicy::Unique => pairs().filter(meets).collect(),
            TablePolicy::Any => {
                pairs().filter(meets).filter(|&(a, b)| value(a) != value(b)).collect()
            }
            _ => Vec::new(),
        };
        let found: Vec<(usize, usize)> = facts.overlaps.iter().map(|o| o.rules).collect();
        assert_eq!(found, overlaps, "seed {seed}\n{table:#?}");
        let wins = |a: usize, b: usize| match table.policy {
            TablePolicy::First => a < b,
            _ => (&table.priorities[a], a) < (&table.priorities[b], b),
        };
        let decides = |&rule: &usize| {
            rows.iter().any(|row| row.contains(&rule) && !row.iter().any(|&r| wins(r, rule)))
        };
        let ranked = matches!(table.policy, TablePolicy::First | TablePolicy::Priority);
        let shadowed: Vec<usize> =
            rules().filter(|r| ranked && !dead.contains(r) && !decides(r)).collect();
        assert_eq!(facts.shadowed, shadowed, "seed {seed}\n{table:#?}");
        // The cells of the gaps, read again, pass each input without a rule once, and no other.
        for (input, row) in inputs.iter().zip(&rows) {
            let holds = |gap: &&InputBox| {
                let cells = table.columns.iter().zip(&gap.cells).zip(input);
                cells.into_iter().all(|((column, cell), value)| passes_gap(column, cell, value))
            };
            let boxes = facts.gaps.iter().filter(holds).count();
            assert_eq!(
                boxes,
                usize::from(row.is_empty()),
                "seed {seed} {input:?}\n{facts:#?}\n{table:#?}"
            );
        }
        for advice in &facts.advice {
            check_advice(&table, advice, &inputs, &rows);
        }
        seen[0] += u64::from(!dead.is_empty());
        seen[1] += u64::from(!overlaps.is_empty());
        seen[2] += u64::from(!shadowed.is_empty());
        seen[3] += u64::from(!facts.gaps.is_empty());
    }
    assert!(seen.iter().all(|&number| number > cases / 30), "{seen:?}");
}

#[test]
fn differences_are_those_of_enumeration() {
    let mut differing = 0;
    for seed in 0..400 {
        let mut rng = ChaCha8Rng::seed_from_u64(10_000 + seed);
        let (before, values) = draw_table(&mut rng);
        let mut after = before.clone();
        let rule = rng.random_range(0..before.rule_count);
        match rng.random_range(0..4) {
            0 => after.outputs[rule] = vec!["2".to_owned()],
            1 => after.policy = TablePolicy::First,
            2 => after.defaults = Some(vec!["1".to_owned()]),
            _ => {
                // The cell of another rule has no new constants, so the grid still fits.
                let column = rng.random_range(0..before.columns.len());
                let other = rng.random_range(0..before.rule_count);
                let cell = before.columns[column].tests[other].clone();
                after.columns[column].tests[rule] = cell;
            }
        }
        let found = TableDifferences::compare_versions(&before, &after, usize::MAX, &|| false);
        let found = found.unwrap();
        assert_eq!(found.more, 0);
        differing += u64::from(!found.differences.is_empty());
        for input in all_inputs(&values) {
            let one = before.result_of(&applying(&before, &input));
            let other = after.result_of(&applying(&after, &input));
            let passes = |difference: &&VersionDifference| {
                let cells = before.columns.iter().zip(&difference.inputs.cells).zip(&input);
                cells.into_iter().all(|((c, cell), value)| passes_gap(c, cell, value))
            };
            let boxes: Vec<&VersionDifference> = found.differences.iter().filter(passes).collect();
            assert_eq!(boxes.len(), usize::from(!one.is_same(&other)), "seed {seed} {input:?}");
            if let [only] = boxes[..] {
                let results = (only.before.to_string(), only.after.to_string());
                assert_eq!(results, (one.to_string(), other.to_string()), "seed {seed} {input:?}");
            }
        }
    }
    assert!((100..400).contains(&differing), "{differing}");
}

/// Checks that advice is true of every input.
fn check_advice(
    table: &ColumnTable,
    advice: &RuleAdvice,
    inputs: &[Vec<&ColumnValue>],
    rows: &[Vec<usize>],
) {
    let holds = |rule: &usize, row: &Vec<usize>| row.contains(rule);
    match advice {
        RuleAdvice::Equal(one, other) => {
            assert!(rows.iter().all(|row| holds(one, row) == holds(other, row)));
        }
        RuleAdvice::Subsumed(one, other) => {
            assert!(rows.iter().all(|row| !holds(one, row) || holds(other, row)));
        }
        RuleAdvice::Mergeable { rules: (one, other), column, cell } => {
            for (input, row) in inputs.iter().zip(rows) {
                let merged = table.columns.iter().zip(input).enumerate().all(|(at, (c, value))| {
                    if at == *column {
                        passes_gap(c, cell, value) || cell == "-"
                    } else {
                        c.tests[*one].passes_value(value)
                    }
                });
                let either = holds(one, row) || holds(other, row);
                assert_eq!(merged, either, "{advice:?} {input:?}\n{table:#?}");
            }
        }
        RuleAdvice::Irrelevant(column) => {
            let tests = &table.columns[*column].tests;
            assert!(
                inputs
                    .iter()
                    .all(|input| tests.iter().all(|test| test.passes_value(input[*column])))
            );
        }
    }
}

/// Whether a value passes the cell of a gap, as people read it.
fn passes_gap(column: &TableColumn, cell: &str, value: &ColumnValue) -> bool {
    if let Ok(test) = read_cell(cell) {
        return test.passes_value(value);
    }
    let mut constants = Vec::new();
    for test in column.tests.iter().chain(&column.allowed) {
        test.visit_constants(&mut |constant| constants.push(constant));
    }
    let is_kind = |constant: &&ColumnValue| {
        std::mem::discriminant(*constant) == std::mem::discriminant(value)
    };
    split_list(cell).into_iter().any(|part| match part {
        "any other text" => matches!(value, ColumnValue::Text(_)) && !constants.contains(&value),
        "any other value" => *value != ColumnValue::Null && !constants.iter().any(is_kind),
        "any value" => matches!(value, ColumnValue::Point(..)),
        _ => read_cell(part).unwrap().passes_value(value),
    })
}
