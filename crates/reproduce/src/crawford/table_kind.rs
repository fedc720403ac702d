//! The names of the tables, and what is fitted in each.

use super::table_error::UnknownTable;

/// A table of the paper, or one of its variants here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CrawfordTableKind {
    /// Table 2, Latin squares.
    Latin(CrawfordTableVersion),
    /// Table 3, magic squares.
    Magic(CrawfordTableVersion),
    /// Tables 4 to 6 on other boards, by their number.
    Sudoku(u8),
}

/// The fitted ingredients of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CrawfordTableVersion {
    /// All: the added constraints, and AVal and GAV as the tables need them.
    Fitted,
    /// Without the added constraints.
    Plain,
    /// With the added constraints, and AVal and GAV as the paper's text has them.
    Literal,
}

use CrawfordTableKind::{Latin, Magic, Sudoku};
use CrawfordTableVersion::{Fitted, Literal, Plain};

impl CrawfordTableKind {
    /// All tables, those compared with the paper first.
    pub const ALL: [CrawfordTableKind; 9] = [
        Latin(Fitted),
        Magic(Fitted),
        Latin(Literal),
        Magic(Literal),
        Latin(Plain),
        Magic(Plain),
        Sudoku(4),
        Sudoku(5),
        Sudoku(6),
    ];

    /// The name: the number in the paper, `2-plain` without the added constraints, or `2-literal`
    /// with AVal and GAV by the letter of the paper.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Latin(Fitted) => "2",
            Latin(Plain) => "2-plain",
            Latin(Literal) => "2-literal",
            Magic(Fitted) => "3",
            Magic(Plain) => "3-plain",
            Magic(Literal) => "3-literal",
            Sudoku(4) => "4",
            Sudoku(5) => "5",
            Sudoku(_) => "6",
        }
    }

    /// Whether the table is of Sudokus.
    #[must_use]
    pub fn is_of_sudokus(self) -> bool {
        matches!(self, Sudoku(_))
    }

    /// Whether its numbers are held against those of the paper: it gets the whole limit, and other
    /// tables a tenth.
    #[must_use]
    pub fn is_compared(self) -> bool {
        matches!(self, Latin(Fitted | Literal) | Magic(Fitted | Literal))
    }

    /// The model, what is fitted, and how the table relates to the paper's.
    pub(super) fn model_note(self) -> &'static str {
        match self {
            Latin(Fitted) => {
                "Model cells+sums: all-different rows and columns; besides, what the paper does not \
                 name and\nis fitted to its numbers: the sum of each row and column is N(N+1)/2.\n\
                 AVal and GAV are fitted, too: AVal is nearest to the mean rounded down, GAV the \
                 next value after\nAVal's. Table 2-literal has them as the paper words them."
            }
            Latin(Plain) => {
                "Model cells: all-different rows and columns, as the paper words it; without the \
                 fitted sums."
            }
            Latin(Literal) => {
                "Model cells+sums as in Table 2; AVal and GAV as the paper words them: the value \
                 nearest to the\nmean of the bounds, and the smallest value above that mean."
            }
            Magic(Fitted) => {
                "Model cells+corners: the paper's constraints; besides, what it does not name and \
                 is fitted to\nits numbers: x11 < xN1 < x1N < xNN.\nAVal and GAV are fitted, too: \
                 AVal is nearest to the mean rounded down, GAV the next value after\nAVal's. Table \
                 3-literal has them as the paper words them."
            }
            Magic(Plain) => {
                "Model cells: all-different cells and the sums, as the paper words it; without the \
                 fitted order\nof corners."
            }
            Magic(Literal) => {
                "Model cells+corners as in Table 3; AVal and GAV as the paper words them: the value \
                 nearest to the\nmean of the bounds, and the smallest value above that mean."
            }
            Sudoku(_) => {
                "The paper does not identify its boards; its rows stand below ours. Only the shape \
                 (which strategies\ncope with which boards) can be compared, unless a board has all \
                 numbers of a row."
            }
        }
    }
}

impl std::str::FromStr for CrawfordTableKind {
    type Err = UnknownTable;

    fn from_str(name: &str) -> Result<Self, UnknownTable> {
        let found = CrawfordTableKind::ALL.into_iter().find(|which| which.name() == name);
        found.ok_or_else(|| UnknownTable { name: name.to_owned() })
    }
}
