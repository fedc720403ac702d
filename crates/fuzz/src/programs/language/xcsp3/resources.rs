//! Bins, knapsacks, tasks and boxes in the plane.

use super::super::NotExpressible;
use super::elements::ElementWriter;
use crate::programs::case::CaseExpr;
use crate::programs::operator::Operator;

impl ElementWriter<'_> {
    pub(super) fn write_bins(
        &self,
        operator: Operator,
        parts: &[CaseExpr],
    ) -> Result<String, NotExpressible> {
        use Operator as O;
        let (bins, sizes) = match operator {
            O::BinPacking => (&parts[1], &parts[2]),
            _ => (&parts[2], &parts[3]),
        };
        let end = match operator {
            O::BinPacking => {
                format!("<condition> (le,{}) </condition>", self.write_operand(&parts[0])?)
            }
            _ if parts[0] != CaseExpr::Int(0) => {
                return Err(NotExpressible("bins that do not begin at 0"));
            }
            O::BinPackingCapa => format!("<limits> {} </limits>", self.write_constants(&parts[1])?),
            _ => format!("<loads> {} </loads>", self.write_any_list(&parts[1])?),
        };
        let (bins, sizes) = (self.write_variable_list(bins)?, self.write_constants(sizes)?);
        let inner = format!("<list> {bins} </list> <sizes> {sizes} </sizes>");
        Ok(format!("<binPacking> {inner} {end} </binPacking>"))
    }

    pub(super) fn write_knapsack(&self, parts: &[CaseExpr]) -> Result<String, NotExpressible> {
        // The definition excludes negative amounts, so variables with such values are not asked
        // about.
        let amounts = parts[2].list_items().unwrap_or_default();
        let negative = amounts.iter().any(|item| match item {
            CaseExpr::Var(index) => self.case.variables[*index].values.iter().any(|v| *v < 0),
            _ => false,
        });
        if negative {
            return Err(NotExpressible("a negative amount"));
        }
        let list = self.write_variable_list(&parts[2])?;
        let (weights, profits) =
            (self.write_constants(&parts[0])?, self.write_constants(&parts[1])?);
        let (weight, profit) = (self.write_operand(&parts[3])?, self.write_operand(&parts[4])?);
        Ok(format!(
            "<knapsack> <list> {list} </list> <weights> {weights} </weights> \
             <condition> (eq,{weight}) </condition> <profits> {profits} </profits> \
             <condition> (eq,{profit}) </condition> </knapsack>"
        ))
    }

    pub(super) fn write_tasks(
        &self,
        operator: Operator,
        parts: &[CaseExpr],
    ) -> Result<String, NotExpressible> {
        use Operator as O;
        let ignored = matches!(operator, O::Disjunctive | O::DiffnNonstrict);
        match operator {
            O::Cumulative => {
                let (origins, lengths) =
                    (self.write_variable_list(&parts[0])?, self.write_any_list(&parts[1])?);
                let (heights, limit) =
                    (self.write_any_list(&parts[2])?, self.write_operand(&parts[3])?);
                Ok(format!(
                    "<cumulative> <origins> {origins} </origins> <lengths> {lengths} </lengths> \
                     <heights> {heights} </heights> <condition> (le,{limit}) </condition> \
                     </cumulative>"
                ))
            }
            O::CumulativeEnds => {
                let (origins, lengths) =
                    (self.write_variable_list(&parts[0])?, self.write_any_list(&parts[1])?);
                let (ends, heights) =
                    (self.write_variable_list(&parts[2])?, self.write_any_list(&parts[3])?);
                let limit = self.write_operand(&parts[4])?;
                Ok(format!(
                    "<cumulative> <origins> {origins} </origins> <lengths> {lengths} </lengths> \
                     <ends> {ends} </ends> <heights> {heights} </heights> \
                     <condition> (le,{limit}) </condition> </cumulative>"
                ))
            }
            O::Disjunctive | O::DisjunctiveStrict => {
                let (origins, lengths) =
                    (self.write_variable_list(&parts[0])?, self.write_any_list(&parts[1])?);
                let inner =
                    format!("<origins> {origins} </origins> <lengths> {lengths} </lengths>");
                Ok(format!("<noOverlap zeroIgnored=\"{ignored}\"> {inner} </noOverlap>"))
            }
            _ => {
                let origins = self.write_pairs(&parts[0], &parts[1])?;
                if parts[2].list_ints().is_some() != parts[3].list_ints().is_some() {
                    return Err(NotExpressible("lengths of two kinds"));
                }
                let lengths = self.write_pairs(&parts[2], &parts[3])?;
                let inner =
                    format!("<origins> {origins} </origins> <lengths> {lengths} </lengths>");
                Ok(format!("<noOverlap zeroIgnored=\"{ignored}\"> {inner} </noOverlap>"))
            }
        }
    }

    /// Writes two lists as pairs.
    pub(super) fn write_pairs(
        &self,
        first: &CaseExpr,
        second: &CaseExpr,
    ) -> Result<String, NotExpressible> {
        let (first, second) = (self.write_any_list(first)?, self.write_any_list(second)?);
        let pairs = first.split(' ').zip(second.split(' ')).map(|(a, b)| format!("({a},{b})"));
        Ok(pairs.collect())
    }
}
