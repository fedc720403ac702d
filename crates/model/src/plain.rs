//! Models without global constraints.

use std::sync::Arc;

use super::constraint::{PlainError, PlainFormBudget, PlainWriter};
use super::{Constraint, Model, Value};

/// A model in which core constraints replace the global ones.
///
/// The variables of the original come first, with the same numbers; the hidden variables of the
/// plain forms follow. So the first values of a solution are a solution of the original, and
/// each solution of the original extends to exactly one.
#[derive(Clone, Debug)]
pub struct PlainModel {
    /// The model.
    pub model: Arc<Model>,
    /// For each of its constraints, the place of the original one.
    origins: Vec<usize>,
    variables: usize,
}

impl Model {
    /// Returns whether the model has a constraint of a global kind.
    #[must_use]
    pub fn has_globals(&self) -> bool {
        self.constraints.iter().any(|posted| matches!(posted.constraint, Constraint::Global(_)))
    }

    /// Returns the model with the plain forms of its global constraints. A model without any is
    /// shared, not copied.
    ///
    /// # Errors
    /// Returns the reason if a form is too large or its numbers are, or the budget is used up.
    pub(crate) fn plain_within(
        self: &Arc<Model>,
        budget: &PlainFormBudget<'_>,
    ) -> Result<PlainModel, PlainError> {
        let variables = self.variables.len();
        let mut origins: Vec<usize> = (0..self.constraints.len()).collect();
        if !self.has_globals() {
            return Ok(PlainModel { model: self.clone(), origins, variables });
        }
        origins.clear();
        // The source expressions refer to constraints by place, and the places change.
        let mut model =
            Model { constraints: Arc::default(), expressions: None, ..(**self).clone() };
        let mut named = 0;
        for (index, posted) in self.constraints.iter().enumerate() {
            match &posted.constraint {
                Constraint::Global(global) => {
                    let mut writer = PlainWriter::new(&mut model, &posted.label, named, budget);
                    let written =
                        global.form().write_plain(&mut writer).and_then(|()| writer.finish_form());
                    named = written?;
                }
                _ => Arc::make_mut(&mut model.constraints).push(posted.clone()),
            }
            // Everything posted in this round comes from the constraint at `index`.
            origins.resize(model.constraints.len(), index);
        }
        Ok(PlainModel { model: Arc::new(model), origins, variables })
    }
}

impl PlainModel {
    /// Returns the values of the original's variables.
    #[must_use]
    pub fn original_values<'v>(&self, values: &'v [Value]) -> &'v [Value] {
        values.get(..self.variables).unwrap_or(values)
    }

    /// Returns the place of the original constraint for that at a place of the plain model.
    #[must_use]
    pub fn original_constraint(&self, index: usize) -> usize {
        self.origins.get(index).copied().unwrap_or(index)
    }

    /// Returns the places of the plain constraints that replace these original ones, in ascending
    /// order.
    #[must_use]
    pub fn standing_for(&self, originals: &[usize]) -> Vec<usize> {
        // Origins ascend, so the last one is the greatest.
        let mut is_wanted = vec![false; self.origins.last().map_or(0, |last| last + 1)];
        for &original in originals {
            if let Some(wanted) = is_wanted.get_mut(original) {
                *wanted = true;
            }
        }
        let all = self.origins.iter().enumerate();
        all.filter(|&(_, &origin)| is_wanted[origin]).map(|(index, _)| index).collect()
    }
}
