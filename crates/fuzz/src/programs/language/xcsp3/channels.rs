//! Channels, flows, numbers of occurrences, places of extrema, fixed items.

use super::super::Unspelled;
use super::elements::{Elements, based, same_length};
use crate::programs::case::Expr;
use crate::programs::operator::Operator;

/// Whether this file writes an operator.
pub(super) fn has(operator: Operator) -> bool {
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

impl Elements<'_> {
    pub(super) fn channel(&self, operator: Operator, parts: &[Expr]) -> Result<String, Unspelled> {
        use Operator as O;
        match operator {
            O::SymmetricAllDifferent => {
                let list = based("list", &parts[0], &self.list(&parts[1])?)?;
                Ok(format!("<channel> {list} </channel>"))
            }
            O::ChannelTruths => {
                let list = based("list", &parts[0], &self.list(&parts[1])?)?;
                let value = self.item(&parts[2], false)?;
                Ok(format!("<channel> {list} <value> {value} </value> </channel>"))
            }
            O::Instantiation => {
                same_length(&parts[0], &parts[1])?;
                let (list, values) = (self.list(&parts[0])?, self.consts(&parts[1])?);
                let inner = format!("<list> {list} </list> <values> {values} </values>");
                Ok(format!("<instantiation> {inner} </instantiation>"))
            }
            O::OrderedBy => {
                let order = parts[0].as_int().and_then(|order| usize::try_from(order).ok());
                let symbol = order.and_then(|order| ["lt", "le", "ge", "gt"].get(order));
                let symbol = symbol.ok_or(Unspelled("an unknown order"))?;
                let (list, lengths) = (self.list(&parts[1])?, self.either(&parts[2])?);
                let inner = format!("<list> {list} </list> <lengths> {lengths} </lengths>");
                Ok(format!("<ordered> {inner} <operator> {symbol} </operator> </ordered>"))
            }
            O::IsArgMax | O::IsArgMin => {
                let name = if operator == O::IsArgMax { "maximumArg" } else { "minimumArg" };
                let list = based("list", &parts[0], &self.items(&parts[1], true)?)?;
                let end = format!("<condition> (eq,{}) </condition>", self.operand(&parts[2])?);
                Ok(format!("<{name}> {list} {end} </{name}>"))
            }
            O::FlowCost => self.flow(parts),
            _ => self.occurrences(operator, parts),
        }
    }

    fn flow(&self, parts: &[Expr]) -> Result<String, Unspelled> {
        let arcs = parts[0].items().unwrap_or_default();
        let arc = |arc: &Expr| match arc.ints().as_deref() {
            Some([from, to]) => Ok(format!("({},{})", from - 1, to - 1)),
            _ => Err(Unspelled("an arc that is no pair")),
        };
        // The format takes the nodes from the arcs.
        let nodes = parts[1].items().map_or(0, <[Expr]>::len) as i64;
        let ends: Vec<i64> = arcs.iter().filter_map(Expr::ints).flatten().collect();
        if (1..=nodes).any(|node| !ends.contains(&node)) {
            return Err(Unspelled("a node without arcs"));
        }
        let arcs = arcs.iter().map(arc).collect::<Result<String, Unspelled>>()?;
        let (balance, weights) = (self.consts(&parts[1])?, self.consts(&parts[2])?);
        let (list, cost) = (self.list(&parts[3])?, self.operand(&parts[4])?);
        Ok(format!(
            "<flow> <list> {list} </list> <balance> {balance} </balance> <arcs> {arcs} </arcs> \
             <weights> {weights} </weights> <condition> (eq,{cost}) </condition> </flow>"
        ))
    }

    fn occurrences(&self, operator: Operator, parts: &[Expr]) -> Result<String, Unspelled> {
        use Operator as O;
        // The comparison of the number with the operand, not the other way round.
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
            _ => return Err(Unspelled("an operator")),
        };
        let (list, value) = (self.items(list, true)?, self.operand(value)?);
        let end = format!("<condition> ({symbol},{}) </condition>", self.operand(than)?);
        let inner = format!("<list> {list} </list> <values> {value} </values>");
        Ok(format!("<count> {inner} {end} </count>"))
    }

    pub(super) fn cardinality(
        &self,
        operator: Operator,
        parts: &[Expr],
    ) -> Result<String, Unspelled> {
        use Operator as O;
        let closed = matches!(operator, O::GccClosed | O::GccLowUpClosed);
        let occurs = match operator {
            O::Gcc | O::GccClosed => self.either(&parts[2])?,
            _ => {
                let (low, up) = (parts[2].ints(), parts[3].ints());
                let (low, up) = low.zip(up).ok_or(Unspelled("no bounds"))?;
                if low.iter().zip(&up).any(|(low, up)| low > up) {
                    return Err(Unspelled("an empty interval"));
                }
                let words = low.iter().zip(&up).map(|(low, up)| format!("{low}..{up}"));
                words.collect::<Vec<_>>().join(" ")
            }
        };
        let (list, values) = (self.list(&parts[0])?, self.consts(&parts[1])?);
        let values = format!("<values closed=\"{closed}\"> {values} </values>");
        let occurs = format!("<occurs> {occurs} </occurs>");
        Ok(format!("<cardinality> <list> {list} </list> {values} {occurs} </cardinality>"))
    }
}
