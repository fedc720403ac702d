//! The rows of an instance compared, and comparisons in the calling thread.

use std::sync::Arc;

use parallax_instance::{InputError, SourcedInstance, Viewpoint};
use parallax_model::engine_api::{Control, Engine};

use super::refute::mark_refuted_rows;
use super::runner::EngineRunner;
use super::shared_viewpoint::SharedViewpoint;
use super::{ComparisonPlan, CoreDetail, Row, Verdict, claim_evidence};

/// The results of all engines on one instance.
#[non_exhaustive]
pub struct InstanceComparison {
    /// The instance.
    pub found: Arc<SourcedInstance>,
    /// A row for each model and engine, in the order of the plan. After a
    /// cancellation some may be missing.
    pub rows: Vec<Row>,
    /// How the rows relate.
    pub verdict: Verdict,
    /// The claim of a certificate that settles a disagreement of the engines
    /// (`settle`).
    pub settled: Option<String>,
}

impl InstanceComparison {
    pub(super) fn new(found: Arc<SourcedInstance>, mut rows: Vec<Row>) -> Self {
        let verdict = relate_rows(&mut rows);
        InstanceComparison { found, rows, verdict, settled: None }
    }

    /// The rows whose answers are known to be wrong.
    pub fn wrong_rows(&self) -> impl Iterator<Item = &Row> {
        self.rows.iter().filter(|row| row.wrong.is_some())
    }
}

/// Returns the verdict on the rows of one instance. Marks the rows that are known to be wrong, and
/// raises claims that others support.
pub fn relate_rows(rows: &mut [Row]) -> Verdict {
    let verdict = Verdict::from_rows(rows);
    if verdict.is_disagreement() {
        mark_refuted_rows(rows);
    }
    claim_evidence::raise_agreed_claims(rows);
    verdict
}

/// Runs `plan` on one instance in the calling thread; `plan.jobs` is ignored.
/// After a cancellation of `control` rows may be missing.
///
/// # Errors
/// Returns an error if the instance has none of the plan's models.
pub fn compare_instance(
    plan: &ComparisonPlan,
    found: SourcedInstance,
    control: &Control,
) -> Result<InstanceComparison, InputError> {
    let viewpoints = plan.models.select_viewpoints(&*found.instance, &found.source)?;
    let mut rows = Vec::with_capacity(viewpoints.len() * plan.engines.len());
    for viewpoint in viewpoints {
        let shared = SharedViewpoint::new(viewpoint, plan.cores == CoreDetail::None);
        for engine in &plan.engines {
            if control.stop_reason().is_none() {
                rows.push(
                    EngineRunner::new(plan, &**engine, &shared).solve_instance(&found, control),
                );
            }
        }
    }
    Ok(InstanceComparison::new(Arc::new(found), rows))
}

/// Runs one engine on one viewpoint of an instance, in the calling thread, with a new session;
/// `plan.engines`, `plan.models` and `plan.jobs` are ignored.
#[must_use]
pub fn solve_viewpoint(
    plan: &ComparisonPlan,
    engine: &dyn Engine,
    viewpoint: Viewpoint,
    found: &SourcedInstance,
    control: &Control,
) -> Row {
    let shared = SharedViewpoint::new(viewpoint, plan.cores == CoreDetail::None);
    EngineRunner::new(plan, engine, &shared).solve_instance(found, control)
}
