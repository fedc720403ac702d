//! MiniZinc as a language of targets.

use std::fmt::Write;

use super::globals::{based, global, set};
use super::names::{file, function, infix};
use crate::programs::case::{Case, Expr};
use crate::programs::definition::Semantics;
use crate::programs::language::{Language, Unspelled, zinc};
use crate::programs::operator::{Operator, Sort};
use crate::programs::reply::Reply;

/// MiniZinc.
#[derive(Clone, Copy, Debug)]
pub struct MiniZinc;

impl Language for MiniZinc {
    fn name(&self) -> &str {
        "mzn"
    }

    fn extension(&self) -> &str {
        "mzn"
    }

    fn semantics(&self) -> Semantics {
        Semantics::Relational
    }

    fn has(&self, operator: Operator) -> bool {
        use Operator as O;
        !matches!(
            operator,
            O::SubCircuitSome
                | O::BoolLinEq
                | O::BoolLinLe
                | O::Dist
                | O::EuclidDiv
                | O::EuclidMod
                | O::IsArgMax
                | O::IsArgMin
                | O::NValueExcept
                | O::Instantiation
                | O::ChannelTruths
                | O::OrderedBy
                | O::AllDifferentLists
                | O::AllDifferentMatrix
                | O::TableShort
                | O::CumulativeEnds
        )
    }

    fn nests(&self) -> bool {
        true
    }

    fn write(&self, case: &Case) -> Result<String, Unspelled> {
        let mut text = String::new();
        let mut files: Vec<&str> = case.operators().into_iter().filter_map(file).collect();
        // Some libraries have the function and its predicate in two files, and the one file needs
        // the other.
        let more = files.iter().flat_map(|file| match *file {
            "among" => &["among_fn"][..],
            "count" => &["count_fn"],
            "nvalue" => &["nvalue_fn"],
            "arg_min" => &["arg_max"],
            _ => &[],
        });
        let more: Vec<&str> = more.copied().collect();
        files.extend(more);
        files.sort_unstable();
        files.dedup();
        for file in files {
            let _ = writeln!(text, "include \"{file}.mzn\";");
        }
        for variable in &case.variables {
            let domain = match (variable.sort, variable.values.as_slice()) {
                (Sort::Bool, [_, _]) => "bool".into(),
                (Sort::Bool, _) => return Err(Unspelled("a fixed Boolean variable")),
                (Sort::Int, values) => zinc::domain(values)?,
            };
            let _ = writeln!(text, "var {domain}: {};", variable.name);
        }
        for constraint in &case.constraints {
            let _ = writeln!(text, "constraint {};", expression(case, constraint)?);
        }
        match &case.objective {
            None => text.push_str("solve satisfy;\n"),
            Some(objective) => {
                let way = if objective.maximize { "maximize" } else { "minimize" };
                let _ = writeln!(text, "solve {way} {};", expression(case, &objective.value)?);
            }
        }
        let lines = case.variables.iter().map(|v| format!("\"{0} = \\({0});\\n\"", v.name));
        let _ = writeln!(text, "output [{}];", lines.collect::<Vec<_>>().join(", "));
        Ok(text)
    }

    fn read(&self, case: &Case, output: &str) -> Reply {
        zinc::read(case, output)
    }
}

/// Writes an expression.
pub(super) fn expression(case: &Case, expr: &Expr) -> Result<String, Unspelled> {
    match expr {
        Expr::Int(value) if *value == i64::MIN => Err(Unspelled("the smallest integer")),
        Expr::Int(value) if *value < 0 => Ok(format!("({value})")),
        Expr::Int(value) => Ok(value.to_string()),
        Expr::Bool(value) => Ok(value.to_string()),
        Expr::Var(place) => Ok(case.variables[*place].name.clone()),
        Expr::List(items) => Ok(format!("[{}]", list(case, items)?)),
        Expr::Op(operator, parts) => operation(case, *operator, parts),
    }
}

/// Writes an argument; one with items has the index set of the case, where no constraint depends
/// on it.
fn indexed(case: &Case, part: &Expr) -> Result<String, Unspelled> {
    match part {
        Expr::List(_) => based(case, &Expr::Int(case.first_index()), part),
        _ => expression(case, part),
    }
}

pub(super) fn list(case: &Case, items: &[Expr]) -> Result<String, Unspelled> {
    let items = items.iter().map(|item| expression(case, item));
    Ok(items.collect::<Result<Vec<_>, _>>()?.join(","))
}

fn operation(case: &Case, operator: Operator, parts: &[Expr]) -> Result<String, Unspelled> {
    use Operator as O;
    let part = |place: usize| expression(case, &parts[place]);
    if let Some(symbol) = infix(operator) {
        return Ok(format!("({} {symbol} {})", part(0)?, part(1)?));
    }
    if let Some(name) = function(operator) {
        let parts = parts.iter().map(|part| indexed(case, part));
        return Ok(format!("{name}({})", parts.collect::<Result<Vec<_>, _>>()?.join(",")));
    }
    match operator {
        O::Neg => Ok(format!("(-{})", part(0)?)),
        O::Sqr => Ok(format!("({0} * {0})", part(0)?)),
        O::Not => Ok(format!("(not {})", part(0)?)),
        O::If => Ok(format!("if {} then {} else {} endif", part(0)?, part(1)?, part(2)?)),
        O::In => Ok(format!("({} in {})", part(0)?, set(&parts[1])?)),
        O::ScalarProduct => {
            let (first, second) = (parts[0].items(), parts[1].items());
            let pairs = first.unwrap_or_default().iter().zip(second.unwrap_or_default());
            let terms = pairs
                .map(|(a, b)| Ok(format!("{}*{}", expression(case, a)?, expression(case, b)?)));
            let terms = terms.collect::<Result<Vec<_>, Unspelled>>()?;
            Ok(if terms.is_empty() { "0".to_owned() } else { format!("({})", terms.join("+")) })
        }
        O::LinEq | O::LinNe | O::LinLe => {
            let symbol = match operator {
                O::LinEq => "=",
                O::LinNe => "!=",
                _ => "<=",
            };
            let terms = (parts[0].ints().unwrap_or_default().into_iter())
                .zip(parts[1].items().unwrap_or_default())
                .map(|(factor, item)| Ok(format!("({factor})*{}", expression(case, item)?)));
            let terms = terms.collect::<Result<Vec<_>, _>>()?;
            let sum = if terms.is_empty() { "0".to_owned() } else { terms.join("+") };
            Ok(format!("({sum} {symbol} {})", part(2)?))
        }
        O::Element => Ok(format!("{}[{}]", based(case, &parts[0], &parts[1])?, part(2)?)),
        O::BoolElement => {
            // An undefined truth value is false in the language; the operator is a relation.
            let array = based(case, &parts[0], &parts[1])?;
            let count = parts[1].items().map_or(0, <[Expr]>::len) as i64;
            let first = parts[0].as_int().ok_or(Unspelled("an index that is no constant"))?;
            let last = first.checked_add(count - 1).ok_or(Unspelled("a large index"))?;
            let index = part(2)?;
            let within = format!("({index} in {first}..{last})");
            Ok(format!("({within} /\\ {array}[{index}] = {})", part(3)?))
        }
        _ => global(case, operator, parts),
    }
}
