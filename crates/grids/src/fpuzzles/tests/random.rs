//! Random puzzles come back from what is written.

use parallax_model::Value;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::round;
use crate::GridPuzzle;
use crate::board::GridBase;
use crate::rules::{
    AnyRule, Arrow, Between, Cage, Candidates, Chess, CloneOf, Diagonal, Different, DisjointGroups,
    Dot, DoubleArrow, Entropic, Extreme, Index, LittleKiller, Nabner, Palindrome, Parity,
    Quadruple, RegionSum, Renban, Sandwich, Skyscraper, Thermometer, UnmarkedXv, Whispers, XSum,
    Xv, Zipper,
};
use crate::shape::{CORNER_STEPS, GridShape, GridSide, SIDE_STEPS};

/// Returns a walk over different cells.
fn walk(shape: GridShape, length: usize, rng: &mut ChaCha8Rng) -> Vec<usize> {
    let mut cells = vec![rng.random_range(0..shape.cell_count())];
    let steps = [SIDE_STEPS, CORNER_STEPS].concat();
    while cells.len() < length {
        let last = cells[cells.len() - 1];
        let next: Vec<usize> =
            shape.reached_cells(last, &steps).filter(|cell| !cells.contains(cell)).collect();
        match next.choose(rng) {
            Some(cell) => cells.push(*cell),
            None => break,
        }
    }
    cells
}

/// Returns a rule of one of the kinds from 0 to 28.
fn rule(kind: usize, shape: GridShape, rng: &mut ChaCha8Rng) -> Option<AnyRule> {
    let long = rng.random_range(3..=shape.rows.max(3));
    let line = walk(shape, long, rng);
    if kind < 12 { Some(line_rule(kind, shape, line, rng)) } else { other(kind, shape, line, rng) }
}

fn line_rule(kind: usize, shape: GridShape, line: Vec<usize>, rng: &mut ChaCha8Rng) -> AnyRule {
    let flag = rng.random_bool(0.5);
    let number = rng.random_range(1..20);
    match kind {
        0 => Cage { cells: line, sum: flag.then_some(number) }.into(),
        1 => {
            let pill = flag && line[0] < line[1] && shape.column(line[0]) <= shape.column(line[1]);
            let (bulb, shaft) = line.split_at(if pill { 2 } else { 1 });
            Arrow { bulb: bulb.to_vec(), shaft: shaft.to_vec() }.into()
        }
        2 => Thermometer { cells: line, slow: flag }.into(),
        3 => Palindrome { cells: line }.into(),
        4 => Renban { cells: line }.into(),
        5 => Whispers { cells: line, difference: flag.then_some(number) }.into(),
        6 => RegionSum { cells: line }.into(),
        7 => Between { cells: line }.into(),
        8 => Entropic { cells: line, modular: flag }.into(),
        9 => Zipper { cells: line }.into(),
        10 => DoubleArrow { cells: line }.into(),
        _ => Nabner { cells: line }.into(),
    }
}

fn other(kind: usize, shape: GridShape, line: Vec<usize>, rng: &mut ChaCha8Rng) -> Option<AnyRule> {
    let side = shape.rows;
    let flag = rng.random_bool(0.5);
    let number = rng.random_range(1..20);
    let digits: Vec<Value> =
        (0..rng.random_range(1..=4)).map(|_| rng.random_range(1..=side as Value)).collect();
    let cell = rng.random_range(0..shape.cell_count());
    let pairs: Vec<(usize, usize)> = shape.step_pairs(&SIDE_STEPS).collect();
    let &(a, b) = pairs.choose(rng)?;
    let from = *GridSide::ALL.choose(rng)?;
    let place = rng.random_range(0..side);
    let group = || {
        let mut cells = line.clone();
        cells.sort_unstable();
        cells
    };
    Some(match kind {
        12 => Dot { cells: [a, b], black: flag, number }.into(),
        13 => Xv { cells: [b, a], sum: [Some(5), Some(10), None][place % 3] }.into(),
        14 => {
            let direction = *CORNER_STEPS.choose(rng)?;
            if !LittleKiller::starts_at_border(shape, cell, direction) {
                return None;
            }
            LittleKiller { start: cell, direction, sum: number }.into()
        }
        15 => Sandwich { side: from, line_index: place, clue: number, local: false }.into(),
        16 => Skyscraper { side: from, line_index: place, clue: rng.random_range(1..=side as i64) }
            .into(),
        17 => XSum { side: from, line_index: place, clue: number }.into(),
        18 => Quadruple::from_corner(shape, cell, digits)?.into(),
        19 => Parity { cells: group(), odd: flag }.into(),
        20 => Extreme { cells: group(), is_maximum: flag }.into(),
        21 => {
            let mut right = line.clone();
            right.shuffle(rng);
            CloneOf { left: line, right }.into()
        }
        22 => Different { name: None, cells: group() }.into(),
        23 => Index { cells: group(), column: flag }.into(),
        24 => Diagonal { rising: flag }.into(),
        25 => Chess { king: flag }.into(),
        26 => DisjointGroups.into(),
        27 => UnmarkedXv.into(),
        _ => {
            let mut digits = digits;
            digits.sort_unstable();
            digits.dedup();
            Candidates { cells: vec![cell], digits }.into()
        }
    })
}

#[test]
fn random_puzzles_come_back() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let mut used = [0; 29];
    for _ in 0..600 {
        let side = *[4, 5, 6, 9, 12].choose(&mut rng).expect("a side");
        let shape = GridShape { rows: side, columns: side };
        let base = if rng.random_bool(0.2) { GridBase::Latin } else { GridBase::Sudoku };
        let mut puzzle = GridPuzzle::new(base, shape).expect("a puzzle");
        if base == GridBase::Sudoku && side == 6 && rng.random_bool(0.5) {
            puzzle.set_boxes(Some((3, 2)));
        }
        for _ in 0..rng.random_range(0..5) {
            let cell = rng.random_range(0..shape.cell_count());
            puzzle.givens[cell] = Some(rng.random_range(1..=side as Value));
        }
        for _ in 0..rng.random_range(0..12) {
            let kind = rng.random_range(0..used.len());
            let Some(rule) = rule(kind, shape, &mut rng) else { continue };
            let mut more = puzzle.clone();
            more.rules.push(rule.clone());
            let empty = (0..shape.cell_count()).any(|cell| super::digits(&more, cell).is_empty());
            if puzzle.validate_fit(&rule).is_ok() && !empty {
                puzzle = more;
                used[kind] += 1;
            }
        }
        round(&puzzle);
    }
    assert!(used.iter().all(|count| *count > 5), "{used:?}");
}
