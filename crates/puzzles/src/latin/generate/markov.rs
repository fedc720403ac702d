//! Random Latin squares by the Markov chain of Jacobson and Matthews.

use parallax_model::Value;
use rand::Rng;

/// Minimum number of proper squares on the way.
const MIN_PROPER_SQUARES: usize = 300;

/// Draws a Latin square of this order, row by row. Each square is nearly equally likely: this is
/// the chain of Jacobson and Matthews ("Generating uniformly distributed random Latin squares",
/// 1996) after `order^2` proper squares, with some `order` improper ones between each two. The
/// order is at most [`MAX_ORDER`](super::super::MAX_ORDER).
///
/// It counts proper squares and not steps. The first proper square after a number of steps is not
/// uniform: squares that long ways through improper ones lead to are favoured.
pub(in super::super) fn latin_square(order: usize, rng: &mut impl Rng) -> Vec<Value> {
    let mut cube = IncidenceCube::cyclic_square(order);
    if order > 1 {
        // With order 2 every step exchanges the two squares, so the number is random.
        for _ in 0..order.pow(2).max(MIN_PROPER_SQUARES) + rng.random_range(0..2) {
            cube.make_move(rng);
            while cube.improper.is_some() {
                cube.make_move(rng);
            }
        }
    }
    // The lines along the axis of values are the cells, row by row.
    cube.of_lines(2)
}

/// A row, a column and a value, each from 0.
type CubePlace = [usize; 3];

/// A Latin square as the cube of its incidences: 1 if the cell has the value, otherwise 0. A square
/// may be improper: one place has -1. The sum of every line of the cube is 1, so a line contains
/// one 1, or two if it goes through the place with -1.
struct IncidenceCube {
    order: usize,
    /// For each axis and each line along it, the coordinates of its ones.
    lines: [Vec<CubeLineOnes>; 3],
    improper: Option<CubePlace>,
}

/// At most two coordinates.
#[derive(Clone, Copy, Default)]
struct CubeLineOnes {
    at: [u16; 2],
    number: u8,
}

impl CubeLineOnes {
    fn has_one(self, at: usize) -> bool {
        self.at.iter().take(self.number.into()).any(|&coordinate| usize::from(coordinate) == at)
    }

    fn insert_one(&mut self, at: usize) {
        self.at[usize::from(self.number)] = at as u16;
        self.number += 1;
    }

    fn remove_one(&mut self, at: usize) {
        // The other coordinate, if there is one, moves to the front.
        if usize::from(self.at[0]) == at {
            self.at[0] = self.at[1];
        }
        self.number -= 1;
    }

    /// Returns one of them, each with equal probability.
    fn choose_one(self, rng: &mut impl Rng) -> usize {
        let index = if self.number > 1 { rng.random_range(0..u32::from(self.number)) } else { 0 };
        self.at[index as usize].into()
    }
}

impl IncidenceCube {
    /// Creates the cyclic square: each row is the row above, shifted by one.
    fn cyclic_square(order: usize) -> Self {
        let lines = || vec![CubeLineOnes::default(); order * order];
        let mut cube = IncidenceCube { order, lines: [lines(), lines(), lines()], improper: None };
        for row in 0..order {
            for column in 0..order {
                cube.add_one([row, column, (row + column) % order]);
            }
        }
        cube
    }

    /// Returns the line along an axis through a place.
    fn line_index(&self, axis: usize, place: CubePlace) -> usize {
        place[(axis + 1) % 3] * self.order + place[(axis + 2) % 3]
    }

    fn line_ones(&self, axis: usize, place: CubePlace) -> CubeLineOnes {
        self.lines[axis][self.line_index(axis, place)]
    }

    /// Adds 1 at a place with 0 or -1.
    fn add_one(&mut self, place: CubePlace) {
        if self.improper == Some(place) {
            // The -1 becomes a 0, so the square is proper again.
            self.improper = None;
            return;
        }
        for axis in 0..3 {
            let line = self.line_index(axis, place);
            self.lines[axis][line].insert_one(place[axis]);
        }
    }

    /// Subtracts 1 at a place with 1, or with 0 in a proper square.
    fn subtract_one(&mut self, place: CubePlace) {
        if !self.line_ones(0, place).has_one(place[0]) {
            // The 0 becomes a -1.
            self.improper = Some(place);
            return;
        }
        for axis in 0..3 {
            let line = self.line_index(axis, place);
            self.lines[axis][line].remove_one(place[axis]);
        }
    }

    /// Makes a move: adds 1 at a place with 0, at a random one in a proper square and at the one
    /// with -1 in an improper one, and balances the sums of the lines in the subcube that this
    /// place spans with ones on its three lines.
    fn make_move(&mut self, rng: &mut impl Rng) {
        let from = self.improper.unwrap_or_else(|| self.random_zero(rng));
        let to = [0, 1, 2].map(|axis| self.line_ones(axis, from).choose_one(rng));
        // The corner that differs from `from` on these axes.
        let corner = |axes: [bool; 3]| {
            let mut place = from;
            (0..3).filter(|&axis| axes[axis]).for_each(|axis| place[axis] = to[axis]);
            place
        };
        // Ones are removed before others are added, so that no line has more than two.
        let (x, o) = (true, false);
        for axes in [[x, o, o], [o, x, o], [o, o, x]] {
            self.subtract_one(corner(axes));
        }
        for axes in [[o, o, o], [x, x, o], [x, o, x], [o, x, x]] {
            self.add_one(corner(axes));
        }
        self.subtract_one(corner([x, x, x]));
    }

    /// Draws a random place with 0 in a proper square.
    fn random_zero(&self, rng: &mut impl Rng) -> CubePlace {
        // At most half of the places have a one, as the order is 2 or more.
        loop {
            let place = [0, 1, 2].map(|_| rng.random_range(0..self.order as u32) as usize);
            if !self.line_ones(0, place).has_one(place[0]) {
                return place;
            }
        }
    }

    /// Returns the values, from 1, of the lines along an axis of a proper square.
    fn of_lines(&self, axis: usize) -> Vec<Value> {
        self.lines[axis].iter().map(|ones| Value::from(ones.at[0]) + 1).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use parallax_instance::Instance;
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::super::super::LatinPuzzle;
    use super::*;

    #[test]
    fn squares_keep_the_rules() {
        for order in [1, 2, 3, 5, 10, 31] {
            let mut rng = ChaCha8Rng::seed_from_u64(order as u64);
            let empty = LatinPuzzle::without_clues(order).unwrap();
            for _ in 0..5 {
                assert_eq!(empty.rules(&latin_square(order, &mut rng)), Ok(()), "{order}");
            }
        }
    }

    /// After every step, every line of the cube has the sum 1 and no two ones are equal.
    #[test]
    fn lines_keep_their_sums() {
        let mut rng = ChaCha8Rng::seed_from_u64(0);
        for order in [2, 3, 6] {
            let mut cube = IncidenceCube::cyclic_square(order);
            let mut improper = 0;
            for _ in 0..2000 {
                cube.make_move(&mut rng);
                improper += u32::from(cube.improper.is_some());
                for axis in 0..3 {
                    for (line, ones) in cube.lines[axis].iter().enumerate() {
                        let minus =
                            cube.improper.filter(|&place| cube.line_index(axis, place) == line);
                        assert_eq!(ones.number, 1 + u8::from(minus.is_some()));
                        assert!(ones.number < 2 || ones.at[0] != ones.at[1]);
                        assert!(!minus.is_some_and(|place| ones.has_one(place[axis])));
                    }
                }
            }
            assert_eq!(improper > 100, order > 2, "order {order}: {improper}");
        }
    }

    /// Pearson's test with fixed seeds: the statistic stays within four standard deviations of that
    /// of uniform squares.
    #[test]
    fn squares_are_uniform() {
        for (order, squares, draws) in [(2, 2, 500), (3, 12, 1000), (4, 576, 1728)] {
            let mut rng = ChaCha8Rng::seed_from_u64(1);
            let mut seen: HashMap<Vec<Value>, u32> = HashMap::new();
            for _ in 0..draws {
                *seen.entry(latin_square(order, &mut rng)).or_default() += 1;
            }
            let mean = f64::from(draws) / squares as f64;
            let drawn: f64 = seen.values().map(|&n| (f64::from(n) - mean).powi(2) / mean).sum();
            // A square that was never drawn adds 0 - mean, squared, over the mean.
            let statistic = drawn + (squares - seen.len()) as f64 * mean;
            let freedom = (squares - 1) as f64;
            let apart = (statistic - freedom) / (2.0 * freedom).sqrt();
            assert!(apart.abs() < 4.0, "order {order}: {statistic} for {freedom}");
        }
    }
}
