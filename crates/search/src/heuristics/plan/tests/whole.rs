//! Tests whole searches with plans: best solutions, first values, restarts, limits, traces.

use std::ops::ControlFlow;

use parallax_model::engine_api::{Answer, Control, Session, Task};
use parallax_model::{
    AllDifferent, ComparisonOperator, Constraint, Domain, Given, Linear, LinearTerm, Model,
    Objective, ObjectiveSense, PlannedRestarts, SearchPlan, SearchStep, Value, ValueChoice, VarId,
    VariableChoice, sample,
};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::heuristics::plan::sampled;
use crate::{SearchSettings, SearchState};

/// The optimum does not depend on the plan.
#[test]
fn plans_find_the_best_solution() {
    let mut solved = 0;
    for seed in 0..400 {
        let rng = &mut ChaCha8Rng::seed_from_u64(seed);
        let model = sample::model_with_objective(rng).unwrap();
        let plan = sampled::any(rng, &model);
        let planned = model.clone().with_search_plan(plan.clone());
        let best = |model: &Model, settings: &str| {
            let (control, settings) = (Control::unlimited(), settings.parse().unwrap());
            let mut search = SearchState::new(model, &settings, 1, &control).unwrap();
            search.ask(&[], Task::Optimise, &control, &mut |_| ControlFlow::Continue(())).answer
        };
        let expected = best(&model, "");
        solved += usize::from(expected != Answer::Unsatisfiable);
        for settings in ["", ",none", ",d-way", ",lc,restarts=luby:1", ",free", ":mid+sval"] {
            assert_eq!(best(&planned, settings), expected, "{settings} {plan:?}\n{model}");
        }
    }
    assert!(solved > 100, "{solved}");
}

/// Returns five variables from 0 to 9 with a sum.
fn sums() -> (Model, Vec<VarId>) {
    let mut model = Model::new("sum");
    let ids: Vec<VarId> = (0..5)
        .map(|i| model.add_shown(format!("x{i}"), Domain::from_range(0, 9)).unwrap())
        .collect();
    let sum = Linear::unweighted_sum(ids.iter().copied(), ComparisonOperator::Eq, 20);
    model.post("", Constraint::Linear(sum)).unwrap();
    (model, ids)
}

fn first(model: &Model, settings: &str, givens: &[Given]) -> Vec<Value> {
    let (control, settings) = (Control::unlimited(), settings.parse().unwrap());
    let mut search = SearchState::new(model, &settings, 1, &control).unwrap();
    let mut one = Vec::new();
    search.ask(givens, Task::First, &control, &mut |values| {
        one = values.to_vec();
        ControlFlow::Continue(())
    });
    one
}

#[test]
fn first_values_come_first_and_named_heuristics_ignore_the_plan() {
    let (model, ids) = sums();
    let step = SearchStep {
        variables: ids.iter().rev().copied().collect(),
        variable: VariableChoice::InputOrder,
        value: ValueChoice::Max,
    };
    let mut plan = SearchPlan { steps: vec![step], ..SearchPlan::default() };
    let planned = model.clone().with_search_plan(plan.clone());
    assert_eq!(first(&planned, "", &[]), [0, 0, 2, 9, 9]);
    let given = Given { variable: ids[4], value: 1 };
    assert_eq!(first(&planned, "", &[given]), [0, 1, 9, 9, 1]);
    // A value outside of the domain is passed over.
    plan.first_values = vec![(ids[3], 77), (ids[4], 3), (ids[4], 5)];
    for settings in ["", ",d-way"] {
        let warm = model.clone().with_search_plan(plan.clone());
        assert_eq!(first(&warm, settings, &[]), [0, 0, 6, 9, 5], "{settings}");
    }
    for settings in [",free", ":domwdeg+middle", ":domwdeg", ":first+sval", ":random+random"] {
        let named = settings.replace(",free", "");
        assert_eq!(first(&planned, settings, &[]), first(&model, &named, &[]), "{settings}");
    }
    assert_eq!(first(&model, "", &[]), first(&model, ",free", &[]));
    // Without steps, they come in the order of the default heuristics.
    let first_values = ids.iter().copied().zip([7, 1, 3, 0, 8]).collect();
    let only_first = SearchPlan { first_values, ..SearchPlan::default() };
    let warm = first(&model.clone().with_search_plan(only_first), "", &[]);
    assert_eq!(warm, [7, 1, 3, 0, 9]);
}

/// Restarts of a plan happen, and end.
#[test]
fn planned_restarts_happen_and_searches_with_them_end() {
    let mut model = Model::new("pigeons");
    let ids: Vec<VarId> = (0..6)
        .map(|i| model.add_shown(format!("x{i}"), Domain::from_range(1, 5)).unwrap())
        .collect();
    let different = AllDifferent { scope: ids.clone() };
    model.post("", Constraint::AllDifferent(different)).unwrap();
    let steps = vec![SearchStep {
        variables: ids,
        variable: VariableChoice::InputOrder,
        value: ValueChoice::Split,
    }];
    for (restarts, happen) in [
        (None, false),
        (Some(PlannedRestarts::Luby(3)), true),
        (Some(PlannedRestarts::Geometric(1.1, 1)), true),
        (Some(PlannedRestarts::Linear(2)), true),
        (Some(PlannedRestarts::Constant(1)), true),
    ] {
        let plan = SearchPlan { steps: steps.clone(), restarts, first_values: Vec::new() };
        let planned = model.clone().with_search_plan(plan);
        for (settings, may) in [(",ac", true), (",ac,restarts=never", false)] {
            let (control, settings) = (Control::unlimited(), settings.parse().unwrap());
            let mut search = SearchState::new(&planned, &settings, 1, &control).unwrap();
            let outcome =
                search.ask(&[], Task::First, &control, &mut |_| ControlFlow::Continue(()));
            assert_eq!((outcome.answer, outcome.complete), (Answer::Unsatisfiable, true));
            let restarts = outcome.counters.get("restarts");
            assert_eq!(restarts.is_some_and(|number| number > 0), happen && may, "{restarts:?}");
        }
    }
}

#[test]
fn limits_and_traces_know_the_decisions_of_plans() {
    let (mut model, ids) = sums();
    let terms = vec![LinearTerm { coefficient: 1, variable: ids[0] }];
    model.set_objective(Objective::new(ObjectiveSense::Maximize, terms)).unwrap();
    for (value, sides) in [
        (ValueChoice::Split, ["x2 ≤ 4", "x2 > 4"]),
        (ValueChoice::ReverseSplit, ["x2 > 4", "x2 ≤ 4"]),
        (ValueChoice::OutMin, ["x2 ≠ 0", "x2 = 0"]),
        (ValueChoice::Max, ["x2 = 9", "x2 ≠ 9"]),
    ] {
        let variables = vec![ids[2], ids[1], ids[0]];
        let step = SearchStep { variables, variable: VariableChoice::Largest, value };
        let plan = SearchPlan { steps: vec![step], ..SearchPlan::default() };
        let planned = model.clone().with_search_plan(plan);
        let control = Control::unlimited();
        let mut search =
            SearchState::new(&planned, &SearchSettings::default(), 1, &control).unwrap();
        search.record_trace(&planned, 100_000);
        search.ask(&[], Task::All, &control, &mut |_| ControlFlow::Continue(()));
        let steps = search.take_trace().unwrap().steps;
        let of_root: Vec<&str> =
            steps.iter().filter(|s| s.parent == Some(0)).map(|s| &*s.branch).collect();
        assert_eq!(of_root, sides, "{value}");
        let settings: SearchSettings = ",limit=10".parse().unwrap();
        let mut limited = SearchState::new(&planned, &settings, 1, &control).unwrap();
        let outcome = limited.ask(&[], Task::All, &control, &mut |_| ControlFlow::Continue(()));
        assert!(matches!(outcome.answer, Answer::Satisfiable | Answer::Unknown(_)));
        assert!(!outcome.complete && outcome.counters.get("enumerations") <= Some(30));
    }
}
