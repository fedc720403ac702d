//! Affine spaces over the field with three elements.

/// The space AG(d,3). A point is identified by its index, whose digits in base 3 are its
/// coordinates, the first one leading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AffineSpace {
    dimension: usize,
}

impl AffineSpace {
    /// Returns the space of a dimension; for small dimensions only, since everything is listed.
    #[must_use]
    pub fn new(dimension: usize) -> Self {
        AffineSpace { dimension }
    }

    /// Returns the number of coordinates.
    #[must_use]
    pub fn dimension(self) -> usize {
        self.dimension
    }

    /// Returns the number of points.
    #[must_use]
    pub fn size(self) -> usize {
        (0..self.dimension).fold(1, |size, _| size * 3)
    }

    /// Returns the coordinates of a point.
    #[must_use]
    pub fn coordinates(self, place: usize) -> Vec<u16> {
        let mut rest = place;
        let mut digits: Vec<u16> = (0..self.dimension)
            .map(|_| {
                let digit = (rest % 3) as u16;
                rest /= 3;
                digit
            })
            .collect();
        digits.reverse();
        digits
    }

    /// Returns the point with these coordinates, taken modulo 3.
    pub fn point_index(self, coordinates: impl IntoIterator<Item = u16>) -> usize {
        coordinates.into_iter().fold(0, |place, digit| 3 * place + usize::from(digit % 3))
    }

    /// Returns the third point of the line through two points: the three sum to 0 in
    /// every coordinate.
    #[must_use]
    pub fn third_point(self, one: usize, other: usize) -> usize {
        let pairs = self.coordinates(one).into_iter().zip(self.coordinates(other));
        // -(a + b) modulo 3, with a multiple of 3 added that keeps the difference from being
        // negative.
        self.point_index(pairs.map(|(a, b)| 6 - a - b))
    }

    /// Returns every line once, its points ascending.
    #[must_use]
    pub fn lines(self) -> Vec<[usize; 3]> {
        let mut lines = Vec::new();
        for one in 0..self.size() {
            for other in one + 1..self.size() {
                let third = self.third_point(one, other);
                // Every line occurs for each of its three pairs of points; only the pair of the two
                // smallest keeps it.
                if third > other {
                    lines.push([one, other, third]);
                }
            }
        }
        lines
    }

    /// Returns every direction once, with its three parallel hyperplanes: the points at which a
    /// linear
    /// form is 0, 1 and 2. The first form is the first coordinate.
    #[must_use]
    pub fn directions(self) -> Vec<[Vec<usize>; 3]> {
        self.linear_forms()
            .iter()
            .map(|form| [0, 1, 2].map(|value| self.level_set(form, value)))
            .collect()
    }

    /// Returns the linear forms whose first nonzero coefficient is 1: one of each two that differ
    /// by a
    /// factor.
    fn linear_forms(self) -> Vec<Vec<u16>> {
        let mut forms = Vec::new();
        // A form is zeros, the leading 1, and any coefficients after it. The form with `lead` 0 and
        // the tail 0, which is the first coordinate, comes first.
        for lead in 0..self.dimension {
            let tails = AffineSpace::new(self.dimension - 1 - lead);
            for tail in 0..tails.size() {
                let mut form = vec![0; lead];
                form.push(1);
                form.extend(tails.coordinates(tail));
                forms.push(form);
            }
        }
        forms
    }

    fn level_set(self, form: &[u16], value: u16) -> Vec<usize> {
        let at = |place: usize| -> u16 {
            form.iter().zip(self.coordinates(place)).map(|(factor, x)| factor * x).sum()
        };
        (0..self.size()).filter(|&place| at(place) % 3 == value).collect()
    }

    /// Returns an affine basis: the origin and the unit points. All but the last have first
    /// coordinate
    /// 0, the last has 1.
    #[must_use]
    pub fn affine_basis(self) -> Vec<usize> {
        let units = (0..self.dimension).map(|i| (0..i).fold(1, |place, _| place * 3));
        std::iter::once(0).chain(units).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spaces_have_the_known_numbers() {
        // Points, lines, directions of AG(d,3).
        for (dimension, numbers) in
            [(1, (3, 1, 1)), (2, (9, 12, 4)), (3, (27, 117, 13)), (4, (81, 1080, 40))]
        {
            let space = AffineSpace::new(dimension);
            let found = (space.size(), space.lines().len(), space.directions().len());
            assert_eq!(found, numbers);
            assert_eq!(space.affine_basis().len(), dimension + 1);
            assert!((0..space.size()).all(|p| space.point_index(space.coordinates(p)) == p));
        }
    }

    #[test]
    fn hyperplanes_are_flats_that_share_out_the_points() {
        let space = AffineSpace::new(3);
        let directions = space.directions();
        for parts in &directions {
            let mut all = parts.concat();
            all.sort_unstable();
            assert!(all.into_iter().eq(0..27));
            for part in parts {
                let closed = |&a: &usize| {
                    part.iter().all(|&b| part.binary_search(&space.third_point(a, b)).is_ok())
                };
                assert!(part.len() == 9 && part.iter().all(closed));
            }
        }
        // The basis lies where the cases say that it does.
        let [first, second, _] = &directions[0];
        let (last, others) =
            space.affine_basis().split_last().map(|(l, o)| (*l, o.to_vec())).unwrap();
        assert!(others.iter().all(|point| first.contains(point)) && second.contains(&last));
    }

    #[test]
    fn the_basis_spans_the_space() {
        for dimension in 1..=4 {
            let space = AffineSpace::new(dimension);
            let basis = space.affine_basis();
            // No hyperplane contains all of it.
            let within = |part: &Vec<usize>| basis.iter().all(|point| part.contains(point));
            assert!(!space.directions().iter().flatten().any(within));
        }
    }
}
