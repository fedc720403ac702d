//! Smaller formulas: without clauses, literals, and variables that no clause mentions.

use std::ops::Range;

use parallax_model::Cuts;

use super::Clauses;

/// The kinds of cuts of a formula.
pub(super) fn cuts(formula: &Clauses) -> Vec<Cuts> {
    vec![
        Cuts::new("clauses", formula.len()),
        Cuts::new("literals", formula.literals()),
        Cuts::new("unused variables", unused(formula).len()),
    ]
}

/// Returns the formula after a run of cuts of a kind.
pub(super) fn cut(formula: &Clauses, kind: usize, run: Range<usize>) -> Option<Clauses> {
    match kind {
        0 => Some(without_clauses(formula, &run)),
        1 => Some(without_literals(formula, &run)),
        2 => without_variables(formula, unused(formula).get(run)?),
        _ => None,
    }
}

/// Builds a formula of these clauses.
fn of<'c>(variables: usize, clauses: impl Iterator<Item = &'c [i32]>) -> Clauses {
    let mut smaller = Clauses::new(variables);
    for clause in clauses {
        clause.iter().for_each(|&literal| smaller.push(literal));
        smaller.close();
    }
    smaller
}

fn without_clauses(formula: &Clauses, run: &Range<usize>) -> Clauses {
    let kept = formula.iter().enumerate().filter(|(place, _)| !run.contains(place));
    of(formula.variables(), kept.map(|(_, clause)| clause))
}

/// Removes a run of literals, counted through all clauses.
fn without_literals(formula: &Clauses, run: &Range<usize>) -> Clauses {
    let mut smaller = Clauses::new(formula.variables());
    let mut place = 0;
    for clause in formula.iter() {
        for &literal in clause {
            if !run.contains(&place) {
                smaller.push(literal);
            }
            place += 1;
        }
        smaller.close();
    }
    smaller
}

/// The variables, from 1, that no clause mentions.
fn unused(formula: &Clauses) -> Vec<usize> {
    let mut used = vec![false; formula.variables() + 1];
    for literal in formula.iter().flatten() {
        used[literal.unsigned_abs() as usize] = true;
    }
    (1..=formula.variables()).filter(|&variable| !used[variable]).collect()
}

/// Removes these variables, which no clause mentions; the others are renumbered without gaps.
fn without_variables(formula: &Clauses, gone: &[usize]) -> Option<Clauses> {
    let mut number = 0;
    let mut numbers = vec![0i32; formula.variables() + 1];
    for (variable, new) in numbers.iter_mut().enumerate().skip(1) {
        if gone.binary_search(&variable).is_err() {
            number += 1;
            *new = number;
        }
    }
    let mut smaller = Clauses::new(usize::try_from(number).ok()?);
    for clause in formula.iter() {
        for literal in clause {
            smaller.push(numbers[literal.unsigned_abs() as usize] * literal.signum());
        }
        smaller.close();
    }
    Some(smaller)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn formula(variables: usize, clauses: &[&[i32]]) -> Clauses {
        of(variables, clauses.iter().copied())
    }

    #[test]
    fn each_kind_of_cut_removes_what_it_names() {
        let whole = formula(4, &[&[1, -2], &[], &[2, 4, 4], &[-4]]);
        let numbers: Vec<usize> = cuts(&whole).iter().map(|cuts| cuts.number).collect();
        assert_eq!(numbers, [4, 6, 1]);
        assert_eq!(cut(&whole, 0, 1..3), Some(formula(4, &[&[1, -2], &[-4]])));
        assert_eq!(cut(&whole, 1, 1..4), Some(formula(4, &[&[1], &[], &[4], &[-4]])));
        assert_eq!(cut(&whole, 2, 0..1), Some(formula(3, &[&[1, -2], &[], &[2, 3, 3], &[-3]])));
        assert_eq!(cut(&whole, 2, 0..2), None);
        assert_eq!(cut(&whole, 3, 0..1), None);
    }
}
