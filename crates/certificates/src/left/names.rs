//! Other names for the open variables of a problem and for their values.

use super::super::faults::{FormFault, NameFault};
use super::super::model::{Value, Variable};
use super::super::space::Space;
use super::super::step::place;

/// The limit on the magnitude of a shift: twice that of a value, so that sums stay within 128 bits.
const LARGEST: u64 = 1 << 41;

/// Other names for values.
#[derive(Debug)]
enum Map {
    /// A name for each of these values, ascending; others keep theirs.
    Listed(Vec<(Value, Value)>),
    /// `sign * value + shift`, with the sign 1 or -1.
    Line(Value, Value),
}

/// A place for each open variable, and names for its values. Without any, all keep their names.
#[derive(Debug, Default)]
pub struct Names {
    /// The variables, by their places.
    pub(super) order: Vec<Variable>,
    maps: Vec<Map>,
    /// For each variable of the model: its place, its map, whether that changes no value of it.
    of: Vec<(Option<usize>, Option<usize>, bool)>,
}

impl Names {
    /// Reads the order of the open variables in a box, and maps of their values. Without numbers all
    /// values keep their names.
    ///
    /// # Errors
    /// Not just the open variables, or no maps of them that keep their values apart.
    pub fn read(
        mut numbers: &[Value],
        open: &[Variable],
        space: &Space,
    ) -> Result<Self, NameFault> {
        let order = if numbers.is_empty() { &[] } else { list(&mut numbers, 1)? };
        let order = if order.is_empty() { open.to_vec() } else { places(order)? };
        let mut sorted = order.clone();
        sorted.sort_unstable();
        refuse_if!(sorted != open, NameFault::OtherVariables);
        let mut own =
            Names { order, maps: Vec::new(), of: vec![(None, None, true); space.variables()] };
        own.order.iter().enumerate().for_each(|(place, &v)| own.of[v].0 = Some(place));
        while !numbers.is_empty() {
            own.add(&mut numbers, space)?;
        }
        Ok(own)
    }

    /// Reads a map: its variables, and its pairs of values, or a sign and a shift. It keeps apart the
    /// values of all of them together.
    fn add(&mut self, numbers: &mut &[Value], space: &Space) -> Result<(), NameFault> {
        let mut variables = places(list(numbers, 1)?)?;
        if variables.is_empty() {
            variables.extend(self.order.iter().filter(|&&v| self.of[v].1.is_none()));
        }
        let map = if let &[-1, sign, shift, ref rest @ ..] = *numbers {
            let is_line = [1, -1].contains(&sign) && shift.unsigned_abs() <= LARGEST;
            refuse_if!(!is_line, NameFault::OtherLine);
            *numbers = rest;
            Map::Line(sign, shift)
        } else {
            let pairs = list(numbers, 2)?.chunks(2).map(|own| (own[0], own[1]));
            let mut pairs: Vec<(Value, Value)> = pairs.collect();
            pairs.sort_unstable();
            let mut twice = pairs.windows(2).filter(|pair| pair[0].0 == pair[1].0);
            refuse_if!(let Some(pair) = twice.next(), NameFault::TwoNames { value: pair[0].0 });
            Map::Listed(pairs)
        };
        self.maps.push(map);
        let mut values: Vec<(i128, Value)> = Vec::new();
        for v in variables {
            let is_open = self.of.get(v).is_some_and(|own| own.0.is_some());
            refuse_if!(!is_open, NameFault::NotOpen { variable: v });
            let before = self.of[v].1.replace(self.maps.len() - 1);
            refuse_if!(before.is_some(), NameFault::TwoMaps { variable: v });
            let start = values.len();
            values.extend(space.values(v).map(|own| (self.value(v, own), own)));
            self.of[v].2 = values[start..].iter().all(|own| own.0 == own.1.into());
        }
        values.sort_unstable();
        values.dedup();
        let mut twice = values.windows(2).filter(|pair| pair[0].0 == pair[1].0);
        refuse_if!(let Some(pair) = twice.next(), NameFault::OneName { name: pair[0].0 });
        Ok(())
    }

    /// The place of an open variable; without an order, its number.
    pub(super) fn place(&self, variable: Variable) -> i128 {
        self.of.get(variable).and_then(|own| own.0).unwrap_or(variable) as i128
    }

    /// The map of a variable.
    pub(super) fn map(&self, variable: Variable) -> Option<usize> {
        self.of.get(variable).and_then(|own| own.1)
    }

    /// Whether no value of a variable changes.
    pub(super) fn keeps(&self, variable: Variable) -> bool {
        self.of.get(variable).is_none_or(|own| own.2)
    }

    /// The name of a value of a variable.
    pub(super) fn value(&self, variable: Variable, value: Value) -> i128 {
        let name = match self.map(variable).map(|own| &self.maps[own]) {
            Some(Map::Listed(pairs)) => {
                let place = pairs.binary_search_by_key(&value, |own| own.0);
                place.map_or(value, |own| pairs[own].1)
            }
            Some(&Map::Line(sign, shift)) => sign * value + shift,
            None => value,
        };
        name.into()
    }

    /// The sign and the shift of a variable's map, if it has these or changes nothing.
    pub(super) fn line(&self, variable: Variable) -> Option<(i128, i128)> {
        match self.map(variable).map(|own| &self.maps[own]) {
            Some(&Map::Line(sign, shift)) => Some((sign.into(), shift.into())),
            _ => self.keeps(variable).then_some((1, 0)),
        }
    }
}

fn places(numbers: &[Value]) -> Result<Vec<Variable>, FormFault> {
    numbers.iter().map(|&own| place(own)).collect()
}

/// Takes a list, with several numbers for each member, after its length.
fn list<'a>(numbers: &mut &'a [Value], each: usize) -> Result<&'a [Value], NameFault> {
    let (&length, rest) = numbers.split_first().ok_or(NameFault::CutOff)?;
    let length = usize::try_from(length).ok().and_then(|own| own.checked_mul(each));
    let taken = length.and_then(|own| rest.split_at_checked(own));
    let (own, rest) = taken.ok_or(NameFault::CutOff)?;
    *numbers = rest;
    Ok(own)
}
