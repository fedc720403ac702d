//! Conclusions of a report: the best engine, and how certainly it is better than each other one.

use std::cmp::Ordering;

use serde_json::{Value, json};

use super::analysis::StudyAnalysis;
use super::lanes::LaneFigures;
use super::pairs::LanePair;

/// A difference is significant if its p-value, corrected for the number of pairs, is below this.
pub(super) const SIGNIFICANCE_LEVEL: f64 = 0.05;

/// The best engine, and the others next to it.
#[derive(Clone, Debug, Default)]
pub(super) struct StudyConclusions {
    /// The best lane; none if no engine solves anything without a wrong answer.
    pub(super) best: Option<usize>,
    /// The other lanes, in their order.
    pub(super) others: Vec<BestEngineComparison>,
}

/// An engine next to the best one, on the instances of which both have all runs.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct BestEngineComparison {
    pub(super) lane: usize,
    /// The number of these instances, and how many of them both solve.
    pub(super) instances: usize,
    pub(super) both: usize,
    /// The instances that only this one solves, and only the best one.
    pub(super) only: [usize; 2],
    /// The geometric mean of the ratios of its times to the best one's, on what both solve.
    pub(super) ratio: Option<f64>,
    /// The p-value, corrected for the number of pairs.
    pub(super) p: f64,
    /// How the difference is to be read.
    pub(super) relation: EngineRelation,
}

/// The relation of an engine to the best one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EngineRelation {
    /// Known to be wrong.
    Wrong,
    /// There is no instance of which both have all runs.
    Missing,
    /// Significantly slower; to leave an instance unsolved is the greatest loss.
    Slower,
    /// Significantly faster.
    Faster,
    /// Without a significant difference, but it leaves instances unsolved that the best one solves.
    Fewer,
    /// Without a significant difference, and it solves what the best one solves.
    Equal,
}

impl EngineRelation {
    fn name(self) -> &'static str {
        match self {
            EngineRelation::Wrong => "wrong",
            EngineRelation::Missing => "nothing_in_common",
            EngineRelation::Slower => "slower",
            EngineRelation::Faster => "faster",
            EngineRelation::Fewer => "solves_fewer",
            EngineRelation::Equal => "not_significant",
        }
    }
}

impl StudyConclusions {
    /// Compares each lane with the best one, by the pairs of the report.
    pub(super) fn from_pairs(
        lanes: &[LaneFigures],
        ranking: &[usize],
        best: Option<usize>,
        pairs: &[LanePair],
    ) -> Self {
        let against = |lane: usize| {
            let best = best?;
            let pair = pairs.iter().find(|pair| {
                [pair.one, pair.two] == [best, lane] || [pair.one, pair.two] == [lane, best]
            })?;
            let figures = &pair.figures;
            let is_first = pair.one == lane;
            // The pair was computed in one direction. Here the other engine comes first, so that
            // greater means slower than the best one.
            let turned = |lead: Ordering| if is_first { lead } else { lead.reverse() };
            let [one, two] = figures.only;
            let only = if is_first { [one, two] } else { [two, one] };
            // The arms are in order of precedence: a wrong engine has no meaningful times, an empty
            // intersection no test, and an insignificant difference may still come with losses.
            let relation = match figures.lead.map(turned) {
                _ if lanes[lane].wrong > 0 => EngineRelation::Wrong,
                _ if figures.instances == 0 => EngineRelation::Missing,
                Some(Ordering::Greater) if pair.adjusted < SIGNIFICANCE_LEVEL => {
                    EngineRelation::Slower
                }
                Some(Ordering::Less) if pair.adjusted < SIGNIFICANCE_LEVEL => {
                    EngineRelation::Faster
                }
                _ if only[1] > 0 => EngineRelation::Fewer,
                _ => EngineRelation::Equal,
            };
            Some(BestEngineComparison {
                lane,
                instances: figures.instances,
                both: figures.both,
                only,
                // The geometric mean of inverse ratios is the inverse of their geometric mean.
                ratio: figures.ratio.map(|r| if is_first { r } else { 1.0 / r }),
                p: pair.adjusted,
                relation,
            })
        };
        StudyConclusions {
            best,
            others: ranking.iter().filter_map(|&lane| against(lane)).collect(),
        }
    }

    /// Returns the lanes in one relation to the best one.
    pub(super) fn with_relation(
        &self,
        relation: EngineRelation,
    ) -> impl Iterator<Item = &BestEngineComparison> {
        self.others.iter().filter(move |other| other.relation == relation)
    }
}

/// Returns the conclusions as an object.
pub(super) fn conclusions_json(analysis: &StudyAnalysis) -> Value {
    let name = |lane: usize| analysis.study.lanes[lane].name();
    let best = analysis.conclusions.best.map(|lane| {
        let times = &analysis.lanes[lane].times;
        json!({
            "engine": name(lane), "par2_s": times.par2.filter(|_| analysis.study.timed),
            "solved": times.solved, "instances": times.instances,
        })
    });
    let other = |other: &BestEngineComparison| {
        json!({
            "engine": name(other.lane), "relation": other.relation.name(),
            "instances": other.instances, "both": other.both, "only": other.only[0],
            "only_best": other.only[1], "ratio": other.ratio, "p_holm": other.p,
        })
    };
    json!({
        "best": best,
        "others": analysis.conclusions.others.iter().map(other).collect::<Vec<_>>(),
        "level": SIGNIFICANCE_LEVEL,
    })
}
