//! Counters, limits and settings of whole searches.

use std::ops::ControlFlow;
use std::sync::Arc;

use parallax_model::engine_api::{
    Answer, Control, PreparationError, QuestionOutcome, Session, Task,
};
use parallax_model::{
    AllDifferent, Compare, ComparisonOperator, Constraint, Domain, Given, Inverse, Linear, Model,
    Value, VarId,
};

use super::{ByTask, SearchSettings, SearchState};

/// Returns an n x n grid of values 1 to n, different in rows and columns.
fn latin(n: usize) -> Model {
    let mut model = Model::new("latin");
    let domain = Domain::from_range(1, n as Value);
    let cells: Vec<VarId> =
        (0..n * n).map(|i| model.add_shown(format!("x{i}"), domain.clone()).unwrap()).collect();
    for i in 0..n {
        let row = cells[i * n..][..n].to_vec();
        let column = cells.iter().copied().skip(i).step_by(n).collect();
        model.post(format!("row {i}"), different(row)).unwrap();
        model.post(format!("column {i}"), different(column)).unwrap();
    }
    model.set_grid(n).unwrap();
    model
}

fn different(scope: Vec<VarId>) -> Constraint {
    Constraint::AllDifferent(AllDifferent { scope })
}

/// Returns five variables that must differ, with four values: no solution.
fn pigeons() -> Model {
    let mut model = Model::new("pigeons");
    let domain = Domain::from_range(1, 4);
    let scope = (0..5).map(|i| model.add_shown(format!("x{i}"), domain.clone()).unwrap());
    let scope = scope.collect();
    model.post("holes", different(scope)).unwrap();
    model.set_grid(2).unwrap();
    model
}

fn ask(model: &Model, settings: &str, seed: u64, task: Task) -> QuestionOutcome {
    let control = Control::unlimited();
    let settings: SearchSettings = settings.parse().unwrap();
    let mut search = SearchState::new(model, &settings, seed, &control).unwrap();
    search.ask(&[], task, &control, &mut |_| ControlFlow::Continue(()))
}

fn counter(outcome: &QuestionOutcome, name: &str) -> u64 {
    outcome.counters.get(name).unwrap_or_else(|| panic!("no counter {name}"))
}

const STRATEGIES: [&str; 8] = [
    "",
    ":mid+sval,ac",
    ":random+random,fc,d-way",
    ":chs+random,ac,restarts=luby:1",
    ":activity+gav,ac,lc",
    ":opre+aval,none",
    ":mad+gval,fc",
    ":domwdeg+middle,ac,restarts=geometric:2",
];

#[test]
fn the_same_seed_gives_the_same_counters() {
    let model = latin(4);
    for settings in STRATEGIES {
        for task in [Task::First, Task::Limit(5)] {
            let [one, two] = [3, 3].map(|seed| ask(&model, settings, seed, task).counters);
            assert_eq!(one, two, "native{settings}");
        }
    }
    let [one, two] = [3, 4].map(|seed| ask(&model, ":random+random,fc", seed, Task::First));
    assert_ne!(one.counters, two.counters, "the seed matters to random strategies");
}

/// Returns a magic square: the numbers from 1 in a square whose lines all have one sum.
fn magic(order: usize) -> Model {
    let mut model = Model::new("magic");
    let domain = Domain::from_range(1, (order * order) as Value);
    let cells: Vec<VarId> = (0..order * order)
        .map(|i| model.add_shown(format!("x{i}"), domain.clone()).unwrap())
        .collect();
    let sum = (order * (order * order + 1) / 2) as i64;
    for i in 0..order {
        let row = cells[i * order..][..order].to_vec();
        let column: Vec<VarId> = cells.iter().copied().skip(i).step_by(order).collect();
        for line in [row, column] {
            model
                .post(
                    "",
                    Constraint::Linear(Linear::unweighted_sum(line, ComparisonOperator::Eq, sum)),
                )
                .unwrap();
        }
    }
    let diagonals = [(0, order + 1), (order - 1, order - 1)];
    for (from, step) in diagonals {
        let line = (0..order).map(|i| cells[from + i * step]);
        model
            .post("", Constraint::Linear(Linear::unweighted_sum(line, ComparisonOperator::Eq, sum)))
            .unwrap();
    }
    model.post("", different(cells)).unwrap();
    model
}

/// By default, the search for a first solution uses restarts and domain consistency on sums;
/// explicit settings take precedence.
#[test]
fn defaults_find_a_magic_square_and_named_choices_hold() {
    let control = Control::unlimited();
    let model = Arc::new(magic(7));
    let ask = |settings: &str, task| {
        let settings = format!("{settings},limit=20000").parse().unwrap();
        let mut session = ByTask::new(&model, &settings, 0, &control).unwrap();
        session.ask(&[], task, &control, &mut |_| ControlFlow::Continue(()))
    };
    let first = ask("", Task::First);
    assert_eq!(first.answer, Answer::Satisfiable);
    let named = ask(",sum=gac,lc,restarts=luby", Task::First);
    assert_eq!(first.counters, named.counters);
    let plain = ask(",restarts=never,sum=bounds", Task::First);
    assert_eq!(plain.counters.get("restarts"), None);
    assert_eq!(ask("", Task::Limit(2)).counters.get("restarts"), None);
}

/// Fixing one side of an inverse fixes the other, without dead ends.
#[test]
fn inverses_are_followed_both_ways() {
    let mut model = Model::new("inverse");
    let mut array = |name: &str| -> Vec<VarId> {
        let domain = Domain::from_range(0, 29);
        (0..30).map(|i| model.add_shown(format!("{name}{i}"), domain.clone()).unwrap()).collect()
    };
    let (left, right) = (array("l"), array("r"));
    let inverse = Inverse { left, right, first_left: 0, first_right: 0 };
    model.post("", Constraint::Inverse(inverse)).unwrap();
    let outcome = ask(&model, ",restarts=never", 0, Task::Limit(2));
    assert_eq!(counter(&outcome, "backtracks"), 0);
}

/// The tournament tree chooses the variable that a comparison of all variables chooses.
#[test]
fn a_tournament_has_the_best_of_all() {
    let mut model = latin(6);
    for i in 0..30 {
        model.add_hidden(format!("h{i}"), Domain::from_range(0, i % 5)).unwrap();
    }
    let control = Control::unlimited();
    for settings in [":domdeg,ac", ",ac,restarts=luby:3", ":chs,ac,lc,restarts=luby:5", ",fc,d-way"]
    {
        let mut runs = [true, false].map(|kept_up| {
            let mut search =
                SearchState::new(&model, &settings.parse().unwrap(), 0, &control).unwrap();
            if !kept_up {
                search.guide.look_at_all();
            }
            search.ask(&[], Task::Limit(200), &control, &mut |_| ControlFlow::Continue(()))
        });
        let [one, two] = &mut runs;
        assert!(counter(one, "nodes") > 100, "native{settings}");
        assert_eq!(one.counters, two.counters, "native{settings}");
    }
}

/// A second question to a session has the counters of the first.
#[test]
fn a_second_question_costs_what_the_first_did() {
    let control = Control::unlimited();
    for settings in STRATEGIES {
        let parsed = settings.parse().unwrap();
        let mut search = SearchState::new(&latin(4), &parsed, 1, &control).unwrap();
        let givens = [Given { variable: VarId::new(5), value: 2 }];
        let mut question =
            || search.ask(&givens, Task::All, &control, &mut |_| ControlFlow::Continue(()));
        let (first, second) = (question(), question());
        assert_eq!(first.counters, second.counters, "native{settings}");
    }
}

/// In a tree without a solution every commit fails.
#[test]
fn without_a_solution_all_enumerations_are_backtracks() {
    for settings in STRATEGIES {
        let outcome = ask(&pigeons(), settings, 0, Task::First);
        assert_eq!(outcome.answer, Answer::Unsatisfiable, "native{settings}");
        let [commits, failed] = ["enumerations", "backtracks"].map(|n| counter(&outcome, n));
        assert_eq!(commits, failed, "native{settings}");
    }
}

/// Up to the first solution, every commit outside its path has failed; without restarts the
/// path is as long as the number of commits that did not fail.
#[test]
fn enumerations_less_backtracks_are_the_path_to_the_solution() {
    for order in 2..=6 {
        for settings in [":mid+sval,ac", ":mad+gav,ac", ":first+random,ac", ":mid+middle,ac,d-way"]
        {
            let outcome = ask(&latin(order), settings, 0, Task::First);
            let [commits, failed, depth] =
                ["enumerations", "backtracks", "depth"].map(|n| counter(&outcome, n));
            assert!(commits - failed >= 1 && depth >= 1);
            if failed == 0 {
                assert_eq!(commits, depth, "native{settings} order {order}");
            }
        }
    }
}

/// Twelve squares of order 3; two-way branching closes every commit, and the failed ones are
/// those without a square below.
#[test]
fn a_full_enumeration_counts_every_commit() {
    let outcome = ask(&latin(3), ":first+sval,ac", 0, Task::All);
    let [nodes, commits] = ["nodes", "enumerations"].map(|n| counter(&outcome, n));
    assert_eq!(commits, 2 * nodes, "both sides of every node");
    assert!(outcome.complete);
}

#[test]
fn a_limit_of_enumerations_is_unknown_and_never_passed() {
    let outcome = ask(&latin(6), ":first+sval,none,limit=100", 0, Task::First);
    let Answer::Unknown(why) = &outcome.answer else {
        panic!("{:?}", outcome.answer);
    };
    assert!(why.as_str().contains("limit of 100 enumerations"), "{why}");
    assert!(counter(&outcome, "enumerations") <= 101);
}

#[test]
fn a_sum_that_is_far_from_its_constant_takes_no_memory() {
    for (factors, constant) in [
        (&[][..], 1 << 61),
        (&[], -(1 << 61)),
        (&[3], 1 << 60),
        (&[1, -2], -(1 << 60)),
        (&[1, -2], 1),
    ] {
        let mut model = Model::new("sum");
        let terms = factors.iter().enumerate().map(|(i, &coefficient)| {
            let variable = model.add_shown(format!("x{i}"), Domain::from_range(0, 3)).unwrap();
            parallax_model::LinearTerm { coefficient, variable }
        });
        let terms = terms.collect();
        let sum = Linear { terms, relation: ComparisonOperator::Eq, constant };
        model.post("sum", Constraint::Linear(sum)).unwrap();
        let outcome = ask(&model, ",gac", 0, Task::All);
        let expected = if constant == 1 { Answer::Satisfiable } else { Answer::Unsatisfiable };
        assert_eq!(outcome.answer, expected, "{factors:?} = {constant}");
    }
}

#[test]
fn settings_that_do_not_fit_a_model_say_why() {
    let control = Control::unlimited();
    let refused = |model: &Model, settings: &str| match SearchState::new(
        model,
        &settings.parse().unwrap(),
        0,
        &control,
    ) {
        Err(PreparationError::Unsupported(why)) => why,
        _ => panic!("native{settings} was taken"),
    };
    assert!(refused(&Model::new("no grid"), ":opre").contains("square grid"));
    assert!(refused(&latin(3), ",@rows=fc").contains("it has: column, row"));
    assert!(refused(&latin(3), ",@rows=fc").contains("did you mean 'row'"));
    let mut model = latin(3);
    let sum = Linear::unweighted_sum([VarId::new(0), VarId::new(1)], ComparisonOperator::Le, 5);
    model.post("sum 1", Constraint::Linear(sum)).unwrap();
    for name in ["pair across 1 2", "pair across 1 3", "pair across 2 3", "pair down 1 2"] {
        let [x, y] = [0, 1].map(VarId::new);
        let differ = Compare::new(x, ComparisonOperator::Ne, y);
        model.post(name, Constraint::Compare(differ)).unwrap();
    }
    for name in ["pair across", "pair down", "pair across 1", "pair down 1"] {
        let settings = format!(",@{name}=none").parse().unwrap();
        assert!(SearchState::new(&model, &settings, 0, &control).is_ok(), "{name}");
    }
    for name in ["pair", "pair across 3", "pair across 1 2"] {
        let why = refused(&model, &format!(",@{name}=none"));
        assert!(why.ends_with("it has: column, pair across, pair down, row, sum"), "{why}");
    }
    assert!(refused(&model, ",@sum=ac").contains("sum has the levels none, fc, bounds, gac"));
}

/// Groups may be mixed: rows fully consistent, columns only forward checked.
#[test]
fn mixtures_by_group_find_the_same_squares() {
    for settings in
        [",gac,@column=fc", ",none,@row=gac", ",@row=bounds,@column=none", ",alldiff=fc"]
    {
        let model = latin(4);
        let parsed = settings.parse().unwrap();
        let control = Control::unlimited();
        let mut search = SearchState::new(&model, &parsed, 0, &control).unwrap();
        let mut squares = 0;
        search.ask(&[], Task::All, &control, &mut |_| {
            squares += 1;
            ControlFlow::Continue(())
        });
        assert_eq!(squares, 576, "native{settings}");
    }
}

/// A passed deadline is noticed inside one long propagation.
#[test]
fn one_long_propagation_is_stopped() {
    let n = 2500;
    let mut model = Model::new("many");
    let domain = Domain::from_range(1, n);
    let scope = (0..n).map(|i| model.add_shown(format!("x{i}"), domain.clone()).unwrap());
    let scope = scope.collect();
    model.post("cells", different(scope)).unwrap();
    for level in ["ac", "singles", "bounds", "gac"] {
        let control = Control::unlimited();
        let settings = format!(",{level}").parse().unwrap();
        let Ok(mut search) = SearchState::new(&model, &settings, 0, &control) else {
            panic!("the domains fit");
        };
        // Every variable fixed at once: millions of steps in one call.
        let givens: Vec<Given> =
            (0..n).map(|i| Given { variable: VarId::new(i as usize), value: n - i }).collect();
        control.cancel_work();
        search.store.set_limits(&control);
        search.store.open_level();
        for given in &givens {
            let _ = search.store.fix_value(given.variable, given.value);
        }
        assert!(search.propagate(&Control::unlimited()).is_err(), "native,{level}");
        assert!(search.store.reached_limit().is_some(), "native,{level}: no conflict but a stop");
    }
}
