//! Random lines of the plain form, one for each key.

use rand::Rng;
use rand::seq::SliceRandom;

use crate::shape::{GridShape, GridSide, SIDE_STEPS};

/// Draws different cells.
fn draw_cells(rng: &mut impl Rng, shape: GridShape, least: usize, most: usize) -> String {
    let mut all: Vec<usize> = (0..shape.cell_count()).collect();
    all.shuffle(rng);
    let count = rng.random_range(least..=most.min(all.len()));
    shape.cell_names(&all[..count])
}

/// Draws a walk of different cells, each next to the last.
fn draw_walk(rng: &mut impl Rng, shape: GridShape, least: usize, most: usize) -> String {
    loop {
        let count = rng.random_range(least..=most);
        let mut walk = vec![rng.random_range(0..shape.cell_count())];
        while walk.len() < count {
            let mut next: Vec<usize> =
                shape.reached_cells(walk[walk.len() - 1], &SIDE_STEPS).collect();
            next.retain(|cell| !walk.contains(cell));
            match next.choose_one(rng) {
                Some(cell) => walk.push(cell),
                None => break,
            }
        }
        // A walk that got stuck too early is drawn again.
        if walk.len() >= least {
            return shape.cell_names(&walk);
        }
    }
}

trait ChooseOne {
    fn choose_one(&self, rng: &mut impl Rng) -> Option<usize>;
}

impl ChooseOne for Vec<usize> {
    fn choose_one(&self, rng: &mut impl Rng) -> Option<usize> {
        (!self.is_empty()).then(|| self[rng.random_range(0..self.len())])
    }
}

fn draw_outside_clue<R: Rng>(
    rng: &mut R,
    shape: GridShape,
    key: &str,
    low: i64,
    high: i64,
) -> String {
    let side = GridSide::ALL[rng.random_range(0..4)];
    let place = rng.random_range(0..shape.line_count(side));
    let clue = |at: usize, rng: &mut R| {
        if at == place { rng.random_range(low..=high).to_string() } else { ".".to_owned() }
    };
    let clues: Vec<String> = (0..shape.line_count(side)).map(|at| clue(at, rng)).collect();
    format!("{key} {}: {}", side.plain_word(), clues.join(" "))
}

/// Draws a line of a square grid that begins with `key`, for digits from `low` to `high`.
pub fn draw_line<R: Rng>(rng: &mut R, key: &str, side: usize, (low, high): (i64, i64)) -> String {
    let shape = GridShape { rows: side, columns: side };
    let (count, digit) = ((high - low + 1) as usize, |rng: &mut R| rng.random_range(low..=high));
    let few = side.min(count);
    match key {
        "extra" => format!("extra: {}", draw_cells(rng, shape, 1, few)),
        // Sometimes one cell more than the side or the digits allow, which may leave no filling.
        "cage" if rng.random_bool(0.2) => format!("cage: {}", draw_cells(rng, shape, 1, few + 1)),
        "cage" | "sum" => {
            let cells = draw_cells(rng, shape, 1, few);
            let sum = rng.random_range(1..=high * 2 + 1);
            format!("{key} {sum}: {cells}")
        }
        "calc" => {
            let sign = ["+", "x", "-", "/"][rng.random_range(0..4)];
            let result = rng.random_range(1..=high * 2);
            format!("calc {result}{sign}: {}", draw_cells(rng, shape, 2, 4))
        }
        "arrow" => {
            let mut all: Vec<usize> = (0..shape.cell_count()).collect();
            all.shuffle(rng);
            let (bulb, shaft) = (rng.random_range(1..=2), rng.random_range(1..=4));
            let (bulb, rest) = all.split_at(bulb);
            format!("arrow: {} = {}", shape.cell_names(bulb), shape.cell_names(&rest[..shaft]))
        }
        "clone" => {
            let count = rng.random_range(1..=3);
            let (left, right) =
                (draw_cells(rng, shape, count, count), draw_cells(rng, shape, count, count));
            format!("clone: {left} = {right}")
        }
        "white" | "black" if rng.random_bool(0.3) => {
            format!("{key} {}: {}", rng.random_range(1..=3), draw_walk(rng, shape, 2, 2))
        }
        "white" | "black" | "x" | "v" => format!("{key}: {}", draw_walk(rng, shape, 2, 2)),
        "<" => {
            let cells = draw_cells(rng, shape, 2, 2);
            let (left, right) = cells.split_once(' ').expect("two cells");
            format!("{left} {} {right}", if rng.random_bool(0.5) { "<" } else { ">" })
        }
        "quad" => {
            let digits: Vec<String> =
                (0..rng.random_range(1..=4)).map(|_| digit(rng).to_string()).collect();
            let (row, column) = (rng.random_range(1..side), rng.random_range(1..side));
            format!("quad {}: r{row}c{column}", digits.join(" "))
        }
        "even" | "odd" | "minimum" | "maximum" | "column index" | "row index" => {
            format!("{key}: {}", draw_cells(rng, shape, 1, side * side))
        }
        "any" => format!("any {} {}: {}", digit(rng), digit(rng), draw_cells(rng, shape, 1, side)),
        "diagonal" => if rng.random_bool(0.5) { "diagonal /" } else { "diagonal \\" }.to_owned(),
        _ => draw_line_rule(rng, key, shape, (count, low, high))
            .or_else(|| draw_side_clues(rng, key, side, (low, high)))
            .unwrap_or_else(|| key.to_owned()),
    }
}

/// Draws a rule along a line of cells, of this number of digits from the lowest to the highest.
fn draw_line_rule<R: Rng>(
    rng: &mut R,
    key: &str,
    shape: GridShape,
    (count, low, high): (usize, i64, i64),
) -> Option<String> {
    let (side, few) = (shape.rows, shape.rows.min(count));
    let digit = |rng: &mut R| rng.random_range(low..=high);
    Some(match key {
        "nabner" => format!("nabner: {}", draw_cells(rng, shape, 2, few)),
        "lockout" => {
            format!("lockout {}: {}", digit(rng).max(1), draw_walk(rng, shape, 3, side + 1))
        }
        "double arrow" => format!("double arrow: {}", draw_walk(rng, shape, 3, side + 1)),
        "thermo" | "slow thermo" | "palindrome" | "region sum" | "zipper" | "entropic"
        | "modular" => format!("{key}: {}", draw_walk(rng, shape, 2, side + 1)),
        "renban" => format!("renban: {}", draw_cells(rng, shape, 2, few)),
        "whispers" if rng.random_bool(0.5) => {
            format!("whispers {}: {}", digit(rng).max(1), draw_walk(rng, shape, 2, side + 1))
        }
        "whispers" => format!("whispers: {}", draw_walk(rng, shape, 2, side)),
        "between" => format!("between: {}", draw_walk(rng, shape, 3, side + 1)),
        _ => return None,
    })
}

/// Draws clues outside of the grid.
fn draw_side_clues<R: Rng>(
    rng: &mut R,
    key: &str,
    side: usize,
    (low, high): (i64, i64),
) -> Option<String> {
    let shape = GridShape { rows: side, columns: side };
    Some(match key {
        "little killer" => {
            let place = rng.random_range(1..=side);
            let (cell, direction) = match rng.random_range(0..4) {
                0 => (format!("r1c{place}"), ["dr", "dl"][rng.random_range(0..2)]),
                1 => (format!("r{side}c{place}"), ["ur", "ul"][rng.random_range(0..2)]),
                2 => (format!("r{place}c1"), ["dr", "ur"][rng.random_range(0..2)]),
                _ => (format!("r{place}c{side}"), ["dl", "ul"][rng.random_range(0..2)]),
            };
            format!("little killer {}: {cell} {direction}", rng.random_range(1..=high * 3))
        }
        "sandwich" | "lunchbox" => draw_outside_clue(rng, shape, key, 0, high * 2),
        "skyscraper" => draw_outside_clue(rng, shape, key, 1, side as i64),
        "x-sum" => draw_outside_clue(rng, shape, key, 0, high * (high + 1) / 2),
        "numbered room" => draw_outside_clue(rng, shape, key, low, high),
        _ => return None,
    })
}
