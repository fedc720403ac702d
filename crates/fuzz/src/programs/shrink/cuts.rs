//! The cuts of a case, by number.

use std::ops::Range;

use parallax_model::Cuts;

use crate::programs::case::{Case, Expr};
use crate::programs::operator::Sort;

/// A cut of a case, by its number among the cuts of one kind; `None` if there is none with it.
type Cut = fn(&Case, usize) -> Option<Case>;

/// A kind of cuts.
struct CutKind {
    name: &'static str,
    count: fn(&Case) -> usize,
    cut: Cut,
    /// Whether a cut leaves the numbers below its own as they are, so that several can be made at
    /// once, from the last to the first.
    joins: bool,
}

/// The kinds of cuts, in the order in which they are worth trying.
const KINDS: [CutKind; 8] = [
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
        count: |case| NODE_CUTS * nodes(case),
        cut: at_node,
        joins: false,
    },
    CutKind { name: "values", count: count_values, cut: without_value, joins: true },
    CutKind { name: "fixed values", count: count_values, cut: fixed, joins: false },
    CutKind {
        name: "numbers",
        count: |case| 3 * count_values(case),
        cut: smaller_value,
        joins: false,
    },
];

/// Returns the kinds of cuts of a case with their numbers.
pub(super) fn number_cuts(case: &Case) -> Vec<Cuts> {
    KINDS.iter().map(|kind| Cuts::new(kind.name, (kind.count)(case))).collect()
}

/// Returns a case after a run of cuts of a kind; `None` if none of them exists, or if they cannot be
/// made at once.
pub(super) fn make_cuts(case: &Case, kind: usize, run: Range<usize>) -> Option<Case> {
    let CutKind { cut, joins, .. } = KINDS.get(kind)?;
    if run.len() > 1 && !joins {
        return None;
    }
    let mut smaller: Option<Case> = None;
    for number in run.rev() {
        smaller = cut(smaller.as_ref().unwrap_or(case), number).or(smaller);
    }
    smaller.map(tidy)
}

fn count_values(case: &Case) -> usize {
    case.variables.iter().map(|variable| variable.values.len()).sum()
}

fn nodes(case: &Case) -> usize {
    let mut count = 0;
    case.expressions().for_each(|expr| expr.visit(&mut |_| count += 1));
    count
}

/// Removes variables that no expression names.
fn tidy(mut case: Case) -> Case {
    let mut used = vec![false; case.variables.len()];
    for expr in case.expressions() {
        expr.visit(&mut |part| {
            if let Expr::Var(place) = part {
                used[*place] = true;
            }
        });
    }
    // A case without variables is none in some languages; an unused one without values decides.
    if !used.contains(&true)
        && let Some(first) = used.first_mut()
    {
        *first = true;
    }
    let places: Vec<usize> = used
        .iter()
        .scan(0, |next, &used| {
            let place = *next;
            *next += usize::from(used);
            Some(place)
        })
        .collect();
    let mut number = 0;
    case.variables.retain(|_| {
        number += 1;
        used[number - 1]
    });
    each_root(&mut case, &mut |expr| {
        expr.change(&mut |part| {
            if let Expr::Var(place) = part {
                *place = places[*place];
            }
        });
    });
    case
}

fn each_root(case: &mut Case, change: &mut dyn FnMut(&mut Expr)) {
    case.constraints.iter_mut().for_each(&mut *change);
    if let Some(objective) = &mut case.objective {
        change(&mut objective.value);
    }
}

fn without_assumptions(case: &Case, _: usize) -> Option<Case> {
    case.assume.then(|| Case { assume: false, ..case.clone() })
}

fn without_constraint(case: &Case, number: usize) -> Option<Case> {
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
fn spell_plainly(case: &Case, _: usize) -> Option<Case> {
    (!case.is_plain()).then(|| Case { id: 0, ..case.clone() })
}

/// Replaces a variable by another of its sort, if there is one before it.
fn without_variable(case: &Case, number: usize) -> Option<Case> {
    let sort = case.variables[number].sort;
    let other = case.variables[..number].iter().position(|variable| variable.sort == sort)?;
    let mut cut = case.clone();
    each_root(&mut cut, &mut |expr| {
        expr.change(&mut |part| {
            if *part == Expr::Var(number) {
                *part = Expr::Var(other);
            }
        });
    });
    Some(cut)
}

/// Number of cuts at each node.
const NODE_CUTS: usize = 16;

/// Changes a node of an expression.
fn at_node(case: &Case, number: usize) -> Option<Case> {
    let (node, which) = (number / NODE_CUTS, number % NODE_CUTS);
    let mut cut = case.clone();
    let mut at = 0;
    let mut changed = false;
    let variables = &case.variables;
    let sort = |expr: &Expr| match expr {
        Expr::Int(_) => Some(Sort::Int),
        Expr::Bool(_) => Some(Sort::Bool),
        Expr::Var(place) => Some(variables[*place].sort),
        Expr::Op(operator, _) => Some(operator.sort()),
        Expr::List(_) => None,
    };
    each_root(&mut cut, &mut |expr| {
        visit_mut(expr, &mut |part| {
            if at == node
                && let Some(new) = smaller(part, which, &sort)
            {
                *part = new;
                changed = true;
            }
            at += 1;
            at <= node
        });
    });
    changed.then_some(cut)
}

/// Visits nodes from the outside in, until `look` returns false.
fn visit_mut(expr: &mut Expr, look: &mut dyn FnMut(&mut Expr) -> bool) -> bool {
    if !look(expr) {
        return false;
    }
    if let Expr::List(parts) | Expr::Op(_, parts) = expr {
        for part in parts {
            if !visit_mut(part, look) {
                return false;
            }
        }
    }
    true
}

/// Returns a smaller expression in the place of one.
fn smaller(expr: &Expr, which: usize, sort: &dyn Fn(&Expr) -> Option<Sort>) -> Option<Expr> {
    match expr {
        Expr::Op(operator, parts) => {
            if let Some(part) = parts.get(which)
                && sort(part) == Some(operator.sort())
            {
                return Some(part.clone());
            }
            match which {
                // The items at one place of all lists of the longest length.
                8..=12 => {
                    let lengths = parts.iter().filter_map(|part| part.items().map(<[Expr]>::len));
                    let longest = lengths.max().filter(|&longest| longest > which - 8)?;
                    let shorter = parts.iter().map(|part| match part.items() {
                        Some(items) if items.len() == longest => {
                            let mut items = items.to_vec();
                            items.remove(which - 8);
                            Expr::List(items)
                        }
                        _ => part.clone(),
                    });
                    Some(Expr::Op(*operator, shorter.collect()))
                }
                13 => constant(operator.sort(), 0),
                14 => constant(operator.sort(), 1),
                _ => None,
            }
        }
        Expr::List(items) => {
            let mut items = items.clone();
            if which >= items.len() {
                return None;
            }
            items.remove(which);
            Some(Expr::List(items))
        }
        Expr::Int(value) => nearer(*value, which).map(Expr::Int),
        Expr::Bool(_) => None,
        Expr::Var(_) => match which {
            0..=2 => {
                let sort = sort(expr)?;
                constant(sort, which as i64)
            }
            _ => None,
        },
    }
}

fn constant(sort: Sort, value: i64) -> Option<Expr> {
    match sort {
        Sort::Int => Some(Expr::Int(value)),
        Sort::Bool => (value < 2).then_some(Expr::Bool(value == 1)),
    }
}

/// Returns a number nearer to 0, or the positive one.
fn nearer(value: i64, which: usize) -> Option<i64> {
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

/// Returns the variable and the place of a value, for a number among all values.
fn value_at(case: &Case, mut number: usize) -> Option<(usize, usize)> {
    for (which, variable) in case.variables.iter().enumerate() {
        if number < variable.values.len() {
            return Some((which, number));
        }
        number -= variable.values.len();
    }
    None
}

fn without_value(case: &Case, number: usize) -> Option<Case> {
    let (which, place) = value_at(case, number)?;
    let mut cut = case.clone();
    if cut.variables[which].values.len() < 2 {
        return None;
    }
    cut.variables[which].values.remove(place);
    Some(cut)
}

/// Replaces a variable by one of its values.
fn fixed(case: &Case, number: usize) -> Option<Case> {
    let (which, place) = value_at(case, number)?;
    let variable = &case.variables[which];
    let value = constant(variable.sort, variable.values[place])?;
    let mut cut = case.clone();
    each_root(&mut cut, &mut |expr| {
        expr.change(&mut |part| {
            if *part == Expr::Var(which) {
                *part = value.clone();
            }
        });
    });
    Some(cut)
}

fn smaller_value(case: &Case, number: usize) -> Option<Case> {
    let (which, place) = value_at(case, number / 3)?;
    let mut cut = case.clone();
    let variable = &mut cut.variables[which];
    if variable.sort == Sort::Bool {
        return None;
    }
    variable.values[place] = nearer(variable.values[place], 2 + number % 3)?;
    variable.values.sort_unstable();
    variable.values.dedup();
    Some(cut)
}
