//! Searches for one solution, or the best, in rounds in which every subtree gets a share of the
//! work.

use std::sync::Arc;

use parallax_model::engine_api::EnumerationEnd;
use parallax_model::{Objective, Value};

use super::cutter::WalkBudget;
use super::subtree::SearchSubtree;
use super::tally::QuestionTally;
use super::worker_pool::{JobResult, WorkerJob, WorkerPool};
use crate::heuristics::BranchingGuide;

/// Minimum steps of work on a subtree in a round.
const MIN_SUBTREE_STEPS: u64 = 50_000;

/// The search that one thread would do: it continues from round to round, at restarts, next to the
/// subtrees. So a solution that one thread finds early is found as early, however the tree is cut.
pub(super) struct MainSearch {
    /// The rest of the tree.
    pub(super) subtree: SearchSubtree,
    pub(super) guide: BranchingGuide,
    /// The next run of the restarts.
    pub(super) run: u64,
}

/// Rounds over the line and the first open subtrees. In a round, the budgets of all subtrees
/// together are twice that of the line, and many subtrees end early. Each subtree begins with the
/// same bound and with the weights of all subtrees from earlier rounds. Subtrees never restart, so
/// together they traverse the tree once, while the line may repeat itself. A solution of the line
/// wins, then that of the first subtree that has one; of solutions with a cost, the best.
pub(super) struct SubtreeRounds<'r> {
    /// The work on the line in the first round; each later round has half as much again.
    pub(super) budget: WalkBudget,
    pub(super) guide: BranchingGuide,
    /// The line, if the search restarts.
    pub(super) line: Option<MainSearch>,
    /// Maximum number of subtrees of a round.
    pub(super) width: usize,
    pub(super) variables: usize,
    /// The objective, if the task is the best solution.
    pub(super) objective: Option<&'r Objective>,
    /// The largest allowed cost.
    pub(super) bound: i64,
}

/// The reports of one round, that of the line first.
struct RoundResults {
    reports: Vec<Option<JobResult>>,
    /// The place of the deciding report: later ones do not matter.
    last: Option<usize>,
    stopped: Option<EnumerationEnd>,
}

impl SubtreeRounds<'_> {
    /// Runs rounds until nothing remains, or a limit or the task ends the work.
    pub(super) fn run_rounds(
        &mut self,
        subtrees: Vec<SearchSubtree>,
        crew: &mut WorkerPool<'_>,
        tally: &mut QuestionTally<'_>,
    ) -> EnumerationEnd {
        // In reverse order: the next subtree is taken from the end.
        let mut subtrees: Vec<SearchSubtree> = subtrees.into_iter().rev().collect();
        while !subtrees.is_empty() {
            // The first `width` subtrees in the order of the tree. Later ones wait: a first
            // solution is more likely where the heuristics went first.
            let first = subtrees.len().saturating_sub(self.width.max(1));
            let round = self.run_round(subtrees.drain(first..).rev().collect(), crew);
            let RoundResults { mut reports, last, stopped } = round;
            // Reports after the deciding one depend on how fast threads are, so they count neither
            // as work nor as candidates.
            reports.truncate(last.map_or(reports.len(), |last| last + 1));
            reports.iter().flatten().for_each(|report| tally.add_effort(report));
            if let Some(winner) = self.best_candidate(&reports)
                && (tally.pass_candidates(winner, self.variables).is_break()
                    || self.objective.is_none())
            {
                return EnumerationEnd::Enough;
            }
            if let Some(ended) = stopped {
                return ended;
            }
            let mut reports = reports.into_iter();
            let line = reports.next().flatten();
            if !self.update_line(line) {
                return EnumerationEnd::Exhausted;
            }
            // Finished subtrees drop out; cut ones are replaced by their parts at the same place in
            // the order.
            let open = reports.flatten().filter_map(|report| report.part.end.err());
            let open: Vec<SearchSubtree> = open.flat_map(|left| left.subtrees).collect();
            subtrees.extend(open.into_iter().rev());
            let steps = self.budget.steps;
            // Growing budgets keep the number of rounds small, although each round replays the
            // paths of its subtrees.
            self.budget.steps = steps.saturating_add(steps / 2);
            tally.report_progress(subtrees.iter().map(|subtree| subtree.share));
        }
        EnumerationEnd::Exhausted
    }

    /// Updates the line from its report; returns false if it is finished.
    fn update_line(&mut self, report: Option<JobResult>) -> bool {
        let (Some(line), Some(report)) = (&mut self.line, report) else {
            return true;
        };
        let Err(left) = report.part.end else {
            return false;
        };
        line.subtree = left.root;
        line.run = report.part.run;
        if let Some(guide) = report.guide {
            line.guide = guide;
        }
        true
    }

    /// Queues the line and these subtrees.
    fn queue_jobs(
        &self,
        subtrees: Vec<SearchSubtree>,
        guide: &Arc<BranchingGuide>,
        crew: &mut WorkerPool<'_>,
    ) {
        let (budget, bound) = (self.budget, self.bound);
        if let Some(MainSearch { subtree, guide, run }) = &self.line {
            let (subtree, guide) = (subtree.clone(), Arc::new(guide.clone()));
            crew.queue_job(WorkerJob { number: 0, subtree, budget, bound, guide, run: Some(*run) });
        }
        // Many subtrees end before they spend this.
        let steps = budget.steps.saturating_mul(2) / subtrees.len() as u64;
        let steps = steps.max(MIN_SUBTREE_STEPS.min(budget.steps));
        let budget = WalkBudget { steps, ..budget };
        for (number, subtree) in (1..).zip(subtrees) {
            crew.queue_job(WorkerJob {
                number,
                subtree,
                budget,
                bound,
                guide: guide.clone(),
                run: None,
            });
        }
    }

    /// Works on the line and these subtrees, or on those before the first one that decides.
    fn run_round(
        &mut self,
        subtrees: Vec<SearchSubtree>,
        crew: &mut WorkerPool<'_>,
    ) -> RoundResults {
        let mut reports: Vec<Option<JobResult>> = Vec::new();
        reports.resize_with(subtrees.len() + 1, || None);
        let guide = Arc::new(self.guide.clone());
        self.queue_jobs(subtrees, &guide, crew);
        let (mut last, mut stopped) = (None::<u64>, None);
        while let Some((number, arrived)) = crew.await_arrival() {
            let mut report = match arrived {
                Ok(report) => report,
                Err(panic) => {
                    stopped = Some(EnumerationEnd::GaveUp(format!("crash: panic: {panic}")));
                    crew.cancel_from(0);
                    continue;
                }
            };
            // This job was cancelled or is irrelevant; its result would depend on time.
            if last.is_some_and(|last| number > last) {
                continue;
            }
            if let Some(stop) = report.part.stop_reason() {
                stopped.get_or_insert(EnumerationEnd::Stopped(stop));
            }
            // Each report brings the weights it began with plus its own failures. The difference is
            // added once to the shared weights.
            let before = match (number, &self.line) {
                (0, Some(line)) => line.guide.learned_weights(),
                _ => guide.learned_weights(),
            };
            if let (Some(before), Some(after)) = (before, report.learned.take()) {
                self.guide.add_weights(before, &after);
            }
            // A solution decides against all later subtrees, and a finished line against all of
            // them: it has searched the whole rest.
            let wins = report.part.found > 0 && self.objective.is_none();
            let ends = number == 0 && matches!(report.part.end, Ok(EnumerationEnd::Exhausted));
            if wins || ends {
                last = Some(number);
                crew.cancel_from(number + 1);
            }
            reports[number as usize] = Some(report);
        }
        RoundResults { reports, last: last.map(|last| last as usize), stopped }
    }

    /// Returns the candidate of the first report that has one, or the best candidate, the first one
    /// on a tie; lowers the bound.
    fn best_candidate<'p>(&mut self, reports: &'p [Option<JobResult>]) -> Option<&'p [Value]> {
        let found = |report: &'p JobResult| Some(&*report.candidates).filter(|c| !c.is_empty());
        let mut all = reports.iter().flatten().filter_map(found);
        let Some(objective) = self.objective else {
            return all.next();
        };
        let cost = |values: &&[Value]| objective.convert_cost(objective.value_under(values));
        let best = all.min_by_key(cost)?;
        self.bound = cost(&best) - 1;
        Some(best)
    }
}
