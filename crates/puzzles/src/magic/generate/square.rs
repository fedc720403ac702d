//! Random magic squares: searched for or constructed, then changed at random.

use parallax_model::Value;
use rand::Rng;
use rand::seq::{IndexedRandom, SliceRandom};

/// A square, row by row.
type Square = Vec<Vec<Value>>;

/// Maximum order whose squares are searched for.
const MAX_SEARCHED_ORDER: usize = 4;

/// Draws a magic square of any order except 2. Up to order 4 a search in random order finds it;
/// beyond, it is a random one of a known construction, changed by random exchanges between two
/// lines that keep all sums. A random symmetry follows. Not all squares are equally likely; those
/// of order 3 are.
pub(super) fn magic_square(order: usize, rng: &mut impl Rng) -> Vec<Value> {
    let mut square = match order {
        ..=MAX_SEARCHED_ORDER => search_square(order, rng),
        _ => construct_square(order, rng),
    };
    for _ in 0..4 * order * order {
        exchange_rows(&mut square, rng);
        // The exchange is one of rows. After a transposition, it is one of the former columns.
        if rng.random_range(0..2) == 1 {
            square = transpose_square(&square);
        }
    }
    turn_square(&square, rng).concat()
}

fn make_square(order: usize, value: impl Fn(usize, usize) -> Value) -> Square {
    (0..order).map(|row| (0..order).map(|column| value(row, column)).collect()).collect()
}

/// Fills the cells in row order, each with the remaining values in random order.
fn search_square(order: usize, rng: &mut impl Rng) -> Square {
    let mut cells = Vec::with_capacity(order * order);
    // Every order up to 4 except 2 has a square, so all cells are filled.
    fill_square(order, &mut cells, rng);
    make_square(order, |row, column| cells[row * order + column])
}

/// Fills the rest of a square and returns whether that is possible.
fn fill_square(order: usize, cells: &mut Vec<Value>, rng: &mut impl Rng) -> bool {
    let last = order * order;
    if cells.len() == last {
        return true;
    }
    // At most 16 values, so a scan is enough.
    let mut values: Vec<Value> = (1..=last as Value).filter(|v| !cells.contains(v)).collect();
    values.shuffle(rng);
    for value in values {
        cells.push(value);
        if lines_through_last(order, cells) && fill_square(order, cells, rng) {
            return true;
        }
        cells.pop();
    }
    false
}

/// Whether the lines that the last cell completes have the magic sum.
fn lines_through_last(order: usize, cells: &[Value]) -> bool {
    let sum = (order * (order * order + 1) / 2) as Value;
    let (row, column) = ((cells.len() - 1) / order, (cells.len() - 1) % order);
    let last = order - 1;
    let holds = |complete: bool, cell: &dyn Fn(usize) -> usize| {
        !complete || (0..order).map(|i| cells[cell(i)]).sum::<Value>() == sum
    };
    holds(column == last, &|i| row * order + i)
        && holds(row == last, &|i| i * order + column)
        && holds(row == last && column == last, &|i| i * order + i)
        && holds(row == last && column == 0, &|i| i * order + last - i)
}

fn construct_square(order: usize, rng: &mut impl Rng) -> Square {
    match order % 4 {
        1 | 3 => odd_square(order, rng),
        0 => doubly_even_square(order, rng),
        _ => singly_even_square(order, rng),
    }
}

/// Draws a random permutation of `0..order` with `value` at `place`.
fn random_permutation(order: usize, place: usize, value: usize, rng: &mut impl Rng) -> Vec<usize> {
    let mut others: Vec<usize> = (0..order).filter(|&other| other != value).collect();
    others.shuffle(rng);
    others.insert(place, value);
    others
}

/// Adds two orthogonal Latin squares, the sums and the differences of row and column, under random
/// permutations: one gives the high, the other the low digit in base `order`. Each is constant on
/// one diagonal, where it has the middle value.
fn odd_square(order: usize, rng: &mut impl Rng) -> Square {
    // Row plus column is `order - 1` on one diagonal, and their difference is 0 on the other.
    let high = random_permutation(order, order - 1, order / 2, rng);
    let low = random_permutation(order, 0, order / 2, rng);
    make_square(order, |row, column| {
        let (sum, difference) = ((row + column) % order, (row + order - column) % order);
        (order * high[sum] + low[difference] + 1) as Value
    })
}

/// Counts through the cells, permutes rows and columns in pairs, and replaces half of the values in
/// each line by their complements. All quarters are mirror images in this: in each line of a
/// quarter half of the cells, those of some values of a permuted cyclic square.
fn doubly_even_square(order: usize, rng: &mut impl Rng) -> Square {
    let (rows, columns) = (paired_permutation(order, rng), paired_permutation(order, rng));
    let half = order / 2;
    let mut shuffled = || {
        let mut lines: Vec<usize> = (0..half).collect();
        lines.shuffle(rng);
        lines
    };
    let (up, across, values) = (shuffled(), shuffled(), shuffled());
    // Lines that mirror each other belong to the same line of a quarter.
    let quarter = |line: usize| line.min(order - 1 - line);
    let is_complement = |row: usize, column: usize| {
        values[(up[quarter(row)] + across[quarter(column)]) % half] < half / 2
    };
    make_square(order, |row, column| {
        let counted = (order * rows[row] + columns[column]) as Value;
        // `counted` is from 0. A value and its complement sum to `order * order + 1`.
        if is_complement(row, column) { (order * order) as Value - counted } else { counted + 1 }
    })
}

/// Makes four values of each value of a random odd square of half the order, in the order of the
/// strokes of one of the letters L, U and X (Conway's LUX method).
fn singly_even_square(order: usize, rng: &mut impl Rng) -> Square {
    let half = order / 2;
    let middle = half / 2;
    let quarters = odd_square(half, rng);
    let letter = |row: usize, column: usize| match (row, column == middle) {
        _ if row > middle + 1 => [0, 3, 2, 1],
        // U in the row below the middle, L above, and these two exchanged in the middle.
        (row, is_middle) if (row == middle + 1) != (is_middle && row >= middle) => [0, 3, 1, 2],
        _ => [3, 0, 1, 2],
    };
    make_square(order, |row, column| {
        let cell = row % 2 * 2 + column % 2;
        let (row, column) = (row / 2, column / 2);
        // Each value of the odd square becomes four consecutive values.
        4 * (quarters[row][column] - 1) + letter(row, column)[cell] + 1
    })
}

/// Returns a random permutation of lines that keeps pairs of lines which mirror each other.
fn paired_permutation(order: usize, rng: &mut impl Rng) -> Vec<usize> {
    let mut pairs: Vec<usize> = (0..order / 2).collect();
    pairs.shuffle(rng);
    let mut lines: Vec<usize> = (0..order).collect();
    for (index, pair) in pairs.into_iter().enumerate() {
        let line = if rng.random_range(0..2) == 1 { order - 1 - pair } else { pair };
        lines[index] = line;
        lines[order - 1 - index] = order - 1 - line;
    }
    lines
}

fn transpose_square(square: &Square) -> Square {
    self::make_square(square.len(), |row, column| square[column][row])
}

/// Exchanges the values of two random rows in a random pair of columns, if the sums of rows and
/// diagonals stay.
fn exchange_rows(square: &mut Square, rng: &mut impl Rng) {
    let order = square.len();
    let draw = |rng: &mut _| Rng::random_range(rng, 0..order as u32) as usize;
    let (first, second) = (draw(rng), draw(rng));
    let apart = |column: usize| square[first][column] - square[second][column];
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    for right in 0..order {
        pairs
            // The exchange changes the sums of both rows by `apart(left) + apart(right)`, and no
            // column.
            .extend((0..right).filter(|&left| apart(left) + apart(right) == 0).map(|l| (l, right)));
    }
    let Some(&(left, right)) = pairs.choose(rng) else { return };
    // The change of a diagonal's sum; the diagonal meets each of the rows in one column.
    let gain = |at_first: usize, at_second: usize| -> Value {
        let gain = |column: usize| {
            Value::from(column == at_second) * apart(column)
                - Value::from(column == at_first) * apart(column)
        };
        gain(left) + gain(right)
    };
    let last = order - 1;
    // The two rows meet one diagonal in the columns `first` and `second`, the other in their mirror
    // images.
    if first != second && gain(first, second) == 0 && gain(last - first, last - second) == 0 {
        for column in [left, right] {
            let value = square[first][column];
            square[first][column] = square[second][column];
            square[second][column] = value;
        }
    }
}

/// Applies a random symmetry: pairs of lines that mirror each other are exchanged with other pairs
/// or turned round, rows and columns alike; the square is mirrored, rows become columns, and values
/// their complements.
fn turn_square(square: &Square, rng: &mut impl Rng) -> Square {
    let order = square.len();
    // Rows and columns are permuted alike, so that diagonals stay diagonals.
    let lines = paired_permutation(order, rng);
    let [is_mirrored, is_transposed, is_complement] =
        [0, 1, 2].map(|_| rng.random_range(0..2) == 1);
    let value = |row: usize, column: usize| {
        let column = if is_mirrored { order - 1 - column } else { column };
        let (row, column) = (lines[row], lines[column]);
        let value = if is_transposed { square[column][row] } else { square[row][column] };
        if is_complement { (order * order) as Value + 1 - value } else { value }
    };
    self::make_square(order, value)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use parallax_instance::Instance;
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::super::super::MagicPuzzle;
    use super::*;

    #[test]
    fn squares_of_every_order_are_magic() {
        let mut rng = ChaCha8Rng::seed_from_u64(0);
        for order in [1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 15, 18, 20, 21, 30] {
            let empty = MagicPuzzle::without_clues(order).unwrap();
            for _ in 0..5 {
                if order > MAX_SEARCHED_ORDER {
                    let square = construct_square(order, &mut rng).concat();
                    assert_eq!(empty.rules(&square), Ok(()), "order {order}");
                }
                let square = magic_square(order, &mut rng);
                assert_eq!(empty.rules(&square), Ok(()), "order {order}");
            }
        }
    }

    #[test]
    fn draws_are_many_squares() {
        let draw = |order: usize, number: u64| {
            let mut seen: HashMap<Vec<Value>, u64> = HashMap::new();
            for seed in 0..number {
                let mut rng = ChaCha8Rng::seed_from_u64(seed);
                *seen.entry(magic_square(order, &mut rng)).or_default() += 1;
            }
            seen
        };
        let three = draw(3, 240);
        assert!(three.len() == 8 && three.values().all(|n| (15..45).contains(n)), "{three:?}");
        // Larger squares take long to draw.
        for (order, draws, least) in [(4, 12, 12), (5, 6, 6), (6, 4, 4)] {
            let squares = draw(order, draws).len();
            assert!(squares >= least, "order {order}: {squares} of {draws}");
        }
    }
}
