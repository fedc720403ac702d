//! Correction of many tests at once.

/// Adjusts the p-values of several tests that are read together (Holm 1979), in the same order.
#[must_use]
pub fn adjust_p_values(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut adjusted = vec![0.0; values.len()];
    let mut largest = 0f64;
    // Step down: the smallest value is multiplied by n, the next one by n - 1, and so on. The
    // maximum so far keeps the adjusted values in the order of the original ones.
    for (rank, index) in order.into_iter().enumerate() {
        largest = largest.max(values[index] * (values.len() - rank) as f64).min(1.0);
        adjusted[index] = largest;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::adjust_p_values;

    #[test]
    fn as_r_has_them() {
        // p.adjust(c(0.01, 0.04, 0.03, 0.005, 0.5), "holm")
        let found = adjust_p_values(&[0.01, 0.04, 0.03, 0.005, 0.5]);
        for (found, expected) in found.iter().zip([0.04, 0.09, 0.09, 0.025, 0.5]) {
            assert!((found - expected).abs() < 1e-12, "{found} {expected}");
        }
        assert_eq!(adjust_p_values(&[]), Vec::<f64>::new());
        assert_eq!(adjust_p_values(&[0.9, 0.8]), [1.0, 1.0]);
    }
}
