//! Comments in which the model counting competitions state another question than satisfiability.

/// A comment with a meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CountingComment {
    /// Weights of literals, or the task to count with them.
    Weights,
    /// The variables to project on, or the task to count projected.
    Projection,
}

impl CountingComment {
    /// The meaning of a comment, given without its `c`; `None` for a remark. The comments are those
    /// of the Model Counting Competition (`c t`, `c p`), of ApproxMC (`c ind`) and of miniC2D
    /// (`c weights`).
    pub(super) fn from_comment(comment: &str) -> Option<Self> {
        // The `c` must be a word: `cp show 1 0` is a remark.
        if !comment.starts_with(char::is_whitespace) {
            return None;
        }
        let mut words = comment.split_whitespace();
        let kind = (words.next()?, words.next()?);
        // Most comments are remarks, so the first word is tested before the others are collected.
        if !matches!(kind.0, "t" | "p" | "ind" | "weights") {
            return None;
        }
        let rest: Vec<&str> = words.collect();
        let is_integer = |word: &str| word.parse::<i64>().is_ok();
        let are_integers = rest.iter().all(|word| is_integer(word));
        match kind {
            ("t", "wmc" | "pwmc") if rest.is_empty() => Some(CountingComment::Weights),
            ("t", "pmc") if rest.is_empty() => Some(CountingComment::Projection),
            ("p", "weight") if is_integer(rest.first()?) => Some(CountingComment::Weights),
            ("p", "show") if are_integers => Some(CountingComment::Projection),
            ("ind", first) if is_integer(first) && are_integers => {
                Some(CountingComment::Projection)
            }
            ("weights", first) if first.parse::<f64>().is_ok() => Some(CountingComment::Weights),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_with_a_meaning_are_told_from_remarks() {
        let weights =
            [" t wmc", " t pwmc", " p weight 1 0.4 0", " p weight -1 2/3 0", " weights 0.5 1"];
        let projections = [" t pmc", " p show 1 2 0", " p show 0", " ind 1 2 0", "\tind 3 0"];
        let remarks = [
            "",
            " ",
            " t mc",
            " t",
            " p show me",
            " ind of",
            " weights of",
            "p show 1 0",
            " t pmc is",
        ];
        for (comments, expected) in [
            (&weights[..], Some(CountingComment::Weights)),
            (&projections, Some(CountingComment::Projection)),
            (&remarks, None),
        ] {
            for comment in comments {
                assert_eq!(CountingComment::from_comment(comment), expected, "{comment:?}");
            }
        }
    }
}
