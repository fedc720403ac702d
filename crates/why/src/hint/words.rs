//! Texts of parts, candidates and steps, and their readers.

use std::collections::BTreeMap;

use parallax_model::instance::parse_value;
use parallax_model::{Kind, VarId};

use super::guide::Guide;
use super::state::State;
use super::step::Step;
use super::sums::Equation;
use super::unit::{Candidate, House, RulePart, UnitId};

impl Guide {
    /// A candidate: `r3c5=7`. [`candidate`](Guide::candidate) reads it back.
    #[must_use]
    pub fn description(&self, candidate: Candidate) -> String {
        let given = self.rules.given(candidate);
        format!("{}={}", self.name(given.variable), self.value(candidate))
    }

    /// The value of a candidate as text.
    #[must_use]
    pub fn value(&self, candidate: Candidate) -> String {
        let given = self.rules.given(candidate);
        self.model().word(given.variable, given.value).into_owned()
    }

    /// The name of a variable.
    #[must_use]
    pub fn name(&self, variable: VarId) -> &str {
        self.model().name_of(variable)
    }

    /// Reads a candidate, `NAME=VALUE`.
    ///
    /// # Errors
    /// Returns an error if there is no such variable, or it does not have the value.
    pub fn candidate(&self, text: &str) -> Result<Candidate, String> {
        let given = parse_value(self.model(), text)?;
        self.rules.candidate(given).ok_or_else(|| {
            let (name, domain) = (self.name(given.variable), self.model().domain(given.variable));
            format!("'{text}': {name} has no value {}; it has {domain}", given.value)
        })
    }

    /// The house of a unit: `row 3`, `box 5`, `r3c5`, or the label of a constraint.
    #[must_use]
    pub fn house(&self, unit: UnitId) -> String {
        match self.rules.unit(unit).house {
            House::Cell(variable) => self.name(VarId::new(variable)).to_owned(),
            House::Row(row) => format!("row {}", row + 1),
            House::Column(column) => format!("column {}", column + 1),
            House::Box(number) => format!("box {}", number + 1),
            House::Other(place) => match self.model().constraints()[place].label.as_str() {
                "" => format!("constraint {}", place + 1),
                label => label.to_owned(),
            },
        }
    }

    /// A unit: `row 3 = 7`, or the name of a variable.
    #[must_use]
    pub fn unit(&self, unit: UnitId) -> String {
        let house = self.house(unit);
        match self.rules.unit(unit).candidates.first() {
            Some(&first) if self.rules.unit(unit).value.is_some() => {
                format!("{house} = {}", self.value(first))
            }
            _ => house,
        }
    }

    /// A part: `some row 3 = 7` (at least one of the unit is true) or `one r3c5` (at most one is).
    /// [`part`](Guide::part) reads it back.
    #[must_use]
    pub fn part_name(&self, part: RulePart) -> String {
        let half = match part {
            RulePart::Some(_) => "some",
            RulePart::One(_) => "one",
        };
        format!("{half} {}", self.unit(part.unit()))
    }

    /// Reads a part. `None` if there is no such part.
    #[must_use]
    pub fn part(&self, text: &str) -> Option<RulePart> {
        let (half, unit) = text.split_once(' ')?;
        let units = (0..self.rules.units().len()).map(UnitId::new);
        let unit = units.into_iter().find(|&id| self.unit(id) == unit)?;
        match half {
            "some" => Some(RulePart::Some(unit)),
            "one" => Some(RulePart::One(unit)),
            _ => None,
        }
    }

    /// A list with `or` before the last: `r1c1, r1c2 or r1c3`.
    fn either(items: &[String]) -> String {
        match items {
            [] => "nothing".to_owned(),
            [only] => only.clone(),
            [rest @ .., last] => format!("{} or {last}", rest.join(", ")),
        }
    }

    /// Describes a part in a state: `row 3 has its 7 in r3c1 or r3c5`.
    #[must_use]
    pub fn says(&self, state: &State, part: RulePart) -> String {
        let unit = self.rules.unit(part.unit());
        let house = self.house(part.unit());
        let value = unit.candidates.first().map(|&first| self.value(first)).unwrap_or_default();
        let live: Vec<Candidate> = state.of_unit(&self.rules, part.unit()).collect();
        match (part, unit.value.is_some()) {
            (RulePart::Some(_), false) => {
                let values: Vec<String> = live.iter().map(|&c| self.value(c)).collect();
                match values.len() {
                    1 => format!("{house} can only be {}", values[0]),
                    _ => format!("{house} is {}", Self::either(&values)),
                }
            }
            (RulePart::Some(_), true) => {
                let cells =
                    live.iter().map(|&c| self.name(self.rules.given(c).variable).to_owned());
                let cells: Vec<String> = cells.collect();
                match cells.len() {
                    1 => format!("{house} has only {} for {value}", cells[0]),
                    _ => format!("{house} has its {value} in {}", Self::either(&cells)),
                }
            }
            (RulePart::One(_), false) => format!("{house} has only one value"),
            (RulePart::One(_), true) => format!("{house} has only one {value}"),
        }
    }

    /// Describes a unit that must have a true candidate and has none remaining, if there is one.
    #[must_use]
    pub fn contradiction(&self, state: &State) -> Option<String> {
        let mut units = (0..self.rules.units().len()).map(UnitId::new);
        let is_empty = |id: &UnitId| {
            let unit = self.rules.unit(*id);
            unit.is_some && !unit.candidates.iter().any(|&candidate| state.has(candidate))
        };
        let id = units.find(is_empty)?;
        let unit = self.rules.unit(id);
        let house = self.house(id);
        let first = unit.candidates.first().filter(|_| unit.value.is_some());
        Some(match first {
            Some(&first) => format!("{house} has no place for {}", self.value(first)),
            None => format!("{house} has no value left"),
        })
    }

    /// Describes the conclusions of a step: `r3c5 = 7`, or `r3c5 is not 2, r3c6 is not 2 or 7`.
    #[must_use]
    pub fn conclusion(&self, step: &Step) -> String {
        let variable = |c: &Candidate| self.rules.given(*c).variable;
        let place = |c: &Candidate| format!("{} = {}", self.name(variable(c)), self.value(*c));
        let mut by_variable: BTreeMap<VarId, Vec<String>> = BTreeMap::new();
        for candidate in &step.removes {
            by_variable.entry(variable(candidate)).or_default().push(self.value(*candidate));
        }
        let removes = by_variable.iter().map(|(&variable, values)| {
            let (name, number) = (self.name(variable), self.model().domain(variable).len());
            match values.len() {
                ..=MOST_REMOVED => format!("{name} is not {}", Self::either(values)),
                gone => format!("{name} loses {gone} of {number} values"),
            }
        });
        let all: Vec<String> = step.places.iter().map(place).chain(removes).collect();
        all.join(", ")
    }

    /// The reason of a step, a line for each part, in the state before it.
    #[must_use]
    pub fn reason(&self, state: &State, step: &Step) -> Vec<String> {
        if !step.sums.is_empty() {
            return self.sum_lines(state, step);
        }
        let mut lines: Vec<String> =
            step.groups.iter().map(|&group| self.group(state, group)).collect();
        // A whole constraint is described by its label.
        if step.groups.is_empty() || step.parts.len() <= 2 {
            lines.extend(step.parts.iter().map(|&part| self.says(state, part)));
        } else {
            let mut houses: Vec<String> =
                step.parts.iter().map(|part| self.house(part.unit())).collect();
            houses.dedup();
            // A rule that is different cells and a sum has one label.
            houses.retain(|house| !step.groups.iter().any(|&g| self.groups[g].label == *house));
            lines.extend(houses);
        }
        lines
    }

    /// Describes a group, with the known values of its variables.
    fn group(&self, state: &State, group: usize) -> String {
        let group = &self.groups[group];
        let known = group.scope.iter().filter_map(|&variable| self.known(state, variable));
        let known: Vec<String> = known.collect();
        let words = group.description(self.model());
        if known.is_empty() { words } else { format!("{words}; {}", known.join(", ")) }
    }

    /// Describes what is known about a variable; `None` if nothing is.
    fn known(&self, state: &State, variable: VarId) -> Option<String> {
        let live: Vec<String> = self.live(state, variable).map(|c| self.value(c)).collect();
        match live.len() {
            _ if self.model().domain(variable).len() == live.len() as u64 => None,
            1 => Some(format!("{} = {}", self.name(variable), live[0])),
            ..=MOST_VALUES => Some(format!("{} is {}", self.name(variable), Self::either(&live))),
            number => Some(format!("{} has {number} values left", self.name(variable))),
        }
    }

    /// Describes the sums that add up to the one that concludes: the houses, the rules, and the sum
    /// that they leave.
    fn sum_lines(&self, state: &State, step: &Step) -> Vec<String> {
        let rules = &self.rules;
        let houses: Vec<String> = self.houses_of(step).collect();
        let of_houses = step.sums.iter().filter(|(_, place)| rules.units_at(*place).len() > 0);
        let of_houses: Vec<(i64, usize)> = of_houses.copied().collect();
        let total = Equation::added(rules, &of_houses).unwrap_or_default().constant;
        let names = step.groups.iter().map(|&group| self.groups[group].description(self.model()));
        let names: Vec<String> = names.collect();
        let added = Equation::added(rules, &step.sums).unwrap_or_default();
        let open = added.terms.keys().filter_map(|&variable| self.known(state, variable));
        let open: Vec<String> = open.collect();
        let left = added.constraint().description(self.model());
        let left = if open.is_empty() { left } else { format!("{left}; {}", open.join(", ")) };
        let sum = if houses.len() == 1 { "has the sum" } else { "have the sum" };
        let mut lines = vec![
            format!("{} {sum} {total}", houses.join(", ")),
            format!("with {}", names.join(", ")),
            format!("that leaves {left}"),
        ];
        let mut differ: Vec<String> =
            step.parts.iter().map(|part| self.house(part.unit())).collect();
        differ.dedup();
        if !differ.is_empty() {
            lines.push(format!("different values in {}", differ.join(", ")));
        }
        lines
    }

    /// The names of the houses whose sums a step adds.
    fn houses_of<'a>(&'a self, step: &'a Step) -> impl Iterator<Item = String> + 'a {
        let first = |&(_, place): &(i64, usize)| self.rules.units_at(place).next();
        step.sums.iter().filter_map(first).map(|unit| self.house(unit))
    }

    fn live<'a>(
        &'a self,
        state: &'a State,
        variable: VarId,
    ) -> impl Iterator<Item = Candidate> + 'a {
        self.rules.of_variable(variable).filter(|&candidate| state.has(candidate))
    }

    /// The places to look for a step: the houses and constraints of its reason, not its target.
    #[must_use]
    pub fn places_to_look(&self, step: &Step) -> Vec<String> {
        let targets: Vec<VarId> = step
            .places
            .iter()
            .chain(&step.removes)
            .map(|&c| self.rules.given(c).variable)
            .collect();
        let mut places: Vec<String> =
            step.groups.iter().map(|&group| self.groups[group].label.clone()).collect();
        places.extend(self.houses_of(step));
        for part in &step.parts {
            let RulePart::Some(unit) = *part else { continue };
            match self.rules.unit(unit).house {
                House::Cell(cell) if targets.contains(&VarId::new(cell)) => {
                    places.push(self.around(unit));
                }
                _ => places.push(self.house(unit)),
            }
        }
        places.sort_unstable();
        places.dedup();
        places.retain(|place| !place.is_empty());
        places
    }

    /// Returns the smallest house of a variable: its box, otherwise another; its name if it is in
    /// none.
    fn around(&self, cell: UnitId) -> String {
        let first = self.rules.unit(cell).candidates.first();
        let units = first.map(|&c| self.rules.units_of(c)).unwrap_or_default();
        let others = units.iter().copied().filter(|&unit| unit != cell);
        let nearest = others.min_by_key(|&unit| self.rules.unit(unit).house);
        self.house(nearest.unwrap_or(cell))
    }
}

/// Maximum number of values that a conclusion removes from a variable one by one.
const MOST_REMOVED: usize = 9;

/// Maximum number of values of a variable that a reason lists.
const MOST_VALUES: usize = 6;
