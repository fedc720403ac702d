//! A plain search that counts solutions, cell by cell, without a model.

use parallax_instance::Instance;
use parallax_model::Value;

use crate::GridPuzzle;
use crate::board::GridBase;
use crate::filled_grid::FilledGrid;
use crate::rules::AnyRule;

/// Counts the solutions of a puzzle, up to two.
pub(super) fn count(puzzle: &GridPuzzle) -> u64 {
    let mut search = Search::new(puzzle);
    search.extend();
    search.found
}

struct Search<'a> {
    puzzle: &'a GridPuzzle,
    cells: Vec<usize>,
    /// The groups of different digits that each place of `cells` is in.
    groups: Vec<Vec<usize>>,
    used: Vec<u32>,
    /// The rules whose last cell is at each place.
    ends: Vec<Vec<AnyRule>>,
    /// The sums of runs: the places of the cells, and the sum.
    sums: Vec<(Vec<usize>, i64)>,
    values: Vec<Value>,
    found: u64,
}

impl<'a> Search<'a> {
    fn new(puzzle: &'a GridPuzzle) -> Self {
        let cells = puzzle.valued_cells();
        let place = |cell: usize| cells.iter().position(|&other| other == cell).expect("white");
        let places = |of: Vec<usize>| of.into_iter().map(place).collect::<Vec<_>>();
        let mut groups = vec![Vec::new(); cells.len()];
        let mut ends = vec![Vec::new(); cells.len()];
        let (mut sums, mut number) = (Vec::new(), 0);
        for rule in puzzle.all_rules() {
            let own = places(rule.rule().named_cells(puzzle.shape));
            let Some(&last) = own.iter().max() else { continue };
            if matches!(rule, AnyRule::Different(_) | AnyRule::Run(_)) {
                own.iter().for_each(|&place| groups[place].push(number));
                number += 1;
            }
            if let AnyRule::Run(run) = &rule {
                sums.extend(run.sum.map(|sum| (own, sum)));
            }
            ends[last].push(rule);
        }
        let values = Vec::with_capacity(cells.len());
        Search { puzzle, cells, groups, used: vec![0; number], ends, sums, values, found: 0 }
    }

    /// Fills the next cell. As deep as the small grids of tests have cells.
    fn extend(&mut self) {
        let place = self.values.len();
        let Some(&cell) = self.cells.get(place) else {
            self.found += u64::from(self.puzzle.rules(&self.values).is_ok());
            return;
        };
        let (low, high) = self.puzzle.digits;
        for value in low..=high {
            let given = self.puzzle.givens[cell].is_none_or(|given| given == value);
            let bit = 1 << value;
            let free = self.groups[place].iter().all(|&group| self.used[group] & bit == 0);
            if !given || !free || self.found >= 2 {
                continue;
            }
            self.values.push(value);
            if self.fits() {
                self.groups[place].iter().for_each(|&group| self.used[group] |= bit);
                self.extend();
                self.groups[place].iter().for_each(|&group| self.used[group] &= !bit);
            }
            self.values.pop();
        }
    }

    /// Whether the rules that end here hold, and others may.
    fn fits(&self) -> bool {
        let place = self.values.len() - 1;
        if self.puzzle.base == GridBase::Takuzu && !self.is_balanced() {
            return false;
        }
        let reaches = |(places, sum): &(Vec<usize>, i64)| {
            let known = places.iter().filter_map(|&at| self.values.get(at));
            let known: Vec<i64> = known.map(|&value| value.into()).collect();
            let left = places.len() - known.len();
            let missing = sum - known.iter().sum::<i64>();
            let rest: Vec<i64> = (1..=9).filter(|digit| !known.contains(digit)).collect();
            let least: i64 = rest.iter().take(left).sum();
            let most: i64 = rest.iter().rev().take(left).sum();
            (least..=most).contains(&missing)
        };
        if !self.sums.iter().filter(|(places, _)| places.contains(&place)).all(reaches) {
            return false;
        }
        if self.ends[place].is_empty() {
            return true;
        }
        let mut all = self.values.clone();
        all.resize(self.cells.len(), 0);
        let filled = FilledGrid::new(self.puzzle, &all).expect("a value a cell");
        self.ends[place].iter().all(|rule| rule.rule().check_filled(&filled).is_ok())
    }

    /// Whether the last digit of a takuzu is not one too many in its row or column.
    fn is_balanced(&self) -> bool {
        let (last, side) = (self.values.len() - 1, self.puzzle.shape.columns);
        let digit = self.values[last];
        let equal = |at: usize| self.values[at] == digit;
        let row = (last - last % side..=last).filter(|&at| equal(at)).count();
        let column = (last % side..=last).step_by(side).filter(|&at| equal(at)).count();
        let third = |step: usize| equal(last - step) && equal(last - 2 * step);
        let three = last % side >= 2 && third(1) || last / side >= 2 && third(side);
        row <= side / 2 && column <= side / 2 && !three
    }
}
