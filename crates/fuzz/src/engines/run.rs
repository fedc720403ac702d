//! Random models: brute force and other engines find all solutions, or a best one.

use std::fmt;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;
use std::time::Duration;

use parallax_compare::{
    ComparisonPlan, CoreDetail, InstanceComparison, ModelSelection, Row, Verdict, compare_instance,
};
use parallax_engines::Spec;
use parallax_formats::ModelInstance;
use parallax_instance::SourcedInstance;
use parallax_model::Model;
use parallax_model::engine_api::{Control, Engine, Task};
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use super::draw::{is_counted, is_for_few, solution_limit};
use super::panic_guard::PanicGuard;
use super::{EngineEntrants, EngineTally, ModelDrawKind};
use crate::cases::{CaseCampaign, StepObserver, SumOf, case_rng};
use crate::shrink::{EngineDifference, shrink_object};

/// Maximum number of assignments of a model whose solutions are all listed or counted. SAT solvers
/// take time quadratic in the solutions that they list.
const MAX_ASSIGNMENTS: u128 = 20_000;

/// One of this number of cases at the limits of numbers has the whole limit of time.
const FULL_LIMIT_INTERVAL: u64 = 256;

/// All other cases have the limit divided by this.
const SHORT_LIMIT_DIVISOR: u32 = 100;

/// Maximum number of models tried while shrinking one finding.
const MAX_SHRINK_STEPS: usize = 5000;

/// Maximum time for shrinking one finding.
const MAX_SHRINK_TIME: Duration = Duration::from_secs(60);

/// A run of random cases.
#[derive(Clone)]
pub struct EngineCampaign {
    /// The seed of all cases.
    pub seed: u64,
    /// The first case.
    pub from: u64,
    /// The number of cases.
    pub cases: u64,
    /// The kind of models to draw.
    pub draw: ModelDrawKind,
    /// The engines to compare with brute force.
    pub entrants: EngineEntrants,
    /// The wall-clock limit of one engine on one model. Most cases at the limits of numbers have a
    /// hundredth of it.
    pub timeout: Option<Duration>,
    /// Worker threads.
    pub jobs: usize,
}

/// A model on which two engines disagree, or on which an engine is lost.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ModelFinding {
    /// The number of the case, which is also the seed of the engines.
    pub case: u64,
    /// The fault.
    pub fault: FindingKind,
    /// The answers, the reference first; empty if an engine is lost.
    pub answers: Vec<EngineAnswer>,
    /// The model, shrunk if engines disagree.
    #[serde(with = "text")]
    pub model: Model,
    /// The reason why the model is not shrunk, if engines disagree and something ended that work.
    pub unshrunk: Option<String>,
}

/// The fault that a finding shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FindingKind {
    /// Two engines disagree, or one is wrong on its own.
    Disagreement(Verdict),
    /// The process ended or was killed; the step and how it ended.
    Lost(String),
}

impl fmt::Display for FindingKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FindingKind::Disagreement(verdict) => write!(f, "{verdict}"),
            FindingKind::Lost(how) => f.write_str(how),
        }
    }
}

/// The answer of one engine in a finding.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct EngineAnswer {
    /// The engine's spec.
    pub engine: String,
    /// Its answer, the number of solutions, and the reason.
    pub words: String,
}

impl EngineAnswer {
    fn from_row(row: &Row) -> Self {
        let why = row.reason.as_ref().map_or_else(String::new, |why| format!(": {why}"));
        let words = format!("{} {}{why}", row.answer.name(), row.count);
        EngineAnswer { engine: row.engine.clone(), words }
    }
}

/// A model as the text of its file.
mod text {
    use parallax_json as json;
    use parallax_model::Model;
    use serde::{Deserialize, Deserializer, Serializer, de};

    pub(super) fn serialize<S: Serializer>(
        model: &Model,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&json::write_model(model))
    }

    pub(super) fn deserialize<'d, D: Deserializer<'d>>(deserializer: D) -> Result<Model, D::Error> {
        let text = String::deserialize(deserializer)?;
        json::read_model("finding", &text).map_err(|error| de::Error::custom(error.to_string()))
    }
}

impl EngineCampaign {
    fn draw_case(&self, case: u64) -> (Model, ChaCha8Rng) {
        let mut rng = case_rng(self.seed, case);
        let model = self.draw.draw_model(&mut rng);
        (model, rng)
    }

    /// Returns the wall-clock limit of one engine on the model of a case. Wide domains make engines
    /// slow, and one in fifty of such models would take most of the time: so only one case in
    /// [`FULL_LIMIT_INTERVAL`] has the whole limit.
    fn timeout_of(&self, case: u64) -> Option<Duration> {
        match self.draw {
            ModelDrawKind::Hostile if !case.is_multiple_of(FULL_LIMIT_INTERVAL) => {
                self.timeout.map(|limit| limit / SHORT_LIMIT_DIVISOR)
            }
            ModelDrawKind::Hostile | ModelDrawKind::Plain => self.timeout,
        }
    }

    fn compare_engines(
        &self,
        case: u64,
        model: &Model,
        engines: &[Arc<dyn Engine>],
        control: &Control,
        step: &StepObserver,
    ) -> InstanceComparison {
        // Each engine announces itself before it prepares, so that the parent of a killed child
        // knows which one was at work.
        let guard = |engine: &Arc<dyn Engine>| {
            Arc::new(PanicGuard { engine: engine.clone(), step: step.clone() }) as Arc<_>
        };
        let plan = ComparisonPlan {
            engines: engines.iter().map(guard).collect(),
            models: ModelSelection::Default,
            task: Some(draw_task(case, model)),
            timeout: self.timeout_of(case),
            memory: None,
            seed: case,
            jobs: 1,
            keep: 0,
            streams: false,
            cores: CoreDetail::None,
            alone: false,
            checker: None,
        };
        let instance = Box::new(ModelInstance::new(model.clone()));
        let found = SourcedInstance::from_boxed(format!("case {case}"), instance);
        compare_instance(&plan, found, control).expect("a model offers itself")
    }

    fn shrink_finding(
        &self,
        case: u64,
        model: &Model,
        engines: &[Arc<dyn Engine>],
        step: &StepObserver,
    ) -> ModelFinding {
        let time = Control::unlimited().with_timeout(Some(MAX_SHRINK_TIME));
        let first = self.compare_engines(case, model, engines, &time, step);
        let difference = EngineDifference::from_comparison(&first, None);
        let model = shrink_object(model, MAX_SHRINK_STEPS, &mut |smaller| {
            time.stop_reason().is_none()
                && difference.as_ref().is_some_and(|difference| {
                    difference.is_in(&self.compare_engines(case, smaller, engines, &time, step))
                })
        });
        // The limit on shrinking must not cut the final comparison short.
        let InstanceComparison { rows, verdict, .. } =
            self.compare_engines(case, &model, engines, &Control::unlimited(), step);
        ModelFinding::from_verdict(case, verdict, rows.iter(), model)
    }
}

impl ModelFinding {
    fn from_verdict<'r>(
        case: u64,
        verdict: Verdict,
        rows: impl Iterator<Item = &'r Row>,
        model: Model,
    ) -> Self {
        let fault = FindingKind::Disagreement(verdict);
        ModelFinding {
            case,
            fault,
            answers: rows.map(EngineAnswer::from_row).collect(),
            model,
            unshrunk: None,
        }
    }
}

impl CaseCampaign for EngineCampaign {
    type State = ();
    type Tally = EngineTally;
    type Finding = ModelFinding;

    fn case_numbers(&self) -> Range<u64> {
        self.from..self.from.saturating_add(self.cases)
    }

    fn worker_count(&self) -> usize {
        self.jobs
    }

    fn start_state(&self) {}

    fn run_case(
        &self,
        (): &mut (),
        case: u64,
        sum: &mut SumOf<Self>,
        control: &Control,
        step: &StepObserver,
        early: &dyn Fn(&SumOf<Self>),
    ) -> ControlFlow<()> {
        let (model, mut rng) = self.draw_case(case);
        let mut engines: Vec<Arc<dyn Engine>> = vec![Arc::new(Spec::brute())];
        engines.extend(self.entrants.draw_engines(&mut rng, case));
        let compared = self.compare_engines(case, &model, &engines, control, step);
        // Rows may be missing or cut short by the stop, so the case counts for nothing.
        if control.stop_reason().is_some() {
            return ControlFlow::Break(());
        }
        sum.tally.count_case(&model, &compared.rows);
        if let Some(pair) = find_disagreement(&compared) {
            let engines = pair.map(|index| engines[index].clone());
            sum.tally.findings += 1;
            let rows = pair.into_iter().map(|index| &compared.rows[index]);
            sum.findings =
                vec![ModelFinding::from_verdict(case, compared.verdict, rows, model.clone())];
            // If shrinking hangs or kills the process, the finding survives as it was drawn.
            early(sum);
            sum.findings = vec![self.shrink_finding(case, &model, &engines, step)];
        }
        ControlFlow::Continue(())
    }

    fn note_unfinished(&self, early: &mut SumOf<Self>, why: &str) {
        early.findings.iter_mut().for_each(|finding| finding.unshrunk = Some(why.to_owned()));
    }

    fn add_lost_case(&self, case: u64, step: &str, how: &str, sum: &mut SumOf<Self>) {
        sum.tally.count_lost_case(step);
        sum.tally.findings += 1;
        // The process is lost, but the number of the case determines its model.
        let (model, _) = self.draw_case(case);
        let fault = FindingKind::Lost(format!("{step}: {how}"));
        let answers = Vec::new();
        sum.findings.push(ModelFinding { case, fault, answers, model, unshrunk: None });
    }
}

/// Returns the task: optimise if there is an objective; otherwise list or count all solutions, or
/// find a few, always if the domains are wide.
fn draw_task(case: u64, model: &Model) -> Task {
    let few = model.assignment_count().is_some_and(|number| number <= MAX_ASSIGNMENTS);
    match model.objective() {
        Some(_) => Task::Optimise,
        None if is_for_few(case) => Task::Limit(solution_limit(case)),
        None if few && is_counted(case) => Task::Count,
        None if few => Task::All,
        None => Task::Limit(2),
    }
}

/// Returns the indices of two rows that disagree; one of them is the first row if it disagrees, or
/// if a row is wrong by itself.
fn find_disagreement(compared: &InstanceComparison) -> Option<[usize; 2]> {
    let rows = &compared.rows;
    if !compared.verdict.is_disagreement() {
        return None;
    }
    if let Some(wrong) = rows.iter().position(|row| !row.checked) {
        // A row can be wrong alone, but shrinking compares two. If row 0, brute force, is wrong,
        // row 1 joins it.
        return Some([0, wrong.max(1)]);
    }
    let pairs = (0..rows.len()).flat_map(|i| (i + 1..rows.len()).map(move |j| [i, j]));
    let mut pairs = pairs.into_iter();
    pairs.find(|&[i, j]| Verdict::from_rows(&[rows[i].clone(), rows[j].clone()]).is_disagreement())
}
