//! A Keisuke: the grid and the two lists of entries.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use super::error::{EntryError, KeisukeError, LocatedKeisukeError};
use super::layout::RunLayout;
use super::list_checks;

/// Maximum number of rows and of columns.
pub const MAX_SIDE: usize = 100;

/// The name of a list for both directions.
pub(super) const ENTRIES_LIST_NAME: &str = "entries";

/// Maximum number of entries of a list: every row of the largest grid holds runs of two.
pub(super) const MAX_ENTRIES: usize = MAX_SIDE * ((MAX_SIDE + 1) / 3);

/// The direction of runs and entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RunDirection {
    /// From left to right.
    Across,
    /// From top to bottom.
    Down,
}

impl RunDirection {
    /// Both directions.
    pub const BOTH: [RunDirection; 2] = [RunDirection::Across, RunDirection::Down];

    /// Returns the name in files and messages.
    #[must_use]
    pub fn direction_name(self) -> &'static str {
        match self {
            RunDirection::Across => "across",
            RunDirection::Down => "down",
        }
    }
}

impl fmt::Display for RunDirection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.direction_name())
    }
}

/// An entry of a list: digits, with leading zeros if it has any.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct KeisukeEntry(Box<[u8]>);

impl KeisukeEntry {
    /// Returns the digits, each 0 to 9.
    #[must_use]
    pub fn digits(&self) -> &[u8] {
        &self.0
    }

    /// Returns the entry of these digits; `None` if one is beyond 9.
    pub fn from_digits(digits: impl IntoIterator<Item = u8>) -> Option<Self> {
        let digits: Box<[u8]> = digits.into_iter().collect();
        digits.iter().all(|&digit| digit <= 9).then_some(KeisukeEntry(digits))
    }
}

impl FromStr for KeisukeEntry {
    type Err = EntryError;

    fn from_str(text: &str) -> Result<Self, EntryError> {
        let digit = |c: char| c.to_digit(10).map(|digit| digit as u8);
        let digits: Option<Box<[u8]>> = text.chars().map(digit).collect();
        digits.map(KeisukeEntry).ok_or_else(|| EntryError { text: text.to_owned() })
    }
}

impl fmt::Display for KeisukeEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|digit| write!(f, "{digit}"))
    }
}

/// A cell of a known grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeisukeCell {
    /// A black cell: it ends runs.
    Black,
    /// A white cell.
    White,
    /// A white cell with its digit, 0 to 9.
    Clue(u8),
}

/// The cells of a grid, or no more than its size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeisukePattern {
    /// Every cell, row by row.
    Known(Vec<KeisukeCell>),
    /// Only the size: the black cells are to be found.
    Unknown {
        /// Whether no two black cells may touch side by side.
        apart: bool,
    },
}

/// A Keisuke. A run is a maximal row of white cells in a direction. Each run of
/// two or more cells takes an entry of its length and direction; each entry is
/// used exactly as often as it is listed. Runs of one cell have no entry. A white
/// cell in no longer run is uncovered: it has no digit. In a number fill-in, one list has the
/// entries of both directions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeisukePuzzle {
    height: usize,
    width: usize,
    pattern: KeisukePattern,
    across: Vec<KeisukeEntry>,
    down: Vec<KeisukeEntry>,
    /// Whether `across` is the list of both directions.
    shared: bool,
    /// The runs of a known grid.
    layout: Option<Arc<RunLayout>>,
}

impl KeisukePuzzle {
    /// Creates the Keisuke with this grid and these lists.
    ///
    /// # Errors
    /// When a side is 0 or beyond [`MAX_SIDE`], the number of cells is wrong, a
    /// digit is beyond 9, a clue is in a cell that no entry covers, or the lists do
    /// not fit: an entry of one digit or longer than a line, or, of a known grid,
    /// another number of entries than runs of a length. A contradiction that only a
    /// search finds is no error.
    pub fn new(
        height: usize,
        width: usize,
        pattern: KeisukePattern,
        across: Vec<KeisukeEntry>,
        down: Vec<KeisukeEntry>,
    ) -> Result<Self, LocatedKeisukeError> {
        KeisukePuzzle { height, width, pattern, across, down, shared: false, layout: None }
            .validate_parts()
    }

    /// Creates the number fill-in with this grid, whose runs of both directions take the entries.
    ///
    /// # Errors
    /// As [`KeisukePuzzle::new`].
    pub fn fill_in(
        height: usize,
        width: usize,
        cells: Vec<KeisukeCell>,
        entries: Vec<KeisukeEntry>,
    ) -> Result<Self, LocatedKeisukeError> {
        let pattern = KeisukePattern::Known(cells);
        let down = Vec::new();
        KeisukePuzzle { height, width, pattern, across: entries, down, shared: true, layout: None }
            .validate_parts()
    }

    /// Returns the puzzle with another grid and other lists.
    pub(super) fn replace_parts(
        &self,
        (height, width): (usize, usize),
        pattern: KeisukePattern,
        [across, down]: [Vec<KeisukeEntry>; 2],
    ) -> Result<Self, LocatedKeisukeError> {
        let shared = self.shared;
        KeisukePuzzle { height, width, pattern, across, down, shared, layout: None }
            .validate_parts()
    }

    /// Adds the runs to the puzzle, and checks that its parts fit.
    fn validate_parts(mut self) -> Result<Self, LocatedKeisukeError> {
        let (height, width) = (self.height, self.width);
        if ![height, width].iter().all(|side| (1..=MAX_SIDE).contains(side)) {
            return Err(KeisukeError::Size { height, width }.at_spot(None, None));
        }
        if let KeisukePattern::Known(cells) = &self.pattern {
            // The layout relies on the number of cells, and the check of the lists on the layout.
            list_checks::check_cells(height, width, cells)?;
            let lists = [&self.across[..], &self.down[..]];
            self.layout =
                Some(Arc::new(RunLayout::new((height, width), cells, lists, self.shared)));
        }
        list_checks::check_lists(&self)?;
        Ok(self)
    }

    /// Whether one list, that of the direction across, has the entries of both directions.
    #[must_use]
    pub fn is_fill_in(&self) -> bool {
        self.shared
    }

    /// Returns the name of the list of a direction in files and messages.
    pub(super) fn list_name(&self, direction: RunDirection) -> &'static str {
        if self.shared { ENTRIES_LIST_NAME } else { direction.direction_name() }
    }

    /// Returns the directions that have a list.
    pub(super) fn list_directions(&self) -> &'static [RunDirection] {
        if self.shared { &[RunDirection::Across] } else { &RunDirection::BOTH }
    }

    /// Returns the number of rows.
    #[must_use]
    pub fn height(&self) -> usize {
        self.height
    }

    /// Returns the number of columns.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// Returns the cells of the grid, if they are known.
    #[must_use]
    pub fn pattern(&self) -> &KeisukePattern {
        &self.pattern
    }

    /// Returns the entries of a direction, in the order of the list. In a fill-in, the direction
    /// across has all of them.
    #[must_use]
    pub fn entries(&self, direction: RunDirection) -> &[KeisukeEntry] {
        match direction {
            RunDirection::Across => &self.across,
            RunDirection::Down => &self.down,
        }
    }

    /// Whether an entry is listed twice in one direction.
    #[must_use]
    pub fn has_repeats(&self) -> bool {
        RunDirection::BOTH.into_iter().any(|direction| {
            let mut entries: Vec<&KeisukeEntry> = self.entries(direction).iter().collect();
            entries.sort_unstable();
            entries.windows(2).any(|pair| pair[0] == pair[1])
        })
    }

    /// Returns the cells of a known grid, row by row; none of an unknown one.
    #[must_use]
    pub fn known_cells(&self) -> &[KeisukeCell] {
        match &self.pattern {
            KeisukePattern::Known(cells) => cells,
            KeisukePattern::Unknown { .. } => &[],
        }
    }

    /// Returns the clues: cells, row by row from 0, and their digits.
    pub fn clues(&self) -> impl Iterator<Item = (usize, u8)> {
        self.known_cells().iter().enumerate().filter_map(|(index, cell)| match cell {
            KeisukeCell::Clue(digit) => Some((index, *digit)),
            _ => None,
        })
    }

    pub(super) fn run_layout(&self) -> Option<&RunLayout> {
        self.layout.as_deref()
    }
}
