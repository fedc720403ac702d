//! Conclusions of a report: the best engine, and how certainly it is better than each other one.

use serde_json::{Value, json};

use super::analysis::Analysis;
use super::lanes::LaneFigures;
use super::pairs::Pair;

/// A difference is significant if its p-value, corrected for the number of pairs, is below this.
pub(super) const LEVEL: f64 = 0.05;

/// The best engine, and the others next to it.
#[derive(Clone, Debug, Default)]
pub(super) struct Conclusions {
    /// The best lane; none if no engine solves anything without a wrong answer.
    pub(super) best: Option<usize>,
    /// The other lanes, in their order.
    pub(super) others: Vec<Against>,
}

/// An engine next to the best one, on the instances that both solve.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Against {
    pub(super) lane: usize,
    /// The number of these instances.
    pub(super) both: usize,
    /// The geometric mean of its times by those of the best one.
    pub(super) ratio: Option<f64>,
    /// The p-value, corrected for the number of pairs.
    pub(super) p: f64,
    /// How the difference is to be read.
    pub(super) relation: Relation,
}

/// The relation of an engine to the best one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Relation {
    /// Known to be wrong.
    Wrong,
    /// Solves no instance that the best one solves.
    Apart,
    /// Significantly slower.
    Slower,
    /// Significantly faster where both solve.
    Faster,
    /// Without a significant difference.
    Equal,
}

impl Relation {
    fn name(self) -> &'static str {
        match self {
            Relation::Wrong => "wrong",
            Relation::Apart => "nothing_in_common",
            Relation::Slower => "slower",
            Relation::Faster => "faster",
            Relation::Equal => "not_significant",
        }
    }
}

impl Conclusions {
    /// Compares each lane with the best one, by the pairs of the report.
    pub(super) fn of(
        lanes: &[LaneFigures],
        ranking: &[usize],
        best: Option<usize>,
        pairs: &[Pair],
    ) -> Self {
        let against = |lane: usize| {
            let best = best?;
            let pair = pairs.iter().find(|pair| {
                [pair.one, pair.two] == [best, lane] || [pair.one, pair.two] == [lane, best]
            })?;
            let is_first = pair.one == lane;
            let ratio = pair.figures.ratio.map(|r| if is_first { r } else { 1.0 / r });
            let relation = match ratio {
                _ if lanes[lane].wrong > 0 => Relation::Wrong,
                None => Relation::Apart,
                Some(_) if pair.adjusted >= LEVEL => Relation::Equal,
                Some(ratio) if ratio >= 1.0 => Relation::Slower,
                Some(_) => Relation::Faster,
            };
            let both = pair.figures.both;
            Some(Against { lane, both, ratio, p: pair.adjusted, relation })
        };
        Conclusions { best, others: ranking.iter().filter_map(|&lane| against(lane)).collect() }
    }

    /// Returns the lanes in one relation to the best one.
    pub(super) fn related(&self, relation: Relation) -> impl Iterator<Item = &Against> {
        self.others.iter().filter(move |other| other.relation == relation)
    }
}

/// Returns the conclusions as an object.
pub(super) fn conclusions_json(analysis: &Analysis) -> Value {
    let name = |lane: usize| analysis.study.lanes[lane].name();
    let best = analysis.conclusions.best.map(|lane| {
        let times = &analysis.lanes[lane].times;
        json!({
            "engine": name(lane), "par2_s": times.par2.filter(|_| analysis.study.timed),
            "solved": times.solved, "instances": times.instances,
        })
    });
    let other = |other: &Against| {
        json!({
            "engine": name(other.lane), "relation": other.relation.name(), "both": other.both,
            "ratio": other.ratio, "p_holm": other.p,
        })
    };
    json!({
        "best": best,
        "others": analysis.conclusions.others.iter().map(other).collect::<Vec<_>>(),
        "level": LEVEL,
    })
}
