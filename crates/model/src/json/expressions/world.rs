//! The names that expressions may use, and the cells that a name with indices denotes.

use std::collections::{BTreeMap, HashMap};

use serde_json::Value as Json;

use super::token::Fault;
use crate::flatten::{Bool, Int, Terms};
use crate::instance::InputError;
use crate::{Constraint, Domain, Element, Model, Relation, Table, Value, VarId};

/// Maximum number of parts that the expressions of a file may expand to.
pub(super) const MAX_PARTS: u64 = 50_000_000;

/// Parts between two calls of `check`.
const POLL_EVERY: u64 = 1 << 12;

/// A parameter: a number or a list.
#[derive(Clone, Debug)]
pub(in crate::json) enum Param {
    Number(i64),
    List(Vec<Param>),
}

impl Param {
    /// Reads a parameter; `None` for anything but integers and lists. The recursion is bounded,
    /// because `serde_json` limits the nesting.
    pub(in crate::json) fn of(json: &Json, texts: &BTreeMap<String, Value>) -> Option<Param> {
        match json {
            Json::Number(number) => number.as_i64().map(Param::Number),
            Json::String(name) => texts.get(name).map(|&value| Param::Number(value.into())),
            Json::Array(list) => {
                let list = list.iter().map(|part| Param::of(part, texts));
                list.collect::<Option<Vec<Param>>>().map(Param::List)
            }
            _ => None,
        }
    }
}

/// An array of variables: the first cell and the sizes.
#[derive(Clone, Debug)]
pub(in crate::json) struct Cells {
    pub(in crate::json) first: usize,
    pub(in crate::json) sizes: Vec<usize>,
}

/// A value of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::json) enum Part {
    Number(i64),
    Truth(bool),
    Int(Int),
    Bool(Bool),
}

/// What expressions refer to, and what they add.
pub(in crate::json) struct World<'w> {
    pub(in crate::json) model: Model,
    pub(in crate::json) terms: Terms,
    pub(in crate::json) parameters: BTreeMap<String, Param>,
    pub(in crate::json) arrays: BTreeMap<String, Cells>,
    pub(in crate::json) names: BTreeMap<String, Value>,
    pub(in crate::json) indices: Vec<(String, i64)>,
    /// What must hold so that all indices lie in their arrays.
    pub(in crate::json) guards: Vec<Bool>,
    /// Equal operations, each once.
    pub(super) known: HashMap<(u8, usize, usize), Int>,
    pub(super) numbers: HashMap<i64, Int>,
    pub(super) variables: HashMap<usize, Int>,
    elements: HashMap<(usize, Vec<Item>), usize>,
    hidden: usize,
    spent: u64,
    check: &'w dyn Fn() -> Result<(), InputError>,
}

/// A cell: a constant or a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::json) enum Item {
    Number(i64),
    Variable(usize),
}

/// A part of an array: some places of it, from `offset` on.
#[derive(Clone, Copy)]
enum Slice<'p> {
    Param(&'p Param),
    Cells { offset: usize, sizes: &'p [usize] },
}

impl<'p> Slice<'p> {
    fn size(self) -> Option<usize> {
        match self {
            Slice::Param(Param::Number(_)) => None,
            Slice::Param(Param::List(list)) => Some(list.len()),
            Slice::Cells { sizes, .. } => sizes.first().copied(),
        }
    }

    fn child(self, place: usize) -> Option<Slice<'p>> {
        match self {
            Slice::Param(Param::Number(_)) => None,
            Slice::Param(Param::List(list)) => list.get(place).map(Slice::Param),
            Slice::Cells { offset, sizes } => {
                let (&size, rest) = sizes.split_first()?;
                let below: usize = rest.iter().product();
                let inside = place < size;
                inside.then_some(Slice::Cells { offset: offset + place * below, sizes: rest })
            }
        }
    }

    fn children(self) -> impl Iterator<Item = Slice<'p>> {
        (0..self.size().unwrap_or(0)).filter_map(move |place| self.child(place))
    }

    /// Returns its children, or itself if it is one cell.
    fn opened(self) -> Vec<Slice<'p>> {
        if self.leaf().is_some() { vec![self] } else { self.children().collect() }
    }

    fn leaf(self) -> Option<Item> {
        match self {
            Slice::Param(Param::Number(number)) => Some(Item::Number(*number)),
            Slice::Cells { offset, sizes: [] } => Some(Item::Variable(offset)),
            _ => None,
        }
    }
}

/// The cells that a name with indices denotes.
pub(in crate::json) enum Found {
    One(Item),
    Many(Vec<Item>),
    /// One of the cells, by an index that counts from 0.
    Chosen(Vec<Item>, Int),
}

impl<'w> World<'w> {
    pub(in crate::json) fn new(
        model: Model,
        check: &'w dyn Fn() -> Result<(), InputError>,
    ) -> Self {
        World {
            model,
            terms: Terms::default(),
            parameters: BTreeMap::new(),
            arrays: BTreeMap::new(),
            names: BTreeMap::new(),
            indices: Vec::new(),
            guards: Vec::new(),
            known: HashMap::new(),
            numbers: HashMap::new(),
            variables: HashMap::new(),
            elements: HashMap::new(),
            hidden: 0,
            spent: 0,
            check,
        }
    }

    /// Counts parts, and polls the clock.
    pub(super) fn spend(&mut self, parts: usize, at: usize) -> Result<(), Fault> {
        let before = self.spent;
        self.spent = before.saturating_add(parts as u64);
        if before / POLL_EVERY != self.spent / POLL_EVERY {
            (self.check)().map_err(Fault::Stopped)?;
        }
        if self.spent > MAX_PARTS {
            return Err(Fault::At(at, format!("the file expands to more than {MAX_PARTS} parts")));
        }
        Ok(())
    }

    /// Creates a fault with the values of the indices.
    pub(super) fn fault(&self, at: usize, message: impl AsRef<str>) -> Fault {
        let values = self.indices.iter().map(|(name, value)| format!("{name} = {value}"));
        let values: Vec<String> = values.collect();
        let start = if values.is_empty() { String::new() } else { values.join(", ") + ": " };
        Fault::At(at, format!("{start}{}", message.as_ref()))
    }

    /// Returns the cells of an array under indices; `None` for an empty pair of brackets.
    pub(in crate::json) fn cells(
        &mut self,
        name: &str,
        indices: &[Option<Part>],
        at: usize,
    ) -> Result<Found, Fault> {
        let (parameters, arrays) =
            (std::mem::take(&mut self.parameters), std::mem::take(&mut self.arrays));
        let start = match (parameters.get(name), arrays.get(name)) {
            (Some(param), _) => Some(Slice::Param(param)),
            (_, Some(cells)) => Some(Slice::Cells { offset: cells.first, sizes: &cells.sizes }),
            _ => None,
        };
        let found = match start {
            Some(start) => self.walk(name, start, indices, at),
            None => Err(self.fault(at, format!("'{name}' is no array"))),
        };
        (self.parameters, self.arrays) = (parameters, arrays);
        found
    }

    fn walk(
        &mut self,
        name: &str,
        start: Slice<'_>,
        indices: &[Option<Part>],
        at: usize,
    ) -> Result<Found, Fault> {
        let mut slices = vec![start];
        let (mut many, mut chosen, mut written) = (false, None, name.to_owned());
        for index in indices {
            self.spend(slices.len(), at)?;
            if slices.iter().any(|slice| slice.size().is_none()) {
                return Err(self.fault(at, format!("{written} is no array")));
            }
            match index {
                Some(Part::Number(place)) => {
                    let child = |slice: &Slice<'_>| {
                        let size = slice.size().unwrap_or(0);
                        let inner = usize::try_from(*place).ok().and_then(|p| slice.child(p));
                        inner.map(|_| ()).ok_or(size)
                    };
                    if let Some(size) = slices.iter().find_map(|slice| child(slice).err()) {
                        let missing = format!("{written}[{place}] does not exist");
                        let message = format!("{missing}; {written} has {size} places");
                        return Err(self.fault(at, message));
                    }
                    let place = usize::try_from(*place).unwrap_or(usize::MAX);
                    slices = slices.iter().filter_map(|slice| slice.child(place)).collect();
                    written += &format!("[{place}]");
                }
                None => {
                    many = true;
                    let count = slices.iter().filter_map(|slice| slice.size()).sum();
                    self.spend(count, at)?;
                    slices = slices.iter().flat_map(|slice| slice.children()).collect();
                    written += "[]";
                }
                Some(Part::Int(index)) => {
                    let size = slices.first().and_then(|slice| slice.size()).unwrap_or(0);
                    if slices.iter().any(|slice| slice.size() != Some(size)) {
                        let message = format!(
                            "{written} has rows of different sizes; expected equal sizes for a variable index"
                        );
                        return Err(self.fault(at, message));
                    }
                    self.spend(slices.len().saturating_mul(size), at)?;
                    slices = slices.iter().flat_map(|slice| slice.children()).collect();
                    chosen = Some(self.index(chosen, *index, size));
                    written += "[…]";
                }
                Some(Part::Truth(_) | Part::Bool(_)) => {
                    return Err(self.fault(at, "a truth as an index; expected a number"));
                }
            }
        }
        let is_part = slices.iter().any(|slice| slice.leaf().is_none());
        while slices.iter().any(|slice| slice.leaf().is_none()) {
            many = true;
            self.spend(slices.iter().filter_map(|slice| slice.size()).sum(), at)?;
            slices = slices.iter().flat_map(|slice| slice.opened()).collect();
        }
        let items: Vec<Item> = slices.iter().filter_map(|slice| slice.leaf()).collect();
        match (chosen, many || is_part, items.first()) {
            (Some(_), true, _) => {
                Err(self.fault(at, "a variable index in a list of cells; expected a known index"))
            }
            (Some(index), false, _) => Ok(Found::Chosen(items, index)),
            (None, false, Some(&item)) => Ok(Found::One(item)),
            _ => Ok(Found::Many(items)),
        }
    }

    /// Adds one more index to those of the rows before; it must lie in a row of this size.
    fn index(&mut self, before: Option<Int>, index: Int, size: usize) -> Int {
        let last = Value::try_from(size).unwrap_or(Value::MAX) - 1;
        let range = if size == 0 { Domain::of([]) } else { Domain::range(0, last) };
        let guard = self.terms.member(index, range);
        self.guards.push(guard);
        match before {
            None => index,
            Some(before) => {
                let rows = self.terms.scale(i64::try_from(size).unwrap_or(i64::MAX), before);
                self.terms.sum(&[rows, index])
            }
        }
    }

    fn hide(&mut self, domain: Domain, at: usize) -> Result<usize, Fault> {
        loop {
            self.hidden += 1;
            let name = format!("_at{}", self.hidden);
            if self.model.find(&name).is_none() {
                let added = self.model.add_hidden(name, domain);
                return added.map(VarId::index).map_err(|error| Fault::At(at, error.to_string()));
            }
        }
    }

    /// Returns the hidden variable that equals the cell at an index, and posts that it does.
    pub(super) fn element(
        &mut self,
        items: Vec<Item>,
        index: Int,
        at: usize,
    ) -> Result<usize, Fault> {
        let key = (index.place(), items);
        if let Some(&known) = self.elements.get(&key) {
            return Ok(known);
        }
        let items = &key.1;
        let last = Value::try_from(items.len().max(1)).unwrap_or(Value::MAX) - 1;
        let place = self.hide(Domain::range(0, last), at)?;
        let place_term = self.terms.variable(place);
        let same = self.terms.compare(place_term, Relation::Eq, index);
        self.guards.push(same);
        let numbers: Option<Vec<i64>> = items
            .iter()
            .map(|item| if let Item::Number(number) = item { Some(*number) } else { None })
            .collect();
        let result;
        let constraint = if let Some(numbers) = numbers {
            let values: Result<Vec<Value>, _> = numbers.into_iter().map(Value::try_from).collect();
            let values = values.map_err(|_| Fault::At(at, "a number is too large".into()))?;
            result = self.hide(Domain::of(values.iter().copied()), at)?;
            let tuples = (0..).zip(values).map(|(place, value)| vec![place, value]).collect();
            let scope = vec![VarId::new(place), VarId::new(result)];
            let tuples = std::sync::Arc::new(tuples);
            Constraint::Table(Table { scope, tuples, forbidden: false })
        } else {
            let cells = items.iter().filter_map(|item| match item {
                Item::Variable(variable) => Some(VarId::new(*variable)),
                Item::Number(_) => None,
            });
            let array: Vec<VarId> = cells.collect();
            let intervals = array.iter().filter_map(|&v| {
                let domain = self.model.domain(v);
                Some((domain.min()?, domain.max()?))
            });
            let domain = Domain::from_intervals(intervals.collect());
            result = self.hide(domain, at)?;
            let (index, result) = (VarId::new(place), VarId::new(result));
            Constraint::Element(Element { index, array, result, first: 0 })
        };
        self.model.post("", constraint).map_err(|error| Fault::At(at, error.to_string()))?;
        self.elements.insert(key, result);
        Ok(result)
    }
}
