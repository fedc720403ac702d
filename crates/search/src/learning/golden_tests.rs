//! Counters to the digit, and limits anywhere in a search.

use std::ops::ControlFlow;
use std::time::Duration;

use parallax_model::engine_api::{Answer, Control, QuestionOutcome, Session, Task};
use parallax_model::{
    AllDifferent, ComparisonOperator, Constraint, Domain, Linear, LinearTerm, Model, Objective,
    ObjectiveSense, Value, VarId,
};

use crate::{SearchSettings, SearchState};

fn different(scope: Vec<VarId>) -> Constraint {
    Constraint::AllDifferent(AllDifferent { scope })
}

/// Returns a sum with coefficients.
fn sum(terms: &[(i64, VarId)], constant: i64) -> Constraint {
    let terms = terms.iter().map(|&(coefficient, variable)| LinearTerm { coefficient, variable });
    Constraint::Linear(Linear {
        terms: terms.collect(),
        relation: ComparisonOperator::Eq,
        constant,
    })
}

/// Returns the model of magic squares of an order.
fn magic(n: usize) -> Model {
    let mut model = Model::new("magic");
    let values = Domain::from_range(1, (n * n) as Value);
    let cells: Vec<VarId> =
        (0..n * n).map(|i| model.add_shown(format!("c{i}"), values.clone()).unwrap()).collect();
    model.post("all", different(cells.clone())).unwrap();
    let mut lines: Vec<Vec<usize>> = Vec::new();
    for i in 0..n {
        lines.push((0..n).map(|j| i * n + j).collect());
        lines.push((0..n).map(|j| j * n + i).collect());
    }
    lines.push((0..n).map(|i| i * n + i).collect());
    lines.push((0..n).map(|i| i * n + n - 1 - i).collect());
    for line in lines {
        let terms: Vec<(i64, VarId)> = line.iter().map(|&i| (1, cells[i])).collect();
        model.post("sum", sum(&terms, (n * (n * n + 1) / 2) as i64)).unwrap();
    }
    model
}

/// Returns the model of shortest Golomb rulers of some marks, up to `longest`.
fn golomb(marks: usize, longest: Value) -> Model {
    let mut model = Model::new("golomb");
    let end = |i| if i == 0 { 0 } else { longest };
    let places: Vec<VarId> = (0..marks)
        .map(|i| model.add_shown(format!("m{i}"), Domain::from_range(0, end(i))).unwrap())
        .collect();
    let mut all = Vec::new();
    for i in 0..marks {
        for j in i + 1..marks {
            let name = format!("d{i}_{j}");
            let distance = model.add_hidden(name, Domain::from_range(1, longest)).unwrap();
            let terms = [(1, places[j]), (-1, places[i]), (-1, distance)];
            model.post("distance", sum(&terms, 0)).unwrap();
            all.push(distance);
        }
    }
    model.post("all", different(all)).unwrap();
    let terms = vec![LinearTerm { coefficient: 1, variable: places[marks - 1] }];
    model.set_objective(Objective { sense: ObjectiveSense::Minimize, terms, digits: 0 }).unwrap();
    model
}

/// Returns the model of one pigeon more than there are holes.
fn pigeons(holes: usize) -> Model {
    let mut model = Model::new("pigeons");
    let values = Domain::from_range(1, holes as Value);
    let all: Vec<VarId> =
        (0..=holes).map(|i| model.add_shown(format!("p{i}"), values.clone()).unwrap()).collect();
    for (i, &one) in all.iter().enumerate() {
        for &other in &all[..i] {
            model.post("two", different(vec![one, other])).unwrap();
        }
    }
    model
}

fn ask(model: &Model, settings: &str, task: Task, control: &Control) -> Option<QuestionOutcome> {
    let settings: SearchSettings = settings.parse().unwrap();
    let mut search = SearchState::new(model, &settings, 0, control).ok()?;
    Some(search.ask(&[], task, control, &mut |values| {
        assert!(model.check(&[], values).is_ok());
        ControlFlow::Continue(())
    }))
}

#[test]
fn counters_of_learning_are_those_of_every_build() {
    let cases = [
        (magic(5), Task::First, [54, 68, 1242, 4549]),
        (magic(6), Task::First, [306, 358, 6529, 24834]),
        (golomb(6, 36), Task::Optimise, [235, 245, 6850, 16520]),
        (golomb(7, 49), Task::Optimise, [2477, 2561, 106_633, 261_122]),
    ];
    for (model, task, expected) in cases {
        let outcome = ask(&model, ",learn", task, &Control::unlimited()).unwrap();
        let names = ["conflicts", "nodes", "propagations", "prunings"];
        let counters = names.map(|name| outcome.counters.get(name).unwrap_or(0));
        assert_eq!(counters, expected, "{names:?} {model}");
    }
}

#[test]
fn a_limit_anywhere_is_an_honest_unknown() {
    let cases = [
        (magic(4), Task::First, Answer::Satisfiable),
        (golomb(5, 12), Task::Optimise, Answer::Optimal(11)),
        (pigeons(4), Task::First, Answer::Unsatisfiable),
    ];
    for (model, task, expected) in cases {
        let limited = (1..=200).map(|n| (format!(",learn,limit={n}"), Control::unlimited()));
        let stopped = (1..=200).map(|n| {
            let timeout = Duration::from_micros(n * n / 8);
            (",learn".to_owned(), Control::unlimited().with_timeout(Some(timeout)))
        });
        for (settings, control) in limited.chain(stopped) {
            let Some(outcome) = ask(&model, &settings, task, &control) else { continue };
            let honest = outcome.answer == expected
                || matches!(outcome.answer, Answer::Unknown(_))
                || (outcome.answer == Answer::Satisfiable && task == Task::Optimise);
            assert!(honest, "{settings}: {:?} for {expected:?}", outcome.answer);
        }
    }
}
