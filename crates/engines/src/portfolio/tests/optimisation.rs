//! Races for the best solution.

use super::*;

#[test]
fn the_best_solutions_of_all_engines_improve_strictly() {
    let first = fake("first", SolverLineage::Z3, |control: &Control, on: CandidateCallback<'_>| {
        let _ = on(&[2, 0]);
        waits(control, on)
    });
    let second = fake(
        "second",
        SolverLineage::Native,
        later(optimum(vec![vec![2, 1], vec![1, 0], vec![0, 2]])),
    );
    let (outcome, given) =
        run(&racing(&[&first, &second], 2), Task::Optimise, &Control::unlimited());
    assert_eq!(outcome.answer, Answer::Optimal(0));
    assert_eq!(given, [[2, 0], [1, 0], [0, 2]]);
    assert_eq!((by(&outcome).0, outcome.complete), ("second", true));
}

#[test]
fn bounds_are_shared_with_who_uses_them() {
    let finds = fake("finds", SolverLineage::Z3, |control: &Control, on: CandidateCallback<'_>| {
        let _ = on(&[0, 2]);
        waits(control, on)
    });
    let mut proves =
        fake("proves", SolverLineage::Native, |control: &Control, _: CandidateCallback<'_>| {
            while control.rival_cost() != Some(0) {
                if let Some(stop) = control.stop_reason() {
                    return ended(0, EnumerationEnd::Stopped(stop));
                }
            }
            ended(0, EnumerationEnd::Exhausted)
        });
    proves.uses_rivals = true;
    let (outcome, given) = answer(&[&finds, &proves], Task::Optimise);
    assert_eq!((outcome.answer.clone(), given), (Answer::Optimal(0), vec![vec![0, 2]]));
    assert_eq!(by(&outcome).0, "proves");
    assert!(by(&outcome).1.contains("the best solution is from finds"), "{outcome:?}");
}

#[test]
fn a_better_solution_refutes_a_false_optimum() {
    let finds =
        fake("finds", SolverLineage::Native, |control: &Control, on: CandidateCallback<'_>| {
            let _ = on(&[0, 2]);
            later(|_: &Control, _: CandidateCallback<'_>| {
                QuestionOutcome::from_optimisation(
                    Some(0),
                    EnumerationEnd::Exhausted,
                    EffortCounters::new(),
                    Duration::ZERO,
                )
            })(control, on)
        });
    for lie in [vec![vec![1, 0]], vec![]] {
        let liar = fake("liar", SolverLineage::Z3, later(optimum(lie)));
        let race = racing(&[&finds, &liar], 2);
        let (outcome, given) = run(&race, Task::Optimise, &Control::unlimited());
        assert_eq!((outcome.answer.clone(), given), (Answer::Optimal(0), vec![vec![0, 2]]));
        assert_eq!(by(&outcome).0, "finds");
    }
    let worse = fake("worse", SolverLineage::Z3, optimum(vec![vec![1, 0], vec![1, 2]]));
    let (outcome, _) = answer(&[&worse], Task::Optimise);
    assert!(outcome.stopped.unwrap().as_str().contains("no better than the last"));
}
