//! The Pareto front of several measurements, which may be uncertain.

use serde::Serialize;

use super::Measured;

/// The values of a measurement that was repeated.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Spread {
    /// The minimum.
    pub least: f64,
    /// The median; of an even number the upper one.
    pub median: f64,
    /// The maximum.
    pub most: f64,
}

impl Spread {
    /// Returns a value that is certain.
    #[must_use]
    pub fn exactly(value: f64) -> Self {
        Spread { least: value, median: value, most: value }
    }

    /// Returns the spread of some values; `None` without any.
    #[must_use]
    pub fn of(mut values: Vec<f64>) -> Option<Self> {
        values.sort_by(f64::total_cmp);
        let (&least, &most) = (values.first()?, values.last()?);
        Some(Spread { least, median: values[values.len() / 2], most })
    }

    /// Whether every value is less than every one of the other.
    fn is_below(&self, other: &Spread) -> bool {
        self.most < other.least
    }
}

/// Returns for each point whether no other is certainly smaller in one coordinate and certainly
/// greater in none. Spreads that overlap decide nothing, so the times of a single lucky run do not
/// either. Points with a NaN coordinate are never on the front.
#[must_use]
pub fn front<const N: usize>(points: &[[Spread; N]]) -> Vec<bool> {
    let beats = |a: &[Spread; N], b: &[Spread; N]| {
        let pairs = || a.iter().zip(b);
        pairs().all(|(a, b)| !b.is_below(a)) && pairs().any(|(a, b)| a.is_below(b))
    };
    let is_number = |point: &[Spread; N]| point.iter().all(|x| !x.median.is_nan());
    let is_best = |point: &[Spread; N]| {
        is_number(point) && !points.iter().any(|other| is_number(other) && beats(other, point))
    };
    points.iter().map(is_best).collect()
}

/// Marks the rows on the Pareto front of size, propagation, encode time and solve time.
pub fn mark(rows: &mut [Measured]) {
    let point = |row: &Measured| {
        [
            Spread::exactly(row.literals as f64),
            Spread::exactly(-row.propagation.share()),
            row.encode_s,
            row.solve.seconds.unwrap_or(Spread::exactly(f64::INFINITY)),
        ]
    };
    let points: Vec<[Spread; 4]> = rows.iter().map(point).collect();
    for (row, best) in rows.iter_mut().zip(front(&points)) {
        row.pareto = best;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exact<const N: usize>(points: &[[f64; N]]) -> Vec<bool> {
        front(&points.iter().map(|point| point.map(Spread::exactly)).collect::<Vec<_>>())
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
        let spread = |least, most| Spread { least, median: (least + most) / 2.0, most };
        let one = Spread::exactly(1.0);
        let overlap = [[one, spread(1.0, 3.0)], [one, spread(2.0, 9.0)]];
        assert_eq!(front(&overlap), [true, true]);
        let apart = [[one, spread(1.0, 3.0)], [one, spread(3.5, 9.0)]];
        assert_eq!(front(&apart), [true, false]);
        // Certainly smaller in one and uncertain in the other coordinate.
        let mixed = [[one, spread(1.0, 3.0)], [Spread::exactly(2.0), spread(0.5, 2.0)]];
        assert_eq!(front(&mixed), [true, false]);
    }

    #[test]
    fn the_spread_of_values() {
        assert_eq!(Spread::of(vec![]), None);
        let spread = Spread::of(vec![3.0, 1.0, 2.0]).unwrap();
        assert_eq!((spread.least, spread.median, spread.most), (1.0, 2.0, 3.0));
    }
}
