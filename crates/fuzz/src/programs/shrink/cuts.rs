//! The cuts of a case, by number.

use std::ops::Range;

use parallax_model::NumberedCuts;

use crate::programs::case::{CaseExpr, FuzzCase};
use crate::programs::operator::Sort;

/// A cut of a case, by its number among the cuts of one kind; `None` if no cut has this number.
type CaseCut = fn(&FuzzCase, usize) -> Option<FuzzCase>;

/// A kind of cuts.
struct CutKind {
    name: &'static str,
    count: fn(&FuzzCase) -> usize,
    cut: CaseCut,
    /// Whether a cut leaves the numbers below its own as they are, so that several can be made at
    /// once, from the last to the first.
    joins: bool,
}

/// The kinds of cuts, in the order in which they are worth trying.
const CUT_KINDS: [CutKind; 8] = [
    CutKind { name: "assumptions", count: |_| 1, cut: without_assumptions, joins: false },
    CutKind {
        name: "constraints",
        count: |case| case.constraints.len() + 1,
        cut: without_constraint,
        joins: true,
    },
    CutKind { name: "spellings", count: |_| 1, cut: spell_plainly, joins: false },
    CutKind {
        name: "variables",
        count: |case| case.variables.len(),
        cut: without_variable,
        joins: true,
    },
    CutKind {
        name: "expressions",
        count: |case| NODE_CUTS * node_count(case),
        cut: at_node,
        joins: false,
    },
    CutKind { name: "values", count: total_domain_size, cut: without_value, joins: true },
    CutKind { name: "fixed values", count: total_domain_size, cut: fix_variable, joins: false },
    CutKind {
        name: "numbers",
        count: |case| 3 * total_domain_size(case),
        cut: smaller_value,
        joins: false,
    },
];

/// Returns the kinds of cuts of a case with their numbers.
pub(super) fn number_cuts(case: &FuzzCase) -> Vec<NumberedCuts> {
    CUT_KINDS.iter().map(|kind| NumberedCuts::new(kind.name, (kind.count)(case))).collect()
}

/// Returns a case after a run of cuts of a kind; `None` if no such cut exists, or if they cannot be
/// made at once.
pub(super) fn make_cuts(case: &FuzzCase, kind: usize, run: Range<usize>) -> Option<FuzzCase> {
    let CutKind { cut, joins, .. } = CUT_KINDS.get(kind)?;
    if run.len() > 1 && !joins {
        return None;
    }
    let mut smaller: Option<FuzzCase> = None;
    // From the last to the first: a cut of a kind that joins leaves the numbers below it valid.
    for number in run.rev() {
        smaller = cut(smaller.as_ref().unwrap_or(case), number).or(smaller);
    }
    smaller.map(remove_unused_variables)
}

fn total_domain_size(case: &FuzzCase) -> usize {
    case.variables.iter().map(|variable| variable.values.len()).sum()
}

fn node_count(case: &FuzzCase) -> usize {
    let mut count = 0;
    case.root_expressions().for_each(|expr| expr.visit_parts(&mut |_| count += 1));
    count
}

/// Removes variables that no expression names.
fn remove_unused_variables(mut case: FuzzCase) -> FuzzCase {
    let mut used = vec![false; case.variables.len()];
    for expr in case.root_expressions() {
        expr.visit_parts(&mut |part| {
            if let CaseExpr::Var(index) = part {
                used[*index] = true;
            }
        });
    }
    // Some languages require a variable, so one remains even if nothing names it.
    if !used.contains(&true)
        && let Some(first) = used.first_mut()
    {
        *first = true;
    }
    // The new index of each variable is the number of used ones before it.
    let places: Vec<usize> = used
        .iter()
        .scan(0, |next, &used| {
            let index = *next;
            *next += usize::from(used);
            Some(index)
        })
        .collect();
    let mut number = 0;
    case.variables.retain(|_| {
        number += 1;
        used[number - 1]
    });
    each_root(&mut case, &mut |expr| {
        expr.change_parts(&mut |part| {
            if let CaseExpr::Var(index) = part {
                *index = places[*index];
            }
        });
    });
    case
}

fn each_root(case: &mut FuzzCase, change: &mut dyn FnMut(&mut CaseExpr)) {
    case.constraints.iter_mut().for_each(&mut *change);
    if let Some(objective) = &mut case.objective {
        change(&mut objective.value);
    }
}

fn without_assumptions(case: &FuzzCase, _: usize) -> Option<FuzzCase> {
    case.assume.then(|| FuzzCase { assume: false, ..case.clone() })
}

fn without_constraint(case: &FuzzCase, number: usize) -> Option<FuzzCase> {
    let mut cut = case.clone();
    if number == case.constraints.len() {
        cut.objective.take()?;
    } else if case.constraints.len() > 1 {
        cut.constraints.remove(number);
    } else {
        return None;
    }
    Some(cut)
}

/// Numbers the items of lists from 1, and writes each term in full.
fn spell_plainly(case: &FuzzCase, _: usize) -> Option<FuzzCase> {
    (!case.is_plain()).then(|| FuzzCase { id: 0, ..case.clone() })
}

/// Replaces a variable by an earlier one of its sort, if there is one.
fn without_variable(case: &FuzzCase, number: usize) -> Option<FuzzCase> {
    let sort = case.variables[number].sort;
    // Only earlier variables are candidates, so merging cannot alternate between two.
    let other = case.variables[..number].iter().position(|variable| variable.sort == sort)?;
    let mut cut = case.clone();
    each_root(&mut cut, &mut |expr| {
        expr.change_parts(&mut |part| {
            if *part == CaseExpr::Var(number) {
                *part = CaseExpr::Var(other);
            }
        });
    });
    Some(cut)
}

/// Number of cuts at each node.
const NODE_CUTS: usize = 16;

/// Changes a node of an expression.
fn at_node(case: &FuzzCase, number: usize) -> Option<FuzzCase> {
    let (node, which) = (number / NODE_CUTS, number % NODE_CUTS);
    let mut cut = case.clone();
    let mut at = 0;
    let mut changed = false;
    let variables = &case.variables;
    let sort = |expr: &CaseExpr| match expr {
        CaseExpr::Int(_) => Some(Sort::Int),
        CaseExpr::Bool(_) => Some(Sort::Bool),
        CaseExpr::Var(index) => Some(variables[*index].sort),
        CaseExpr::Op(operator, _) => Some(operator.sort()),
        CaseExpr::List(_) => None,
    };
    each_root(&mut cut, &mut |expr| {
        visit_mut(expr, &mut |part| {
            if at == node
                && let Some(new) = smaller_expr(part, which, &sort)
            {
                *part = new;
                changed = true;
            }
            // Nodes are numbered from the outside in, before the change: counting stops at the
            // changed node, whose new parts do not matter.
            at += 1;
            at <= node
        });
    });
    changed.then_some(cut)
}

/// Visits nodes from the outside in, until `look` returns false.
fn visit_mut(expr: &mut CaseExpr, look: &mut dyn FnMut(&mut CaseExpr) -> bool) -> bool {
    if !look(expr) {
        return false;
    }
    if let CaseExpr::List(parts) | CaseExpr::Op(_, parts) = expr {
        for part in parts {
            if !visit_mut(part, look) {
                return false;
            }
        }
    }
    true
}

/// Returns a smaller replacement of an expression.
fn smaller_expr(
    expr: &CaseExpr,
    which: usize,
    sort: &dyn Fn(&CaseExpr) -> Option<Sort>,
) -> Option<CaseExpr> {
    match expr {
        CaseExpr::Op(operator, parts) => {
            // An operator may be replaced by an argument of its own sort.
            if let Some(part) = parts.get(which)
                && sort(part) == Some(operator.sort())
            {
                return Some(part.clone());
            }
            match which {
                // Removes the item at one index from all lists of the maximum length.
                8..=12 => {
                    let lengths =
                        parts.iter().filter_map(|part| part.list_items().map(<[CaseExpr]>::len));
                    let longest = lengths.max().filter(|&longest| longest > which - 8)?;
                    let shorter = parts.iter().map(|part| match part.list_items() {
                        Some(items) if items.len() == longest => {
                            let mut items = items.to_vec();
                            items.remove(which - 8);
                            CaseExpr::List(items)
                        }
                        _ => part.clone(),
                    });
                    Some(CaseExpr::Op(*operator, shorter.collect()))
                }
                13 => constant_expr(operator.sort(), 0),
                14 => constant_expr(operator.sort(), 1),
                _ => None,
            }
        }
        CaseExpr::List(items) => {
            let mut items = items.clone();
            if which >= items.len() {
                return None;
            }
            items.remove(which);
            Some(CaseExpr::List(items))
        }
        CaseExpr::Int(value) => nearer_number(*value, which).map(CaseExpr::Int),
        CaseExpr::Bool(_) => None,
        CaseExpr::Var(_) => match which {
            0..=2 => {
                let sort = sort(expr)?;
                constant_expr(sort, which as i64)
            }
            _ => None,
        },
    }
}

fn constant_expr(sort: Sort, value: i64) -> Option<CaseExpr> {
    match sort {
        Sort::Int => Some(CaseExpr::Int(value)),
        Sort::Bool => (value < 2).then_some(CaseExpr::Bool(value == 1)),
    }
}

/// Returns a number nearer to 0, or the positive one.
fn nearer_number(value: i64, which: usize) -> Option<i64> {
    let new = match which {
        0 => 0,
        1 => 1,
        2 => value.checked_neg()?,
        3 => value / 2,
        4 => value - value.signum(),
        _ => return None,
    };
    (new != value).then_some(new)
}

/// Returns the variable and the index of a value, from its number among all values.
fn value_at(case: &FuzzCase, mut number: usize) -> Option<(usize, usize)> {
    for (which, variable) in case.variables.iter().enumerate() {
        if number < variable.values.len() {
            return Some((which, number));
        }
        number -= variable.values.len();
    }
    None
}

fn without_value(case: &FuzzCase, number: usize) -> Option<FuzzCase> {
    let (which, index) = value_at(case, number)?;
    let mut cut = case.clone();
    if cut.variables[which].values.len() < 2 {
        return None;
    }
    cut.variables[which].values.remove(index);
    Some(cut)
}

/// Replaces a variable by one of its values.
fn fix_variable(case: &FuzzCase, number: usize) -> Option<FuzzCase> {
    let (which, index) = value_at(case, number)?;
    let variable = &case.variables[which];
    let value = constant_expr(variable.sort, variable.values[index])?;
    let mut cut = case.clone();
    each_root(&mut cut, &mut |expr| {
        expr.change_parts(&mut |part| {
            if *part == CaseExpr::Var(which) {
                *part = value.clone();
            }
        });
    });
    Some(cut)
}

fn smaller_value(case: &FuzzCase, number: usize) -> Option<FuzzCase> {
    let (which, index) = value_at(case, number / 3)?;
    let mut cut = case.clone();
    let variable = &mut cut.variables[which];
    if variable.sort == Sort::Bool {
        return None;
    }
    // Steps 2, 3 and 4 of `nearer_number`: negation, halving, and one step towards 0.
    variable.values[index] = nearer_number(variable.values[index], 2 + number % 3)?;
    variable.values.sort_unstable();
    variable.values.dedup();
    Some(cut)
}
