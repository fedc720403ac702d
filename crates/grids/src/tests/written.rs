//! Random puzzles in each form read back as the same puzzle.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::texts::{
    read_iss, read_puzz_link, read_tatham, write_iss, write_puzz_link, write_tatham,
};
use crate::GridPuzzle;
use crate::board::GridBase;
use crate::plain::kakuro::run_rules;
use crate::rooms::{cells_of, number_groups};
use crate::rules::calculation::CageOperation;
use crate::rules::{
    AnyRule, BlackRuns, Cage, Calculation, Chess, Diagonal, Dot, Inequality, Renban, Skyscraper,
    Thermometer, UnmarkedDots, Whispers,
};
use crate::shape::{GridShape, GridSide, SIDE_STEPS};

/// Random puzzles.
struct Maker {
    random: ChaCha8Rng,
}

impl Maker {
    fn below(&mut self, end: usize) -> usize {
        self.random.random_range(0..end)
    }

    fn chance(&mut self, of: usize) -> bool {
        self.below(of) == 0
    }

    fn square(&mut self, base: GridBase, side: usize) -> GridPuzzle {
        let mut puzzle = GridPuzzle::new(base, GridShape { rows: side, columns: side }).unwrap();
        if self.chance(2) {
            self.fill(&mut puzzle);
        }
        puzzle
    }

    /// Gives some cells a digit.
    fn fill(&mut self, puzzle: &mut GridPuzzle) {
        let (low, count) = (puzzle.digits.0, puzzle.digit_count());
        for cell in 0..puzzle.shape.cell_count() {
            if self.chance(3) {
                puzzle.givens[cell] = Some(low + self.below(count) as i32);
            }
        }
    }

    /// Returns a room for each cell, of at most `most` cells, numbered by their first cells.
    fn rooms(&mut self, shape: GridShape, most: usize) -> Vec<Vec<usize>> {
        let mut rooms: Vec<Vec<usize>> = (0..shape.cell_count()).map(|cell| vec![cell]).collect();
        let pairs: Vec<(usize, usize)> = shape.step_pairs(&SIDE_STEPS).collect();
        for _ in 0..pairs.len() {
            let (a, b) = pairs[self.below(pairs.len())];
            let place = |cell: usize| rooms.iter().position(|room| room.contains(&cell)).unwrap();
            let (a, b) = (place(a), place(b));
            if a != b && rooms[a].len() + rooms[b].len() <= most {
                let room = std::mem::take(&mut rooms[b]);
                rooms[a].extend(room);
                rooms.remove(b);
            }
        }
        cells_of(&number_groups(shape, rooms.iter().map(|room| &room[..])).unwrap())
    }

    fn skyscrapers(&mut self, puzzle: &mut GridPuzzle) {
        for side in GridSide::ALL {
            for place in 0..puzzle.shape.rows {
                if self.chance(2) {
                    let clue = self.below(puzzle.shape.rows) as i64 + 1;
                    puzzle.rules.push(Skyscraper { side, line_index: place, clue }.into());
                }
            }
        }
    }

    fn nonogram(&mut self) -> GridPuzzle {
        let shape = GridShape { rows: self.below(9) + 1, columns: self.below(9) + 1 };
        let mut puzzle = GridPuzzle::new(GridBase::Nonogram, shape).unwrap();
        let black: Vec<bool> = (0..shape.cell_count()).map(|_| self.chance(2)).collect();
        for side in [GridSide::Top, GridSide::Left] {
            for place in 0..shape.line_count(side) {
                let line: Vec<bool> =
                    shape.line_cells(side, place).iter().map(|&c| black[c]).collect();
                let runs = line.split(|black| !black).map(<[bool]>::len).filter(|n| *n > 0);
                puzzle
                    .rules
                    .push(BlackRuns { side, line_index: place, lengths: runs.collect() }.into());
            }
        }
        puzzle
    }

    fn operation(&mut self, cells: usize) -> CageOperation {
        match self.below(if cells == 2 { 4 } else { 2 }) {
            0 => CageOperation::Sum,
            1 => CageOperation::Product,
            2 => CageOperation::Difference,
            _ => CageOperation::Quotient,
        }
    }

    /// Returns a puzzle that has a place among Tatham's games.
    fn game(&mut self) -> GridPuzzle {
        let side = self.below(7) + 2;
        match self.below(6) {
            0 => self.solo(side),
            1 => {
                let shape = GridShape { rows: side, columns: side };
                let mut puzzle = GridPuzzle::new(GridBase::Latin, shape).unwrap();
                for cells in self.rooms(shape, 4) {
                    let operation = self.operation(cells.len());
                    let result = self.below(200) as i64 + 1;
                    puzzle.rules.push(Calculation { cells, operation, result }.into());
                }
                puzzle
            }
            2 => self.unequal(side),
            3 => {
                let mut puzzle = self.square(GridBase::Latin, side);
                puzzle
                    .rules
                    .push(Skyscraper { side: GridSide::Top, line_index: 0, clue: 1 }.into());
                let mut others = GridPuzzle { rules: Vec::new(), ..puzzle.clone() };
                self.skyscrapers(&mut others);
                let is_first = |rule: &AnyRule| match rule {
                    AnyRule::Skyscraper(clue) => (clue.side, clue.line_index) == (GridSide::Top, 0),
                    _ => false,
                };
                puzzle.rules.extend(others.rules.into_iter().filter(|rule| !is_first(rule)));
                puzzle
            }
            4 => {
                let shape =
                    GridShape { rows: 2 * self.below(5) + 2, columns: 2 * self.below(5) + 2 };
                let mut puzzle = GridPuzzle::new(GridBase::Takuzu, shape).unwrap();
                puzzle.unique_lines = self.chance(2);
                self.fill(&mut puzzle);
                puzzle
            }
            _ => self.nonogram(),
        }
    }

    fn solo(&mut self, side: usize) -> GridPuzzle {
        let mut puzzle = self.square(GridBase::Sudoku, side);
        if puzzle.boxes.is_none() || self.chance(3) {
            // Rows are regions of the right size.
            puzzle.boxes = None;
            let row = |cell: usize| Some(puzzle.shape.row(cell));
            puzzle.regions = (0..puzzle.shape.cell_count()).map(row).collect();
        }
        if self.chance(2) {
            puzzle.rules.extend([false, true].map(|rising| Diagonal { rising }.into()));
        }
        if self.chance(2) {
            for cells in self.rooms(puzzle.shape, side) {
                let sum = self.chance(2).then(|| self.below(40) as i64 + 1);
                if sum.is_some() || cells.len() > 1 {
                    puzzle.rules.push(Cage { cells, sum }.into());
                }
            }
        }
        puzzle
    }

    fn unequal(&mut self, side: usize) -> GridPuzzle {
        let mut puzzle = self.square(GridBase::Latin, side);
        let adjacent = self.chance(2);
        for cell in 0..puzzle.shape.cell_count() {
            for step in [(-1, 0), (0, 1), (1, 0), (0, -1)] {
                let Some(other) = puzzle.shape.step_from(cell, step) else { continue };
                let opposite: AnyRule = Inequality { lower: cell, upper: other }.into();
                if self.chance(3) || puzzle.rules.contains(&opposite) {
                    continue;
                }
                if !adjacent {
                    puzzle.rules.push(Inequality { lower: other, upper: cell }.into());
                } else if cell < other {
                    puzzle.rules.push(Dot { cells: [cell, other], black: false, number: 1 }.into());
                }
            }
        }
        if adjacent {
            let all = UnmarkedDots { differences: vec![1], ratios: Vec::new() };
            puzzle.rules.push(all.into());
        }
        puzzle
    }

    fn kakuro(&mut self) -> GridPuzzle {
        let shape = GridShape { rows: self.below(9) + 2, columns: self.below(9) + 2 };
        let mut puzzle = GridPuzzle::new(GridBase::Kakuro, shape).unwrap();
        let mut sums = vec![(None, None); shape.cell_count()];
        for cell in 0..shape.cell_count() {
            let is_edge = shape.row(cell) == 0 || shape.column(cell) == 0;
            puzzle.black[cell] = is_edge || self.chance(3);
        }
        for (cell, own) in sums.iter_mut().enumerate().filter(|(cell, _)| puzzle.black[*cell]) {
            let is_white =
                |step| shape.step_from(cell, step).is_some_and(|next| !puzzle.black[next]);
            let mut sum =
                |has_run: bool| (has_run && !self.chance(3)).then(|| self.below(45) as i64 + 1);
            *own = (sum(is_white((1, 0))), sum(is_white((0, 1))));
        }
        puzzle.rules = run_rules(&puzzle, &sums).unwrap();
        puzzle
    }

    /// Returns a Sudoku with the boxes of puzz.link.
    fn site_sudoku(&mut self) -> GridPuzzle {
        let side = self.below(16) + 1;
        let cells = side * side;
        let blanks = "z".repeat(cells / 20);
        let rest = ('g'..='y').nth((cells % 20).wrapping_sub(1)).map(String::from);
        let code = blanks + &rest.unwrap_or_default();
        let address = format!("https://puzz.link/p?sudoku/{side}/{side}/{code}");
        let mut puzzle = read_puzz_link(&address).unwrap();
        self.fill(&mut puzzle);
        puzzle
    }

    /// Returns a puzzle that has a place at puzz.link.
    fn link(&mut self) -> GridPuzzle {
        let side = self.below(7) + 1;
        let shape = GridShape { rows: side, columns: side };
        let mut puzzle = GridPuzzle::new(GridBase::Latin, shape).unwrap();
        match self.below(6) {
            0 => return self.site_sudoku(),
            1 => return self.nonogram(),
            5 => return self.kakuro(),
            2 => {
                self.skyscrapers(&mut puzzle);
                if !puzzle.rules.is_empty() && self.chance(2) {
                    self.fill(&mut puzzle);
                }
            }
            3 => {
                for cells in self.rooms(shape, 5) {
                    let result = [self.below(16), self.below(3000), self.below(90_000)];
                    let result = result[self.below(3)] as i64;
                    if cells.len() > 1 || self.chance(2) {
                        let operation = CageOperation::Product;
                        puzzle.rules.push(Calculation { cells, operation, result }.into());
                    }
                }
            }
            _ => {
                let all = self.chance(2);
                for step in [(0, 1), (1, 0)] {
                    for a in 0..shape.cell_count() {
                        let Some(b) = shape.step_from(a, step).filter(|_| self.chance(3)) else {
                            continue;
                        };
                        let black = all && self.chance(2);
                        let number = if black {
                            2
                        } else if all {
                            1
                        } else {
                            self.below(30) as i64 + 1
                        };
                        let signs = [(a, b), (b, a)];
                        let (lower, upper) = signs[self.below(2)];
                        puzzle.rules.push(if !all && self.chance(2) {
                            Inequality { lower, upper }.into()
                        } else {
                            Dot { cells: [a, b], black, number }.into()
                        });
                    }
                }
                if all {
                    puzzle
                        .rules
                        .push(UnmarkedDots { differences: vec![1], ratios: vec![2] }.into());
                }
            }
        }
        puzzle
    }

    /// Returns a puzzle that has a place in constraint strings.
    fn string(&mut self) -> GridPuzzle {
        let side = [4, 6, 7, 9, 12, 16][self.below(6)];
        let mut puzzle = self.square(GridBase::Sudoku, side);
        let shape = puzzle.shape;
        if puzzle.givens.iter().all(Option::is_none) && self.chance(2) {
            puzzle.digits = (0, shape.rows as i32 - 1);
        }
        for cells in self.rooms(shape, 4).into_iter().filter(|cells| cells.len() > 1) {
            let sum = self.chance(2).then(|| self.below(30) as i64 + 1);
            puzzle.rules.push(match self.below(5) {
                0 => Cage { cells, sum }.into(),
                1 => Thermometer { cells, slow: false }.into(),
                2 => Renban { cells }.into(),
                3 => Whispers { cells, difference: Some(self.below(5) as i64) }.into(),
                _ => Inequality { upper: cells[0], lower: cells[0] + 1 }.into(),
            });
        }
        let touches = |rule: &AnyRule| match rule {
            AnyRule::Inequality(sign) => shape.share_side(sign.lower, sign.upper),
            _ => true,
        };
        puzzle.rules.retain(touches);
        if self.chance(2) {
            puzzle.rules.push(Chess { king: self.chance(2) }.into());
        }
        puzzle
    }
}

#[test]
fn random_puzzles_read_back() {
    let mut maker = Maker { random: ChaCha8Rng::seed_from_u64(11) };
    for _ in 0..600 {
        let puzzle = maker.game();
        let text = write_tatham(&puzzle).unwrap();
        assert_eq!(read_tatham(&text).as_ref(), Ok(&puzzle), "{text}");
        let puzzle = maker.link();
        let text = write_puzz_link(&puzzle).unwrap();
        assert_eq!(read_puzz_link(&text).as_ref(), Ok(&puzzle), "{text}");
        let puzzle = maker.string();
        let text = write_iss(&puzzle).unwrap();
        assert_eq!(read_iss(&text).as_ref(), Ok(&puzzle), "{text}");
    }
}

#[test]
fn rules_without_a_place_are_named() {
    let mut puzzle = GridPuzzle::new(GridBase::Sudoku, GridShape { rows: 4, columns: 4 }).unwrap();
    puzzle.rules.push(Thermometer { cells: vec![0, 1], slow: true }.into());
    for written in [write_tatham(&puzzle), write_puzz_link(&puzzle), write_iss(&puzzle)] {
        let reason = written.err().unwrap_or_default();
        assert!(reason.contains("no place for 'slow thermo r1c1 r1c2'"), "{reason}");
    }
}
