//! The audit of one instance, group by group.

use std::time::Duration;

use parallax_model::ask::Control;
use parallax_model::{Given, Model};
use parallax_translate::Cnf;
use rayon::prelude::*;

use super::AuditGap;
use super::clauses::Clauses;
use super::domains;
use super::equivalent;
use super::exhaustive;
use super::group::Group;

/// Maximum time for one group; after it the group is unchecked.
const GROUP_TIME: Duration = Duration::from_secs(20);

/// The result of checking a group.
#[derive(Clone, Debug)]
pub enum Status {
    /// All assignments of the scope were enumerated.
    Exhaustive,
    /// A solver proved it against an independent circuit.
    Equivalent,
    /// Neither method could check it; the reason.
    Unchecked(AuditGap),
    /// The clauses mean something other than the constraint; an example.
    Wrong(String),
}

impl Status {
    /// The word in tables and JSON.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Status::Exhaustive => "exhaustive",
            Status::Equivalent => "equivalent",
            Status::Unchecked(_) => "unchecked",
            Status::Wrong(_) => "WRONG",
        }
    }

    /// Returns the reason why it could not be checked, or how it is wrong.
    #[must_use]
    pub fn reason(&self) -> Option<String> {
        match self {
            Status::Unchecked(gap) => Some(gap.to_string()),
            Status::Wrong(example) => Some(example.clone()),
            _ => None,
        }
    }
}

/// A group of clauses and the result of its check.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The label of the group.
    pub label: String,
    /// The number of its clauses.
    pub clauses: usize,
    /// The encodings that it uses, as `amo=product`.
    pub encodings: String,
    /// The result.
    pub status: Status,
}

/// Checks every group of a model's formula: the domains, each constraint, and the givens, if they
/// are in the formula. `control` limits the whole check; the groups that it does not reach are
/// unchecked.
#[must_use]
pub fn check(model: &Model, givens: &[Given], cnf: &Cnf, control: &Control) -> Vec<Checked> {
    check_clauses(model, givens, &Clauses::of(cnf), control)
}

pub(super) fn check_clauses(
    model: &Model,
    givens: &[Given],
    clauses: &Clauses,
    control: &Control,
) -> Vec<Checked> {
    let constraints = model.constraints();
    (0..clauses.groups.len())
        .into_par_iter()
        .map(|place| {
            let status = match place.checked_sub(1).and_then(|i| constraints.get(i)) {
                _ if control.stopped().is_some() => Status::Unchecked(AuditGap::NoTime),
                _ if place == 0 => domains::check(model, clauses, control),
                Some(posted) => constraint(model, &posted.constraint, place, clauses, control),
                None => domains::givens(model, givens, clauses, place),
            };
            let group = &clauses.groups[place];
            Checked {
                label: group.label.clone(),
                clauses: group.clauses.len(),
                encodings: group.encodings.clone(),
                status,
            }
        })
        .collect()
}

pub(super) fn constraint(
    model: &Model,
    constraint: &parallax_model::Constraint,
    place: usize,
    clauses: &Clauses,
    control: &Control,
) -> Status {
    let group = match Group::of(model, constraint, place, clauses) {
        Ok(group) => group,
        Err(why) => return Status::Unchecked(why),
    };
    let control = control.within(Some(GROUP_TIME));
    exhaustive::check(&group, &control).unwrap_or_else(|| equivalent::check(&group, &control))
}
