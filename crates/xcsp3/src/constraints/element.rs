//! `element`: the element of a list or matrix at an index; without one, an element of the list.

use parallax_instance::InputError;
use std::sync::Arc;

use parallax_model::{AtomicConstraint, ComparisonOperator, Constraint, Domain, Table, Value};
use roxmltree::Node;

use super::{ConstraintRule, first_index, same_length};
use crate::assigned::Xcsp3Assignment;
use crate::conditions::NumberCondition;
use crate::draft::{ModelSlot, Xcsp3ModelDraft};
use crate::element_parts::ElementParts;
use crate::error::Xcsp3PostError;
use crate::items::{ListItem, narrow_value};
use crate::reader::Xcsp3Reader;

/// A condition on the indexed element. An index outside the list is forbidden.
#[derive(Clone, Debug)]
pub(crate) struct Xcsp3Element {
    /// The elements, of a matrix row by row.
    cells: Vec<ListItem>,
    /// The number of elements of a row; of a list, all.
    width: usize,
    index: ElementIndex,
    condition: NumberCondition,
}

/// The index, with the first number that it can have.
#[derive(Clone, Debug)]
enum ElementIndex {
    /// Some element satisfies the condition.
    Anywhere,
    /// The element at this place of the list.
    At(ListItem, i32),
    /// The element in this row and this column of the matrix.
    Cell([(ListItem, i32); 2]),
}

impl Xcsp3Element {
    /// Reads the list or matrix, the index, and the value or condition.
    pub(super) fn read(
        reader: &mut Xcsp3Reader<'_>,
        node: Node<'_, '_>,
    ) -> Result<Self, InputError> {
        let names = ["list", "matrix", "index", "value", "condition"];
        let attributes =
            [("list", "startIndex"), ("matrix", "startRowIndex"), ("matrix", "startColIndex")];
        let parts = ElementParts::from_node(reader, node, &names, &attributes)?;
        let index = match parts.optional_part(reader, "index")? {
            Some(index) => reader.read_items(index)?,
            None => Vec::new(),
        };
        let (cells, width, index) = match parts.optional_part(reader, "matrix")? {
            Some(matrix) => {
                let rows = reader.read_matrix(matrix)?;
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
                let index = ElementIndex::Cell([(row, first[0]), (column, first[1])]);
                (rows.concat(), width, index)
            }
            None => {
                let list = parts.required_part(reader, "list")?;
                let cells = reader.read_items(list)?;
                let index = match index[..] {
                    [] => ElementIndex::Anywhere,
                    [index] => ElementIndex::At(index, first_index(reader, list, "startIndex")?),
                    _ => return Err(reader.fault_in(node, "expected one index of a list")),
                };
                let width = cells.len();
                (cells, width, index)
            }
        };
        let condition = match (
            parts.optional_part(reader, "value")?,
            parts.optional_part(reader, "condition")?,
        ) {
            (Some(value), None) => match reader.read_items(value)?[..] {
                [item] => NumberCondition::Compare(ComparisonOperator::Eq, item),
                _ => return Err(reader.fault_in(value, "expected one value")),
            },
            (None, Some(condition)) => reader.read_condition(condition)?,
            _ => return Err(reader.fault_in(node, "expected either <value> or <condition>")),
        };
        Ok(Xcsp3Element { cells, width, index, condition })
    }

    /// Returns the index of the cell in a row and column; `None` if there is none.
    fn cell_index(&self, row: i128, column: i128) -> Option<usize> {
        let (row, column) = (usize::try_from(row).ok()?, usize::try_from(column).ok()?);
        // A list is a matrix with one row.
        let index = row.checked_mul(self.width)?.checked_add(column)?;
        (column < self.width && index < self.cells.len()).then_some(index)
    }

    /// Posts that a cell satisfies the condition, and is the indexed one if there is an index.
    fn post_cells(&self, draft: &mut Xcsp3ModelDraft<'_>) -> Result<(), Xcsp3PostError> {
        draft.spend_pieces(self.cells.len())?;
        let mut either = Vec::with_capacity(self.cells.len());
        for (place, &cell) in self.cells.iter().enumerate() {
            let cell = draft.arena_mut().item_int(cell);
            let mut all = vec![self.condition.build_truth(draft.arena_mut(), cell)];
            // A cell of a matrix has a row and a column as its indices; some cell of a list needs
            // none.
            let indices: Vec<(ListItem, usize)> = match self.index {
                ElementIndex::Anywhere => Vec::new(),
                ElementIndex::At(index, _) => vec![(index, place)],
                ElementIndex::Cell([(row, _), (column, _)]) => {
                    vec![(row, place / self.width), (column, place % self.width)]
                }
            };
            for (at, (index, place)) in indices.into_iter().enumerate() {
                let number = ListItem::Number(place as i64 + i64::from(self.first_index(at)));
                all.push(draft.arena_mut().compare_items(index, ComparisonOperator::Eq, number));
            }
            either.push(draft.arena_mut().terms.add_and(&all));
        }
        let bool = draft.arena_mut().terms.add_or(&either);
        draft.assert_true(bool);
        Ok(())
    }

    /// Returns the first number of an index.
    fn first_index(&self, at: usize) -> i32 {
        match self.index {
            ElementIndex::Anywhere => 0,
            ElementIndex::At(_, first) => first,
            ElementIndex::Cell(all) => all.get(at).map_or(0, |cell| cell.1),
        }
    }

    /// Returns the number that each cell is; `None` if one is outside the range of models.
    fn cell_numbers(&self) -> Option<Vec<Value>> {
        let number = |item: &ListItem| match item {
            ListItem::Number(number) => narrow_value(*number),
            _ => None,
        };
        self.cells.iter().map(number).collect()
    }

    /// Posts a table of indices and values, because all cells are numbers. Cells that do not
    /// satisfy the condition have no row.
    fn post_table(
        &self,
        draft: &mut Xcsp3ModelDraft<'_>,
        numbers: &[Value],
    ) -> Result<(), Xcsp3PostError> {
        let mut scope = Vec::new();
        match self.index {
            ElementIndex::Anywhere => {}
            ElementIndex::At(index, _) => scope.push(draft.item_slot(index)?),
            ElementIndex::Cell(all) => {
                for (index, _) in all {
                    scope.push(draft.item_slot(index)?);
                }
            }
        }
        // An equality with a variable adds the value as a column. Any other condition selects the
        // rows.
        let has_result =
            matches!(self.condition, NumberCondition::Compare(ComparisonOperator::Eq, _))
                && !matches!(self.condition, NumberCondition::Compare(_, ListItem::Number(_)));
        if let NumberCondition::Compare(_, item) = self.condition
            && has_result
        {
            scope.push(draft.item_slot(item)?);
        }
        draft.spend_pieces(numbers.len().saturating_mul(scope.len()))?;
        let mut tuples = Vec::with_capacity(numbers.len());
        for (place, &number) in numbers.iter().enumerate() {
            if !has_result && self.condition.holds_plainly(number.into()) == Some(false) {
                continue;
            }
            let at = |place: usize, which| place as Value + self.first_index(which);
            let mut row = match self.index {
                ElementIndex::Anywhere => Vec::new(),
                ElementIndex::At(..) => vec![at(place, 0)],
                ElementIndex::Cell(_) => vec![at(place / self.width, 0), at(place % self.width, 1)],
            };
            row.extend(has_result.then_some(number));
            tuples.push(row);
        }
        let tuples = Arc::new(tuples);
        draft.post_constraint(Constraint::Table(Table { scope, tuples, forbidden: false }));
        Ok(())
    }

    /// Returns the variable that equals the indexed element: the one of the condition, or a hidden
    /// one on which it is posted. `None` if the elements are expressions.
    fn result_variable(
        &self,
        draft: &mut Xcsp3ModelDraft<'_>,
    ) -> Result<Option<ModelSlot>, Xcsp3PostError> {
        if let NumberCondition::Compare(ComparisonOperator::Eq, item) = self.condition {
            return draft.item_slot(item).map(Some);
        }
        let ends = draft.union_domain(&self.cells).and_then(|all| all.min().zip(all.max()));
        match ends {
            Some((low, high)) => draft.result_slot(low, high, &self.condition).map(Some),
            None => Ok(None),
        }
    }
}

impl ConstraintRule for Xcsp3Element {
    fn element_name(&self) -> &'static str {
        "element"
    }

    fn holds_for(&self, values: &Xcsp3Assignment<'_>) -> Option<bool> {
        let cells = values.item_values(&self.cells)?;
        let at =
            |(item, first): (ListItem, i32)| Some(values.item_value(item)? - i128::from(first));
        let place = match self.index {
            ElementIndex::Anywhere => {
                let mut found = false;
                for cell in cells {
                    found |= self.condition.holds_for(cell, values)?;
                }
                return Some(found);
            }
            ElementIndex::At(item, first) => self.cell_index(0, at((item, first))?),
            ElementIndex::Cell([row, column]) => self.cell_index(at(row)?, at(column)?),
        };
        match place {
            None => Some(false),
            Some(place) => self.condition.holds_for(cells[place], values),
        }
    }

    fn post_rule(&self, draft: &mut Xcsp3ModelDraft<'_>) -> Result<(), Xcsp3PostError> {
        // A table needs a condition that depends on the cell alone, or an equality with a variable.
        let is_table = self.condition.holds_plainly(0).is_some()
            || matches!(self.condition, NumberCondition::Compare(ComparisonOperator::Eq, _));
        if let (true, Some(numbers)) = (is_table, self.cell_numbers())
            && !matches!(self.index, ElementIndex::Anywhere)
        {
            return self.post_table(draft, &numbers);
        }
        let result = match self.index {
            ElementIndex::Anywhere => None,
            _ => self.result_variable(draft)?,
        };
        let (result, index, first) = match (result, &self.index) {
            // Without an index there is no single result, so the cells are posted one by one.
            (None, _) | (_, ElementIndex::Anywhere) => return self.post_cells(draft),
            (Some(result), &ElementIndex::At(index, first)) => {
                (result, draft.item_slot(index)?, first)
            }
            (Some(result), &ElementIndex::Cell([(row, first_row), (column, first_column)])) => {
                let width = self.width as i64;
                let last = (self.cells.len() as i64 - 1).max(0);
                // place = width * (row - first row) + column - first column
                let place =
                    draft.new_hidden(Domain::from_range(0, narrow_value(last).unwrap_or(0)));
                let (row, column) = (draft.item_slot(row)?, draft.item_slot(column)?);
                let constant = width * i64::from(first_row) + i64::from(first_column);
                draft.place_in_matrix(place, [row, column], width, constant);
                // The place alone would allow a column beyond the end of its row, which is a cell
                // of the next row. The rows need no bounds: the domain of the place bounds them.
                for (relation, bound) in [
                    (ComparisonOperator::Ge, i64::from(first_column)),
                    (ComparisonOperator::Lt, i64::from(first_column) + width),
                ] {
                    let bound = crate::draft::model_value(bound)?;
                    draft.post_clause(vec![AtomicConstraint::new(column, relation, bound)])?;
                }
                (result, place, 0)
            }
        };
        let array = draft.item_slots(&self.cells)?;
        draft.post_constraint(Constraint::Element(parallax_model::Element {
            index,
            array,
            result,
            first,
        }));
        Ok(())
    }
}
