use parallax_instance::{Instance, ModelSource};
use parallax_model::VarId;
use parallax_model::{Given, Value};

use super::view::SudokuViewpoint;
use super::*;

/// A full grid of any order: each row is the row above, shifted.
fn full(order: usize) -> SudokuPuzzle {
    let height = super::super::box_height(order).unwrap();
    let shift = |row: usize| row % height * (order / height) + row / height;
    let value = |cell: usize| (cell % order + shift(cell / order)) % order + 1;
    SudokuPuzzle::new(order, (0..order * order).map(|cell| Some(value(cell) as Value)).collect())
        .unwrap()
}

/// The values that a model gives to all variables for a full board.
fn values(sudoku: &SudokuPuzzle, name: &str) -> Vec<Value> {
    let order = sudoku.order();
    let viewpoint = sudoku.viewpoint(name).unwrap();
    let cells = order * order;
    let (first, in_roles) =
        match SudokuViewpoint::from_viewpoint(&viewpoint).placement_variables(sudoku) {
            Some(places) => (0, places),
            None => (
                cells,
                UnitPlacementVariables::new(
                    BoxGeometry::from_sudoku(sudoku),
                    cells,
                    unit_placements::CellCoding::Place,
                ),
            ),
        };
    let mut values: Vec<Value> = sudoku.clues().iter().map(|clue| clue.unwrap()).collect();
    if name == "cells" {
        return values;
    }
    if name == "placed" {
        let mut cells = vec![Value::MIN; values.len()];
        for (cell, value) in (0..).zip(values) {
            cells[(value as usize - 1) * order + cell as usize / order] = cell;
        }
        return cells;
    }
    values.truncate(first);
    values.resize(first + 3 * cells, Value::MIN);
    for (cell, clue) in sudoku.clues().iter().enumerate() {
        let given = in_roles.value_givens(clue.unwrap() as usize - 1, cell / order, cell % order);
        for Given { variable, value } in given {
            assert_eq!(values[variable.index()], Value::MIN, "{name}: each is placed once");
            values[variable.index()] = value;
        }
    }
    values
}

#[test]
fn boxes_and_places_name_each_cell_once() {
    for order in [4, 6, 8, 9, 10, 12, 15, 16, 25, 36] {
        let boxes = BoxGeometry::from_sudoku(&SudokuPuzzle::without_clues(order).unwrap());
        let mut seen = vec![false; order * order];
        for (number, place) in (0..order * order).map(|i| (i / order, i % order)) {
            let (row, column) = boxes.cell_position(number, place);
            assert_eq!(boxes.locate_cell(row, column), (number, place));
            assert!(!std::mem::replace(&mut seen[row * order + column], true));
        }
    }
}

#[test]
fn a_full_board_is_a_solution_of_every_model() {
    for order in [4, 6, 8, 9, 10, 12, 15, 16, 25] {
        let sudoku = full(order);
        let cells: Vec<Value> = sudoku.clues().iter().map(|clue| clue.unwrap()).collect();
        assert_eq!(sudoku.rules(&cells), Ok(()));
        for name in MODEL_NAMES {
            let viewpoint = sudoku.viewpoint(name).unwrap();
            let model = sudoku.model(&viewpoint).unwrap();
            let givens = sudoku.givens(&viewpoint);
            let solution = model.check(&givens, &values(&sudoku, name)).unwrap();
            assert_eq!(sudoku.solution(&viewpoint, &solution), cells, "{name} {order}");
            assert_eq!(model.shown().len(), order * order, "{name} {order}");
        }
    }
}

#[test]
fn a_full_board_with_one_value_changed_is_no_solution() {
    for order in [4, 6, 9] {
        let sudoku = full(order);
        for name in MODEL_NAMES {
            let viewpoint = sudoku.viewpoint(name).unwrap();
            let model = sudoku.model(&viewpoint).unwrap();
            let kept = values(&sudoku, name);
            for variable in 0..kept.len() {
                let domain = model.domain(VarId::new(variable)).to_vec();
                for value in domain.into_iter().filter(|&value| value != kept[variable]) {
                    let mut broken = kept.clone();
                    broken[variable] = value;
                    assert!(model.check(&[], &broken).is_err(), "{name} {order} {variable}");
                }
            }
        }
    }
}

#[test]
fn large_orders_are_refused_with_the_number_of_constraints() {
    let refused = |order: usize, name: &str| {
        let sudoku = SudokuPuzzle::without_clues(order).unwrap();
        let viewpoint = sudoku.viewpoint(name).unwrap();
        sudoku.model(&viewpoint).err().map_or("none".to_owned(), |error| error.to_string())
    };
    let all = [
        (66, "positions"),
        (68, "positions"),
        (100, "positions"),
        (25, "report2"),
        (26, "report2"),
        (100, "report2"),
        (100, "channelled"),
    ];
    let all: Vec<String> = all.iter().map(|&(order, name)| refused(order, name)).collect();
    insta::assert_snapshot!(all.join("\n"), @r"
    none
    the model 'positions' of order 68 has 628864 clauses; the limit is 600000
    the model 'positions' of order 100 has 2000000 clauses; the limit is 600000
    none
    the model 'report2' of order 26 has 718250 inequalities; the limit is 600000
    the model 'report2' of order 100 has 120285000 inequalities; the limit is 600000
    none
    ");
}

/// The inequalities of the report, written out from their definition: all pairs of variables of
/// different values whose domains meet.
#[test]
fn report2_has_an_inequality_for_every_two_variables_that_share_a_cell() {
    for order in [4, 6, 8] {
        let sudoku = SudokuPuzzle::without_clues(order).unwrap();
        let viewpoint = sudoku.viewpoint("report2").unwrap();
        let model = sudoku.model(&viewpoint).unwrap();
        let value = |variable: usize| variable / order % order;
        let mut expected = Vec::new();
        for left in 0..3 * order * order {
            for right in left + 1..3 * order * order {
                let domain = model.domain(VarId::new(left));
                let meets = domain.iter().any(|v| model.domain(VarId::new(right)).contains(v));
                if value(left) != value(right) && meets {
                    expected.push((left, right));
                }
            }
        }
        let mut posted = Vec::new();
        for constraint in model.constraints() {
            let parallax_model::Constraint::Compare(c) = &constraint.constraint else { panic!() };
            assert_eq!((c.relation, c.offset), (parallax_model::ComparisonOperator::Ne, 0));
            let (a, b) = (c.left.index(), c.right.index());
            posted.push((a.min(b), a.max(b)));
        }
        posted.sort_unstable();
        assert_eq!(posted, expected, "{order}");
    }
}
