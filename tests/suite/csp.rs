//! N queens and random binary problems: all engines find the same solutions.

use std::collections::BTreeSet;

use parallax_compare::Verdict;
use parallax_instance::PuzzleSolution;
use parallax_model::engine_api::Task;

use crate::common::{engines, fed, plan, results, stream};

const HOME: &str = env!("CARGO_MANIFEST_DIR");

/// Returns all solutions, on which all engines of a list must agree.
fn solutions(name: &str, list: &str) -> BTreeSet<PuzzleSolution> {
    let found = stream(name).next().expect("an instance").expect("a good name");
    let all = results(&plan(engines(list), Task::All), [found]);
    assert_eq!(all[0].verdict, Verdict::Agree, "{name}: {:?}", all[0].rows);
    let sets = all[0].rows.iter().filter(|row| !row.is_unsupported()).map(|row| {
        assert!(row.complete, "{name}: {row:?}");
        row.kept.iter().cloned().collect::<BTreeSet<_>>()
    });
    let sets: Vec<_> = sets.collect();
    assert!(sets.len() >= 2 && sets.iter().all(|set| *set == sets[0]), "{name}");
    sets.into_iter().next().unwrap_or_default()
}

#[test]
fn engines_agree_on_queens() {
    for (queens, number) in [(1, 1), (2, 0), (3, 0), (4, 2), (5, 10), (6, 4), (7, 40), (8, 92)] {
        let name = format!("queens:{queens}");
        assert_eq!(solutions(&name, "native,sat:batsat,sat:varisat,smt:z3").len(), number);
    }
}

#[test]
fn engines_agree_on_random_problems() {
    let mut with_solutions = 0;
    for seed in 0..6 {
        for (tightness, blocks) in [("0.25", 2), ("0.5", 2), ("0.25", 4), ("0.5", 4), ("0.34", 3)] {
            for partition in ["own", "shared"] {
                let name = format!(
                    "random:n=5,d=4,density=0.7,tightness={tightness},blocks={blocks},\
                     partition={partition}@{seed}"
                );
                let found = solutions(&name, "brute,native,sat:batsat,smt:z3");
                with_solutions += usize::from(!found.is_empty());
            }
        }
    }
    assert!((20..60).contains(&with_solutions), "{with_solutions}");
}

#[test]
fn a_name_is_written_to_a_file_and_read_back() {
    for name in ["queens:5", "random:n=4,d=4,density=1,tightness=0.25,blocks=2@3"] {
        let written = fed(HOME, &["show", name, "--format", "form"], b"");
        assert_eq!((written.code, &*written.err), (Some(0), ""), "{name}");
        let again = fed(HOME, &["show", "-", "--format", "form"], written.out.as_bytes());
        assert_eq!(again.out, written.out, "{name}");
    }
    let wrong = fed(HOME, &["solve", "quens:8"], b"");
    assert!(wrong.err.contains("did you mean 'queens:8'?"), "{}", wrong.err);
    let wrong = fed(HOME, &["generate", "model", "queens:8"], b"");
    assert_eq!((wrong.code, &*wrong.out), (Some(2), ""));
    assert!(wrong.err.contains("nothing about queens is random"), "{}", wrong.err);
}
