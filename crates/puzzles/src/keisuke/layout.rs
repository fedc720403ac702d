//! The runs of a known grid, in groups that share a list of entries.

use std::collections::BTreeMap;

use super::board::{ENTRIES_LIST_NAME, KeisukeCell, KeisukeEntry, RunDirection};

/// A run of at least two white cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct KeisukeRun {
    pub direction: RunDirection,
    /// Its cells in order, row by row from 0.
    pub cells: Vec<usize>,
    /// Its group in [`RunLayout::groups`].
    pub group: usize,
    /// Its number among the runs of its direction, from 1.
    pub number: usize,
}

/// The runs of one length, and the entries that they share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RunGroup {
    /// Their direction; `None` if one list has the entries of both.
    pub direction: Option<RunDirection>,
    pub length: usize,
    /// Places in [`RunLayout::runs`].
    pub runs: Vec<usize>,
    /// The different entries in ascending order, with the number of times that each
    /// is listed.
    pub entries: Vec<(KeisukeEntry, u32)>,
}

/// The runs of a known grid: across from the top, then down from the left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RunLayout {
    pub runs: Vec<KeisukeRun>,
    pub groups: Vec<RunGroup>,
    /// The cells in at least one run, ascending.
    pub covered: Vec<usize>,
    /// For each cell, its place in `covered`.
    places: Vec<Option<usize>>,
    /// For each cell, its runs across and down, with its place in them.
    through: Vec<[Option<(usize, usize)>; 2]>,
}

/// Returns the cells of every line of a direction.
pub(super) fn line_cells(
    height: usize,
    width: usize,
    direction: RunDirection,
) -> impl Iterator<Item = Vec<usize>> {
    let (number, length) = match direction {
        RunDirection::Across => (height, width),
        RunDirection::Down => (width, height),
    };
    (0..number).map(move |line| {
        let cell = |index| match direction {
            RunDirection::Across => line * width + index,
            RunDirection::Down => index * width + line,
        };
        (0..length).map(cell).collect()
    })
}

/// Returns the runs of at least two white cells in a direction.
pub(super) fn direction_runs(
    height: usize,
    width: usize,
    direction: RunDirection,
    is_black: impl Fn(usize) -> bool,
) -> Vec<Vec<usize>> {
    let mut found = Vec::new();
    for line in line_cells(height, width, direction) {
        let pieces = line.split(|&cell| is_black(cell));
        found.extend(pieces.filter(|piece| piece.len() > 1).map(<[usize]>::to_vec));
    }
    found
}

impl RunLayout {
    pub(super) fn new(
        (height, width): (usize, usize),
        cells: &[KeisukeCell],
        [across, down]: [&[KeisukeEntry]; 2],
        shared: bool,
    ) -> Self {
        let mut layout = RunLayout {
            runs: Vec::new(),
            groups: Vec::new(),
            covered: Vec::new(),
            places: vec![None; cells.len()],
            through: vec![[None; 2]; cells.len()],
        };
        let found = RunDirection::BOTH.map(|direction| {
            let found =
                direction_runs(height, width, direction, |cell| cells[cell] == KeisukeCell::Black);
            found.into_iter().map(|cells| (direction, cells)).collect::<Vec<_>>()
        });
        if shared {
            layout.add_runs(None, found.concat(), across);
        } else {
            for (found, entries) in found.into_iter().zip([across, down]) {
                // Without runs there are no groups, so the direction does not matter.
                layout.add_runs(found.first().map(|(direction, _)| *direction), found, entries);
            }
        }
        layout.covered =
            (0..cells.len()).filter(|&cell| layout.through[cell] != [None; 2]).collect();
        for (index, &cell) in layout.covered.iter().enumerate() {
            layout.places[cell] = Some(index);
        }
        layout
    }

    /// Adds runs that share a list, in groups of one length.
    fn add_runs(
        &mut self,
        direction: Option<RunDirection>,
        found: Vec<(RunDirection, Vec<usize>)>,
        entries: &[KeisukeEntry],
    ) {
        let first = self.groups.len();
        let lengths: BTreeMap<usize, BTreeMap<&KeisukeEntry, u32>> =
            found.iter().map(|(_, cells)| (cells.len(), BTreeMap::new())).collect();
        let mut lengths = lengths;
        for entry in entries {
            // An entry without runs of its length is in no group. The check of the lists refuses it
            // later.
            if let Some(listed) = lengths.get_mut(&entry.digits().len()) {
                *listed.entry(entry).or_default() += 1;
            }
        }
        // Lengths ascend, and so do the entries of each.
        for (length, listed) in lengths {
            let entries = listed.into_iter().map(|(entry, times)| (entry.clone(), times)).collect();
            self.groups.push(RunGroup { direction, length, runs: Vec::new(), entries });
        }
        let mut numbers = [0; 2];
        for (direction, cells) in found {
            let run = self.runs.len();
            for (offset, &cell) in cells.iter().enumerate() {
                self.through[cell][direction as usize] = Some((run, offset));
            }
            let number = &mut numbers[direction as usize];
            *number += 1;
            let of_length = |group: &RunGroup| group.length == cells.len();
            // The groups were made from the lengths of all runs, so one of them has this length.
            let group = first + self.groups[first..].iter().position(of_length).unwrap_or(0);
            self.groups[group].runs.push(run);
            self.runs.push(KeisukeRun { direction, cells, group, number: *number });
        }
    }

    /// Returns the place of a cell in `covered`.
    pub(super) fn covered_index(&self, cell: usize) -> Option<usize> {
        self.places[cell]
    }

    /// Returns the runs through a cell, across and down, each with the cell's place in it.
    pub(super) fn cell_runs(&self, cell: usize) -> [Option<(usize, usize)>; 2] {
        self.through[cell]
    }

    pub(super) fn run_group(&self, run: usize) -> &RunGroup {
        &self.groups[self.runs[run].group]
    }
}

impl RunGroup {
    /// Returns the name of the list, for labels.
    pub(super) fn list_name(&self) -> &'static str {
        self.direction.map_or(ENTRIES_LIST_NAME, RunDirection::direction_name)
    }
}
