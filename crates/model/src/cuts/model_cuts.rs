//! The cuts of a model, as numbered lists.

use std::ops::Range;

use super::draft::{ModelDraft, inner_constraint};
use crate::{Model, VarId};

/// The cuts of one kind that make an instance or a model smaller. They are numbered from 0 and can
/// be applied one by one, or in runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NumberedCuts {
    /// The parts that the cuts remove or change, in the plural: `clauses`.
    pub name: &'static str,
    /// The number of cuts.
    pub number: usize,
}

impl NumberedCuts {
    /// Creates a number of cuts of this kind.
    #[must_use]
    pub fn new(name: &'static str, number: usize) -> Self {
        NumberedCuts { name, number }
    }
}

/// The kinds of cuts of a model, in the order in which they are worth trying.
#[derive(Clone, Copy)]
pub(super) enum ModelCutKind {
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

impl ModelCutKind {
    const ALL: [ModelCutKind; 10] = [
        ModelCutKind::Constraints,
        ModelCutKind::Conditions,
        ModelCutKind::Pieces,
        ModelCutKind::Objective,
        ModelCutKind::ObjectiveTerms,
        ModelCutKind::Grid,
        ModelCutKind::Variables,
        ModelCutKind::Dimensions,
        ModelCutKind::WideDomains,
        ModelCutKind::Values,
    ];

    pub(super) fn name(self) -> &'static str {
        match self {
            ModelCutKind::Constraints => "constraints",
            ModelCutKind::Conditions => "conditions",
            ModelCutKind::Pieces => "parts of constraints",
            ModelCutKind::Objective => "objectives",
            ModelCutKind::ObjectiveTerms => "terms of the objective",
            ModelCutKind::Grid => "grids",
            ModelCutKind::Variables => "unused variables",
            ModelCutKind::Dimensions => "unused dimensions",
            ModelCutKind::WideDomains => "wide domains",
            ModelCutKind::Values => "values",
        }
    }
}

/// Maximum size of a domain from which single values are removed.
pub(super) const MAX_CUT_DOMAIN: u64 = 4096;

impl Model {
    /// Returns the kinds of cuts of this model. The list is the same for every model; the numbers
    /// differ.
    #[must_use]
    pub fn list_cuts(&self) -> Vec<NumberedCuts> {
        let draft = ModelDraft::from_model(self);
        ModelCutKind::ALL
            .iter()
            .map(|kind| NumberedCuts::new(kind.name(), draft.cut_count(*kind)))
            .collect()
    }

    /// Returns the model after a run of the cuts at this place of [`list_cuts`](Model::list_cuts);
    /// `None` if the remaining parts are not a model.
    #[must_use]
    pub fn apply_cuts(&self, kind: usize, run: Range<usize>) -> Option<Model> {
        let kind = *ModelCutKind::ALL.get(kind)?;
        let mut draft = ModelDraft::from_model(self);
        if run.is_empty() || run.end > draft.cut_count(kind) {
            return None;
        }
        draft.apply_run(kind, run)?;
        // A cut may leave a constraint that no model accepts, such as an extremum without operands.
        let model = draft.build_model().ok()?;
        // Other cuts leave the variables at their places.
        let keeps = !matches!(kind, ModelCutKind::Variables);
        Some(Model { search: self.search.clone().filter(|_| keeps), ..model })
    }
}

impl ModelDraft {
    /// Returns the number of cuts of a kind.
    pub(super) fn cut_count(&self, kind: ModelCutKind) -> usize {
        let of_objective =
            |number: &dyn Fn(&crate::Objective) -> usize| self.objective.as_ref().map_or(0, number);
        match kind {
            ModelCutKind::Constraints => self.constraints.len(),
            ModelCutKind::Conditions => self.list_conditions().len(),
            ModelCutKind::Pieces => self.list_pieces().iter().map(|pieces| pieces.number).sum(),
            ModelCutKind::Objective => of_objective(&|_| 1),
            ModelCutKind::ObjectiveTerms => of_objective(&|objective| objective.terms.len()),
            ModelCutKind::Grid => usize::from(self.grid.is_some()),
            ModelCutKind::Variables => self.unused_variables().len(),
            ModelCutKind::Dimensions => self.unused_dimensions().len(),
            ModelCutKind::WideDomains => self.wide_variables().len(),
            ModelCutKind::Values => self.domain_lengths().map(|(_, length)| length).sum(),
        }
    }

    /// Applies a run of cuts.
    fn apply_run(&mut self, kind: ModelCutKind, run: Range<usize>) -> Option<()> {
        match kind {
            ModelCutKind::Constraints => drop(self.constraints.drain(run)),
            ModelCutKind::Conditions => {
                // The inner constraint is posted unconditionally.
                for &place in &self.list_conditions()[run] {
                    let inner = inner_constraint(&self.constraints[place].constraint)?;
                    self.constraints[place].constraint = inner;
                }
            }
            ModelCutKind::Pieces => self.without_pieces(&run),
            ModelCutKind::Objective => self.objective = None,
            ModelCutKind::ObjectiveTerms => drop(self.objective.as_mut()?.terms.drain(run)),
            ModelCutKind::Grid => self.grid = None,
            ModelCutKind::Variables => {
                let gone = self.unused_variables()[run].to_vec();
                self.without_variables(&gone)?;
            }
            ModelCutKind::Dimensions => {
                let gone = self.unused_dimensions()[run].to_vec();
                self.without_dimensions(&gone)?;
            }
            ModelCutKind::WideDomains => {
                for &place in &self.wide_variables()[run] {
                    self.keep_ends(VarId::new(place));
                }
            }
            ModelCutKind::Values => self.without_values(&run),
        }
        Some(())
    }
}
