//! The runs of a domain inside and outside a set.

use crate::{Domain, Value};

/// Values of a domain from `low` to `high`, inclusive, all inside a set or all outside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DomainRun {
    pub(super) low: Value,
    pub(super) high: Value,
    pub(super) inside: bool,
}

/// Splits a domain into its longest runs inside and outside of a set, given as sorted disjoint
/// intervals. Runs end with values of the domain. Linear in the intervals of both.
pub(super) fn split_runs(domain: &Domain, set: &[(Value, Value)]) -> Vec<DomainRun> {
    let mut found: Vec<DomainRun> = Vec::new();
    let mut push = |low: Value, high: Value, inside: bool| match found.last_mut() {
        // A hole of the domain does not end a run: no value distinguishes its sides.
        Some(last) if last.inside == inside => last.high = high,
        _ => found.push(DomainRun { low, high, inside }),
    };
    let mut place = 0;
    for (low, high) in domain.intervals() {
        let mut next = low;
        loop {
            // Both lists are sorted, so the place in the set never moves back.
            while set.get(place).is_some_and(|interval| interval.1 < next) {
                place += 1;
            }
            let (end, inside) = match set.get(place) {
                Some(&(start, end)) if start <= next => (end.min(high), true),
                // The run outside ends before the next interval of the set.
                Some(&(start, _)) => ((start - 1).min(high), false),
                None => (high, false),
            };
            push(next, end, inside);
            if end == high {
                break;
            }
            next = end + 1;
        }
    }
    found
}

/// Returns the values x that models allow and for which `factor * x + plus` is in a set, as sorted
/// disjoint intervals. The factor is not 0.
pub(super) fn affine_preimage(set: &Domain, factor: i128, plus: i128) -> Vec<(Value, Value)> {
    let limit = i128::from(crate::MAX_VALUE);
    let mut found = Vec::new();
    for (low, high) in set.intervals() {
        let (low, high) = (i128::from(low) - plus, i128::from(high) - plus);
        let (low, high, by) = if factor < 0 { (-high, -low, -factor) } else { (low, high, factor) };
        // Rounds inwards: the ceiling of the lower end, the floor of the upper end.
        let (low, high) = (-(-low).div_euclid(by), high.div_euclid(by));
        let (low, high) = (low.max(-limit), high.min(limit));
        if low <= high {
            found.push((low as Value, high as Value));
        }
    }
    if factor < 0 {
        found.reverse();
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_and_preimages_are_those_of_each_value() {
        let sets = [vec![], vec![-7, -6, -2, 0, 3, 4, 5, 9], (-20..20).collect(), vec![4]];
        let domains = [vec![], vec![-8, -6, -5, 0, 1, 2, 3, 5, 9, 11], vec![4], (-9..9).collect()];
        for set in sets.map(Domain::from_values) {
            for factor in [-3, -1, 1, 2] {
                for plus in -2..3 {
                    let found = affine_preimage(&set, factor, plus);
                    assert!(found.windows(2).all(|pair| pair[0].1 < pair[1].0));
                    let is_in = |x: Value| set.contains((factor * i128::from(x) + plus) as Value);
                    for x in -30..30 {
                        let among = found.iter().any(|&(low, high)| (low..=high).contains(&x));
                        assert_eq!(among, is_in(x));
                    }
                    for domain in domains.clone().map(Domain::from_values) {
                        let runs = split_runs(&domain, &found);
                        assert!(runs.windows(2).all(|pair| pair[0].inside != pair[1].inside));
                        for x in domain.iter() {
                            let of = |run: &&DomainRun| (run.low..=run.high).contains(&x);
                            let own: Vec<&DomainRun> = runs.iter().filter(of).collect();
                            assert_eq!(own.len(), 1);
                            assert_eq!(own[0].inside, is_in(x));
                        }
                        let ends = runs.iter().flat_map(|run| [run.low, run.high]);
                        assert!(ends.into_iter().all(|end| domain.contains(end)));
                    }
                }
            }
        }
    }
}
