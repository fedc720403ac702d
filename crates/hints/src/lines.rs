//! The reason of a step in lines. Each names a rule, and no rule has two lines.

use parallax_model::{Kind, VarId};

use super::state::CandidateState;
use super::step::DeductionStep;
use super::step_finder::StepFinder;
use super::sums::SumEquation;
use super::unit::{CandidateId, HouseId, RulePart};

/// Maximum number of values of a variable that a reason lists.
const MOST_VALUES: usize = 6;

/// The remark on a rule whose sum counts, and whose cells also have different values.
const DIFFERENT_VALUES_REMARK: &str = " (different values)";

impl StepFinder {
    /// The reason of a step, a line for each rule, in the state before it.
    #[must_use]
    pub fn reason_lines(&self, state: &CandidateState, step: &DeductionStep) -> Vec<String> {
        if !step.sums.is_empty() {
            return self.sum_lines(state, step);
        }
        let mut lines: Vec<String> =
            step.groups.iter().map(|&group| self.describe_group(state, group)).collect();
        lines.extend(self.whole_houses(step));
        let parts = step.parts.iter().filter(|part| !self.is_named(step, **part));
        let parts: Vec<RulePart> = parts.copied().collect();
        // A step with a whole rule and many parts would be unreadable, so its houses are only
        // named.
        if step.groups.is_empty() || parts.len() <= 2 {
            lines.extend(self.part_lines(state, &parts));
        } else {
            // A whole constraint is described by its label.
            lines.extend(self.house_names(&parts));
        }
        unique_texts(lines)
    }

    /// The names of the rules that a step uses as a whole, each once.
    #[must_use]
    pub fn whole_rules(&self, step: &DeductionStep) -> Vec<String> {
        let groups = step.groups.iter().map(|&group| self.groups[group].description(self.model()));
        unique_texts(groups.chain(self.whole_houses(step)))
    }

    /// The all-different constraints that a step uses as a whole, without constraints of rules that
    /// are also groups: a cage may be different cells and a sum.
    pub(super) fn whole_houses(&self, step: &DeductionStep) -> Vec<String> {
        let houses = step.houses.iter().map(|&index| self.constraint_name(index));
        unique_texts(houses.filter(|name| !self.is_group(step, name)))
    }

    /// Whether a group of a step has this name.
    fn is_group(&self, step: &DeductionStep, name: &str) -> bool {
        step.groups.iter().any(|&group| self.groups[group].label == name)
    }

    /// Whether a group of a step has the name of a part's house.
    fn is_named(&self, step: &DeductionStep, part: RulePart) -> bool {
        self.is_group(step, &self.house_name(part.unit()))
    }

    /// The name of an all-different constraint, by its index.
    fn constraint_name(&self, index: usize) -> String {
        match self.rules.units_at(index).next() {
            Some(unit) => self.house_name(unit),
            None => self.model().constraints()[index].label.to_string(),
        }
    }

    /// The houses of parts, each once.
    fn house_names(&self, parts: &[RulePart]) -> Vec<String> {
        unique_texts(parts.iter().map(|part| self.house_name(part.unit())))
    }

    /// Describes parts, a line for each house.
    fn part_lines(&self, state: &CandidateState, parts: &[RulePart]) -> Vec<String> {
        let mut by_house: Vec<(HouseId, Vec<RulePart>)> = Vec::new();
        for &part in parts {
            let house = self.rules.unit(part.unit()).house;
            match by_house.iter_mut().find(|(known, _)| *known == house) {
                Some((_, own)) => own.push(part),
                None => by_house.push((house, vec![part])),
            }
        }
        by_house.iter().map(|(_, parts)| self.describe_parts(state, parts)).collect()
    }

    /// Describes the parts of one house: `row 3 has its 7 in r3c1 or r3c5 and has only one 8`.
    fn describe_parts(&self, state: &CandidateState, parts: &[RulePart]) -> String {
        let Some(first) = parts.first() else { return String::new() };
        let is_one = |part: &&RulePart| {
            matches!(part, RulePart::One(_)) && self.rules.unit(part.unit()).value.is_some()
        };
        let (ones, others): (Vec<&RulePart>, Vec<&RulePart>) = parts.iter().partition(is_one);
        let mut phrases: Vec<String> =
            others.iter().map(|part| self.part_phrase(state, **part)).collect();
        let value = |part: &&RulePart| {
            let first = self.rules.unit(part.unit()).candidates.first();
            first.map(|&first| format!("one {}", self.value_text(first))).unwrap_or_default()
        };
        let values: Vec<String> = ones.iter().map(value).collect();
        if !values.is_empty() {
            phrases.push(format!("has only {}", all_of(&values)));
        }
        format!("{} {}", self.house_name(first.unit()), all_of(&phrases))
    }

    /// Describes a group, with the known values of its variables.
    fn describe_group(&self, state: &CandidateState, group: usize) -> String {
        let group = &self.groups[group];
        let known = group.scope.iter().filter_map(|&variable| self.known_values(state, variable));
        let known: Vec<String> = known.collect();
        let words = group.description(self.model());
        if known.is_empty() { words } else { format!("{words}; {}", known.join(", ")) }
    }

    /// Describes what is known about a variable; `None` if nothing is.
    fn known_values(&self, state: &CandidateState, variable: VarId) -> Option<String> {
        let live: Vec<String> =
            self.live_candidates(state, variable).map(|c| self.value_text(c)).collect();
        match live.len() {
            // All values are still possible, which is not worth a remark.
            _ if self.model().domain(variable).len() == live.len() as u64 => None,
            1 => Some(format!("{} = {}", self.variable_name(variable), live[0])),
            ..=MOST_VALUES => Some(format!(
                "{} is {}",
                self.variable_name(variable),
                Self::join_alternatives(&live)
            )),
            number => Some(format!("{} has {number} values left", self.variable_name(variable))),
        }
    }

    /// Describes the sums that add up to the one that concludes: the houses, the rules, and the sum
    /// that they leave.
    fn sum_lines(&self, state: &CandidateState, step: &DeductionStep) -> Vec<String> {
        let rules = &self.rules;
        let differ = self.house_names(&step.parts);
        let remark = |name: &str| {
            if differ.iter().any(|label| label == name) { DIFFERENT_VALUES_REMARK } else { "" }
        };
        let summed = self.summed_houses(step);
        let houses: Vec<String> =
            summed.iter().map(|house| format!("{house}{}", remark(house))).collect();
        // The first line states the sum of the houses alone; the rules that are subtracted follow.
        let of_houses = step.sums.iter().filter(|(_, index)| rules.units_at(*index).len() > 0);
        let of_houses: Vec<(i64, usize)> = of_houses.copied().collect();
        let total = SumEquation::weighted_sum(rules, &of_houses).unwrap_or_default().constant;
        let names = step.groups.iter().map(|&group| {
            let group = &self.groups[group];
            format!("{}{}", group.description(self.model()), remark(&group.label))
        });
        let names = unique_texts(names);
        let added = SumEquation::weighted_sum(rules, &step.sums).unwrap_or_default();
        let open = added.terms.keys().filter_map(|&variable| self.known_values(state, variable));
        let open: Vec<String> = open.collect();
        let left = added.as_constraint().description(self.model());
        let left = if open.is_empty() { left } else { format!("{left}; {}", open.join(", ")) };
        let sum = if houses.len() == 1 { "has the sum" } else { "have the sum" };
        let mut lines = vec![
            format!("{} {sum} {total}", houses.join(", ")),
            format!("with {}", names.join(", ")),
            format!("that leaves {left}"),
        ];
        let is_new = |name: &&String| !summed.contains(*name) && !self.is_group(step, name);
        let others: Vec<&str> = differ.iter().filter(is_new).map(String::as_str).collect();
        if !others.is_empty() {
            lines.push(format!("different values in {}", others.join(", ")));
        }
        lines
    }

    /// The names of the houses whose sums a step adds, each once.
    pub(super) fn summed_houses(&self, step: &DeductionStep) -> Vec<String> {
        let first = |&(_, index): &(i64, usize)| self.rules.units_at(index).next();
        unique_texts(step.sums.iter().filter_map(first).map(|unit| self.house_name(unit)))
    }

    fn live_candidates<'a>(
        &'a self,
        state: &'a CandidateState,
        variable: VarId,
    ) -> impl Iterator<Item = CandidateId> + 'a {
        self.rules.of_variable(variable).filter(|&candidate| state.has_candidate(candidate))
    }
}

/// Returns a list with `and` before the last: `one 3, one 4 and one 7`.
fn all_of(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [only] => only.clone(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}

/// Returns texts in their order, each once.
fn unique_texts(texts: impl IntoIterator<Item = String>) -> Vec<String> {
    let mut seen = std::collections::HashSet::new();
    texts.into_iter().filter(|text| seen.insert(text.clone())).collect()
}
