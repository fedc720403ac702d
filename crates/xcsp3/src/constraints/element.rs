//! `element`: the element of a list or matrix at an index; without one, an element of the list.

use parallax_model::instance::InputError;
use std::sync::Arc;

use parallax_model::{Atom, Constraint, Domain, Relation, Table, Value};
use roxmltree::Node;

use super::{Rule, first_index, same_length};
use crate::assigned::Assigned;
use crate::conditions::Condition;
use crate::draft::{Draft, Slot};
use crate::error::PostError;
use crate::items::{Item, narrow};
use crate::parts::Parts;
use crate::reader::Reader;

/// A condition on the indexed element. An index outside the list is forbidden.
#[derive(Clone, Debug)]
pub(crate) struct Element {
    /// The elements, of a matrix row by row.
    cells: Vec<Item>,
    /// The number of elements of a row; of a list, all.
    width: usize,
    index: Index,
    condition: Condition,
}

/// The index, with the first number that it can have.
#[derive(Clone, Debug)]
enum Index {
    /// Some element satisfies the condition.
    Anywhere,
    /// The element at this place of the list.
    At(Item, i32),
    /// The element in this row and this column of the matrix.
    Cell([(Item, i32); 2]),
}

impl Element {
    /// Reads the list or matrix, the index, and the value or condition.
    pub(super) fn read(reader: &mut Reader<'_>, node: Node<'_, '_>) -> Result<Self, InputError> {
        let names = ["list", "matrix", "index", "value", "condition"];
        let attributes =
            [("list", "startIndex"), ("matrix", "startRowIndex"), ("matrix", "startColIndex")];
        let parts = Parts::of(reader, node, &names, &attributes)?;
        let index = match parts.maybe(reader, "index")? {
            Some(index) => reader.items(index)?,
            None => Vec::new(),
        };
        let (cells, width, index) = match parts.maybe(reader, "matrix")? {
            Some(matrix) => {
                let rows = reader.matrix(matrix)?;
                let width = rows.first().map_or(0, Vec::len);
                for row in &rows {
                    same_length(reader, matrix, ["cells", "in another row"], [row.len(), width])?;
                }
                let first = [
                    first_index(reader, matrix, "startRowIndex")?,
                    first_index(reader, matrix, "startColIndex")?,
                ];
                let &[row, column] = &index[..] else {
                    return Err(reader.fault_in(node, "expected two indices of a matrix"));
                };
                let index = Index::Cell([(row, first[0]), (column, first[1])]);
                (rows.concat(), width, index)
            }
            None => {
                let list = parts.one(reader, "list")?;
                let cells = reader.items(list)?;
                let index = match index[..] {
                    [] => Index::Anywhere,
                    [index] => Index::At(index, first_index(reader, list, "startIndex")?),
                    _ => return Err(reader.fault_in(node, "expected one index of a list")),
                };
                let width = cells.len();
                (cells, width, index)
            }
        };
        let condition = match (parts.maybe(reader, "value")?, parts.maybe(reader, "condition")?) {
            (Some(value), None) => match reader.items(value)?[..] {
                [item] => Condition::Compare(Relation::Eq, item),
                _ => return Err(reader.fault_in(value, "expected one value")),
            },
            (None, Some(condition)) => reader.condition(condition)?,
            _ => return Err(reader.fault_in(node, "expected either <value> or <condition>")),
        };
        Ok(Element { cells, width, index, condition })
    }

    /// Returns the place that an index refers to; `None` if there is none.
    fn place(&self, row: i128, column: i128) -> Option<usize> {
        let (row, column) = (usize::try_from(row).ok()?, usize::try_from(column).ok()?);
        let place = row.checked_mul(self.width)?.checked_add(column)?;
        (column < self.width && place < self.cells.len()).then_some(place)
    }

    /// Posts that a cell satisfies the condition, and is the indexed one if there is an index.
    fn post_cells(&self, draft: &mut Draft<'_>) -> Result<(), PostError> {
        draft.spend(self.cells.len())?;
        let mut either = Vec::with_capacity(self.cells.len());
        for (place, &cell) in self.cells.iter().enumerate() {
            let cell = draft.arena().int(cell);
            let mut all = vec![self.condition.of(draft.arena(), cell)];
            let indices: Vec<(Item, usize)> = match self.index {
                Index::Anywhere => Vec::new(),
                Index::At(index, _) => vec![(index, place)],
                Index::Cell([(row, _), (column, _)]) => {
                    vec![(row, place / self.width), (column, place % self.width)]
                }
            };
            for (at, (index, place)) in indices.into_iter().enumerate() {
                let number = Item::Number(place as i64 + i64::from(self.first(at)));
                all.push(draft.arena().compare(index, Relation::Eq, number));
            }
            either.push(draft.arena().terms.and(&all));
        }
        let bool = draft.arena().terms.or(&either);
        draft.assert(bool);
        Ok(())
    }

    /// Returns the first number of an index.
    fn first(&self, at: usize) -> i32 {
        match self.index {
            Index::Anywhere => 0,
            Index::At(_, first) => first,
            Index::Cell(all) => all.get(at).map_or(0, |own| own.1),
        }
    }

    /// Returns the number that each cell is; `None` if one is no number of models.
    fn numbers(&self) -> Option<Vec<Value>> {
        let number = |item: &Item| match item {
            Item::Number(number) => narrow(*number),
            _ => None,
        };
        self.cells.iter().map(number).collect()
    }

    /// Posts a table of indices and values, because all cells are numbers. Cells that do not
    /// satisfy the condition have no row.
    fn post_table(&self, draft: &mut Draft<'_>, numbers: &[Value]) -> Result<(), PostError> {
        let mut scope = Vec::new();
        match self.index {
            Index::Anywhere => {}
            Index::At(index, _) => scope.push(draft.slot(index)?),
            Index::Cell(all) => {
                for (index, _) in all {
                    scope.push(draft.slot(index)?);
                }
            }
        }
        let has_result = matches!(self.condition, Condition::Compare(Relation::Eq, _))
            && !matches!(self.condition, Condition::Compare(_, Item::Number(_)));
        if let Condition::Compare(_, item) = self.condition
            && has_result
        {
            scope.push(draft.slot(item)?);
        }
        draft.spend(numbers.len().saturating_mul(scope.len()))?;
        let mut tuples = Vec::with_capacity(numbers.len());
        for (place, &number) in numbers.iter().enumerate() {
            if !has_result && self.condition.holds_plainly(number.into()) == Some(false) {
                continue;
            }
            let at = |place: usize, which| place as Value + self.first(which);
            let mut row = match self.index {
                Index::Anywhere => Vec::new(),
                Index::At(..) => vec![at(place, 0)],
                Index::Cell(_) => vec![at(place / self.width, 0), at(place % self.width, 1)],
            };
            row.extend(has_result.then_some(number));
            tuples.push(row);
        }
        let tuples = Arc::new(tuples);
        draft.post(Constraint::Table(Table { scope, tuples, forbidden: false }));
        Ok(())
    }

    /// Returns the variable that equals the indexed element: the one of the condition, or a hidden
    /// one on which it is posted. `None` if the elements are expressions.
    fn result(&self, draft: &mut Draft<'_>) -> Result<Option<Slot>, PostError> {
        if let Condition::Compare(Relation::Eq, item) = self.condition {
            return draft.slot(item).map(Some);
        }
        let ends = draft.union(&self.cells).and_then(|all| all.min().zip(all.max()));
        match ends {
            Some((low, high)) => draft.total(low, high, &self.condition).map(Some),
            None => Ok(None),
        }
    }
}

impl Rule for Element {
    fn element(&self) -> &'static str {
        "element"
    }

    fn holds(&self, values: &Assigned<'_>) -> Option<bool> {
        let cells = values.numbers(&self.cells)?;
        let at = |(item, first): (Item, i32)| Some(values.number(item)? - i128::from(first));
        let place = match self.index {
            Index::Anywhere => {
                let mut found = false;
                for cell in cells {
                    found |= self.condition.holds(cell, values)?;
                }
                return Some(found);
            }
            Index::At(item, first) => self.place(0, at((item, first))?),
            Index::Cell([row, column]) => self.place(at(row)?, at(column)?),
        };
        match place {
            None => Some(false),
            Some(place) => self.condition.holds(cells[place], values),
        }
    }

    fn post(&self, draft: &mut Draft<'_>) -> Result<(), PostError> {
        let is_table = self.condition.holds_plainly(0).is_some()
            || matches!(self.condition, Condition::Compare(Relation::Eq, _));
        if let (true, Some(numbers)) = (is_table, self.numbers())
            && !matches!(self.index, Index::Anywhere)
        {
            return self.post_table(draft, &numbers);
        }
        let Some(result) = (match self.index {
            Index::Anywhere => None,
            _ => self.result(draft)?,
        }) else {
            return self.post_cells(draft);
        };
        let (index, first) = match self.index {
            Index::Anywhere => return Ok(()),
            Index::At(index, first) => (draft.slot(index)?, first),
            Index::Cell([(row, first_row), (column, first_column)]) => {
                let width = self.width as i64;
                let last = (self.cells.len() as i64 - 1).max(0);
                // place = width * (row - first row) + column - first column
                let place = draft.hidden(Domain::range(0, narrow(last).unwrap_or(0)));
                let (row, column) = (draft.slot(row)?, draft.slot(column)?);
                let constant = width * i64::from(first_row) + i64::from(first_column);
                draft.place_in_matrix(place, [row, column], width, constant);
                for (relation, bound) in [
                    (Relation::Ge, i64::from(first_column)),
                    (Relation::Lt, i64::from(first_column) + width),
                ] {
                    let bound = crate::draft::value(bound)?;
                    draft.clause(vec![Atom::new(column, relation, bound)])?;
                }
                (place, 0)
            }
        };
        let array = draft.slots(&self.cells)?;
        draft.post(Constraint::Element(parallax_model::Element { index, array, result, first }));
        Ok(())
    }
}
