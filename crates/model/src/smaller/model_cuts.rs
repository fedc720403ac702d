//! The cuts of a model, as numbered lists.

use std::ops::Range;

use super::draft::{Draft, within};
use crate::{Model, VarId};

/// The cuts of one kind that make an instance or a model smaller. They are numbered from 0 and can
/// be applied one by one, or in runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cuts {
    /// The parts that the cuts remove or change, in the plural: `clauses`.
    pub name: &'static str,
    /// The number of cuts.
    pub number: usize,
}

impl Cuts {
    /// Creates a number of cuts of this kind.
    #[must_use]
    pub fn new(name: &'static str, number: usize) -> Self {
        Cuts { name, number }
    }
}

/// The kinds of cuts of a model, in the order in which they are worth trying.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    Constraints,
    Conditions,
    Pieces,
    Objective,
    ObjectiveTerms,
    Grid,
    Variables,
    Dimensions,
    WideDomains,
    Values,
}

impl Kind {
    const ALL: [Kind; 10] = [
        Kind::Constraints,
        Kind::Conditions,
        Kind::Pieces,
        Kind::Objective,
        Kind::ObjectiveTerms,
        Kind::Grid,
        Kind::Variables,
        Kind::Dimensions,
        Kind::WideDomains,
        Kind::Values,
    ];

    pub(super) fn name(self) -> &'static str {
        match self {
            Kind::Constraints => "constraints",
            Kind::Conditions => "conditions",
            Kind::Pieces => "parts of constraints",
            Kind::Objective => "objectives",
            Kind::ObjectiveTerms => "terms of the objective",
            Kind::Grid => "grids",
            Kind::Variables => "unused variables",
            Kind::Dimensions => "unused dimensions",
            Kind::WideDomains => "wide domains",
            Kind::Values => "values",
        }
    }
}

/// Maximum size of a domain from which single values are removed.
pub(super) const WIDE: u64 = 4096;

impl Model {
    /// Returns the kinds of cuts of this model. The list is the same for every model; the numbers
    /// differ.
    #[must_use]
    pub fn cuts(&self) -> Vec<Cuts> {
        let draft = Draft::of(self);
        Kind::ALL.iter().map(|kind| Cuts::new(kind.name(), draft.number(*kind))).collect()
    }

    /// Returns the model after a run of the cuts at this place of [`cuts`](Model::cuts); `None` if
    /// the remaining parts are not a model.
    #[must_use]
    pub fn cut(&self, kind: usize, run: Range<usize>) -> Option<Model> {
        let kind = *Kind::ALL.get(kind)?;
        let mut draft = Draft::of(self);
        if run.is_empty() || run.end > draft.number(kind) {
            return None;
        }
        draft.cut(kind, run)?;
        let model = draft.model().ok()?;
        // Other cuts leave the variables at their places.
        let keeps = !matches!(kind, Kind::Variables);
        Some(Model { search: self.search.clone().filter(|_| keeps), ..model })
    }
}

impl Draft {
    /// Returns the number of cuts of a kind.
    pub(super) fn number(&self, kind: Kind) -> usize {
        let of_objective =
            |number: &dyn Fn(&crate::Objective) -> usize| self.objective.as_ref().map_or(0, number);
        match kind {
            Kind::Constraints => self.constraints.len(),
            Kind::Conditions => self.conditions().len(),
            Kind::Pieces => self.pieces().iter().map(|pieces| pieces.number).sum(),
            Kind::Objective => of_objective(&|_| 1),
            Kind::ObjectiveTerms => of_objective(&|objective| objective.terms.len()),
            Kind::Grid => usize::from(self.grid.is_some()),
            Kind::Variables => self.unused_variables().len(),
            Kind::Dimensions => self.unused_dimensions().len(),
            Kind::WideDomains => self.wide().len(),
            Kind::Values => self.lengths().map(|(_, length)| length).sum(),
        }
    }

    /// Applies a run of cuts.
    fn cut(&mut self, kind: Kind, run: Range<usize>) -> Option<()> {
        match kind {
            Kind::Constraints => drop(self.constraints.drain(run)),
            Kind::Conditions => {
                for &place in &self.conditions()[run] {
                    let inner = within(&self.constraints[place].constraint)?;
                    self.constraints[place].constraint = inner;
                }
            }
            Kind::Pieces => self.without_pieces(&run),
            Kind::Objective => self.objective = None,
            Kind::ObjectiveTerms => drop(self.objective.as_mut()?.terms.drain(run)),
            Kind::Grid => self.grid = None,
            Kind::Variables => {
                let gone = self.unused_variables()[run].to_vec();
                self.without_variables(&gone)?;
            }
            Kind::Dimensions => {
                let gone = self.unused_dimensions()[run].to_vec();
                self.without_dimensions(&gone)?;
            }
            Kind::WideDomains => {
                for &place in &self.wide()[run] {
                    self.keep_ends(VarId::new(place));
                }
            }
            Kind::Values => self.without_values(&run),
        }
        Some(())
    }
}
