//! The race of one run of each engine on each instance, in sums.

use std::collections::BTreeMap;
use std::sync::Arc;

use parallax_compare::{Row, Verdict};
use parallax_model::engine_api::Answer;

use super::{FastestEngine, RaceEntrant, RatioSpread, SpeedupFactor};
use crate::results::statistics::CLOCK_RESOLUTION_SECONDS;

/// The sums of a race.
#[derive(Clone, Debug, Default)]
pub(crate) struct RaceTotals {
    lanes: Vec<RaceLane>,
    /// For each two lanes, the smaller place first, the ratios of their times.
    pairs: BTreeMap<(usize, usize), LogRatioSums>,
    /// Instances without a disagreement.
    instances: u64,
}

/// One engine; on one model, if it has rows on several models of an instance.
#[derive(Clone, Debug)]
struct RaceLane {
    model: Option<Arc<str>>,
    engine: String,
    answered: u64,
    /// Instances that it tried without an end.
    open: u64,
    /// Whether it is wrong, or part of a contradiction.
    is_out: bool,
}

/// Logarithms of the ratios of two lanes.
#[derive(Clone, Copy, Debug)]
struct LogRatioSums {
    both: u64,
    sum: f64,
    least: f64,
    greatest: f64,
}

impl RaceTotals {
    /// Adds the rows of one instance.
    pub(crate) fn add_rows(&mut self, rows: &[Row], verdict: Verdict) {
        let is_wrong = |row: &&Row| !row.checked || row.wrong.is_some();
        let blamed = rows.iter().any(|row| is_wrong(&row));
        let disagree = verdict.is_disagreement();
        self.instances += u64::from(!disagree);
        let mut times: Vec<(usize, f64)> = Vec::new();
        for row in rows {
            let several = rows.iter().filter(|other| other.engine == row.engine).count() > 1;
            let at = self.lane_index(row, several.then(|| row.model.clone()));
            let lane = &mut self.lanes[at];
            // Without a culprit, any of the engines that contradict each other may be wrong.
            lane.is_out |= is_wrong(&row) || disagree && !blamed && is_finished(row);
            lane.open += u64::from(row.is_unanswered());
            if is_finished(row) && !disagree {
                let time = row.time_s.total.max(CLOCK_RESOLUTION_SECONDS).ln();
                lane.answered += 1;
                times.push((at, time));
            }
        }
        // Pairs are stored with the smaller place first; `slowdown_factor` relies on that.
        times.sort_by_key(|(at, _)| *at);
        for (place, &(one, time)) in times.iter().enumerate() {
            for &(two, other) in &times[place + 1..] {
                self.pairs.entry((one, two)).or_insert(LogRatioSums::NONE).add_log(time - other);
            }
        }
    }

    fn lane_index(&mut self, row: &Row, model: Option<Arc<str>>) -> usize {
        let is_own = |lane: &RaceLane| lane.model == model && lane.engine == row.engine;
        if let Some(at) = self.lanes.iter().position(is_own) {
            return at;
        }
        let engine = row.engine.clone();
        let lane = RaceLane { model, engine, answered: 0, open: 0, is_out: false };
        self.lanes.push(lane);
        self.lanes.len() - 1
    }

    /// Returns the fastest engine: it answers the most instances, and no other one that answers as
    /// many is faster on the instances that both answer. There is none without another engine.
    pub(crate) fn fastest_engine(&self) -> Option<FastestEngine> {
        let runs = |at: &usize| !self.lanes[*at].is_out && self.lanes[*at].answered > 0;
        let runners: Vec<usize> = (0..self.lanes.len()).filter(runs).collect();
        let max_answered = runners.iter().map(|&at| self.lanes[at].answered).max()?;
        let full: Vec<usize> =
            runners.iter().copied().filter(|&at| self.lanes[at].answered == max_answered).collect();
        // Each of these may have finished other instances, so that only pairs can be compared.
        let is_faster = |&best: &usize| {
            let mut others = full.iter().filter(|&&at| at != best);
            others.all(|&at| self.slowdown_factor(best, at).is_some_and(|other| other.ratio >= 1.0))
        };
        let best = full.iter().copied().find(is_faster)?;
        let others = runners.iter().filter(|&&at| at != best);
        let mut others: Vec<SpeedupFactor> =
            others.filter_map(|&other| self.slowdown_factor(best, other)).collect();
        others.sort_by(SpeedupFactor::compare_factors);
        let tried = |at: &usize| {
            let lane = &self.lanes[*at];
            !lane.is_out && lane.answered == 0 && lane.open > 0
        };
        let without = (0..self.lanes.len()).filter(tried).map(|at| self.race_entrant(at).engine);
        (!others.is_empty()).then(|| FastestEngine {
            racer: self.race_entrant(best),
            instances: self.instances,
            rounds: 1,
            others,
            without: without.collect(),
        })
    }

    /// Returns the factor by which a lane is slower than the best one.
    fn slowdown_factor(&self, best: usize, other: usize) -> Option<SpeedupFactor> {
        let ratios = self.pairs.get(&(best.min(other), best.max(other)))?;
        // The sums are of the smaller place by the greater one.
        let sign = if other < best { 1.0 } else { -1.0 };
        let ratio = (sign * ratios.sum / ratios.both as f64).exp();
        // A negative sign exchanges the ends of the range.
        let [a, b] = [ratios.least, ratios.greatest].map(|log| (sign * log).exp());
        let spread = match ratios.both {
            1 => RatioSpread::None {},
            _ => RatioSpread::Range { least: a.min(b), greatest: a.max(b) },
        };
        Some(SpeedupFactor { racer: self.race_entrant(other), both: ratios.both, ratio, spread })
    }

    fn race_entrant(&self, at: usize) -> RaceEntrant {
        let lane = &self.lanes[at];
        let engine = match &lane.model {
            Some(model) => format!("{} ({model})", lane.engine),
            None => lane.engine.clone(),
        };
        RaceEntrant { engine, answered: lane.answered }
    }
}

impl LogRatioSums {
    const NONE: LogRatioSums =
        LogRatioSums { both: 0, sum: 0.0, least: f64::INFINITY, greatest: f64::NEG_INFINITY };

    fn add_log(&mut self, log: f64) {
        self.both += 1;
        self.sum += log;
        self.least = self.least.min(log);
        self.greatest = self.greatest.max(log);
    }
}

/// Whether a row finished its task, and nothing shows that it is wrong.
fn is_finished(row: &Row) -> bool {
    let answered =
        matches!(row.answer, Answer::Satisfiable | Answer::Unsatisfiable | Answer::Optimal(_));
    answered && !row.is_unanswered() && row.checked && row.wrong.is_none()
}
