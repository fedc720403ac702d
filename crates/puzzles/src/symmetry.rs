//! The common parts of symmetry breaking: interchangeable values, rows and
//! cells, and numbers of permutations.

use parallax_instance::{ModelOption, OptionEffect, SolutionWeight};
use parallax_model::engine_api::SolutionCount;
use parallax_model::{
    AtomicConstraint, Clause, ComparisonOperator, Constraint, Model, ModelError, Value, VarId,
};

use super::grid_model::post_less;

/// The name of the option that breaks symmetry.
pub(super) const SYMMETRY_OPTION_NAME: &str = "symmetry";

/// The label of all constraints that break symmetry.
pub(super) const SYMMETRY_LABEL: &str = "symmetry";

/// Returns the option that breaks symmetry.
pub(super) const fn symmetry_option(words: &'static str) -> ModelOption {
    ModelOption { name: SYMMETRY_OPTION_NAME, words, effect: OptionEffect::Orbits }
}

/// Returns the number of permutations of `n` elements.
pub(super) fn factorial(n: usize) -> SolutionCount {
    (2..=n).fold(SolutionCount::one(), |product, i| &product * &i.into())
}

/// Returns the product of these numbers as a weight.
pub(super) fn weight_product(numbers: impl IntoIterator<Item = SolutionCount>) -> SolutionWeight {
    SolutionWeight::from_factor(
        numbers.into_iter().fold(SolutionCount::one(), |all, number| &all * &number),
    )
}

/// Posts that a variable has a value.
pub(super) fn post_fixed(
    model: &mut Model,
    variable: VarId,
    value: Value,
) -> Result<(), ModelError> {
    let atoms = vec![AtomicConstraint::new(variable, ComparisonOperator::Eq, value)];
    model.post(SYMMETRY_LABEL, Constraint::Clause(Clause { atoms }))
}

/// Posts that the variables have ascending values.
pub(super) fn post_ascending(model: &mut Model, scope: &[VarId]) -> Result<(), ModelError> {
    scope.windows(2).try_for_each(|pair| post_less(model, SYMMETRY_LABEL, pair[0], pair[1]))
}

/// Returns the values from 1 to `order` that no clue has. In a puzzle whose rules treat all values
/// alike, they are interchangeable.
pub(super) fn free_values(order: usize, clues: &[Option<Value>]) -> Vec<Value> {
    let mut used = vec![false; order + 1];
    for &clue in clues.iter().flatten() {
        // The reader has refused clues out of range; here they would mark nothing.
        if let Some(mark) = usize::try_from(clue).ok().and_then(|clue| used.get_mut(clue)) {
            *mark = true;
        }
    }
    (1..=order).filter(|&value| !used[value]).map(|value| value as Value).collect()
}

/// Returns the row with the most clues; ties go to the first. `clues` are in row order.
pub(super) fn fullest_row(order: usize, clues: &[Option<Value>]) -> usize {
    let known = |row: usize| {
        clues.iter().skip(row * order).take(order).filter(|clue| clue.is_some()).count()
    };
    // `max_by_key` returns the last of equal rows, so the rows are reversed.
    (0..order).rev().max_by_key(|&row| known(row)).unwrap_or(0)
}

/// Posts that interchangeable values, each of which occurs once among the
/// variables of `line`, occur there in ascending order. This keeps one of the
/// permutations of these values.
pub(super) fn post_values_in_order(
    model: &mut Model,
    line: &[VarId],
    values: &[Value],
) -> Result<(), ModelError> {
    for pair in values.windows(2) {
        for (index, &variable) in line.iter().enumerate() {
            // If this variable has the later value, a variable before it has the earlier one.
            let mut atoms = vec![AtomicConstraint::new(variable, ComparisonOperator::Ne, pair[1])];
            let before = line.iter().take(index);
            atoms.extend(
                before.map(|&earlier| {
                    AtomicConstraint::new(earlier, ComparisonOperator::Eq, pair[0])
                }),
            );
            model.post(SYMMETRY_LABEL, Constraint::Clause(Clause { atoms }))?;
        }
    }
    Ok(())
}
