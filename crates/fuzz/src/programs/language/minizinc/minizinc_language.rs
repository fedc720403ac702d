//! MiniZinc as a language of targets.

use std::fmt::Write;

use super::globals::{write_global, write_indexed_list, write_set};
use super::names::{function_name, infix_symbol, library_file};
use crate::programs::case::{CaseExpr, FuzzCase};
use crate::programs::definition::UndefinedSemantics;
use crate::programs::language::{CaseLanguage, NotExpressible, zinc_output};
use crate::programs::operator::{Operator, Sort};
use crate::programs::reply::TargetReply;

/// MiniZinc.
#[derive(Clone, Copy, Debug)]
pub struct MiniZinc;

impl CaseLanguage for MiniZinc {
    fn language_name(&self) -> &str {
        "mzn"
    }

    fn file_extension(&self) -> &str {
        "mzn"
    }

    fn undefined_semantics(&self) -> UndefinedSemantics {
        UndefinedSemantics::Relational
    }

    fn has_operator(&self, operator: Operator) -> bool {
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

    fn nests_expressions(&self) -> bool {
        true
    }

    fn write_case(&self, case: &FuzzCase) -> Result<String, NotExpressible> {
        let mut text = String::new();
        let mut files: Vec<&str> =
            case.used_operators().into_iter().filter_map(library_file).collect();
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
                (Sort::Bool, _) => return Err(NotExpressible("a fixed Boolean variable")),
                (Sort::Int, values) => zinc_output::write_domain(values)?,
            };
            let _ = writeln!(text, "var {domain}: {};", variable.name);
        }
        for constraint in &case.constraints {
            let _ = writeln!(text, "constraint {};", write_expr(case, constraint)?);
        }
        match &case.objective {
            None => text.push_str("solve satisfy;\n"),
            Some(objective) => {
                let way = if objective.maximize { "maximize" } else { "minimize" };
                let _ = writeln!(text, "solve {way} {};", write_expr(case, &objective.value)?);
            }
        }
        let lines = case.variables.iter().map(|v| format!("\"{0} = \\({0});\\n\"", v.name));
        let _ = writeln!(text, "output [{}];", lines.collect::<Vec<_>>().join(", "));
        Ok(text)
    }

    fn read_output(&self, case: &FuzzCase, output: &str) -> TargetReply {
        zinc_output::read_solutions(case, output)
    }
}

/// Writes an expression.
pub(super) fn write_expr(case: &FuzzCase, expr: &CaseExpr) -> Result<String, NotExpressible> {
    match expr {
        CaseExpr::Int(value) if *value == i64::MIN => Err(NotExpressible("the smallest integer")),
        CaseExpr::Int(value) if *value < 0 => Ok(format!("({value})")),
        CaseExpr::Int(value) => Ok(value.to_string()),
        CaseExpr::Bool(value) => Ok(value.to_string()),
        CaseExpr::Var(index) => Ok(case.variables[*index].name.clone()),
        CaseExpr::List(items) => Ok(format!("[{}]", write_list(case, items)?)),
        CaseExpr::Op(operator, parts) => write_operation(case, *operator, parts),
    }
}

/// Writes an argument; one with items has the index set of the case, where no constraint depends
/// on it.
fn write_argument(case: &FuzzCase, part: &CaseExpr) -> Result<String, NotExpressible> {
    match part {
        CaseExpr::List(_) => write_indexed_list(case, &CaseExpr::Int(case.first_index()), part),
        _ => write_expr(case, part),
    }
}

pub(super) fn write_list(case: &FuzzCase, items: &[CaseExpr]) -> Result<String, NotExpressible> {
    let items = items.iter().map(|item| write_expr(case, item));
    Ok(items.collect::<Result<Vec<_>, _>>()?.join(","))
}

fn write_operation(
    case: &FuzzCase,
    operator: Operator,
    parts: &[CaseExpr],
) -> Result<String, NotExpressible> {
    use Operator as O;
    let part = |index: usize| write_expr(case, &parts[index]);
    if let Some(symbol) = infix_symbol(operator) {
        return Ok(format!("({} {symbol} {})", part(0)?, part(1)?));
    }
    if let Some(name) = function_name(operator) {
        let parts = parts.iter().map(|part| write_argument(case, part));
        return Ok(format!("{name}({})", parts.collect::<Result<Vec<_>, _>>()?.join(",")));
    }
    match operator {
        O::Neg => Ok(format!("(-{})", part(0)?)),
        O::Sqr => Ok(format!("({0} * {0})", part(0)?)),
        O::Not => Ok(format!("(not {})", part(0)?)),
        O::If => Ok(format!("if {} then {} else {} endif", part(0)?, part(1)?, part(2)?)),
        O::In => Ok(format!("({} in {})", part(0)?, write_set(&parts[1])?)),
        O::ScalarProduct => {
            let (first, second) = (parts[0].list_items(), parts[1].list_items());
            let pairs = first.unwrap_or_default().iter().zip(second.unwrap_or_default());
            let terms = pairs
                .map(|(a, b)| Ok(format!("{}*{}", write_expr(case, a)?, write_expr(case, b)?)));
            let terms = terms.collect::<Result<Vec<_>, NotExpressible>>()?;
            Ok(if terms.is_empty() { "0".to_owned() } else { format!("({})", terms.join("+")) })
        }
        O::LinEq | O::LinNe | O::LinLe => {
            let symbol = match operator {
                O::LinEq => "=",
                O::LinNe => "!=",
                _ => "<=",
            };
            let terms = (parts[0].list_ints().unwrap_or_default().into_iter())
                .zip(parts[1].list_items().unwrap_or_default())
                .map(|(factor, item)| Ok(format!("({factor})*{}", write_expr(case, item)?)));
            let terms = terms.collect::<Result<Vec<_>, _>>()?;
            let sum = if terms.is_empty() { "0".to_owned() } else { terms.join("+") };
            Ok(format!("({sum} {symbol} {})", part(2)?))
        }
        O::Element => {
            Ok(format!("{}[{}]", write_indexed_list(case, &parts[0], &parts[1])?, part(2)?))
        }
        O::BoolElement => {
            // An undefined truth value is false in the language; the operator is a relation.
            let array = write_indexed_list(case, &parts[0], &parts[1])?;
            let count = parts[1].list_items().map_or(0, <[CaseExpr]>::len) as i64;
            let first = parts[0].as_int().ok_or(NotExpressible("an index that is no constant"))?;
            let last = first.checked_add(count - 1).ok_or(NotExpressible("a large index"))?;
            let index = part(2)?;
            let within = format!("({index} in {first}..{last})");
            Ok(format!("({within} /\\ {array}[{index}] = {})", part(3)?))
        }
        _ => write_global(case, operator, parts),
    }
}
