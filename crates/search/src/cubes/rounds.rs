//! One solution, or the best: rounds, in which every piece gets a share of the work.

use std::sync::Arc;

use parallax_model::ask::Ended;
use parallax_model::{Objective, Value};

use super::crew::{Crew, Job, Report};
use super::cutter::Budget;
use super::piece::Piece;
use super::tally::Tally;
use crate::heuristics::Guide;

/// The fewest steps of work on a piece in a round.
const LEAST: u64 = 50_000;

/// The search as one thread would do it: it goes on from round to round at restarts, beside the
/// pieces, so that what one thread finds is found as soon, whatever the cuts are worth.
pub(super) struct Line {
    /// What is left of the tree.
    pub(super) piece: Piece,
    pub(super) guide: Guide,
    /// The run of the restarts that comes next.
    pub(super) run: u64,
}

/// Rounds over the line and the first open pieces. The line has half as many steps in a round as all
/// these together, of which many end before that. Each piece begins with the same bound and with what all have learned in the
/// earlier rounds, and keeps what it has done: pieces never restart, so that beside the line, which
/// may repeat itself, the tree is traversed once. A solution of the line wins, then that of the
/// first piece that has one; of solutions with a cost, the best.
pub(super) struct Rounds<'r> {
    /// The work on the line in the first round; later rounds have half as much again.
    pub(super) budget: Budget,
    pub(super) guide: Guide,
    /// Where the search restarts.
    pub(super) line: Option<Line>,
    /// The most pieces of a round.
    pub(super) width: usize,
    pub(super) variables: usize,
    /// The objective, where the best is wanted.
    pub(super) objective: Option<&'r Objective>,
    /// The largest allowed cost.
    pub(super) bound: i64,
}

/// The reports of one round; the first place is that of the line.
struct Round {
    reports: Vec<Option<Report>>,
    /// The place of the report that decides: those after it do not matter.
    last: Option<usize>,
    stopped: Option<Ended>,
}

impl Rounds<'_> {
    /// Runs rounds until nothing is left, or a limit or the task ends the work.
    pub(super) fn lead(
        &mut self,
        pieces: Vec<Piece>,
        crew: &mut Crew<'_>,
        tally: &mut Tally<'_>,
    ) -> Ended {
        // The next piece is the last one.
        let mut pieces: Vec<Piece> = pieces.into_iter().rev().collect();
        while !pieces.is_empty() {
            let first = pieces.len().saturating_sub(self.width.max(1));
            let round = self.run(pieces.drain(first..).rev().collect(), crew);
            let Round { mut reports, last, stopped } = round;
            reports.truncate(last.map_or(reports.len(), |last| last + 1));
            reports.iter().flatten().for_each(|report| tally.spend(report));
            if let Some(winner) = self.best(&reports)
                && (tally.pass(winner, self.variables).is_break() || self.objective.is_none())
            {
                return Ended::Enough;
            }
            if let Some(ended) = stopped {
                return ended;
            }
            let mut reports = reports.into_iter();
            let line = reports.next().flatten();
            if !self.goes_on(line) {
                return Ended::Exhausted;
            }
            let open = reports.flatten().filter_map(|report| report.part.end.err());
            let open: Vec<Piece> = open.flat_map(|left| left.pieces).collect();
            pieces.extend(open.into_iter().rev());
            let steps = self.budget.steps;
            self.budget.steps = steps.saturating_add(steps / 2);
            tally.watched(pieces.iter().map(|piece| piece.share));
        }
        Ended::Exhausted
    }

    /// Takes the state of the line; false if it has come to its end.
    fn goes_on(&mut self, report: Option<Report>) -> bool {
        let (Some(line), Some(report)) = (&mut self.line, report) else {
            return true;
        };
        let Err(left) = report.part.end else {
            return false;
        };
        line.piece = left.root;
        line.run = report.part.run;
        if let Some(guide) = report.guide {
            line.guide = guide;
        }
        true
    }

    /// Gives the line and these pieces to the crew.
    fn order(&self, pieces: Vec<Piece>, guide: &Arc<Guide>, crew: &mut Crew<'_>) {
        let (budget, bound) = (self.budget, self.bound);
        if let Some(Line { piece, guide, run }) = &self.line {
            let (piece, guide) = (piece.clone(), Arc::new(guide.clone()));
            crew.order(Job { number: 0, piece, budget, bound, guide, run: Some(*run) });
        }
        // Many pieces end before that.
        let steps = budget.steps.saturating_mul(2) / pieces.len() as u64;
        let steps = steps.max(LEAST.min(budget.steps));
        let budget = Budget { steps, ..budget };
        for (number, piece) in (1..).zip(pieces) {
            crew.order(Job { number, piece, budget, bound, guide: guide.clone(), run: None });
        }
    }

    /// Works on the line and these pieces, or on those before the first that decides.
    fn run(&mut self, pieces: Vec<Piece>, crew: &mut Crew<'_>) -> Round {
        let mut reports: Vec<Option<Report>> = Vec::new();
        reports.resize_with(pieces.len() + 1, || None);
        let guide = Arc::new(self.guide.clone());
        self.order(pieces, &guide, crew);
        let (mut last, mut stopped) = (None::<u64>, None);
        while let Some((number, arrived)) = crew.arrival() {
            let mut report = match arrived {
                Ok(report) => report,
                Err(panic) => {
                    stopped = Some(Ended::GaveUp(format!("crash: panic: {panic}")));
                    crew.cancel_from(0);
                    continue;
                }
            };
            if last.is_some_and(|last| number > last) {
                continue;
            }
            if let Some(stop) = report.part.stop() {
                stopped.get_or_insert(Ended::Stopped(stop));
            }
            let before = match (number, &self.line) {
                (0, Some(line)) => line.guide.learned(),
                _ => guide.learned(),
            };
            if let (Some(before), Some(after)) = (before, report.learned.take()) {
                self.guide.learn(before, &after);
            }
            let wins = report.part.found > 0 && self.objective.is_none();
            let ends = number == 0 && matches!(report.part.end, Ok(Ended::Exhausted));
            if wins || ends {
                last = Some(number);
                crew.cancel_from(number + 1);
            }
            reports[number as usize] = Some(report);
        }
        Round { reports, last: last.map(|last| last as usize), stopped }
    }

    /// The candidate of the winner, the last report that counts, or the best one, the first on a
    /// tie; moves the bound.
    fn best<'p>(&mut self, reports: &'p [Option<Report>]) -> Option<&'p [Value]> {
        let found = |report: &'p Report| Some(&*report.candidates).filter(|c| !c.is_empty());
        let mut all = reports.iter().flatten().filter_map(found);
        let Some(objective) = self.objective else {
            return all.next();
        };
        let cost = |values: &&[Value]| objective.signed(objective.value(values));
        let best = all.min_by_key(cost)?;
        self.bound = cost(&best) - 1;
        Some(best)
    }
}
