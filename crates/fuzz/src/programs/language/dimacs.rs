//! DIMACS: clauses over Boolean variables.
//!
//! A list of alternatives is one clause, with its repetitions and contradictions; every other
//! constraint becomes one clause for each assignment that its definition excludes.

use std::fmt::Write;

use super::{CaseLanguage, CaseSolutionError, NotExpressible};
use crate::programs::case::{CaseExpr, FuzzCase};
use crate::programs::definition::{UndefinedSemantics, constraint_holds};
use crate::programs::operator::{Operator, Sort};
use crate::programs::reply::{TargetAnswer, TargetClaim, TargetReply};

/// Maximum number of variables of a constraint that is written by its assignments.
const MAX_ASSIGNED_VARIABLES: usize = 8;

/// DIMACS.
#[derive(Clone, Copy, Debug)]
pub struct DimacsLanguage {
    /// Whether the solver lists all solutions, so that a claim is about all.
    pub all: bool,
}

impl CaseLanguage for DimacsLanguage {
    fn language_name(&self) -> &str {
        "dimacs"
    }

    fn file_extension(&self) -> &str {
        "cnf"
    }

    fn undefined_semantics(&self) -> UndefinedSemantics {
        UndefinedSemantics::Relational
    }

    fn has_operator(&self, operator: Operator) -> bool {
        use Operator as O;
        let connects = matches!(operator, O::Not | O::And | O::Or | O::Xor | O::Iff | O::Implies);
        connects || matches!(operator, O::Clause | O::BoolLt | O::BoolLinEq | O::BoolLinLe)
    }

    fn nests_expressions(&self) -> bool {
        true
    }

    fn write_case(&self, case: &FuzzCase) -> Result<String, NotExpressible> {
        if case.objective.is_some() {
            return Err(NotExpressible("an objective"));
        }
        let mut clauses = Vec::new();
        for (number, variable) in (1..).zip(&case.variables) {
            match (variable.sort, variable.values.as_slice()) {
                (Sort::Bool, [_, _]) => {}
                (Sort::Bool, [value]) => {
                    clauses.push(vec![if *value == 0 { -number } else { number }]);
                }
                _ => return Err(NotExpressible("an integer variable")),
            }
        }
        for constraint in &case.constraints {
            add_clauses(case, constraint, &mut clauses)?;
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

    fn read_output(&self, case: &FuzzCase, output: &str) -> TargetReply {
        read_reply(case, output, self.all)
    }
}

/// Adds the clauses of a constraint.
fn add_clauses(
    case: &FuzzCase,
    expr: &CaseExpr,
    clauses: &mut Vec<Vec<i64>>,
) -> Result<(), NotExpressible> {
    let (alternatives, denied): (&[CaseExpr], &[CaseExpr]) = match expr {
        CaseExpr::Op(Operator::And, parts) => {
            let items = parts[0].list_items().unwrap_or_default();
            return items.iter().try_for_each(|item| add_clauses(case, item, clauses));
        }
        CaseExpr::Op(Operator::Or, parts) => (parts[0].list_items().unwrap_or_default(), &[]),
        CaseExpr::Op(Operator::Clause, parts) => {
            (parts[0].list_items().unwrap_or_default(), parts[1].list_items().unwrap_or_default())
        }
        other => return by_assignments(case, other, clauses),
    };
    let mut clause = Vec::new();
    for (item, sign) in
        alternatives.iter().map(|item| (item, 1)).chain(denied.iter().map(|item| (item, -1)))
    {
        match expr_literal(item) {
            Some(DimacsLiteral::Variable(number)) => clause.push(number * sign),
            // A literal that always holds satisfies the clause, and one that never holds adds
            // nothing. An empty clause remains if no literal can hold, as it should.
            Some(DimacsLiteral::Constant(value)) if value == (sign == 1) => return Ok(()),
            Some(DimacsLiteral::Constant(_)) => {}
            None => return by_assignments(case, expr, clauses),
        }
    }
    clauses.push(clause);
    Ok(())
}

enum DimacsLiteral {
    Variable(i64),
    Constant(bool),
}

fn expr_literal(expr: &CaseExpr) -> Option<DimacsLiteral> {
    match expr {
        CaseExpr::Bool(value) => Some(DimacsLiteral::Constant(*value)),
        CaseExpr::Var(index) => Some(DimacsLiteral::Variable(i64::try_from(*index).ok()? + 1)),
        CaseExpr::Op(Operator::Not, parts) => match expr_literal(&parts[0])? {
            DimacsLiteral::Variable(number) => Some(DimacsLiteral::Variable(-number)),
            DimacsLiteral::Constant(value) => Some(DimacsLiteral::Constant(!value)),
        },
        _ => None,
    }
}

/// Adds a clause for each assignment of a constraint's variables that it excludes.
fn by_assignments(
    case: &FuzzCase,
    expr: &CaseExpr,
    clauses: &mut Vec<Vec<i64>>,
) -> Result<(), NotExpressible> {
    let mut scope = Vec::new();
    expr.visit_parts(&mut |part| {
        if let CaseExpr::Var(index) = part
            && !scope.contains(index)
        {
            scope.push(*index);
        }
    });
    // The number of clauses is exponential in the number of variables.
    if scope.len() > MAX_ASSIGNED_VARIABLES {
        return Err(NotExpressible("a constraint over many variables"));
    }
    let mut assignment = vec![0; case.variables.len()];
    for code in 0..1_u32 << scope.len() {
        for (bit, index) in scope.iter().enumerate() {
            assignment[*index] = i64::from(code >> bit & 1);
        }
        let holds = constraint_holds(expr, &assignment, UndefinedSemantics::Relational);
        if !holds.map_err(|_| NotExpressible("a constraint without a meaning"))? {
            // The clause is false exactly under this assignment: each literal has the sign opposite
            // to its value.
            let excluded = scope.iter().map(|&index| {
                let number = index as i64 + 1;
                if assignment[index] == 0 { number } else { -number }
            });
            clauses.push(excluded.collect());
        }
    }
    Ok(())
}

/// Reads `s` and `v` lines, or the two lines of MiniSat's file of results.
fn read_reply(case: &FuzzCase, output: &str, all: bool) -> TargetReply {
    let mut answer = TargetAnswer::default();
    let mut words = String::new();
    for line in output.lines().map(str::trim) {
        match line.strip_prefix("s ").unwrap_or(line) {
            "SATISFIABLE" | "SAT" => answer.status = TargetClaim::Satisfiable,
            "UNSATISFIABLE" | "UNSAT" => answer.status = TargetClaim::Unsatisfiable,
            "UNKNOWN" | "INDETERMINATE" => {}
            _ => {
                let literals = line.strip_prefix("v ").unwrap_or(line);
                let is_number = |word: &str| word.parse::<i64>().is_ok();
                if !literals.is_empty() && literals.split_whitespace().all(is_number) {
                    words.push_str(literals);
                    words.push(' ');
                } else if line.starts_with("v ") {
                    return TargetReply::Unreadable(format!("the line '{line}'"));
                }
            }
        }
    }
    let mut literals: Vec<&str> = Vec::new();
    // Solvers may print the last solution without the closing 0.
    let end = if words.trim().is_empty() || is_ended(&words) { "" } else { "0" };
    for word in words.split_whitespace().chain(end.split_whitespace()) {
        if word != "0" {
            literals.push(word);
            continue;
        }
        match read_solution(case, &literals.join(" ")) {
            Ok(solution) => answer.solutions.push(solution),
            Err(why) => return TargetReply::Unreadable(why.to_string()),
        }
        literals.clear();
    }
    answer.complete = all && answer.status == TargetClaim::Satisfiable;
    TargetReply::Answer(answer)
}

fn is_ended(words: &str) -> bool {
    words.split_whitespace().next_back() == Some("0")
}

/// Reads a solution: a literal for each variable.
///
/// # Errors
/// Returns an error if one is missing or is not a literal of the case.
pub(super) fn read_solution(case: &FuzzCase, text: &str) -> Result<Vec<i64>, CaseSolutionError> {
    let mut values = vec![None; case.variables.len()];
    for word in text.split_whitespace().filter(|word| !["v", "0"].contains(word)) {
        let number: i64 = word.parse().map_err(|_| CaseSolutionError::Word(word.to_owned()))?;
        let index = usize::try_from(number.unsigned_abs()).ok().and_then(|n| n.checked_sub(1));
        let value = index.and_then(|index| values.get_mut(index));
        *value.ok_or(CaseSolutionError::Literal(number))? = Some(i64::from(number > 0));
    }
    values.into_iter().collect::<Option<Vec<i64>>>().ok_or(CaseSolutionError::MissingLiteral)
}
