//! The fastest engine of stored runs: seeds and repetitions show how much the times vary.

use std::collections::BTreeMap;

use super::analysis::StudyAnalysis;
use crate::fastest::{FastestEngine, RaceEntrant, RatioSpread, SpeedupFactor};
use crate::results::statistics::CLOCK_RESOLUTION_SECONDS;

/// A round of runs: a seed and a repetition.
type Round = (u64, u32);

/// The logarithms of the times of a lane on the instances that it finished in every round.
type Times = BTreeMap<usize, BTreeMap<Round, f64>>;

/// Returns the fastest engine of a study; none if there is no other one to compare it with, or the
/// runs have no times.
pub(crate) fn fastest_engine(analysis: &StudyAnalysis) -> Option<FastestEngine> {
    if !analysis.study.timed {
        return None;
    }
    let times = lane_times(analysis);
    let names = analysis.engine_names();
    let racer =
        |at: usize| RaceEntrant { engine: names[at].clone(), answered: times[at].len() as u64 };
    let is_out = is_out(analysis);
    let runners: Vec<usize> =
        (0..times.len()).filter(|&at| !is_out[at] && !times[at].is_empty()).collect();
    // Speed counts among the engines that answer the most instances only.
    let max_answered = runners.iter().map(|&at| times[at].len()).max()?;
    let full: Vec<usize> =
        runners.iter().copied().filter(|&at| times[at].len() == max_answered).collect();
    // Each of these may have finished different instances, so only pairs can be compared. "Faster"
    // is then not transitive, and it may be that no engine, or more than one, beats all others.
    let is_faster = |&best: &usize| {
        let mut others = full.iter().filter(|&&at| at != best);
        others.all(|&at| {
            slowdown_factor(&times[best], &times[at], racer(at))
                .is_some_and(|other| other.ratio >= 1.0)
        })
    };
    let best = full.iter().copied().find(is_faster)?;
    let others = runners.iter().filter(|&&at| at != best);
    let factor = |&other: &usize| slowdown_factor(&times[best], &times[other], racer(other));
    let mut others: Vec<SpeedupFactor> = others.filter_map(factor).collect();
    others.sort_by(SpeedupFactor::compare_factors);
    // Answer 4 is "unsupported": an engine that supports none of the instances has not tried.
    let tried = |at: usize| analysis.lanes[at].answers[4] < analysis.lanes[at].runs;
    let without = (0..times.len()).filter(|&at| !is_out[at] && times[at].is_empty() && tried(at));
    let undisputed = analysis.judged.iter().zip(&analysis.population.whole);
    let undisputed =
        undisputed.filter(|(judged, whole)| !judged.verdict.is_disagreement() && **whole);
    let rounds = times[best].values().map(BTreeMap::len).max().unwrap_or(0);
    (!others.is_empty()).then(|| FastestEngine {
        racer: racer(best),
        instances: undisputed.count() as u64,
        rounds,
        others,
        without: without.map(|at| names[at].clone()).collect(),
    })
}

/// Returns the times of each lane, on the instances of which all lanes have all runs.
fn lane_times(analysis: &StudyAnalysis) -> Vec<Times> {
    let study = &analysis.study;
    let mut times = vec![Times::new(); study.lanes.len()];
    let mut open: Vec<(usize, usize)> = Vec::new();
    for (run, record) in study.records.iter().enumerate() {
        let (instance, lane) = study.places[run];
        if !analysis.population.whole[instance] {
            continue;
        }
        let disagree = analysis.judged[instance].verdict.is_disagreement();
        match analysis
            .options
            .clock
            .measured_seconds(record)
            .filter(|_| analysis.solved[run] && !disagree)
        {
            Some(seconds) => {
                let rounds = times[lane].entry(instance).or_default();
                // Logarithms turn the geometric means below into sums.
                rounds.insert(
                    (record.seed, record.repeat),
                    seconds.max(CLOCK_RESOLUTION_SECONDS).ln(),
                );
            }
            None => open.push((lane, instance)),
        }
    }
    // One unsolved round takes the instance from the lane, also the rounds that were solved. This
    // waits until all rounds are entered, since the unsolved one may come first.
    for (lane, instance) in open {
        times[lane].remove(&instance);
    }
    times
}

/// Returns for each lane whether it is wrong, or part of a contradiction without a culprit.
fn is_out(analysis: &StudyAnalysis) -> Vec<bool> {
    let mut out: Vec<bool> = analysis.lanes.iter().map(|lane| lane.wrong > 0).collect();
    for (run, &(instance, lane)) in analysis.study.places.iter().enumerate() {
        let judged = &analysis.judged[instance];
        let unsettled = judged.verdict.is_disagreement() && judged.wrong.is_empty();
        out[lane] |= unsettled && analysis.solved[run];
    }
    out
}

/// Returns the factor by which one lane is slower than the best one.
fn slowdown_factor(best: &Times, other: &Times, racer: RaceEntrant) -> Option<SpeedupFactor> {
    let shared = |(instance, rounds)| Some((rounds, other.get(instance)?));
    let (best, other): (Vec<_>, Vec<_>) = best.iter().filter_map(shared).unzip();
    let logs: Vec<f64> = best.iter().zip(&other).map(|(a, b)| mean_log(b) - mean_log(a)).collect();
    if logs.is_empty() {
        return None;
    }
    let (ratio, spread) =
        match (mean_and_deviation(&by_round(&best)), mean_and_deviation(&by_round(&other))) {
            (Some((best, one)), Some((other, two))) => {
                let ratio = other / best;
                // The error of a quotient a/b of independent values, to first order: the relative
                // errors add as squares. hyperfine states its ratios in the same way.
                let deviation = ratio * ((one / best).powi(2) + (two / other).powi(2)).sqrt();
                (ratio, RatioSpread::Deviation { deviation })
            }
            // One round has no deviation, so the range over the instances is given instead.
            _ => ((logs.iter().sum::<f64>() / logs.len() as f64).exp(), ratio_range(&logs)),
        };
    Some(SpeedupFactor { racer, both: logs.len() as u64, ratio, spread })
}

/// Returns the geometric mean over the instances of each round that all of them have.
fn by_round(instances: &[&BTreeMap<Round, f64>]) -> Vec<f64> {
    let Some(first) = instances.first() else { return Vec::new() };
    let whole = |round: &Round| {
        let logs: Option<Vec<f64>> =
            instances.iter().map(|rounds| rounds.get(round).copied()).collect();
        logs.map(|logs| (logs.iter().sum::<f64>() / logs.len() as f64).exp())
    };
    first.keys().filter_map(whole).collect()
}

/// Returns mean and standard deviation; `None` for fewer than two values.
fn mean_and_deviation(values: &[f64]) -> Option<(f64, f64)> {
    let number = values.len() as f64;
    let mean = values.iter().sum::<f64>() / number;
    let squares = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>();
    (values.len() > 1).then(|| (mean, (squares / (number - 1.0)).sqrt()))
}

/// Returns the least and the greatest ratio of an instance, if there are several.
fn ratio_range(logs: &[f64]) -> RatioSpread {
    let least = logs.iter().copied().fold(f64::INFINITY, f64::min).exp();
    let greatest = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max).exp();
    if logs.len() > 1 { RatioSpread::Range { least, greatest } } else { RatioSpread::None {} }
}

fn mean_log(rounds: &BTreeMap<Round, f64>) -> f64 {
    rounds.values().sum::<f64>() / rounds.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the times of instances, each with the seconds of its rounds.
    fn times_from_rows(instances: &[&[f64]]) -> Times {
        let rounds = |rounds: &&[f64]| {
            rounds.iter().zip(1..).map(|(time, round)| ((0, round), time.ln())).collect()
        };
        instances.iter().map(rounds).enumerate().collect()
    }

    fn found(best: &Times, other: &Times) -> (f64, RatioSpread) {
        let racer = RaceEntrant { engine: "other".into(), answered: 1 };
        let factor = slowdown_factor(best, other, racer).expect("instances in common");
        ((factor.ratio * 1e9).round() / 1e9, factor.spread)
    }

    #[test]
    fn repetitions_give_a_deviation_as_hyperfine_has_it() {
        // Means 2 and 6, standard deviations 1 and 2: 3 ± 3 * sqrt(1/4 + 1/9).
        let (ratio, spread) =
            found(&times_from_rows(&[&[1.0, 2.0, 3.0]]), &times_from_rows(&[&[4.0, 6.0, 8.0]]));
        let RatioSpread::Deviation { deviation } = spread else { panic!("{spread:?}") };
        assert_eq!(ratio, 3.0);
        assert!((deviation - 3.0 * (0.25f64 + 1.0 / 9.0).sqrt()).abs() < 1e-12, "{deviation}");
    }

    #[test]
    fn one_run_of_each_instance_gives_a_range() {
        let best = times_from_rows(&[&[1.0], &[2.0], &[9.0]]);
        let (ratio, spread) = found(&best, &times_from_rows(&[&[2.0], &[16.0]]));
        // The geometric mean of 2 and 8; the third instance is not shared.
        assert_eq!(ratio, 4.0);
        let RatioSpread::Range { least, greatest } = spread else { panic!("{spread:?}") };
        assert!((least - 2.0).abs() < 1e-12 && (greatest - 8.0).abs() < 1e-12);
        assert_eq!(
            found(&times_from_rows(&[&[1.0]]), &times_from_rows(&[&[3.0]])),
            (3.0, RatioSpread::None {})
        );
        let racer = RaceEntrant { engine: "other".into(), answered: 0 };
        assert_eq!(slowdown_factor(&best, &Times::new(), racer), None);
    }
}
