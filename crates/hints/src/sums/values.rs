//! The values of an equation of few open terms, with the differences of its variables.

/// Maximum number of partial sums that a search visits.
const MOST_VISITS: u64 = 50_000;

/// An equation in a state: coefficients and remaining values, and the pairs of terms that must
/// differ.
pub(super) struct OpenTerms {
    /// The coefficient and the values of each term.
    pub terms: Vec<(i64, Vec<i64>)>,
    /// The sum.
    pub constant: i64,
    /// For each term, the earlier terms that it differs from.
    pub differ: Vec<Vec<usize>>,
}

impl OpenTerms {
    /// Returns the values of each term that some solution has; `None` if there are too many
    /// partial sums, or no solution.
    pub(super) fn supported_values(&self) -> Option<Vec<Vec<i64>>> {
        // The range of the sum of the terms from each one on, which shows early that a partial
        // choice cannot reach the constant.
        let mut spans = vec![(0, 0)];
        for (factor, values) in self.terms.iter().rev() {
            let products = || values.iter().map(|value| factor * value);
            let (low, high) = spans[spans.len() - 1];
            spans.push((low + products().min()?, high + products().max()?));
        }
        spans.reverse();
        let mut known: Vec<Vec<bool>> =
            self.terms.iter().map(|(_, values)| vec![false; values.len()]).collect();
        let mut visits = MOST_VISITS;
        self.visit_solutions(&spans, &mut Vec::new(), self.constant, &mut known, &mut visits)?;
        let kept = self.terms.iter().zip(&known).map(|((_, values), known)| {
            let own = values.iter().zip(known).filter(|(_, known)| **known);
            own.map(|(value, _)| *value).collect::<Vec<_>>()
        });
        let kept: Vec<Vec<i64>> = kept.collect();
        kept.iter().all(|values| !values.is_empty()).then_some(kept)
    }

    /// Visits the solutions that begin with these places of values. Its depth is the number of
    /// open terms, a small constant.
    fn visit_solutions(
        &self,
        spans: &[(i64, i64)],
        chosen: &mut Vec<usize>,
        left: i64,
        known: &mut [Vec<bool>],
        visits: &mut u64,
    ) -> Option<()> {
        let term = chosen.len();
        if term == self.terms.len() {
            for (known, &index) in known.iter_mut().zip(chosen.iter()) {
                known[index] = true;
            }
            return Some(());
        }
        let (factor, values) = &self.terms[term];
        let (low, high) = spans[term + 1];
        for (index, &value) in values.iter().enumerate() {
            // Beyond the limit the search knows nothing, so it gives no values.
            *visits = visits.checked_sub(1)?;
            let rest = left - factor * value;
            let is_taken = |&other: &usize| self.terms[other].1[chosen[other]] == value;
            // The other terms cannot reach the rest, or a term that must differ has this value.
            if rest < low || rest > high || self.differ[term].iter().any(is_taken) {
                continue;
            }
            chosen.push(index);
            let result = self.visit_solutions(spans, chosen, rest, known, visits);
            chosen.pop();
            result?;
        }
        Some(())
    }
}
