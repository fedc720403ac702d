//! Other names for the open variables of a problem and for their values.

use super::super::model::{Value, Variable};
use super::super::space::Space;
use super::super::step::place;

/// The limit on the magnitude of a shift: twice that of a value, so that sums stay within 128 bits.
const LARGEST: u64 = 1 << 41;

/// Other names for values.
enum Map {
    /// A name for each of these values, ascending; the others keep theirs.
    Listed(Vec<(Value, Value)>),
    /// `sign * value + shift`, with the sign 1 or -1.
    Line(Value, Value),
}

/// For each open variable a place in a list, and names for its values.
pub(crate) struct Names {
    /// The variables, by their places.
    pub(super) order: Vec<Variable>,
    maps: Vec<Map>,
    /// For each variable of the model, its place, and its map if it has one.
    place: Vec<Option<usize>>,
    map: Vec<Option<usize>>,
    /// Whether no value of the variable changes.
    keeps: Vec<bool>,
}

impl Names {
    /// Reads the order of the open variables and the maps of a step, for variables in a box. Without
    /// numbers all variables and values keep their names.
    ///
    /// # Errors
    /// In words: not just the open variables, or no maps of them that keep their values apart.
    pub(crate) fn read(
        mut numbers: &[Value],
        open: &[Variable],
        space: &Space,
    ) -> Result<Self, String> {
        let order = if numbers.is_empty() { &[] } else { taken(&mut numbers, 1)? };
        let order = match counted(&mut numbers, order)? {
            [] => open.to_vec(),
            own => own.iter().map(|&own| place(own)).collect::<Result<_, _>>()?,
        };
        let mut sorted = order.clone();
        sorted.sort_unstable();
        refuse_if!(sorted != open, "other variables than the open ones of this part");
        let all = space.variables();
        let (map, keeps) = (vec![None; all], vec![true; all]);
        let mut own = Names { order, maps: Vec::new(), place: vec![None; all], map, keeps };
        own.order.iter().enumerate().for_each(|(place, &v)| own.place[v] = Some(place));
        while !numbers.is_empty() {
            own.add(&mut numbers, space)?;
        }
        Ok(own)
    }

    /// Reads a map: its variables, and its pairs of values, or a sign and a shift.
    fn add(&mut self, numbers: &mut &[Value], space: &Space) -> Result<(), String> {
        let length = taken(numbers, 1)?;
        let variables: Vec<Variable> = match counted(numbers, length)? {
            [] => self.order.iter().copied().filter(|&v| self.map[v].is_none()).collect(),
            own => own.iter().map(|&own| place(own)).collect::<Result<_, _>>()?,
        };
        for &v in &variables {
            let is_open = self.place.get(v).is_some_and(Option::is_some);
            refuse_if!(!is_open, "a map for {v}, which is not open in this part");
            let before = self.map[v].replace(self.maps.len());
            refuse_if!(before.is_some(), "two maps for variable {v}");
        }
        let map = match taken(numbers, 1)? {
            [-1] => match *taken(numbers, 2)? {
                [sign @ (1 | -1), shift] if shift.unsigned_abs() <= LARGEST => {
                    Map::Line(sign, shift)
                }
                _ => return Err("a sign other than 1 and -1, or a shift that is too large".into()),
            },
            length => {
                let pairs = [length[0].checked_mul(2).ok_or("names that are cut off")?];
                let pairs = counted(numbers, &pairs)?.chunks(2).map(|own| (own[0], own[1]));
                let mut pairs: Vec<(Value, Value)> = pairs.collect();
                pairs.sort_unstable();
                let mut twice = pairs.windows(2).filter(|pair| pair[0].0 == pair[1].0);
                refuse_if!(let Some(pair) = twice.next(), "two names for {}", pair[0].0);
                Map::Listed(pairs)
            }
        };
        self.maps.push(map);
        self.keeps_apart(&variables, space)
    }

    /// The last map, of these variables, keeps apart the values of all of them together.
    fn keeps_apart(&mut self, variables: &[Variable], space: &Space) -> Result<(), String> {
        let map = Some(self.maps.len() - 1);
        let mut all: Vec<(Value, Value)> = Vec::new();
        for &v in variables {
            let start = all.len();
            all.extend(space.values(v).map(|own| (self.of(map, own), own)));
            self.keeps[v] = all[start..].iter().all(|own| own.0 == own.1);
        }
        all.sort_unstable();
        let mut pairs = all.windows(2).filter(|pair| pair[0].0 == pair[1].0 && pair[0] != pair[1]);
        refuse_if!(let Some(pair) = pairs.next(), "two values become {}", pair[0].0);
        Ok(())
    }

    /// The map of a variable.
    pub(super) fn map(&self, variable: Variable) -> Option<usize> {
        self.map[variable]
    }

    /// The name of a value under a map.
    pub(super) fn of(&self, map: Option<usize>, value: Value) -> Value {
        match map.map(|own| &self.maps[own]) {
            Some(Map::Listed(pairs)) => {
                let place = pairs.binary_search_by_key(&value, |own| own.0);
                place.map_or(value, |own| pairs[own].1)
            }
            Some(&Map::Line(sign, shift)) => sign * value + shift,
            None => value,
        }
    }

    /// The name of a value of a variable.
    pub(super) fn value(&self, variable: Variable, value: Value) -> i128 {
        self.of(self.map[variable], value).into()
    }

    /// Whether no value of a variable changes.
    pub(super) fn keeps(&self, variable: Variable) -> bool {
        self.keeps[variable]
    }

    /// The sign and the shift of a variable's map, if it has these or changes nothing.
    pub(super) fn line(&self, variable: Variable) -> Option<(i128, i128)> {
        match self.map[variable].map(|own| &self.maps[own]) {
            Some(&Map::Line(sign, shift)) => Some((sign.into(), shift.into())),
            _ => self.keeps(variable).then_some((1, 0)),
        }
    }

    /// The place of a variable.
    ///
    /// # Errors
    /// When it is not open in this part.
    pub(super) fn place(&self, variable: Variable) -> Result<i128, String> {
        let place = self.place[variable].ok_or("a constraint that reaches out of the part")?;
        Ok(place as i128)
    }

    /// The places of variables.
    ///
    /// # Errors
    /// As for one.
    pub(super) fn places(&self, variables: &[Variable]) -> Result<Vec<i128>, String> {
        variables.iter().map(|&v| self.place(v)).collect()
    }
}

/// Takes the first numbers of a list.
fn taken<'a>(numbers: &mut &'a [Value], length: usize) -> Result<&'a [Value], String> {
    let (own, rest) = numbers.split_at_checked(length).ok_or("names that are cut off")?;
    *numbers = rest;
    Ok(own)
}

/// Takes the numbers that a length counts; none if it is missing.
fn counted<'a>(numbers: &mut &'a [Value], length: &[Value]) -> Result<&'a [Value], String> {
    let length = usize::try_from(length.first().copied().unwrap_or(0));
    taken(numbers, length.map_err(|_| "a length below 0")?)
}
