//! The results of the generators of puzzles, and their common parts.

use std::fmt;
use std::str::FromStr;

use parallax_model::Value;

use super::errors::AmountError;

/// A generated instance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GeneratedPuzzle<P> {
    /// The instance.
    pub puzzle: P,
    /// The requirements that it does not meet, as text. The instance is then the nearest that was
    /// found.
    pub missed: Option<String>,
}

impl<P> GeneratedPuzzle<P> {
    /// Creates the result of an instance that meets all requirements.
    pub(super) fn exact_match(puzzle: P) -> Self {
        GeneratedPuzzle { puzzle, missed: None }
    }
}

/// A number of cells, or a share of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CellAmount {
    /// A number of cells.
    Number(usize),
    /// A percentage of the cells, from 0 to 100.
    Percent(f64),
}

impl CellAmount {
    /// Converts the amount to a number of cells, rounded; `None` if there are not that many.
    #[must_use]
    pub fn cell_count(self, cells: usize) -> Option<usize> {
        match self {
            CellAmount::Number(number) => (number <= cells).then_some(number),
            CellAmount::Percent(share) => Some((cells as f64 * share / 100.0).round() as usize),
        }
    }
}

impl FromStr for CellAmount {
    type Err = AmountError;

    fn from_str(text: &str) -> Result<Self, AmountError> {
        let wrong = || AmountError::Number { text: text.to_owned() };
        // `parse` alone also accepts signs and, for a share, exponents and `nan`.
        let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit() || b == b'.');
        if !digits(text.strip_suffix('%').unwrap_or(text)) {
            return Err(wrong());
        }
        match text.strip_suffix('%') {
            None => text.parse().map(CellAmount::Number).map_err(|_| wrong()),
            Some(share) => match share.parse() {
                Ok(share) if (0.0..=100.0).contains(&share) => Ok(CellAmount::Percent(share)),
                _ => Err(AmountError::Share { text: text.to_owned() }),
            },
        }
    }
}

impl fmt::Display for CellAmount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CellAmount::Number(number) => write!(f, "{number}"),
            CellAmount::Percent(share) => write!(f, "{share}%"),
        }
    }
}

/// Clears groups of cells in their order, each if `holds` is true of the remaining clues. Skips a
/// group that would leave fewer than `min_clues` clues. Returns `None` as soon as `holds` does.
pub(super) fn thin_groups<'g>(
    clues: &mut Vec<Option<Value>>,
    groups: impl IntoIterator<Item = &'g [usize]>,
    min_clues: usize,
    holds: &mut dyn FnMut(&[Option<Value>]) -> Option<bool>,
) -> Option<()> {
    let mut left = count_clues(clues);
    for group in groups {
        let known = group.iter().filter(|&&cell| clues[cell].is_some()).count();
        // The clues of the group are among those left, so the difference is not negative.
        if known == 0 || left - known < min_clues {
            continue;
        }
        let mut fewer = clues.clone();
        group.iter().for_each(|&cell| fewer[cell] = None);
        if holds(&fewer)? {
            *clues = fewer;
            left -= known;
        }
    }
    Some(())
}

/// Returns the number of clues.
pub(super) fn count_clues(clues: &[Option<Value>]) -> usize {
    clues.iter().flatten().count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_numbers_or_shares() {
        let of = |text: &str| text.parse::<CellAmount>().map(|amount| amount.cell_count(81));
        assert_eq!(of("30"), Ok(Some(30)));
        assert_eq!(of("82"), Ok(None));
        assert_eq!(of("42%"), Ok(Some(34)));
        assert_eq!([of("0%"), of("100%"), of("0.5%")], [Ok(Some(0)), Ok(Some(81)), Ok(Some(0))]);
        for text in
            ["", "%", "-1", "+1", "101%", "nan%", "1e1%", "1.5", "4 2", "99999999999999999999"]
        {
            assert!(of(text).is_err(), "{text}");
        }
        for text in ["7", "42%", "12.5%"] {
            assert_eq!(text.parse::<CellAmount>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn thinning_stops_at_the_least_and_where_the_condition_fails() {
        let full = || vec![Some(1); 6];
        let singles: Vec<Vec<usize>> = (0..6).map(|cell| vec![cell]).collect();
        let groups = || singles.iter().map(Vec::as_slice);
        let mut clues = full();
        assert_eq!(thin_groups(&mut clues, groups(), 4, &mut |_| Some(true)), Some(()));
        assert_eq!(clues, [None, None, Some(1), Some(1), Some(1), Some(1)]);
        let mut clues = full();
        thin_groups(&mut clues, groups(), 0, &mut |left| Some(left[2].is_some()));
        assert_eq!(clues, [None, None, Some(1), None, None, None]);
        let mut clues = full();
        let pairs = [vec![0, 1], vec![1, 2], vec![5]];
        thin_groups(&mut clues, pairs.iter().map(Vec::as_slice), 3, &mut |_| Some(true));
        assert_eq!(count_clues(&clues), 3);
        assert_eq!(thin_groups(&mut full(), groups(), 0, &mut |_| None), None);
    }
}
