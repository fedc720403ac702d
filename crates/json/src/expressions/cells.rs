//! Finds the cells of an array under indices.

use super::expression_scope::{
    ArrayCell, CellArray, CellReference, ExpressionScope, ExpressionValue,
};
use super::parameter_value::ParameterValue;
use super::token::JsonExpressionError;
use super::tree::{JsonExpressionNode, JsonExpressionTree, NodeId};
use parallax_model::flatten::IntExpression;
use parallax_model::{Domain, Value};

/// A part of an array: some places of it, from `offset` on.
#[derive(Clone, Copy)]
enum ArraySlice<'p> {
    Param(&'p ParameterValue),
    Cells { offset: usize, sizes: &'p [usize] },
}

impl<'p> ArraySlice<'p> {
    /// Returns the number of places; `None` for one cell.
    fn place_count(self) -> Option<usize> {
        match self {
            ArraySlice::Param(ParameterValue::Number(_)) => None,
            ArraySlice::Param(ParameterValue::List(list)) => Some(list.len()),
            ArraySlice::Cells { sizes, .. } => sizes.first().copied(),
        }
    }

    /// Returns the part at a place, if there is one.
    fn child_at(self, place: usize) -> Option<ArraySlice<'p>> {
        match self {
            ArraySlice::Param(ParameterValue::Number(_)) => None,
            ArraySlice::Param(ParameterValue::List(list)) => list.get(place).map(ArraySlice::Param),
            ArraySlice::Cells { offset, sizes } => {
                let (&size, rest) = sizes.split_first()?;
                // The product of sizes after a size of 0 may not fit, but nothing lies there.
                let below = || rest.iter().product::<usize>();
                (place < size)
                    .then(|| ArraySlice::Cells { offset: offset + place * below(), sizes: rest })
            }
        }
    }

    /// Returns the parts at all places.
    fn children(self) -> impl Iterator<Item = ArraySlice<'p>> {
        (0..self.place_count().unwrap_or(0)).filter_map(move |place| self.child_at(place))
    }

    /// Returns its children, or itself if it is one cell.
    fn open_children(self) -> Vec<ArraySlice<'p>> {
        if self.leaf_cell().is_some() { vec![self] } else { self.children().collect() }
    }

    /// Returns the cell, if the part is one.
    fn leaf_cell(self) -> Option<ArrayCell> {
        match self {
            ArraySlice::Param(ParameterValue::Number(number)) => Some(ArrayCell::Number(*number)),
            ArraySlice::Cells { offset, sizes: [] } => Some(ArrayCell::Variable(offset)),
            _ => None,
        }
    }
}

/// The state of a walk through an array, index by index.
struct ArrayWalk<'p> {
    /// The parts that the indices so far denote.
    slices: Vec<ArraySlice<'p>>,
    /// Whether the name denotes a list of cells.
    is_many: bool,
    /// The variable indices so far, as one index that counts from 0.
    chosen: Option<IntExpression>,
    /// The name with the indices so far, for messages.
    written: String,
}

impl ExpressionScope<'_> {
    /// Returns the number of places of an array, or of a part of it under known indices.
    pub(super) fn array_length(
        &mut self,
        trees: &JsonExpressionTree,
        operands: &[NodeId],
        at: usize,
    ) -> Result<ExpressionValue, JsonExpressionError> {
        let expected = "expected one array, or a part of one such as 'x[0]'";
        let [id] = operands else {
            return Err(self.error_at(at, format!("{} operands; {expected}", operands.len())));
        };
        let (JsonExpressionNode::Ref(name, indices), at) = trees.get(*id) else {
            return Err(self.error_at(trees.get(*id).1, format!("an expression; {expected}")));
        };
        // All indices are evaluated first, because the slices below borrow the scope.
        let mut places = Vec::with_capacity(indices.len());
        for index in indices {
            let Some(index) = index else {
                return Err(self.error_at(at, format!("empty brackets; {expected}")));
            };
            places.push(self.eval_number(trees, *index)?);
        }
        let (parameter, array) = (self.parameters.get(name), self.arrays.get(name));
        let mut slice = match (parameter, array) {
            (Some(param), _) => ArraySlice::Param(param),
            (_, Some(CellArray { first, sizes })) => ArraySlice::Cells { offset: *first, sizes },
            _ => return Err(self.error_at(at, format!("'{name}' is no array; {expected}"))),
        };
        let mut written = name.clone();
        for place in places {
            let child = usize::try_from(place).ok().and_then(|place| slice.child_at(place));
            written += &format!("[{place}]");
            slice = child.ok_or_else(|| self.error_at(at, format!("{written} does not exist")))?;
        }
        let size = slice.place_count().and_then(|size| i64::try_from(size).ok());
        let size = size.ok_or_else(|| self.error_at(at, format!("{written} is no array")))?;
        Ok(ExpressionValue::Number(size))
    }

    /// Returns the cells of an array under indices; `None` for an empty pair of brackets.
    pub(crate) fn array_cells(
        &mut self,
        name: &str,
        indices: &[Option<ExpressionValue>],
        at: usize,
    ) -> Result<CellReference, JsonExpressionError> {
        // Taken out of the scope, because the slices borrow them while the walk changes the rest of
        // it. They are put back below, also after an error.
        let (parameters, arrays) =
            (std::mem::take(&mut self.parameters), std::mem::take(&mut self.arrays));
        let start = match (parameters.get(name), arrays.get(name)) {
            (Some(param), _) => Some(ArraySlice::Param(param)),
            (_, Some(cells)) => {
                Some(ArraySlice::Cells { offset: cells.first, sizes: &cells.sizes })
            }
            _ => None,
        };
        let found = match start {
            Some(start) => self.walk_array(name, start, indices, at),
            None => Err(self.error_at(at, format!("'{name}' is no array"))),
        };
        (self.parameters, self.arrays) = (parameters, arrays);
        found
    }

    /// Returns the cells of `start` under indices.
    fn walk_array(
        &mut self,
        name: &str,
        start: ArraySlice<'_>,
        indices: &[Option<ExpressionValue>],
        at: usize,
    ) -> Result<CellReference, JsonExpressionError> {
        let mut walk = ArrayWalk {
            slices: vec![start],
            is_many: false,
            chosen: None,
            written: name.to_owned(),
        };
        for index in indices {
            self.spend_parts(walk.slices.len(), at)?;
            if walk.slices.iter().any(|slice| slice.place_count().is_none()) {
                return Err(self.error_at(at, format!("{} is no array", walk.written)));
            }
            match index {
                Some(ExpressionValue::Number(place)) => self.take_known(&mut walk, *place, at)?,
                None => self.take_all(&mut walk, at)?,
                Some(ExpressionValue::Int(index)) => self.take_chosen(&mut walk, *index, at)?,
                Some(ExpressionValue::Truth(_) | ExpressionValue::Bool(_)) => {
                    return Err(self.error_at(at, "a truth as an index; expected a number"));
                }
            }
        }
        self.finish_walk(walk, at)
    }

    /// Takes the place of a known index.
    fn take_known(
        &mut self,
        walk: &mut ArrayWalk<'_>,
        place: i64,
        at: usize,
    ) -> Result<(), JsonExpressionError> {
        let written = &walk.written;
        let child = |slice: &ArraySlice<'_>| {
            let size = slice.place_count().unwrap_or(0);
            let inner = usize::try_from(place).ok().and_then(|p| slice.child_at(p));
            inner.map(|_| ()).ok_or(size)
        };
        // Rows may have different sizes; the first one that lacks the place is reported.
        if let Some(size) = walk.slices.iter().find_map(|slice| child(slice).err()) {
            let missing = format!("{written}[{place}] does not exist");
            let message = format!("{missing}; {written} has {size} places");
            return Err(self.error_at(at, message));
        }
        let inner = usize::try_from(place).unwrap_or(usize::MAX);
        walk.slices = walk.slices.iter().filter_map(|slice| slice.child_at(inner)).collect();
        walk.written += &format!("[{place}]");
        Ok(())
    }

    /// Takes all places, for an empty pair of brackets.
    fn take_all(&mut self, walk: &mut ArrayWalk<'_>, at: usize) -> Result<(), JsonExpressionError> {
        walk.is_many = true;
        let count = walk.slices.iter().filter_map(|slice| slice.place_count()).sum();
        self.spend_parts(count, at)?;
        walk.slices = walk.slices.iter().flat_map(|slice| slice.children()).collect();
        walk.written += "[]";
        Ok(())
    }

    /// Takes all places, one of which a variable index chooses later.
    fn take_chosen(
        &mut self,
        walk: &mut ArrayWalk<'_>,
        index: IntExpression,
        at: usize,
    ) -> Result<(), JsonExpressionError> {
        // All rows must have one size, because the indices become one index: row * size + place.
        let size = walk.slices.first().and_then(|slice| slice.place_count()).unwrap_or(0);
        if walk.slices.iter().any(|slice| slice.place_count() != Some(size)) {
            let message = format!(
                "{} has rows of different sizes; expected equal sizes for a variable index",
                walk.written
            );
            return Err(self.error_at(at, message));
        }
        self.spend_parts(walk.slices.len().saturating_mul(size), at)?;
        walk.slices = walk.slices.iter().flat_map(|slice| slice.children()).collect();
        walk.chosen = Some(self.index(walk.chosen, index, size));
        walk.written += "[…]";
        Ok(())
    }

    /// Returns the cells where a walk ends, all cells of arrays.
    fn finish_walk(
        &mut self,
        walk: ArrayWalk<'_>,
        at: usize,
    ) -> Result<CellReference, JsonExpressionError> {
        let ArrayWalk { mut slices, mut is_many, chosen, .. } = walk;
        // Missing indices stand for all places. Lists of parameters may be nested to different
        // depths, so cells that are reached early wait for the others.
        while slices.iter().any(|slice| slice.leaf_cell().is_none()) {
            is_many = true;
            self.spend_parts(slices.iter().filter_map(|slice| slice.place_count()).sum(), at)?;
            slices = slices.iter().flat_map(|slice| slice.open_children()).collect();
        }
        let items: Vec<ArrayCell> = slices.iter().filter_map(|slice| slice.leaf_cell()).collect();
        match (chosen, is_many, items.first()) {
            (Some(_), true, _) => {
                Err(self
                    .error_at(at, "a variable index in a list of cells; expected a known index"))
            }
            (Some(index), false, _) => Ok(CellReference::Chosen(items, index)),
            (None, false, Some(&item)) => Ok(CellReference::One(item)),
            _ => Ok(CellReference::Many(items)),
        }
    }

    /// Adds one more index to those of the rows before; it must lie in a row of this size.
    fn index(
        &mut self,
        before: Option<IntExpression>,
        index: IntExpression,
        size: usize,
    ) -> IntExpression {
        let last = Value::try_from(size).unwrap_or(Value::MAX) - 1;
        // An index beyond its row would reach into the next row, so a guard keeps it inside.
        let range = if size == 0 { Domain::from_values([]) } else { Domain::from_range(0, last) };
        let guard = self.terms.add_member(index, range);
        self.guards.push(guard);
        match before {
            None => index,
            Some(before) => {
                let rows = self.terms.add_multiple(i64::try_from(size).unwrap_or(i64::MAX), before);
                self.terms.add_sum(&[rows, index])
            }
        }
    }
}
