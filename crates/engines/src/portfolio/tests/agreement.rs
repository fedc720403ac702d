//! Engines of several families that make one claim, or contradict it.

use super::*;

#[test]
fn families_agree_or_contradict() {
    let none = || gives(vec![], EnumerationEnd::Exhausted);
    let first = fake("first", SolverLineage::Native, none());
    let same = fake("same", SolverLineage::Native, later(none()));
    let other = fake("other", SolverLineage::Z3, later(none()));
    let third = fake("third", SolverLineage::Cadical, later(none()));
    let race = racing(&[&first, &same, &other], 3).with_agreement(2);
    let (outcome, _) = run(&race, Task::First, &Control::unlimited());
    assert_eq!((outcome.answer.clone(), agreed(&outcome)), (Answer::Unsatisfiable, vec!["other"]));
    assert!(by(&outcome).1.contains("2 of 2 families agree"), "{outcome:?}");
    let race = racing(&[&first, &other, &third], 1).with_agreement(3);
    let (outcome, _) = run(&race, Task::Optimise, &Control::unlimited());
    assert_eq!(outcome.agreed.len(), 2);
    // No engine remains to agree.
    let race = racing(&[&first, &same], 2).with_agreement(2);
    let (outcome, _) = run(&race, Task::First, &Control::unlimited());
    assert_eq!((outcome.answer.clone(), outcome.agreed.len()), (Answer::Unsatisfiable, 0));
    assert!(by(&outcome).1.contains("1 of 2 families agree"), "{outcome:?}");
    // The time limit is reached.
    let slow = fake("slow", SolverLineage::Z3, waits);
    let race = racing(&[&first, &slow], 2).with_agreement(2);
    let late = Control::unlimited().with_timeout(Some(Duration::from_millis(400)));
    assert_eq!(run(&race, Task::First, &late).0.answer, Answer::Unsatisfiable);
    let has = fake("has", SolverLineage::Z3, later(gives(all(), EnumerationEnd::Exhausted)));
    for task in [Task::First, Task::All, Task::Optimise] {
        let race = racing(&[&first, &has], 2).with_agreement(2);
        let (outcome, _) = run(&race, task, &Control::unlimited());
        let wrong = outcome.wrong.expect("a contradiction");
        assert!(wrong.contains("first claims") && wrong.contains("has has"), "{task}: {wrong}");
    }
}

/// All others may refute an engine of unknown family, and two of them confirm it.
#[test]
fn others_refute_an_engine_of_unknown_family() {
    let none = || gives(vec![], EnumerationEnd::Exhausted);
    let liar = fake("liar", SolverLineage::Unknown, none());
    let has = fake("has", SolverLineage::Native, later(gives(all(), EnumerationEnd::Exhausted)));
    for task in [Task::First, Task::All, Task::Optimise] {
        let race = racing(&[&liar, &has], 2).with_agreement(2);
        let (outcome, _) = run(&race, task, &Control::unlimited());
        let wrong = outcome.wrong.expect("a contradiction");
        assert!(wrong.contains("liar claims") && wrong.contains("has has"), "{task}: {wrong}");
    }
    let one = fake("one", SolverLineage::Native, later(none()));
    let two = fake("two", SolverLineage::Z3, later(none()));
    let race = racing(&[&liar, &one, &two], 3).with_agreement(2);
    let (mut outcome, _) = run(&race, Task::First, &Control::unlimited());
    outcome.agreed.sort_by(|a, b| a.engine.cmp(&b.engine));
    assert_eq!(agreed(&outcome), ["one", "two"]);
    assert!(by(&outcome).1.contains("2 of 2 families agree"), "{outcome:?}");
    let race = racing(&[&liar, &one], 2).with_agreement(2);
    let (outcome, _) = run(&race, Task::First, &Control::unlimited());
    assert!(by(&outcome).1.contains("1 of 2 families agree"), "{outcome:?}");
}

#[test]
fn sets_and_optima_agree_or_contradict() {
    let every = fake("every", SolverLineage::Native, gives(all(), EnumerationEnd::Exhausted));
    let also = fake(
        "also",
        SolverLineage::Z3,
        later(gives(all().into_iter().rev().collect(), EnumerationEnd::Exhausted)),
    );
    let fewer = fake(
        "fewer",
        SolverLineage::Z3,
        later(gives(all()[1..].to_vec(), EnumerationEnd::Exhausted)),
    );
    for task in [Task::All, Task::Count] {
        let (outcome, given) =
            run(&racing(&[&every, &also], 2).with_agreement(2), task, &Control::unlimited());
        assert_eq!((given, agreed(&outcome)), (all(), vec!["also"]));
        let (outcome, _) =
            run(&racing(&[&every, &fewer], 2).with_agreement(2), task, &Control::unlimited());
        let wrong = outcome.wrong.expect("a contradiction");
        assert!(wrong.contains("counts 5 solutions and not 6"), "{wrong}");
    }
    let best = fake("best", SolverLineage::Native, optimum(vec![vec![0, 1]]));
    let too = fake("too", SolverLineage::Z3, later(optimum(vec![vec![2, 1], vec![0, 2]])));
    let (outcome, given) =
        run(&racing(&[&best, &too], 2).with_agreement(2), Task::Optimise, &Control::unlimited());
    assert_eq!((outcome.answer.clone(), given), (Answer::Optimal(0), vec![vec![0, 1]]));
    assert_eq!(agreed(&outcome), ["too"]);
    let worse = fake("worse", SolverLineage::Native, optimum(vec![vec![1, 0]]));
    let (outcome, _) =
        run(&racing(&[&worse, &too], 2).with_agreement(2), Task::Optimise, &Control::unlimited());
    assert!(outcome.wrong.expect("a contradiction").contains("too has a better solution"));
}
