//! The results of the runs of a case, without solutions: only what a suite can expect.

use parallax_compare::{ClaimEvidence, InstanceComparison, Row, SolutionCoverage, Verdict};
use parallax_instance::{InputError, SourcedInstance};
use parallax_model::decimal::DecimalNumber;
use parallax_model::engine_api::{Answer, EffortCounters, EngineFamily, SolutionCount};

use super::case_error::RaceError;
use super::decisive_answer::DecisiveAnswer;

/// The runs of a case.
#[derive(Debug, Default)]
pub struct CaseResults {
    /// The instances in order.
    pub instances: Vec<InstanceResults>,
    /// Inputs that cannot be read.
    pub unread: Vec<InputError>,
    /// The counters of each engine, summed over the instances.
    pub counters: Vec<EngineCounters>,
    /// The times of engines as multiples of other engines' times, one for each race of the case.
    pub races: Vec<Result<f64, RaceError>>,
    /// Whether the run was interrupted before its end.
    pub interrupted: bool,
    /// Wall-clock time of the runs, in seconds.
    pub seconds: f64,
}

/// The counters of one engine.
#[derive(Debug)]
pub struct EngineCounters {
    /// The engine's full spec.
    pub engine: String,
    /// The sums.
    pub counters: EffortCounters,
    /// The number of instances on which the engine finished.
    pub finished: usize,
}

/// The results of the engines on one instance.
#[derive(Debug)]
pub struct InstanceResults {
    /// Its index among the instances of the case, from 0; inputs that cannot be read count.
    pub index: usize,
    /// The file, and the position in it if that is not the first.
    pub name: String,
    /// How the rows relate.
    pub verdict: Verdict,
    /// A row for each model and engine.
    pub rows: Vec<SeenRow>,
}

/// The result of one engine on one model.
#[derive(Debug)]
pub struct SeenRow {
    /// The model.
    pub model: String,
    /// The engine's full spec.
    pub engine: String,
    /// The solver that decides.
    pub family: EngineFamily,
    /// The evidence for its claim.
    pub standing: Option<ClaimEvidence>,
    /// The proof that the row is wrong, as text, or the reason of a failed check.
    pub wrong: Option<String>,
    /// The result.
    pub state: EngineOutcome,
}

/// How an engine ended.
#[derive(Debug)]
pub enum EngineOutcome {
    /// It finished its task.
    Answered(RunFinding),
    /// It found nothing, or less than the task requests; the reason.
    Unanswered(String),
    /// It cannot take the model or the task; the reason.
    Unsupported(String),
}

/// The finding of an engine that finished.
#[derive(Clone, Debug)]
pub struct RunFinding {
    /// The answer.
    pub answer: DecisiveAnswer,
    /// The number of solutions; `None` if it is not the number of the puzzle.
    pub count: Option<SolutionCount>,
    /// Whether there are no other solutions.
    pub complete: bool,
    /// The digest of the set of all solutions.
    pub digest: Option<u128>,
    /// The best value.
    pub value: Option<DecimalNumber>,
}

impl CaseResults {
    /// Adds the rows of an instance.
    pub(super) fn add_compared(&mut self, compared: &InstanceComparison) {
        for row in &compared.rows {
            let position = self.counters.iter().position(|effort| effort.engine == row.engine);
            let index = position.unwrap_or_else(|| {
                let (engine, counters) = (row.engine.clone(), EffortCounters::new());
                self.counters.push(EngineCounters { engine, counters, finished: 0 });
                self.counters.len() - 1
            });
            let effort = &mut self.counters[index];
            effort.counters.add_all(&row.counters);
            effort.finished += usize::from(!row.is_unsupported() && !row.is_unanswered());
        }
        // Counts of models that keep different solutions cannot be compared, unless all rows have
        // the same model.
        let alike = compared.rows.windows(2).all(|two| two[0].model == two[1].model);
        // Results arrive in order, and unreadable inputs take a place too, so that lists of
        // expectations stay aligned with the inputs.
        let place = self.instances.len() + self.unread.len();
        self.instances.push(InstanceResults {
            index: place,
            name: instance_name(&compared.found),
            verdict: compared.verdict,
            rows: compared.rows.iter().map(|row| SeenRow::from_row(row, alike)).collect(),
        });
    }
}

/// Returns the file, and the position in it if that is not the first.
fn instance_name(found: &SourcedInstance) -> String {
    match found.index {
        0 => found.source.clone(),
        index => format!("{}#{index}", found.source),
    }
}

impl SeenRow {
    fn from_row(row: &Row, alike: bool) -> Self {
        let reason = || row.reason_words().unwrap_or("no reason given").to_owned();
        let state = match (DecisiveAnswer::from_answer(&row.answer), &row.answer) {
            (_, Answer::Unsupported(why)) => EngineOutcome::Unsupported(why.clone()),
            (Some(answer), _) if !row.is_unanswered() => {
                EngineOutcome::Answered(RunFinding::from_row(row, answer, alike))
            }
            _ => EngineOutcome::Unanswered(reason()),
        };
        SeenRow {
            model: row.model.to_string(),
            engine: row.engine.clone(),
            family: row.family,
            standing: row.standing,
            wrong: row.wrong.clone().or_else(|| (!row.checked).then(reason)),
            state,
        }
    }

    /// Returns the finding, if the engine finished.
    #[must_use]
    pub fn finding(&self) -> Option<&RunFinding> {
        match &self.state {
            EngineOutcome::Answered(finding) => Some(finding),
            EngineOutcome::Unanswered(_) | EngineOutcome::Unsupported(_) => None,
        }
    }
}

impl RunFinding {
    fn from_row(row: &Row, answer: DecisiveAnswer, alike: bool) -> Self {
        let optimised = row.cost.is_some();
        let whole = row.keeps == SolutionCoverage::All || alike;
        let count = match row.keeps {
            // An optimising engine stops at one best solution: the count says nothing.
            _ if optimised => None,
            SolutionCoverage::Orbits => {
                row.weighted.clone().or_else(|| Some(row.count.clone()).filter(|_| alike))
            }
            _ => Some(row.count.clone()).filter(|_| whole),
        };
        RunFinding {
            answer,
            count,
            complete: row.complete,
            digest: row.digest.filter(|_| row.complete && whole && !optimised),
            value: row.value,
        }
    }
}
