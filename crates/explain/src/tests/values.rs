//! Explanations of forced and impossible values, and the names of parts.

use parallax_formats::ModelInstance;
use parallax_instance::{ModelSource, parse_value};
use parallax_model::{Compare, ComparisonOperator, Constraint, Domain, Given, Linear};
use parallax_puzzles::latin::LatinPuzzle;
use parallax_puzzles::magic::MagicPuzzle;
use parallax_puzzles::sudoku::SudokuPuzzle;

use super::*;
use crate::ExplanationProblem;

fn asked(instance: &dyn Instance, text: &str) -> InstanceExplanation {
    let problem = ExplanationProblem::from_instance(
        instance,
        &instance.default_viewpoint(),
        &Control::unlimited(),
    )
    .unwrap();
    let about = Some(parse_value(problem.model(), text).unwrap());
    let request = ExplanationOptions { about, ..wanted(MinimalSets::Smallest) };
    explained(instance, request, &engines("sat:batsat", &["native"]))
}

#[test]
fn values_are_forced_impossible_or_neither() {
    let latin = LatinPuzzle::new(3, clues("12. ... ...")).unwrap();
    let forced = asked(&latin, "r1c3=3");
    assert!(matches!(forced.finding, ExplainedFact::Forced(..)));
    let row = "row 1: all different: r1c1, r1c2, r1c3";
    assert_eq!(words(&forced), [["clue r1c1 = 1", "clue r1c2 = 2", row]]);
    assert!(is_confirmed(&forced.sets[0].confirmed));
    let impossible = asked(&latin, "r1c3 = 2");
    assert!(matches!(impossible.finding, ExplainedFact::Impossible(..)));
    assert_eq!(words(&impossible), [["clue r1c2 = 2", row]]);
    let open = asked(&latin, "r2c1=2");
    let ExplainedFact::Possible(_, with, without) = &open.finding else { panic!("{open:?}") };
    assert_eq!((with[3], without[3] == 2, open.sets.len()), (2, false, 0));
    assert_eq!([latin.rules(with), latin.rules(without)], [Ok(()), Ok(())]);
    // A clue forces its own value; a value outside the cell's domain is impossible by itself.
    assert_eq!(words(&asked(&latin, "r1c1=1")), [["clue r1c1 = 1"]]);
    assert_eq!(words(&asked(&latin, "r1c1=3")), [["clue r1c1 = 1"]]);
    let beyond = asked(&latin, "r3c3=2147483647");
    assert!(matches!(beyond.finding, ExplainedFact::Impossible(..)) && words(&beyond) == [[""; 0]]);
}

#[test]
fn without_any_solution_the_value_does_not_matter() {
    let latin = LatinPuzzle::new(3, clues("11. ... ...")).unwrap();
    let why = asked(&latin, "r3c3=2");
    assert_eq!(why.finding, ExplainedFact::Unsatisfiable);
    assert_eq!(words(&why)[0][..2], ["clue r1c1 = 1", "clue r1c2 = 1"]);
}

#[test]
fn wrong_values_are_errors() {
    let latin = LatinPuzzle::without_clues(3).unwrap();
    let problem = ExplanationProblem::from_instance(
        &latin,
        &latin.default_viewpoint(),
        &Control::unlimited(),
    )
    .unwrap();
    let fault = |text: &str| parse_value(problem.model(), text).unwrap_err().to_string();
    let texts = ["", "r1c1", "r1c1=", "=1", "r1c9=1", "r1c1=one", "r1c1=99999999999", "r1c1=true"];
    insta::assert_snapshot!(texts.map(fault).join("\n"), @r"
    ''; expected a variable and a value, as in r3c4=7
    'r1c1'; expected a variable and a value, as in r3c4=7
    value '' of 'r1c1'; expected one of 1..3
    there is no variable ''
    there is no variable 'r1c9' (did you mean 'r1c1'?)
    value 'one' of 'r1c1'; expected one of 1..3
    value '99999999999' of 'r1c1'; expected one of 1..3
    value 'true' of 'r1c1'; expected one of 1..3
    ");
}

#[test]
fn parts_are_called_as_people_call_them() {
    let magic = MagicPuzzle::new(3, vec![(0, 5), (0, 5), (0, 6)]).unwrap();
    let sudoku = SudokuPuzzle::without_clues(4).unwrap();
    let mut model = Model::new("numbers");
    let x = model.add_shown("x", Domain::from_range(0, 9)).unwrap();
    let y = model.add_hidden("y", Domain::from_range(0, 9)).unwrap();
    let compare =
        |left, right| Constraint::Compare(Compare::new(left, ComparisonOperator::Lt, right));
    let sum =
        |bound| Constraint::Linear(Linear::unweighted_sum([x], ComparisonOperator::Le, bound));
    for (label, constraint) in [
        ("", sum(3)),
        ("up", compare(x, y)),
        ("twice", sum(4)),
        ("twice", sum(5)),
        ("small", sum(6)),
    ] {
        model.post(label, constraint).unwrap();
    }
    let model = ModelInstance::new(model);
    let named = |instance: &dyn Instance| {
        let problem = ExplanationProblem::from_instance(
            instance,
            &instance.default_viewpoint(),
            &Control::unlimited(),
        )
        .unwrap();
        let words = problem.parts().iter().map(|part| part.description(problem.model()));
        words.collect::<Vec<_>>().join("\n")
    };
    insta::assert_snapshot!(named(&magic), @r"
    clue r1c1 = 5
    clue r1c1 = 6
    all cells differ
    row 1: r1c1 + r1c2 + r1c3 = 15
    row 2: r2c1 + r2c2 + r2c3 = 15
    row 3: r3c1 + r3c2 + r3c3 = 15
    column 1: r1c1 + r2c1 + r3c1 = 15
    column 2: r1c2 + r2c2 + r3c2 = 15
    column 3: r1c3 + r2c3 + r3c3 = 15
    diagonal 1: r1c1 + r2c2 + r3c3 = 15
    diagonal 2: r1c3 + r2c2 + r3c1 = 15
    ");
    insta::assert_snapshot!(named(&model), @r"
    x <= 3
    up
    twice
    small: x <= 6
    ");
    insta::assert_snapshot!(named(&sudoku).lines().last().unwrap_or_default(), @"box 4: all different: r3c3, r3c4, r4c3, r4c4");
}

#[test]
fn values_without_any_other_are_forced_by_themselves() {
    let mut model = Model::new("alone");
    let variable = model.add_shown("x", Domain::from_values([7])).unwrap();
    let instance = ModelInstance::new(model);
    let request = ExplanationOptions {
        about: Some(Given { variable, value: 7 }),
        ..wanted(MinimalSets::One)
    };
    let why = explained(&instance, request, &engines("sat:batsat", &["native"]));
    assert!(matches!(why.finding, ExplainedFact::Forced(..)) && words(&why) == [[""; 0]]);
}
