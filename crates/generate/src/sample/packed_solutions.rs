//! All solutions of a part, in lexicographic order.

use parallax_model::Value;

use super::SampleError;

/// The values of the shown variables of solutions, sorted, in one vector.
pub(super) struct PackedSolutions {
    width: usize,
    number: usize,
    values: Vec<Value>,
}

impl PackedSolutions {
    /// Sorts solutions of `width` values each, one after the other.
    ///
    /// # Errors
    /// Returns an error if a solution occurs twice.
    pub(super) fn from_unsorted(
        width: usize,
        number: usize,
        values: Vec<Value>,
    ) -> Result<Self, SampleError> {
        // Sorts indices, since rows of a width known only at run time cannot be swapped in place.
        let row = |index: usize| &values[index * width..(index + 1) * width];
        let mut order: Vec<usize> = (0..number).collect();
        order.sort_unstable_by(|&a, &b| row(a).cmp(row(b)));
        if order.windows(2).any(|pair| row(pair[0]) == row(pair[1])) {
            return Err(SampleError::Repeat { number });
        }
        let values = if order.is_sorted() {
            values
        } else {
            let mut sorted = Vec::with_capacity(values.len());
            order.iter().for_each(|&index| sorted.extend_from_slice(row(index)));
            sorted
        };
        Ok(PackedSolutions { width, number, values })
    }

    /// Returns the number of solutions.
    pub(super) fn len(&self) -> usize {
        self.number
    }

    /// Returns the solution at an index; `None` if there are not that many.
    pub(super) fn get(&self, index: usize) -> Option<&[Value]> {
        let begin = index * self.width;
        (index < self.number).then(|| self.values.get(begin..begin + self.width)).flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solutions_are_sorted_and_differ() {
        let listed = PackedSolutions::from_unsorted(2, 3, vec![2, 1, 1, 9, -1, 4]).unwrap();
        let all: Vec<_> = (0..4).map(|index| listed.get(index)).collect();
        assert_eq!(all, [Some(&[-1, 4][..]), Some(&[1, 9]), Some(&[2, 1]), None]);
        assert!(PackedSolutions::from_unsorted(1, 3, vec![5, 4, 5]).is_err());
        let empty = PackedSolutions::from_unsorted(0, 1, Vec::new()).unwrap();
        assert_eq!((empty.len(), empty.get(0), empty.get(1)), (1, Some(&[][..]), None));
        assert!(PackedSolutions::from_unsorted(0, 2, Vec::new()).is_err());
    }
}
