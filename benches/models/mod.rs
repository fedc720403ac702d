//! Models to measure, built by hand.

#![allow(dead_code, reason = "each bench uses the models that it needs")]

/// 9x9 Sudokus with one solution, row by row; `.` is an empty cell. The first has 36 clues, the
/// others 27 and 23.
use parallax_model::{
    AllDifferent, ClassRelation, Compare, ComparisonOperator, Constraint, DimensionRelation,
    Domain, Linear, Model, Value, ValueDimension, VarId,
};

pub const SUDOKUS: [&str; 3] = [
    "..182..453...5.67...59.62..\
     .5...48..1...683.7...2.74.9\
     51.....9..3.1....292...513.",
    "......3.9.7.....6.8........\
     45..9..26..3..7..8.824.5...\
     ..58...9..2....1.3..8..954.",
    "........5392........83....4\
     .49.5..6...64........7...13\
     96......7........2....685..",
];

fn grid(model: &mut Model, order: usize, largest: usize) -> Vec<Vec<VarId>> {
    let mut cell = |row: usize, column: usize| {
        let domain = Domain::from_range(1, largest as Value);
        model.add_shown(format!("r{row}c{column}"), domain).expect("the names are unique")
    };
    (1..=order).map(|row| (1..=order).map(|column| cell(row, column)).collect()).collect()
}

fn post(model: &mut Model, constraint: Constraint) {
    model.post("", constraint).expect("the constraint is well formed");
}

fn all_different(model: &mut Model, scope: Vec<VarId>) {
    post(model, Constraint::AllDifferent(AllDifferent { scope }));
}

fn transposed(grid: &[Vec<VarId>]) -> Vec<Vec<VarId>> {
    (0..grid.len()).map(|i| grid.iter().map(|row| row[i]).collect()).collect()
}

fn latin_grid(model: &mut Model, order: usize) -> Vec<Vec<VarId>> {
    let cells = grid(model, order, order);
    model.set_grid(order).expect("as many cells");
    for line in cells.iter().cloned().chain(transposed(&cells)) {
        all_different(model, line);
    }
    cells
}

/// Returns the model of all Latin squares of an order.
pub fn latin(order: usize) -> Model {
    let mut model = Model::new(format!("latin {order}"));
    latin_grid(&mut model, order);
    model
}

/// Returns the model of all Sudoku grids with boxes of `size` by `size`.
pub fn sudoku(size: usize) -> Model {
    sudoku_grid(size).0
}

fn sudoku_grid(size: usize) -> (Model, Vec<Vec<VarId>>) {
    let mut model = Model::new(format!("sudoku {}", size * size));
    let cells = latin_grid(&mut model, size * size);
    for number in 0..size * size {
        let (top, left) = (number / size * size, number % size * size);
        let rows = &cells[top..top + size];
        all_different(
            &mut model,
            rows.iter().flat_map(|row| &row[left..left + size]).copied().collect(),
        );
    }
    (model, cells)
}

/// Returns the model of a 9x9 Sudoku with its clues.
pub fn clued_sudoku(clues: &str) -> Model {
    let (mut model, cells) = sudoku_grid(3);
    for (&cell, clue) in cells.iter().flatten().zip(clues.chars()) {
        if let Some(digit) = clue.to_digit(10) {
            post(
                &mut model,
                Constraint::Linear(Linear::unweighted_sum(
                    [cell],
                    ComparisonOperator::Eq,
                    digit.into(),
                )),
            );
        }
    }
    model
}

/// Returns the model of all SETs among the first cards of the deck with four attributes of three
/// values.
pub fn set(cards: usize) -> Model {
    let mut model = Model::new(format!("set {cards}"));
    let domain = Domain::from_range(1, cards as Value);
    let scope = ["first", "second", "third"]
        .map(|name| model.add_shown(name, domain.clone()).expect("the names are unique"));
    for pair in scope.windows(2) {
        post(
            &mut model,
            Constraint::Compare(Compare::new(pair[0], ComparisonOperator::Lt, pair[1])),
        );
    }
    for attribute in 0..4 {
        let classes = ["0", "1", "2"].map(str::to_owned).to_vec();
        let class = |card: usize| (card as Value + 1, card / 3usize.pow(attribute) % 3);
        let members: Vec<(Value, usize)> = (0..cards).map(class).collect();
        let dimension = ValueDimension::new(format!("attribute {attribute}"), classes, &members);
        let dimension = dimension.expect("three classes");
        let relation = DimensionRelation {
            scope: scope.to_vec(),
            dimension: model.add_dimension(dimension).expect("the names are unique"),
            relation: ClassRelation::AllSameOrAllDifferent,
        };
        post(&mut model, Constraint::Dimension(relation));
    }
    model
}

/// Returns the model of all magic squares of an order.
pub fn magic(order: usize) -> Model {
    let mut model = Model::new(format!("magic {order}"));
    let cells = grid(&mut model, order, order * order);
    model.set_grid(order).expect("as many cells");
    let sum = (order * (order * order + 1) / 2) as i64;
    let diagonal = (0..order).map(|i| cells[i][i]).collect();
    let other = (0..order).map(|i| cells[i][order - 1 - i]).collect();
    let lines = cells.iter().cloned().chain(transposed(&cells)).chain([diagonal, other]);
    for line in lines.collect::<Vec<Vec<VarId>>>() {
        post(
            &mut model,
            Constraint::Linear(Linear::unweighted_sum(line, ComparisonOperator::Eq, sum)),
        );
    }
    all_different(&mut model, cells.concat());
    model
}
