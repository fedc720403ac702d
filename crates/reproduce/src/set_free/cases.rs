//! A question about caps, divided into cases without loss.
//!
//! Let a cap of `n` points in AG(d,3) be given, let hyperplanes hold at most
//! `most` points of a cap, and flats of two dimensions less at most `lower`.
//!
//! 1. Of all hyperplanes take one with the most points of the cap, `a` of
//!    them, and let its two parallels have `b >= c`. Then `a + b + c = n` and
//!    `most >= a >= b >= c`; these are the cases. No hyperplane has more than
//!    `a` points, hence none fewer than `n - 2a`.
//! 2. If `a > lower`, the points of the first hyperplane lie in no smaller
//!    flat, so they hold an affine basis of it; if `b > 0`, a point of the
//!    second makes it an affine basis of the space.
//! 3. Some affine map takes any affine basis to any other, point by point.
//!    Such maps keep lines, hyperplanes and parallels. So the basis may be
//!    taken to be [`AffineSpace::affine_basis`](super::geometry::AffineSpace::affine_basis), and
//!    the hyperplanes to be those on which the first coordinate is 0, 1 and 2.
//!
//! [`check_cases`] verifies a list of cases against this: no case is missing, and each satisfies
//! the conditions of 2.

use std::fmt;

use super::set_free_error::CaseListError;

/// The numbers of points in the three parallel hyperplanes, largest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HyperplaneCase(pub [usize; 3]);

impl fmt::Display for HyperplaneCase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, c] = self.0;
        write!(f, "{a}+{b}+{c}")
    }
}

/// The cases of a cap of `points` points if a hyperplane holds at most `most`; those with the
/// fullest hyperplane first.
#[must_use]
pub fn divide_cap(points: usize, most: usize) -> Vec<HyperplaneCase> {
    let mut cases = Vec::new();
    // The largest of three parts is at least a third of the points.
    for a in (points.div_ceil(3)..=most.min(points)).rev() {
        let rest = points - a;
        // Of the two remaining parts b is the larger one, so it has at least half of the rest, and
        // at most a.
        for b in (rest.div_ceil(2)..=a.min(rest)).rev() {
            cases.push(HyperplaneCase([a, b, rest - b]));
        }
    }
    cases
}

/// Checks a list of cases: it contains every way to distribute the points over three
/// hyperplanes of at most `most` points, up to order; and each case has an affine basis where
/// the models fix one, if flats of two dimensions less than the space hold at most `lower`
/// points.
///
/// # Errors
/// Names the first case that is missing or that lacks a basis.
pub fn check_cases(
    cases: &[HyperplaneCase],
    points: usize,
    most: usize,
    lower: usize,
) -> Result<(), CaseListError> {
    // All ordered triples are enumerated here without the bounds of `divide_cap`, so that an error
    // in these bounds cannot hide.
    for a in 0..=most {
        for b in 0..=most {
            for c in (0..=most).filter(|c| a + b + c == points) {
                let mut counts = [a, b, c];
                counts.sort_unstable_by(|x, y| y.cmp(x));
                if !cases.contains(&HyperplaneCase(counts)) {
                    return Err(CaseListError::Missing(HyperplaneCase(counts)));
                }
            }
        }
    }
    // With at most `lower` points in the fullest hyperplane they may lie in a smaller flat; with
    // none in the second no point completes the basis.
    match cases.iter().find(|case| case.0[0] <= lower || case.0[1] == 0) {
        Some(&case) => Err(CaseListError::NoBasis(case)),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cases_of_21_cards_are_seven() {
        let cases: Vec<String> = divide_cap(21, 9).iter().map(HyperplaneCase::to_string).collect();
        assert_eq!(cases, ["9+9+3", "9+8+4", "9+7+5", "9+6+6", "8+8+5", "8+7+6", "7+7+7"]);
    }

    #[test]
    fn every_question_of_the_ladder_is_divided_completely() {
        for (points, most, lower) in [
            (2, 1, 0),
            (3, 1, 0),
            (4, 2, 1),
            (5, 2, 1),
            (9, 4, 2),
            (10, 4, 2),
            (20, 9, 4),
            (21, 9, 4),
        ] {
            let cases = divide_cap(points, most);
            assert!(!cases.is_empty());
            assert_eq!(check_cases(&cases, points, most, lower), Ok(()));
            // No case can be left out.
            for missing in 0..cases.len() {
                let mut fewer = cases.clone();
                fewer.remove(missing);
                assert!(check_cases(&fewer, points, most, lower).is_err());
            }
        }
    }

    #[test]
    fn cases_without_a_basis_are_refused() {
        // Three points of a plane may lie in a line of up to three.
        assert!(check_cases(&divide_cap(5, 3), 5, 3, 3).is_err());
        assert!(check_cases(&divide_cap(3, 3), 3, 3, 1).unwrap_err().to_string().contains("3+0+0"));
    }
}
