//! Size and time of encodings, and their Pareto front.

use std::collections::BTreeMap;

use parallax_experiment::measure::MeasurementSpread;
use parallax_experiment::measure::pareto::pareto_front;

use super::cases::InstanceRuns;
use super::population::InstancePopulation;
use super::study::ResultStudy;

/// The encodings of a study.
#[derive(Clone, Debug, Default)]
pub(super) struct StudyEncodings {
    pub(super) costs: Vec<EncodingCost>,
    /// The instances of the figures.
    pub(super) population: InstancePopulation,
    /// The number of rounds, each a seed and a repetition.
    pub(super) rounds: usize,
}

/// The cost of an encoding.
#[derive(Clone, Debug)]
pub(super) struct EncodingCost {
    pub(super) lane: usize,
    /// Instances that it did not solve with every seed and repetition.
    pub(super) open: usize,
    /// Sum of the clauses over all instances that every encoding solved in every round.
    pub(super) clauses: f64,
    /// Seconds to encode these instances, over the rounds.
    pub(super) encode: MeasurementSpread,
    /// Seconds of search on them, over the rounds.
    pub(super) solve: MeasurementSpread,
    /// Whether no other encoding is certainly better in one of these and certainly worse in none.
    pub(super) is_best: bool,
}

/// The sums of a lane in one round.
#[derive(Clone, Copy, Default)]
struct EncodingRound {
    /// The number of instances, and the last one.
    instances: usize,
    last: Option<usize>,
    clauses: f64,
    encode: f64,
    solve: f64,
}

/// The rounds of a lane, by seed and repetition.
type Rounds = BTreeMap<(u64, u32), EncodingRound>;

/// Returns the encodings of a study: the lanes that solve something and report clauses. There are
/// none without an instance that several of them solved in every round.
pub(super) fn study_encodings(
    study: &ResultStudy,
    cases: &[InstanceRuns],
    solved: &[bool],
) -> StudyEncodings {
    let lanes = encoding_lanes(study, solved);
    // A front needs two encodings to compare, and times to compare them by.
    if !study.timed || lanes.iter().filter(|is_one| **is_one).count() < 2 {
        return StudyEncodings::default();
    }
    let population = InstancePopulation::from_cases(study, cases, &lanes);
    let rounds = lane_rounds(study, &population);
    let mut costs = Vec::new();
    for (lane, rounds) in rounds.iter().enumerate().filter(|(_, rounds)| !rounds.is_empty()) {
        let over = |value: fn(&EncodingRound) -> f64| {
            MeasurementSpread::from_values(rounds.values().map(value).collect())
        };
        let zero = MeasurementSpread::exactly(0.0);
        let is_open = |case: &&InstanceRuns| {
            case.lane == lane && population.whole[case.instance] && !case.is_solved
        };
        costs.push(EncodingCost {
            lane,
            open: cases.iter().filter(is_open).count(),
            clauses: over(|round| round.clauses).unwrap_or(zero).median,
            encode: over(|round| round.encode).unwrap_or(zero),
            solve: over(|round| round.solve).unwrap_or(zero),
            is_best: false,
        });
    }
    if costs.len() < 2 {
        return StudyEncodings { population, ..StudyEncodings::default() };
    }
    // Each cost is an interval over the rounds. Only an interval that lies wholly on one side of
    // another decides, so noise does not push an encoding off the front.
    let exactly = MeasurementSpread::exactly;
    let point = |cost: &EncodingCost| {
        [exactly(cost.open as f64), exactly(cost.clauses), cost.encode, cost.solve]
    };
    let best = pareto_front(&costs.iter().map(point).collect::<Vec<_>>());
    costs.iter_mut().zip(best).for_each(|(cost, best)| cost.is_best = best);
    let rounds = rounds.iter().map(BTreeMap::len).max().unwrap_or(0);
    StudyEncodings { costs, population, rounds }
}

/// Returns for each lane the rounds that have all instances that the encodings solve.
fn lane_rounds(study: &ResultStudy, population: &InstancePopulation) -> Vec<Rounds> {
    let mut rounds: Vec<Rounds> = vec![Rounds::new(); study.lanes.len()];
    for (record, &(instance, lane)) in study.records.iter().zip(&study.places) {
        if !population.solving[lane] || !population.solved[instance] {
            continue;
        }
        let measured = record.measured.unwrap_or_default();
        let round = rounds[lane].entry((record.seed, record.repeat)).or_default();
        // The records are sorted by instance, so comparing with the last one counts each instance
        // once, even if it has several records in the round.
        round.instances += usize::from(round.last.replace(instance) != Some(instance));
        round.clauses += record.counters.get("clauses").unwrap_or(0) as f64;
        round.encode += measured.encode_s;
        round.solve += measured.solve_s;
    }
    // Experiments with different seeds make rounds that lack some instances; their sums are too
    // small.
    let size = population.solved_size();
    rounds.iter_mut().for_each(|rounds| rounds.retain(|_, round| round.instances == size));
    rounds
}

/// For each lane whether it reports clauses.
fn encoding_lanes(study: &ResultStudy, solved: &[bool]) -> Vec<bool> {
    let mut lanes = vec![false; study.lanes.len()];
    for ((record, (_, lane)), _) in
        study.records.iter().zip(&study.places).zip(solved).filter(|(_, solved)| **solved)
    {
        lanes[*lane] |= record.counters.get("clauses").is_some();
    }
    lanes
}
