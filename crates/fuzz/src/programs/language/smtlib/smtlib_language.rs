//! SMT-LIB as a language of targets.

use std::collections::HashMap;
use std::fmt::Write;

use super::assumptions;
use super::spelling::{ScriptSpelling, TermSharing, find_repeated, name_sort};
use crate::programs::case::{CaseExpr, CaseVariable, FuzzCase};
use crate::programs::definition::UndefinedSemantics;
use crate::programs::language::{CaseLanguage, NotExpressible};
use crate::programs::operator::{Operator, Sort};
use crate::programs::reply::{TargetAnswer, TargetClaim, TargetReply};

/// SMT-LIB.
#[derive(Clone, Copy, Debug)]
pub struct SmtLib;

impl CaseLanguage for SmtLib {
    fn language_name(&self) -> &str {
        "smt2"
    }

    fn file_extension(&self) -> &str {
        "smt2"
    }

    fn undefined_semantics(&self) -> UndefinedSemantics {
        UndefinedSemantics::Total
    }

    fn has_operator(&self, operator: Operator) -> bool {
        use Operator as O;
        function_name(operator).is_some()
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

    fn nests_expressions(&self) -> bool {
        true
    }

    fn supports_assumptions(&self) -> bool {
        true
    }

    fn names_terms(&self) -> bool {
        true
    }

    fn write_case(&self, case: &FuzzCase) -> Result<String, NotExpressible> {
        if case.objective.is_some() || case.variables.is_empty() {
            return Err(NotExpressible("an objective, or no variable"));
        }
        let mut text = String::new();
        if case.assume {
            text.push_str("(set-option :produce-unsat-cores true)\n");
        }
        text.push_str("(set-logic ALL)\n");
        let spelling = ScriptSpelling::choose_spelling(case);
        for CaseVariable { name, sort, values } in &case.variables {
            text.push_str(&spelling.declare_variable(name, *sort));
            match (sort, values.as_slice()) {
                (Sort::Bool, [_, _]) => {}
                (Sort::Bool, _) => return Err(NotExpressible("a fixed Boolean variable")),
                (Sort::Int, values) => {
                    let terms =
                        values.iter().map(|value| format!("(= {name} {})", write_int(*value)));
                    let _ = writeln!(text, "(assert {})", join_terms("or", terms.collect()));
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

    fn read_output(&self, case: &FuzzCase, output: &str) -> TargetReply {
        if case.assume {
            return assumptions::read_assumed(case, output);
        }
        let (first, rest) = output.trim_start().split_once('\n').unwrap_or((output, ""));
        let status = match first.trim() {
            "sat" => TargetClaim::Satisfiable,
            "unsat" => TargetClaim::Unsatisfiable,
            "unknown" => TargetClaim::Unknown,
            other => return TargetReply::Unreadable(format!("the line '{other}'")),
        };
        let mut answer = TargetAnswer { status, ..TargetAnswer::default() };
        if status == TargetClaim::Satisfiable {
            let values = case.variables.iter().map(|variable| read_value(rest, &variable.name));
            match values.collect::<Option<Vec<i64>>>() {
                Some(values) => answer.solutions.push(values),
                None => return TargetReply::Unreadable("a solution without a value".into()),
            }
        }
        TargetReply::Answer(answer)
    }
}

/// Reads the value after `(name `.
pub(super) fn read_value(text: &str, name: &str) -> Option<i64> {
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

fn write_int(value: i64) -> String {
    if value < 0 { format!("(- {})", value.unsigned_abs()) } else { value.to_string() }
}

/// Returns the name of an operator that takes the arguments as they are.
pub(super) fn function_name(operator: Operator) -> Option<&'static str> {
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
fn join_terms(name: &str, terms: Vec<String>) -> String {
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
    pub(super) case: &'c FuzzCase,
    pub(super) names: HashMap<&'c CaseExpr, String>,
}

/// Writes the constraints.
fn write_assertions(
    case: &FuzzCase,
    spelling: ScriptSpelling,
    text: &mut String,
) -> Result<(), NotExpressible> {
    let mut writer = TermWriter { case, names: HashMap::new() };
    if spelling.sharing == TermSharing::Definitions {
        // The names stay in scope for all assertions of the script.
        for (name, sort, term) in writer.name_terms(case.constraints.iter())? {
            let _ = writeln!(text, "(define-fun {name} () {} {term})", name_sort(sort));
        }
    }
    for (index, constraint) in case.constraints.iter().enumerate() {
        let mut bound = Vec::new();
        if spelling.sharing == TermSharing::Lets {
            // Each assertion binds its own names, which the next one does not see.
            writer.names.clear();
            bound = writer.name_terms(std::iter::once(constraint))?;
        }
        let body = spelling.deny_twice(write_term(&writer, constraint)?);
        let term = bound
            .into_iter()
            // The first name becomes the outermost `let`: later terms use earlier names.
            .rev()
            .fold(body, |body, (name, _, term)| format!("(let (({name} {term})) {body})"));
        let _ = if case.assume || spelling.has_names {
            writeln!(text, "(assert (! {term} :named {}))", assumptions::assertion_name(index))
        } else {
            writeln!(text, "(assert {term})")
        };
    }
    Ok(())
}

impl<'c> TermWriter<'c> {
    /// Gives a name to each term that occurs again in some expressions. Returns the names with
    /// their sorts and terms, each of which has only names before it.
    fn name_terms(
        &mut self,
        expressions: impl Iterator<Item = &'c CaseExpr>,
    ) -> Result<Vec<(String, Sort, String)>, NotExpressible> {
        let mut named = Vec::new();
        for expr in find_repeated(expressions) {
            let CaseExpr::Op(operator, parts) = expr else { continue };
            let term = write_operation(self, *operator, parts)?;
            // The name enters the map only after its term is written, so no term refers to itself.
            let name = format!("t{}", named.len());
            named.push((name.clone(), operator.sort(), term));
            self.names.insert(expr, name);
        }
        Ok(named)
    }
}

pub(super) fn write_term(
    writer: &TermWriter<'_>,
    expr: &CaseExpr,
) -> Result<String, NotExpressible> {
    if let Some(name) = writer.names.get(expr) {
        return Ok(name.clone());
    }
    match expr {
        CaseExpr::Int(value) => Ok(write_int(*value)),
        CaseExpr::Bool(value) => Ok(value.to_string()),
        CaseExpr::Var(index) => Ok(writer.case.variables[*index].name.clone()),
        CaseExpr::List(_) => Err(NotExpressible("a list")),
        CaseExpr::Op(operator, parts) => write_operation(writer, *operator, parts),
    }
}

pub(super) fn write_terms(
    writer: &TermWriter<'_>,
    expr: &CaseExpr,
) -> Result<Vec<String>, NotExpressible> {
    let items = expr.list_items().ok_or(NotExpressible("no list"))?;
    items.iter().map(|item| write_term(writer, item)).collect()
}

fn write_operation(
    writer: &TermWriter<'_>,
    operator: Operator,
    parts: &[CaseExpr],
) -> Result<String, NotExpressible> {
    use Operator as O;
    let part = |index: usize| write_term(writer, &parts[index]);
    if let Some(name) = function_name(operator) {
        let words =
            parts.iter().map(|part| write_term(writer, part)).collect::<Result<Vec<_>, _>>()?;
        return Ok(format!("({name} {})", words.join(" ")));
    }
    let list = |name: &str| Ok(join_terms(name, write_terms(writer, &parts[0])?));
    match operator {
        O::Sqr => Ok(format!("(* {0} {0})", part(0)?)),
        O::Sum => list("+"),
        O::ScalarProduct => {
            let pairs =
                write_terms(writer, &parts[0])?.into_iter().zip(write_terms(writer, &parts[1])?);
            Ok(join_terms("+", pairs.map(|(a, b)| format!("(* {a} {b})")).collect()))
        }
        O::Element => {
            let base = parts[0].as_int().ok_or(NotExpressible("an index that is no constant"))?;
            // An index outside the list reads 0. Cases where that can happen are not asked: the
            // language has total semantics.
            let mut array = "((as const (Array Int Int)) 0)".to_owned();
            for (at, item) in (base..).zip(write_terms(writer, &parts[1])?) {
                array = format!("(store {array} {} {item})", write_int(at));
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
            let values = parts[1].list_ints().ok_or(NotExpressible("a set with variables"))?;
            let equal = values.iter().map(|item| format!("(= {value} {})", write_int(*item)));
            Ok(join_terms("or", equal.collect()))
        }
        O::Clause => {
            let denied =
                write_terms(writer, &parts[1])?.into_iter().map(|item| format!("(not {item})"));
            Ok(join_terms(
                "or",
                write_terms(writer, &parts[0])?.into_iter().chain(denied).collect(),
            ))
        }
        O::LinEq | O::LinNe | O::LinLe => {
            let factors = parts[0].list_ints().ok_or(NotExpressible("factors with variables"))?;
            let items = write_terms(writer, &parts[1])?;
            let products =
                factors.iter().zip(items).map(|(f, item)| format!("(* {} {item})", write_int(*f)));
            let sum = join_terms("+", products.collect());
            let symbol = match operator {
                O::LinEq => "=",
                O::LinNe => "distinct",
                _ => "<=",
            };
            Ok(format!("({symbol} {sum} {})", part(2)?))
        }
        _ => Err(NotExpressible("an operator")),
    }
}
