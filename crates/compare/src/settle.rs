//! Settles disagreements of engines by certificates.

use std::time::Duration;

use parallax_model::engine_api::{Control, Engine};

use super::verdict::relate_pair;
use super::{ComparisonPlan, CoreDetail, InstanceComparison, Row, Verdict, solve_viewpoint};

/// Maximum time for a certificate, even if the plan has no limit.
const MAX_CERTIFICATE_TIME: Duration = Duration::from_secs(60);

/// Solves the models that engines disagree on with `judge`, an engine whose claims are certified.
/// Marks rows that its certificates contradict as wrong, and sets [`InstanceComparison::settled`].
pub fn settle_disagreement(
    plan: &ComparisonPlan,
    judge: &dyn Engine,
    compared: &mut InstanceComparison,
    control: &Control,
) {
    if !compared.verdict.is_disagreement() || compared.verdict == Verdict::WrongSolution {
        return;
    }
    let plan = ComparisonPlan {
        engines: Vec::new(),
        timeout: Some(plan.timeout.unwrap_or(MAX_CERTIFICATE_TIME).min(MAX_CERTIFICATE_TIME)),
        keep: 0,
        cores: CoreDetail::None,
        ..plan.clone()
    };
    let mut models: Vec<_> = compared.rows.iter().map(|row| row.model.clone()).collect();
    // The rows of one model follow each other in the plan's order, so this removes all repetitions.
    models.dedup();
    for model in models {
        let Ok(viewpoint) = compared.found.instance.viewpoint(&model) else { continue };
        let by = solve_viewpoint(&plan, judge, viewpoint, &compared.found, control);
        if let Some(wrong) = by.wrong {
            // The judge itself is wrong, which settles nothing and ranks above a count mismatch.
            compared.verdict = compared.verdict.max(Verdict::Contradiction);
            compared.settled.get_or_insert(format!("nothing: {} has a {wrong}", by.engine));
            continue;
        }
        let Some(standing) = by.standing.filter(|own| own.is_certified() && by.checked) else {
            continue;
        };
        let words = format!("{}, {standing}", describe_shown_claim(&by));
        for row in &mut compared.rows {
            if row.wrong.is_none() && relate_pair(&by, row).is_disagreement() {
                row.wrong = Some(format!("wrong answer: a certificate shows {words}"));
            }
        }
        compared.settled.get_or_insert(words);
    }
}

/// Describes the claim that the certificate of a row shows.
fn describe_shown_claim(row: &Row) -> String {
    let scope = row.describe_scope();
    match (row.value, u64::try_from(&row.count)) {
        (Some(value), _) => format!("the best value {value}{scope}"),
        (None, Ok(0)) => format!("no solution{scope}"),
        (None, Ok(1)) => format!("one solution{scope}"),
        (None, _) => format!("{} solutions{scope}", row.count),
    }
}
