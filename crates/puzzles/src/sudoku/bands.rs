//! Bands of a board: the rows of its boxes, with a blank line between two bands.

use parallax_instance::{InputError, LineReader};

use super::super::line_fields::is_idle;
use super::box_height;
use super::layout::read_row;

/// The bands while the rows of a board are read. Either a blank line is between any two bands, or
/// none is between rows.
pub(super) struct BandTracker {
    order: usize,
    /// The number of rows of a band; 0 if the order has no boxes.
    height: usize,
    /// Whether a blank line came after the first band.
    apart: bool,
    /// The number of rows before the last blank line.
    ended: usize,
}

impl BandTracker {
    pub(super) fn new(order: usize) -> Self {
        BandTracker { order, height: box_height(order).unwrap_or(0), apart: false, ended: 0 }
    }

    /// Whether a blank line after this number of rows may be between two bands.
    pub(super) fn end_after(&mut self, rows: usize) -> bool {
        // A second blank line after the same band does not end it again.
        let is_band = self.height > 0 && rows.is_multiple_of(self.height) && rows > self.ended;
        // The first band decides: without a blank line after it, later ones are not between bands.
        let fits = is_band && (rows == self.height || self.apart);
        if fits {
            (self.apart, self.ended) = (true, rows);
        }
        fits
    }

    /// Whether a row may follow after this number of rows.
    pub(super) fn may_continue(&self, rows: usize) -> bool {
        !self.apart || !rows.is_multiple_of(self.height) || rows == self.ended
    }

    /// Returns the message for a row that follows on a band without a blank line.
    pub(super) fn band_message(&self, row: usize) -> String {
        format!(
            "row {row} of {} follows without a blank line, but there is one after row {}; either \
             the first board ends there, or the bands of one board are to be apart",
            self.order, self.height
        )
    }

    /// Checks that no further row follows at once, as the rest of a second board would.
    ///
    /// # Errors
    /// Returns an error that names the line.
    pub(super) fn expect_end(&self, lines: &mut LineReader<'_>) -> Result<(), InputError> {
        if !self.apart {
            return Ok(());
        }
        let next = lines.look_ahead(|lines| Ok(lines.peek_line(0)?.cloned()))?;
        match next
            .filter(|line| !is_idle(&line.text, &['#']) && read_row(&line.text, self.order).is_ok())
        {
            Some(line) => {
                Err(lines.make_error(self.band_message(self.order + 1)).at_line(line.number))
            }
            None => Ok(()),
        }
    }
}
