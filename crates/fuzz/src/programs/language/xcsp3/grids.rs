//! Lists of lists: matrices, boxes, chains.

use super::super::NotExpressible;
use super::elements::ElementWriter;
use crate::programs::case::CaseExpr;
use crate::programs::operator::Operator;

/// Whether this file writes an operator.
pub(super) fn has_grid(operator: Operator) -> bool {
    use Operator as O;
    matches!(
        operator,
        O::AllDifferentLists
            | O::AllDifferentMatrix
            | O::Lex2
            | O::StrictLex2
            | O::LexChain
            | O::LexChainStrict
            | O::DiffnK
            | O::DiffnNonstrictK
    )
}

impl ElementWriter<'_> {
    /// Writes lists of constants, or of variables, as tuples.
    pub(super) fn write_tuples(&self, expr: &CaseExpr) -> Result<String, NotExpressible> {
        let rows = expr.list_items().filter(|rows| !rows.is_empty());
        let rows = rows.ok_or(NotExpressible("an empty matrix"))?;
        let constant = rows[0].is_constant();
        if rows.iter().any(|row| row.is_constant() != constant) {
            return Err(NotExpressible("rows of two kinds"));
        }
        let row = |row: &CaseExpr| Ok(format!("({})", self.write_any_list(row)?.replace(' ', ",")));
        rows.iter().map(row).collect()
    }

    fn write_lists(&self, expr: &CaseExpr) -> Result<String, NotExpressible> {
        let rows = expr.list_items().filter(|rows| rows.len() >= 2);
        let rows = rows.ok_or(NotExpressible("less than two lists"))?;
        let lists =
            rows.iter().map(|row| Ok(format!("<list> {} </list>", self.write_variable_list(row)?)));
        Ok(lists.collect::<Result<Vec<String>, NotExpressible>>()?.join(" "))
    }

    pub(super) fn write_grid(
        &self,
        operator: Operator,
        parts: &[CaseExpr],
    ) -> Result<String, NotExpressible> {
        use Operator as O;
        let name = if operator == O::AllDifferentLists || operator == O::AllDifferentMatrix {
            "allDifferent"
        } else {
            "lex"
        };
        let inner = match operator {
            O::DiffnK | O::DiffnNonstrictK => return self.write_boxes(operator, parts),
            O::AllDifferentLists => self.write_lists(&parts[0])?,
            O::LexChain | O::LexChainStrict => self.write_lists(&parts[0])?,
            _ if parts[0].is_constant() => return Err(NotExpressible("a matrix of constants")),
            _ => format!("<matrix> {} </matrix>", self.write_tuples(&parts[0])?),
        };
        let end = match operator {
            O::Lex2 | O::LexChain => " <operator> le </operator>",
            O::StrictLex2 | O::LexChainStrict => " <operator> lt </operator>",
            _ => "",
        };
        Ok(format!("<{name}> {inner}{end} </{name}>"))
    }

    fn write_boxes(
        &self,
        operator: Operator,
        parts: &[CaseExpr],
    ) -> Result<String, NotExpressible> {
        let ignored = operator == Operator::DiffnNonstrictK;
        let (origins, lengths) = (parts[0].list_items(), parts[1].list_items());
        let is_flat = origins
            .unwrap_or_default()
            .iter()
            .any(|one| one.list_items().is_some_and(|items| items.len() < 2));
        if is_flat || parts[0].is_constant() && lengths.is_some_and(|l| !l.is_empty()) {
            return Err(NotExpressible("boxes of one dimension, or at constant places"));
        }
        let inner = format!(
            "<origins> {} </origins> <lengths> {} </lengths>",
            self.write_tuples(&parts[0])?,
            self.write_tuples(&parts[1])?
        );
        Ok(format!("<noOverlap zeroIgnored=\"{ignored}\"> {inner} </noOverlap>"))
    }
}
