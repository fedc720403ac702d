//! The change of each engine between two files.

use std::collections::HashMap;

use parallax_compare::{Row, Verdict, relate_rows};
use parallax_experiment::RunRecord;
use parallax_instance::InputError;

use super::matching;
use crate::results::cases::equal_ranges;
use crate::results::options::{ReportOptions, RunClock};
use crate::results::pairs::PairedTimes;
use crate::results::rows::record_row;
use crate::results::statistics::median;
use crate::results::study::ResultStudy;

/// The differences between two studies.
pub struct StudyChange {
    pub(in crate::results) before: ResultStudy,
    pub(in crate::results) after: ResultStudy,
    pub(in crate::results) options: ReportOptions,
    /// Warnings to read before the numbers.
    pub(in crate::results) warnings: Vec<String>,
    /// The runs in both studies, by their records, in the order of the first.
    pub(in crate::results) matched: Vec<MatchedRun>,
    /// The number of runs only in the first study, and only in the second.
    pub(in crate::results) only: [usize; 2],
    pub(in crate::results) engines: Vec<EngineChange>,
}

/// A run in both studies.
#[derive(Clone, Debug)]
pub(in crate::results) struct MatchedRun {
    pub(in crate::results) before: usize,
    pub(in crate::results) after: usize,
    /// How the two answers relate.
    pub(in crate::results) verdict: Verdict,
    /// Whether each did its task and is not known to be wrong.
    pub(in crate::results) solved: [bool; 2],
    /// The first counter that differs, if both runs ended by themselves and the specs are equal:
    /// its name, and its values.
    pub(in crate::results) counter: Option<(String, Option<u64>, Option<u64>)>,
}

/// An engine on a viewpoint, before and after.
#[derive(Clone, Debug)]
pub(in crate::results) struct EngineChange {
    pub(in crate::results) engine: String,
    pub(in crate::results) model: String,
    pub(in crate::results) runs: usize,
    pub(in crate::results) solved: [usize; 2],
    pub(in crate::results) changed: usize,
    pub(in crate::results) gained: usize,
    pub(in crate::results) lost: usize,
    /// Runs whose counters were compared, and the number of them with a difference.
    pub(in crate::results) counted: usize,
    pub(in crate::results) counters: usize,
    /// Times after to times before, one for each instance.
    pub(in crate::results) times: Option<PairedTimes>,
}

impl MatchedRun {
    /// Whether the answers contradict each other, or one of them is wrong.
    pub(in crate::results) fn is_change(&self) -> bool {
        self.verdict.is_disagreement()
    }
}

impl StudyChange {
    /// Compares two studies. Runs belong together by source, place, viewpoint, engine, seed and
    /// repetition.
    ///
    /// # Errors
    /// Returns an error if their tasks differ, a source has other content, or the time that the
    /// report uses was not measured.
    pub fn from_studies(
        before: ResultStudy,
        after: ResultStudy,
        options: ReportOptions,
    ) -> Result<Self, InputError> {
        let warnings = matching::check_studies(&before, &after)?;
        let (pairs, only) = matching::pair_records(&before, &after);
        let same = matching::same_specs(&before, &after);
        let matched: Vec<MatchedRun> =
            pairs.into_iter().map(|(b, a)| match_records(&before, &after, (b, a), &same)).collect();
        let timed = before.timed && after.timed;
        if timed {
            check_clock(&before, &after, &matched, options.clock)?;
        }
        let mut change =
            StudyChange { before, after, options, warnings, matched, only, engines: Vec::new() };
        change.engines = change.by_engine(timed);
        Ok(change)
    }

    /// Returns the exit code: 5 and 4 as `compare` for answers that contradict each other, 1 if a
    /// run is newly solved or lost or is in one file only, 0 if no answer differs.
    #[must_use]
    pub fn exit_code(&self) -> u8 {
        let worst = self.matched.iter().map(|matched| matched.verdict).max();
        let differs = |matched: &MatchedRun| matched.solved[0] != matched.solved[1];
        match worst {
            Some(worst) if worst.is_disagreement() => worst.exit_code(),
            _ if self.only != [0, 0] || self.matched.iter().any(differs) => 1,
            _ => 0,
        }
    }

    fn by_engine(&self, timed: bool) -> Vec<EngineChange> {
        let mut places: HashMap<(&str, &str), usize> = HashMap::new();
        // Groups the runs by engine and viewpoint, in the order in which they first appear. Within
        // a group they keep the order of the instances, which `summarise_engine` needs.
        let mut of: Vec<Vec<usize>> = Vec::new();
        for (at, matched) in self.matched.iter().enumerate() {
            let record = &self.before.records[matched.before];
            let next = of.len();
            let group = *places.entry((&record.engine, &record.model)).or_insert(next);
            if group == next {
                of.push(Vec::new());
            }
            of[group].push(at);
        }
        let mut engines: Vec<EngineChange> =
            of.iter().map(|matched| self.summarise_engine(matched, timed)).collect();
        let rank = |engine: &EngineChange| {
            let lanes = &self.before.lanes;
            lanes.iter().position(|lane| lane.engine == engine.engine)
        };
        // The sort is stable, so the viewpoints of one engine stay in their order.
        engines.sort_by_key(rank);
        engines
    }

    /// Summarises an engine by its matched runs, which are in the order of the instances.
    pub(super) fn summarise_engine(&self, of: &[usize], timed: bool) -> EngineChange {
        let matched: Vec<&MatchedRun> = of.iter().map(|&at| &self.matched[at]).collect();
        let count = |is: &dyn Fn(&MatchedRun) -> bool| matched.iter().filter(|m| is(m)).count();
        let first = &self.before.records[matched[0].before];
        // All runs of an instance are adjacent, so each range holds the seeds and repetitions of
        // one.
        let cases = equal_ranges(matched.iter().map(|m| self.before.places[m.before].0));
        let time = |runs: &[&MatchedRun], side: usize| {
            let of = |matched: &&MatchedRun| self.run_seconds(matched, side);
            let times: Vec<f64> = runs.iter().map(of).collect();
            // An unsolved run counts as infinite. If the median is infinite, half of the runs or
            // more are unsolved, and the instance has no time.
            median(&times).filter(|time| time.is_finite())
        };
        let times = cases.into_iter().map(|range| {
            let runs = &matched[range];
            // After comes first: the ratio is then after to before, and below 1 means faster.
            (time(runs, 1), time(runs, 0))
        });
        EngineChange {
            engine: first.engine.clone(),
            model: first.model.clone(),
            runs: matched.len(),
            solved: [0, 1].map(|side| count(&|m| m.solved[side])),
            changed: count(&MatchedRun::is_change),
            gained: count(&|m| m.solved == [false, true]),
            lost: count(&|m| m.solved == [true, false]),
            counted: count(&|m| self.is_counted(m)),
            counters: count(&|m| m.counter.is_some()),
            times: timed.then(|| PairedTimes::from_times(times, self.options.margin)),
        }
    }

    /// Returns the seconds of a matched run before (0) or after (1); infinite if it is unsolved.
    fn run_seconds(&self, matched: &MatchedRun, side: usize) -> f64 {
        let record =
            [&self.before.records[matched.before], &self.after.records[matched.after]][side];
        let time = self.options.clock.measured_seconds(record).filter(|_| matched.solved[side]);
        time.unwrap_or(f64::INFINITY)
    }

    fn is_counted(&self, matched: &MatchedRun) -> bool {
        let records = (&self.before.records[matched.before], &self.after.records[matched.after]);
        matched.counter.is_some() || matching::are_counted(records.0, records.1)
    }
}

pub(super) fn match_records(
    before: &ResultStudy,
    after: &ResultStudy,
    (b, a): (usize, usize),
    same: &HashMap<String, bool>,
) -> MatchedRun {
    let (one, two) = (&before.records[b], &after.records[a]);
    let row_of = |study: &ResultStudy, record: &RunRecord, at: usize| {
        record_row(record, &study.lanes[study.places[at].1], study.task())
    };
    let rows = [row_of(before, one, b), row_of(after, two, a)];
    // Relating the rows marks those that the other one refutes, so it precedes `solved`.
    let (verdict, wrong) = relate_pair(rows);
    // Another spec under the same name, or an engine of one file only, may count something else.
    let comparable = same.get(&one.engine).copied().unwrap_or(false);
    let counter = (comparable && matching::are_counted(one, two))
        .then(|| matching::first_difference(&one.counters, &two.counters))
        .flatten();
    let [stated, now] = [before.task(), after.task()];
    let solved = [one.is_solved(stated) && !wrong[0], two.is_solved(now) && !wrong[1]];
    MatchedRun { before: b, after: a, verdict, solved, counter }
}

/// Returns the verdict on two rows of one run, and which of them is wrong.
fn relate_pair(mut rows: [Row; 2]) -> (Verdict, [bool; 2]) {
    let verdict = relate_rows(&mut rows);
    let wrong = [0, 1].map(|at| !rows[at].checked || rows[at].wrong.is_some());
    (verdict, wrong)
}

/// Returns an error if some solved run was not measured by this clock.
fn check_clock(
    before: &ResultStudy,
    after: &ResultStudy,
    matched: &[MatchedRun],
    clock: RunClock,
) -> Result<(), InputError> {
    for (side, study) in [before, after].into_iter().enumerate() {
        let record = |m: &MatchedRun| [m.before, m.after][side];
        let lacks = |m: &&MatchedRun| {
            m.solved[side] && clock.measured_seconds(&study.records[record(m)]).is_none()
        };
        if let Some(found) = matched.iter().find(lacks) {
            let record = &study.records[record(found)];
            let why = format!("run {} of {} has no {}", record.run, record.engine, clock.name());
            return Err(InputError::new(matching::first_file(study), why));
        }
    }
    Ok(())
}
