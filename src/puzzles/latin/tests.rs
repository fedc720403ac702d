use proptest::prelude::*;

use crate::instance::{Instance, Lines};

use super::super::Puzzle;
use super::super::tests::{brute, each_assignment, error, one, read};
use super::{Latin, next};

fn square(text: &str) -> Latin {
    next(&mut Lines::new("here", text.as_bytes())).unwrap().unwrap()
}

#[test]
fn reads_both_forms() {
    let square = square("# five\n3 4\n1 . 3\n. 3 .\n3 1 .\n");
    insta::assert_snapshot!(square.write(), @r"
    order 3
      0  -1   2
     -1   2  -1
      2   0  -1
    ");
    insta::assert_snapshot!(square.title(), @r"latin square 3x3, 4 holes");
    insta::assert_snapshot!(square.text(&[]), @r"
    ┌───────┐
    │ 1 . 3 │
    │ . 3 . │
    │ 3 1 . │
    └───────┘
    ");
    let two = read(Puzzle::Latin, "order 1\n-1\n\norder 2\n0 1\n1 -1\n").unwrap();
    assert_eq!(two.len(), 2);
    let picture = two[1].svg(&[vec![1, 2, 2, 1]]);
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
    here:3: '7'; expected a Latin square: `order n` and n rows from 0 with -1 for a hole, or `n holes` and n rows from 1 with . for a hole
    here:1: 'hello'; expected a Latin square: `order n` and n rows from 0 with -1 for a hole, or `n holes` and n rows from 1 with . for a hole
    ");
}

#[test]
fn order_three_has_twelve_squares() {
    let square = Latin::empty(3).unwrap();
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
    let square = Latin::empty(2).unwrap();
    let solutions = square.read_solutions("here", "1 2 2 1\n\n2,1\n1,2\n1 2 2 1\n").unwrap();
    assert_eq!(solutions, [[1, 2, 2, 1], [2, 1, 1, 2], [1, 2, 2, 1]]);
    assert_eq!(square.read_solutions("here", "order 2\n0 1\n1 0\n").unwrap(), [[1, 2, 2, 1]]);
    let wrong = ["", "1 2", "1 2\n\n2 1", "1 2 3", "1 3\n2 1", "order 2\n0 1\n1 -1", "order 1\n0"];
    let wrong = wrong.map(|text| square.read_solutions("here", text).unwrap_err().to_string());
    insta::assert_snapshot!(wrong.join("\n"), @r"
    here: no solution; expected 2 rows of 2 numbers
    here:1: the grid ends after 1 of 2 rows
    here:2: the grid ends after 1 of 2 rows
    here:1:5: '3' is not a value; expected 1 to 2
    here:1:3: '3' is not a value; expected 1 to 2
    here: a square with holes; expected a solution
    here: a square of order 1, expected 2
    ");
    assert_eq!(Latin::empty(1).unwrap().read_solutions("here", "1\n1\n").unwrap(), [[1], [1]]);
}

proptest! {
    #[test]
    fn reads_what_it_writes(order in 1usize..12, numbers in prop::collection::vec(0i32..1000, 121)) {
        let clue = |n: &i32| (n % 2 == 0).then_some(n % order as i32 + 1);
        let written = Latin::new(order, numbers[..order * order].iter().map(clue).collect()).unwrap();
        prop_assert_eq!(square(&written.write()), written.clone());
        let solution: Vec<i32> = numbers[..order * order].iter().map(|n| n % order as i32 + 1).collect();
        prop_assert_eq!(written.read_solutions("", &written.write_solution(&solution)).unwrap(), vec![solution]);
    }
}
