//! The Pareto front of several measurements.

use super::Measured;

/// For each point, whether no other is at least as small in every coordinate and smaller in
/// one. Points with a NaN coordinate are never marked.
#[must_use]
pub fn front<const N: usize>(points: &[[f64; N]]) -> Vec<bool> {
    let beats = |a: &[f64; N], b: &[f64; N]| {
        let pairs = || a.iter().zip(b);
        pairs().all(|(a, b)| a <= b) && pairs().any(|(a, b)| a < b)
    };
    let is_best = |point: &[f64; N]| {
        !point.iter().any(|x| x.is_nan()) && !points.iter().any(|other| beats(other, point))
    };
    points.iter().map(is_best).collect()
}

/// Marks the rows on the Pareto front of size, propagation, encode time and solve time.
pub fn mark(rows: &mut [Measured]) {
    let point = |row: &Measured| {
        [
            row.literals as f64,
            -row.propagation.share(),
            row.encode_s,
            row.solve.seconds.unwrap_or(f64::INFINITY),
        ]
    };
    let points: Vec<[f64; 4]> = rows.iter().map(point).collect();
    for (row, best) in rows.iter_mut().zip(front(&points)) {
        row.pareto = best;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_beaten_in_everything_is_left_out() {
        let points = [[1.0, 5.0], [2.0, 2.0], [5.0, 1.0], [3.0, 3.0], [2.0, 2.0], [1.0, 6.0]];
        assert_eq!(front(&points), [true, true, true, false, true, false]);
        assert_eq!(front::<1>(&[]), Vec::<bool>::new());
        assert_eq!(front(&[[f64::NAN], [1.0]]), [false, true]);
        assert_eq!(front(&[[f64::INFINITY, 1.0], [2.0, 1.0]]), [false, true]);
    }
}
