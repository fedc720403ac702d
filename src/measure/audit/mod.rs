//! Whether clauses say what their constraints say.
//!
//! Each group of clauses is compared with the plain `holds` of its
//! constraint: for every assignment of the constraint's scope, the clauses
//! have to be satisfiable (whatever the auxiliary literals need to be) exactly
//! when the constraint holds. Where there are too many assignments, a solver
//! decides the same question against an independent circuit of the constraint
//! (`plain.rs`). The integers' own clauses are compared with their domains.
//!
//! What is checked stands alone: the meaning of a variable
//! ([`Statement`](crate::lower::Statement)) is taken from the formula, and the
//! check of the domains shows that every variable has its meaning.

mod circuit;
mod clauses;
mod dimension;
mod domains;
mod equivalent;
mod exhaustive;
mod group;
mod matching;
#[cfg(test)]
mod model_counts;
mod plain;
#[cfg(test)]
mod tests;

use std::time::Duration;

use rayon::prelude::*;

use crate::ask::Control;
use crate::lower::Cnf;
use crate::model::{Given, Model};
use clauses::Clauses;
use group::Group;

/// The longest time for one group; after it the group is unchecked.
const GROUP_TIME: Duration = Duration::from_secs(20);

/// What came of the check of a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// All assignments of the scope were tried.
    Exhaustive,
    /// A solver showed it against an independent circuit.
    Equivalent,
    /// It could be checked neither way; why.
    Unchecked(String),
    /// The clauses say something else than the constraint; an example.
    Wrong(String),
}

impl Status {
    /// A word for tables and JSON.
    pub fn name(&self) -> &'static str {
        match self {
            Status::Exhaustive => "exhaustive",
            Status::Equivalent => "equivalent",
            Status::Unchecked(_) => "unchecked",
            Status::Wrong(_) => "WRONG",
        }
    }

    /// Why it could not be checked, or how it is wrong.
    pub fn reason(&self) -> Option<&str> {
        match self {
            Status::Unchecked(why) | Status::Wrong(why) => Some(why),
            _ => None,
        }
    }
}

/// A group of clauses and what came of its check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The label of the group.
    pub label: String,
    /// The number of its clauses.
    pub clauses: usize,
    /// The encodings that it used, as `amo=product`.
    pub encodings: String,
    /// What came of it.
    pub status: Status,
}

/// Checks every group of a model's formula: the domains, each constraint, and
/// the givens, where they are in the formula. `control` bounds the whole;
/// groups for which no time is left are unchecked.
pub fn check(model: &Model, givens: &[Given], cnf: &Cnf, control: &Control) -> Vec<Checked> {
    check_clauses(model, givens, &Clauses::of(cnf), control)
}

fn check_clauses(
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
                _ if control.stopped().is_some() => Status::Unchecked("no time left".into()),
                _ if place == 0 => domains::check(model, clauses, control),
                Some(posted) => constraint(model, &posted.constraint, place, clauses, control),
                None => domains::givens(model, givens, clauses, place),
            };
            let told = &clauses.groups[place];
            Checked {
                label: told.label.clone(),
                clauses: told.clauses.len(),
                encodings: told.encodings.clone(),
                status,
            }
        })
        .collect()
}

fn constraint(
    model: &Model,
    constraint: &crate::model::Constraint,
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
