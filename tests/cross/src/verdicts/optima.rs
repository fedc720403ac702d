//! Best solutions are compared by value.

use parallax_compare::{ComparisonPlan, Row, Verdict};
use parallax_formats::ModelInstance;
use parallax_model::decimal::DecimalNumber;
use parallax_model::engine_api::{Answer, EngineFamily, SolutionCount, SolverLineage, Task};

use super::found;
use crate::common::{engines, plan, results};

/// Returns the verdict on two engines that minimise `x + y`, both proved 2; `change` then changes
/// the rows.
fn optimal_rows(change: impl Fn(&mut Vec<Row>)) -> Verdict {
    let text = r#"{"format": "parallax-model-1", "variables": [
        {"name": "x", "domain": "1..5"}, {"name": "y", "domain": "1..5"}],
        "minimize": [{"variable": "x"}, {"variable": "y"}]}"#;
    let model = parallax_json::read_model("test", text).expect("a model");
    let plan = ComparisonPlan { task: None, ..plan(engines("native,brute"), Task::All) };
    let compared = results(&plan, [found(Box::new(ModelInstance::new(model)), 0)]).remove(0);
    let mut rows = compared.rows;
    let message: Vec<_> =
        rows.iter().map(|row| (row.answer.clone(), row.value, row.count.to_string())).collect();
    let one = (Answer::Optimal(2), Some(DecimalNumber::from_integer(2)), "1".to_owned());
    assert_eq!(message, [one.clone(), one]);
    assert_eq!(rows[0].solutions, ["x = 1, y = 1"]);
    change(&mut rows);
    Verdict::from_rows(&rows)
}

#[test]
fn best_solutions_are_compared_by_value() {
    let set = |row: &mut Row, answer: Answer, value: i64| {
        (row.answer, row.value, row.cost) =
            (answer, Some(DecimalNumber::from_integer(value)), Some(value));
    };
    // Other solutions of the same value are not a difference.
    assert_eq!(optimal_rows(|rows| rows[1].digest = Some(7)), Verdict::Agree);
    assert_eq!(
        optimal_rows(|rows| set(&mut rows[1], Answer::Optimal(3), 3)),
        Verdict::Contradiction
    );
    assert_eq!(
        optimal_rows(|rows| {
            set(&mut rows[0], Answer::Optimal(3), 3);
            set(&mut rows[1], Answer::Satisfiable, 2);
        }),
        Verdict::Contradiction
    );
    assert_eq!(
        optimal_rows(|rows| {
            set(&mut rows[1], Answer::Satisfiable, 4);
            (rows[1].complete, rows[1].reason) =
                (false, Some(parallax_model::engine_api::StopReason::Timeout.into()));
        }),
        Verdict::OneSidedUnknown
    );
    assert_eq!(
        optimal_rows(|rows| {
            (rows[1].answer, rows[1].value, rows[1].cost) = (Answer::Unsatisfiable, None, None);
            rows[1].count = SolutionCount::zero();
        }),
        Verdict::Contradiction
    );
}

#[test]
fn the_silence_of_an_incomplete_engine_says_nothing() {
    let local = EngineFamily::from_solver(SolverLineage::Local);
    let silent = |row: &mut Row| {
        (row.answer, row.value, row.cost) = (Answer::Unknown("tired".into()), None, None);
        (row.count, row.complete, row.family) = (SolutionCount::zero(), false, local);
    };
    assert_eq!(optimal_rows(|rows| silent(&mut rows[1])), Verdict::OneOnly);
    assert_eq!(optimal_rows(|rows| rows.iter_mut().for_each(silent)), Verdict::Unanswered);
    let found = |value: i64| {
        optimal_rows(|rows| {
            (rows[1].answer, rows[1].complete) = (Answer::Satisfiable, false);
            rows[1].reason = Some(parallax_model::engine_api::StopReason::Timeout.into());
            (rows[1].value, rows[1].cost) = (Some(DecimalNumber::from_integer(value)), Some(value));
            rows[1].family = local;
        })
    };
    assert_eq!(found(4), Verdict::Agree);
    assert_eq!(found(1), Verdict::Contradiction);
}
