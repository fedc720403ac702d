//! The audit of one instance, group by group.

use std::time::Duration;

use parallax_model::engine_api::Control;
use parallax_model::{Given, Model};
use parallax_translate::ModelClauses;
use rayon::prelude::*;

use super::AuditGap;
use super::clauses::GroupedClauses;
use super::constraint_clauses::ConstraintClauses;
use super::domains;
use super::equivalent;
use super::exhaustive;

/// Maximum time for one group; after it the group is unchecked.
const GROUP_TIME: Duration = Duration::from_secs(20);

/// The result of checking a group.
#[derive(Clone, Debug)]
pub enum AuditStatus {
    /// All assignments of the scope were enumerated.
    Exhaustive,
    /// A solver proved it against an independent circuit.
    Equivalent,
    /// Neither method could check it; the reason.
    Unchecked(AuditGap),
    /// The clauses mean something other than the constraint; an example.
    Wrong(String),
}

impl AuditStatus {
    /// The word in tables and JSON.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            AuditStatus::Exhaustive => "exhaustive",
            AuditStatus::Equivalent => "equivalent",
            AuditStatus::Unchecked(_) => "unchecked",
            AuditStatus::Wrong(_) => "WRONG",
        }
    }

    /// Returns the reason why it could not be checked, or how it is wrong.
    #[must_use]
    pub fn reason(&self) -> Option<String> {
        match self {
            AuditStatus::Unchecked(gap) => Some(gap.to_string()),
            AuditStatus::Wrong(example) => Some(example.clone()),
            _ => None,
        }
    }
}

/// A group of clauses and the result of its check.
#[derive(Clone, Debug)]
pub struct GroupAudit {
    /// The label of the group.
    pub label: String,
    /// The number of its clauses.
    pub clauses: usize,
    /// The encodings that it uses, as `amo=product`.
    pub encodings: String,
    /// The result.
    pub status: AuditStatus,
}

/// Checks every group of a model's formula: the domains, each constraint, and the givens, if they
/// are in the formula. `control` limits the whole check; the groups that it does not reach are
/// unchecked.
#[must_use]
pub fn check_formula(
    model: &Model,
    givens: &[Given],
    cnf: &ModelClauses,
    control: &Control,
) -> Vec<GroupAudit> {
    check_clauses(model, givens, &GroupedClauses::from_cnf(cnf), control)
}

pub(super) fn check_clauses(
    model: &Model,
    givens: &[Given],
    clauses: &GroupedClauses,
    control: &Control,
) -> Vec<GroupAudit> {
    let constraints = model.constraints();
    (0..clauses.groups.len())
        .into_par_iter()
        .map(|index| {
            // Group 0 has the clauses of the integers, then each constraint has one in order, and a
            // last group has the givens if the formula includes them.
            let status = match index.checked_sub(1).and_then(|i| constraints.get(i)) {
                _ if control.stop_reason().is_some() => AuditStatus::Unchecked(AuditGap::NoTime),
                _ if index == 0 => domains::check_domains(model, clauses, control),
                Some(posted) => {
                    check_constraint(model, &posted.constraint, index, clauses, control)
                }
                None => domains::check_givens(model, givens, clauses, index),
            };
            let group = &clauses.groups[index];
            GroupAudit {
                label: group.label.clone(),
                clauses: group.clauses.len(),
                encodings: group.encodings.clone(),
                status,
            }
        })
        .collect()
}

pub(super) fn check_constraint(
    model: &Model,
    constraint: &parallax_model::Constraint,
    index: usize,
    clauses: &GroupedClauses,
    control: &Control,
) -> AuditStatus {
    let group = match ConstraintClauses::for_constraint(model, constraint, index, clauses) {
        Ok(group) => group,
        Err(why) => return AuditStatus::Unchecked(why),
    };
    // One hard group must not use up the time of all others.
    let control = control.with_timeout(Some(GROUP_TIME));
    exhaustive::check_exhaustively(&group, &control)
        .unwrap_or_else(|| equivalent::check_equivalence(&group, &control))
}
