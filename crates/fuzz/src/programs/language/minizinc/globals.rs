//! Globals whose arguments are no plain list of expressions.

use super::super::flatzinc::{ONE_NODE, has_one_node};
use super::super::{Unspelled, layers, zinc};
use super::expression;
use crate::programs::case::{Case, Expr};
use crate::programs::operator::Operator;

/// Writes a global constraint whose arguments are no plain list of expressions.
pub(super) fn global(case: &Case, operator: Operator, parts: &[Expr]) -> Result<String, Unspelled> {
    use Operator as O;
    let part = |place: usize| expression(case, &parts[place]);
    match operator {
        O::ArgMax => Ok(format!("arg_max({})", based(case, &parts[0], &parts[1])?)),
        O::ArgMin => Ok(format!("arg_min({})", based(case, &parts[0], &parts[1])?)),
        O::Circuit if has_one_node(parts) => Err(ONE_NODE),
        O::Circuit | O::SubCircuit | O::SymmetricAllDifferent => {
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
        O::ArgSort => Ok(format!("arg_sort({},{})", based(case, &parts[0], &parts[1])?, part(2)?)),
        O::DiffnK | O::DiffnNonstrictK => {
            let (origins, lengths) = (grid(case, &parts[0])?, grid(case, &parts[1])?);
            Ok(format!("{}({origins},{lengths})", operator.name()))
        }
        O::Lex2 | O::StrictLex2 => Ok(format!("{}({})", operator.name(), grid(case, &parts[0])?)),
        // The library compares columns.
        O::LexChain | O::LexChainStrict => {
            Ok(format!("{}({})", operator.name(), grid(case, &transposed(&parts[0])?)?))
        }
        O::ElementMatrix => Ok(format!("{}[{},{}]", matrix(case, parts)?, part(2)?, part(3)?)),
        O::TableBool => Ok(format!("table({},{})", part(1)?, rows_of_truths(parts))),
        O::Nfa | O::Mdd | O::CostRegular => automaton(case, operator, parts),
        O::Flow => {
            let arcs = rows(&parts[0], 2)?;
            Ok(format!("network_flow({arcs},{},{})", part(1)?, part(2)?))
        }
        O::FlowCost => {
            let (arcs, rest) = (rows(&parts[0], 2)?, [part(1)?, part(2)?, part(3)?, part(4)?]);
            Ok(format!("network_flow_cost({arcs},{})", rest.join(",")))
        }
        O::Table => {
            let columns = parts[1].items().map_or(0, <[Expr]>::len);
            Ok(format!("table({},{})", part(1)?, rows(&parts[0], columns)?))
        }
        O::Regular => {
            let columns = parts[1].as_int().and_then(|count| usize::try_from(count).ok());
            let next = rows(&parts[2], columns.unwrap_or(0))?;
            let ends = set(&parts[4])?;
            let [states, symbols, start] = [part(0)?, part(1)?, part(3)?];
            Ok(format!("regular({},{states},{symbols},{next},{start},{ends})", part(5)?))
        }
        _ => Err(Unspelled("an operator")),
    }
}

/// Writes the matrix of an element constraint, whose rows and columns count from a base.
fn matrix(case: &Case, parts: &[Expr]) -> Result<String, Unspelled> {
    let base = parts[0].as_int().ok_or(Unspelled("an index that is no constant"))?;
    let (rows, columns) = dimensions(&parts[1])?;
    let ends = [rows, columns].map(|count| base + count as i64 - 1);
    let items = flattened(case, &parts[1])?;
    Ok(format!("array2d({base}..{},{base}..{},[{items}])", ends[0], ends[1]))
}

/// Writes the rows of a table of truth values.
fn rows_of_truths(parts: &[Expr]) -> String {
    let columns = parts[1].items().map_or(0, <[Expr]>::len);
    let rows = parts[0].items().unwrap_or_default();
    let values: Vec<Vec<i64>> = rows.iter().filter_map(Expr::ints).collect();
    let words: Vec<&str> =
        values.concat().iter().map(|v| if *v == 0 { "false" } else { "true" }).collect();
    format!("array2d(1..{},1..{columns},[{}])", rows.len(), words.join(","))
}

pub(super) fn set(expr: &Expr) -> Result<String, Unspelled> {
    let values = expr.ints().ok_or(Unspelled("a set with variables"))?;
    Ok(format!("{{{}}}", zinc::joined(&values)))
}

/// Writes a list whose first index is given.
pub(super) fn based(case: &Case, base: &Expr, items: &Expr) -> Result<String, Unspelled> {
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

/// Writes an automaton with several transitions, with layers, or with costs.
fn automaton(case: &Case, operator: Operator, parts: &[Expr]) -> Result<String, Unspelled> {
    let part = |place: usize| expression(case, &parts[place]);
    let size = |place: usize| parts[place].as_int().ok_or(Unspelled("a size with variables"));
    let (states, symbols, list) = (size(0)?, size(1)?, part(5)?);
    let start = part(3)?;
    match operator {
        Operator::Nfa => {
            let moves = parts[2].items().unwrap_or_default();
            let moves: Vec<Vec<i64>> = moves.iter().filter_map(Expr::ints).collect();
            let cell = |state: i64, symbol: i64| {
                let fits = |one: &&Vec<i64>| one[..2] == [state, symbol];
                let to: Vec<i64> = moves.iter().filter(fits).map(|one| one[2]).collect();
                format!("{{{}}}", zinc::joined(&to))
            };
            let cells = (1..=states).flat_map(|state| (1..=symbols).map(move |at| (state, at)));
            let cells: Vec<String> = cells.map(|(state, symbol)| cell(state, symbol)).collect();
            let next = format!("array2d(1..{states},1..{symbols},[{}])", cells.join(","));
            let ends = set(&parts[4])?;
            Ok(format!("regular_nfa({list},{states},{symbols},{next},{start},{ends})"))
        }
        Operator::CostRegular => {
            let columns = usize::try_from(symbols).unwrap_or(0);
            let (next, costs) = (rows(&parts[2], columns)?, rows(&parts[6], columns)?);
            let (ends, total) = (set(&parts[4])?, part(7)?);
            let head = format!("{list},{states},{symbols},{next},{start},{ends}");
            Ok(format!("cost_regular({head},{costs},{total})"))
        }
        _ => {
            let edges = layers::edges(parts)?;
            let mut nodes: Vec<layers::Node> = edges.iter().map(|edge| edge.from).collect();
            nodes.sort_unstable();
            nodes.dedup();
            // The last node is 0.
            let number = |node: layers::Node| {
                nodes.iter().position(|other| *other == node).map_or(0, |at| at as i64 + 1)
            };
            let of = |get: &dyn Fn(&layers::Edge) -> i64| {
                zinc::joined(&edges.iter().map(get).collect::<Vec<_>>())
            };
            let levels: Vec<i64> = nodes.iter().map(|node| node.0 as i64 + 1).collect();
            let labels: Vec<String> =
                edges.iter().map(|edge| format!("{{{}}}", edge.symbol)).collect();
            Ok(format!(
                "mdd({list},{},[{}],{},[{}],[{}],[{}])",
                nodes.len(),
                zinc::joined(&levels),
                edges.len(),
                of(&|edge| number(edge.from)),
                labels.join(","),
                of(&|edge| number(edge.to)),
            ))
        }
    }
}

/// Returns the numbers of rows and columns of a list of lists.
fn dimensions(expr: &Expr) -> Result<(usize, usize), Unspelled> {
    let rows = expr.items().ok_or(Unspelled("a matrix that is no list"))?;
    Ok((rows.len(), rows.first().and_then(Expr::items).map_or(0, <[Expr]>::len)))
}

fn flattened(case: &Case, expr: &Expr) -> Result<String, Unspelled> {
    let rows = expr.items().unwrap_or_default().iter().filter_map(Expr::items);
    let items = rows.flatten().map(|item| expression(case, item));
    Ok(items.collect::<Result<Vec<_>, _>>()?.join(","))
}

/// Writes a list of lists as a matrix.
fn grid(case: &Case, expr: &Expr) -> Result<String, Unspelled> {
    let (rows, columns) = dimensions(expr)?;
    Ok(format!("array2d(1..{rows},1..{columns},[{}])", flattened(case, expr)?))
}

fn transposed(expr: &Expr) -> Result<Expr, Unspelled> {
    let (_, columns) = dimensions(expr)?;
    let rows: Vec<&[Expr]> =
        expr.items().unwrap_or_default().iter().filter_map(Expr::items).collect();
    let column = |at: usize| rows.iter().filter_map(|row| row.get(at).cloned()).collect();
    Ok(Expr::List((0..columns).map(|at| Expr::List(column(at))).collect()))
}
