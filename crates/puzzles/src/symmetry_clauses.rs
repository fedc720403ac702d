//! Breaks the symmetries of grids in models whose variables are not the cells. A model maps a cell
//! and its value to an assignment of its own variables, a fact.

use parallax_model::{
    AtomicConstraint, Clause, ComparisonOperator, Constraint, Given, Model, ModelError, Value,
};

use super::symmetry::SYMMETRY_LABEL;

/// The assignment of the model's variables if a cell, by its number, has a value; `None` if it
/// cannot have it.
pub(super) type Fact<'a> = &'a dyn Fn(usize, Value) -> Option<Given>;

fn given_atom(given: Given) -> AtomicConstraint {
    AtomicConstraint::new(given.variable, ComparisonOperator::Eq, given.value)
}

fn is_not(given: Given) -> AtomicConstraint {
    AtomicConstraint::new(given.variable, ComparisonOperator::Ne, given.value)
}

fn post_clause(model: &mut Model, atoms: Vec<AtomicConstraint>) -> Result<(), ModelError> {
    model.post(SYMMETRY_LABEL, Constraint::Clause(Clause { atoms }))
}

/// Posts that a cell has a value.
pub(super) fn post_fact(
    model: &mut Model,
    fact: Fact<'_>,
    cell: usize,
    value: Value,
) -> Result<(), ModelError> {
    // A value that the cell cannot have gives an empty clause, which is false.
    post_clause(model, fact(cell, value).map(given_atom).into_iter().collect())
}

/// Posts that values, each of which occurs once among the cells of `line`, occur there in
/// ascending order.
pub(super) fn post_facts_in_order(
    model: &mut Model,
    fact: Fact<'_>,
    line: &[usize],
    values: &[Value],
) -> Result<(), ModelError> {
    for pair in values.windows(2) {
        for (index, &cell) in line.iter().enumerate() {
            // If this cell has the later value, a cell before it has the earlier one.
            let Some(later) = fact(cell, pair[1]) else { continue };
            let before = line[..index].iter().filter_map(|&cell| fact(cell, pair[0]));
            post_clause(
                model,
                std::iter::once(is_not(later)).chain(before.map(given_atom)).collect(),
            )?;
        }
    }
    Ok(())
}

/// Posts that the cells, whose values are 1 to `largest`, have ascending values.
pub(super) fn post_facts_ascending(
    model: &mut Model,
    fact: Fact<'_>,
    cells: &[usize],
    largest: usize,
) -> Result<(), ModelError> {
    for pair in cells.windows(2) {
        for value in 1..=largest as Value {
            // If the later cell has this value, the earlier one has a smaller one.
            let Some(later) = fact(pair[1], value) else { continue };
            let smaller = (1..value).filter_map(|value| fact(pair[0], value));
            post_clause(
                model,
                std::iter::once(is_not(later)).chain(smaller.map(given_atom)).collect(),
            )?;
        }
    }
    Ok(())
}
