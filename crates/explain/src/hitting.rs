//! Smallest hitting sets, found by an engine that optimises. Both smallest sets and smallest
//! repairs alternate between them and an oracle.

use std::sync::Arc;

use parallax_model::engine_api::{Answer, Control, Engine, Task};
use parallax_model::{
    AtomicConstraint, Clause, ComparisonOperator, Constraint, Domain, Linear, LinearTerm, Model,
    ModelError, Objective, ObjectiveSense, VarId,
};

use super::problem::ask_for_solution;

/// The sets to hit, over the elements from 0 up to a number.
#[derive(Clone, Debug, Default)]
pub(super) struct HittingSetProblem {
    sets: Vec<Vec<usize>>,
}

impl HittingSetProblem {
    pub(crate) fn add_set(&mut self, set: Vec<usize>) {
        self.sets.push(set);
    }

    pub(crate) fn len(&self) -> usize {
        self.sets.len()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Vec<usize>> {
        self.sets.iter()
    }

    /// The elements that occur, ascending.
    fn list_places(&self) -> Vec<usize> {
        let mut places: Vec<usize> = self.sets.concat();
        places.sort_unstable();
        places.dedup();
        places
    }

    /// The model with a 0/1 variable for each element that occurs, and a clause for each set.
    fn hitting_model(&self) -> Result<Model, ModelError> {
        let mut model = Model::new("hitting set");
        let places = self.list_places();
        for place in &places {
            model.add_shown(format!("part {place}"), Domain::boolean())?;
        }
        for set in &self.sets {
            // Variables are numbered by ascending elements, so binary search finds one.
            let at = |place: &usize| VarId::new(places.partition_point(|other| other < place));
            let atoms = set
                .iter()
                .map(|place| AtomicConstraint::new(at(place), ComparisonOperator::Eq, 1))
                .collect();
            model.post("", Constraint::Clause(Clause { atoms }))?;
        }
        Ok(model)
    }

    /// Returns a smallest set, ascending, that has an element of each of the sets.
    ///
    /// # Errors
    /// Returns the engine's answer if it is unknown or unsupported.
    pub(crate) fn find_smallest(
        &self,
        engine: &dyn Engine,
        seed: u64,
        control: &Control,
    ) -> Result<Vec<usize>, Answer> {
        let places = self.list_places();
        if places.is_empty() {
            return Ok(Vec::new());
        }
        let refused = |error: ModelError| Answer::Unsupported(error.to_string());
        let mut model = self.hitting_model().map_err(refused)?;
        let term = |variable| LinearTerm { coefficient: 1, variable };
        let terms = (0..places.len()).map(VarId::new).map(term).collect();
        let objective = Objective::new(ObjectiveSense::Minimize, terms);
        model.set_objective(objective).map_err(refused)?;
        let best = ask_for_solution(engine, &Arc::new(model), Task::Optimise, seed, control)?;
        let best = best.ok_or_else(|| Answer::Unknown("an empty set cannot be hit".into()))?;
        let hit = places.iter().zip(best.values()).filter(|(_, value)| **value == 1);
        Ok(hit.map(|(&index, _)| index).collect())
    }

    /// Returns the model that has a solution exactly if fewer than `number` elements hit all sets.
    ///
    /// # Errors
    /// Returns an error if there are too many elements for a model.
    pub(crate) fn fewer_than(&self, number: usize) -> Result<Model, ModelError> {
        let mut model = self.hitting_model()?;
        let scope = (0..model.variables().len()).map(VarId::new);
        let few = Linear::unweighted_sum(scope, ComparisonOperator::Lt, number as i64);
        model.post("", Constraint::Linear(few))?;
        Ok(model)
    }
}
