//! The rows of an instance compared, and comparisons in the calling thread.

use std::sync::Arc;

use parallax_model::ask::{Control, Engine};
use parallax_model::instance::{InputError, SourcedInstance, Viewpoint};

use super::refute::refute;
use super::runner::EngineRunner;
use super::shared::Shared;
use super::{Cores, Plan, Row, Verdict, standing};

/// The results of all engines on one instance.
#[non_exhaustive]
pub struct Compared {
    /// The instance.
    pub found: Arc<SourcedInstance>,
    /// A row for each model and engine, in the order of the plan. After a
    /// cancellation some may be missing.
    pub rows: Vec<Row>,
    /// How the rows relate.
    pub verdict: Verdict,
    /// The claim of a certificate that settles a disagreement of the engines
    /// ([`settle`](super::settle)).
    pub settled: Option<String>,
}

impl Compared {
    pub(super) fn new(found: Arc<SourcedInstance>, mut rows: Vec<Row>) -> Self {
        let verdict = relate(&mut rows);
        Compared { found, rows, verdict, settled: None }
    }

    /// The rows whose answers are known to be wrong.
    pub fn wrong(&self) -> impl Iterator<Item = &Row> {
        self.rows.iter().filter(|row| row.wrong.is_some())
    }
}

/// Returns the verdict on the rows of one instance. Marks the rows that are known to be wrong, and
/// raises claims that others support.
pub fn relate(rows: &mut [Row]) -> Verdict {
    let verdict = Verdict::of(rows);
    if verdict.is_disagreement() {
        refute(rows);
    }
    standing::agree(rows);
    verdict
}

/// Runs `plan` on one instance in the calling thread; `plan.jobs` is ignored.
/// After a cancellation of `control` rows may be missing.
///
/// # Errors
/// Returns an error if the instance has none of the plan's models.
pub fn one(plan: &Plan, found: SourcedInstance, control: &Control) -> Result<Compared, InputError> {
    let viewpoints = plan.models.of(&*found.instance, &found.source)?;
    let mut rows = Vec::with_capacity(viewpoints.len() * plan.engines.len());
    for viewpoint in viewpoints {
        let shared = Shared::new(viewpoint, plan.cores == Cores::None);
        for engine in &plan.engines {
            if control.stopped().is_none() {
                rows.push(EngineRunner::new(plan, &**engine, &shared).solve(&found, control));
            }
        }
    }
    Ok(Compared::new(Arc::new(found), rows))
}

/// Runs one engine on one viewpoint of an instance, in the calling thread, with a session of its
/// own; `plan.engines`, `plan.models` and `plan.jobs` are ignored.
#[must_use]
pub fn lone(
    plan: &Plan,
    engine: &dyn Engine,
    viewpoint: Viewpoint,
    found: &SourcedInstance,
    control: &Control,
) -> Row {
    let shared = Shared::new(viewpoint, plan.cores == Cores::None);
    EngineRunner::new(plan, engine, &shared).solve(found, control)
}
