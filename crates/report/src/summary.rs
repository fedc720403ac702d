//! Sums over all rows of a comparison.

use std::collections::BTreeMap;
use std::sync::Arc;

use parallax_compare::{InstanceComparison, Row, Verdict};
use parallax_experiment::regress::plural_noun;
use parallax_model::engine_api::{Answer, SolutionCount};

use super::fastest::{FastestEngine, RaceTotals};

/// The sums of a comparison, in bounded memory.
#[derive(Clone, Debug, Default)]
pub struct ComparisonSummary {
    /// Instances.
    pub instances: u64,
    /// Rows.
    pub rows: u64,
    /// Inputs that could not be read.
    pub unread: u64,
    /// Instances by verdict.
    pub verdicts: BTreeMap<Verdict, u64>,
    /// Sums by model and engine, in the order of their first rows.
    pub lanes: Vec<LaneSummary>,
    /// The times of engines next to each other.
    pub(super) race: RaceTotals,
}

/// Sums over the rows of one engine on one model.
#[derive(Clone, Debug, Default)]
pub struct LaneSummary {
    /// The model.
    pub model: Arc<str>,
    /// The engine.
    pub engine: String,
    /// Rows with a solution, without one, without an answer, not applicable.
    pub answers: [u64; 4],
    /// Rows with solutions, but without an end of the task: a list or a count that stopped, a value
    /// that is not shown to be the best. No other number contains them.
    pub unfinished: u64,
    /// Sum of the solution counts; if symmetry is broken, of the solutions that they represent.
    pub solutions: SolutionCount,
    /// Sums of wall-clock seconds: encode, solve, check.
    pub times: [f64; 3],
    /// Rows with an answer that another engine also has.
    pub agreed: u64,
    /// Rows that are known to be wrong.
    pub wrong: u64,
    /// Instances that the engine answers on several models, and on this one in the least time. Ties
    /// go to the first.
    pub fastest: u64,
}

impl ComparisonSummary {
    /// Adds the rows of one instance.
    pub fn add_compared(&mut self, compared: &InstanceComparison) {
        self.instances += 1;
        self.rows += compared.rows.len() as u64;
        *self.verdicts.entry(compared.verdict).or_default() += 1;
        for row in &compared.rows {
            self.lane_mut(row).add_row(row, compared.verdict);
        }
        self.race.add_rows(&compared.rows, compared.verdict);
        for row in fastest_rows(&compared.rows) {
            self.lane_mut(row).fastest += 1;
        }
    }

    /// Returns the fastest engine, if there are others to compare it with.
    pub(super) fn fastest_engine(&self) -> Option<FastestEngine> {
        self.race.fastest_engine()
    }

    /// Returns the models, in the order of their first rows.
    pub(super) fn model_names(&self) -> Vec<Arc<str>> {
        let mut models: Vec<Arc<str>> = Vec::new();
        for lane in &self.lanes {
            if !models.contains(&lane.model) {
                models.push(lane.model.clone());
            }
        }
        models
    }

    fn lane_mut(&mut self, row: &Row) -> &mut LaneSummary {
        let known =
            self.lanes.iter().position(|lane| lane.model == row.model && lane.engine == row.engine);
        let index = known.unwrap_or_else(|| {
            let lane = LaneSummary {
                model: row.model.clone(),
                engine: row.engine.clone(),
                ..LaneSummary::default()
            };
            self.lanes.push(lane);
            self.lanes.len() - 1
        });
        &mut self.lanes[index]
    }

    /// Returns sums by engine, over all models.
    pub(super) fn engine_lanes(&self) -> Vec<LaneSummary> {
        let mut engines: Vec<LaneSummary> = Vec::new();
        for lane in &self.lanes {
            match engines.iter_mut().find(|known| known.engine == lane.engine) {
                Some(known) => known.add_lane(lane),
                None => engines.push(lane.clone()),
            }
        }
        engines
    }

    /// Returns the worst verdict; unanswered if there are no instances.
    #[must_use]
    pub fn worst_verdict(&self) -> Verdict {
        self.verdicts.keys().next_back().copied().unwrap_or(Verdict::Unanswered)
    }

    /// Returns the exit code of `compare`, the worst that applies: 5 and 4 of the verdicts, then 2
    /// for inputs that could not be read, then the others.
    #[must_use]
    pub fn exit_code(&self) -> u8 {
        match self.worst_verdict() {
            verdict if verdict.is_disagreement() => verdict.exit_code(),
            _ if self.unread > 0 => 2,
            verdict => verdict.exit_code(),
        }
    }

    /// Summarises the comparison in one line.
    #[must_use]
    pub fn summary_line(&self) -> String {
        let mut verdicts: Vec<String> = Vec::new();
        for (verdict, n) in &self.verdicts {
            verdicts.push(format!("{n} {verdict}"));
        }
        let verdicts =
            if verdicts.is_empty() { String::new() } else { format!(": {}", verdicts.join(", ")) };
        let unread = match self.unread {
            0 => String::new(),
            n => format!("; {} not read", plural_noun(n, "input")),
        };
        format!(
            "overall: {} ({}, {}{verdicts}{unread})",
            self.worst_verdict(),
            plural_noun(self.instances, "instance"),
            plural_noun(self.rows, "result"),
        )
    }
}

/// Returns the fastest row of each engine that answers on several models.
fn fastest_rows(rows: &[Row]) -> Vec<&Row> {
    let mut best: Vec<(&Row, usize)> = Vec::new();
    // Rows of one engine are compared with each other only; `models` counts the viewpoints it
    // answers.
    for row in rows.iter().filter(|row| is_answer(row)) {
        match best.iter_mut().find(|(known, _)| known.engine == row.engine) {
            Some((known, models)) => {
                *models += 1;
                // The strict comparison leaves ties with the first row.
                if row.time_s.total < known.time_s.total {
                    *known = row;
                }
            }
            None => best.push((row, 1)),
        }
    }
    best.into_iter().filter(|&(_, models)| models > 1).map(|(row, _)| row).collect()
}

/// Whether a row did its task, and is not known to be wrong.
fn is_answer(row: &Row) -> bool {
    let silent = row.is_unanswered() || row.is_unsupported();
    !silent && row.checked && row.wrong.is_none()
}

impl LaneSummary {
    /// Adds the sums of another lane.
    fn add_lane(&mut self, other: &LaneSummary) {
        for (sum, more) in self.answers.iter_mut().zip(other.answers) {
            *sum += more;
        }
        for (sum, more) in self.times.iter_mut().zip(other.times) {
            *sum += more;
        }
        self.unfinished += other.unfinished;
        self.solutions += &other.solutions;
        self.agreed += other.agreed;
        self.wrong += other.wrong;
        self.fastest += other.fastest;
    }

    /// Returns the number of answers.
    pub(super) fn answered_count(&self) -> u64 {
        self.answers[0] + self.answers[1]
    }

    /// Returns the total of wall-clock seconds.
    pub fn total_seconds(&self) -> f64 {
        self.times.iter().sum()
    }

    fn add_row(&mut self, row: &Row, verdict: Verdict) {
        let place = match &row.answer {
            Answer::Satisfiable if row.is_unanswered() => None,
            Answer::Satisfiable | Answer::Optimal(_) => Some(0),
            Answer::Unsatisfiable => Some(1),
            Answer::Unknown(_) => Some(2),
            Answer::Unsupported(_) => Some(3),
        };
        match place {
            Some(place) => self.answers[place] += 1,
            None => self.unfinished += 1,
        }
        // Under these verdicts the answers of the rows agree.
        let compared = matches!(verdict, Verdict::Agree | Verdict::OneSidedUnknown);
        self.agreed += u64::from(place.is_some_and(|place| place < 2) && compared);
        self.wrong += u64::from(!row.checked || row.wrong.is_some());
        self.solutions += row.weighted.as_ref().unwrap_or(&row.count);
        for (sum, time) in
            self.times.iter_mut().zip([row.time_s.encode, row.time_s.solve, row.time_s.check])
        {
            *sum += time;
        }
    }
}
