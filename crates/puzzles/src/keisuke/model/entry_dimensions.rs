//! The model with a variable for each run, whose values have a dimension for each two places at
//! which runs cross.

use std::collections::BTreeMap;
use std::sync::Arc;

use parallax_instance::PuzzleSolution;
use parallax_model::{
    ClassRelation, Constraint, DimensionId, DimensionRelation, Domain, Model, ModelError, Solution,
    Value, ValueDimension, VarId,
};

use super::super::board::{KeisukePuzzle, RunDirection};
use super::super::layout::RunLayout;
use super::lists::{empty_model, post_use_from, run_name};
use super::slots::{clued_entries, filled_grid};

/// Maximum number of values with a class, of all dimensions together.
const MOST_MEMBERS: usize = 1 << 22;

/// Builds the model. Shown: the entry of each run, its place among the different entries of both
/// directions. A clue leaves the entries that have it. A crossing states that two entries have the
/// same class in a dimension.
///
/// A relation is about one dimension, and the runs of a crossing may meet at different places.
/// So there is a dimension for each two places that meet: the class of an entry across is its
/// digit at the first place, that of an entry down its digit at the second.
///
/// # Errors
/// When the dimensions are too large.
pub(in super::super) fn words_model(
    keisuke: &KeisukePuzzle,
    layout: &RunLayout,
) -> Result<Model, ModelError> {
    let mut model = empty_model(keisuke);
    let first = first_of_group(layout);
    let entries = layout.groups.iter().flat_map(|group| &group.entries);
    // All runs share the names, as values are numbered through all groups.
    let names = Arc::new((0..).zip(entries.map(|(entry, _)| entry.to_string())).collect());
    for run in 0..layout.runs.len() {
        let first = first[layout.runs[run].group];
        let domain = Domain::from_values(
            clued_entries(keisuke, layout, run).iter().map(|value| first + value),
        );
        let added = model.add_shown(run_name(keisuke, layout, run), domain)?;
        model.name_values(added, Arc::clone(&names));
    }
    let mut dimensions = CrossingDimensions::default();
    for &cell in &layout.covered {
        let [Some(across), Some(down)] = layout.cell_runs(cell) else { continue };
        let relation = DimensionRelation {
            scope: vec![VarId::new(across.0), VarId::new(down.0)],
            dimension: dimensions.crossing_dimension(&mut model, layout, [across.1, down.1])?,
            relation: ClassRelation::AllSame,
        };
        let number = layout.covered_index(cell).unwrap_or(0) + 1;
        model.post(format!("crossing {number}"), Constraint::Dimension(relation))?;
    }
    post_use_from(&mut model, layout, |group| first[group], |run| Some(VarId::new(run)))?;
    Ok(model)
}

/// Returns the value of the first entry of each group.
fn first_of_group(layout: &RunLayout) -> Vec<Value> {
    let mut next = 0;
    let first = |group: &super::super::layout::RunGroup| {
        let first = next;
        next += group.entries.len() as Value;
        first
    };
    layout.groups.iter().map(first).collect()
}

/// The dimensions that crossings have used so far.
#[derive(Default)]
struct CrossingDimensions {
    dimensions: BTreeMap<[usize; 2], DimensionId>,
    members: usize,
}

impl CrossingDimensions {
    /// Returns the dimension of a place in runs across and a place in runs down.
    fn crossing_dimension(
        &mut self,
        model: &mut Model,
        layout: &RunLayout,
        places: [usize; 2],
    ) -> Result<DimensionId, ModelError> {
        if let Some(&made) = self.dimensions.get(&places) {
            return Ok(made);
        }
        let entries = layout.groups.iter().flat_map(|group| {
            let index = match group.direction {
                Some(RunDirection::Down) => places[1],
                // `None` does not occur: a list for both directions has no model of this kind.
                Some(RunDirection::Across) | None => places[0],
            };
            // A shorter entry has no digit there, and is in no class.
            group.entries.iter().map(move |(entry, _)| entry.digits().get(index).copied())
        });
        let members = (0..).zip(entries);
        let members: Vec<(Value, usize)> =
            members.filter_map(|(value, digit)| Some((value, usize::from(digit?)))).collect();
        self.members += members.len();
        if self.members > MOST_MEMBERS {
            return Err(ModelError::new(format!(
                "'words' needs more than {MOST_MEMBERS} entries in its dimensions; 'cells' needs none"
            )));
        }
        let name = format!("across {}, down {}", places[0] + 1, places[1] + 1);
        let digits = (0..=9).map(|digit| digit.to_string()).collect();
        let made = model.add_dimension(ValueDimension::new(name, digits, &members)?)?;
        self.dimensions.insert(places, made);
        Ok(made)
    }
}

/// Returns the filled grid of a solution of the model.
pub(in super::super) fn puzzle_solution(
    keisuke: &KeisukePuzzle,
    layout: &RunLayout,
    solution: &Solution,
) -> PuzzleSolution {
    let first = first_of_group(layout);
    filled_grid(keisuke, layout, solution, |group| first[group])
}
