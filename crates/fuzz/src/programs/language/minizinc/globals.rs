//! Globals whose arguments are not a plain list of expressions.

use super::super::flatzinc::{ONE_NODE, has_one_node};
use super::super::{NotExpressible, layers, zinc_output};
use super::write_expr;
use crate::programs::case::{CaseExpr, FuzzCase};
use crate::programs::operator::Operator;

/// Writes a global constraint whose arguments are not a plain list of expressions.
pub(super) fn write_global(
    case: &FuzzCase,
    operator: Operator,
    parts: &[CaseExpr],
) -> Result<String, NotExpressible> {
    use Operator as O;
    let part = |index: usize| write_expr(case, &parts[index]);
    match operator {
        O::ArgMax => Ok(format!("arg_max({})", write_indexed_list(case, &parts[0], &parts[1])?)),
        O::ArgMin => Ok(format!("arg_min({})", write_indexed_list(case, &parts[0], &parts[1])?)),
        O::Circuit if has_one_node(parts) => Err(ONE_NODE),
        O::Circuit | O::SubCircuit | O::SymmetricAllDifferent => {
            let name = operator.name();
            Ok(format!("{name}({})", write_indexed_list(case, &parts[0], &parts[1])?))
        }
        O::Inverse => {
            let first = write_indexed_list(case, &parts[0], &parts[1])?;
            Ok(format!("inverse({first},{})", write_indexed_list(case, &parts[2], &parts[3])?))
        }
        O::BinPackingCapa | O::BinPackingLoad => {
            let first = write_indexed_list(case, &parts[0], &parts[1])?;
            Ok(format!("{}({first},{},{})", operator.name(), part(2)?, part(3)?))
        }
        O::Among => Ok(format!("among({},{})", part(0)?, write_set(&parts[1])?)),
        O::AllDifferentExcept => {
            Ok(format!("alldifferent_except({},{})", part(0)?, write_set(&parts[1])?))
        }
        O::ArgSort => Ok(format!(
            "arg_sort({},{})",
            write_indexed_list(case, &parts[0], &parts[1])?,
            part(2)?
        )),
        O::DiffnK | O::DiffnNonstrictK => {
            let (origins, lengths) = (write_grid(case, &parts[0])?, write_grid(case, &parts[1])?);
            Ok(format!("{}({origins},{lengths})", operator.name()))
        }
        O::Lex2 | O::StrictLex2 => {
            Ok(format!("{}({})", operator.name(), write_grid(case, &parts[0])?))
        }
        // The library compares columns.
        O::LexChain | O::LexChainStrict => {
            Ok(format!("{}({})", operator.name(), write_grid(case, &transpose_rows(&parts[0])?)?))
        }
        O::ElementMatrix => {
            Ok(format!("{}[{},{}]", write_matrix(case, parts)?, part(2)?, part(3)?))
        }
        O::TableBool => Ok(format!("table({},{})", part(1)?, rows_of_truths(parts))),
        O::Nfa | O::Mdd | O::CostRegular => write_automaton(case, operator, parts),
        O::Flow => {
            let arcs = write_table(&parts[0], 2)?;
            Ok(format!("network_flow({arcs},{},{})", part(1)?, part(2)?))
        }
        O::FlowCost => {
            let (arcs, rest) =
                (write_table(&parts[0], 2)?, [part(1)?, part(2)?, part(3)?, part(4)?]);
            Ok(format!("network_flow_cost({arcs},{})", rest.join(",")))
        }
        O::Table => {
            let columns = parts[1].list_items().map_or(0, <[CaseExpr]>::len);
            Ok(format!("table({},{})", part(1)?, write_table(&parts[0], columns)?))
        }
        O::Regular => {
            let columns = parts[1].as_int().and_then(|count| usize::try_from(count).ok());
            let next = write_table(&parts[2], columns.unwrap_or(0))?;
            let ends = write_set(&parts[4])?;
            let [states, symbols, start] = [part(0)?, part(1)?, part(3)?];
            Ok(format!("regular({},{states},{symbols},{next},{start},{ends})", part(5)?))
        }
        _ => Err(NotExpressible("an operator")),
    }
}

/// Writes the matrix of an element constraint, whose rows and columns count from a base.
fn write_matrix(case: &FuzzCase, parts: &[CaseExpr]) -> Result<String, NotExpressible> {
    let base = parts[0].as_int().ok_or(NotExpressible("an index that is no constant"))?;
    let (rows, columns) = grid_dimensions(&parts[1])?;
    let ends = [rows, columns].map(|count| base + count as i64 - 1);
    let items = write_flattened(case, &parts[1])?;
    Ok(format!("array2d({base}..{},{base}..{},[{items}])", ends[0], ends[1]))
}

/// Writes the rows of a table of truth values.
fn rows_of_truths(parts: &[CaseExpr]) -> String {
    let columns = parts[1].list_items().map_or(0, <[CaseExpr]>::len);
    let rows = parts[0].list_items().unwrap_or_default();
    let values: Vec<Vec<i64>> = rows.iter().filter_map(CaseExpr::list_ints).collect();
    let words: Vec<&str> =
        values.concat().iter().map(|v| if *v == 0 { "false" } else { "true" }).collect();
    format!("array2d(1..{},1..{columns},[{}])", rows.len(), words.join(","))
}

pub(super) fn write_set(expr: &CaseExpr) -> Result<String, NotExpressible> {
    let values = expr.list_ints().ok_or(NotExpressible("a set with variables"))?;
    Ok(format!("{{{}}}", zinc_output::join_numbers(&values)))
}

/// Writes a list whose first index is given.
pub(super) fn write_indexed_list(
    case: &FuzzCase,
    base: &CaseExpr,
    items: &CaseExpr,
) -> Result<String, NotExpressible> {
    let base = base.as_int().ok_or(NotExpressible("an index that is no constant"))?;
    let list = write_expr(case, items)?;
    let count = items.list_items().map_or(0, <[CaseExpr]>::len);
    if base == 1 {
        return Ok(list);
    }
    let last =
        base.checked_add(count as i64 - 1).ok_or(NotExpressible("an index that is too large"))?;
    Ok(format!("array1d({base}..{last},{list})"))
}

/// Writes a table, whose number of columns is given because it may have no row.
fn write_table(expr: &CaseExpr, columns: usize) -> Result<String, NotExpressible> {
    let rows = expr.list_items().ok_or(NotExpressible("a table that is no list"))?;
    let values = rows.iter().map(CaseExpr::list_ints).collect::<Option<Vec<_>>>();
    let values = values.ok_or(NotExpressible("a table with variables"))?.concat();
    Ok(format!("array2d(1..{},1..{columns},[{}])", rows.len(), zinc_output::join_numbers(&values)))
}

/// Writes an automaton with several transitions, with layers, or with costs.
fn write_automaton(
    case: &FuzzCase,
    operator: Operator,
    parts: &[CaseExpr],
) -> Result<String, NotExpressible> {
    let part = |index: usize| write_expr(case, &parts[index]);
    let size = |index: usize| parts[index].as_int().ok_or(NotExpressible("a size with variables"));
    let (states, symbols, list) = (size(0)?, size(1)?, part(5)?);
    let start = part(3)?;
    match operator {
        Operator::Nfa => {
            let moves = parts[2].list_items().unwrap_or_default();
            let moves: Vec<Vec<i64>> = moves.iter().filter_map(CaseExpr::list_ints).collect();
            let cell = |state: i64, symbol: i64| {
                let fits = |one: &&Vec<i64>| one[..2] == [state, symbol];
                let to: Vec<i64> = moves.iter().filter(fits).map(|one| one[2]).collect();
                format!("{{{}}}", zinc_output::join_numbers(&to))
            };
            let cells = (1..=states).flat_map(|state| (1..=symbols).map(move |at| (state, at)));
            let cells: Vec<String> = cells.map(|(state, symbol)| cell(state, symbol)).collect();
            let next = format!("array2d(1..{states},1..{symbols},[{}])", cells.join(","));
            let ends = write_set(&parts[4])?;
            Ok(format!("regular_nfa({list},{states},{symbols},{next},{start},{ends})"))
        }
        Operator::CostRegular => {
            let columns = usize::try_from(symbols).unwrap_or(0);
            let (next, costs) =
                (write_table(&parts[2], columns)?, write_table(&parts[6], columns)?);
            let (ends, total) = (write_set(&parts[4])?, part(7)?);
            let head = format!("{list},{states},{symbols},{next},{start},{ends}");
            Ok(format!("cost_regular({head},{costs},{total})"))
        }
        _ => {
            let edges = layers::layer_edges(parts)?;
            let mut nodes: Vec<layers::LayerNode> = edges.iter().map(|edge| edge.from).collect();
            nodes.sort_unstable();
            nodes.dedup();
            // The last node is 0.
            let number = |node: layers::LayerNode| {
                nodes.iter().position(|other| *other == node).map_or(0, |at| at as i64 + 1)
            };
            let of = |get: &dyn Fn(&layers::LayerEdge) -> i64| {
                zinc_output::join_numbers(&edges.iter().map(get).collect::<Vec<_>>())
            };
            let levels: Vec<i64> = nodes.iter().map(|node| node.0 as i64 + 1).collect();
            let labels: Vec<String> =
                edges.iter().map(|edge| format!("{{{}}}", edge.symbol)).collect();
            Ok(format!(
                "mdd({list},{},[{}],{},[{}],[{}],[{}])",
                nodes.len(),
                zinc_output::join_numbers(&levels),
                edges.len(),
                of(&|edge| number(edge.from)),
                labels.join(","),
                of(&|edge| number(edge.to)),
            ))
        }
    }
}

/// Returns the numbers of rows and columns of a list of lists.
fn grid_dimensions(expr: &CaseExpr) -> Result<(usize, usize), NotExpressible> {
    let rows = expr.list_items().ok_or(NotExpressible("a matrix that is no list"))?;
    Ok((rows.len(), rows.first().and_then(CaseExpr::list_items).map_or(0, <[CaseExpr]>::len)))
}

fn write_flattened(case: &FuzzCase, expr: &CaseExpr) -> Result<String, NotExpressible> {
    let rows = expr.list_items().unwrap_or_default().iter().filter_map(CaseExpr::list_items);
    let items = rows.flatten().map(|item| write_expr(case, item));
    Ok(items.collect::<Result<Vec<_>, _>>()?.join(","))
}

/// Writes a list of lists as a matrix.
fn write_grid(case: &FuzzCase, expr: &CaseExpr) -> Result<String, NotExpressible> {
    let (rows, columns) = grid_dimensions(expr)?;
    Ok(format!("array2d(1..{rows},1..{columns},[{}])", write_flattened(case, expr)?))
}

fn transpose_rows(expr: &CaseExpr) -> Result<CaseExpr, NotExpressible> {
    let (_, columns) = grid_dimensions(expr)?;
    let rows: Vec<&[CaseExpr]> =
        expr.list_items().unwrap_or_default().iter().filter_map(CaseExpr::list_items).collect();
    let column = |at: usize| rows.iter().filter_map(|row| row.get(at).cloned()).collect();
    Ok(CaseExpr::List((0..columns).map(|at| CaseExpr::List(column(at))).collect()))
}
