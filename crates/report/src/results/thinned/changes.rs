//! Two thinned files of one study against a second count.

use std::collections::HashMap;

use serde_json::Value;

use super::drawn_study::DrawnStudy;
use super::recount::is_solved;
use crate::results::change::{StudyChange, change_json};
use crate::results::{ReportOptions, ResultStudy};

pub(super) fn check(seed: u64) {
    let drawn = [1, 2].map(|thinning| DrawnStudy::from_seed(seed, thinning));
    let task = drawn[0].manifest.task.expect("a task");
    let [before, after] =
        [0, 1].map(|side| ResultStudy::join_files(vec![drawn[side].results()]).expect("a study"));
    if before.records.is_empty() != after.records.is_empty() {
        return;
    }
    let change = StudyChange::from_studies(before, after, ReportOptions::default())
        .expect("files of one study");
    let mut text = Vec::new();
    change_json(&change, &mut text).expect("JSON");
    let found: Value = serde_json::from_slice(&text).expect("JSON");
    // Both drawings share seed and manifest, so a run has one number in both. Thinning has removed
    // some runs on either side; only the runs that survive in both are comparable.
    let of: HashMap<u64, &Value> =
        drawn[1].records.iter().map(|run| (run["run"].as_u64().expect("a number"), run)).collect();
    // Per engine: runs in both files, solved before, solved after, gained, lost.
    let mut counted: HashMap<&str, [u64; 5]> = HashMap::new();
    let mut both = 0;
    for run in &drawn[0].records {
        let Some(now) = of.get(&run["run"].as_u64().expect("a number")) else { continue };
        both += 1;
        let solved = [is_solved(run, task), is_solved(now, task)];
        let numbers = counted.entry(run["engine"].as_str().expect("a name")).or_default();
        let is = [true, solved[0], solved[1], solved == [false, true], solved == [true, false]];
        numbers.iter_mut().zip(is).for_each(|(number, is)| *number += u64::from(is));
    }
    assert_eq!(found["runs"], both, "study {seed}");
    for (side, name) in ["only_before", "only_after"].into_iter().enumerate() {
        assert_eq!(found[name], drawn[side].records.len() - both, "study {seed}: {name}");
    }
    for engine in found["engines"].as_array().expect("a list") {
        let [runs, before, after, gained, lost] = counted[engine["engine"].as_str().expect("one")];
        let figures = [
            &engine["runs"],
            &engine["solved"][0],
            &engine["solved"][1],
            &engine["gained"],
            &engine["lost"],
        ];
        for (found, expected) in figures.into_iter().zip([runs, before, after, gained, lost]) {
            assert_eq!(*found, expected, "study {seed}: {engine}");
        }
        // Wins are counted by instance, not by run: each instance is exactly one of faster, equal,
        // slower.
        if let Some(times) = engine["times"].as_object() {
            let number = |name: &str| times[name].as_u64().expect("a number");
            let wins = number("faster") + number("equal") + number("slower");
            assert_eq!(wins, number("instances"), "study {seed}: {engine}");
        }
    }
    // All drawn records are checked and their claims agree, so no contradiction (4, 5) can occur.
    let differs = counted.values().any(|[.., gained, lost]| gained + lost > 0);
    let is_one_sided = drawn.iter().any(|one| one.records.len() != both);
    assert_eq!(found["exit_code"], u8::from(differs || is_one_sided), "study {seed}");
}
