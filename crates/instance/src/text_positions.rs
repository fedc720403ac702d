//! The lines and columns of a text.

/// Number of bytes between two places whose line and column are stored.
const POSITION_STEP_BYTES: usize = 1 << 9;

/// The lines and columns of a text, found in constant time.
pub struct TextPositions<'t> {
    text: &'t str,
    /// The line and the column, counted from 0, of the first byte of each [`POSITION_STEP_BYTES`].
    steps: Vec<(usize, usize)>,
}

impl<'t> TextPositions<'t> {
    /// Notes the places of a text.
    #[must_use]
    pub fn from_text(text: &'t str) -> Self {
        let mut steps = Vec::with_capacity(text.len() / POSITION_STEP_BYTES + 1);
        let mut at = (0, 0);
        for piece in text.as_bytes().chunks(POSITION_STEP_BYTES) {
            steps.push(at);
            at = position_after(at, piece);
        }
        TextPositions { text, steps }
    }

    /// Returns the line and the column of a byte, both counted from 1; columns count characters.
    #[must_use]
    pub fn position_at(&self, offset: usize) -> (usize, usize) {
        let offset = offset.min(self.text.len());
        // The end of a text whose length is a multiple of `POSITION_STEP_BYTES` belongs to the last
        // step.
        let step = (offset / POSITION_STEP_BYTES).min(self.steps.len().saturating_sub(1));
        let start = self.steps.get(step).copied().unwrap_or((0, 0));
        let bytes = &self.text.as_bytes()[(step * POSITION_STEP_BYTES).min(offset)..offset];
        let (line, column) = position_after(start, bytes);
        (line + 1, column + 1)
    }
}

/// Returns the place after some bytes; only the first byte of a character counts.
fn position_after((mut line, mut column): (usize, usize), bytes: &[u8]) -> (usize, usize) {
    for &byte in bytes {
        if byte == b'\n' {
            (line, column) = (line + 1, 0);
        } else if byte & 0xc0 != 0x80 {
            column += 1;
        }
    }
    (line, column)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_lines_and_characters() {
        let line = "\u{e9}".repeat(POSITION_STEP_BYTES) + "\n";
        let text = line.repeat(3) + "ab";
        let places = TextPositions::from_text(&text);
        for offset in [
            0,
            2,
            POSITION_STEP_BYTES,
            POSITION_STEP_BYTES + 2,
            line.len(),
            line.len() + 2,
            text.len() - 1,
            text.len(),
        ] {
            let before = &text[..offset];
            let start = before.rfind('\n').map_or(0, |place| place + 1);
            let expected =
                (before.matches('\n').count() + 1, text[start..offset].chars().count() + 1);
            assert_eq!(places.position_at(offset), expected, "{offset}");
        }
        assert_eq!(TextPositions::from_text("").position_at(7), (1, 1));
    }
}
