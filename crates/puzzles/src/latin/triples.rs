//! The orthogonal array of a Latin square: its holes as triples of a row, a column and a value.

use std::sync::Arc;

use parallax_model::{
    ClassRelation, Clause, Constraint, DimensionRelation, Domain, Given, Model, ModelError,
    Solution, Value, ValueDimension, VarId,
};

use super::super::grid_model::post_less;
use super::super::grid_rules::cell_name;
use super::LatinPuzzle;

/// Maximum number of values of all domains together.
const MOST_VALUES: usize = 250_000;

/// The holes, and the triples that the clues leave for them.
pub(super) struct HoleTriples<'a> {
    latin: &'a LatinPuzzle,
    holes: Vec<usize>,
    /// Cells and values from 1, ascending; the place of a triple is its value in the model.
    triples: Vec<(usize, Value)>,
    /// A row or column that has a clue twice, or a hole without a possible value.
    fault: Option<String>,
}

impl<'a> HoleTriples<'a> {
    pub(super) fn from_square(latin: &'a LatinPuzzle) -> Self {
        let (order, clues) = (latin.order(), latin.clues());
        let mut used = vec![false; 2 * order * order];
        let mut fault = None;
        // The places of a value in `used`: for its row and for its column.
        let marks = |cell: usize, value: Value| {
            let value = value as usize - 1;
            [cell / order * order + value, (order + cell % order) * order + value]
        };
        for (cell, &clue) in clues.iter().enumerate() {
            let Some(clue) = clue else { continue };
            for (mark, word) in marks(cell, clue).into_iter().zip(["row", "column"]) {
                if std::mem::replace(&mut used[mark], true) {
                    let number = if word == "row" { cell / order } else { cell % order } + 1;
                    fault.get_or_insert_with(|| format!("{clue} twice in {word} {number}"));
                }
            }
        }
        let holes: Vec<usize> = (0..clues.len()).filter(|&cell| clues[cell].is_none()).collect();
        let mut triples = Vec::new();
        for &cell in &holes {
            let before = triples.len();
            let free = |&value: &Value| marks(cell, value).iter().all(|&mark| !used[mark]);
            triples.extend((1..=order as Value).filter(free).map(|value| (cell, value)));
            if triples.len() == before {
                let name = cell_name(order, cell);
                fault.get_or_insert_with(|| format!("no value for {name}"));
            }
        }
        HoleTriples { latin, holes, triples, fault }
    }

    /// Builds the model: a variable for each hole, all with equal domains of triples, in ascending
    /// order, so that each square is one solution. The triples differ in each two of row, column
    /// and value: the orthogonal array of the square. Clues are not givens, because they would
    /// distinguish the variables.
    pub(super) fn build_model(&self) -> Result<Model, ModelError> {
        let order = self.latin.order();
        // Each hole has every triple in its domain, so the size is a product.
        let values = self.holes.len().saturating_mul(self.triples.len());
        if values > MOST_VALUES {
            return Err(ModelError::new(format!(
                "the model 'triples' has {values} values: {} holes with {} triples each; the limit is {MOST_VALUES}",
                self.holes.len(),
                self.triples.len()
            )));
        }
        let mut model = Model::new(format!("latin {order}x{order}, triples"));
        let domain = Domain::from_range(0, self.triples.len() as Value - 1);
        let added =
            (1..=self.holes.len()).map(|i| model.add_shown(format!("t{i}"), domain.clone()));
        let scope = added.collect::<Result<Vec<VarId>, _>>()?;
        self.name_triples(&mut model, &scope);
        // Without the order, each square would be a solution in all orders of its triples.
        for pair in scope.windows(2) {
            post_less(&mut model, "order", pair[0], pair[1])?;
        }
        let row = |&(cell, _): &(usize, Value)| format!("r{}", cell / order + 1);
        let column = |&(cell, _): &(usize, Value)| format!("c{}", cell % order + 1);
        let value = |&(_, value): &(usize, Value)| format!("v{value}");
        self.post_different_classes(&mut model, &scope, "row and column", |t| row(t) + &column(t))?;
        self.post_different_classes(&mut model, &scope, "row and value", |t| row(t) + &value(t))?;
        self.post_different_classes(&mut model, &scope, "column and value", |t| {
            column(t) + &value(t)
        })?;
        if let Some(fault) = &self.fault {
            // An empty clause is false; its label names the contradiction.
            model.post(fault.as_str(), Constraint::Clause(Clause { atoms: Vec::new() }))?;
        }
        Ok(model)
    }

    fn name_triples(&self, model: &mut Model, scope: &[VarId]) {
        let order = self.latin.order();
        let name = |&(cell, value): &(usize, Value)| format!("{}={value}", cell_name(order, cell));
        let names = Arc::new((0..).zip(self.triples.iter().map(name)).collect());
        for &variable in scope {
            model.name_values(variable, Arc::clone(&names));
        }
    }

    /// Adds a dimension with the classes that `class` names, and posts that the triples differ in
    /// it.
    fn post_different_classes(
        &self,
        model: &mut Model,
        scope: &[VarId],
        name: &str,
        class: impl Fn(&(usize, Value)) -> String,
    ) -> Result<(), ModelError> {
        let named: Vec<String> = self.triples.iter().map(class).collect();
        let mut classes = named.clone();
        classes.sort_unstable();
        classes.dedup();
        // `classes` has all names, so the search succeeds.
        let index = |class: &String| classes.binary_search(class).unwrap_or(0);
        let members: Vec<(Value, usize)> = (0..).zip(named.iter().map(index)).collect();
        let dimension = model.add_dimension(ValueDimension::new(name, classes, &members)?)?;
        let (scope, relation) = (scope.to_vec(), ClassRelation::AllDifferent);
        let relation = DimensionRelation { scope, dimension, relation };
        model.post(name, Constraint::Dimension(relation))
    }

    /// Returns the assignment that represents a hole with a value: the triples are ascending and
    /// every hole has one, so a variable is the triple of its hole. `None` for a clue, and if the
    /// clues exclude the triple.
    pub(super) fn cell_given(&self, cell: usize, value: Value) -> Option<Given> {
        // Both lists ascend, as the binary search requires.
        let variable = VarId::new(self.holes.binary_search(&cell).ok()?);
        let value = self.triples.binary_search(&(cell, value)).ok()? as Value;
        Some(Given { variable, value })
    }

    /// Returns the values of the cells.
    pub(super) fn cell_values(&self, solution: &Solution) -> Vec<Value> {
        let mut cells: Vec<Value> =
            self.latin.clues().iter().map(|clue| clue.unwrap_or(0)).collect();
        for &triple in solution.values() {
            let (cell, value) = self.triples[triple as usize];
            cells[cell] = value;
        }
        cells
    }
}
