use parallax_instance::{Instance, LineReader, ModelSource};
use proptest::prelude::*;

use super::super::Puzzle;
use super::super::tests::error;
use super::{MagicPuzzle, read};

fn square(text: &str) -> MagicPuzzle {
    read::read_magic(&mut LineReader::new("here", text.as_bytes())).unwrap().unwrap()
}

/// Calls `visit` with every permutation of the values from `at` on.
fn each_permutation(values: &mut Vec<i32>, at: usize, visit: &mut dyn FnMut(&[i32])) {
    if at == values.len() {
        return visit(values);
    }
    for i in at..values.len() {
        values.swap(at, i);
        each_permutation(values, at + 1, visit);
        values.swap(at, i);
    }
}

#[test]
fn reads_clues() {
    let magic = square("% order\n3\n% clues\n2\n1 1 2 3 3\n8\n");
    assert_eq!(magic.clues(), [(0, 2), (8, 8)]);
    insta::assert_snapshot!(magic.notation().write_instance(), @r"
    3 2
    1 1 2
    3 3 8
    ");
    insta::assert_snapshot!(magic.title(), @r"magic square 3x3, 2 clues");
    insta::assert_snapshot!(magic.picture().draw_text(&[vec![2, 7, 6, 9, 5, 1, 4, 3, 8]]), @r"
    ┌───────┐
    │ 2 7 6 │
    │ 9 5 1 │
    │ 4 3 8 │
    └───────┘
    ");
    let twice = square("3 3\n1 1 2\n1 1 3\n1 1 2\n");
    assert_eq!(twice.clues(), [(0, 2), (0, 3), (0, 2)]);
}

#[test]
fn errors_name_the_place_and_the_expected_form() {
    let texts = [
        "0 0",
        "101 0",
        "x",
        "3",
        "3 x",
        "3 1\n1 1",
        "3 1\n4 1 1",
        "3 1\n1 0 1",
        "3 1\n1 1 10",
        "3 1\n1 1 1\n2 2 2",
    ];
    let errors: Vec<String> = texts.iter().map(|text| error(Puzzle::Magic, text)).collect();
    insta::assert_snapshot!(errors.join("\n"), @r"
    here:1:1: '0' is not an order; expected 1 to 100
    here:1:1: '101' is not an order; expected 1 to 100
    here:1:1: 'x' is not an order; expected 1 to 100
    here: the file ends after the order; expected a magic square: the order, the number of clues, and `row column value` for each clue
    here:1:3: 'x' is not a number of clues; expected 0 to 100000
    here: the file ends after 0 of 1 clue; expected a magic square: the order, the number of clues, and `row column value` for each clue
    here:2:1: '4' is not a row; expected 1 to 3
    here:2:3: '0' is not a column; expected 1 to 3
    here:2:5: '10' is not a value; expected 1 to 9
    here:3:1: the file announces 1 clue, but more follows; expected the end
    ");
}

#[test]
fn order_three_has_eight_squares() {
    let magic = MagicPuzzle::without_clues(3).unwrap();
    let viewpoint = magic.default_viewpoint();
    let model = magic.model(&viewpoint).unwrap();
    assert_eq!(model.constraints().len(), 9);
    let mut found = 0;
    each_permutation(&mut (1..=9).collect(), 0, &mut |values| {
        let solution = model.check(&[], values);
        assert_eq!(solution.is_ok(), magic.rules(values).is_ok());
        if let Ok(solution) = solution {
            assert_eq!(magic.solution(&viewpoint, &solution), values);
            found += 1;
        }
    });
    assert_eq!(found, 8);
    assert!(MagicPuzzle::without_clues(1).unwrap().rules(&[1]).is_ok());
}

#[test]
fn reports_broken_rules() {
    let magic = square("3 1\n1 1 2\n");
    let solutions: [&[i32]; 8] = [
        &[2],
        &[2, 7, 6, 9, 5, 1, 4, 3, 10],
        &[8, 1, 6, 3, 5, 7, 4, 9, 2],
        &[2, 7, 6, 9, 5, 1, 4, 3, 2],
        &[2, 7, 6, 9, 5, 1, 4, 8, 3],
        &[2, 6, 7, 9, 5, 1, 4, 3, 8],
        &[2, 7, 6, 4, 3, 8, 9, 5, 1],
        &[2, 7, 6, 9, 5, 1, 4, 3, 8],
    ];
    let check = |solution: &&[i32]| {
        magic.rules(solution).err().map_or("kept".to_owned(), |broken| broken.to_string())
    };
    insta::assert_snapshot!(solutions.iter().map(check).collect::<Vec<_>>().join("\n"), @r"
    grid: has 1 value, expected 9
    r3c3: is 10, outside 1 to 9
    r1c1: is 8, the clue says 2
    square: 2 occurs twice (r1c1 and r3c3)
    column 2: the sum is 20, expected 15
    column 2: the sum is 14, expected 15
    diagonal from the upper left: the sum is 6, expected 15
    kept
    ");
}

#[test]
fn reads_solutions() {
    let magic = MagicPuzzle::without_clues(3).unwrap();
    let found = magic
        .notation()
        .read_solutions("here", "2 7 6\n9 5 1\n4 3 8\n\n2 7 6 9 5 1 4 3 8\n")
        .unwrap();
    assert!(found.len() == 2 && found[0] == found[1]);
    insta::assert_snapshot!(magic.notation().read_solutions("here", "2 7 6\n9 5 10").unwrap_err(), @r"here:2:5: '10' is not a value; expected 1 to 9");
}

proptest! {
    #[test]
    fn reads_what_it_writes(order in 1usize..12, clues in prop::collection::vec((0usize..1000, 0i32..1000), 0..30)) {
        let cells = order * order;
        let clues = clues.into_iter().map(|(cell, value)| (cell % cells, value % cells as i32 + 1)).collect();
        let written = MagicPuzzle::new(order, clues).unwrap();
        prop_assert_eq!(square(&written.notation().write_instance()), written);
    }

    #[test]
    fn reads_solutions_that_it_writes(order in 2usize..8, numbers in prop::collection::vec(0i32..1000, 64)) {
        let cells = order * order;
        let solution: Vec<i32> = numbers[..cells].iter().map(|n| n % cells as i32 + 1).collect();
        let magic = MagicPuzzle::without_clues(order).unwrap();
        prop_assert_eq!(magic.notation().read_solutions("", &magic.notation().write_solution(&solution)).unwrap(), vec![solution]);
    }
}
