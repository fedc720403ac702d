//! Rooms: a grid divided by lines between cells.

use crate::errors::RoomError;
use crate::shape::GridShape;

/// The lines between cells side by side.
pub(crate) struct RoomWalls {
    shape: GridShape,
    /// For each cell, whether a line separates it from the cell to the right.
    pub right: Vec<bool>,
    /// For each cell, whether a line separates it from the cell below.
    pub below: Vec<bool>,
}

impl RoomWalls {
    /// Creates a grid without lines.
    pub(crate) fn new(shape: GridShape) -> Self {
        let none = vec![false; shape.cell_count()];
        RoomWalls { shape, right: none.clone(), below: none }
    }

    /// Returns the lines between rooms, given the room of each cell.
    ///
    /// # Errors
    /// Returns an error if the cells of a room do not touch.
    pub(crate) fn around_rooms(shape: GridShape, rooms: &[usize]) -> Result<Self, RoomError> {
        let mut walls = RoomWalls::new(shape);
        for cell in 0..shape.cell_count() {
            let differs = |other: usize| rooms[other] != rooms[cell];
            walls.right[cell] = shape.step_from(cell, (0, 1)).is_some_and(differs);
            walls.below[cell] = shape.step_from(cell, (1, 0)).is_some_and(differs);
        }
        // The walls divide a room whose cells are apart into several.
        let found = walls.room_numbers()?;
        let mut first: Vec<Option<usize>> = vec![None; shape.cell_count()];
        for (cell, &room) in rooms.iter().enumerate() {
            if *first[room].get_or_insert(found[cell]) != found[cell] {
                return Err(RoomError::Apart { cell: shape.cell_place(cell) });
            }
        }
        Ok(walls)
    }

    /// Returns the number of the room of each cell, in the order of their first cells.
    ///
    /// # Errors
    /// Returns an error if a line lies inside of a room.
    pub(crate) fn room_numbers(&self) -> Result<Vec<usize>, RoomError> {
        let shape = self.shape;
        let mut rooms: Vec<Option<usize>> = vec![None; shape.cell_count()];
        let mut count = 0;
        for start in 0..shape.cell_count() {
            if rooms[start].is_some() {
                continue;
            }
            let mut open = vec![start];
            rooms[start] = Some(count);
            // Each wall is stored at one of its two cells, so the other two sides look at their
            // neighbour.
            while let Some(cell) = open.pop() {
                let sides = [
                    shape.step_from(cell, (0, 1)).filter(|_| !self.right[cell]),
                    shape.step_from(cell, (1, 0)).filter(|_| !self.below[cell]),
                    shape.step_from(cell, (0, -1)).filter(|&left| !self.right[left]),
                    shape.step_from(cell, (-1, 0)).filter(|&above| !self.below[above]),
                ];
                for next in sides.into_iter().flatten() {
                    if rooms[next].is_none() {
                        rooms[next] = Some(count);
                        open.push(next);
                    }
                }
            }
            count += 1;
        }
        let rooms: Vec<usize> = rooms.into_iter().flatten().collect();
        // A wall with one room on both sides separates nothing.
        for cell in 0..shape.cell_count() {
            let right = shape.step_from(cell, (0, 1)).filter(|_| self.right[cell]);
            let below = shape.step_from(cell, (1, 0)).filter(|_| self.below[cell]);
            if let Some(other) =
                [right, below].into_iter().flatten().find(|&o| rooms[o] == rooms[cell])
            {
                let cells = shape.locate_all(&[cell, other]);
                return Err(RoomError::LineInside { cells });
            }
        }
        Ok(rooms)
    }
}

/// Returns the cells of each room.
pub(crate) fn cells_of(rooms: &[usize]) -> Vec<Vec<usize>> {
    let count = rooms.iter().max().map_or(0, |last| last + 1);
    let mut cells = vec![Vec::new(); count];
    for (cell, &room) in rooms.iter().enumerate() {
        cells[room].push(cell);
    }
    cells
}

/// Returns the number of the group of each cell, in the order of their first cells. Each cell
/// outside every group becomes a group of one.
///
/// # Errors
/// Returns an error if a cell is in two groups.
pub(crate) fn number_groups<'a>(
    shape: GridShape,
    groups: impl Iterator<Item = &'a [usize]>,
) -> Result<Vec<usize>, RoomError> {
    let mut group_of: Vec<Option<usize>> = vec![None; shape.cell_count()];
    let mut count = 0;
    for group in groups {
        for &cell in group {
            if group_of[cell].replace(count).is_some() {
                return Err(RoomError::TwoGroups { cell: shape.cell_place(cell) });
            }
        }
        count += 1;
    }
    // Numbers the groups again, by their first cells, together with the single cells.
    let mut seen: Vec<Option<usize>> = vec![None; count];
    let mut next = 0;
    let mut take = || {
        next += 1;
        next - 1
    };
    Ok(group_of
        .into_iter()
        .map(|group| match group {
            Some(group) => *seen[group].get_or_insert_with(&mut take),
            None => take(),
        })
        .collect())
}
