//! Clauses, pseudo-Boolean rows and proofs, against plain readings of the texts.

use crate::programs::case::FuzzCase;
use crate::programs::draw::CasePlan;
use crate::programs::language::CaseLanguage;
use crate::programs::language::dimacs::DimacsLanguage;
use crate::programs::language::opb::OpbLanguage;
use crate::programs::operator::Sort;
use crate::programs::proof::check_proof;
use crate::programs::reply::{ReplyOutcome, compare_reply};

/// Calls `look` with every assignment of some Boolean variables.
fn each(count: usize, look: &mut dyn FnMut(&[bool])) {
    for code in 0..1_u32 << count {
        let values: Vec<bool> = (0..count).map(|bit| code >> bit & 1 == 1).collect();
        look(&values);
    }
}

#[test]
fn clauses_have_the_solutions_of_their_case() {
    let language = DimacsLanguage { all: true };
    let plan = CasePlan::for_language(11, &language);
    let drawn: Vec<_> = (0..300).filter_map(|number| plan.draw_case(number, &language)).collect();
    assert!(drawn.len() > 250);
    for one in drawn {
        let text = language.write_case(&one.case).expect("it was drawn for the language");
        let lines = text.lines().skip(1);
        let clauses: Vec<Vec<i64>> = lines
            .map(|line| line.split(' ').map(|word| word.parse().expect("a literal")).collect())
            .collect();
        let mut found = Vec::new();
        each(one.case.variables.len(), &mut |values| {
            let holds = |literal: &i64| {
                *literal != 0 && values[literal.unsigned_abs() as usize - 1] == (*literal > 0)
            };
            if clauses.iter().all(|clause| clause.iter().any(holds)) {
                found.push(values.iter().map(|value| i64::from(*value)).collect::<Vec<_>>());
            }
        });
        found.sort_unstable();
        assert_eq!(found, one.truth.solutions, "{text}");
    }
}

/// Returns the solutions of an OPB text, read naively.
fn rows(case: &FuzzCase, text: &str) -> Vec<Vec<i64>> {
    let width = |sort: Sort, count: usize| if sort == Sort::Bool { 1 } else { count };
    let count: usize = case.variables.iter().map(|one| width(one.sort, one.values.len())).sum();
    let mut found = Vec::new();
    each(count, &mut |values| {
        let lines = text.lines().filter(|line| !line.starts_with(['*', 'm']));
        if lines.into_iter().all(|line| holds(line, values)) {
            let mut rest = values;
            let solution = case.variables.iter().map(|one| {
                let (own, others) = rest.split_at(width(one.sort, one.values.len()));
                rest = others;
                match one.sort {
                    Sort::Bool => i64::from(own[0]),
                    Sort::Int => one.values[own.iter().position(|v| *v).expect("a value")],
                }
            });
            found.push(solution.collect());
        }
    });
    found.sort_unstable();
    found
}

fn holds(line: &str, values: &[bool]) -> bool {
    let (left, right) =
        line.strip_suffix(" ;").expect("an end").rsplit_once(' ').expect("a number");
    let right: i64 = right.parse().expect("a number");
    let (mut sum, mut term) = (0, 0);
    for word in left.split(' ').filter(|word| !word.is_empty() && !word.contains('=')) {
        match word.trim_start_matches('~').strip_prefix('x') {
            None => {
                sum += term;
                term = word.parse().expect("a coefficient");
            }
            Some(number) => {
                let value = values[number.parse::<usize>().expect("a number") - 1];
                term *= i64::from(value != word.starts_with('~'));
            }
        }
    }
    sum += term;
    if left.contains(">=") { sum >= right } else { sum == right }
}

#[test]
fn rows_have_the_solutions_of_their_case() {
    let language = OpbLanguage { products: true };
    let plan = CasePlan::for_language(12, &language);
    let drawn = (0..400).filter_map(|number| plan.draw_case(number, &language));
    let mut count = 0;
    for one in drawn {
        let values: usize = one.case.variables.iter().map(|variable| variable.values.len()).sum();
        if values > 12 {
            continue;
        }
        count += 1;
        let text = language.write_case(&one.case).expect("it was drawn for the language");
        assert_eq!(rows(&one.case, &text), one.truth.solutions, "{text}");
    }
    assert!(count > 100, "{count}");
}

#[test]
fn answers_of_solvers_are_read() {
    let value = serde_json::json!({
        "id": 1,
        "variables": [{ "name": "x0", "values": [2, 5] }, { "name": "b1", "bool": true }],
        "constraints": [["ge", ["add", "x0", ["bool2int", "b1"]], 6]],
        "objective": { "maximize": ["add", "x0", 10] },
    });
    let case = FuzzCase::from_json(&value).expect("a well-formed case");
    let language = OpbLanguage { products: false };
    let truth = crate::programs::judge::judge_case(&case, language.undefined_semantics())
        .expect("a small case");
    let outcome = |text: &str| compare_reply(&case, &truth, &language.read_output(&case, text));
    assert_eq!(outcome("o -5\ns OPTIMUM FOUND\nv -x1 x2 x3\n"), ReplyOutcome::Right);
    assert!(outcome("o -4\ns OPTIMUM FOUND\nv -x1 x2 x3\n").wrong_answer().is_some());
    // Both values at once.
    assert!(outcome("s SATISFIABLE\nv x1 x2 x3\n").wrong_answer().is_some());
    assert!(matches!(outcome("s SATISFIABLE\nv x2 x3\n"), ReplyOutcome::Unreadable(_)));
    assert!(matches!(
        outcome("s SATISFIABLE\nv x1 x2 x3 x99999999999999999999\n"),
        ReplyOutcome::Unreadable(_)
    ));
    let nothing = FuzzCase::from_json(&serde_json::json!({ "variables": [], "constraints": [] }));
    let nothing = nothing.expect("a case");
    let truth = crate::programs::judge::judge_case(&nothing, language.undefined_semantics())
        .expect("a small case");
    let clauses = DimacsLanguage { all: true };
    let reply = clauses.read_output(&nothing, "v 0\ns SATISFIABLE\n");
    assert_eq!(compare_reply(&nothing, &truth, &reply), ReplyOutcome::Right);
}

#[test]
fn proofs() {
    let formula = "p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n";
    assert!(check_proof(formula, "2 0\n0\n").is_ok());
    assert!(check_proof(formula, "c a comment\n1 0\nd 1 2 0\n").is_ok());
    assert!(check_proof(formula, "").is_err());
    assert!(check_proof("p cnf 2 1\n1 2 0\n", "1 0\n0\n").is_err());
    // A clause by its first literal alone (RAT) proves nothing about the rest.
    assert!(check_proof("p cnf 2 1\n1 2 0\n", "-1 -2 0\n0\n").is_err());
    assert!(check_proof(formula, "2 x 0\n0\n").is_err());
    assert!(check_proof(formula, "2\n").is_err());
    assert!(check_proof("p cnf 0 1\n0\n", "").is_ok());
}
