//! The differences of results between seeds and repetitions.

use std::collections::BTreeMap;

use super::options::Clock;
use super::statistics::median;
use super::study::Study;

/// The times of the runs of each seed and repetition; unsolved runs have none.
type Rounds = BTreeMap<(u64, u32), Vec<Option<f64>>>;

/// The spread of an engine over seeds and repetitions.
#[derive(Clone, Debug)]
pub(super) struct Spread {
    pub(super) lane: usize,
    /// The number of pairs of a seed and a repetition.
    pub(super) rounds: usize,
    /// Minimum and maximum number of runs in a round that did their task.
    pub(super) solved: (usize, usize),
    /// Minimum and maximum of the median time of the solved runs in a round.
    pub(super) median: Option<(f64, f64)>,
}

/// Returns the spread of each lane that has several rounds.
pub(super) fn spreads(study: &Study, solved: &[bool], clock: Clock) -> Vec<Spread> {
    let mut rounds: Vec<Rounds> = vec![BTreeMap::new(); study.lanes.len()];
    for ((record, (_, lane)), solved) in study.records.iter().zip(&study.places).zip(solved) {
        let time = clock.of(record).or(Some(0.0)).filter(|_| *solved);
        rounds[*lane].entry((record.seed, record.repeat)).or_default().push(time);
    }
    let several = rounds.iter().enumerate().filter(|(_, rounds)| rounds.len() > 1);
    several.map(|(lane, rounds)| spread(lane, rounds, study.timed)).collect()
}

fn spread(lane: usize, rounds: &Rounds, timed: bool) -> Spread {
    let times: Vec<Vec<f64>> =
        rounds.values().map(|times| times.iter().copied().flatten().collect()).collect();
    let numbers = || times.iter().map(Vec::len);
    let medians: Vec<f64> = times.iter().filter_map(|times| median(times)).collect();
    let least = medians.iter().copied().fold(f64::INFINITY, f64::min);
    let most = medians.iter().copied().fold(0.0, f64::max);
    Spread {
        lane,
        rounds: times.len(),
        solved: (numbers().min().unwrap_or(0), numbers().max().unwrap_or(0)),
        median: (timed && !medians.is_empty()).then_some((least, most)),
    }
}
