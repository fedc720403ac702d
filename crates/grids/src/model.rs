//! The model of a puzzle: a variable for each cell that takes a value, and the constraints of the
//! rules.

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};
use std::hash::Hash;
use std::rc::Rc;
use std::sync::Arc;

use parallax_model::engine_api::{Control, PreparationError};
use parallax_model::{
    AllDifferent, AtomicConstraint, Clause, Compare, ComparisonOperator, Constraint,
    DeterministicAutomaton, Domain, Linear, LinearTerm, Model, ModelError, Regular, Table, Value,
    VarId,
};

use super::GridPuzzle;
use super::rules::ExtremeMarks;
use super::shape::GridShape;

/// The largest number of tuples that a table of a cage has. Larger cages become a difference and a
/// sum, which propagate less and take less room.
pub(crate) const MAX_TUPLES: usize = 6000;

/// The largest number of states of a machine.
const MAX_STATES: usize = 200_000;

/// Adds variables and constraints of rules to a model.
pub(crate) struct GridModelBuilder<'a> {
    /// The puzzle.
    pub puzzle: &'a GridPuzzle,
    /// Whether cages are always a difference and a sum.
    pub sums: bool,
    model: Model,
    variables: Vec<Option<VarId>>,
    hidden: usize,
    /// The tables so far. Rules about all pairs of cells have few different ones.
    tables: HashSet<Arc<Vec<Vec<Value>>>>,
    extremes: OnceCell<Rc<ExtremeMarks>>,
}

/// Builds the model of a puzzle, without its givens.
///
/// # Errors
/// Returns an error if the numbers of a rule do not fit a model, and the reason when `control`
/// stops the work.
pub(crate) fn build_model(
    puzzle: &GridPuzzle,
    sums: bool,
    control: &Control,
) -> Result<Model, PreparationError> {
    let mut builder = GridModelBuilder::new(puzzle, sums)?;
    for rule in puzzle.all_rules() {
        control.check_stop().map_err(PreparationError::Stopped)?;
        rule.rule().post_rule(&mut builder)?;
    }
    Ok(builder.model)
}

impl<'a> GridModelBuilder<'a> {
    fn new(puzzle: &'a GridPuzzle, sums: bool) -> Result<Self, ModelError> {
        let mut model = Model::new(puzzle.base.plain_word());
        let shape = puzzle.shape;
        let (low, high) = puzzle.digits;
        let domain = Domain::from_range(low, high);
        let mut variables = vec![None; shape.cell_count()];
        for cell in puzzle.valued_cells() {
            variables[cell] = Some(model.add_shown(shape.cell_name(cell), domain.clone())?);
        }
        let is_full = variables.iter().all(Option::is_some);
        if is_full && shape.rows == shape.columns {
            model.set_grid(shape.rows)?;
        }
        let tables = HashSet::new();
        let extremes = OnceCell::new();
        Ok(GridModelBuilder { puzzle, sums, model, variables, hidden: 0, tables, extremes })
    }

    /// Returns the shape of the grid.
    pub(crate) fn grid_shape(&self) -> GridShape {
        self.puzzle.shape
    }

    /// Returns the digits in ascending order.
    pub(crate) fn digit_values(&self) -> impl Iterator<Item = Value> + Clone + use<> {
        self.puzzle.digits.0..=self.puzzle.digits.1
    }

    /// Returns the cells that rules of the puzzle mark as minimum and maximum.
    pub(crate) fn extreme_marks(&self) -> Rc<ExtremeMarks> {
        self.extremes.get_or_init(|| Rc::new(ExtremeMarks::from_puzzle(self.puzzle))).clone()
    }

    /// Returns the variable of a cell.
    ///
    /// # Errors
    /// Returns an error if the cell takes no value.
    pub(crate) fn cell_variable(&self, cell: usize) -> Result<VarId, ModelError> {
        self.variables.get(cell).copied().flatten().ok_or_else(|| {
            ModelError::new(format!("{} takes no value", self.puzzle.shape.cell_name(cell)))
        })
    }

    /// Returns the variables of cells.
    pub(crate) fn cell_variables(&self, cells: &[usize]) -> Result<Vec<VarId>, ModelError> {
        cells.iter().map(|&cell| self.cell_variable(cell)).collect()
    }

    /// Adds a hidden variable; its name begins with `name`.
    pub(crate) fn add_hidden(&mut self, name: &str, domain: Domain) -> Result<VarId, ModelError> {
        self.hidden += 1;
        self.model.add_hidden(format!("{name}#{}", self.hidden), domain)
    }

    /// Posts a constraint.
    pub(crate) fn post_constraint(
        &mut self,
        label: impl Into<String>,
        constraint: Constraint,
    ) -> Result<(), ModelError> {
        self.model.post(label.into(), constraint)
    }

    /// Posts that the cells have different values.
    pub(crate) fn post_different(
        &mut self,
        label: &str,
        cells: &[usize],
    ) -> Result<(), ModelError> {
        let scope = self.cell_variables(cells)?;
        self.post_constraint(label, Constraint::AllDifferent(AllDifferent { scope }))
    }

    /// Posts a relation of a sum of cells, each with a coefficient, to a constant.
    pub(crate) fn post_sum(
        &mut self,
        label: &str,
        terms: &[(i64, usize)],
        relation: ComparisonOperator,
        constant: i64,
    ) -> Result<(), ModelError> {
        let terms = self.cell_terms(terms)?;
        self.post_constraint(label, Constraint::Linear(Linear { terms, relation, constant }))
    }

    /// Returns the terms of a sum. A cell that occurs twice has one term.
    pub(crate) fn cell_terms(&self, terms: &[(i64, usize)]) -> Result<Vec<LinearTerm>, ModelError> {
        let mut merged: Vec<(i64, usize)> = Vec::with_capacity(terms.len());
        for &(coefficient, cell) in terms {
            match merged.iter_mut().find(|(_, other)| *other == cell) {
                Some((sum, _)) => *sum += coefficient,
                None => merged.push((coefficient, cell)),
            }
        }
        merged
            .into_iter()
            // A cell on both sides with equal coefficients drops out.
            .filter(|&(coefficient, _)| coefficient != 0)
            .map(|(coefficient, cell)| {
                Ok(LinearTerm { coefficient, variable: self.cell_variable(cell)? })
            })
            .collect()
    }

    /// Posts `left RELATION right + offset`.
    pub(crate) fn post_comparison(
        &mut self,
        label: &str,
        left: usize,
        relation: ComparisonOperator,
        (right, offset): (usize, i64),
    ) -> Result<(), ModelError> {
        let (left, right) = (self.cell_variable(left)?, self.cell_variable(right)?);
        self.post_constraint(label, Constraint::Compare(Compare { left, relation, right, offset }))
    }

    /// Posts that the cells, at most four, have values for which `holds` is true. A cell may occur
    /// twice.
    pub(crate) fn post_table(
        &mut self,
        label: &str,
        cells: &[usize],
        holds: impl Fn(&[Value]) -> bool,
    ) -> Result<(), ModelError> {
        let mut scope: Vec<usize> = Vec::with_capacity(cells.len());
        let mut column = |cell: usize| {
            scope.iter().position(|other| *other == cell).unwrap_or_else(|| {
                scope.push(cell);
                scope.len() - 1
            })
        };
        let columns: Vec<usize> = cells.iter().map(|&cell| column(cell)).collect();
        // The table has a column for each different cell. `holds` sees the values in the order of
        // `cells`, with repeats.
        let mut tuples: Vec<Vec<Value>> = vec![Vec::new()];
        for _ in &scope {
            tuples = tuples
                .iter()
                .flat_map(|tuple| self.digit_values().map(|digit| [&tuple[..], &[digit]].concat()))
                .collect();
        }
        tuples.retain(|tuple| {
            holds(&columns.iter().map(|&column| tuple[column]).collect::<Vec<Value>>())
        });
        self.post_tuples(label, &scope, tuples)
    }

    /// Posts that the values of the cells are one of the tuples.
    pub(crate) fn post_tuples(
        &mut self,
        label: &str,
        cells: &[usize],
        tuples: Vec<Vec<Value>>,
    ) -> Result<(), ModelError> {
        let scope = self.cell_variables(cells)?;
        let tuples = match self.tables.get(&tuples) {
            Some(known) => known.clone(),
            None => Arc::new(tuples),
        };
        self.tables.insert(tuples.clone());
        self.post_constraint(label, Constraint::Table(Table { scope, tuples, forbidden: false }))
    }

    /// Posts that a cell has one of the values for which `holds` is true.
    pub(crate) fn post_values(
        &mut self,
        label: &str,
        cell: usize,
        holds: impl Fn(Value) -> bool,
    ) -> Result<(), ModelError> {
        self.post_table(label, &[cell], |tuple| holds(tuple[0]))
    }

    /// Posts that one of the atoms is true: cells, relations and values.
    pub(crate) fn post_clause(
        &mut self,
        label: &str,
        atoms: &[(usize, ComparisonOperator, Value)],
    ) -> Result<(), ModelError> {
        let atom = |&(cell, relation, value): &(usize, ComparisonOperator, Value)| {
            Ok(AtomicConstraint::new(self.cell_variable(cell)?, relation, value))
        };
        let atoms = atoms.iter().map(atom).collect::<Result<_, ModelError>>()?;
        self.post_constraint(label, Constraint::Clause(Clause { atoms }))
    }

    /// Posts that a machine accepts the values of the cells, which it reads in order. It starts in
    /// `start`; `next` returns the state after the value of the cell at an index, `None` if it
    /// rejects it.
    pub(crate) fn post_machine<S: Clone + Eq + Hash>(
        &mut self,
        label: &str,
        cells: &[usize],
        start: S,
        next: impl Fn(&S, usize, Value) -> Option<S>,
        accepts: impl Fn(&S) -> bool,
    ) -> Result<(), ModelError> {
        let mut transitions = Vec::new();
        // Unrolls the machine into a layer of states for each cell, as far as they can be reached.
        // A state in two layers has two numbers, because `next` depends on the index.
        let mut layer = vec![(0u32, start)];
        let mut count = 1u32;
        for index in 0..cells.len() {
            // The states of the next layer, merged if they are equal.
            let mut numbers: HashMap<S, u32> = HashMap::new();
            let mut following = Vec::new();
            for (number, state) in &layer {
                for digit in self.digit_values() {
                    let Some(reached) = next(state, index, digit) else { continue };
                    let to = *numbers.entry(reached.clone()).or_insert_with(|| {
                        following.push((count, reached));
                        count += 1;
                        count - 1
                    });
                    transitions.push((*number, digit, to));
                }
            }
            // Checked after each layer, so that a machine that grows too fast is not built to its
            // end.
            if count as usize > MAX_STATES {
                let message = format!("{label}: more than {MAX_STATES} states");
                return Err(ModelError::new(message));
            }
            layer = following;
        }
        let finals = layer.iter().filter(|(_, state)| accepts(state)).map(|(number, _)| *number);
        let automaton = DeterministicAutomaton::new(0, finals.collect::<Vec<_>>(), transitions)
            .map_err(|fault| ModelError::new(format!("{label}: {fault}")))?;
        let scope = self.cell_variables(cells)?;
        let regular = Regular { scope, automaton: Arc::new(automaton) };
        self.post_constraint(label, regular.into())
    }
}
