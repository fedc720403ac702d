//! The signed-rank test of paired differences.

/// Maximum number of differences for which the distribution is counted exactly.
const MAX_EXACT_DIFFERENCES: usize = 50;

/// Differences whose sizes differ by at most this are tied: the last digits of logarithms are
/// noise.
const TIE_TOLERANCE: f64 = 1e-9;

/// The result of the signed-rank test (Wilcoxon 1945) of whether differences are symmetric about 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SignedRank {
    /// The number of differences that are not 0; the others are left out.
    pub number: usize,
    /// The sum of the ranks of the positive differences.
    pub positive: f64,
    /// The two-sided p-value.
    pub p: f64,
}

/// Tests differences, which may be infinite. For up to 50 that are not 0 the p-value is exact, also
/// with ties; for more it is that of the normal distribution, with the correction for ties.
#[must_use]
pub fn signed_rank(differences: &[f64]) -> SignedRank {
    // Zeros say nothing about a direction; Wilcoxon leaves them out, and ranks the others by size.
    let mut sorted: Vec<f64> =
        differences.iter().copied().filter(|d| d.abs() > TIE_TOLERANCE).collect();
    sorted.sort_unstable_by(|a, b| a.abs().total_cmp(&b.abs()));
    let (ranks, ties) = doubled_ranks(&sorted);
    let positive: u64 = sorted.iter().zip(&ranks).filter(|(d, _)| **d > 0.0).map(|(_, r)| r).sum();
    let number = sorted.len();
    let p = match number {
        0 => 1.0,
        1..=MAX_EXACT_DIFFERENCES => exact_p_value(&ranks, positive),
        _ => normal_p_value(number as f64, positive as f64 / 2.0, ties),
    };
    SignedRank { number, positive: positive as f64 / 2.0, p }
}

/// Returns twice the ranks of differences sorted by size, with the mean rank for ties, and the sum
/// of t^3 - t over groups of t equal ones.
fn doubled_ranks(sorted: &[f64]) -> (Vec<u64>, f64) {
    let mut ranks = Vec::with_capacity(sorted.len());
    let mut ties = 0.0;
    // Two infinite differences are compared by `==`, since inf - inf is NaN. Ranks are doubled so
    // that the mean of tied ranks, first + (size - 1) / 2, stays a whole number.
    for group in sorted.chunk_by(|a, b| a.abs() == b.abs() || b.abs() - a.abs() <= TIE_TOLERANCE) {
        let first = ranks.len() as u64 + 1;
        let size = group.len() as u64;
        ranks.extend(std::iter::repeat_n(2 * first + size - 1, group.len()));
        ties += (size as f64).powi(3) - size as f64;
    }
    (ranks, ties)
}

/// Computes the exact p-value: counts the choices of signs with each sum of positive ranks.
fn exact_p_value(ranks: &[u64], positive: u64) -> f64 {
    let whole: u64 = ranks.iter().sum();
    // ways[s] is the number of sign choices whose doubled positive ranks sum to s. At most 2^50
    // choices are counted, which f64 represents exactly.
    let mut ways = vec![0f64; whole as usize + 1];
    ways[0] = 1.0;
    for &rank in ranks {
        // Descending sums use each rank once, as in a 0/1 knapsack.
        for sum in (rank as usize..ways.len()).rev() {
            ways[sum] += ways[sum - rank as usize];
        }
    }
    let at = positive as usize;
    let below: f64 = ways[..=at].iter().sum();
    let above: f64 = ways[at..].iter().sum();
    let all = 2f64.powi(ranks.len() as i32);
    // Twice the smaller tail. Both tails contain the observed sum, so the double may exceed 1.
    (2.0 * below.min(above) / all).min(1.0)
}

fn normal_p_value(number: f64, positive: f64, ties: f64) -> f64 {
    // Under the null hypothesis the sum of the positive ranks has this mean and variance; t tied
    // differences reduce the variance by (t^3 - t) / 48.
    let mean = number * (number + 1.0) / 4.0;
    let variance = number * (number + 1.0) * (2.0 * number + 1.0) / 24.0 - ties / 48.0;
    let distance = (positive - mean).abs() / variance.sqrt();
    libm::erfc(distance / std::f64::consts::SQRT_2)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is(differences: &[f64], number: usize, positive: f64, p: f64) {
        let found = signed_rank(differences);
        assert_eq!((found.number, found.positive), (number, positive));
        assert!((found.p - p).abs() < 1e-9, "{found:?}, expected {p}");
    }

    /// Returns sin(12.9898 i) + 0.3 for i below `number`.
    fn waves(number: usize) -> Vec<f64> {
        (0..number).map(|i| (i as f64 * 12.9898).sin() + 0.3).collect()
    }

    #[test]
    fn darwin_s_maize() {
        // Fisher 1935, differences of the heights of 15 pairs of plants.
        let maize = [6, 8, 14, 16, 23, 24, 28, 29, 41, -48, 49, 56, 60, -67, 75];
        is(&maize.map(f64::from), 15, 96.0, 0.041259765625);
    }

    #[test]
    fn as_scipy_has_them() {
        // Exact with ties: scipy.stats.wilcoxon(x, method=PermutationMethod(n_resamples=inf)).
        let ties = [1.0, 1.0, -1.0, 2.0, 2.0, 3.0, -3.0, 4.0, 5.0, 0.0, 0.0];
        is(&ties, 9, 36.5, 0.12109375);
        // Exact: scipy.stats.wilcoxon(x, method="exact").
        is(&waves(50), 50, 980.0, 0.0006983914307809869);
        // Normal: scipy.stats.wilcoxon(x, method="asymptotic"), also with ties and zeros.
        is(&waves(60), 60, 1319.0, 0.0029386115747507403);
        let quarters: Vec<f64> = waves(60).iter().map(|x| (x * 4.0).round() / 4.0).collect();
        is(&quarters, 54, 1095.5, 0.0022380450688098677);
    }

    #[test]
    fn symmetric_differences_have_no_lead() {
        // Three times faster and three times slower, with the rounding of each division.
        let ratios = [(0.09, 0.03), (0.03, 0.09), (0.3, 0.1), (0.1, 0.3), (0.6, 0.2), (0.2, 0.6)];
        let logs: Vec<f64> = ratios.iter().map(|(a, b): &(f64, f64)| (a / b).ln()).collect();
        is(&logs, 6, 10.5, 1.0);
        let both = [f64::INFINITY, f64::NEG_INFINITY, 1.0, -1.0];
        is(&both, 4, 5.0, 1.0);
        is(&[f64::NEG_INFINITY; 8], 8, 0.0, 2.0 / 256.0);
    }

    #[test]
    fn nothing_one_and_all_alike() {
        is(&[], 0, 0.0, 1.0);
        is(&[0.0; 7], 0, 0.0, 1.0);
        is(&[3.0], 1, 1.0, 1.0);
        is(&[-2.0; 6], 6, 0.0, 2.0 / 64.0);
        assert!(signed_rank(&[1.0; 5000]).p < 1e-300 || signed_rank(&[1.0; 5000]).p == 0.0);
    }
}
