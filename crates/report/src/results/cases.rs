//! Cases: the runs of one engine on one instance, and the time of the median run.

use std::ops::Range;

use super::options::RunClock;
use super::statistics::median;
use super::study::ResultStudy;

/// The runs of a lane on an instance, over all seeds and repetitions.
#[derive(Clone, Debug)]
pub(super) struct InstanceRuns {
    pub(super) instance: usize,
    pub(super) lane: usize,
    pub(super) runs: Range<usize>,
    /// Whether the files have all its runs; otherwise it enters no figure over instances.
    pub(super) is_whole: bool,
    /// Whether each run did its task.
    pub(super) is_solved: bool,
    /// The time of the median run, where unsolved runs count as infinitely long; none if the median
    /// run is unsolved.
    pub(super) time: Option<f64>,
}

/// Returns the ranges of equal neighbours.
pub(super) fn equal_ranges<K: PartialEq>(keys: impl Iterator<Item = K>) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut last = None;
    for (at, key) in keys.enumerate() {
        match found.last_mut().filter(|_| last.as_ref() == Some(&key)) {
            Some(range) => range.end = at + 1,
            None => found.push(at..at + 1),
        }
        last = Some(key);
    }
    found
}

/// Returns the cases, by instance and lane. `solved` states for each run whether it did its task.
pub(super) fn instance_runs(
    study: &ResultStudy,
    solved: &[bool],
    clock: RunClock,
) -> Vec<InstanceRuns> {
    let ranges = equal_ranges(study.places.iter());
    let case = |runs: Range<usize>| {
        let (instance, lane) = study.places[runs.start];
        let times: Vec<f64> = runs
            .clone()
            .map(|run| {
                // Canonical results have no times; solved runs then count as 0 seconds.
                let time = clock.measured_seconds(&study.records[run]).unwrap_or(0.0);
                if solved[run] { time } else { f64::INFINITY }
            })
            .collect();
        let time = median(&times).filter(|time| time.is_finite());
        let is_whole = runs.len() as u64 == study.coverage.planned_runs(instance, lane);
        let is_solved = solved[runs.clone()].iter().all(|solved| *solved);
        InstanceRuns { instance, lane, runs, is_whole, is_solved, time }
    };
    ranges.into_iter().map(case).collect()
}
