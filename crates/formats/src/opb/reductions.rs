//! Smaller pseudo-Boolean problems: without constraints, terms, factors and unused variables, and
//! with smaller numbers.

use std::ops::Range;

use parallax_model::NumberedCuts;

use super::OpbFormula;
use super::formula::all_literals;

/// The kinds of cuts of a problem.
pub(super) fn list_cuts(problem: &OpbFormula) -> Vec<NumberedCuts> {
    let terms = problem.constraints.iter().map(|inequality| inequality.terms.len()).sum();
    let objective = problem.objective.as_ref();
    let mut plain = problem.clone();
    vec![
        NumberedCuts::new("constraints", problem.constraints.len()),
        NumberedCuts::new("objectives", objective.iter().len()),
        NumberedCuts::new("terms", terms),
        NumberedCuts::new("terms of the objective", objective.map_or(0, Vec::len)),
        NumberedCuts::new("unused variables", unused_variables(problem).len()),
        NumberedCuts::new("coefficients other than 1", large_coefficients(&mut plain).len()),
        NumberedCuts::new("coefficients to halve", large_coefficients(&mut plain).len()),
        NumberedCuts::new("bounds to halve", nonzero_bounds(&mut plain).len()),
        NumberedCuts::new("products to shorten", problem.products.len()),
    ]
}

/// Returns the problem after a run of cuts of a kind.
pub(super) fn apply_cut(
    problem: &OpbFormula,
    kind: usize,
    run: Range<usize>,
) -> Option<OpbFormula> {
    let mut smaller = problem.clone();
    // The run may come from a larger problem, before earlier cuts, and be out of range here.
    if list_cuts(problem).get(kind)?.number < run.end {
        return None;
    }
    match kind {
        0 => drop(smaller.constraints.drain(run)),
        1 => smaller.objective = None,
        2 => without_terms(&mut smaller, &run),
        3 => drop(smaller.objective.as_mut()?.drain(run)),
        4 => without_variables(&mut smaller, unused_variables(problem).get(run)?),
        5 => {
            large_coefficients(&mut smaller)
                .get_mut(run)?
                .iter_mut()
                .for_each(|c| **c = c.signum());
        }
        6 => large_coefficients(&mut smaller).get_mut(run)?.iter_mut().for_each(|c| **c /= 2),
        7 => nonzero_bounds(&mut smaller).get_mut(run)?.iter_mut().for_each(|bound| **bound /= 2),
        8 => shorten_products(&mut smaller, run),
        _ => return None,
    }
    // A cut may remove the last term with a product.
    smaller.prune_products();
    Some(smaller)
}

/// The coefficients beyond 1 and -1.
fn large_coefficients(problem: &mut OpbFormula) -> Vec<&mut i64> {
    let constraints = problem.constraints.iter_mut().flat_map(|inequality| &mut inequality.terms);
    let terms = constraints.chain(problem.objective.iter_mut().flatten());
    terms.map(|(coefficient, _)| coefficient).filter(|c| c.unsigned_abs() > 1).collect()
}

/// The bounds other than 0.
fn nonzero_bounds(problem: &mut OpbFormula) -> Vec<&mut i64> {
    let bounds = problem.constraints.iter_mut().map(|inequality| &mut inequality.bound);
    bounds.filter(|bound| **bound != 0).collect()
}

/// Removes a run of terms, counted through all constraints.
fn without_terms(problem: &mut OpbFormula, run: &Range<usize>) {
    let mut index = 0;
    for inequality in &mut problem.constraints {
        inequality.terms.retain(|_| {
            index += 1;
            !run.contains(&(index - 1))
        });
    }
}

/// Removes the last factor of each product in a run. A product of one factor becomes that factor.
fn shorten_products(problem: &mut OpbFormula, run: Range<usize>) {
    let first = problem.variables + 1;
    // Products have two factors or more, so one remains.
    for factors in &mut problem.products[run] {
        factors.pop();
    }
    let products = std::mem::take(&mut problem.products);
    for literal in all_literals(problem) {
        let index = (literal.unsigned_abs() as usize).checked_sub(first);
        if let Some([factor]) = index.map(|index| products[index].as_slice()) {
            *literal = *factor * literal.signum();
        }
    }
    // A product of one factor has no uses any more; `apply_cut` prunes it.
    problem.products = products;
}

/// The variables, from 1, that nothing mentions.
fn unused_variables(problem: &OpbFormula) -> Vec<usize> {
    let mut used = vec![false; problem.variables + problem.products.len() + 1];
    all_literals(&mut problem.clone()).for_each(|l| used[l.unsigned_abs() as usize] = true);
    // A factor of a product is a use, even if no term has the variable alone.
    problem.products.iter().flatten().for_each(|l| used[l.unsigned_abs() as usize] = true);
    (1..=problem.variables).filter(|&variable| !used[variable]).collect()
}

/// Removes these variables, which nothing mentions; the others and the products are renumbered
/// without gaps.
fn without_variables(problem: &mut OpbFormula, gone: &[usize]) {
    // Products are numbered after the variables, so the table covers both. `gone` ascends, so
    // binary search finds a variable in it.
    let mut numbers = vec![0i32; problem.variables + problem.products.len() + 1];
    let mut number = 0;
    for (variable, new) in numbers.iter_mut().enumerate().skip(1) {
        if gone.binary_search(&variable).is_err() {
            number += 1;
            *new = number;
        }
    }
    let renumber = |l: &mut i32| *l = numbers[l.unsigned_abs() as usize] * l.signum();
    all_literals(problem).for_each(renumber);
    problem.products.iter_mut().flatten().for_each(renumber);
    problem.variables -= gone.len();
}

#[cfg(test)]
mod tests {
    use super::super::{OpbInequality, OpbRelation};
    use super::*;

    fn problem() -> OpbFormula {
        let inequality = |terms: &[(i64, i32)], bound| OpbInequality {
            terms: terms.to_vec(),
            sign: OpbRelation::AtLeast,
            bound,
        };
        OpbFormula {
            variables: 4,
            objective: Some(vec![(3, -4)]),
            constraints: vec![inequality(&[(1, 1), (-5, -2)], -3), inequality(&[(i64::MIN, 4)], 0)],
            ..OpbFormula::default()
        }
    }

    fn texts(problem: &OpbFormula) -> Vec<String> {
        problem.constraints.iter().map(|constraint| problem.inequality_text(constraint)).collect()
    }

    #[test]
    fn each_kind_of_cut_removes_what_it_names() {
        let whole = problem();
        let numbers: Vec<usize> = list_cuts(&whole).iter().map(|cuts| cuts.number).collect();
        assert_eq!(numbers, [2, 1, 3, 1, 1, 3, 3, 1, 0]);
        let after = |kind, run| apply_cut(&whole, kind, run).expect("a cut");
        assert_eq!(texts(&after(0, 0..1)), ["-9223372036854775808 x4 >= 0 ;"]);
        assert_eq!(after(1, 0..1).objective, None);
        assert_eq!(texts(&after(2, 1..3)), ["+1 x1 >= -3 ;", ">= 0 ;"]);
        assert_eq!(after(3, 0..1).objective, Some(Vec::new()));
        let closed = after(4, 0..1);
        assert_eq!((closed.variables, closed.objective.clone()), (3, Some(vec![(3, -3)])));
        assert_eq!(texts(&closed)[1], "-9223372036854775808 x3 >= 0 ;");
        assert_eq!(texts(&after(5, 0..2)), ["+1 x1 -1 ~x2 >= -3 ;", "-1 x4 >= 0 ;"]);
        assert_eq!(after(6, 2..3).objective, Some(vec![(1, -4)]));
        assert_eq!(texts(&after(7, 0..1))[0], "+1 x1 -5 ~x2 >= -1 ;");
        assert_eq!((apply_cut(&whole, 4, 0..2), apply_cut(&whole, 8, 0..1)), (None, None));
    }

    #[test]
    fn products_are_shortened_dropped_and_renumbered() {
        let text = "* #variable= 4 #constraint= 2 #product= 2 sizeproduct= 5\n\
            min: +1 x2 ~x4 +1 x2 x3 x4 ;\n+1 x2 +1 x2 x3 x4 >= 1 ;\n+1 x2 ~x4 >= 0 ;\n";
        let mut lines = parallax_instance::LineReader::new("f", text.as_bytes());
        let whole = super::super::read_problem(&mut lines, &mut |_| ()).unwrap();
        let after = |kind, run| apply_cut(&whole, kind, run).expect("a cut");
        assert_eq!((whole.products.len(), unused_variables(&whole)), (2, vec![1]));
        assert_eq!(texts(&after(4, 0..1)), ["+1 x1 +1 x1 x2 x3 >= 1 ;", "+1 x1 ~x3 >= 0 ;"]);
        assert_eq!(texts(&after(8, 0..2)), ["+1 x2 +1 x2 x3 >= 1 ;", "+1 x2 >= 0 ;"]);
        assert_eq!(after(8, 0..1).products, [vec![2, 3, 4]]);
        let constraints_only = apply_cut(&after(1, 0..1), 2, 1..2).expect("a cut");
        assert_eq!(constraints_only.products, [vec![2, -4]]);
        assert_eq!(texts(&constraints_only), ["+1 x2 >= 1 ;", "+1 x2 ~x4 >= 0 ;"]);
    }
}
