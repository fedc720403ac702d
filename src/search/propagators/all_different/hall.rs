//! Hall intervals from left to right.

use crate::search::store::{Conflict, Pruned};

/// The values from `min` up to but not including `past`, and the places of
/// these two in [`Sweep::ends`].
#[derive(Clone, Copy, Default)]
struct Range {
    min: i64,
    past: i64,
    from: usize,
    to: usize,
}

/// One pass of López-Ortiz, Quimper, Tromp and van Beek (2003), in the names
/// of their paper: it finds the Hall intervals of a set of ranges and the
/// least values that these leave. The orders of the last pass are kept, since
/// little changes from one to the next.
pub(super) struct Sweep {
    ranges: Vec<Range>,
    by_min: Vec<u32>,
    by_past: Vec<u32>,
    /// All `min` and `past` in ascending order, between two sentinels.
    ends: Vec<i64>,
    /// Critical capacity pointers (`t`): trees whose roots are the ends that
    /// can still take ranges.
    tree: Vec<usize>,
    /// How many values are left from the end that the pointer leads to (`d`).
    left: Vec<i64>,
    /// Hall interval pointers (`h`): out of the Hall interval of an end.
    hall: Vec<usize>,
}

impl Sweep {
    pub(super) fn new(count: usize) -> Self {
        let ends = count * 2 + 2;
        Sweep {
            ranges: vec![Range::default(); count],
            by_min: (0..count as u32).collect(),
            by_past: (0..count as u32).collect(),
            ends: Vec::with_capacity(ends),
            tree: vec![0; ends],
            left: vec![0; ends],
            hall: vec![0; ends],
        }
    }

    /// Reads the ranges, each given by its least and its greatest value.
    pub(super) fn read(&mut self, ranges: impl Iterator<Item = (i64, i64)>) {
        for (range, (min, max)) in self.ranges.iter_mut().zip(ranges) {
            (range.min, range.past) = (min, max + 1);
        }
        self.sort();
    }

    /// Calls `raise` with the place and the new least value of each range
    /// that starts in a Hall interval of others.
    ///
    /// # Errors
    /// When an interval has fewer values than ranges in it, or from `raise`.
    pub(super) fn run(&mut self, mut raise: impl FnMut(usize, i64) -> Pruned) -> Pruned {
        let Sweep { ranges, by_past, ends, tree, left, hall, .. } = self;
        for i in 1..ends.len() {
            (tree[i], hall[i], left[i]) = (i - 1, i - 1, ends[i] - ends[i - 1]);
        }
        for &place in by_past.iter() {
            let Range { from: x, to: y, .. } = ranges[place as usize];
            let mut z = root(tree, x + 1);
            let before = tree[z];
            left[z] -= 1;
            if left[z] == 0 {
                tree[z] = z + 1;
                z = root(tree, z + 1);
                tree[z] = before;
            }
            redirect(tree, x + 1, z, z);
            let spare = left[z] - (ends[z] - ends[y]);
            if spare < 0 {
                return Err(Conflict);
            }
            if hall[x] > x {
                let w = root(hall, hall[x]);
                raise(place as usize, ends[w])?;
                redirect(hall, x, w, w);
            }
            if spare == 0 {
                // From the end behind `before` up to `y` is a Hall interval.
                let first = hall[y];
                redirect(hall, first, before - 1, y);
                hall[y] = before - 1;
            }
        }
        Ok(())
    }

    /// Puts the ranges in order and numbers their ends.
    fn sort(&mut self) {
        let Sweep { ranges, by_min, by_past, ends, .. } = self;
        by_min.sort_unstable_by_key(|&x| ranges[x as usize].min);
        by_past.sort_unstable_by_key(|&x| ranges[x as usize].past);
        ends.clear();
        ends.push(by_min.first().map_or(0, |&x| ranges[x as usize].min - 2));
        let mut starts = by_min.iter().peekable();
        for &x in by_past.iter() {
            let past = ranges[x as usize].past;
            while let Some(&y) = starts.next_if(|&&y| ranges[y as usize].min <= past) {
                ranges[y as usize].from = place_of(ends, ranges[y as usize].min);
            }
            ranges[x as usize].to = place_of(ends, past);
        }
        ends.push(ends[ends.len() - 1] + 2);
    }
}

/// The place of an end that is not below the others.
fn place_of(ends: &mut Vec<i64>, end: i64) -> usize {
    if ends.last() != Some(&end) {
        ends.push(end);
    }
    ends.len() - 1
}

/// Follows pointers upwards as long as they lead there.
fn root(pointers: &[usize], mut place: usize) -> usize {
    while pointers[place] > place {
        place = pointers[place];
    }
    place
}

/// Makes all pointers on the way from `start` to `end` lead to `to`.
fn redirect(pointers: &mut [usize], start: usize, end: usize, to: usize) {
    let mut place = start;
    while place != end {
        place = std::mem::replace(&mut pointers[place], to);
    }
}
