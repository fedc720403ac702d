//! Elements about lists: tables, automata, orders.

use super::super::{NotExpressible, layers};
use super::elements::{ElementWriter, same_length};
use crate::programs::case::CaseExpr;
use crate::programs::operator::Operator;

impl ElementWriter<'_> {
    /// Writes a table of `supports` or `conflicts`.
    pub(super) fn write_table(
        &self,
        operator: Operator,
        parts: &[CaseExpr],
        kind: &str,
    ) -> Result<String, NotExpressible> {
        let any = match operator {
            Operator::TableShort => parts[0].as_int(),
            _ => None,
        };
        // A short table has its wildcard as the first argument, before rows and items.
        let parts = &parts[usize::from(any.is_some())..];
        let list = self.write_variable_list(&parts[1])?;
        let unary = parts[1].list_items().is_some_and(|items| items.len() == 1);
        let rows = parts[0].list_items().unwrap_or_default();
        let rows =
            rows.iter().map(|row| row.list_ints().ok_or(NotExpressible("a table with variables")));
        let mut rows = rows.collect::<Result<Vec<_>, _>>()?;
        // The format requires rows in lexicographic order without repetitions.
        rows.sort_unstable();
        rows.dedup();
        if rows.is_empty() {
            return Err(NotExpressible("a table without rows"));
        }
        let words: Vec<String> = rows
            .iter()
            .map(|row| {
                let cell = |value: &i64| {
                    if any == Some(*value) { "*".to_owned() } else { value.to_string() }
                };
                let cells = row.iter().map(cell).collect::<Vec<_>>().join(",");
                if unary { cells } else { format!("({cells})") }
            })
            .collect();
        if unary && any.is_some_and(|any| rows.contains(&vec![any])) {
            return Err(NotExpressible("any value of one variable"));
        }
        let rows = words.join(if unary { " " } else { "" });
        let inner = format!("<list> {list} </list> <{kind}> {rows} </{kind}>");
        Ok(format!("<extension> {inner} </extension>"))
    }

    pub(super) fn write_regular(&self, parts: &[CaseExpr]) -> Result<String, NotExpressible> {
        let list = self.write_variable_list(&parts[5])?;
        let rows = parts[2].list_items().unwrap_or_default();
        let mut transitions = String::new();
        for (state, row) in (1..).zip(rows) {
            for (symbol, to) in
                (1..).zip(row.list_ints().ok_or(NotExpressible("a state with variables"))?)
            {
                if to > 0 {
                    transitions.push_str(&format!("(s{state},{symbol},s{to})"));
                }
            }
        }
        let ends = parts[4].list_ints().filter(|ends| !ends.is_empty());
        let ends = ends.ok_or(NotExpressible("no final state"))?;
        let ends: Vec<String> = ends.iter().map(|end| format!("s{end}")).collect();
        let start = parts[3].as_int().ok_or(NotExpressible("no first state"))?;
        if transitions.is_empty() {
            return Err(NotExpressible("no transition"));
        }
        Ok(format!(
            "<regular> <list> {list} </list> <transitions> {transitions} </transitions> \
             <start> s{start} </start> <final> {} </final> </regular>",
            ends.join(" ")
        ))
    }

    /// Writes an automaton as a decision diagram.
    pub(super) fn write_diagram(&self, parts: &[CaseExpr]) -> Result<String, NotExpressible> {
        let list = self.write_variable_list(&parts[5])?;
        let node = |(layer, state): layers::LayerNode| format!("n{layer}_{state}");
        let edge = |edge: &layers::LayerEdge| {
            format!("({},{},{})", node(edge.from), edge.symbol, node(edge.to))
        };
        let edges: String = layers::layer_edges(parts)?.iter().map(edge).collect();
        let inner = format!("<list> {list} </list> <transitions> {edges} </transitions>");
        Ok(format!("<mdd> {inner} </mdd>"))
    }

    pub(super) fn write_ordered(
        &self,
        operator: Operator,
        parts: &[CaseExpr],
    ) -> Result<String, NotExpressible> {
        use Operator as O;
        let symbol = match operator {
            O::LexLess | O::StrictlyIncreasing => "lt",
            O::LexLessEq | O::Increasing => "le",
            O::Decreasing => "ge",
            O::StrictlyDecreasing => "gt",
            O::ValuePrecede => {
                let list = self.write_variable_list(&parts[2])?;
                let values =
                    [self.write_operand(&parts[0])?, self.write_operand(&parts[1])?].join(" ");
                if parts[0] == parts[1] {
                    return Err(NotExpressible("one value twice"));
                }
                return Ok(write_precedence(&list, &values));
            }
            O::ValuePrecedeChain => {
                return Ok(write_precedence(
                    &self.write_variable_list(&parts[1])?,
                    &self.write_constants(&parts[0])?,
                ));
            }
            _ => return Err(NotExpressible("an operator")),
        };
        let end = format!("<operator> {symbol} </operator>");
        if matches!(operator, O::LexLess | O::LexLessEq) {
            same_length(&parts[0], &parts[1])?;
            let (first, second) =
                (self.write_variable_list(&parts[0])?, self.write_variable_list(&parts[1])?);
            return Ok(format!(
                "<lex> <list> {first} </list> <list> {second} </list> {end} </lex>"
            ));
        }
        Ok(format!(
            "<ordered> <list> {} </list> {end} </ordered>",
            self.write_variable_list(&parts[0])?
        ))
    }
}

fn write_precedence(list: &str, values: &str) -> String {
    let values = format!("<values> {values} </values>");
    format!("<precedence> <list> {list} </list> {values} </precedence>")
}
