//! Finds the cells of an array under indices.

use super::param::Param;
use super::token::Fault;
use super::tree::{Id, Tree, Trees};
use super::world::{Cells, Found, Item, Part, World};
use parallax_model::flatten::Int;
use parallax_model::{Domain, Value};

/// A part of an array: some places of it, from `offset` on.
#[derive(Clone, Copy)]
enum Slice<'p> {
    Param(&'p Param),
    Cells { offset: usize, sizes: &'p [usize] },
}

impl<'p> Slice<'p> {
    /// Returns the number of places; `None` for one cell.
    fn size(self) -> Option<usize> {
        match self {
            Slice::Param(Param::Number(_)) => None,
            Slice::Param(Param::List(list)) => Some(list.len()),
            Slice::Cells { sizes, .. } => sizes.first().copied(),
        }
    }

    /// Returns the part at a place, if there is one.
    fn child(self, place: usize) -> Option<Slice<'p>> {
        match self {
            Slice::Param(Param::Number(_)) => None,
            Slice::Param(Param::List(list)) => list.get(place).map(Slice::Param),
            Slice::Cells { offset, sizes } => {
                let (&size, rest) = sizes.split_first()?;
                // The product of sizes after a size of 0 may not fit, but nothing lies there.
                let below = || rest.iter().product::<usize>();
                (place < size)
                    .then(|| Slice::Cells { offset: offset + place * below(), sizes: rest })
            }
        }
    }

    /// Returns the parts at all places.
    fn children(self) -> impl Iterator<Item = Slice<'p>> {
        (0..self.size().unwrap_or(0)).filter_map(move |place| self.child(place))
    }

    /// Returns its children, or itself if it is one cell.
    fn opened(self) -> Vec<Slice<'p>> {
        if self.leaf().is_some() { vec![self] } else { self.children().collect() }
    }

    /// Returns the cell, if the part is one.
    fn leaf(self) -> Option<Item> {
        match self {
            Slice::Param(Param::Number(number)) => Some(Item::Number(*number)),
            Slice::Cells { offset, sizes: [] } => Some(Item::Variable(offset)),
            _ => None,
        }
    }
}

/// The way through an array, index by index.
struct Walk<'p> {
    /// The parts that the indices so far denote.
    slices: Vec<Slice<'p>>,
    /// Whether the name denotes a list of cells.
    is_many: bool,
    /// The variable indices so far, as one index that counts from 0.
    chosen: Option<Int>,
    /// The name with the indices so far, for messages.
    written: String,
}

impl World<'_> {
    /// Returns the number of places of an array, or of a part of it under known indices.
    pub(super) fn length(
        &mut self,
        trees: &Trees,
        operands: &[Id],
        at: usize,
    ) -> Result<Part, Fault> {
        let expected = "expected one array, or a part of one such as 'x[0]'";
        let [id] = operands else {
            return Err(self.fault(at, format!("{} operands; {expected}", operands.len())));
        };
        let (Tree::Ref(name, indices), at) = trees.get(*id) else {
            return Err(self.fault(trees.get(*id).1, format!("an expression; {expected}")));
        };
        let mut places = Vec::with_capacity(indices.len());
        for index in indices {
            let Some(index) = index else {
                return Err(self.fault(at, format!("empty brackets; {expected}")));
            };
            places.push(self.known(trees, *index)?);
        }
        let (parameter, array) = (self.parameters.get(name), self.arrays.get(name));
        let mut slice = match (parameter, array) {
            (Some(param), _) => Slice::Param(param),
            (_, Some(Cells { first, sizes })) => Slice::Cells { offset: *first, sizes },
            _ => return Err(self.fault(at, format!("'{name}' is no array; {expected}"))),
        };
        let mut written = name.clone();
        for place in places {
            let child = usize::try_from(place).ok().and_then(|place| slice.child(place));
            written += &format!("[{place}]");
            slice = child.ok_or_else(|| self.fault(at, format!("{written} does not exist")))?;
        }
        let size = slice.size().and_then(|size| i64::try_from(size).ok());
        let size = size.ok_or_else(|| self.fault(at, format!("{written} is no array")))?;
        Ok(Part::Number(size))
    }

    /// Returns the cells of an array under indices; `None` for an empty pair of brackets.
    pub(crate) fn cells(
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

    /// Returns the cells of `start` under indices.
    fn walk(
        &mut self,
        name: &str,
        start: Slice<'_>,
        indices: &[Option<Part>],
        at: usize,
    ) -> Result<Found, Fault> {
        let mut walk =
            Walk { slices: vec![start], is_many: false, chosen: None, written: name.to_owned() };
        for index in indices {
            self.spend(walk.slices.len(), at)?;
            if walk.slices.iter().any(|slice| slice.size().is_none()) {
                return Err(self.fault(at, format!("{} is no array", walk.written)));
            }
            match index {
                Some(Part::Number(place)) => self.take_known(&mut walk, *place, at)?,
                None => self.take_all(&mut walk, at)?,
                Some(Part::Int(index)) => self.take_chosen(&mut walk, *index, at)?,
                Some(Part::Truth(_) | Part::Bool(_)) => {
                    return Err(self.fault(at, "a truth as an index; expected a number"));
                }
            }
        }
        self.arrive(walk, at)
    }

    /// Takes the place of a known index.
    fn take_known(&mut self, walk: &mut Walk<'_>, place: i64, at: usize) -> Result<(), Fault> {
        let written = &walk.written;
        let child = |slice: &Slice<'_>| {
            let size = slice.size().unwrap_or(0);
            let inner = usize::try_from(place).ok().and_then(|p| slice.child(p));
            inner.map(|_| ()).ok_or(size)
        };
        if let Some(size) = walk.slices.iter().find_map(|slice| child(slice).err()) {
            let missing = format!("{written}[{place}] does not exist");
            let message = format!("{missing}; {written} has {size} places");
            return Err(self.fault(at, message));
        }
        let inner = usize::try_from(place).unwrap_or(usize::MAX);
        walk.slices = walk.slices.iter().filter_map(|slice| slice.child(inner)).collect();
        walk.written += &format!("[{place}]");
        Ok(())
    }

    /// Takes all places, for an empty pair of brackets.
    fn take_all(&mut self, walk: &mut Walk<'_>, at: usize) -> Result<(), Fault> {
        walk.is_many = true;
        let count = walk.slices.iter().filter_map(|slice| slice.size()).sum();
        self.spend(count, at)?;
        walk.slices = walk.slices.iter().flat_map(|slice| slice.children()).collect();
        walk.written += "[]";
        Ok(())
    }

    /// Takes all places, one of which a variable index chooses later.
    fn take_chosen(&mut self, walk: &mut Walk<'_>, index: Int, at: usize) -> Result<(), Fault> {
        let size = walk.slices.first().and_then(|slice| slice.size()).unwrap_or(0);
        if walk.slices.iter().any(|slice| slice.size() != Some(size)) {
            let message = format!(
                "{} has rows of different sizes; expected equal sizes for a variable index",
                walk.written
            );
            return Err(self.fault(at, message));
        }
        self.spend(walk.slices.len().saturating_mul(size), at)?;
        walk.slices = walk.slices.iter().flat_map(|slice| slice.children()).collect();
        walk.chosen = Some(self.index(walk.chosen, index, size));
        walk.written += "[…]";
        Ok(())
    }

    /// Returns the cells where a walk ends, all cells of arrays.
    fn arrive(&mut self, walk: Walk<'_>, at: usize) -> Result<Found, Fault> {
        let Walk { mut slices, mut is_many, chosen, .. } = walk;
        while slices.iter().any(|slice| slice.leaf().is_none()) {
            is_many = true;
            self.spend(slices.iter().filter_map(|slice| slice.size()).sum(), at)?;
            slices = slices.iter().flat_map(|slice| slice.opened()).collect();
        }
        let items: Vec<Item> = slices.iter().filter_map(|slice| slice.leaf()).collect();
        match (chosen, is_many, items.first()) {
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
}
