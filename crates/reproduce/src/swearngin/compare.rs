//! Our figures against the paper's: equal, within the error of sampling, or different.

use super::measure::MomentSums;

/// The number of deals in a mean of the paper.
const PAPER_DEALS: f64 = 1000.0;

/// Minimum number of random deals whose spread is taken for that of all.
pub const MIN_RANDOM_DEALS: u64 = 30;

/// Maximum number of standard errors between two means that count as equal.
pub const MOST_ERRORS: f64 = 3.0;

/// The difference between a figure of ours and the paper's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PaperDifference {
    /// Our figure minus the paper's.
    pub by: f64,
    /// The paper's.
    paper: f64,
    /// The difference in standard errors; `None` if nothing is sampled.
    pub errors: Option<f64>,
}

impl PaperDifference {
    /// Compares a sum over deals with a published mean. `sampled` states whether both are means
    /// over random deals; the paper's deals are taken to vary as ours do. `None` for fewer than
    /// [`MIN_RANDOM_DEALS`] random deals, which show too little about the error.
    #[must_use]
    pub fn from_sums(sums: &MomentSums, deals: u64, sampled: bool, paper: f64) -> Option<Self> {
        let by = sums.mean_value(deals) - paper;
        if !sampled {
            return Some(PaperDifference { by, paper, errors: None });
        }
        if deals < MIN_RANDOM_DEALS {
            return None;
        }
        // The error of a mean shrinks with the root of the number of deals, so ours over `deals`
        // gives the paper's over its own number.
        let own = sums.standard_error(deals);
        let theirs = own * (deals as f64 / PAPER_DEALS).sqrt();
        let error = own.hypot(theirs);
        // Deals without any variance have an exact mean, and every difference is significant.
        let errors = (error > 0.0).then(|| by.abs() / error);
        Some(PaperDifference { by, paper, errors })
    }

    /// Whether the figure differs by more than sampling explains.
    #[must_use]
    pub fn is_significant(&self) -> bool {
        self.errors.map_or(self.by != 0.0, |errors| errors > MOST_ERRORS)
    }

    /// Returns the difference with a mark: `=`, `-1.34 (0.5 s.e.)`, `≠ +1512 (+0.273 %)`.
    #[must_use]
    pub fn description(&self) -> String {
        let mark = if self.is_significant() { "≠ " } else { "" };
        match self.errors {
            _ if self.by == 0.0 => "=".into(),
            Some(errors) => format!("{mark}{} ({errors:.1} s.e.)", signed_number(self.by)),
            None if self.paper == 0.0 => format!("{mark}{}", signed_number(self.by)),
            None => {
                let percent = signed_number(self.by / self.paper * 100.0);
                format!("{mark}{} ({percent} %)", signed_number(self.by))
            }
        }
    }
}

/// Returns a number with its sign and at most three decimals.
fn signed_number(number: f64) -> String {
    let rounded = (number * 1000.0).round() / 1000.0;
    format!("{rounded:+}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sums(figures: &[u64]) -> MomentSums {
        let mut sums = MomentSums::default();
        figures.iter().for_each(|&figure| sums.add_figure(figure));
        sums
    }

    #[test]
    fn exact_figures_differ_by_anything() {
        let of =
            |ours: u64| PaperDifference::from_sums(&sums(&[ours]), 1, false, 553_365.0).unwrap();
        assert_eq!((of(553_365).is_significant(), of(553_365).description()), (false, "=".into()));
        let natural = of(554_877);
        assert_eq!(
            (natural.is_significant(), natural.description()),
            (true, "≠ +1512 (+0.273 %)".into())
        );
    }

    #[test]
    fn means_differ_by_more_than_three_standard_errors() {
        // Half of them 10, half of them 12: the standard error of 1000 is 0.0316, that of the
        // difference of two such means 0.0447.
        let ours: Vec<u64> = (0..1000).map(|i| 10 + 2 * (i % 2)).collect();
        let of = |paper: f64| PaperDifference::from_sums(&sums(&ours), 1000, true, paper).unwrap();
        assert!(!of(11.13).is_significant() && of(11.14).is_significant());
        assert_eq!(
            (of(11.09).description(), of(11.0).description()),
            ("-0.09 (2.0 s.e.)".into(), "=".into())
        );
        assert_eq!(of(10.5).description(), "≠ +0.5 (11.2 s.e.)");
        assert_eq!(PaperDifference::from_sums(&sums(&[10; 29]), 29, true, 11.0), None);
        // Without any variance a mean is exact.
        assert!(
            PaperDifference::from_sums(&sums(&[220; 30]), 30, true, 221.0)
                .unwrap()
                .is_significant()
        );
    }
}
