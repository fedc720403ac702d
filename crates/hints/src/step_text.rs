//! Texts of parts, candidates and steps, and their readers.

use std::collections::BTreeMap;

use parallax_instance::parse_value;
use parallax_model::VarId;

use super::name_error::CandidateError;
use super::state::CandidateState;
use super::step::DeductionStep;
use super::step_finder::StepFinder;
use super::unit::{CandidateId, HouseId, RulePart, UnitId};

impl StepFinder {
    /// A candidate: `r3c5=7`. `parse_candidate` reads it back.
    #[must_use]
    pub fn description(&self, candidate: CandidateId) -> String {
        let given = self.rules.given(candidate);
        format!("{}={}", self.variable_name(given.variable), self.value_text(candidate))
    }

    /// The value of a candidate as text.
    #[must_use]
    pub fn value_text(&self, candidate: CandidateId) -> String {
        let given = self.rules.given(candidate);
        self.model().describe_value(given.variable, given.value).into_owned()
    }

    /// The name of a variable.
    #[must_use]
    pub fn variable_name(&self, variable: VarId) -> &str {
        self.model().name_of(variable)
    }

    /// Reads a candidate, `NAME=VALUE`.
    ///
    /// # Errors
    /// Returns an error if there is no such variable, or it does not have the value.
    pub fn parse_candidate(&self, text: &str) -> Result<CandidateId, CandidateError> {
        let given = parse_value(self.model(), text)?;
        self.rules.find_candidate(given).ok_or_else(|| {
            let (text, variable) = (text.to_owned(), self.variable_name(given.variable).to_owned());
            let domain = self.model().domain(given.variable).clone();
            CandidateError::NoValue { text, variable, value: given.value, domain }
        })
    }

    /// The house of a unit: `row 3`, `box 5`, `r3c5`, or the label of a constraint.
    #[must_use]
    pub fn house_name(&self, unit: UnitId) -> String {
        match self.rules.unit(unit).house {
            HouseId::Cell(variable) => self.variable_name(VarId::new(variable)).to_owned(),
            HouseId::Row(row) => format!("row {}", row + 1),
            HouseId::Column(column) => format!("column {}", column + 1),
            HouseId::Box(number) => format!("box {}", number + 1),
            HouseId::Other(index) => match self.model().constraints()[index].label.as_str() {
                "" => format!("constraint {}", index + 1),
                label => label.to_owned(),
            },
        }
    }

    /// A unit: `row 3 = 7`, or the name of a variable.
    #[must_use]
    pub fn unit_name(&self, unit: UnitId) -> String {
        let house = self.house_name(unit);
        match self.rules.unit(unit).candidates.first() {
            Some(&first) if self.rules.unit(unit).value.is_some() => {
                format!("{house} = {}", self.value_text(first))
            }
            _ => house,
        }
    }

    /// A part: `some row 3 = 7` (at least one of the unit is true) or `one r3c5` (at most one is).
    /// [`parse_part`](StepFinder::parse_part) reads it back.
    #[must_use]
    pub fn part_name(&self, part: RulePart) -> String {
        let half = match part {
            RulePart::Some(_) => "some",
            RulePart::One(_) => "one",
        };
        format!("{half} {}", self.unit_name(part.unit()))
    }

    /// Reads a part. `None` if there is no such part.
    #[must_use]
    pub fn parse_part(&self, text: &str) -> Option<RulePart> {
        let (half, unit) = text.split_once(' ')?;
        let units = (0..self.rules.units().len()).map(UnitId::new);
        let unit = units.into_iter().find(|&id| self.unit_name(id) == unit)?;
        match half {
            "some" => Some(RulePart::Some(unit)),
            "one" => Some(RulePart::One(unit)),
            _ => None,
        }
    }

    /// A list with `or` before the last: `r1c1, r1c2 or r1c3`.
    pub(super) fn join_alternatives(items: &[String]) -> String {
        match items {
            [] => "nothing".to_owned(),
            [only] => only.clone(),
            [rest @ .., last] => format!("{} or {last}", rest.join(", ")),
        }
    }

    /// Describes a part in a state: `row 3 has its 7 in r3c1 or r3c5`.
    #[must_use]
    pub fn describe_part(&self, state: &CandidateState, part: RulePart) -> String {
        format!("{} {}", self.house_name(part.unit()), self.part_phrase(state, part))
    }

    /// Describes a part without its house: `has its 7 in r3c1 or r3c5`.
    pub(super) fn part_phrase(&self, state: &CandidateState, part: RulePart) -> String {
        let unit = self.rules.unit(part.unit());
        let value =
            unit.candidates.first().map(|&first| self.value_text(first)).unwrap_or_default();
        let live: Vec<CandidateId> = state.of_unit(&self.rules, part.unit()).collect();
        match (part, unit.value.is_some()) {
            (RulePart::Some(_), false) => {
                let values: Vec<String> = live.iter().map(|&c| self.value_text(c)).collect();
                match values.len() {
                    1 => format!("can only be {}", values[0]),
                    _ => format!("is {}", Self::join_alternatives(&values)),
                }
            }
            (RulePart::Some(_), true) => {
                let cells = live
                    .iter()
                    .map(|&c| self.variable_name(self.rules.given(c).variable).to_owned());
                let cells: Vec<String> = cells.collect();
                match cells.len() {
                    1 => format!("has only {} for {value}", cells[0]),
                    _ => format!("has its {value} in {}", Self::join_alternatives(&cells)),
                }
            }
            (RulePart::One(_), false) => "has only one value".to_owned(),
            (RulePart::One(_), true) => format!("has only one {value}"),
        }
    }

    /// Describes a unit that must have a true candidate and has none remaining, if there is one.
    #[must_use]
    pub fn describe_contradiction(&self, state: &CandidateState) -> Option<String> {
        let mut units = (0..self.rules.units().len()).map(UnitId::new);
        let is_empty = |id: &UnitId| {
            let unit = self.rules.unit(*id);
            unit.is_some && !unit.candidates.iter().any(|&candidate| state.has_candidate(candidate))
        };
        let id = units.find(is_empty)?;
        let unit = self.rules.unit(id);
        let house = self.house_name(id);
        let first = unit.candidates.first().filter(|_| unit.value.is_some());
        Some(match first {
            Some(&first) => format!("{house} has no place for {}", self.value_text(first)),
            None => format!("{house} has no value left"),
        })
    }

    /// Describes the conclusions of a step: `r3c5 = 7`, or `r3c5 is not 2, r3c6 is not 2 or 7`.
    #[must_use]
    pub fn describe_conclusions(&self, step: &DeductionStep) -> String {
        let variable = |c: &CandidateId| self.rules.given(*c).variable;
        let place = |c: &CandidateId| {
            format!("{} = {}", self.variable_name(variable(c)), self.value_text(*c))
        };
        let mut by_variable: BTreeMap<VarId, Vec<String>> = BTreeMap::new();
        for candidate in &step.removes {
            by_variable.entry(variable(candidate)).or_default().push(self.value_text(*candidate));
        }
        let removes = by_variable.iter().map(|(&variable, values)| {
            let (name, number) =
                (self.variable_name(variable), self.model().domain(variable).len());
            match values.len() {
                ..=MOST_REMOVED => format!("{name} is not {}", Self::join_alternatives(values)),
                gone => format!("{name} loses {gone} of {number} values"),
            }
        });
        let all: Vec<String> = step.places.iter().map(place).chain(removes).collect();
        all.join(", ")
    }

    /// The places to look for a step: the houses and constraints of its reason, not its target.
    #[must_use]
    pub fn places_to_look(&self, step: &DeductionStep) -> Vec<String> {
        let targets: Vec<VarId> = step
            .places
            .iter()
            .chain(&step.removes)
            .map(|&c| self.rules.given(c).variable)
            .collect();
        let mut places: Vec<String> =
            step.groups.iter().map(|&group| self.groups[group].label.clone()).collect();
        places.extend(self.summed_houses(step).into_iter().chain(self.whole_houses(step)));
        for part in &step.parts {
            let RulePart::Some(unit) = *part else { continue };
            match self.rules.unit(unit).house {
                // The target itself would give the answer away, so its surroundings are named.
                HouseId::Cell(cell) if targets.contains(&VarId::new(cell)) => {
                    places.push(self.surrounding_house(unit));
                }
                _ => places.push(self.house_name(unit)),
            }
        }
        places.sort_unstable();
        places.dedup();
        places.retain(|place| !place.is_empty());
        places
    }

    /// Returns the smallest house of a variable: its box, otherwise another; its name if it is in
    /// none.
    fn surrounding_house(&self, cell: UnitId) -> String {
        let first = self.rules.unit(cell).candidates.first();
        let units = first.map(|&c| self.rules.units_of(c)).unwrap_or_default();
        let others = units.iter().copied().filter(|&unit| unit != cell);
        // `HouseId` orders boxes before rows, columns and other houses.
        let nearest = others.min_by_key(|&unit| self.rules.unit(unit).house);
        self.house_name(nearest.unwrap_or(cell))
    }
}

/// Maximum number of values that a conclusion removes from a variable one by one.
const MOST_REMOVED: usize = 9;
