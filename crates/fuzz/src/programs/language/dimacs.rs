//! DIMACS: clauses over Boolean variables.
//!
//! A list of alternatives is one clause, with its repetitions and contradictions; every other
//! constraint becomes one clause for each assignment that its definition excludes.

use std::fmt::Write;

use super::{Language, SolutionError, Unspelled};
use crate::programs::case::{Case, Expr};
use crate::programs::definition::{Semantics, holds};
use crate::programs::operator::{Operator, Sort};
use crate::programs::reply::{Answer, Reply, Status};

/// Maximum number of variables of a constraint that is written by its assignments.
const WIDEST: usize = 8;

/// DIMACS.
#[derive(Clone, Copy, Debug)]
pub struct Dimacs {
    /// Whether the solver lists all solutions, so that a claim is about all.
    pub all: bool,
}

impl Language for Dimacs {
    fn name(&self) -> &str {
        "dimacs"
    }

    fn extension(&self) -> &str {
        "cnf"
    }

    fn semantics(&self) -> Semantics {
        Semantics::Relational
    }

    fn has(&self, operator: Operator) -> bool {
        use Operator as O;
        let connects = matches!(operator, O::Not | O::And | O::Or | O::Xor | O::Iff | O::Implies);
        connects || matches!(operator, O::Clause | O::BoolLt | O::BoolLinEq | O::BoolLinLe)
    }

    fn nests(&self) -> bool {
        true
    }

    fn write(&self, case: &Case) -> Result<String, Unspelled> {
        if case.objective.is_some() {
            return Err(Unspelled("an objective"));
        }
        let mut clauses = Vec::new();
        for (number, variable) in (1..).zip(&case.variables) {
            match (variable.sort, variable.values.as_slice()) {
                (Sort::Bool, [_, _]) => {}
                (Sort::Bool, [value]) => {
                    clauses.push(vec![if *value == 0 { -number } else { number }]);
                }
                _ => return Err(Unspelled("an integer variable")),
            }
        }
        for constraint in &case.constraints {
            root(case, constraint, &mut clauses)?;
        }
        let mut text = format!("p cnf {} {}\n", case.variables.len(), clauses.len());
        for clause in clauses {
            for literal in clause {
                let _ = write!(text, "{literal} ");
            }
            text.push_str("0\n");
        }
        Ok(text)
    }

    fn read(&self, case: &Case, output: &str) -> Reply {
        read(case, output, self.all)
    }
}

/// Adds the clauses of a constraint.
fn root(case: &Case, expr: &Expr, clauses: &mut Vec<Vec<i64>>) -> Result<(), Unspelled> {
    let (alternatives, denied): (&[Expr], &[Expr]) = match expr {
        Expr::Op(Operator::And, parts) => {
            let items = parts[0].items().unwrap_or_default();
            return items.iter().try_for_each(|item| root(case, item, clauses));
        }
        Expr::Op(Operator::Or, parts) => (parts[0].items().unwrap_or_default(), &[]),
        Expr::Op(Operator::Clause, parts) => {
            (parts[0].items().unwrap_or_default(), parts[1].items().unwrap_or_default())
        }
        other => return by_assignments(case, other, clauses),
    };
    let mut clause = Vec::new();
    for (item, sign) in
        alternatives.iter().map(|item| (item, 1)).chain(denied.iter().map(|item| (item, -1)))
    {
        match literal(item) {
            Some(Literal::Variable(number)) => clause.push(number * sign),
            Some(Literal::Constant(value)) if value == (sign == 1) => return Ok(()),
            Some(Literal::Constant(_)) => {}
            None => return by_assignments(case, expr, clauses),
        }
    }
    clauses.push(clause);
    Ok(())
}

enum Literal {
    Variable(i64),
    Constant(bool),
}

fn literal(expr: &Expr) -> Option<Literal> {
    match expr {
        Expr::Bool(value) => Some(Literal::Constant(*value)),
        Expr::Var(place) => Some(Literal::Variable(i64::try_from(*place).ok()? + 1)),
        Expr::Op(Operator::Not, parts) => match literal(&parts[0])? {
            Literal::Variable(number) => Some(Literal::Variable(-number)),
            Literal::Constant(value) => Some(Literal::Constant(!value)),
        },
        _ => None,
    }
}

/// Adds a clause for each assignment of a constraint's variables that it excludes.
fn by_assignments(case: &Case, expr: &Expr, clauses: &mut Vec<Vec<i64>>) -> Result<(), Unspelled> {
    let mut scope = Vec::new();
    expr.visit(&mut |part| {
        if let Expr::Var(place) = part
            && !scope.contains(place)
        {
            scope.push(*place);
        }
    });
    if scope.len() > WIDEST {
        return Err(Unspelled("a constraint over many variables"));
    }
    let mut assignment = vec![0; case.variables.len()];
    for code in 0..1_u32 << scope.len() {
        for (bit, place) in scope.iter().enumerate() {
            assignment[*place] = i64::from(code >> bit & 1);
        }
        let holds = holds(expr, &assignment, Semantics::Relational);
        if !holds.map_err(|_| Unspelled("a constraint without a meaning"))? {
            let excluded = scope.iter().map(|&place| {
                let number = place as i64 + 1;
                if assignment[place] == 0 { number } else { -number }
            });
            clauses.push(excluded.collect());
        }
    }
    Ok(())
}

/// Reads `s` and `v` lines, or the two lines of MiniSat's file of results.
fn read(case: &Case, output: &str, all: bool) -> Reply {
    let mut answer = Answer::default();
    let mut words = String::new();
    for line in output.lines().map(str::trim) {
        match line.strip_prefix("s ").unwrap_or(line) {
            "SATISFIABLE" | "SAT" => answer.status = Status::Satisfiable,
            "UNSATISFIABLE" | "UNSAT" => answer.status = Status::Unsatisfiable,
            "UNKNOWN" | "INDETERMINATE" => {}
            _ => {
                let literals = line.strip_prefix("v ").unwrap_or(line);
                let is_number = |word: &str| word.parse::<i64>().is_ok();
                if !literals.is_empty() && literals.split_whitespace().all(is_number) {
                    words.push_str(literals);
                    words.push(' ');
                } else if line.starts_with("v ") {
                    return Reply::Unreadable(format!("the line '{line}'"));
                }
            }
        }
    }
    let mut literals: Vec<&str> = Vec::new();
    // A last solution may lack its end.
    let end = if words.trim().is_empty() || is_ended(&words) { "" } else { "0" };
    for word in words.split_whitespace().chain(end.split_whitespace()) {
        if word != "0" {
            literals.push(word);
            continue;
        }
        match solution(case, &literals.join(" ")) {
            Ok(solution) => answer.solutions.push(solution),
            Err(why) => return Reply::Unreadable(why.to_string()),
        }
        literals.clear();
    }
    answer.complete = all && answer.status == Status::Satisfiable;
    Reply::Answer(answer)
}

fn is_ended(words: &str) -> bool {
    words.split_whitespace().next_back() == Some("0")
}

/// Reads a solution: a literal for each variable.
///
/// # Errors
/// If one is missing or is no literal of the case.
pub(super) fn solution(case: &Case, text: &str) -> Result<Vec<i64>, SolutionError> {
    let mut values = vec![None; case.variables.len()];
    for word in text.split_whitespace().filter(|word| !["v", "0"].contains(word)) {
        let number: i64 = word.parse().map_err(|_| SolutionError::Word(word.to_owned()))?;
        let place = usize::try_from(number.unsigned_abs()).ok().and_then(|n| n.checked_sub(1));
        let value = place.and_then(|place| values.get_mut(place));
        *value.ok_or(SolutionError::Literal(number))? = Some(i64::from(number > 0));
    }
    values.into_iter().collect::<Option<Vec<i64>>>().ok_or(SolutionError::MissingLiteral)
}
