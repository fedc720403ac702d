//! Problems that an honest certificate meets again.

use parallax_certificates::{ProblemRenaming, Value};
use rand::Rng;
use rand_chacha::ChaCha8Rng;

use super::Search;

/// A problem by its text, and the number of open branches around it while it is being counted.
pub struct Problem {
    text: Vec<Vec<i128>>,
    depth: Option<usize>,
}

impl Search<'_> {
    /// Notes the problem in the box, or closes the box by one that was counted; returns whether it
    /// is closed.
    pub fn meets(&mut self, rng: &mut ChaCha8Rng) -> bool {
        let open: Vec<usize> =
            (0..self.model.variables.len()).filter(|&v| self.space.domain_size(v) > 1).collect();
        for attempt in 0..20 {
            let mut order = open.clone();
            let mut values: Vec<Value> = (-3..=5).collect();
            if attempt > 0 {
                shuffle(rng, &mut order);
                let moved = rng.random_range(0..=values.len());
                shuffle(rng, &mut values[..moved]);
            }
            let Some(text) = self.text(&open, &order, &values) else { continue };
            let known =
                self.problems.iter().position(|own| own.depth.is_none() && own.text == text);
            if let Some(number) = known {
                let names: Vec<String> =
                    numbers(&order, &values).iter().map(ToString::to_string).collect();
                self.lines.push(format!("b {number} {}", names.join(" ")));
                return true;
            }
        }
        if rng.random_bool(0.6) {
            let values: Vec<Value> = (-3..=5).collect();
            let text = self.text(&open, &open, &values).expect("names that change nothing");
            self.problems.push(Problem { text, depth: Some(self.depth) });
            self.lines.push("h".to_owned());
        }
        false
    }

    /// The problems of the innermost branch are counted.
    pub fn branch_is_closed(&mut self) {
        let depth = Some(self.depth);
        self.problems.iter_mut().filter(|own| own.depth == depth).for_each(|own| own.depth = None);
    }

    /// The texts of variables and constraints under an order and new values, those from -3 to 5.
    fn text(
        &mut self,
        open: &[usize],
        order: &[usize],
        values: &[Value],
    ) -> Option<Vec<Vec<i128>>> {
        let names =
            ProblemRenaming::read_renaming(&numbers(order, values), open, &self.space).ok()?;
        let mut all: Vec<Vec<i128>> = Vec::new();
        for (number, own) in self.model.constraints.iter().enumerate() {
            all.push(own.remainder_text(number, &mut self.space, &names).ok()?);
        }
        all.retain(|own| !own.is_empty());
        all.sort();
        all.dedup();
        let name = |own: Value| usize::try_from(own + 3).ok().and_then(|place| values.get(place));
        for &v in order {
            let mut domain: Vec<i128> = self
                .space
                .remaining_values(v)
                .map(|own| name(own).copied().unwrap_or(own).into())
                .collect();
            domain.sort_unstable();
            domain.push(self.model.variables[v].shown.into());
            all.push(domain);
        }
        all.push(vec![order.len() as i128]);
        Some(all)
    }
}

/// The numbers of a step: an order of the open variables, and a map for all of them, if there are
/// some.
fn numbers(order: &[usize], values: &[Value]) -> Vec<Value> {
    let mut all = vec![order.len() as Value];
    all.extend(order.iter().map(|&own| own as Value));
    let moved: Vec<(Value, Value)> =
        (-3..=5).zip(values.iter().copied()).filter(|own| own.0 != own.1).collect();
    if !order.is_empty() && !moved.is_empty() {
        all.extend([0, moved.len() as Value]);
        all.extend(moved.into_iter().flat_map(|own| [own.0, own.1]));
    }
    all
}

fn shuffle<T>(rng: &mut ChaCha8Rng, all: &mut [T]) {
    (1..all.len()).for_each(|place| all.swap(place, rng.random_range(0..=place)));
}
