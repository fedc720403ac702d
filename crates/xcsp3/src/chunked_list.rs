//! A long list that is freed piece by piece while it is consumed.

/// Number of elements of a piece.
const ELEMENTS_PER_PIECE: usize = 1 << 12;

/// A list in pieces: its elements never move, and its iterator frees each piece once it is
/// consumed.
pub(super) struct ChunkedList<T> {
    pieces: Vec<Vec<T>>,
}

impl<T> ChunkedList<T> {
    /// Creates an empty list.
    pub(super) fn new() -> Self {
        ChunkedList { pieces: Vec::new() }
    }

    /// Adds an element at the end.
    pub(super) fn push_element(&mut self, element: T) {
        match self.pieces.last_mut() {
            Some(last) if last.len() < ELEMENTS_PER_PIECE => last.push(element),
            first => {
                // Most lists of small files are short, and a whole piece would waste memory.
                let room = if first.is_none() { 4 } else { ELEMENTS_PER_PIECE };
                let mut piece = Vec::with_capacity(room);
                piece.push(element);
                self.pieces.push(piece);
            }
        }
    }
}

impl<T> IntoIterator for ChunkedList<T> {
    type Item = T;
    type IntoIter = std::iter::Flatten<std::vec::IntoIter<Vec<T>>>;

    fn into_iter(self) -> Self::IntoIter {
        self.pieces.into_iter().flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_keep_their_order() {
        for length in [0, 1, ELEMENTS_PER_PIECE, 3 * ELEMENTS_PER_PIECE + 5] {
            let mut pieces = ChunkedList::new();
            (0..length).for_each(|element| pieces.push_element(element));
            assert!(pieces.into_iter().eq(0..length));
        }
    }
}
