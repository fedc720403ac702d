//! Smallest hitting sets, exactly.

/// Number of steps between two checks of the clock.
const POLL_EVERY: u64 = 1 << 10;

/// A family of sets, and a lower bound on the size of its hitting sets.
#[derive(Clone, Debug, Default)]
pub(super) struct HittingSetFamily {
    sets: Vec<Vec<usize>>,
    at_least: usize,
}

/// The search was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct HittingTimeoutError;

/// A level of the search.
struct HittingLevel {
    /// The untried elements of a set that is not hit; the last is tried first.
    open: Vec<usize>,
    /// The elements that were tried here, and are banned below.
    banned: Vec<usize>,
    /// The element that is chosen now.
    chosen: Option<usize>,
}

/// Whether each element is chosen, and whether it is banned.
struct HittingState {
    chosen: Vec<bool>,
    banned: Vec<bool>,
}

impl HittingSetFamily {
    /// Adds a set of elements.
    pub(super) fn add_set(&mut self, set: Vec<usize>) {
        self.sets.push(set);
    }

    /// Returns the number of sets.
    pub(super) fn len(&self) -> usize {
        self.sets.len()
    }

    /// Returns a lower bound on the size of every hitting set.
    pub(super) fn at_least(&self) -> usize {
        self.at_least
    }

    /// Returns a smallest set that has an element of each set of the family, ascending; `None` if
    /// each has more than `max_size` elements.
    ///
    /// # Errors
    /// Returns an error when `stop` returns true; the bound [`at_least`](Self::at_least) stays
    /// valid.
    pub(super) fn smallest_hitting_set(
        &mut self,
        elements: usize,
        max_size: usize,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<Vec<usize>>, HittingTimeoutError> {
        // An empty set is hit by no choice.
        if self.sets.iter().any(Vec::is_empty) {
            self.at_least = self.at_least.max(elements + 1);
        }
        let max_size = max_size.min(elements);
        // Sets are only added, so a size that was too small stays too small: the search continues
        // with the last one.
        while self.at_least <= max_size {
            if let Some(found) = self.of_size(elements, self.at_least, stop)? {
                return Ok(Some(found));
            }
            self.at_least += 1;
        }
        Ok(None)
    }

    /// Returns a hitting set of at most `size` elements: depth first along the smallest set that is
    /// not hit. An element that was tried is banned from then on, so that no choice is met twice.
    fn of_size(
        &self,
        elements: usize,
        size: usize,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<Vec<usize>>, HittingTimeoutError> {
        let mut state =
            HittingState { chosen: vec![false; elements], banned: vec![false; elements] };
        let mut levels: Vec<HittingLevel> = Vec::new();
        let mut steps = 0u64;
        let mut down = true;
        loop {
            steps += 1;
            if steps.is_multiple_of(POLL_EVERY) && stop() {
                return Err(HittingTimeoutError);
            }
            if down {
                // Every level has chosen one element here. No level is pushed at `size` of them: an
                // unhit set then exceeds the bound. So the subtraction is safe.
                match self.open_choice(&state, size - levels.len()) {
                    HittingChoice::Hit => {
                        return Ok(Some(
                            (0..elements).filter(|&element| state.chosen[element]).collect(),
                        ));
                    }
                    HittingChoice::Too => {}
                    HittingChoice::Elements(open) => {
                        levels.push(HittingLevel { open, banned: Vec::new(), chosen: None });
                    }
                }
            }
            let Some(level) = levels.last_mut() else { return Ok(None) };
            // All hitting sets with `before` have been searched, so the rest of this level need not
            // consider it. It is free at this level, hence not banned above: one flag suffices.
            if let Some(before) = level.chosen.take() {
                state.chosen[before] = false;
                state.banned[before] = true;
                level.banned.push(before);
            }
            down = match level.open.pop() {
                Some(next) => {
                    state.chosen[next] = true;
                    level.chosen = Some(next);
                    true
                }
                None => {
                    level.banned.iter().for_each(|&element| state.banned[element] = false);
                    levels.pop();
                    false
                }
            };
        }
    }

    /// Returns the elements to try next, or the reason why there are none. Disjoint sets need one
    /// element each.
    fn open_choice(&self, state: &HittingState, left: usize) -> HittingChoice {
        let mut unhit: Vec<Vec<usize>> = Vec::new();
        for set in &self.sets {
            if !set.iter().any(|&element| state.chosen[element]) {
                let free: Vec<usize> =
                    set.iter().copied().filter(|&element| !state.banned[element]).collect();
                // Every element of the set is banned, so no hitting set remains below.
                if free.is_empty() {
                    return HittingChoice::Too;
                }
                unhit.push(free);
            }
        }
        if unhit.is_empty() {
            return HittingChoice::Hit;
        }
        unhit.sort_by_key(Vec::len);
        // A lower bound: pairwise disjoint sets, taken greedily from the smallest, need one element
        // each.
        let mut taken = vec![false; state.chosen.len()];
        let mut disjoint = 0;
        for set in &unhit {
            if !set.iter().any(|&element| taken[element]) {
                set.iter().for_each(|&element| taken[element] = true);
                disjoint += 1;
            }
        }
        if disjoint > left {
            return HittingChoice::Too;
        }
        // Elements that hit the most sets are tried first, so they come last.
        let mut hits = vec![0usize; state.chosen.len()];
        unhit.iter().flatten().for_each(|&element| hits[element] += 1);
        let mut open = unhit.swap_remove(0);
        open.sort_by_key(|&element| hits[element]);
        HittingChoice::Elements(open)
    }
}

/// The choice at a point of the search.
enum HittingChoice {
    /// All sets are hit.
    Hit,
    /// More elements would be needed than remain.
    Too,
    /// One of these must be chosen.
    Elements(Vec<usize>),
}

#[cfg(test)]
mod tests {
    use rand::{Rng, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;

    #[test]
    fn sizes_are_those_of_brute_force() {
        let mut sizes = [0; 8];
        for seed in 0..400 {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let elements = rng.random_range(1..=9usize);
            let mut family = HittingSetFamily::default();
            let mut masks: Vec<u32> = Vec::new();
            let mut before = 0;
            for _ in 0..rng.random_range(0..=9u32) {
                let share = [0.2, 0.4, 0.6][rng.random_range(0..3usize)];
                let set: Vec<usize> = (0..elements).filter(|_| rng.random_bool(share)).collect();
                masks.push(set.iter().map(|element| 1u32 << element).sum());
                family.add_set(set);
                let hits = |choice: &u32| masks.iter().all(|mask| mask & choice != 0);
                let least = (0..1u32 << elements).filter(hits).map(u32::count_ones).min();
                let found = family.smallest_hitting_set(elements, elements, &|| false).unwrap();
                let choice =
                    found.as_ref().map(|all| all.iter().map(|element| 1u32 << element).sum());
                assert!(choice.is_none_or(|choice: u32| hits(&choice)), "{masks:?} {found:?}");
                assert_eq!(found.map(|all| all.len() as u32), least, "{masks:?}");
                assert!(family.at_least() >= before);
                before = family.at_least();
                if let Some(least) = least {
                    sizes[least as usize] += 1;
                    let max_size = (least as usize).saturating_sub(1);
                    if least > 0 {
                        let none = family.smallest_hitting_set(elements, max_size, &|| false);
                        assert_eq!(none, Ok(None), "{masks:?}");
                    }
                }
            }
        }
        assert!(sizes[1..5].iter().all(|element| *element > 20), "{sizes:?}");
    }

    #[test]
    fn a_search_stops() {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let mut family = HittingSetFamily::default();
        for _ in 0..400 {
            family.add_set((0..200).filter(|_| rng.random_bool(0.1)).collect());
        }
        assert_eq!(family.smallest_hitting_set(200, 200, &|| true), Err(HittingTimeoutError));
        assert!(family.at_least() > 0);
    }
}
