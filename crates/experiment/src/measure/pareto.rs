//! The Pareto front of several measurements, which may be uncertain.

use serde::Serialize;

use super::EncodingMeasurement;

/// The values of a measurement that was repeated.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct MeasurementSpread {
    /// The minimum.
    pub least: f64,
    /// The median; of an even number the upper one.
    pub median: f64,
    /// The maximum.
    pub most: f64,
}

impl MeasurementSpread {
    /// Returns a value that is certain.
    #[must_use]
    pub fn exactly(value: f64) -> Self {
        MeasurementSpread { least: value, median: value, most: value }
    }

    /// Returns the spread of some values; `None` without any.
    #[must_use]
    pub fn from_values(mut values: Vec<f64>) -> Option<Self> {
        values.sort_by(f64::total_cmp);
        let (&least, &most) = (values.first()?, values.last()?);
        Some(MeasurementSpread { least, median: values[values.len() / 2], most })
    }

    /// Whether every value is less than every one of the other.
    fn is_below(&self, other: &MeasurementSpread) -> bool {
        self.most < other.least
    }
}

/// Returns for each point whether no other is certainly smaller in one coordinate and certainly
/// greater in none. Spreads that overlap decide nothing, so the times of a single lucky run do not
/// either. Points with a NaN coordinate are never on the front.
#[must_use]
pub fn pareto_front<const N: usize>(points: &[[MeasurementSpread; N]]) -> Vec<bool> {
    let beats = |a: &[MeasurementSpread; N], b: &[MeasurementSpread; N]| {
        let pairs = || a.iter().zip(b);
        // Overlapping spreads count as equal, so a point wins only by coordinates that are apart.
        pairs().all(|(a, b)| !b.is_below(a)) && pairs().any(|(a, b)| a.is_below(b))
    };
    let is_number = |point: &[MeasurementSpread; N]| point.iter().all(|x| !x.median.is_nan());
    let is_best = |point: &[MeasurementSpread; N]| {
        is_number(point) && !points.iter().any(|other| is_number(other) && beats(other, point))
    };
    points.iter().map(is_best).collect()
}

/// Marks the rows on the Pareto front of size, propagation, encode time and solve time.
pub fn mark_front(rows: &mut [EncodingMeasurement]) {
    let point = |row: &EncodingMeasurement| {
        [
            MeasurementSpread::exactly(row.literals as f64),
            // Smaller is better in every coordinate, so the share is negated.
            MeasurementSpread::exactly(-row.propagation.found_share()),
            row.encode_s,
            row.solve.seconds.unwrap_or(MeasurementSpread::exactly(f64::INFINITY)),
        ]
    };
    let points: Vec<[MeasurementSpread; 4]> = rows.iter().map(point).collect();
    for (row, best) in rows.iter_mut().zip(pareto_front(&points)) {
        row.pareto = best;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exact<const N: usize>(points: &[[f64; N]]) -> Vec<bool> {
        pareto_front(
            &points.iter().map(|point| point.map(MeasurementSpread::exactly)).collect::<Vec<_>>(),
        )
    }

    #[test]
    fn only_what_is_beaten_in_everything_is_left_out() {
        let points = [[1.0, 5.0], [2.0, 2.0], [5.0, 1.0], [3.0, 3.0], [2.0, 2.0], [1.0, 6.0]];
        assert_eq!(exact(&points), [true, true, true, false, true, false]);
        assert_eq!(exact::<1>(&[]), Vec::<bool>::new());
        assert_eq!(exact(&[[f64::NAN], [1.0]]), [false, true]);
        assert_eq!(exact(&[[f64::INFINITY, 1.0], [2.0, 1.0]]), [false, true]);
    }

    #[test]
    fn what_overlaps_decides_nothing() {
        let spread = |least, most| MeasurementSpread { least, median: (least + most) / 2.0, most };
        let one = MeasurementSpread::exactly(1.0);
        let overlap = [[one, spread(1.0, 3.0)], [one, spread(2.0, 9.0)]];
        assert_eq!(pareto_front(&overlap), [true, true]);
        let apart = [[one, spread(1.0, 3.0)], [one, spread(3.5, 9.0)]];
        assert_eq!(pareto_front(&apart), [true, false]);
        // Certainly smaller in one and uncertain in the other coordinate.
        let mixed = [[one, spread(1.0, 3.0)], [MeasurementSpread::exactly(2.0), spread(0.5, 2.0)]];
        assert_eq!(pareto_front(&mixed), [true, false]);
    }

    #[test]
    fn the_spread_of_values() {
        assert_eq!(MeasurementSpread::from_values(vec![]), None);
        let spread = MeasurementSpread::from_values(vec![3.0, 1.0, 2.0]).unwrap();
        assert_eq!((spread.least, spread.median, spread.most), (1.0, 2.0, 3.0));
    }
}
