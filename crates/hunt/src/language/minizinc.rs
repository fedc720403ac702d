//! MiniZinc, with the globals of its standard library.

use std::fmt::Write;

use super::{Language, Unspelled, zinc};
use crate::case::{Case, Expr};
use crate::definition::Semantics;
use crate::operator::{Operator, Sort};
use crate::reply::Reply;

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
        !matches!(operator, O::SubCircuitSome | O::BoolLinEq | O::BoolLinLe | O::Dist)
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
fn expression(case: &Case, expr: &Expr) -> Result<String, Unspelled> {
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

fn list(case: &Case, items: &[Expr]) -> Result<String, Unspelled> {
    let items = items.iter().map(|item| expression(case, item));
    Ok(items.collect::<Result<Vec<_>, _>>()?.join(","))
}

/// Returns the symbol of an operator between two operands.
fn infix(operator: Operator) -> Option<&'static str> {
    use Operator as O;
    Some(match operator {
        O::Add => "+",
        O::Sub => "-",
        O::Mul => "*",
        O::Div => "div",
        O::Mod => "mod",
        O::Eq => "=",
        O::Ne => "!=",
        O::Lt | O::BoolLt => "<",
        O::Le => "<=",
        O::Gt => ">",
        O::Ge => ">=",
        O::Iff => "<->",
        O::Implies => "->",
        _ => return None,
    })
}

/// Returns the name of a function that takes the arguments as they are.
fn function(operator: Operator) -> Option<&'static str> {
    use Operator as O;
    Some(match operator {
        O::Abs => "abs",
        O::Pow => "pow",
        O::Minimum => "min",
        O::Maximum => "max",
        O::Sum => "sum",
        O::Product => "product",
        O::Bool2Int => "bool2int",
        O::And => "forall",
        O::Or => "exists",
        O::Xor => "xorall",
        O::Clause => "clause",
        O::AllDifferent => "alldifferent",
        O::AllEqual => "all_equal",
        O::Count => "count",
        O::NValue => "nvalue",
        O::Member => "member",
        O::Gcc => "global_cardinality",
        O::GccClosed => "global_cardinality_closed",
        O::GccLowUp => "global_cardinality_low_up",
        O::GccLowUpClosed => "global_cardinality_low_up_closed",
        O::BinPacking => "bin_packing",
        O::Knapsack => "knapsack",
        O::Cumulative => "cumulative",
        O::Disjunctive => "disjunctive",
        O::DisjunctiveStrict => "disjunctive_strict",
        O::Diffn => "diffn",
        O::DiffnNonstrict => "diffn_nonstrict",
        O::LexLess => "lex_less",
        O::LexLessEq => "lex_lesseq",
        O::Increasing => "increasing",
        O::StrictlyIncreasing => "strictly_increasing",
        O::Decreasing => "decreasing",
        O::StrictlyDecreasing => "strictly_decreasing",
        O::ValuePrecede => "value_precede",
        O::ValuePrecedeChain => "value_precede_chain",
        O::SeqPrecedeChain => "seq_precede_chain",
        O::SlidingSum => "sliding_sum",
        _ => return None,
    })
}

/// Returns the file of the library that has a global; all files at once are more than some solvers'
/// own libraries agree with.
fn file(operator: Operator) -> Option<&'static str> {
    use Operator as O;
    Some(match operator {
        O::AllDifferent => "alldifferent",
        O::AllDifferentExcept => "alldifferent_except",
        O::Among => "among",
        O::ArgMax => "arg_max",
        O::ArgMin => "arg_min",
        O::Circuit
        | O::SubCircuit
        | O::Inverse
        | O::BinPackingCapa
        | O::BinPackingLoad
        | O::Table
        | O::Regular => operator.name(),
        O::Minimum
        | O::Maximum
        | O::Abs
        | O::Pow
        | O::Sum
        | O::Product
        | O::Bool2Int
        | O::And
        | O::Or
        | O::Xor
        | O::Clause => return None,
        _ => return function(operator),
    })
}

fn operation(case: &Case, operator: Operator, parts: &[Expr]) -> Result<String, Unspelled> {
    use Operator as O;
    let part = |place: usize| expression(case, &parts[place]);
    if let Some(symbol) = infix(operator) {
        return Ok(format!("({} {symbol} {})", part(0)?, part(1)?));
    }
    if let Some(name) = function(operator) {
        return Ok(format!("{name}({})", list(case, parts)?));
    }
    match operator {
        O::Neg => Ok(format!("(-{})", part(0)?)),
        O::Sqr => Ok(format!("({0} * {0})", part(0)?)),
        O::Not => Ok(format!("(not {})", part(0)?)),
        O::If => Ok(format!("if {} then {} else {} endif", part(0)?, part(1)?, part(2)?)),
        O::In => Ok(format!("({} in {})", part(0)?, set(&parts[1])?)),
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

/// Writes a global constraint whose arguments are no plain list of expressions.
fn global(case: &Case, operator: Operator, parts: &[Expr]) -> Result<String, Unspelled> {
    use Operator as O;
    let part = |place: usize| expression(case, &parts[place]);
    match operator {
        O::ArgMax | O::ArgMin => {
            let name = if operator == O::ArgMax { "arg_max" } else { "arg_min" };
            Ok(format!("{name}({})", based(case, &parts[0], &parts[1])?))
        }
        O::Circuit | O::SubCircuit => {
            let name = operator.name();
            Ok(format!("{name}({})", based(case, &parts[0], &parts[1])?))
        }
        O::Inverse => {
            let first = based(case, &parts[0], &parts[1])?;
            Ok(format!("inverse({first},{})", based(case, &parts[2], &parts[3])?))
        }
        O::BinPackingCapa | O::BinPackingLoad => {
            let first = based(case, &parts[0], &parts[1])?;
            Ok(format!("{}({first},{},{})", operator.name(), part(2)?, part(3)?))
        }
        O::Among => Ok(format!("among({},{})", part(0)?, set(&parts[1])?)),
        O::AllDifferentExcept => {
            Ok(format!("alldifferent_except({},{})", part(0)?, set(&parts[1])?))
        }
        O::Table => {
            let columns = parts[1].items().map_or(0, <[Expr]>::len);
            Ok(format!("table({},{})", part(1)?, rows(&parts[0], columns)?))
        }
        O::Regular => {
            let columns = parts[1].as_int().and_then(|count| usize::try_from(count).ok());
            let next = rows(&parts[2], columns.unwrap_or(0))?;
            let ends = set(&parts[4])?;
            Ok(format!(
                "regular({},{},{},{next},{},{ends})",
                part(5)?,
                part(0)?,
                part(1)?,
                part(3)?
            ))
        }
        _ => Err(Unspelled("an operator")),
    }
}

fn set(expr: &Expr) -> Result<String, Unspelled> {
    let values = expr.ints().ok_or(Unspelled("a set with variables"))?;
    Ok(format!("{{{}}}", zinc::joined(&values)))
}

/// Writes a list whose first index is given.
fn based(case: &Case, base: &Expr, items: &Expr) -> Result<String, Unspelled> {
    let base = base.as_int().ok_or(Unspelled("an index that is no constant"))?;
    let list = expression(case, items)?;
    let count = items.items().map_or(0, <[Expr]>::len);
    if base == 1 {
        return Ok(list);
    }
    let last = base.checked_add(count as i64 - 1).ok_or(Unspelled("an index that is too large"))?;
    Ok(format!("array1d({base}..{last},{list})"))
}

/// Writes a table, whose number of columns is given because it may have no row.
fn rows(expr: &Expr, columns: usize) -> Result<String, Unspelled> {
    let rows = expr.items().ok_or(Unspelled("a table that is no list"))?;
    let values = rows.iter().map(Expr::ints).collect::<Option<Vec<_>>>();
    let values = values.ok_or(Unspelled("a table with variables"))?.concat();
    Ok(format!("array2d(1..{},1..{columns},[{}])", rows.len(), zinc::joined(&values)))
}
