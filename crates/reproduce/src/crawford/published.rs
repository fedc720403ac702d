//! The figures of Tables 2 to 6, as printed.

/// A cell of a published table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PublishedCell {
    /// Solved, with the number of enumerations, of backtracks, and milliseconds.
    Solved(u64, u64, u64),
    /// Not solved within ten minutes: a dash.
    Unsolved,
    /// Nothing was published about this problem.
    Nothing,
}

use PublishedCell::{Solved as S, Unsolved as U};

/// The orders of Table 2.
pub(super) const LATIN_ORDERS: [usize; 5] = [3, 4, 5, 10, 15];

/// Table 2, Latin squares: a row for each of S1 to S8.
pub(super) const LATIN_RESULTS: [[PublishedCell; 5]; 8] = [
    [S(3, 0, 9), S(6, 0, 10), S(10, 0, 10), S(67, 1, 18), S(165, 7, 76)],
    [S(3, 0, 10), S(6, 0, 10), S(10, 0, 10), S(67, 1, 18), S(165, 7, 78)],
    [S(3, 0, 10), S(6, 0, 10), S(12, 0, 12), S(70, 2, 18), S(163, 5, 67)],
    [S(3, 0, 10), S(6, 0, 10), S(10, 0, 11), S(70, 4, 31), S(309, 138, 229)],
    [S(3, 0, 12), S(8, 0, 10), S(94, 77, 16), U, U],
    [S(3, 0, 9), S(8, 0, 10), S(94, 77, 15), U, U],
    [S(3, 0, 10), S(8, 0, 10), S(1644, 1625, 106), U, U],
    [S(3, 0, 10), S(8, 0, 10), S(36, 21, 12), U, U],
];

/// The orders of Table 3, which names them by their squares.
pub(super) const MAGIC_ORDERS: [usize; 4] = [3, 4, 5, 7];

/// Table 3, magic squares: a row for each of S1 to S12.
pub(super) const MAGIC_RESULTS: [[PublishedCell; 4]; 12] = [
    [S(4, 1, 1), S(741, 717, 30), S(208_861, 208_827, 12_669), U],
    [S(13, 7, 1), S(1681, 1655, 63), S(9_113_251, 9_113_227, 505_231), U],
    [S(8, 5, 1), S(2465, 2449, 81), S(2187, 2158, 76), S(101_510, 101_424, 4415)],
    [S(13, 7, 1), S(406, 384, 27), S(7061, 7037, 452), S(7139, 7081, 487)],
    [S(16, 7, 1), S(45_097, 45_043, 3680), U, U],
    [S(14, 8, 1), S(681, 646, 46), U, U],
    [S(22, 10, 1), S(847_094, 847_055, 48_519), U, U],
    // More backtracks than enumerations at 25, as printed.
    [S(23, 19, 1), S(358_775, 358_772, 27_115), S(557_090, 557_608, 44_189), U],
    [S(5, 2, 0), S(49, 34, 3), S(26_475, 26_428, 1396), U],
    [S(13, 7, 1), S(508, 491, 24), S(80_761, 80_728, 5078), U],
    [S(8, 5, 1), S(1323, 1296, 56), S(393, 375, 21), U],
    [S(13, 7, 1), S(791, 763, 55), S(12, 1, 2), S(82_107, 82_047, 6649)],
];

/// Tables 4 to 6, Sudokus that the paper names by source and degree only: a row for each, with S1
/// to S8.
pub(super) const SUDOKU_RESULTS: [(&str, [PublishedCell; 8]); 5] = [
    ("None-1", [S(84, 52, 14), S(220, 195, 21), S(1308, 1283, 88), S(183, 159, 26), U, U, U, U]),
    (
        "None-2",
        [S(2836, 2815, 153), S(271, 249, 23), S(11_074, 11_048, 603), S(124, 102, 22), U, U, U, U],
    ),
    (
        "Easy",
        [
            S(7, 3, 11),
            S(17, 13, 11),
            S(7, 3, 10),
            S(17, 13, 12),
            S(18_554, 18_537, 1799),
            S(274_476, 274_472, 28_149),
            S(24_195, 24_169, 2582),
            // A tenth of the backtracks of its enumerations, as printed.
            S(721_773, 72_155, 7484),
        ],
    ),
    (
        "Medium",
        [
            S(16, 6, 11),
            S(174, 164, 19),
            S(16, 6, 11),
            S(174, 164, 26),
            U,
            S(121_135, 121_113, 12_868),
            U,
            S(88_720, 88_706, 9763),
        ],
    ),
    (
        "Hard",
        [
            S(27, 16, 11),
            S(24, 18, 11),
            S(27, 16, 11),
            S(24, 18, 12),
            U,
            U,
            S(93_138, 93_105, 9158),
            U,
        ],
    ),
];
