//! Finds Hall intervals in one pass from left to right.

use crate::store::PropagationConflict;

/// The values from `min` up to but excluding `past`, and the places of both in [`HallSweep::ends`].
#[derive(Clone, Copy, Default)]
struct HallRange {
    min: i64,
    past: i64,
    from: usize,
    to: usize,
}

/// One pass of López-Ortiz, Quimper, Tromp and van Beek (2003), with the names of their paper:
/// finds the Hall intervals of a set of ranges and the least values outside them. The orders of the
/// last pass are kept, since passes change little.
#[derive(Clone)]
pub(super) struct HallSweep {
    ranges: Vec<HallRange>,
    by_min: Vec<u32>,
    by_past: Vec<u32>,
    /// All `min` and `past` in ascending order, between two sentinels.
    ends: Vec<i64>,
    /// Critical capacity pointers (`t`): trees whose roots are the ends that still have
    /// capacity.
    tree: Vec<usize>,
    /// The number of remaining values from the end that the pointer leads to (`d`).
    left: Vec<i64>,
    /// Hall interval pointers (`h`): lead out of the Hall interval of an end.
    hall: Vec<usize>,
}

impl HallSweep {
    pub(super) fn new(count: usize) -> Self {
        let ends = count * 2 + 2;
        HallSweep {
            ranges: vec![HallRange::default(); count],
            by_min: (0..count as u32).collect(),
            by_past: (0..count as u32).collect(),
            ends: Vec::with_capacity(ends),
            tree: vec![0; ends],
            left: vec![0; ends],
            hall: vec![0; ends],
        }
    }

    /// Reads the ranges, each as its least and its greatest value.
    pub(super) fn read_ranges(&mut self, ranges: impl Iterator<Item = (i64, i64)>) {
        for (range, (min, max)) in self.ranges.iter_mut().zip(ranges) {
            (range.min, range.past) = (min, max + 1);
        }
        self.sort_ranges();
    }

    /// Calls `raise` with the place and the new least value of each range that starts inside a
    /// Hall interval of other ranges.
    ///
    /// # Errors
    /// Returns a conflict if an interval has fewer values than ranges inside it, or if `raise`
    /// fails.
    pub(super) fn raise_bounds(
        &mut self,
        mut raise: impl FnMut(usize, i64) -> Result<(), PropagationConflict>,
    ) -> Result<(), PropagationConflict> {
        // Each end starts as the root of its own tree; its capacity is the number of values since
        // the end before it.
        let HallSweep { ranges, by_past, ends, tree, left, hall, .. } = self;
        for i in 1..ends.len() {
            (tree[i], hall[i], left[i]) = (i - 1, i - 1, ends[i] - ends[i - 1]);
        }
        for &place in by_past.iter() {
            // Step 1: the ranges come by increasing `past`, so this one takes the first capacity to
            // the right of its start; that leaves the most room for ranges to come.
            let HallRange { from: x, to: y, .. } = ranges[place as usize];
            let mut z = find_root(tree, x + 1);
            let before = tree[z];
            left[z] -= 1;
            // A tree without capacity joins the next one, which keeps the lower neighbour of both.
            if left[z] == 0 {
                tree[z] = z + 1;
                z = find_root(tree, z + 1);
                tree[z] = before;
            }
            // Path compression, on which the near-linear time rests.
            redirect_pointers(tree, x + 1, z, z);
            // Step 2: the capacity that remains below `y`. Negative: the ranges that end by `y`
            // exceed their values.
            let spare = left[z] - (ends[z] - ends[y]);
            if spare < 0 {
                return Err(PropagationConflict);
            }
            // Step 3: the start lies in a Hall interval of earlier ranges and moves past its end.
            if hall[x] > x {
                let w = find_root(hall, hall[x]);
                raise(place as usize, ends[w])?;
                redirect_pointers(hall, x, w, w);
            }
            if spare == 0 {
                // A Hall interval reaches from the end after `before` up to `y`. `before` is at
                // least 1: `x` is above the lower sentinel, so `z` is at least 2.
                let first = hall[y];
                redirect_pointers(hall, first, before - 1, y);
                hall[y] = before - 1;
            }
        }
        Ok(())
    }

    /// Sorts the ranges and numbers their ends.
    fn sort_ranges(&mut self) {
        let HallSweep { ranges, by_min, by_past, ends, .. } = self;
        by_min.sort_unstable_by_key(|&x| ranges[x as usize].min);
        by_past.sort_unstable_by_key(|&x| ranges[x as usize].past);
        ends.clear();
        // The sentinel lies below every range with a gap of two, so that its capacity is never 0.
        ends.push(by_min.first().map_or(0, |&x| ranges[x as usize].min - 2));
        let mut starts = by_min.iter().peekable();
        for &x in by_past.iter() {
            let past = ranges[x as usize].past;
            // Merges both orders: all minima up to this `past` get their number first, so the ends
            // ascend.
            while let Some(&y) = starts.next_if(|&&y| ranges[y as usize].min <= past) {
                ranges[y as usize].from = place_of(ends, ranges[y as usize].min);
            }
            ranges[x as usize].to = place_of(ends, past);
        }
        ends.push(ends[ends.len() - 1] + 2);
    }
}

/// Returns the place of an end that is not below the earlier ones.
fn place_of(ends: &mut Vec<i64>, end: i64) -> usize {
    if ends.last() != Some(&end) {
        ends.push(end);
    }
    ends.len() - 1
}

/// Follows pointers as long as they lead up.
fn find_root(pointers: &[usize], mut place: usize) -> usize {
    while pointers[place] > place {
        place = pointers[place];
    }
    place
}

/// Redirects all pointers on the path from `start` to `end` to `to`.
fn redirect_pointers(pointers: &mut [usize], start: usize, end: usize, to: usize) {
    let mut place = start;
    while place != end {
        place = std::mem::replace(&mut pointers[place], to);
    }
}
