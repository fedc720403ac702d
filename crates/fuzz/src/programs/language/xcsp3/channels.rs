//! Channels, flows, numbers of occurrences, places of extrema, fixed items.

use super::super::NotExpressible;
use super::elements::{ElementWriter, same_length, write_based_list};
use crate::programs::case::CaseExpr;
use crate::programs::operator::Operator;

/// Whether this file writes an operator.
pub(super) fn has_channel(operator: Operator) -> bool {
    use Operator as O;
    matches!(
        operator,
        O::SymmetricAllDifferent
            | O::ChannelTruths
            | O::FlowCost
            | O::Instantiation
            | O::OrderedBy
            | O::IsArgMax
            | O::IsArgMin
            | O::CountEq
            | O::CountNe
            | O::CountLe
            | O::CountLt
    ) || matches!(operator, O::CountGe | O::CountGt | O::AtLeast | O::AtMost | O::Exactly)
}

impl ElementWriter<'_> {
    pub(super) fn write_channel(
        &self,
        operator: Operator,
        parts: &[CaseExpr],
    ) -> Result<String, NotExpressible> {
        use Operator as O;
        match operator {
            O::SymmetricAllDifferent => {
                let list =
                    write_based_list("list", &parts[0], &self.write_variable_list(&parts[1])?)?;
                Ok(format!("<channel> {list} </channel>"))
            }
            O::ChannelTruths => {
                let list =
                    write_based_list("list", &parts[0], &self.write_variable_list(&parts[1])?)?;
                let value = self.write_item(&parts[2], false)?;
                Ok(format!("<channel> {list} <value> {value} </value> </channel>"))
            }
            O::Instantiation => {
                same_length(&parts[0], &parts[1])?;
                let (list, values) =
                    (self.write_variable_list(&parts[0])?, self.write_constants(&parts[1])?);
                let inner = format!("<list> {list} </list> <values> {values} </values>");
                Ok(format!("<instantiation> {inner} </instantiation>"))
            }
            O::OrderedBy => {
                let order = parts[0].as_int().and_then(|order| usize::try_from(order).ok());
                let symbol = order.and_then(|order| ["lt", "le", "ge", "gt"].get(order));
                let symbol = symbol.ok_or(NotExpressible("an unknown order"))?;
                let (list, lengths) =
                    (self.write_variable_list(&parts[1])?, self.write_any_list(&parts[2])?);
                let inner = format!("<list> {list} </list> <lengths> {lengths} </lengths>");
                Ok(format!("<ordered> {inner} <operator> {symbol} </operator> </ordered>"))
            }
            O::IsArgMax | O::IsArgMin => {
                let name = if operator == O::IsArgMax { "maximumArg" } else { "minimumArg" };
                let list =
                    write_based_list("list", &parts[0], &self.write_items(&parts[1], true)?)?;
                let end =
                    format!("<condition> (eq,{}) </condition>", self.write_operand(&parts[2])?);
                Ok(format!("<{name}> {list} {end} </{name}>"))
            }
            O::FlowCost => self.write_flow(parts),
            _ => self.write_occurrences(operator, parts),
        }
    }

    fn write_flow(&self, parts: &[CaseExpr]) -> Result<String, NotExpressible> {
        let arcs = parts[0].list_items().unwrap_or_default();
        let arc = |arc: &CaseExpr| match arc.list_ints().as_deref() {
            Some([from, to]) => Ok(format!("({},{})", from - 1, to - 1)),
            _ => Err(NotExpressible("an arc that is no pair")),
        };
        // The format has no list of nodes: a node without arcs does not exist there, although its
        // balance must be 0.
        let nodes = parts[1].list_items().map_or(0, <[CaseExpr]>::len) as i64;
        let ends: Vec<i64> = arcs.iter().filter_map(CaseExpr::list_ints).flatten().collect();
        if (1..=nodes).any(|node| !ends.contains(&node)) {
            return Err(NotExpressible("a node without arcs"));
        }
        let arcs = arcs.iter().map(arc).collect::<Result<String, NotExpressible>>()?;
        let (balance, weights) =
            (self.write_constants(&parts[1])?, self.write_constants(&parts[2])?);
        let (list, cost) = (self.write_variable_list(&parts[3])?, self.write_operand(&parts[4])?);
        Ok(format!(
            "<flow> <list> {list} </list> <balance> {balance} </balance> <arcs> {arcs} </arcs> \
             <weights> {weights} </weights> <condition> (eq,{cost}) </condition> </flow>"
        ))
    }

    fn write_occurrences(
        &self,
        operator: Operator,
        parts: &[CaseExpr],
    ) -> Result<String, NotExpressible> {
        use Operator as O;
        // The format compares the count with the operand, MiniZinc's `count_leq` the operand with
        // the count, so the symbols of these operators are mirrored.
        let (list, value, symbol, than) = match operator {
            O::AtLeast => (&parts[1], &parts[2], "ge", &parts[0]),
            O::AtMost => (&parts[1], &parts[2], "le", &parts[0]),
            O::Exactly => (&parts[1], &parts[2], "eq", &parts[0]),
            O::CountEq => (&parts[0], &parts[1], "eq", &parts[2]),
            O::CountNe => (&parts[0], &parts[1], "ne", &parts[2]),
            O::CountLe => (&parts[0], &parts[1], "ge", &parts[2]),
            O::CountLt => (&parts[0], &parts[1], "gt", &parts[2]),
            O::CountGe => (&parts[0], &parts[1], "le", &parts[2]),
            O::CountGt => (&parts[0], &parts[1], "lt", &parts[2]),
            _ => return Err(NotExpressible("an operator")),
        };
        let (list, value) = (self.write_items(list, true)?, self.write_operand(value)?);
        let end = format!("<condition> ({symbol},{}) </condition>", self.write_operand(than)?);
        let inner = format!("<list> {list} </list> <values> {value} </values>");
        Ok(format!("<count> {inner} {end} </count>"))
    }

    pub(super) fn write_cardinality(
        &self,
        operator: Operator,
        parts: &[CaseExpr],
    ) -> Result<String, NotExpressible> {
        use Operator as O;
        let closed = matches!(operator, O::GccClosed | O::GccLowUpClosed);
        let occurs = match operator {
            O::Gcc | O::GccClosed => self.write_any_list(&parts[2])?,
            _ => {
                let (low, up) = (parts[2].list_ints(), parts[3].list_ints());
                let (low, up) = low.zip(up).ok_or(NotExpressible("no bounds"))?;
                if low.iter().zip(&up).any(|(low, up)| low > up) {
                    return Err(NotExpressible("an empty interval"));
                }
                let words = low.iter().zip(&up).map(|(low, up)| format!("{low}..{up}"));
                words.collect::<Vec<_>>().join(" ")
            }
        };
        let (list, values) =
            (self.write_variable_list(&parts[0])?, self.write_constants(&parts[1])?);
        let values = format!("<values closed=\"{closed}\"> {values} </values>");
        let occurs = format!("<occurs> {occurs} </occurs>");
        Ok(format!("<cardinality> <list> {list} </list> {values} {occurs} </cardinality>"))
    }
}
