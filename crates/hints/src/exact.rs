//! The values that have a solution in a small model, by search with a limit.

use std::collections::BTreeSet;

use parallax_model::engine_api::Control;
use parallax_model::{Domain, Given, Model, Value, VarId};
use parallax_search::DecisionWalk;

/// Maximum number of variables of a model that is searched.
const MOST_VARIABLES: usize = 32;

/// Maximum number of values of all variables of a model that is searched.
const MOST_VALUES: u64 = 800;

/// The result of a search.
enum ExactSearchResult {
    Solution(Vec<Value>),
    Nothing,
    /// The limit or `control` ended the search.
    Open,
}

/// Returns the domains without the values that no solution has. After `max_decisions`
/// decisions, the search ends and keeps the values that it did not reach. `None` if the model has
/// no solution or is too large, or `control` stops the work.
pub(super) fn exact_domains(
    model: &Model,
    max_decisions: u64,
    control: &Control,
) -> Option<Vec<Domain>> {
    let number = model.variables().len();
    let values = model.variables().iter().fold(0u64, |n, v| n.saturating_add(v.domain.len()));
    // The searches below take time that grows steeply with the size of the model.
    if number > MOST_VARIABLES || values > MOST_VALUES {
        return None;
    }
    let mut walk = DecisionWalk::with_strongest_levels(model, control).ok()?;
    let store = walk.consistent_store()?;
    let mut left: Vec<Domain> = (0..number).map(|v| store.domain(VarId::new(v))).collect();
    let mut known: Vec<BTreeSet<Value>> = vec![BTreeSet::new(); number];
    let mut decisions = max_decisions;
    // Each value needs one solution, and each solution supports a value of every variable. So most
    // values are never searched for.
    for index in 0..number {
        for value in left[index].to_vec() {
            if known[index].contains(&value) {
                continue;
            }
            let given = Given { variable: VarId::new(index), value };
            match search_solution(&mut walk, number, given, &mut decisions, control) {
                ExactSearchResult::Solution(values) => {
                    known.iter_mut().zip(values).for_each(|(known, value)| {
                        known.insert(value);
                    });
                }
                ExactSearchResult::Nothing => left[index] = left[index].without_values(&[value]),
                // At the limit of decisions, the values not yet excluded are kept, which is still
                // right.
                ExactSearchResult::Open => return control.stop_reason().is_none().then_some(left),
            }
        }
    }
    left.iter().all(|domain| !domain.is_empty()).then_some(left)
}

/// Searches for a solution with a value, smallest domains first.
fn search_solution(
    walk: &mut DecisionWalk,
    number: usize,
    given: Given,
    decisions: &mut u64,
    control: &Control,
) -> ExactSearchResult {
    match walk.start_question(&[given], control) {
        Ok(true) => {}
        Ok(false) => return ExactSearchResult::Nothing,
        Err(_) => return ExactSearchResult::Open,
    }
    // The variable of each level, and the values that it has not tried yet.
    let mut levels: Vec<(VarId, std::vec::IntoIter<Value>)> = Vec::new();
    loop {
        let store = walk.store();
        // Smallest domains first, so that dead ends are near.
        let open = (0..number).map(VarId::new).filter(|&v| store.domain_size(v) > 1);
        match open.min_by_key(|&v| store.domain_size(v)) {
            Some(variable) => levels.push((variable, store.domain(variable).to_vec().into_iter())),
            None => {
                let values = (0..number).filter_map(|v| store.domain(VarId::new(v)).min());
                return ExactSearchResult::Solution(values.collect());
            }
        }
        loop {
            let Some((variable, values)) = levels.last_mut() else {
                return ExactSearchResult::Nothing;
            };
            // All values failed, so the decision that led here also fails.
            let Some(value) = values.next() else {
                levels.pop();
                if levels.is_empty() {
                    return ExactSearchResult::Nothing;
                }
                walk.undo_decision();
                continue;
            };
            if *decisions == 0 {
                return ExactSearchResult::Open;
            }
            *decisions -= 1;
            match walk.commit_value(*variable, value, control) {
                Ok(true) => break,
                Ok(false) => {}
                Err(_) => return ExactSearchResult::Open,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use parallax_model::sample;
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::*;

    /// Returns the values of each variable in all solutions.
    fn by_brute_force(model: &Model) -> Option<Vec<Domain>> {
        let mut all: Vec<Vec<Value>> = vec![Vec::new()];
        for variable in model.variables() {
            let longer = |start: &Vec<Value>| {
                let with = |value| [&start[..], &[value]].concat();
                variable.domain.iter().map(with).collect::<Vec<_>>()
            };
            all = all.iter().flat_map(longer).collect();
        }
        all.retain(|values| model.check(&[], values).is_ok());
        let values = |index: usize| Domain::from_values(all.iter().map(|own| own[index]));
        (!all.is_empty()).then(|| (0..model.variables().len()).map(values).collect())
    }

    #[test]
    fn exact_domains_are_those_of_brute_force() {
        let (mut checked, mut cut) = (0, 0);
        for seed in 0..400 {
            let model = sample::random_model(&mut ChaCha8Rng::seed_from_u64(seed)).unwrap();
            let Some(1..=3_000) = model.assignment_count() else { continue };
            let expected = by_brute_force(&model);
            let control = Control::unlimited();
            assert_eq!(exact_domains(&model, u64::MAX, &control), expected, "seed {seed}\n{model}");
            // A limit loses no value of a solution.
            let (Some(expected), Some(few)) = (expected, exact_domains(&model, 1, &control)) else {
                continue;
            };
            checked += 1;
            for (few, expected) in few.iter().zip(&expected) {
                assert!(expected.iter().all(|value| few.contains(value)), "seed {seed}");
                cut += usize::from(few.len() > expected.len());
            }
        }
        assert!(checked > 50, "{checked}, {cut}");
    }
}
