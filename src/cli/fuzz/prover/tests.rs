//! The prover against the enumeration of small cases, in each of its languages.

use parallax_fuzz::programs::FuzzCase;
use parallax_fuzz::programs::draw::CasePlan;
use parallax_fuzz::programs::judge::MAX_ASSIGNMENTS;
use parallax_fuzz::programs::language::CaseLanguage;
use parallax_fuzz::programs::language::row_language::RowLanguage;
use parallax_fuzz::programs::prover::CaseProver;
use parallax_fuzz::programs::prover::ProverError;
use parallax_fuzz::programs::prover::{JudgedBy, judge_by};
use parallax_model::engine_api::Control;
use serde_json::json;

use super::*;

/// Number of cases in each language.
const CASES: u64 = 120;

/// Compares the prover with the enumeration; returns the number of cases that it takes.
fn agreeing(prover: &CertifiedProver, language: &RowLanguage, from: u64, cases: u64) -> u64 {
    let plan = CasePlan::for_language(19, language);
    let mut taken = 0;
    for number in from..from + cases {
        let Some(drawn) = plan.draw_case(number, language) else {
            continue;
        };
        let proved = prover.prove_through(&drawn.case, language, &Control::unlimited());
        let text = || {
            format!("{} {number}: {proved:?}\n{}", language.language_name(), {
                language.write_case(&drawn.case).unwrap_or_default()
            })
        };
        match &proved {
            Ok(proved) => {
                let mut solutions = proved.solutions.clone();
                solutions.sort_unstable();
                assert_eq!(solutions, drawn.truth.solutions, "{}", text());
                assert!(proved.lines > 0, "{}", text());
                taken += 1;
            }
            Err(ProverError::Wrong(_)) => panic!("{}", text()),
            Err(_) => {}
        }
    }
    taken
}

#[test]
fn certified_lists_are_those_of_the_enumeration() {
    let prover = CertifiedProver::new().expect("an engine");
    for language in &prover.languages {
        let taken = agreeing(&prover, language, 0, CASES);
        assert!(taken > CASES / 2, "{}: {taken}", language.language_name());
    }
}

/// A case whose solutions the definitions confirm, in each language of a target.
#[test]
fn larger_cases_are_proved() {
    let prover = CertifiedProver::new().expect("an engine");
    let case = json!({
        "id": 5,
        "variables": (0..6).map(|at| {
            json!({ "name": format!("x{at}"), "values": (0..9).collect::<Vec<i64>>() })
        }).collect::<Vec<_>>(),
        "constraints": [
            ["all_different", ["list", "x0", "x1", "x2", "x3", "x4", "x5"]],
            ["lin_eq", ["list", 1, 1, 1, 1, 1, 1], ["list", "x0", "x1", "x2", "x3", "x4", "x5"], 15],
            ["lt", "x0", "x1"],
            ["lt", "x1", "x2"],
        ],
        "objective": { "maximize": "x0" },
    });
    let case = FuzzCase::from_json(&case).expect("a well-formed case");
    assert!(case.assignment_count() > MAX_ASSIGNMENTS);
    let control = Control::unlimited();
    let mut read_in = Vec::new();
    for language in &prover.languages {
        let (truth, by) = judge_by(&prover, &case, language, &control).expect("a truth");
        // Permutations of 0 to 5 whose first three values ascend.
        assert_eq!((truth.solutions.len(), truth.best), (120, Some(3)));
        let JudgedBy::Certificate { lines, language: read } = by else {
            panic!("no certificate");
        };
        assert!(lines > 10 && read != language.language_name());
        read_in.push(read);
    }
    read_in.sort_unstable();
    read_in.dedup();
    assert!(read_in.len() > 1, "{read_in:?}");
}

#[test]
fn too_many_solutions_are_not_listed() {
    let prover = CertifiedProver::new().expect("an engine");
    let case = json!({
        "id": 1,
        "variables": [{ "name": "x0", "values": (0..300).collect::<Vec<i64>>() },
            { "name": "x1", "values": (0..300).collect::<Vec<i64>>() }],
        "constraints": [["le", "x0", "x1"]],
    });
    let case = FuzzCase::from_json(&case).expect("a well-formed case");
    let control = Control::unlimited();
    let proved = prover.list_proved_solutions(&case, &prover.languages[0], &control);
    assert_eq!(proved, Err(ProverError::TooMany));
    control.cancel_work();
    assert!(prover.list_proved_solutions(&case, &prover.languages[0], &control).is_err());
}
