//! The differences of results between seeds and repetitions.

use std::collections::BTreeMap;

use super::options::RunClock;
use super::population::InstancePopulation;
use super::statistics::median;
use super::study::ResultStudy;

/// The runs of a seed and a repetition: the number that did their task, and the times on the
/// instances that all engines solve.
#[derive(Clone, Debug, Default)]
struct SeedRound {
    /// The number of instances, and the last one.
    instances: usize,
    last: Option<usize>,
    solved: usize,
    times: Vec<f64>,
}

/// The spread of an engine over seeds and repetitions.
#[derive(Clone, Debug)]
pub(super) struct SeedSpread {
    pub(super) lane: usize,
    /// The number of pairs of a seed and a repetition.
    pub(super) rounds: usize,
    /// Minimum and maximum number of runs in a round that did their task.
    pub(super) solved: (usize, usize),
    /// Minimum and maximum of the median time in a round, on the instances that all solve.
    pub(super) median: Option<(f64, f64)>,
}

/// Returns the spread of each lane that has several rounds, over the instances of a population.
pub(super) fn lane_spreads(
    study: &ResultStudy,
    solved: &[bool],
    population: &InstancePopulation,
    clock: RunClock,
) -> Vec<SeedSpread> {
    let mut rounds: Vec<BTreeMap<(u64, u32), SeedRound>> = vec![BTreeMap::new(); study.lanes.len()];
    for ((record, &(instance, lane)), solved) in study.records.iter().zip(&study.places).zip(solved)
    {
        if !population.whole[instance] {
            continue;
        }
        let round = rounds[lane].entry((record.seed, record.repeat)).or_default();
        round.instances += usize::from(round.last.replace(instance) != Some(instance));
        round.solved += usize::from(*solved);
        if population.solved[instance] && population.solving[lane] {
            round.times.extend(clock.measured_seconds(record));
        }
    }
    // Experiments with different seeds make rounds with fewer instances, whose medians cannot be
    // compared.
    let size = population.whole_size();
    rounds.iter_mut().for_each(|rounds| rounds.retain(|_, round| round.instances == size));
    let several = rounds.iter().enumerate().filter(|(_, rounds)| rounds.len() > 1);
    several.map(|(lane, rounds)| lane_spread(lane, rounds, study.timed)).collect()
}

fn lane_spread(lane: usize, rounds: &BTreeMap<(u64, u32), SeedRound>, timed: bool) -> SeedSpread {
    let numbers = || rounds.values().map(|round| round.solved);
    let medians: Vec<f64> = rounds.values().filter_map(|round| median(&round.times)).collect();
    let least = medians.iter().copied().fold(f64::INFINITY, f64::min);
    let most = medians.iter().copied().fold(0.0, f64::max);
    SeedSpread {
        lane,
        rounds: rounds.len(),
        solved: (numbers().min().unwrap_or(0), numbers().max().unwrap_or(0)),
        // A range over some of the rounds only would look smaller than it is.
        median: (timed && medians.len() == rounds.len()).then_some((least, most)),
    }
}
