//! Real workbooks with known answers, if they are present, and instances of the project.

use parallax_compare::{ComparisonPlan, InstanceComparison, Verdict};
use parallax_formats::inputs::InputSources;
use parallax_instance::{InstanceGoal, SourcedInstance};
use parallax_model::engine_api::{Answer, Task};

use crate::common::{data, engines, lacks_real_instances, plan, results};

/// Every engine but brute force, which takes long.
const ENGINES: &str = "native,reform,sat:*,smt:z3,cp:pumpkin";

/// The number of solutions of each workbook; the cDMN solver finds the same.
const COUNTS: [(&str, u128); 9] = [
    ("set_seed", 5),
    ("monkey_business", 1),
    ("map_coloring", 144),
    ("map_coloring_unsat_3colors", 0),
    ("decide_dish_U", 45),
    ("vacation_days", 1),
    ("latin_square_3", 12),
    ("sudoku_4x4", 1),
    ("doctor_planning_mini", 120),
];

fn found(name: &str) -> SourcedInstance {
    let sources = InputSources { names: vec![name.to_owned()], ..InputSources::default() };
    sources
        .stream_instances()
        .next()
        .expect("one instance")
        .unwrap_or_else(|error| panic!("{error}"))
}

/// Compares the engines on one file, with its own task.
fn compared(name: &str) -> InstanceComparison {
    let plan = ComparisonPlan { task: None, ..plan(engines(ENGINES), Task::All) };
    let mut all = results(&plan, [found(name)]);
    assert_eq!(all.len(), 1);
    all.remove(0)
}

/// Checks that every engine that supports the tables finds this number of solutions and no more.
fn counts(name: &str, expected: u128) {
    let compared = compared(name);
    assert_eq!(compared.verdict, Verdict::Agree, "{name}");
    let rows: Vec<_> = compared.rows.iter().filter(|row| !row.is_unsupported()).collect();
    assert!(rows.len() > 5, "{name}: {rows:?}");
    for row in rows {
        assert!(row.complete && row.count == expected, "{name}: {row:?}");
        assert_eq!(row.answer == Answer::Unsatisfiable, expected == 0, "{name}: {row:?}");
    }
}

#[test]
fn workbooks_have_their_known_solutions() {
    if lacks_real_instances() {
        return;
    }
    let folder = data();
    for (name, expected) in COUNTS {
        counts(&folder.join(format!("cdmn/{name}.xlsx")).display().to_string(), expected);
    }
}

#[test]
fn the_least_number_of_coins_is_six() {
    if lacks_real_instances() {
        return;
    }
    let folder = data();
    let compared = compared(&folder.join("cdmn/change_making.xlsx").display().to_string());
    let rows: Vec<_> = compared.rows.iter().filter(|row| !row.is_unsupported()).collect();
    assert!(rows.len() > 5);
    assert!(rows.iter().all(|row| row.answer == Answer::Optimal(6)), "{rows:?}");
}

#[test]
fn days_of_vacation_are_the_known_ones() {
    if lacks_real_instances() {
        return;
    }
    let folder = data();
    let compared = compared(&folder.join("cdmn/vacation_days.xlsx").display().to_string());
    let solution = &compared.rows[0].kept[0];
    let structure = compared.found.instance.notation().write_structure(solution);
    let days =
        "Vacation_Days_of_Employee := {(e1)->27; (e2)->22; (e3)->27; (e4)->24; (e5)->27; (e6)->30}";
    assert!(structure.contains(days), "{structure}");
}

/// An instance and the Markdown that it writes have equal models.
#[test]
fn workbooks_and_their_markdown_are_the_same() {
    if lacks_real_instances() {
        return;
    }
    let folder = data();
    for (name, _) in COUNTS.iter().chain(&[("change_making", 0)]) {
        let workbook = found(&folder.join(format!("cdmn/{name}.xlsx")).display().to_string());
        let text = workbook.instance.notation().write_instance();
        let mut stream =
            parallax_formats::inputs::from_bytes("x.md", text.clone().into_bytes(), None)
                .expect("tables");
        let again = stream.next().expect("one").unwrap_or_else(|error| panic!("{error}\n{text}"));
        let model = |found: &SourcedInstance| {
            let model = found.instance.model(&found.instance.default_viewpoint()).expect("a model");
            let text = model.to_string();
            text.split_once('\n').map(|(_, rest)| rest.to_owned())
        };
        assert_eq!(model(&workbook), model(&again), "{name}");
        assert_eq!(workbook.instance.goal(), again.instance.goal());
    }
}

#[test]
fn our_own_tables_have_their_solutions() {
    for (name, expected) in
        [("set", 8), ("sudoku", 1), ("latin", 24), ("magic", 8), ("zebra", 1), ("shifts", 3)]
    {
        counts(&format!("../../instances/cdmn/{name}.md"), expected);
    }
    let lunch = compared("../../instances/cdmn/lunch.md");
    let rows: Vec<_> = lunch.rows.iter().filter(|row| !row.is_unsupported()).collect();
    assert!(rows.len() > 5 && rows.iter().all(|row| row.answer == Answer::Optimal(15)), "{rows:?}");
    assert_eq!(
        found("../../instances/cdmn/map.md").instance.goal(),
        Some(InstanceGoal::Consequences)
    );
    assert_eq!(
        found("../../instances/cdmn/zebra.md").instance.goal(),
        Some(InstanceGoal::Task(Task::All))
    );
}
