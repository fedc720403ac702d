//! SMT-LIB as a language of targets.

use std::collections::HashMap;
use std::fmt::Write;

use super::assumed;
use super::spelling::{Sharing, Spelling, find_repeated, name_sort};
use crate::programs::case::{Case, Expr, Variable};
use crate::programs::definition::Semantics;
use crate::programs::language::{Language, Unspelled};
use crate::programs::operator::{Operator, Sort};
use crate::programs::reply::{Answer, Reply, Status};

/// SMT-LIB.
#[derive(Clone, Copy, Debug)]
pub struct SmtLib;

impl Language for SmtLib {
    fn name(&self) -> &str {
        "smt2"
    }

    fn extension(&self) -> &str {
        "smt2"
    }

    fn semantics(&self) -> Semantics {
        Semantics::Total
    }

    fn has(&self, operator: Operator) -> bool {
        use Operator as O;
        name(operator).is_some()
            || matches!(
                operator,
                O::Sqr
                    | O::Sum
                    | O::Product
                    | O::Bool2Int
                    | O::Ne
                    | O::In
                    | O::And
                    | O::Or
                    | O::Xor
                    | O::Clause
                    | O::BoolLt
                    | O::LinEq
                    | O::LinNe
                    | O::LinLe
                    | O::AllDifferent
                    | O::ScalarProduct
                    | O::Element
            )
    }

    fn nests(&self) -> bool {
        true
    }

    fn assumes(&self) -> bool {
        true
    }

    fn names_terms(&self) -> bool {
        true
    }

    fn write(&self, case: &Case) -> Result<String, Unspelled> {
        if case.objective.is_some() || case.variables.is_empty() {
            return Err(Unspelled("an objective, or no variable"));
        }
        let mut text = String::new();
        if case.assume {
            text.push_str("(set-option :produce-unsat-cores true)\n");
        }
        text.push_str("(set-logic ALL)\n");
        let spelling = Spelling::choose(case);
        for Variable { name, sort, values } in &case.variables {
            text.push_str(&spelling.declare(name, *sort));
            match (sort, values.as_slice()) {
                (Sort::Bool, [_, _]) => {}
                (Sort::Bool, _) => return Err(Unspelled("a fixed Boolean variable")),
                (Sort::Int, values) => {
                    let terms = values.iter().map(|value| format!("(= {name} {})", int(*value)));
                    let _ = writeln!(text, "(assert {})", joined("or", terms.collect()));
                }
            }
        }
        write_assertions(case, spelling, &mut text)?;
        let names: Vec<&str> = case.variables.iter().map(|v| v.name.as_str()).collect();
        text.push_str(if case.assume {
            "(check-sat)\n(get-unsat-core)\n"
        } else {
            "(check-sat)\n"
        });
        let _ = writeln!(text, "(get-value ({}))", names.join(" "));
        Ok(text)
    }

    fn read(&self, case: &Case, output: &str) -> Reply {
        if case.assume {
            return assumed::read(case, output);
        }
        let (first, rest) = output.trim_start().split_once('\n').unwrap_or((output, ""));
        let status = match first.trim() {
            "sat" => Status::Satisfiable,
            "unsat" => Status::Unsatisfiable,
            "unknown" => Status::Unknown,
            other => return Reply::Unreadable(format!("the line '{other}'")),
        };
        let mut answer = Answer { status, ..Answer::default() };
        if status == Status::Satisfiable {
            let values = case.variables.iter().map(|variable| value(rest, &variable.name));
            match values.collect::<Option<Vec<i64>>>() {
                Some(values) => answer.solutions.push(values),
                None => return Reply::Unreadable("a solution without a value".into()),
            }
        }
        Reply::Answer(answer)
    }
}

/// Reads the value after `(name `.
pub(super) fn value(text: &str, name: &str) -> Option<i64> {
    let (_, rest) = text.split_once(&format!("({name} "))?;
    let rest = rest.trim_start();
    let end = |text: &str| text.find(')').map(|at| text[..at].trim().to_owned());
    match rest.strip_prefix("(-") {
        Some(number) => end(number)?.parse::<i64>().ok()?.checked_neg(),
        None => match end(rest)?.as_str() {
            "true" => Some(1),
            "false" => Some(0),
            number => number.parse().ok(),
        },
    }
}

fn int(value: i64) -> String {
    if value < 0 { format!("(- {})", value.unsigned_abs()) } else { value.to_string() }
}

/// Returns the name of an operator that takes the arguments as they are.
pub(super) fn name(operator: Operator) -> Option<&'static str> {
    use Operator as O;
    Some(match operator {
        O::Neg | O::Sub => "-",
        O::Abs => "abs",
        O::Add => "+",
        O::Mul => "*",
        O::If => "ite",
        O::Eq | O::Iff => "=",
        O::Lt => "<",
        O::Le => "<=",
        O::Gt => ">",
        O::Ge => ">=",
        O::Not => "not",
        O::Implies => "=>",
        O::EuclidDiv => "div",
        O::EuclidMod => "mod",
        _ => return None,
    })
}

/// Joins terms by an operator that takes two or more; fewer are its neutral element or themselves.
fn joined(name: &str, terms: Vec<String>) -> String {
    match (name, terms.as_slice()) {
        ("or" | "xor", []) => "false".into(),
        ("+", []) => "0".into(),
        ("*", []) => "1".into(),
        (_, []) => "true".into(),
        ("distinct", [_]) => "true".into(),
        (_, [one]) => one.clone(),
        _ => format!("({name} {})", terms.join(" ")),
    }
}

/// A case, and the names of terms.
pub(super) struct TermWriter<'c> {
    pub(super) case: &'c Case,
    pub(super) names: HashMap<&'c Expr, String>,
}

/// Writes the constraints.
fn write_assertions(case: &Case, spelling: Spelling, text: &mut String) -> Result<(), Unspelled> {
    let mut writer = TermWriter { case, names: HashMap::new() };
    if spelling.sharing == Sharing::Definitions {
        for (name, sort, term) in writer.name_terms(case.constraints.iter())? {
            let _ = writeln!(text, "(define-fun {name} () {} {term})", name_sort(sort));
        }
    }
    for (place, constraint) in case.constraints.iter().enumerate() {
        let mut bound = Vec::new();
        if spelling.sharing == Sharing::Lets {
            writer.names.clear();
            bound = writer.name_terms(std::iter::once(constraint))?;
        }
        let body = spelling.deny_twice(term(&writer, constraint)?);
        let term = bound
            .into_iter()
            .rev()
            .fold(body, |body, (name, _, term)| format!("(let (({name} {term})) {body})"));
        let _ = if case.assume || spelling.has_names {
            writeln!(text, "(assert (! {term} :named {}))", assumed::name(place))
        } else {
            writeln!(text, "(assert {term})")
        };
    }
    Ok(())
}

impl<'c> TermWriter<'c> {
    /// Gives a name to each term that occurs again in some expressions. Returns the names with their
    /// sorts and terms, each of which has only names before it.
    fn name_terms(
        &mut self,
        expressions: impl Iterator<Item = &'c Expr>,
    ) -> Result<Vec<(String, Sort, String)>, Unspelled> {
        let mut named = Vec::new();
        for expr in find_repeated(expressions) {
            let Expr::Op(operator, parts) = expr else { continue };
            let term = operation(self, *operator, parts)?;
            let name = format!("t{}", named.len());
            named.push((name.clone(), operator.sort(), term));
            self.names.insert(expr, name);
        }
        Ok(named)
    }
}

pub(super) fn term(writer: &TermWriter<'_>, expr: &Expr) -> Result<String, Unspelled> {
    if let Some(name) = writer.names.get(expr) {
        return Ok(name.clone());
    }
    match expr {
        Expr::Int(value) => Ok(int(*value)),
        Expr::Bool(value) => Ok(value.to_string()),
        Expr::Var(place) => Ok(writer.case.variables[*place].name.clone()),
        Expr::List(_) => Err(Unspelled("a list")),
        Expr::Op(operator, parts) => operation(writer, *operator, parts),
    }
}

pub(super) fn terms(writer: &TermWriter<'_>, expr: &Expr) -> Result<Vec<String>, Unspelled> {
    let items = expr.items().ok_or(Unspelled("no list"))?;
    items.iter().map(|item| term(writer, item)).collect()
}

fn operation(
    writer: &TermWriter<'_>,
    operator: Operator,
    parts: &[Expr],
) -> Result<String, Unspelled> {
    use Operator as O;
    let part = |place: usize| term(writer, &parts[place]);
    if let Some(name) = name(operator) {
        let words = parts.iter().map(|part| term(writer, part)).collect::<Result<Vec<_>, _>>()?;
        return Ok(format!("({name} {})", words.join(" ")));
    }
    let list = |name: &str| Ok(joined(name, terms(writer, &parts[0])?));
    match operator {
        O::Sqr => Ok(format!("(* {0} {0})", part(0)?)),
        O::Sum => list("+"),
        O::ScalarProduct => {
            let pairs = terms(writer, &parts[0])?.into_iter().zip(terms(writer, &parts[1])?);
            Ok(joined("+", pairs.map(|(a, b)| format!("(* {a} {b})")).collect()))
        }
        O::Element => {
            let base = parts[0].as_int().ok_or(Unspelled("an index that is no constant"))?;
            let mut array = "((as const (Array Int Int)) 0)".to_owned();
            for (at, item) in (base..).zip(terms(writer, &parts[1])?) {
                array = format!("(store {array} {} {item})", int(at));
            }
            Ok(format!("(select {array} {})", part(2)?))
        }
        O::Product => list("*"),
        O::And => list("and"),
        O::Or => list("or"),
        O::Xor => list("xor"),
        O::AllDifferent => list("distinct"),
        O::Bool2Int => Ok(format!("(ite {} 1 0)", part(0)?)),
        O::Ne => Ok(format!("(distinct {} {})", part(0)?, part(1)?)),
        O::BoolLt => Ok(format!("(and (not {}) {})", part(0)?, part(1)?)),
        O::In => {
            let value = part(0)?;
            let values = parts[1].ints().ok_or(Unspelled("a set with variables"))?;
            let equal = values.iter().map(|item| format!("(= {value} {})", int(*item)));
            Ok(joined("or", equal.collect()))
        }
        O::Clause => {
            let denied = terms(writer, &parts[1])?.into_iter().map(|item| format!("(not {item})"));
            Ok(joined("or", terms(writer, &parts[0])?.into_iter().chain(denied).collect()))
        }
        O::LinEq | O::LinNe | O::LinLe => {
            let factors = parts[0].ints().ok_or(Unspelled("factors with variables"))?;
            let items = terms(writer, &parts[1])?;
            let products =
                factors.iter().zip(items).map(|(f, item)| format!("(* {} {item})", int(*f)));
            let sum = joined("+", products.collect());
            let symbol = match operator {
                O::LinEq => "=",
                O::LinNe => "distinct",
                _ => "<=",
            };
            Ok(format!("({symbol} {sum} {})", part(2)?))
        }
        _ => Err(Unspelled("an operator")),
    }
}
