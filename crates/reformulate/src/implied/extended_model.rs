//! A model with its implied constraints.

use std::sync::Arc;

use parallax_model::engine_api::{Control, PreparationError};
use parallax_model::{Model, VarId};

use super::counts;
use super::duals;
use super::permutation::PermutationScope;
use super::sums;

/// The additions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ImpliedOptions {
    /// The dual variables of permutations.
    pub duals: bool,
    /// Sums of variables that all differ.
    pub sums: bool,
    /// The number of occurrences of values.
    pub counts: bool,
}

impl ImpliedOptions {
    /// No additions.
    pub const NONE: ImpliedOptions = ImpliedOptions { duals: false, sums: false, counts: false };
}

/// A dual variable: the place in a permutation that has a value.
#[derive(Clone, Debug)]
pub(crate) struct DualVariable {
    /// The variable.
    pub variable: VarId,
    /// Its permutation, by its number among those that have duals.
    pub permutation: usize,
}

/// A model with its implied constraints.
#[derive(Clone, Debug)]
pub(crate) struct ExtendedModel {
    /// The model: the variables and constraints of the original, then the additions.
    pub model: Arc<Model>,
    /// The dual variables, by permutation and value.
    pub duals: Vec<DualVariable>,
    /// The variables of the permutations that have duals, by place.
    pub permutations: Vec<Vec<VarId>>,
}

impl ExtendedModel {
    /// Adds implied constraints to a model.
    ///
    /// # Errors
    /// Returns an error if the additions do not fit a model, or `control` is stopped.
    pub(crate) fn from_model(
        model: &Arc<Model>,
        implied: ImpliedOptions,
        control: &Control,
    ) -> Result<Self, PreparationError> {
        let (duals, permutations) = (Vec::new(), Vec::new());
        let mut extended = ExtendedModel { model: model.clone(), duals, permutations };
        if implied == ImpliedOptions::NONE {
            return Ok(extended);
        }
        let mut whole = Model::clone(model);
        for posted in model.constraints() {
            control.check_stop()?;
            if implied.sums {
                sums::add_sum(&mut whole, model, posted)?;
            }
            let Some(permutation) = PermutationScope::from_constraint(model, posted) else {
                continue;
            };
            if implied.counts {
                counts::add_cardinality(&mut whole, &permutation)?;
            }
            if implied.duals
                && let Some(duals) = duals::add_duals(&mut whole, model, &permutation)?
            {
                let number = extended.permutations.len();
                let dual = |variable| DualVariable { variable, permutation: number };
                extended.duals.extend(duals.into_iter().map(dual));
                extended.permutations.push(permutation.scope.to_vec());
            }
        }
        extended.model = Arc::new(whole);
        Ok(extended)
    }
}
