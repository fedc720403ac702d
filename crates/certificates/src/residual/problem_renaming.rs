//! Other names for the open variables of a problem and for their values.

use super::super::domain_box::DomainBox;
use super::super::faults::{FormFault, NameFault};
use super::super::model::{Value, Variable};
use super::super::step::parse_index;

/// The limit on the magnitude of a shift: twice that of a value, so that sums stay within 128 bits.
const MAX_SHIFT: u64 = 1 << 41;

/// Other names for values.
#[derive(Debug)]
enum ValueRenaming {
    /// A new name for each listed value, ascending by value; other values keep theirs.
    Listed(Vec<(Value, Value)>),
    /// `sign * value + shift`, with the sign 1 or -1.
    Line(Value, Value),
}

/// A place for each open variable, and names for its values. The default keeps all names.
#[derive(Debug, Default)]
pub struct ProblemRenaming {
    /// The open variables in the order of their places.
    pub(super) order: Vec<Variable>,
    maps: Vec<ValueRenaming>,
    /// For each variable of the model: its place, its map, and whether the map changes no value in
    /// its domain.
    of: Vec<(Option<usize>, Option<usize>, bool)>,
}

impl ProblemRenaming {
    /// Reads the order of the open variables in a box, and maps of their values. Without numbers
    /// all values keep their names.
    ///
    /// # Errors
    /// If the order is not a permutation of the open variables, or if a map gives two values one
    /// name.
    pub fn read_renaming(
        mut numbers: &[Value],
        open: &[Variable],
        space: &DomainBox,
    ) -> Result<Self, NameFault> {
        let order = if numbers.is_empty() { &[] } else { take_list(&mut numbers, 1)? };
        let order = if order.is_empty() { open.to_vec() } else { parse_variables(order)? };
        let mut sorted = order.clone();
        sorted.sort_unstable();
        // `open` is ascending, so equality also means that no variable is missing or named twice.
        refuse_if!(sorted != open, NameFault::OtherVariables);
        let mut own = ProblemRenaming {
            order,
            maps: Vec::new(),
            of: vec![(None, None, true); space.variable_count()],
        };
        own.order.iter().enumerate().for_each(|(place, &v)| own.of[v].0 = Some(place));
        while !numbers.is_empty() {
            own.add_map(&mut numbers, space)?;
        }
        Ok(own)
    }

    /// Reads a map: its variables, and its pairs of values, or a sign and a shift. No two values in
    /// the domains of its variables, taken together, may get one name.
    fn add_map(&mut self, numbers: &mut &[Value], space: &DomainBox) -> Result<(), NameFault> {
        let mut variables = parse_variables(take_list(numbers, 1)?)?;
        // An empty list means all variables without a map.
        if variables.is_empty() {
            variables.extend(self.order.iter().filter(|&&v| self.of[v].1.is_none()));
        }
        // -1 cannot be the length of a list, so it marks the other form.
        let map = if let &[-1, sign, shift, ref rest @ ..] = *numbers {
            let is_line = [1, -1].contains(&sign) && shift.unsigned_abs() <= MAX_SHIFT;
            refuse_if!(!is_line, NameFault::OtherLine);
            *numbers = rest;
            ValueRenaming::Line(sign, shift)
        } else {
            let pairs = take_list(numbers, 2)?.chunks(2).map(|own| (own[0], own[1]));
            let mut pairs: Vec<(Value, Value)> = pairs.collect();
            pairs.sort_unstable();
            let mut twice = pairs.windows(2).filter(|pair| pair[0].0 == pair[1].0);
            refuse_if!(let Some(pair) = twice.next(), NameFault::TwoNames { value: pair[0].0 });
            ValueRenaming::Listed(pairs)
        };
        self.maps.push(map);
        let mut values: Vec<(i128, Value)> = Vec::new();
        for v in variables {
            let is_open = self.of.get(v).is_some_and(|own| own.0.is_some());
            refuse_if!(!is_open, NameFault::NotOpen { variable: v });
            // Set before its values are renamed, since `value_name` looks up the map of the
            // variable. A variable that a map names twice is refused as one with two maps.
            let before = self.of[v].1.replace(self.maps.len() - 1);
            refuse_if!(before.is_some(), NameFault::TwoMaps { variable: v });
            let start = values.len();
            values.extend(space.remaining_values(v).map(|own| (self.value_name(v, own), own)));
            self.of[v].2 = values[start..].iter().all(|own| own.0 == own.1.into());
        }
        // Variables of one map may share a value: after `dedup`, two entries with one name have
        // different values.
        values.sort_unstable();
        values.dedup();
        let mut twice = values.windows(2).filter(|pair| pair[0].0 == pair[1].0);
        refuse_if!(let Some(pair) = twice.next(), NameFault::OneName { name: pair[0].0 });
        Ok(())
    }

    /// The place of an open variable, or its number in the model if there is no order.
    pub(super) fn variable_index(&self, variable: Variable) -> i128 {
        self.of.get(variable).and_then(|own| own.0).unwrap_or(variable) as i128
    }

    /// The map of a variable.
    pub(super) fn map_index(&self, variable: Variable) -> Option<usize> {
        self.of.get(variable).and_then(|own| own.1)
    }

    /// Whether no value of a variable changes.
    pub(super) fn keeps_values(&self, variable: Variable) -> bool {
        self.of.get(variable).is_none_or(|own| own.2)
    }

    /// The name of a value of a variable.
    pub(super) fn value_name(&self, variable: Variable, value: Value) -> i128 {
        // A value has at most 2^40 and a shift at most 2^41 in magnitude, so the line stays within
        // 64 bits.
        let name = match self.map_index(variable).map(|own| &self.maps[own]) {
            Some(ValueRenaming::Listed(pairs)) => {
                let place = pairs.binary_search_by_key(&value, |own| own.0);
                place.map_or(value, |own| pairs[own].1)
            }
            Some(&ValueRenaming::Line(sign, shift)) => sign * value + shift,
            None => value,
        };
        name.into()
    }

    /// The sign and the shift of a variable's map, if it is a line or changes nothing.
    pub(super) fn linear_map(&self, variable: Variable) -> Option<(i128, i128)> {
        match self.map_index(variable).map(|own| &self.maps[own]) {
            Some(&ValueRenaming::Line(sign, shift)) => Some((sign.into(), shift.into())),
            _ => self.keeps_values(variable).then_some((1, 0)),
        }
    }
}

fn parse_variables(numbers: &[Value]) -> Result<Vec<Variable>, FormFault> {
    numbers.iter().map(|&own| parse_index(own)).collect()
}

/// Takes a list that begins with its length; each member has `each` numbers.
fn take_list<'a>(numbers: &mut &'a [Value], each: usize) -> Result<&'a [Value], NameFault> {
    let (&length, rest) = numbers.split_first().ok_or(NameFault::CutOff)?;
    let length = usize::try_from(length).ok().and_then(|own| own.checked_mul(each));
    let taken = length.and_then(|own| rest.split_at_checked(own));
    let (own, rest) = taken.ok_or(NameFault::CutOff)?;
    *numbers = rest;
    Ok(own)
}
