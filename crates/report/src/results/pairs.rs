//! Pairs of engines on the instances of which both have all runs.

use std::cmp::Ordering;

use rayon::prelude::*;

use super::cases::InstanceRuns;
use super::options::{PairChoice, ReportOptions};
use super::statistics::{
    CLOCK_RESOLUTION_SECONDS, ConfidenceInterval, adjust_p_values, mean_interval, signed_rank,
};
use super::study::ResultStudy;

/// Times that differ by less than this many seconds count as equal.
const MIN_DIFFERENCE_SECONDS: f64 = 1e-3;

/// Maximum number of engines that are all compared with each other.
const MAX_ALL_PAIRS_ENGINES: usize = 6;

/// Two lanes on the instances of which both have all runs.
#[derive(Clone, Debug)]
pub(super) struct LanePair {
    pub(super) one: usize,
    pub(super) two: usize,
    pub(super) figures: PairedTimes,
    /// The p-value, corrected for the number of pairs.
    pub(super) adjusted: f64,
}

/// Paired times.
#[derive(Clone, Debug, Default)]
pub(super) struct PairedTimes {
    /// Instances of which both have all runs.
    pub(super) instances: usize,
    /// Instances that both solve.
    pub(super) both: usize,
    /// Instances that only the one, and only the other solves.
    pub(super) only: [usize; 2],
    /// Instances where the one is faster, neither, the other; an engine that alone solves one is
    /// faster.
    pub(super) wins: [usize; 3],
    /// The ratio of the geometric means, of the one to the other, over the instances that both
    /// solve.
    pub(super) ratio: Option<f64>,
    /// Its 95 % confidence interval.
    pub(super) interval: Option<ConfidenceInterval>,
    /// The p-value of the signed-rank test of the logarithms of the ratios. To leave an instance
    /// unsolved that the other solves is the greatest loss; both unsolved is a tie.
    pub(super) p: f64,
    /// Whether the ranks favour the one (less) or the other (greater).
    pub(super) lead: Option<Ordering>,
}

impl PairedTimes {
    /// Compares the times of the one and the other on each instance; an unsolved one has none.
    pub(super) fn from_times(
        times: impl Iterator<Item = (Option<f64>, Option<f64>)>,
        margin: f64,
    ) -> Self {
        let mut paired = PairedTimes::default();
        let (mut logs, mut losses) = (Vec::new(), Vec::new());
        for times in times {
            paired.instances += 1;
            match times {
                (Some(one), Some(two)) => {
                    // Ratios are compared as differences of logarithms: twice as fast and twice as
                    // slow then cancel out.
                    logs.push(quantised_log(one) - quantised_log(two));
                    paired.wins[compare_times(one, two, margin)] += 1;
                }
                (Some(_), None) => {
                    losses.push(f64::NEG_INFINITY);
                    paired.only[0] += 1;
                    paired.wins[0] += 1;
                }
                (None, Some(_)) => {
                    losses.push(f64::INFINITY);
                    paired.only[1] += 1;
                    paired.wins[2] += 1;
                }
                (None, None) => paired.wins[1] += 1,
            }
        }
        // Mean and interval come before the losses are added: these are infinite and only have
        // ranks.
        let mean = logs.iter().sum::<f64>() / logs.len() as f64;
        paired.both = logs.len();
        paired.ratio = (!logs.is_empty()).then(|| mean.exp());
        paired.interval = mean_interval(&logs)
            .map(|logs| ConfidenceInterval { low: logs.low.exp(), high: logs.high.exp() });
        logs.extend(losses);
        let ranks = signed_rank(&logs);
        // The positive and the negative ranks sum up to n (n + 1) / 2. The one with the greater
        // part leads.
        let whole = (ranks.number * (ranks.number + 1)) as f64 / 2.0;
        paired.lead = (2.0 * ranks.positive).partial_cmp(&whole);
        paired.p = ranks.p;
        paired
    }
}

/// Returns the logarithm of a time in whole half microseconds, at least one microsecond. Equal
/// ratios have equal differences of logarithms, but for the last digits.
fn quantised_log(time: f64) -> f64 {
    (2.0 * time.max(CLOCK_RESOLUTION_SECONDS) / CLOCK_RESOLUTION_SECONDS).round().ln()
}

/// Returns 0 if the one is faster, 2 if the other is, 1 if they differ only by noise.
fn compare_times(one: f64, two: f64, margin: f64) -> usize {
    let equal =
        (one - two).abs() < MIN_DIFFERENCE_SECONDS || one.max(two) <= one.min(two) * (1.0 + margin);
    if equal {
        1
    } else if one < two {
        0
    } else {
        2
    }
}

/// Returns the requested pairs; `best` is the lane that all others are compared with if there are
/// many.
pub(super) fn lane_pairs(
    study: &ResultStudy,
    cases: &[InstanceRuns],
    best: usize,
    options: &ReportOptions,
) -> Vec<LanePair> {
    let mut of: Vec<Vec<(usize, Option<f64>)>> = vec![Vec::new(); study.lanes.len()];
    for case in cases.iter().filter(|case| case.is_whole) {
        of[case.lane].push((case.instance, case.time));
    }
    let chosen = chosen_pairs(study.lanes.len(), best, options.pairs);
    let figures: Vec<PairedTimes> = chosen
        .par_iter()
        .map(|&(one, two)| {
            PairedTimes::from_times(common_times(&of[one], &of[two]).into_iter(), options.margin)
        })
        .collect();
    let adjusted = adjust_p_values(&figures.iter().map(|paired| paired.p).collect::<Vec<_>>());
    let pairs = chosen.into_iter().zip(figures).zip(adjusted);
    pairs
        .map(|(((one, two), figures), adjusted)| LanePair { one, two, figures, adjusted })
        .collect()
}

/// Returns the times on the instances that both have. Both lists are sorted.
fn common_times(
    one: &[(usize, Option<f64>)],
    two: &[(usize, Option<f64>)],
) -> Vec<(Option<f64>, Option<f64>)> {
    let other = |instance: usize| {
        two.binary_search_by_key(&instance, |(instance, _)| *instance).ok().map(|at| two[at].1)
    };
    one.iter().filter_map(|&(instance, time)| Some((time, other(instance)?))).collect()
}

fn chosen_pairs(lanes: usize, best: usize, choice: PairChoice) -> Vec<(usize, usize)> {
    let all = match choice {
        PairChoice::All => true,
        PairChoice::Best => false,
        PairChoice::Auto => lanes <= MAX_ALL_PAIRS_ENGINES,
    };
    if all {
        return (0..lanes).flat_map(|i| (i + 1..lanes).map(move |j| (i, j))).collect();
    }
    (0..lanes).filter(|&lane| lane != best).map(|lane| (best, lane)).collect()
}
