//! Several cases in one question.
//!
//! The variables of the cases are disjoint. In a [product](Rule::Product) the solutions are all
//! combinations of theirs. In a [sum](Rule::Sum) a further variable, the selector, names one case,
//! and the variables of all others have the values of a solution that the judge knows: every
//! constraint is a root constraint as it is alone, and the solutions of the cases add up. If the
//! answer is the expected one, each case is answered rightly in this company.

use crate::programs::case::{Case, Expr, Variable};
use crate::programs::cores::Held;
use crate::programs::draw::Drawn;
use crate::programs::judge::Truth;
use crate::programs::operator::{Operator, Sort};
use crate::programs::prover::JudgedBy;
use crate::programs::reply::{Answer, Reply, Status};
use crate::programs::target::Rule;

/// Cases in one question.
pub(super) struct Joined<'a> {
    rule: Rule,
    cases: &'a [&'a Drawn],
    /// The question.
    pub(super) case: Case,
}

/// Numbers beyond this one, and only these, are often refused for their size.
const LARGE: u64 = 1_000_000;

/// Whether a case can be asked in company: it is small, has solutions, no objective, no assumptions
/// and no large number.
pub(super) fn is_sociable(drawn: &Drawn) -> bool {
    let case = &drawn.case;
    let mut large = case.variables.iter().flat_map(|v| &v.values).any(|v| v.unsigned_abs() > LARGE);
    for expr in case.expressions() {
        expr.visit(&mut |part| large |= part.as_int().is_some_and(|v| v.unsigned_abs() > LARGE));
    }
    let plain = drawn.judged == JudgedBy::Enumeration && !case.assume;
    plain && !drawn.truth.solutions.is_empty() && case.objective.is_none() && !large
}

/// Returns the number of solutions of a case in company, with those of the cases before it.
pub(super) fn together(rule: Rule, before: u64, drawn: &Drawn) -> u64 {
    let own = drawn.truth.solutions.len() as u64;
    match rule {
        Rule::Product => before.max(1).saturating_mul(own),
        Rule::Sum => before.saturating_add(own),
    }
}

/// Returns the solution that a case has while another is selected: its own number chooses it.
fn known(drawn: &Drawn) -> &[i64] {
    let solutions = &drawn.truth.solutions;
    let count = solutions.len().max(1) as u64;
    let place = usize::try_from(drawn.case.id % count).unwrap_or(0);
    solutions.get(place).map_or(&[], Vec::as_slice)
}

impl<'a> Joined<'a> {
    /// Joins cases.
    pub(super) fn new(rule: Rule, cases: &'a [&'a Drawn]) -> Self {
        let id = cases.first().map_or(0, |drawn| drawn.case.id);
        let (variables, constraints) = (Vec::new(), Vec::new());
        let mut case = Case { id, variables, constraints, objective: None, assume: false };
        let mut shifts = Vec::new();
        for drawn in cases {
            shifts.push(case.variables.len());
            add(&mut case, &drawn.case);
        }
        if rule == Rule::Sum {
            select(&mut case, cases, &shifts);
        }
        Joined { rule, cases, case }
    }

    /// Returns the number of cases.
    pub(super) fn len(&self) -> usize {
        self.cases.len()
    }

    /// Returns the question as a case, with its solutions: they follow from those of the cases.
    pub(super) fn drawn(&self) -> Drawn {
        let mut solutions = match self.rule {
            Rule::Product => self.combinations(),
            Rule::Sum => self.selections(),
        };
        solutions.sort_unstable();
        Drawn {
            case: self.case.clone(),
            about: self.cases[0].about,
            truth: Truth { solutions, best: None, held: Held::default() },
            judged: JudgedBy::Enumeration,
        }
    }

    fn combinations(&self) -> Vec<Vec<i64>> {
        self.cases.iter().fold(vec![Vec::new()], |all, drawn| {
            let longer = |before: &Vec<i64>| {
                let own = drawn.truth.solutions.iter();
                own.map(|part| [&before[..], part].concat()).collect::<Vec<_>>()
            };
            all.iter().flat_map(longer).collect()
        })
    }

    fn selections(&self) -> Vec<Vec<i64>> {
        let mut all = Vec::new();
        for (number, selected) in (1..).zip(self.cases) {
            for own in &selected.truth.solutions {
                let parts = (1..).zip(self.cases).map(|(other, drawn)| {
                    if other == number { own.as_slice() } else { known(drawn) }
                });
                let mut solution = parts.collect::<Vec<_>>().concat();
                solution.push(number);
                all.push(solution);
            }
        }
        all
    }

    /// Returns for each case whether a reply shows that it is answered rightly.
    pub(super) fn right(&self, reply: &Reply) -> Vec<bool> {
        let nothing = vec![false; self.cases.len()];
        let Reply::Answer(Answer { status, solutions, complete: true, .. }) = reply else {
            return nothing;
        };
        if *status != Status::Satisfiable {
            return nothing;
        }
        match self.rule {
            Rule::Product => vec![self.is_product(solutions); self.cases.len()],
            Rule::Sum => self.summands(solutions).unwrap_or(nothing),
        }
    }

    /// Whether solutions are all combinations of those of the cases.
    fn is_product(&self, solutions: &[Vec<i64>]) -> bool {
        let expected = self.cases.iter().fold(0, |all, one| together(self.rule, all, one));
        let mut sorted: Vec<&Vec<i64>> = solutions.iter().collect();
        sorted.sort_unstable();
        sorted.dedup();
        let holds = |solution: &Vec<i64>| {
            let parts = self.parts(solution);
            parts.is_some_and(|parts| {
                parts.iter().zip(self.cases).all(|(own, drawn)| solves(drawn, own))
            })
        };
        sorted.len() == solutions.len()
            && solutions.len() as u64 == expected
            && solutions.iter().all(holds)
    }

    /// Returns for each case whether the solutions that select it are its own ones; `None` if a
    /// solution selects none, or does not keep to the known solutions of the others.
    fn summands(&self, solutions: &[Vec<i64>]) -> Option<Vec<bool>> {
        let mut own = vec![Vec::new(); self.cases.len()];
        for solution in solutions {
            let selected = usize::try_from(*solution.last()?).ok()?.checked_sub(1)?;
            for (place, (part, drawn)) in self.parts(solution)?.iter().zip(self.cases).enumerate() {
                if place == selected {
                    own.get_mut(selected)?.push(*part);
                } else if *part != known(drawn) {
                    return None;
                }
            }
            own.get(selected)?;
        }
        let is_whole = |(mut own, drawn): (Vec<&[i64]>, &&Drawn)| {
            own.sort_unstable();
            own == drawn.truth.solutions
        };
        Some(own.into_iter().zip(self.cases).map(is_whole).collect())
    }

    /// Returns the values of each case's variables; `None` if a solution has too few or too many.
    fn parts<'s>(&self, solution: &'s [i64]) -> Option<Vec<&'s [i64]>> {
        let mut rest = solution;
        let mut parts = Vec::new();
        for drawn in self.cases {
            let (own, others) = rest.split_at_checked(drawn.case.variables.len())?;
            parts.push(own);
            rest = others;
        }
        (rest.len() == usize::from(self.rule == Rule::Sum)).then_some(parts)
    }
}

/// Whether values are a solution of a case.
fn solves(drawn: &Drawn, values: &[i64]) -> bool {
    drawn.truth.solutions.binary_search_by(|one| one.as_slice().cmp(values)).is_ok()
}

/// Adds the variables and constraints of a case, renamed.
fn add(joined: &mut Case, case: &Case) {
    let shift = joined.variables.len();
    for variable in &case.variables {
        let mut variable = variable.clone();
        let letter = variable.name.chars().next().unwrap_or('x');
        variable.name = format!("{letter}{}", joined.variables.len());
        joined.variables.push(variable);
    }
    for constraint in &case.constraints {
        let mut constraint = constraint.clone();
        constraint.change(&mut |part| {
            if let Expr::Var(place) = part {
                *place += shift;
            }
        });
        joined.constraints.push(constraint);
    }
}

/// Adds the selector, and for each case: if another one is selected, its variables have the values
/// of its known solution.
fn select(joined: &mut Case, cases: &[&Drawn], shifts: &[usize]) {
    let selector = joined.variables.len();
    let values = (1..=cases.len() as i64).collect();
    let name = format!("x{selector}");
    joined.variables.push(Variable { name, sort: Sort::Int, values });
    for (number, (drawn, shift)) in (1..).zip(cases.iter().zip(shifts)) {
        let variables = drawn.case.variables.iter().zip(known(drawn)).enumerate();
        let mut fixed: Vec<Expr> = variables
            .map(|(place, (variable, &value))| {
                let var = Expr::Var(shift + place);
                match (variable.sort, value) {
                    (Sort::Int, _) => Expr::op(Operator::Eq, [var, Expr::Int(value)]),
                    (Sort::Bool, 0) => Expr::op(Operator::Not, [var]),
                    (Sort::Bool, _) => var,
                }
            })
            .collect();
        let all = match fixed.len() {
            0 => continue,
            1 => fixed.swap_remove(0),
            _ => Expr::op(Operator::And, [Expr::List(fixed)]),
        };
        let other = Expr::op(Operator::Ne, [Expr::Var(selector), Expr::Int(number)]);
        joined.constraints.push(Expr::op(Operator::Implies, [other, all]));
    }
}

#[cfg(test)]
mod tests {
    use super::{Joined, Rule, is_sociable};
    use crate::programs::definition::{Semantics, holds};
    use crate::programs::draw::{Drawn, Plan};
    use crate::programs::language::minizinc::MiniZinc;
    use crate::programs::reply::{Answer, Reply, Status};

    fn cases() -> Vec<Drawn> {
        let plan = Plan::of(3, &MiniZinc);
        let drawn = (0..200).filter_map(|number| plan.draw(number, &MiniZinc));
        let small = |one: &Drawn| is_sociable(one) && one.truth.solutions.len() < 30;
        drawn.filter(small).take(12).collect()
    }

    fn answer(solutions: &[Vec<i64>]) -> Reply {
        let (status, solutions) = (Status::Satisfiable, solutions.to_vec());
        Reply::Answer(Answer { status, solutions, complete: true, ..Answer::default() })
    }

    #[test]
    fn the_solutions_of_cases_add_up() {
        let cases = cases();
        let cases: Vec<&Drawn> = cases.iter().collect();
        let joined = Joined::new(Rule::Sum, &cases);
        let all = joined.selections();
        let solves = |solution: &Vec<i64>| {
            let mut constraints = joined.case.constraints.iter();
            constraints.all(|one| holds(one, solution, Semantics::Relational) == Ok(true))
        };
        assert!(all.len() > 20 && all.iter().all(solves));
        let wrong = |reply: &Reply| joined.right(reply).iter().filter(|right| !**right).count();
        assert_eq!(wrong(&answer(&all)), 0);
        // A missing solution, one twice, and one that does not hold: one case is at fault.
        assert_eq!(wrong(&answer(&all[1..])), 1);
        assert_eq!(wrong(&answer(&[&all[..1], &all].concat())), 1);
        let changed = |place: usize, by: i64| {
            let mut all = all.clone();
            all[0][place] += by;
            answer(&all)
        };
        assert_eq!(wrong(&changed(0, 100)), 1);
        // One of no case, of another, and one in which another case has other values.
        let selector = all[0].len() - 1;
        assert_eq!(wrong(&changed(selector, -1)), cases.len());
        let other = cases[0].case.variables.len();
        assert_eq!(wrong(&changed(other, 100)), cases.len());
        assert_eq!(wrong(&answer(&[])), cases.len());
        assert_eq!(wrong(&Reply::Timeout), cases.len());
    }

    #[test]
    fn the_solutions_of_cases_multiply() {
        let cases = cases();
        let cases: Vec<&Drawn> = cases.iter().take(2).collect();
        let joined = Joined::new(Rule::Product, &cases);
        let [first, second] = [0, 1].map(|place| &cases[place].truth.solutions);
        let pairs = first.iter().flat_map(|a| second.iter().map(move |b| [&a[..], b].concat()));
        let all: Vec<Vec<i64>> = pairs.collect();
        assert_eq!(joined.drawn().truth.solutions, all);
        assert_eq!(joined.right(&answer(&all)), [true, true]);
        assert_eq!(joined.right(&answer(&all[1..])), [false, false]);
    }

    #[test]
    fn nothing_else_solves_a_sum() {
        let cases = cases();
        let cases: Vec<&Drawn> = cases.iter().take(2).collect();
        let joined = Joined::new(Rule::Sum, &cases);
        let truth = crate::programs::judge::judge(&joined.case, Semantics::Relational);
        assert_eq!(truth.expect("a small case").solutions, joined.drawn().truth.solutions);
    }
}
