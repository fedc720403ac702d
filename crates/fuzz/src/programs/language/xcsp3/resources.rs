//! Bins, knapsacks, tasks and boxes in the plane.

use super::super::Unspelled;
use super::elements::Elements;
use crate::programs::case::Expr;
use crate::programs::operator::Operator;

impl Elements<'_> {
    pub(super) fn bins(&self, operator: Operator, parts: &[Expr]) -> Result<String, Unspelled> {
        use Operator as O;
        let (bins, sizes) = match operator {
            O::BinPacking => (&parts[1], &parts[2]),
            _ => (&parts[2], &parts[3]),
        };
        let end = match operator {
            O::BinPacking => {
                format!("<condition> (le,{}) </condition>", self.operand(&parts[0])?)
            }
            _ if parts[0] != Expr::Int(0) => return Err(Unspelled("bins that do not begin at 0")),
            O::BinPackingCapa => format!("<limits> {} </limits>", self.consts(&parts[1])?),
            _ => format!("<loads> {} </loads>", self.either(&parts[1])?),
        };
        let (bins, sizes) = (self.list(bins)?, self.consts(sizes)?);
        let inner = format!("<list> {bins} </list> <sizes> {sizes} </sizes>");
        Ok(format!("<binPacking> {inner} {end} </binPacking>"))
    }

    pub(super) fn knapsack(&self, parts: &[Expr]) -> Result<String, Unspelled> {
        let amounts = parts[2].items().unwrap_or_default();
        let negative = amounts.iter().any(|item| match item {
            Expr::Var(place) => self.case.variables[*place].values.iter().any(|v| *v < 0),
            _ => false,
        });
        if negative {
            return Err(Unspelled("a negative amount"));
        }
        let list = self.list(&parts[2])?;
        let (weights, profits) = (self.consts(&parts[0])?, self.consts(&parts[1])?);
        let (weight, profit) = (self.operand(&parts[3])?, self.operand(&parts[4])?);
        Ok(format!(
            "<knapsack> <list> {list} </list> <weights> {weights} </weights> \
             <condition> (eq,{weight}) </condition> <profits> {profits} </profits> \
             <condition> (eq,{profit}) </condition> </knapsack>"
        ))
    }

    pub(super) fn tasks(&self, operator: Operator, parts: &[Expr]) -> Result<String, Unspelled> {
        use Operator as O;
        let ignored = matches!(operator, O::Disjunctive | O::DiffnNonstrict);
        match operator {
            O::Cumulative => {
                let (origins, lengths) = (self.list(&parts[0])?, self.either(&parts[1])?);
                let (heights, limit) = (self.either(&parts[2])?, self.operand(&parts[3])?);
                Ok(format!(
                    "<cumulative> <origins> {origins} </origins> <lengths> {lengths} </lengths> \
                     <heights> {heights} </heights> <condition> (le,{limit}) </condition> \
                     </cumulative>"
                ))
            }
            O::CumulativeEnds => {
                let (origins, lengths) = (self.list(&parts[0])?, self.either(&parts[1])?);
                let (ends, heights) = (self.list(&parts[2])?, self.either(&parts[3])?);
                let limit = self.operand(&parts[4])?;
                Ok(format!(
                    "<cumulative> <origins> {origins} </origins> <lengths> {lengths} </lengths> \
                     <ends> {ends} </ends> <heights> {heights} </heights> \
                     <condition> (le,{limit}) </condition> </cumulative>"
                ))
            }
            O::Disjunctive | O::DisjunctiveStrict => {
                let (origins, lengths) = (self.list(&parts[0])?, self.either(&parts[1])?);
                let inner =
                    format!("<origins> {origins} </origins> <lengths> {lengths} </lengths>");
                Ok(format!("<noOverlap zeroIgnored=\"{ignored}\"> {inner} </noOverlap>"))
            }
            _ => {
                let origins = self.pairs(&parts[0], &parts[1])?;
                if parts[2].ints().is_some() != parts[3].ints().is_some() {
                    return Err(Unspelled("lengths of two kinds"));
                }
                let lengths = self.pairs(&parts[2], &parts[3])?;
                let inner =
                    format!("<origins> {origins} </origins> <lengths> {lengths} </lengths>");
                Ok(format!("<noOverlap zeroIgnored=\"{ignored}\"> {inner} </noOverlap>"))
            }
        }
    }

    /// Writes two lists as pairs.
    pub(super) fn pairs(&self, first: &Expr, second: &Expr) -> Result<String, Unspelled> {
        let (first, second) = (self.either(first)?, self.either(second)?);
        let pairs = first.split(' ').zip(second.split(' ')).map(|(a, b)| format!("({a},{b})"));
        Ok(pairs.collect())
    }
}
