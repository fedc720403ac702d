//! Finds all-different constraints whose values must be a permutation, which swaps preserve.

use std::collections::{HashMap, HashSet, VecDeque};

use parallax_model::Value;
use parallax_model::engine_api::{Control, StopReason};

use super::domain_runs::DomainRuns;

/// Variables that take each of an equal number of values once.
#[derive(Clone, Debug)]
pub(super) struct PermutationFamily {
    /// The open variables.
    pub(super) members: Vec<u32>,
    /// A value for each member.
    pub(super) values: Vec<Value>,
    /// Whether every member may take every value.
    pub(super) uniform: bool,
}

/// Maximum number of values, over all members, that are examined for one family.
const MAX_PLACES: u64 = 1 << 22;

impl PermutationFamily {
    /// Returns the family of a scope whose variables differ from one another; `None` if it has more
    /// values than open variables, or no permutation fits the domains.
    pub(super) fn from_scope(
        scope: &[u32],
        choices: &[DomainRuns],
        control: &Control,
    ) -> Result<Option<Self>, StopReason> {
        let domain = |v: u32| &choices[v as usize];
        let (members, fixed): (Vec<u32>, Vec<u32>) =
            scope.iter().partition(|&&v| domain(v).len() > 1);
        let most = scope.len() as u64;
        let sizes = members.iter().map(|&v| domain(v).len());
        if members.len() < 2
            // A domain with more values than the scope has variables cannot belong to a permutation
            // of it.
            || sizes.clone().any(|size| size > most)
            || sizes.sum::<u64>() > MAX_PLACES
        {
            return Ok(None);
        }
        control.check_stop()?;
        let taken: HashSet<Value> = fixed.iter().map(|&v| domain(v).nth_value(0)).collect();
        let free = |v: u32| domain(v).iter().filter(|value| !taken.contains(value));
        let mut values: Vec<Value> = members.iter().flat_map(|&v| free(v)).collect();
        values.sort_unstable();
        values.dedup();
        // The open variables must share exactly as many values, and no two fixed ones may agree.
        if values.len() != members.len() || taken.len() != fixed.len() {
            return Ok(None);
        }
        if members.iter().all(|&v| free(v).count() == values.len()) {
            return Ok(Some(PermutationFamily { members, values, uniform: true }));
        }
        // Where domains differ, not every order of the values fits. A matching finds one that does,
        // and swaps start from there.
        let place: HashMap<Value, u32> = (0..).zip(&values).map(|(i, &value)| (value, i)).collect();
        let edges = members.iter().map(|&v| free(v).map(|value| place[&value]).collect());
        let matched = perfect_matching(&edges.collect::<Vec<_>>(), control)?;
        let values = matched.map(|m| m.into_iter().map(|i| values[i as usize]).collect());
        Ok(values.map(|values| PermutationFamily { members, values, uniform: false }))
    }
}

/// Returns a perfect matching of two sides of equal size, by augmenting paths; `None` if there is
/// none.
fn perfect_matching(edges: &[Vec<u32>], control: &Control) -> Result<Option<Vec<u32>>, StopReason> {
    const NONE: u32 = u32::MAX;
    let n = edges.len();
    let (mut right_of, mut left_of) = (vec![NONE; n], vec![NONE; n]);
    let mut seen = vec![NONE; n];
    let mut from = vec![NONE; n];
    for start in 0..n as u32 {
        control.check_stop()?;
        let mut queue = VecDeque::from([start]);
        let mut end = NONE;
        'search: while let Some(left) = queue.pop_front() {
            for &right in &edges[left as usize] {
                let place = right as usize;
                // Marks carry the start of their search, so none has to be cleared.
                if std::mem::replace(&mut seen[place], start) == start {
                    continue;
                }
                from[place] = left;
                match left_of[place] {
                    NONE => {
                        end = right;
                        break 'search;
                    }
                    next => queue.push_back(next),
                }
            }
        }
        if end == NONE {
            return Ok(None);
        }
        // Along the path from its end to its start, each left vertex takes the new right one and
        // frees its old one.
        while end != NONE {
            let left = from[end as usize];
            left_of[end as usize] = left;
            let before = std::mem::replace(&mut right_of[left as usize], end);
            end = if left == start { NONE } else { before };
        }
    }
    Ok(Some(right_of))
}

#[cfg(test)]
mod tests {
    use parallax_model::Domain;

    use super::*;

    fn family(domains: &[Domain]) -> Option<PermutationFamily> {
        let choices: Vec<DomainRuns> =
            domains.iter().map(|d| DomainRuns::from_domain(d).unwrap()).collect();
        let scope: Vec<u32> = (0..domains.len() as u32).collect();
        PermutationFamily::from_scope(&scope, &choices, &Control::unlimited()).unwrap()
    }

    #[test]
    fn fixed_variables_take_their_values_away() {
        let all = Domain::from_range(1, 4);
        let family = family(&[all.clone(), Domain::from_values([2]), all.clone(), all]).unwrap();
        assert_eq!((family.members, family.values), (vec![0, 2, 3], vec![1, 3, 4]));
        assert!(family.uniform);
    }

    #[test]
    fn values_are_matched_to_domains() {
        let domains = [
            Domain::from_values([1, 2]),
            Domain::from_values([1, 2]),
            Domain::from_values([1, 2, 3]),
        ];
        let found = family(&domains).unwrap();
        assert!(!found.uniform && found.values[2] == 3);
        assert!(found.values.iter().zip(&domains).all(|(&v, domain)| domain.contains(v)));
    }

    #[test]
    fn no_family_where_values_are_left_over_or_missing() {
        assert!(family(&[Domain::from_range(1, 3), Domain::from_range(1, 3)]).is_none());
        assert!(
            family(&[Domain::from_range(1, 2), Domain::from_range(1, 2), Domain::from_range(1, 2)])
                .is_none()
        );
        let hall = [
            Domain::from_values([1, 2]),
            Domain::from_values([1, 2]),
            Domain::from_values([1, 2]),
            Domain::from_values([3, 4]),
        ];
        assert!(family(&hall).is_none());
        assert!(
            family(&[
                Domain::from_values([1]),
                Domain::from_values([1]),
                Domain::from_values([1, 2])
            ])
            .is_none()
        );
    }
}
