//! Table 5, as printed.

use super::measure::DealMeasurement;

/// A row of the published table: solutions, checks, nodes, milliseconds.
pub type PublishedRow = [f64; 4];

/// The published rows, by algorithm, for 12 and for 81 cards. Times are from the authors'
/// machine, by a clock of 10 ms.
pub const PUBLISHED_ROWS: [(usize, [PublishedRow; 3]); 2] = [
    (12, [[2.77, 1956.80, 220.0, 0.0], [2.77, 1726.653, 80.77, 62.46], [2.77, 85.08, 12.65, 5.85]]),
    (
        81,
        [
            [1080.0, 758_808.0, 85_320.0, 0.0],
            [1080.0, 553_365.0, 4401.0, 101.04],
            [1080.0, 31_158.0, 2565.0, 39.44],
        ],
    ),
];

/// Returns the published rows of the sizes that were measured.
pub(super) fn with_published(
    measured: &[DealMeasurement],
) -> impl Iterator<Item = (&DealMeasurement, [PublishedRow; 3])> {
    measured.iter().filter_map(|group| {
        let rows = PUBLISHED_ROWS.iter().find(|(cards, _)| *cards == group.cards)?;
        Some((group, rows.1))
    })
}
