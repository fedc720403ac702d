//! The order of engines, the best first.

use super::lanes::LaneFigures;

/// Returns the lanes, the best first: by PAR2 or, if the experiment has no limit, by the number of
/// instances solved and then the total time on the instances that all solve. Ties keep their order.
pub(super) fn rank_lanes(lanes: &[LaneFigures]) -> Vec<usize> {
    let by_par2 = lanes.iter().all(|lane| lane.times.par2.is_some());
    let mut order: Vec<usize> = (0..lanes.len()).collect();
    order.sort_by(|&a, &b| {
        let (a, b) = (&lanes[a].times, &lanes[b].times);
        // Equal sums may differ in their last digits.
        let par2 = |times: &super::lanes::LaneTimes| {
            times.par2.map_or(f64::INFINITY, |par2| (par2 * 1e9).round())
        };
        // Without a limit or a common instance no lane has a PAR2.
        let first = if by_par2 { par2(a).total_cmp(&par2(b)) } else { b.solved.cmp(&a.solved) };
        let total = |times: &super::lanes::LaneTimes| (times.total.unwrap_or(0.0) * 1e9).round();
        first.then(b.solved.cmp(&a.solved)).then(total(a).total_cmp(&total(b)))
    });
    order
}

/// Returns the first lane of a ranking that is never known to be wrong and solves something.
/// Without a limit there is none if another one solves as many, and no instance is solved by all.
pub(super) fn best_lane(lanes: &[LaneFigures], ranking: &[usize]) -> Option<usize> {
    let is_good = |&lane: &usize| lanes[lane].wrong == 0 && lanes[lane].times.solved > 0;
    let mut good = ranking.iter().copied().filter(is_good);
    let (best, next) = (good.next()?, good.next());
    let [best_times, next_times] = [best, next.unwrap_or(best)].map(|lane| &lanes[lane].times);
    // Without a limit and without shared instances, two engines that solve as many instances cannot
    // be ranked: each may have solved the easy ones.
    let is_open = best_times.par2.is_none()
        && best_times.total.is_none()
        && best_times.solved == next_times.solved;
    (next.is_none() || !is_open).then_some(best)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::lanes::LaneTimes;

    fn lane(times: &[Option<f64>], limit: Option<f64>, wrong: u64) -> LaneFigures {
        let shared: Vec<f64> = times.iter().copied().take(1).flatten().collect();
        LaneFigures {
            times: LaneTimes::from_times(times, &shared, limit),
            wrong,
            ..LaneFigures::default()
        }
    }

    #[test]
    fn par2_ranks_and_a_wrong_engine_is_never_the_best() {
        // PAR2 with a limit of 10 s: 2, 10.5 and 1.
        let all = [[Some(2.0), Some(2.0)], [Some(1.0), None], [Some(1.0), Some(1.0)]];
        let lanes = |limit| [0, 1, 2].map(|at| lane(&all[at], limit, u64::from(at == 2)));
        let limited = lanes(Some(10.0));
        assert_eq!(rank_lanes(&limited), [2, 0, 1]);
        assert_eq!(best_lane(&limited, &rank_lanes(&limited)), Some(0));
        // Without a limit the number of solved instances comes first.
        assert_eq!(rank_lanes(&lanes(None)), [2, 0, 1]);
        let none = [lane(&[None], Some(1.0), 0)];
        assert_eq!(best_lane(&none, &rank_lanes(&none)), None);
    }
}
