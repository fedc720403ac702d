//! The runs of a known grid, in groups that share a list of entries.

use std::collections::BTreeMap;

use super::board::{Cell, Direction, ENTRIES, Entry};

/// A run of at least two white cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Run {
    pub direction: Direction,
    /// Its cells in order, row by row from 0.
    pub cells: Vec<usize>,
    /// Its group in [`Layout::groups`].
    pub group: usize,
    /// Its number among the runs of its direction, from 1.
    pub number: usize,
}

/// The runs of one length, and the entries that they share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Group {
    /// Their direction; `None` if one list has the entries of both.
    pub direction: Option<Direction>,
    pub length: usize,
    /// Places in [`Layout::runs`].
    pub runs: Vec<usize>,
    /// The different entries in ascending order, with the number of times that each
    /// is listed.
    pub entries: Vec<(Entry, u32)>,
}

/// The runs of a known grid: across from the top, then down from the left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    pub runs: Vec<Run>,
    pub groups: Vec<Group>,
    /// The cells in at least one run, ascending.
    pub covered: Vec<usize>,
    /// For each cell, its place in `covered`.
    places: Vec<Option<usize>>,
    /// For each cell, its runs across and down, with its place in them.
    through: Vec<[Option<(usize, usize)>; 2]>,
}

/// The cells of every line of a direction.
pub(super) fn lines(
    height: usize,
    width: usize,
    direction: Direction,
) -> impl Iterator<Item = Vec<usize>> {
    let (number, length) = match direction {
        Direction::Across => (height, width),
        Direction::Down => (width, height),
    };
    (0..number).map(move |line| {
        let cell = |place| match direction {
            Direction::Across => line * width + place,
            Direction::Down => place * width + line,
        };
        (0..length).map(cell).collect()
    })
}

/// The runs of at least two white cells in a direction.
pub(super) fn runs(
    height: usize,
    width: usize,
    direction: Direction,
    is_black: impl Fn(usize) -> bool,
) -> Vec<Vec<usize>> {
    let mut found = Vec::new();
    for line in lines(height, width, direction) {
        let pieces = line.split(|&cell| is_black(cell));
        found.extend(pieces.filter(|piece| piece.len() > 1).map(<[usize]>::to_vec));
    }
    found
}

impl Layout {
    pub(super) fn new(
        (height, width): (usize, usize),
        cells: &[Cell],
        [across, down]: [&[Entry]; 2],
        shared: bool,
    ) -> Self {
        let mut layout = Layout {
            runs: Vec::new(),
            groups: Vec::new(),
            covered: Vec::new(),
            places: vec![None; cells.len()],
            through: vec![[None; 2]; cells.len()],
        };
        let found = Direction::BOTH.map(|direction| {
            let found = runs(height, width, direction, |cell| cells[cell] == Cell::Black);
            found.into_iter().map(|cells| (direction, cells)).collect::<Vec<_>>()
        });
        if shared {
            layout.add(None, found.concat(), across);
        } else {
            for (found, entries) in found.into_iter().zip([across, down]) {
                layout.add(found.first().map(|(direction, _)| *direction), found, entries);
            }
        }
        layout.covered =
            (0..cells.len()).filter(|&cell| layout.through[cell] != [None; 2]).collect();
        for (place, &cell) in layout.covered.iter().enumerate() {
            layout.places[cell] = Some(place);
        }
        layout
    }

    /// Adds runs that share a list, in groups of one length.
    fn add(
        &mut self,
        direction: Option<Direction>,
        found: Vec<(Direction, Vec<usize>)>,
        entries: &[Entry],
    ) {
        let first = self.groups.len();
        let lengths: BTreeMap<usize, BTreeMap<&Entry, u32>> =
            found.iter().map(|(_, cells)| (cells.len(), BTreeMap::new())).collect();
        let mut lengths = lengths;
        for entry in entries {
            if let Some(listed) = lengths.get_mut(&entry.digits().len()) {
                *listed.entry(entry).or_default() += 1;
            }
        }
        for (length, listed) in lengths {
            let entries = listed.into_iter().map(|(entry, times)| (entry.clone(), times)).collect();
            self.groups.push(Group { direction, length, runs: Vec::new(), entries });
        }
        let mut numbers = [0; 2];
        for (direction, cells) in found {
            let run = self.runs.len();
            for (offset, &cell) in cells.iter().enumerate() {
                self.through[cell][direction as usize] = Some((run, offset));
            }
            let number = &mut numbers[direction as usize];
            *number += 1;
            let of_length = |group: &Group| group.length == cells.len();
            let group = first + self.groups[first..].iter().position(of_length).unwrap_or(0);
            self.groups[group].runs.push(run);
            self.runs.push(Run { direction, cells, group, number: *number });
        }
    }

    /// The place of a cell in `covered`.
    pub(super) fn place(&self, cell: usize) -> Option<usize> {
        self.places[cell]
    }

    /// The runs through a cell, across and down, each with the cell's place in it.
    pub(super) fn through(&self, cell: usize) -> [Option<(usize, usize)>; 2] {
        self.through[cell]
    }

    pub(super) fn group(&self, run: usize) -> &Group {
        &self.groups[self.runs[run].group]
    }
}

impl Group {
    /// The name of the list, for labels.
    pub(super) fn list_name(&self) -> &'static str {
        self.direction.map_or(ENTRIES, Direction::name)
    }
}
