//! Size and time of encodings, and their Pareto front.

use std::collections::BTreeMap;

use parallax_lab::experiment::measure::Spread;
use parallax_lab::experiment::measure::pareto::front;

use super::study::Study;

/// The cost of an encoding.
#[derive(Clone, Debug)]
pub(super) struct EncodingCost {
    pub(super) lane: usize,
    /// Instances that it did not solve with every seed and repetition.
    pub(super) open: usize,
    /// Sum of the clauses over all instances that every encoding solved in every round.
    pub(super) clauses: f64,
    /// Seconds to encode these instances, over the rounds.
    pub(super) encode: Spread,
    /// Seconds of search on them, over the rounds.
    pub(super) solve: Spread,
    /// Whether no other encoding is certainly better in one of these and certainly worse in none.
    pub(super) is_best: bool,
}

/// The sums of a lane in one round.
#[derive(Clone, Copy, Default)]
struct Round {
    clauses: f64,
    encode: f64,
    solve: f64,
}

/// Returns the encodings of a study, the lanes that report clauses, and the number of instances
/// that all of them solved in every round.
pub(super) fn encodings(study: &Study, solved: &[bool]) -> (Vec<EncodingCost>, usize) {
    let lanes = lanes(study, solved);
    let number = lanes.iter().filter(|is_one| **is_one).count();
    if !study.timed || number < 2 {
        return (Vec::new(), 0);
    }
    let runs = || study.places.iter().zip(solved).enumerate();
    // Whether an instance was solved in all runs of these lanes, and in all runs of one lane.
    let mut common = vec![true; study.instances.len()];
    let mut of_lane: BTreeMap<(usize, usize), bool> = BTreeMap::new();
    for (_, (&(instance, lane), &solved)) in runs().filter(|(_, ((_, lane), _))| lanes[*lane]) {
        common[instance] &= solved;
        *of_lane.entry((lane, instance)).or_insert(true) &= solved;
    }
    let shared = common.iter().filter(|common| **common).count();
    let mut rounds: Vec<BTreeMap<(u64, u32), Round>> = vec![BTreeMap::new(); study.lanes.len()];
    for (place, (&(instance, lane), _)) in runs() {
        if !lanes[lane] || !common[instance] {
            continue;
        }
        let record = &study.records[place];
        let measured = record.measured.unwrap_or_default();
        let round = rounds[lane].entry((record.seed, record.repeat)).or_default();
        round.clauses += record.counters.get("clauses").unwrap_or(0) as f64;
        round.encode += measured.encode_s;
        round.solve += measured.solve_s;
    }
    let mut found = Vec::with_capacity(number);
    for (lane, rounds) in rounds.iter().enumerate().filter(|(lane, _)| lanes[*lane]) {
        let over = |value: fn(&Round) -> f64| Spread::of(rounds.values().map(value).collect());
        let zero = Spread::exactly(0.0);
        found.push(EncodingCost {
            lane,
            open: of_lane.iter().filter(|((of, _), solved)| *of == lane && !**solved).count(),
            clauses: over(|round| round.clauses).unwrap_or(zero).median,
            encode: over(|round| round.encode).unwrap_or(zero),
            solve: over(|round| round.solve).unwrap_or(zero),
            is_best: false,
        });
    }
    let exactly = Spread::exactly;
    let point = |cost: &EncodingCost| {
        [exactly(cost.open as f64), exactly(cost.clauses), cost.encode, cost.solve]
    };
    let best = front(&found.iter().map(point).collect::<Vec<_>>());
    found.iter_mut().zip(best).for_each(|(cost, best)| cost.is_best = best);
    (found, shared)
}

/// For each lane whether it reports clauses.
fn lanes(study: &Study, solved: &[bool]) -> Vec<bool> {
    let mut lanes = vec![false; study.lanes.len()];
    for ((record, (_, lane)), _) in
        study.records.iter().zip(&study.places).zip(solved).filter(|(_, solved)| **solved)
    {
        lanes[*lane] |= record.counters.get("clauses").is_some();
    }
    lanes
}
