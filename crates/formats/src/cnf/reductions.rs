//! Smaller formulas: without clauses, literals, and variables that no clause mentions.

use std::ops::Range;

use parallax_model::NumberedCuts;

use super::CnfFormula;

/// The kinds of cuts of a formula.
pub(super) fn list_cuts(formula: &CnfFormula) -> Vec<NumberedCuts> {
    vec![
        NumberedCuts::new("clauses", formula.len()),
        NumberedCuts::new("literals", formula.literal_count()),
        NumberedCuts::new("unused variables", unused_variables(formula).len()),
    ]
}

/// Returns the formula after a run of cuts of a kind.
pub(super) fn apply_cut(
    formula: &CnfFormula,
    kind: usize,
    run: Range<usize>,
) -> Option<CnfFormula> {
    match kind {
        0 => Some(without_clauses(formula, &run)),
        1 => Some(without_literals(formula, &run)),
        2 => without_variables(formula, unused_variables(formula).get(run)?),
        _ => None,
    }
}

/// Builds a formula of these clauses.
fn build_clause_formula<'c>(
    variables: usize,
    clauses: impl Iterator<Item = &'c [i32]>,
) -> CnfFormula {
    let mut smaller = CnfFormula::new(variables);
    for clause in clauses {
        clause.iter().for_each(|&literal| smaller.push_literal(literal));
        smaller.close_clause();
    }
    smaller
}

fn without_clauses(formula: &CnfFormula, run: &Range<usize>) -> CnfFormula {
    let kept = formula.iter().enumerate().filter(|(index, _)| !run.contains(index));
    build_clause_formula(formula.variable_count(), kept.map(|(_, clause)| clause))
}

/// Removes a run of literals, counted through all clauses.
fn without_literals(formula: &CnfFormula, run: &Range<usize>) -> CnfFormula {
    let mut smaller = CnfFormula::new(formula.variable_count());
    let mut index = 0;
    for clause in formula.iter() {
        for &literal in clause {
            if !run.contains(&index) {
                smaller.push_literal(literal);
            }
            index += 1;
        }
        smaller.close_clause();
    }
    smaller
}

/// The variables, from 1, that no clause mentions.
fn unused_variables(formula: &CnfFormula) -> Vec<usize> {
    let mut used = vec![false; formula.variable_count() + 1];
    for literal in formula.iter().flatten() {
        used[literal.unsigned_abs() as usize] = true;
    }
    (1..=formula.variable_count()).filter(|&variable| !used[variable]).collect()
}

/// Removes these variables, which no clause mentions; the others are renumbered without gaps.
fn without_variables(formula: &CnfFormula, gone: &[usize]) -> Option<CnfFormula> {
    let mut number = 0;
    let mut numbers = vec![0i32; formula.variable_count() + 1];
    for (variable, new) in numbers.iter_mut().enumerate().skip(1) {
        // `gone` is a part of the list of unused variables, which ascends.
        if gone.binary_search(&variable).is_err() {
            number += 1;
            *new = number;
        }
    }
    let mut smaller = CnfFormula::new(usize::try_from(number).ok()?);
    for clause in formula.iter() {
        for literal in clause {
            // A literal keeps its sign. Its variable is used, so its new number is not 0.
            smaller.push_literal(numbers[literal.unsigned_abs() as usize] * literal.signum());
        }
        smaller.close_clause();
    }
    Some(smaller)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn formula(variables: usize, clauses: &[&[i32]]) -> CnfFormula {
        build_clause_formula(variables, clauses.iter().copied())
    }

    #[test]
    fn each_kind_of_cut_removes_what_it_names() {
        let whole = formula(4, &[&[1, -2], &[], &[2, 4, 4], &[-4]]);
        let numbers: Vec<usize> = list_cuts(&whole).iter().map(|cuts| cuts.number).collect();
        assert_eq!(numbers, [4, 6, 1]);
        assert_eq!(apply_cut(&whole, 0, 1..3), Some(formula(4, &[&[1, -2], &[-4]])));
        assert_eq!(apply_cut(&whole, 1, 1..4), Some(formula(4, &[&[1], &[], &[4], &[-4]])));
        assert_eq!(
            apply_cut(&whole, 2, 0..1),
            Some(formula(3, &[&[1, -2], &[], &[2, 3, 3], &[-3]]))
        );
        assert_eq!(apply_cut(&whole, 2, 0..2), None);
        assert_eq!(apply_cut(&whole, 3, 0..1), None);
    }
}
