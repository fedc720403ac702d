//! The graded instances have their answers.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::Duration;

use parallax_compare::{ComparisonPlan, ModelSelection};
use parallax_model::engine_api::{Answer, Task};

use crate::common::{engines, plan, results, stream};

#[test]
fn graded_instances_have_the_expected_answers() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../instances/graded");
    let text = fs::read_to_string(folder.join("expected.json")).expect("expected answers");
    // The number of solutions of each instance; 2 represents several.
    let expected: BTreeMap<String, Vec<u128>> = serde_json::from_str(&text).expect("numbers");
    let plan = ComparisonPlan {
        models: ModelSelection::Default,
        timeout: Some(Duration::from_secs(120)),
        ..plan(engines("native,sat:batsat"), Task::Limit(2))
    };
    for (name, numbers) in expected {
        let found = stream(folder.join(&name)).map(|found| found.expect("a good file"));
        let all = results(&plan, found);
        assert_eq!(all.len(), numbers.len(), "{name}");
        for (compared, number) in all.iter().zip(numbers) {
            let rows =
                || compared.rows.iter().filter(|row| !matches!(row.answer, Answer::Unknown(_)));
            assert!(rows().count() > 0, "{name}: nobody answers");
            assert!(rows().all(|row| row.checked && row.count == number), "{name}: {number}");
        }
    }
}
