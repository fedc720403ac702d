//! Several cases in one question.
//!
//! The variables of the cases are disjoint. In a [product](JoinRule::Product) the solutions are all
//! combinations of theirs. In a [sum](JoinRule::Sum) a further variable, the selector, names one
//! case, and the variables of all others have the values of a solution that the judge knows: every
//! constraint is a root constraint as it is alone, and the solutions of the cases add up. If the
//! answer is the expected one, each case is answered rightly in this company.

use crate::programs::case::{CaseExpr, CaseVariable, FuzzCase};
use crate::programs::cores::SatisfiedSets;
use crate::programs::draw::DrawnCase;
use crate::programs::judge::CaseTruth;
use crate::programs::operator::{Operator, Sort};
use crate::programs::prover::JudgedBy;
use crate::programs::reply::{TargetAnswer, TargetClaim, TargetReply};
use crate::programs::target::JoinRule;

/// Cases in one question.
pub(super) struct JoinedQuestion<'a> {
    rule: JoinRule,
    cases: &'a [&'a DrawnCase],
    /// The question.
    pub(super) case: FuzzCase,
}

/// Numbers beyond this one, and only these, are often refused for their size.
const MAX_USUAL_NUMBER: u64 = 1_000_000;

/// Whether a case can be asked in company: it is small, has solutions, no objective, no assumptions
/// and no large number.
pub(super) fn is_sociable(drawn: &DrawnCase) -> bool {
    let case = &drawn.case;
    let mut large =
        case.variables.iter().flat_map(|v| &v.values).any(|v| v.unsigned_abs() > MAX_USUAL_NUMBER);
    for expr in case.root_expressions() {
        expr.visit_parts(&mut |part| {
            large |= part.as_int().is_some_and(|v| v.unsigned_abs() > MAX_USUAL_NUMBER);
        });
    }
    let plain = drawn.judged == JudgedBy::Enumeration && !case.assume;
    plain && !drawn.truth.solutions.is_empty() && case.objective.is_none() && !large
}

/// Returns the number of joint solutions of a case and the cases before it.
pub(super) fn joint_solution_count(rule: JoinRule, before: u64, drawn: &DrawnCase) -> u64 {
    let count = drawn.truth.solutions.len() as u64;
    match rule {
        // `before` is 0 for the first case of a group.
        JoinRule::Product => before.max(1).saturating_mul(count),
        JoinRule::Sum => before.saturating_add(count),
    }
}

/// Returns the solution that a case has while another is selected: its own number chooses it.
fn known_solution(drawn: &DrawnCase) -> &[i64] {
    let solutions = &drawn.truth.solutions;
    let count = solutions.len().max(1) as u64;
    // The choice varies from case to case, but the writer and the reader of the question make the
    // same one. The solution exists, since sociable cases have one.
    let index = usize::try_from(drawn.case.id % count).unwrap_or(0);
    solutions.get(index).map_or(&[], Vec::as_slice)
}

impl<'a> JoinedQuestion<'a> {
    /// Joins cases.
    pub(super) fn new(rule: JoinRule, cases: &'a [&'a DrawnCase]) -> Self {
        let id = cases.first().map_or(0, |drawn| drawn.case.id);
        let (variables, constraints) = (Vec::new(), Vec::new());
        let mut case = FuzzCase { id, variables, constraints, objective: None, assume: false };
        let mut shifts = Vec::new();
        for drawn in cases {
            shifts.push(case.variables.len());
            add_case(&mut case, &drawn.case);
        }
        if rule == JoinRule::Sum {
            add_selector(&mut case, cases, &shifts);
        }
        JoinedQuestion { rule, cases, case }
    }

    /// Returns the number of cases.
    pub(super) fn len(&self) -> usize {
        self.cases.len()
    }

    /// Returns the question as a case, with its solutions: they follow from those of the cases.
    pub(super) fn to_drawn_case(&self) -> DrawnCase {
        let mut solutions = match self.rule {
            JoinRule::Product => self.solution_combinations(),
            JoinRule::Sum => self.solution_selections(),
        };
        solutions.sort_unstable();
        DrawnCase {
            case: self.case.clone(),
            about: self.cases[0].about,
            truth: CaseTruth { solutions, best: None, held: SatisfiedSets::default() },
            judged: JudgedBy::Enumeration,
        }
    }

    fn solution_combinations(&self) -> Vec<Vec<i64>> {
        self.cases.iter().fold(vec![Vec::new()], |all, drawn| {
            let longer = |before: &Vec<i64>| {
                let solutions = drawn.truth.solutions.iter();
                solutions.map(|part| [&before[..], part].concat()).collect::<Vec<_>>()
            };
            all.iter().flat_map(longer).collect()
        })
    }

    fn solution_selections(&self) -> Vec<Vec<i64>> {
        let mut all = Vec::new();
        for (number, selected) in (1..).zip(self.cases) {
            for chosen in &selected.truth.solutions {
                let parts = (1..).zip(self.cases).map(|(other, drawn)| {
                    if other == number { chosen.as_slice() } else { known_solution(drawn) }
                });
                // The selector is the last variable, as `add_selector` appends it.
                let mut solution = parts.collect::<Vec<_>>().concat();
                solution.push(number);
                all.push(solution);
            }
        }
        all
    }

    /// Returns for each case whether a reply shows that the target answers it rightly.
    pub(super) fn right_cases(&self, reply: &TargetReply) -> Vec<bool> {
        let nothing = vec![false; self.cases.len()];
        let TargetReply::Answer(TargetAnswer { status, solutions, complete: true, .. }) = reply
        else {
            return nothing;
        };
        if *status != TargetClaim::Satisfiable {
            return nothing;
        }
        match self.rule {
            JoinRule::Product => vec![self.is_product(solutions); self.cases.len()],
            JoinRule::Sum => self.right_summands(solutions).unwrap_or(nothing),
        }
    }

    /// Whether solutions are all combinations of the cases' solutions.
    fn is_product(&self, solutions: &[Vec<i64>]) -> bool {
        let expected =
            self.cases.iter().fold(0, |all, one| joint_solution_count(self.rule, all, one));
        let mut sorted: Vec<&Vec<i64>> = solutions.iter().collect();
        sorted.sort_unstable();
        sorted.dedup();
        let holds = |solution: &Vec<i64>| {
            let parts = self.split_solution(solution);
            parts.is_some_and(|parts| {
                parts.iter().zip(self.cases).all(|(part, drawn)| solves_case(drawn, part))
            })
        };
        // Distinct solutions, as many as there are combinations, each of them a combination: so
        // they are all of them, without a list of all combinations.
        sorted.len() == solutions.len()
            && solutions.len() as u64 == expected
            && solutions.iter().all(holds)
    }

    /// Returns for each case whether the solutions that select it are its solutions; `None` if a
    /// solution selects none, or does not keep to the known solutions of the others.
    fn right_summands(&self, solutions: &[Vec<i64>]) -> Option<Vec<bool>> {
        let mut selections = vec![Vec::new(); self.cases.len()];
        for solution in solutions {
            let selected = usize::try_from(*solution.last()?).ok()?.checked_sub(1)?;
            for (index, (part, drawn)) in
                self.split_solution(solution)?.iter().zip(self.cases).enumerate()
            {
                if index == selected {
                    selections.get_mut(selected)?.push(*part);
                } else if *part != known_solution(drawn) {
                    return None;
                }
            }
            // If the selector exceeds the number of cases, no part was compared as the selected
            // one.
            selections.get(selected)?;
        }
        // The known solutions ascend and differ, so equality also excludes repeated and extra ones.
        let is_whole = |(mut parts, drawn): (Vec<&[i64]>, &&DrawnCase)| {
            parts.sort_unstable();
            parts == drawn.truth.solutions
        };
        Some(selections.into_iter().zip(self.cases).map(is_whole).collect())
    }

    /// Returns the values of each case's variables; `None` if a solution has too few or too many.
    fn split_solution<'s>(&self, solution: &'s [i64]) -> Option<Vec<&'s [i64]>> {
        let mut rest = solution;
        let mut parts = Vec::new();
        for drawn in self.cases {
            let (part, others) = rest.split_at_checked(drawn.case.variables.len())?;
            parts.push(part);
            rest = others;
        }
        (rest.len() == usize::from(self.rule == JoinRule::Sum)).then_some(parts)
    }
}

/// Whether values are a solution of a case.
fn solves_case(drawn: &DrawnCase, values: &[i64]) -> bool {
    drawn.truth.solutions.binary_search_by(|one| one.as_slice().cmp(values)).is_ok()
}

/// Adds the variables and constraints of a case, renamed.
fn add_case(joined: &mut FuzzCase, case: &FuzzCase) {
    let shift = joined.variables.len();
    for variable in &case.variables {
        let mut variable = variable.clone();
        let letter = variable.name.chars().next().unwrap_or('x');
        variable.name = format!("{letter}{}", joined.variables.len());
        joined.variables.push(variable);
    }
    for constraint in &case.constraints {
        let mut constraint = constraint.clone();
        constraint.change_parts(&mut |part| {
            if let CaseExpr::Var(index) = part {
                *index += shift;
            }
        });
        joined.constraints.push(constraint);
    }
}

/// Adds the selector, and for each case: if another one is selected, its variables have the values
/// of its known solution.
fn add_selector(joined: &mut FuzzCase, cases: &[&DrawnCase], shifts: &[usize]) {
    let selector = joined.variables.len();
    let values = (1..=cases.len() as i64).collect();
    let name = format!("x{selector}");
    joined.variables.push(CaseVariable { name, sort: Sort::Int, values });
    for (number, (drawn, shift)) in (1..).zip(cases.iter().zip(shifts)) {
        let variables = drawn.case.variables.iter().zip(known_solution(drawn)).enumerate();
        let mut fixed: Vec<CaseExpr> = variables
            .map(|(index, (variable, &value))| {
                let var = CaseExpr::Var(shift + index);
                match (variable.sort, value) {
                    (Sort::Int, _) => {
                        CaseExpr::from_operator(Operator::Eq, [var, CaseExpr::Int(value)])
                    }
                    (Sort::Bool, 0) => CaseExpr::from_operator(Operator::Not, [var]),
                    (Sort::Bool, _) => var,
                }
            })
            .collect();
        let all = match fixed.len() {
            // A case without variables has nothing to pin.
            0 => continue,
            1 => fixed.swap_remove(0),
            _ => CaseExpr::from_operator(Operator::And, [CaseExpr::List(fixed)]),
        };
        // The constraints of all cases hold at the root in any selection. A case that is not
        // selected is pinned to one of its solutions, so it satisfies its own constraints and adds
        // no further combination.
        let other =
            CaseExpr::from_operator(Operator::Ne, [CaseExpr::Var(selector), CaseExpr::Int(number)]);
        joined.constraints.push(CaseExpr::from_operator(Operator::Implies, [other, all]));
    }
}

#[cfg(test)]
mod tests {
    use super::{JoinRule, JoinedQuestion, is_sociable};
    use crate::programs::definition::{UndefinedSemantics, constraint_holds};
    use crate::programs::draw::{CasePlan, DrawnCase};
    use crate::programs::language::minizinc::MiniZinc;
    use crate::programs::reply::{TargetAnswer, TargetClaim, TargetReply};

    fn cases() -> Vec<DrawnCase> {
        let plan = CasePlan::for_language(3, &MiniZinc);
        let drawn = (0..200).filter_map(|number| plan.draw_case(number, &MiniZinc));
        let small = |one: &DrawnCase| is_sociable(one) && one.truth.solutions.len() < 30;
        drawn.filter(small).take(12).collect()
    }

    fn answer(solutions: &[Vec<i64>]) -> TargetReply {
        let (status, solutions) = (TargetClaim::Satisfiable, solutions.to_vec());
        TargetReply::Answer(TargetAnswer {
            status,
            solutions,
            complete: true,
            ..TargetAnswer::default()
        })
    }

    #[test]
    fn the_solutions_of_cases_add_up() {
        let cases = cases();
        let cases: Vec<&DrawnCase> = cases.iter().collect();
        let joined = JoinedQuestion::new(JoinRule::Sum, &cases);
        let all = joined.solution_selections();
        let solves = |solution: &Vec<i64>| {
            let mut constraints = joined.case.constraints.iter();
            constraints.all(|one| {
                constraint_holds(one, solution, UndefinedSemantics::Relational) == Ok(true)
            })
        };
        assert!(all.len() > 20 && all.iter().all(solves));
        let wrong =
            |reply: &TargetReply| joined.right_cases(reply).iter().filter(|right| !**right).count();
        assert_eq!(wrong(&answer(&all)), 0);
        // A missing solution, one twice, and one that does not hold: one case is at fault.
        assert_eq!(wrong(&answer(&all[1..])), 1);
        assert_eq!(wrong(&answer(&[&all[..1], &all].concat())), 1);
        let changed = |index: usize, by: i64| {
            let mut all = all.clone();
            all[0][index] += by;
            answer(&all)
        };
        assert_eq!(wrong(&changed(0, 100)), 1);
        // One of no case, of another, and one in which another case has other values.
        let selector = all[0].len() - 1;
        assert_eq!(wrong(&changed(selector, -1)), cases.len());
        let other = cases[0].case.variables.len();
        assert_eq!(wrong(&changed(other, 100)), cases.len());
        assert_eq!(wrong(&answer(&[])), cases.len());
        assert_eq!(wrong(&TargetReply::Timeout), cases.len());
    }

    #[test]
    fn the_solutions_of_cases_multiply() {
        let cases = cases();
        let cases: Vec<&DrawnCase> = cases.iter().take(2).collect();
        let joined = JoinedQuestion::new(JoinRule::Product, &cases);
        let [first, second] = [0, 1].map(|index| &cases[index].truth.solutions);
        let pairs = first.iter().flat_map(|a| second.iter().map(move |b| [&a[..], b].concat()));
        let all: Vec<Vec<i64>> = pairs.collect();
        assert_eq!(joined.to_drawn_case().truth.solutions, all);
        assert_eq!(joined.right_cases(&answer(&all)), [true, true]);
        assert_eq!(joined.right_cases(&answer(&all[1..])), [false, false]);
    }

    #[test]
    fn nothing_else_solves_a_sum() {
        let cases = cases();
        let cases: Vec<&DrawnCase> = cases.iter().take(2).collect();
        let joined = JoinedQuestion::new(JoinRule::Sum, &cases);
        let truth =
            crate::programs::judge::judge_case(&joined.case, UndefinedSemantics::Relational);
        assert_eq!(truth.expect("a small case").solutions, joined.to_drawn_case().truth.solutions);
    }
}
