use parallax_instance::{Instance, LineReader, ModelSource};
use proptest::prelude::*;

use super::super::Puzzle;
use super::super::tests::{brute, each_assignment, error, one, read};
use super::LatinPuzzle;
use super::read::next;

fn square(text: &str) -> LatinPuzzle {
    next(&mut LineReader::new("here", text.as_bytes())).unwrap().unwrap()
}

#[test]
fn reads_both_forms() {
    let square = square("# five\n3 4\n1 . 3\n. 3 .\n3 1 .\n");
    insta::assert_snapshot!(square.notation().write_instance(), @r"
    order 3
      0  -1   2
     -1   2  -1
      2   0  -1
    ");
    insta::assert_snapshot!(square.title(), @r"latin square 3x3, 4 holes");
    insta::assert_snapshot!(square.picture().draw_text(&[]), @r"
    ┌───────┐
    │ 1 . 3 │
    │ . 3 . │
    │ 3 1 . │
    └───────┘
    ");
    let two = read(Puzzle::Latin, "order 1\n-1\n\norder 2\n0 1\n1 -1\n").unwrap();
    assert_eq!(two.len(), 2);
    let picture = two[1].picture().draw_svg(&[vec![1, 2, 2, 1]]);
    assert_eq!((picture.matches("bold").count(), picture.matches("#1f5fbf").count()), (3, 1));
}

#[test]
fn errors_name_the_place_and_the_expected_form() {
    let texts = [
        "order 201\n",
        "order x\n",
        "order 2\n0 1\n",
        "order 2\n0 1 1\n1 0\n",
        "order 2\n0 1\n1 2\n",
        "order 2\n0 .\n1 0\n",
        "3 4\n1 . 3\n2 3 1\n3 1 2\n",
        "2 9\n",
        "2 2\n0 1\n",
        "order 1\n0\n7\n",
        "hello",
    ];
    let errors: Vec<String> = texts.iter().map(|text| error(Puzzle::Latin, text)).collect();
    insta::assert_snapshot!(errors.join("\n"), @r"
    here:1:7: '201' is not an order; expected 1 to 200
    here:1:7: 'x' is not an order; expected 1 to 200
    here:1: the square ends after 1 of 2 rows
    here:2: row 1 has 3 cells, expected 2
    here:3:3: '2' is not a value or -1 for a hole; expected -1 to 1
    here:2:3: '.' is not a value or -1 for a hole; expected -1 to 1
    here:1: the header announces 4 holes, but the rows have 1
    here:1:3: '9' is not a number of holes; expected 0 to 4
    here:2:1: '0' is not a value or . for a hole; expected 1 to 2
    here:3: '7': text after the square; expected the header of another one, or a comment (#)
    here:1: 'hello'; expected a Latin square: `order n` and n rows from 0 with -1 for a hole, or `n holes` and n rows from 1 with . for a hole
    ");
}

#[test]
fn order_three_has_twelve_squares() {
    let square = LatinPuzzle::without_clues(3).unwrap();
    let found = brute(&square, "cells");
    assert_eq!(found.len(), 12);
    let model = square.model(&square.default_viewpoint()).unwrap();
    each_assignment(&model, &mut Vec::new(), &mut |values| {
        assert_eq!(square.rules(values).is_ok(), found.contains(&values.to_vec()));
    });
}

#[test]
fn reports_broken_rules() {
    let square = one(Puzzle::Latin, "order 3\n0 -1 -1\n-1 -1 -1\n-1 -1 -1\n");
    let solutions: [&[i32]; 6] = [
        &[1, 2],
        &[1, 2, 4, 2, 3, 1, 3, 1, 2],
        &[2, 1, 3, 1, 3, 2, 3, 2, 1],
        &[1, 2, 2, 2, 3, 1, 3, 1, 3],
        &[1, 2, 3, 1, 3, 2, 3, 1, 2],
        &[1, 2, 3, 2, 3, 1, 3, 1, 2],
    ];
    let check = |solution: &&[i32]| {
        square.rules(solution).err().map_or("kept".to_owned(), |broken| broken.to_string())
    };
    insta::assert_snapshot!(solutions.iter().map(check).collect::<Vec<_>>().join("\n"), @r"
    grid: has 2 values, expected 9
    r1c3: is 4, outside 1 to 3
    r1c1: is 2, the clue says 1
    row 1: 2 occurs twice (columns 2 and 3)
    column 1: 1 occurs twice (rows 1 and 2)
    kept
    ");
}

#[test]
fn reads_solutions() {
    let square = LatinPuzzle::without_clues(2).unwrap();
    let solutions =
        square.notation().read_solutions("here", "1 2 2 1\n\n2,1\n1,2\n1 2 2 1\n").unwrap();
    assert_eq!(solutions, [[1, 2, 2, 1], [2, 1, 1, 2], [1, 2, 2, 1]]);
    assert_eq!(
        square.notation().read_solutions("here", "order 2\n0 1\n1 0\n").unwrap(),
        [[1, 2, 2, 1]]
    );
    let wrong = ["", "1 2", "1 2\n\n2 1", "1 2 3", "1 3\n2 1", "order 2\n0 1\n1 -1", "order 1\n0"];
    let wrong =
        wrong.map(|text| square.notation().read_solutions("here", text).unwrap_err().to_string());
    insta::assert_snapshot!(wrong.join("\n"), @r"
    here: no solution; expected 2 rows of 2 numbers
    here:1: the grid ends after 1 of 2 rows
    here:2: the grid ends after 1 of 2 rows
    here:1:5: '3' is not a value; expected 1 to 2
    here:1:3: '3' is not a value; expected 1 to 2
    here: a square with holes; expected a solution
    here: a square of order 1, expected 2
    ");
    assert_eq!(
        LatinPuzzle::without_clues(1).unwrap().notation().read_solutions("here", "1\n1\n").unwrap(),
        [[1], [1]]
    );
}

proptest! {
    #[test]
    fn reads_what_it_writes(order in 1usize..12, numbers in prop::collection::vec(0i32..1000, 121)) {
        let clue = |n: &i32| (n % 2 == 0).then_some(n % order as i32 + 1);
        let written = LatinPuzzle::new(order, numbers[..order * order].iter().map(clue).collect()).unwrap();
        prop_assert_eq!(square(&written.notation().write_instance()), written.clone());
        let solution: Vec<i32> = numbers[..order * order].iter().map(|n| n % order as i32 + 1).collect();
        prop_assert_eq!(written.notation().read_solutions("", &written.notation().write_solution(&solution)).unwrap(), vec![solution]);
    }
}

/// Reads the clues of a square: a digit or `.` for each cell.
fn clues(text: &str) -> LatinPuzzle {
    let clue = |c: char| c.to_digit(10).map(|digit| digit as i32);
    LatinPuzzle::new(text.len().isqrt(), text.chars().map(clue).collect()).unwrap()
}

/// All squares of an instance by its rules alone, sorted.
fn by_rules(square: &LatinPuzzle) -> Vec<Vec<i32>> {
    let mut found = vec![Vec::new()];
    for clue in square.clues() {
        let values: Vec<i32> = clue.map_or((1..=square.order() as i32).collect(), |c| vec![c]);
        let longer = |cells: Vec<i32>| {
            values.iter().map(move |&value| [&cells[..], &[value]].concat()).collect::<Vec<_>>()
        };
        found = found.into_iter().flat_map(longer).collect();
    }
    found.retain(|cells| square.rules(cells).is_ok());
    found
}

#[test]
fn every_viewpoint_has_the_squares_that_the_rules_allow() {
    // No clue; one value; full; one hole; few; a value twice in a row, in a column; no possible
    // value.
    let texts = [
        ".",
        "1",
        "....",
        "1...",
        "12..",
        "1221",
        "122.",
        "11..",
        "1.1.",
        "1..1",
        "1..2",
        "123.....2",
        "12323.31.",
        "1........",
        "1231.....",
        "12..3....",
        "123231312",
        "123231313",
        "12...3...",
        "..1.1.1..",
        "12.3.....",
    ];
    let mut counts = std::collections::BTreeSet::new();
    for square in texts.map(clues) {
        let expected = by_rules(&square);
        counts.insert(expected.len());
        for name in square.model_names() {
            let model = square.model(&square.viewpoint(name).unwrap()).unwrap();
            let number = model.restrict_givens(&square.givens(&square.viewpoint(name).unwrap()));
            if number.assignment_count().is_some_and(|number| number < 300_000) {
                assert_eq!(
                    brute(&square, name),
                    expected,
                    "{name} {}",
                    square.notation().write_instance()
                );
            }
        }
    }
    assert_eq!(counts.into_iter().collect::<Vec<_>>(), [0, 1, 2, 4]);
}

#[test]
fn triples_hold_the_clues_and_the_triples_that_they_leave() {
    let square = clues("12.......");
    let model = square.model(&square.viewpoint("triples").unwrap()).unwrap();
    let triples = model.value_names(model.shown()[0]).unwrap();
    insta::assert_snapshot!(triples.values().cloned().collect::<Vec<_>>().join(" "), @"r1c3=3 r2c1=2 r2c1=3 r2c2=1 r2c2=3 r2c3=1 r2c3=2 r2c3=3 r3c1=2 r3c1=3 r3c2=1 r3c2=3 r3c3=1 r3c3=2 r3c3=3");
    let classes = model.dimensions().iter().map(|d| (d.name(), d.class_names().len()));
    let expected = [("row and column", 7), ("row and value", 7), ("column and value", 7)];
    assert_eq!(classes.collect::<Vec<_>>(), expected);
    let shapes = ["cells", "placed", "triples"].map(|name| {
        let viewpoint = square.viewpoint(name).unwrap();
        square.shape_key(&viewpoint) == clues("1........").shape_key(&viewpoint)
    });
    assert_eq!(shapes, [true, true, false]);
    let last = |text: &str| {
        let square = clues(text);
        let model = square.model(&square.viewpoint("triples").unwrap()).unwrap();
        model.constraints().last().unwrap().label.to_string()
    };
    insta::assert_snapshot!(["11..", "1.1.", "1..2", "12.."].map(last).join("\n"), @r"
    1 twice in row 1
    1 twice in column 1
    no value for r1c2
    column and value
    ");
}

#[test]
fn what_does_not_go_with_a_viewpoint_is_refused() {
    let refused = |square: &LatinPuzzle, name: &str| {
        let model = square.model(&square.viewpoint(name).unwrap());
        model.err().map_or("none".to_owned(), |error| error.to_string())
    };
    let empty = |order| LatinPuzzle::without_clues(order).unwrap();
    let all = [
        refused(&empty(12), "triples"),
        refused(&empty(13), "triples"),
        refused(&empty(200), "triples"),
        refused(&empty(4), "placed+sums"),
        refused(&empty(4), "triples+sums"),
        refused(&clues("12.."), "triples+symmetry"),
    ];
    insta::assert_snapshot!(all.join("\n"), @r"
    none
    the model 'triples' has 371293 values: 169 holes with 2197 triples each; the limit is 250000
    the model 'triples' has 320000000000 values: 40000 holes with 8000000 triples each; the limit is 250000
    '+sums' is about cells: 'cells+sums'
    '+sums' is about cells: 'cells+sums'
    no symmetry to break: fewer than two values and fewer than two rows are without clues
    ");
}

#[test]
fn only_cells_have_places_in_the_picture() {
    let square = clues("1...");
    let marked = |name: &str| {
        square.picture().draw_marks(&square.viewpoint(name).unwrap(), None, &[]).is_some()
    };
    assert_eq!(["cells", "placed", "triples"].map(marked), [true, false, false]);
}
