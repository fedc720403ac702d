//! The load that tasks cause at each time, whatever their starts.

use crate::store::{DomainStore, PropagationConflict};

/// The part of a task that runs at its latest start and at its earliest end, with its height.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct CompulsoryPart {
    /// The latest start.
    pub(super) from: i64,
    /// The earliest end; the part is empty unless it is later.
    pub(super) to: i64,
    /// The least height.
    pub(super) height: i64,
}

impl CompulsoryPart {
    /// Whether the task must run at some time.
    pub(super) fn is_present(self) -> bool {
        self.from < self.to
    }
}

/// A sum of compulsory parts as steps.
#[derive(Clone, Default)]
pub(super) struct ResourceProfile {
    /// Times and changes of the load, in order.
    events: Vec<(i64, i64)>,
    /// The start of each step, and the load from then to the next one; the last load is 0.
    steps: Vec<(i64, i64)>,
    /// The area before each step, after [`add_up`](ResourceProfile::add_up).
    areas: Vec<i64>,
}

impl ResourceProfile {
    /// Builds the profile of all parts that are present.
    ///
    /// # Errors
    /// Returns a conflict if a limit of the search is reached.
    pub(super) fn build_profile(
        &mut self,
        parts: &[CompulsoryPart],
        store: &mut DomainStore,
    ) -> Result<(), PropagationConflict> {
        self.fill_profile(parts);
        store.spend_steps(parts.len() + 8 * self.events.len())
    }

    /// Builds the profile without counting steps.
    pub(super) fn fill_profile(&mut self, parts: &[CompulsoryPart]) {
        self.events.clear();
        self.steps.clear();
        // One event raises the load at the start of a part, another lowers it at the end.
        for part in parts.iter().filter(|part| part.is_present() && part.height > 0) {
            self.events.extend([(part.from, part.height), (part.to, -part.height)]);
        }
        self.events.sort_unstable();
        let mut load = 0;
        for &(time, change) in &self.events {
            load += change;
            // Events at one time form one step, so a task that ends as another begins leaves no
            // false peak.
            match self.steps.last_mut() {
                Some(last) if last.0 == time => last.1 = load,
                _ => self.steps.push((time, load)),
            }
        }
    }

    /// Prepares [`area_before`](ResourceProfile::area_before). Areas must be small enough to add
    /// up.
    pub(super) fn add_up(&mut self) {
        self.areas.clear();
        let (mut area, mut last) = (0, (0, 0));
        for &step in &self.steps {
            area += last.1 * (step.0 - last.0);
            self.areas.push(area);
            last = step;
        }
    }

    /// Returns the sum of loads before a time.
    pub(super) fn area_before(&self, time: i64) -> i64 {
        let later = self.steps.partition_point(|step| step.0 <= time);
        // The last step has load 0, so times after the profile add no area.
        let Some(place) = later.checked_sub(1) else { return 0 };
        let (from, load) = self.steps[place];
        self.areas[place] + load * (time - from)
    }

    /// Returns the greatest load.
    pub(super) fn peak_load(&self) -> i64 {
        self.steps.iter().map(|step| step.1).max().unwrap_or(0)
    }

    /// Returns the steps as starts, ends and loads, from the one that holds a time on.
    fn steps_after(&self, time: i64) -> impl DoubleEndedIterator<Item = (i64, i64, i64)> + '_ {
        let later = self.steps.partition_point(|step| step.0 <= time);
        let pairs = self.steps[later.saturating_sub(1)..].windows(2);
        pairs.map(|pair| (pair[0].0, pair[1].0, pair[0].1))
    }

    /// Returns the first time from `start` on at which a task runs for `length` without a load
    /// above `room` at the same time, outside its own part.
    pub(super) fn first_fit(&self, start: i64, length: i64, room: i64, own: CompulsoryPart) -> i64 {
        let mut start = start;
        for (from, to, load) in self.steps_after(start) {
            if from >= start + length {
                break;
            }
            // Steps end where parts begin or end, so a step is inside the task's own part or
            // outside. Inside, the load includes the task itself, and the check of the peak covers
            // it.
            if to > start && load > room && !own.covers_step(from, to) {
                start = to;
            }
        }
        start
    }

    /// Returns the last time up to `start` at which a task runs for `length` without a load above
    /// `room` at the same time, outside its own part.
    pub(super) fn last_fit(&self, start: i64, length: i64, room: i64, own: CompulsoryPart) -> i64 {
        let mut start = start;
        // Steps that begin at the task's end or later do not touch it.
        let later = self.steps.partition_point(|step| step.0 < start + length);
        let upto = &self.steps[..(later + 1).min(self.steps.len())];
        for pair in upto.windows(2).rev() {
            let (from, to, load) = (pair[0].0, pair[1].0, pair[0].1);
            if to <= start {
                break;
            }
            if from < start + length && load > room && !own.covers_step(from, to) {
                start = from - length;
            }
        }
        start
    }

    /// Returns the first time from `start` on with a load above `room`, outside a task's own part.
    pub(super) fn first_full(&self, start: i64, room: i64, own: CompulsoryPart) -> Option<i64> {
        let mut steps = self.steps_after(start);
        let full =
            steps.find(|&(from, to, load)| to > start && load > room && !own.covers_step(from, to));
        full.map(|(from, _, _)| from.max(start))
    }

    /// Returns the greatest load within a part, without the part itself.
    pub(super) fn other_load(&self, own: CompulsoryPart) -> i64 {
        let within = self.steps_after(own.from).filter(|&(_, to, _)| to > own.from);
        let loads = within.take_while(|&(from, ..)| from < own.to).map(|(.., load)| load);
        // The height of an absent load counts as 0, not less.
        (loads.max().unwrap_or(own.height) - own.height).max(0)
    }
}

impl CompulsoryPart {
    /// Whether this part contains a step of a profile that it is in.
    fn covers_step(self, from: i64, to: i64) -> bool {
        self.from <= from && to <= self.to
    }
}
