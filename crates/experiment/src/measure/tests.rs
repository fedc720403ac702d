//! Encodings whose propagation is known.

use parallax_model::Given;
use parallax_model::Model;
use parallax_model::engine_api::Control;
use parallax_model::{AllDifferent, ComparisonOperator, Constraint, Domain, Linear, Table};

use super::*;

fn settings(probes: usize) -> EncodingStudyOptions {
    EncodingStudyOptions { probes, seed: 1, runs: 1, timeout: None }
}

fn model(
    variables: usize,
    largest: i32,
    constraint: impl Fn(Vec<parallax_model::VarId>) -> Constraint,
) -> Model {
    let mut model = Model::new("measured");
    let scope =
        (0..variables).map(|i| model.add_shown(format!("x{i}"), Domain::from_range(1, largest)));
    let scope: Vec<_> = scope.collect::<Result<_, _>>().expect("a variable");
    model.post("it", constraint(scope)).expect("a constraint");
    model
}

fn measure(model: &Model, probes: usize, spec: &str) -> EncodingMeasurement {
    let control = Control::unlimited();
    let study =
        EncodingStudy::new(model.clone(), &[], settings(probes), &control).expect("a small model");
    assert_eq!(study.probe_count(), probes);
    study.measure_engine(&spec.parse().expect("a spec"), &control).expect("encodes")
}

#[test]
fn row_literals_find_all_and_adders_do_not() {
    let rows = [[1, 1, 2, 3], [4, 1, 5, 2], [2, 2, 2, 2], [5, 3, 1, 1], [3, 3, 4, 1], [1, 5, 5, 5]];
    let table = model(4, 5, |scope| {
        let tuples: Vec<_> = rows.iter().map(|row| row.to_vec()).collect();
        Constraint::Table(Table { scope, tuples: tuples.into(), forbidden: false })
    });
    let found = measure(&table, 1000, "sat:batsat+direct").propagation;
    assert!(found.removed > 1000 && found.probes == 1000);
    assert_eq!((found.found_share(), found.refuted_share(), found.beyond), (1.0, 1.0, 0));

    let sum = model(4, 5, |scope| {
        Constraint::Linear(Linear::unweighted_sum(scope, ComparisonOperator::Le, 7))
    });
    let found = |spec| measure(&sum, 1000, spec).propagation;
    assert_eq!(found("sat:batsat+order").found_share(), 1.0);
    let adder = found("sat:batsat+direct,sum=adder");
    assert!(adder.found_share() < 1.0 && adder.removed_found > 0, "{adder:?}");
}

#[test]
fn at_most_one_a_value_misses_hall_sets() {
    let different = model(5, 6, |scope| Constraint::AllDifferent(AllDifferent { scope }));
    let row = measure(&different, 1200, "sat:batsat+direct,amo=pairwise");
    assert!(row.propagation.found_share() > 0.9 && row.propagation.beyond == 0);
    assert!(row.keeps_counts && row.solve.answer == "sat");
    // Six values and fifteen pairs of five integers, and the integers themselves.
    assert_eq!((row.variables, row.clauses), (30, 6 * 10 + 5 * (1 + 15)));
    let ladder = measure(&different, 10, "sat:batsat+direct,amo=ladder");
    assert!(!ladder.keeps_counts);
}

#[test]
fn givens_that_solve_the_instance_leave_the_bare_constraints() {
    let control = Control::unlimited();
    let different = model(3, 3, |scope| Constraint::AllDifferent(AllDifferent { scope }));
    let given = |index, value| Given { variable: parallax_model::VarId::new(index), value };
    let givens = [given(0, 1), given(1, 2)];
    let study = EncodingStudy::new(different, &givens, settings(50), &control).expect("small");
    assert!(study.is_bare() && study.probe_count() == 50);
    let row =
        study.measure_engine(&"sat:batsat".parse().expect("a spec"), &control).expect("encodes");
    // Two of three values, 1 and 2, are given; the third variable loses both.
    assert_eq!((row.propagation.root, row.propagation.root_found), (2, 2));
    assert!(row.propagation.removed > 0);
}

#[test]
fn the_same_seed_gives_the_same_probes() {
    let sum = model(4, 6, |scope| {
        Constraint::Linear(Linear::unweighted_sum(scope, ComparisonOperator::Eq, 13))
    });
    let strength = || measure(&sum, 200, "sat:batsat+order,sum=adder").propagation;
    assert_eq!(strength(), strength());
}
